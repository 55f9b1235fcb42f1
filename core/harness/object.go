package harness

import (
	"bytes"
	"encoding/json"
)

// Object is the answer that consists of one JSON object: v on stdout, exit 0.
// Texts keep their <, > and &, because people and models read them.
func Object(v any) Answer {
	var out bytes.Buffer
	enc := json.NewEncoder(&out)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(v); err != nil {
		panic("harness: an answer that is no JSON: " + err.Error()) // a dialect's programming error
	}
	return Answer{Stdout: out.Bytes()}
}
