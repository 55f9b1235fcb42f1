package command

import (
	"encoding/json"
	"os"
	"slices"
	"strings"
	"testing"
)

// prompted is a line under a rule of a client's own, and what came of it.
type prompted struct{ Cmd, Result string }

func promptedLines(t testing.TB) []prompted {
	t.Helper()
	data, err := os.ReadFile("testdata/prompted.json")
	if err != nil {
		t.Fatal(err)
	}
	var file struct{ Live []prompted }
	if err := json.Unmarshal(data, &file); err != nil || len(file.Live) == 0 {
		t.Fatal(len(file.Live), err)
	}
	return file.Live
}

func plainWords(line string) ([]string, bool) {
	a := Analyse(line, Env{Home: "/home/dev"})
	return PlainWords(line, &a)
}

func TestPlainWords(t *testing.T) {
	for line, want := range map[string]bool{
		"git push":                      true,
		"git  push":                     true,
		"git push origin main:main":     true,
		"git push git@host:o/r.git":     true,
		"npm install left-pad@1.3.0":    true,
		"terraform apply -auto-approve": true,
		"":                              false,
		" git push":                     false,
		"git push\n":                    false,
		"git\tpush":                     false,
		"git 'push'":                    false,
		`git "push"`:                    false,
		"g\\it push":                    false,
		"FOO=1 git push":                false,
		"git push --set=x":              false,
		"/usr/bin/git push":             false,
		"./push now":                    false,
		"git push > out":                false,
		"git push 2>&1":                 false,
		"git push &":                    false,
		"git push; ls":                  false,
		"git push && ls":                false,
		"git push | cat":                false,
		"echo hi\ngit push":             false,
		"(git push)":                    false,
		"{ git push; }":                 false,
		"git push $HOME":                false,
		"git push *":                    false,
		"git push a[b]":                 false,
		"git push a?":                   false,
		"git push ~":                    false,
		"git push {a,b}":                false,
		"git push # note":               false,
		"git push !!":                   false,
		"git push HEAD^":                false,
		"! git push":                    false,
		"time git push":                 false,
		"if git push":                   false,
		"export git":                    false,
		"exec git push":                 false,
		"command git push":              false,
		"env git push":                  false,
		"sudo git push":                 false,
		"nohup git push":                false,
		"xargs git push":                false,
		"bash script.sh":                true,
		"2 x":                           false,
		"- x":                           false,
		"git pu\u0441h":                 false,
		"git push \x00":                 false,
		strings.Repeat("a ", 600) + "a": false,
	} {
		words, ok := plainWords(line)
		if ok != want || ok && !slices.Equal(words, strings.Fields(line)) {
			t.Errorf("%q: %q, %v; want %v", line, words, ok, want)
		}
	}
}

// No line that the client was seen to run unasked is plain, nor one that has
// quotes, or several commands.
func TestPlainWordsAreAskedAbout(t *testing.T) {
	plain := 0
	for _, v := range promptedLines(t) {
		_, ok := plainWords(v.Cmd)
		if ok {
			plain++
		}
		if ok && v.Result != "asked" && !strings.HasPrefix(v.Cmd, "git -C ") {
			t.Errorf("%q is plain, and the client runs it unasked", v.Cmd)
		}
	}
	if plain != 5 {
		t.Errorf("%d lines are plain; want git push in four forms, and git -C, which no rule begins with", plain)
	}
}

// FuzzPlainWords holds that a plain line has nothing in it that made the client
// run a line unasked.
func FuzzPlainWords(f *testing.F) {
	for _, v := range promptedLines(f) {
		f.Add(v.Cmd)
	}
	for _, s := range seeds() {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, line string) {
		words, ok := plainWords(line)
		if !ok {
			return
		}
		if strings.ContainsAny(line, "\t\n\r\\'\"`$<>|&;(){}[]*?~#!=%^") {
			t.Errorf("%q has a character that means something", line)
		}
		if strings.Join(words, " ") != strings.Join(strings.Fields(line), " ") || strings.ContainsAny(words[0], "/=") {
			t.Errorf("%q has the words %q", line, words)
		}
		for _, prefix := range []string{"sudo ", "env ", "FOO=1 ", "exec ", "! ", "time "} {
			if _, ok := plainWords(prefix + line); ok {
				t.Errorf("%q is plain behind %q", line, prefix)
			}
		}
		for _, suffix := range []string{" > x", " 2>&1", " &", " $x", " `x`", " *", " ~", " {a,b}", " # x", "\nx", " 'a b'"} {
			if _, ok := plainWords(line + suffix); ok {
				t.Errorf("%q is plain with %q behind it", line, suffix)
			}
		}
	})
}
