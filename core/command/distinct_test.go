package command

import (
	"reflect"
	"strings"
	"testing"
)

func TestDistinct(t *testing.T) {
	tests := []struct{ line, want string }{
		{"tail -n 5; tail -n 5", "tail"},
		{"tail -n 5; tail -n 6", "tail tail"},
		{"tail; sudo tail", "tail sudo tail"},
		{"tail > a; tail > b; tail > a", "tail tail"},
		{"X=1 tail; tail", "tail tail"},
		{"git -C /a log; git -C /b log; git -C /a log", "git git"},
		{"rm *; rm '*'", "rm rm"},
		{"tail | cat; tail", "tail cat tail"},
	}
	for _, tt := range tests {
		a := Analyse(tt.line, Env{})
		var got []string
		for _, c := range Distinct(a.Commands) {
			got = append(got, c.Program)
		}
		if strings.Join(got, " ") != tt.want {
			t.Errorf("%s: %q, want %q", tt.line, got, tt.want)
		}
	}
}

// Every member of a command but its place tells it apart, so that a new one
// cannot be forgotten.
func TestDistinctKnowsEveryMember(t *testing.T) {
	base := Command{Args: []Word{{}}, Assigns: []Assign{{}}, Redirs: []Redir{{}}, Via: []string{""}, Context: []string{""}}
	var vary func(path string, v reflect.Value)
	c := base
	same := string(base.appendKey(nil))
	check := func(path string) {
		if string(c.appendKey(nil)) == same {
			t.Errorf("%s does not tell commands apart", path)
		}
	}
	vary = func(path string, v reflect.Value) {
		switch v.Kind() {
		case reflect.String:
			v.SetString("x")
			check(path)
			v.SetString("")
		case reflect.Bool:
			v.SetBool(true)
			check(path)
			v.SetBool(false)
		case reflect.Int:
			v.SetInt(1)
			check(path)
			v.SetInt(0)
		case reflect.Slice:
			vary(path+"[0]", v.Index(0))
		case reflect.Struct:
			for i := range v.NumField() {
				if name := v.Type().Field(i).Name; name != "Pos" {
					vary(path+"."+name, v.Field(i))
				}
			}
		default:
			t.Fatalf("%s is a %s", path, v.Kind())
		}
	}
	vary("Command", reflect.ValueOf(&c).Elem())
}
