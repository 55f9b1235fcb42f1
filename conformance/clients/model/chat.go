package model

import (
	"fmt"
	"net/http"
)

// chat is OpenAI's chat completions API.
type chat struct{}

func (chat) main(body map[string]any) (int, bool) {
	return countRole(body["messages"], "assistant"), len(objects(body["tools"])) > 0
}

func (chat) opening(body map[string]any) []map[string]any {
	return beforeRole(body["messages"], "assistant")
}

func (chat) aside(w http.ResponseWriter, _ string, body map[string]any) {
	chat{}.answer(w, body, 0, Turn{Text: "done"})
}

func (chat) answer(w http.ResponseWriter, body map[string]any, turn int, t Turn) {
	calls, finish := chatCalls(turn, t)
	usage := map[string]any{"prompt_tokens": 100, "completion_tokens": 10, "total_tokens": 110}
	base := func(object string, choices ...any) map[string]any {
		return map[string]any{"id": fmt.Sprintf("chatcmpl-%d", turn), "created": 1, "model": body["model"], "object": object, "choices": choices}
	}
	if body["stream"] != true {
		message := map[string]any{"role": "assistant", "content": t.Text}
		if len(calls) > 0 {
			message["tool_calls"] = calls
		}
		answer := base("chat.completion", map[string]any{"index": 0, "message": message, "finish_reason": finish})
		answer["usage"] = usage
		writeJSON(w, answer)
		return
	}
	s := newStream(w)
	chunk := func(delta map[string]any, finish any) {
		s.event("", base("chat.completion.chunk", map[string]any{"index": 0, "delta": delta, "finish_reason": finish}))
	}
	chunk(map[string]any{"role": "assistant", "content": t.Text}, nil)
	if len(calls) > 0 {
		chunk(map[string]any{"tool_calls": calls}, nil)
	}
	chunk(map[string]any{}, finish)
	last := base("chat.completion.chunk")
	last["choices"], last["usage"] = []any{}, usage
	s.event("", last)
	fmt.Fprint(s.w, "data: [DONE]\n\n")
}

func chatCalls(turn int, t Turn) (calls []any, finish string) {
	finish = "stop"
	for i, c := range t.Calls {
		finish = "tool_calls"
		calls = append(calls, map[string]any{
			"index": i, "id": fmt.Sprintf("call_%d_%d", turn, i), "type": "function",
			"function": map[string]any{"name": c.Tool, "arguments": jsonText(c.Input)},
		})
	}
	return calls, finish
}
