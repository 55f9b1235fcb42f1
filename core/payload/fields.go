package payload

import "fmt"

// Fields reads the texts of an object and keeps the first fault, so that one
// check at the end does for all of them.
type Fields struct {
	*Object
	Err error
}

// Text is an optional text, empty when there is none; a null counts as none.
func (f *Fields) Text(key string) string {
	if v := f.Get(key); v.Exists() && !v.IsNull() {
		return f.Needed(key)
	}
	return ""
}

// Needed is a text that has to be there.
func (f *Fields) Needed(key string) string {
	s, ok := f.Get(key).Str()
	if !ok && f.Err == nil {
		f.Err = fmt.Errorf("the payload has no text as %q", key)
	}
	return s
}
