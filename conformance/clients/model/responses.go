package model

import (
	"fmt"
	"net/http"
	"strings"
)

// responses is OpenAI's Responses API.
type responses struct{}

// titling begins the task of another conversation that a client at a terminal
// has with the model (codex-cli 0.171.0).
const titling = "Generate a concise, single-line task title"

// main counts the runs of the model's own items: one answer may be several.
func (responses) main(body map[string]any) (int, bool) {
	if strings.Contains(jsonText(responses{}.opening(body)), titling) {
		return 0, false
	}
	turn, own := 0, false
	for _, m := range objects(body["input"]) {
		now := responsesOwn(m)
		if now && !own {
			turn++
		}
		own = now
	}
	return turn, true
}

func (responses) opening(body map[string]any) []map[string]any {
	return before(body["input"], responsesOwn)
}

// responsesOwn reports whether an item is the model's own.
func responsesOwn(m map[string]any) bool {
	switch m["type"] {
	case "function_call", "custom_tool_call", "reasoning":
		return true
	}
	return m["role"] == "assistant"
}

func (responses) aside(w http.ResponseWriter, _ string, body map[string]any) {
	responses{}.answer(w, body, 0, Turn{Text: "done"})
}

func (responses) answer(w http.ResponseWriter, body map[string]any, turn int, t Turn) {
	id := fmt.Sprintf("resp_%d", turn)
	items := responseItems(turn, t)
	full := map[string]any{
		"id": id, "object": "response", "created_at": 1, "model": body["model"], "status": "completed", "output": items,
		"usage": map[string]any{
			"input_tokens": 100, "output_tokens": 10, "total_tokens": 110,
			"input_tokens_details": map[string]any{"cached_tokens": 0}, "output_tokens_details": map[string]any{"reasoning_tokens": 0},
		},
	}
	if body["stream"] != true {
		writeJSON(w, full)
		return
	}
	s := newStream(w)
	s.typed("response.created", map[string]any{"response": map[string]any{"id": id, "status": "in_progress", "output": []any{}}})
	for i, item := range items {
		s.typed("response.output_item.added", map[string]any{"output_index": i, "item": item})
		s.typed("response.output_item.done", map[string]any{"output_index": i, "item": item})
	}
	s.typed("response.completed", map[string]any{"response": full})
}

func responseItems(turn int, t Turn) []any {
	var items []any
	if t.Text != "" || len(t.Calls) == 0 {
		items = append(items, map[string]any{
			"type": "message", "id": fmt.Sprintf("msg_%d", turn), "role": "assistant", "status": "completed",
			"content": []any{map[string]any{"type": "output_text", "text": t.Text, "annotations": []any{}}},
		})
	}
	for i, c := range t.Calls {
		item := map[string]any{"call_id": fmt.Sprintf("call_%d_%d", turn, i), "name": c.Tool, "status": "completed"}
		if c.Namespace != "" {
			item["namespace"] = c.Namespace
		}
		if c.Freeform {
			item["type"], item["id"], item["input"] = "custom_tool_call", fmt.Sprintf("ctc_%d_%d", turn, i), c.Input
		} else {
			item["type"], item["id"], item["arguments"] = "function_call", fmt.Sprintf("fc_%d_%d", turn, i), jsonText(c.Input)
		}
		items = append(items, item)
	}
	return items
}
