package harness

import "github.com/tempahq/tempa/core/json"

// Object is the answer that consists of one JSON object: v on stdout, exit 0.
// Texts keep their <, > and &, because people and models read them.
func Object(v any) Answer {
	out, err := json.Marshal(v)
	if err != nil {
		panic("harness: an answer that is no JSON: " + err.Error()) // a dialect's programming error
	}
	return Answer{Stdout: append(out, '\n')}
}
