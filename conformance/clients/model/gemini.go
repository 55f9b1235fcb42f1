package model

import (
	"fmt"
	"net/http"
	"strings"
)

// gemini is Google's generateContent API.
type gemini struct{}

func (gemini) main(body map[string]any) (int, bool) {
	return countRole(body["contents"], "model"), len(objects(body["tools"])) > 0
}

func (gemini) opening(body map[string]any) []map[string]any {
	return beforeRole(body["contents"], "model")
}

func (gemini) aside(w http.ResponseWriter, path string, _ map[string]any) {
	if strings.HasSuffix(path, ":countTokens") {
		writeJSON(w, map[string]any{"totalTokens": 10})
		return
	}
	answer := geminiAnswer([]any{map[string]any{"text": `{"reasoning":"x","next_speaker":"user","model_choice":"flash"}`}})
	if strings.Contains(path, "streamGenerateContent") {
		newStream(w).event("", answer)
		return
	}
	writeJSON(w, answer)
}

func (gemini) answer(w http.ResponseWriter, _ map[string]any, turn int, t Turn) {
	var parts []any
	if t.Text != "" {
		parts = append(parts, map[string]any{"text": t.Text})
	}
	for i, c := range t.Calls {
		parts = append(parts, map[string]any{"functionCall": map[string]any{"id": fmt.Sprintf("call_%d_%d", turn, i), "name": c.Tool, "args": c.Input}})
	}
	newStream(w).event("", geminiAnswer(parts))
}

func geminiAnswer(parts []any) map[string]any {
	return map[string]any{
		"candidates":    []any{map[string]any{"content": map[string]any{"role": "model", "parts": parts}, "index": 0, "finishReason": "STOP"}},
		"usageMetadata": map[string]any{"promptTokenCount": 10, "candidatesTokenCount": 5, "totalTokenCount": 15},
		"modelVersion":  "scripted", "responseId": "r",
	}
}
