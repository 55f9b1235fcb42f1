package cli

import (
	"reflect"
	"testing"
)

func TestFlags(t *testing.T) {
	type values struct {
		yes   bool
		state string
		min   int64
		files []string
	}
	tests := []struct {
		args []string
		want values
		rest []string
		err  string
	}{
		{args: nil},
		{args: []string{"--yes", "--state", "dir", "-min", "7", "--file=a=b", "-file", "-c"}, want: values{true, "dir", 7, []string{"a=b", "-c"}}},
		{args: []string{"-yes=false", "--state="}},
		{args: []string{"-yes", "rm", "-rf"}, want: values{yes: true}, rest: []string{"rm", "-rf"}},
		{args: []string{"--", "--yes"}, rest: []string{"--yes"}},
		{args: []string{"-"}, rest: []string{"-"}},
		{args: []string{"--no"}, err: `there is no flag "--no"; -h tells which there are`},
		{args: []string{"---yes"}, err: `there is no flag "---yes"; -h tells which there are`},
		{args: []string{"--state"}, err: `--state needs a value`},
		{args: []string{"--yes=maybe"}, err: `"maybe" is no value for --yes`},
		{args: []string{"--min", "x"}, err: `"x" is no value for --min`},
		{args: []string{"--yes", "-h", "--no"}, want: values{yes: true}, err: "help"},
	}
	for _, tt := range tests {
		var got values
		shown := false
		s := flagSet{usage: func() { shown = true }}
		s.on("yes", &got.yes)
		s.on("state", &got.state)
		s.on("min", &got.min)
		s.on("file", &got.files)
		text := ""
		if err := s.parse(tt.args); err != nil {
			text = err.Error()
		} else if len(s.rest) != len(tt.rest) || len(tt.rest) > 0 && !reflect.DeepEqual(s.rest, tt.rest) {
			t.Errorf("%q: rest %q, want %q", tt.args, s.rest, tt.rest)
		}
		if text != tt.err || shown != (tt.err == "help") {
			t.Errorf("%q: error %q, want %q; usage shown: %v", tt.args, text, tt.err, shown)
		}
		if tt.err == "" && !reflect.DeepEqual(got, tt.want) {
			t.Errorf("%q: got %+v, want %+v", tt.args, got, tt.want)
		}
	}
}
