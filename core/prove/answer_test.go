package prove

import (
	"strings"
	"testing"

	"github.com/tempahq/tempa/core/child"
	"github.com/tempahq/tempa/core/diagnosis"
)

func TestCompare(t *testing.T) {
	object := diagnosis.Answer{Stdout: `{"a":{"decision":"deny","reason":"ANY-TEXT"},"b":[1,true]}`}
	status := diagnosis.Answer{Stderr: "Tempa: ANY-TEXT", Exit: 2}
	silent := diagnosis.Answer{}
	tests := []struct {
		name string
		want []diagnosis.Answer
		mark string
		got  child.Result
		says string
	}{
		{"the object", []diagnosis.Answer{object}, "id", child.Result{Stdout: []byte(`{"b":[1,true],"a":{"reason":"no (id)","decision":"deny"}}`)}, ""},
		{"without a reason", []diagnosis.Answer{object}, "", child.Result{Stdout: []byte(`{"a":{"decision":"deny","reason":""},"b":[1,true]}`)}, "another answer"},
		{"another decision", []diagnosis.Answer{object}, "", child.Result{Stdout: []byte(`{"a":{"decision":"allow","reason":"x"},"b":[1,true]}`)}, "another answer"},
		{"a member more", []diagnosis.Answer{object}, "", child.Result{Stdout: []byte(`{"a":{"decision":"deny","reason":"x","z":1},"b":[1,true]}`)}, "another answer"},
		{"another list", []diagnosis.Answer{object}, "", child.Result{Stdout: []byte(`{"a":{"decision":"deny","reason":"x"},"b":[1]}`)}, "another answer"},
		{"text around it", []diagnosis.Answer{object}, "", child.Result{Stdout: []byte(`note {"a":{"decision":"deny","reason":"x"},"b":[1,true]}`)}, "another answer"},
		{"another reason", []diagnosis.Answer{object}, "id", child.Result{Stdout: []byte(`{"a":{"decision":"deny","reason":"x"},"b":[1,true]}`)}, "denied for another reason"},
		{"the status", []diagnosis.Answer{status}, "id", child.Result{Stderr: []byte("id: no"), Exit: 2}, ""},
		{"status without a word", []diagnosis.Answer{status}, "", child.Result{Exit: 2}, "status 2 and another answer than wanted: nothing"},
		{"status of a crash", []diagnosis.Answer{status}, "", child.Result{Stderr: []byte("x"), Exit: 1}, "status 1"},
		{"silence", []diagnosis.Answer{object, silent}, "", child.Result{}, ""},
		{"a word on stderr", []diagnosis.Answer{silent}, "", child.Result{Stderr: []byte("note")}, "another answer"},
	}
	for _, tt := range tests {
		err := compare(&diagnosis.Probe{Answers: tt.want, Mark: tt.mark}, &tt.got)
		if (tt.says == "") != (err == nil) || err != nil && !strings.Contains(err.Error(), tt.says) {
			t.Errorf("%s: %v, want %q", tt.name, err, tt.says)
		}
	}
}

func TestStarter(t *testing.T) {
	for _, argv := range [][]string{nil, {"python3", "x"}, {"/bin/other", "hook"}, {"./bash", "-c", "x"}} {
		in := &diagnosis.Installation{Program: "/home/dev/.tempa/bin/tempa-x", Run: &diagnosis.Run{Argv: argv}}
		if got, err := starter(in); err == nil {
			t.Errorf("%q is started by %s", argv, got)
		}
	}
}
