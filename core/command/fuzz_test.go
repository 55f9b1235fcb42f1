package command

import (
	"reflect"
	"strings"
	"testing"
	"time"
	"unicode/utf8"
)

func seeds() []string {
	out := []string{
		"", "rm x", "a && b || c; d & e | f", "cat <<E | sh\nrm $x\nE", `f() { $1 "${@:2}"; }; f rm a`, "x=(a b); ${x[@]}", "${x:-$(a)}", "((a=b?c:d))", "[[ a =~ (b|c) ]]",
		"echo {a..c}{1,2}", `$'\x41\u00e9\cA'`, "case a in (b) c;& *) d;; esac", "for ((;;)); do a; done", "trap 'a $x' EXIT", "sudo -u a env -S 'b c' d", "find . -exec a {} + -delete",
		"xargs -I{} sh -c '{}'", "git -c alias.a='!b' a", "sed 's/a/b/e;1e c'", "echo YQ== | base64 -d | sh", "eval \"$x\"", "coproc a { b; }", "time -p ! a", "a > >(b) 2>&1 <<<c",
		"\x00", "\xff", "a\r\n", "~/a ~b ~+", "\uf8ff x", "alias a='b c'; a d", "while read a; do $a; done", "select a in b; do c; done", "declare -A a=([b]=c)", "x=1 y=$x z", "`a \\`b\\``",
	}
	for _, text := range hostile(300) {
		out = append(out, text)
	}
	return out
}

// FuzzAnalyse holds that every text ends in time, without a panic, the same
// way twice, and with what people are shown being printable.
func FuzzAnalyse(f *testing.F) {
	for _, s := range seeds() {
		f.Add(s)
	}
	env := Env{Home: "/home/dev", Dir: "/home/dev/project", User: "dev"}
	f.Fuzz(func(t *testing.T, line string) {
		start := time.Now()
		an := Analyse(line, env)
		if d := time.Since(start); d > 5*time.Second {
			t.Errorf("took %v", d)
		}
		if again := Analyse(line, env); !reflect.DeepEqual(an, again) {
			t.Errorf("first %s\nthen  %s", shown(an), shown(again))
		}
		if len(an.Commands) > maxCommands {
			t.Errorf("%d commands", len(an.Commands))
		}
		for _, u := range an.Unresolved {
			if u.Construct == "" || len(u.Text) > maxShown || !utf8.ValidString(u.Text) || strings.ContainsAny(u.Text, "\x00\n\r\x1b") {
				t.Errorf("unresolved %+v", u)
			}
		}
		for _, c := range an.Commands {
			if c.Sub < 0 || c.Sub > len(c.Args) || c.Pos.Line < 1 || c.Pos.Col < 1 || c.Pos.Offset < 0 || c.Pos.Offset > len(line) {
				t.Errorf("command %+v", c)
			}
		}
	})
}

// FuzzBounds holds that no repetition of a text makes the parser recurse
// beyond its bound.
func FuzzBounds(f *testing.F) {
	for _, s := range []string{"(", "$(", "{ ", "if ", "((", "((!", "`", "${x:-", "[[ ! ", "f() ", "time ", "\"$(", "a[", "case x in x) ", "cat <<a\n$(", "((a?", "<(", "while ", "coproc "} {
		f.Add("", s, "", uint16(5000))
	}
	f.Fuzz(func(t *testing.T, head, unit, tail string, n uint16) {
		if unit == "" || len(head)+len(tail)+len(unit)*int(n) > maxText {
			return
		}
		text := head + strings.Repeat(unit, int(n)) + tail
		start := time.Now()
		Analyse(text, Env{})
		if d := time.Since(start); d > 5*time.Second {
			t.Errorf("took %v", d)
		}
	})
}
