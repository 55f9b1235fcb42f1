package model

import (
	"fmt"
	"net/http"
	"strings"
)

// messages is Anthropic's Messages API.
type messages struct{}

func (messages) main(body map[string]any) (int, bool) {
	tools := objects(body["tools"])
	return countRole(body["messages"], "assistant"), len(tools) > 1
}

func (messages) opening(body map[string]any) []map[string]any {
	return beforeRole(body["messages"], "assistant")
}

func (messages) aside(w http.ResponseWriter, path string, body map[string]any) {
	if strings.HasSuffix(path, "count_tokens") {
		writeJSON(w, map[string]any{"input_tokens": 100})
		return
	}
	messages{}.answer(w, body, 0, Turn{Text: `{"title":"story"}`})
}

func (messages) answer(w http.ResponseWriter, body map[string]any, turn int, t Turn) {
	msg := map[string]any{
		"id": fmt.Sprintf("msg_%d", turn), "type": "message", "role": "assistant", "model": body["model"],
		"content": []any{}, "stop_reason": nil, "stop_sequence": nil, "usage": anthropicUsage(),
	}
	blocks, stop := anthropicBlocks(turn, t)
	if body["stream"] != true {
		msg["content"], msg["stop_reason"] = blocks, stop
		writeJSON(w, msg)
		return
	}
	s := newStream(w)
	s.typed("message_start", map[string]any{"message": msg})
	for i, b := range blocks {
		streamBlock(s, i, b)
	}
	s.typed("message_delta", map[string]any{"delta": map[string]any{"stop_reason": stop, "stop_sequence": nil}, "usage": map[string]any{"output_tokens": 20}})
	s.typed("message_stop", map[string]any{})
}

func anthropicUsage() map[string]any {
	return map[string]any{"input_tokens": 100, "output_tokens": 20, "cache_creation_input_tokens": 0, "cache_read_input_tokens": 0}
}

func anthropicBlocks(turn int, t Turn) (blocks []map[string]any, stop string) {
	stop = "end_turn"
	if t.Text != "" {
		blocks = append(blocks, map[string]any{"type": "text", "text": t.Text})
	}
	for i, c := range t.Calls {
		stop = "tool_use"
		blocks = append(blocks, map[string]any{"type": "tool_use", "id": fmt.Sprintf("toolu_%d_%d", turn, i), "name": c.Tool, "input": c.Input})
	}
	return blocks, stop
}

func streamBlock(s stream, i int, b map[string]any) {
	start := map[string]any{"type": "text", "text": ""}
	delta := map[string]any{"type": "text_delta", "text": b["text"]}
	if b["type"] == "tool_use" {
		start = map[string]any{"type": "tool_use", "id": b["id"], "name": b["name"], "input": map[string]any{}}
		delta = map[string]any{"type": "input_json_delta", "partial_json": jsonText(b["input"])}
	}
	s.typed("content_block_start", map[string]any{"index": i, "content_block": start})
	s.typed("content_block_delta", map[string]any{"index": i, "delta": delta})
	s.typed("content_block_stop", map[string]any{"index": i})
}
