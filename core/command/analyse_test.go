package command

import (
	"strings"
	"testing"
)

// shown writes an analysis in one line: commands joined by " | ", then the
// unresolved constructs, each behind "?".
func shown(an Analysis) string {
	var parts []string
	for _, c := range an.Commands {
		words := []string{c.Program}
		if c.Program == "" {
			words[0] = "…"
		}
		for _, w := range c.Args {
			words = append(words, strings.ReplaceAll(w.Value, Unknown, "…"))
		}
		parts = append(parts, strings.Join(words, " "))
	}
	s := strings.Join(parts, " | ")
	for _, u := range an.Unresolved {
		s += " ?" + u.Construct
	}
	return strings.TrimSpace(s)
}

type lineTest struct{ line, want string }

func testLines(t *testing.T, tests []lineTest) {
	t.Helper()
	env := Env{Home: "/home/dev", Dir: "/home/dev/project", User: "dev"}
	for _, test := range tests {
		if got := shown(Analyse(test.line, env)); got != test.want {
			t.Errorf("%s\n got  %s\n want %s", test.line, got, test.want)
		}
	}
}

func TestQuoting(t *testing.T) {
	testLines(t, []lineTest{
		{`'rm' -r ./cache`, `rm -r ./cache`},
		{`"rm" -r ./cache`, `rm -r ./cache`},
		{`r\m -r ./cache`, `rm -r ./cache`},
		{`r""m -r ./cache`, `rm -r ./cache`},
		{"r\\\nm -r ./cache", `rm -r ./cache`},
		{`$'r\155' -r ./cache`, `rm -r ./cache`},
		{`$'\x72\u006d' x`, `rm x`},
		{`$'rm\0ls' x`, `rm x`},
		{`$"rm" x`, `rm x`},
		{`/bin/rm x`, `rm x`},
		{`../../bin/rm x`, `rm x`},
		{`rm.exe x`, `rm x`},
		{`echo 'rm -rf x'`, `echo rm -rf x`},
		{`echo "rm; ls"`, `echo rm; ls`},
		{`echo rm # rm x`, `echo rm`},
		{`echo a\ b 'c d'`, `echo a b c d`},
		{`git commit -m "docs: when to git push and what rm -r removes"`, `git commit -m docs: when to git push and what rm -r removes`},
		{`grep -rn "rm -rf" scripts/`, `grep -rn rm -rf scripts/`},
	})
}

func TestExpansion(t *testing.T) {
	testLines(t, []lineTest{
		{`{rm,-rf,x}`, `rm -rf x`},
		{`r{m,} x`, `rm r x`},
		{`echo {1..3} {a..c} {01..03} {x}`, `echo 1 2 3 a b c 01 02 03 {x}`},
		{`echo a{b,c{d,e}}f`, `echo abf acdf acef`},
		{`echo '{a,b}' "{a,b}" \{a,b\}`, `echo {a,b} {a,b} {a,b}`},
		{`cat ~/.ssh/id ~dev/x ~+/y "~/z"`, `cat /home/dev/.ssh/id /home/dev/x /home/dev/project/y ~/z`},
		{`cat $HOME/x ${PWD}/y "$HOME"`, `cat /home/dev/x /home/dev/project/y /home/dev`},
		{`rm${IFS}-rf${IFS}x`, `rm -rf x`},
		{`${x:-rm} y`, `… y | y | rm y ?program name from ${x:-rm}`},
		{`x=rm; ${x} y`, `: | rm y`},
		{`x=rm; "$x" y`, `: | rm y`},
		{`c="rm -rf"; $c x`, `: | rm -rf x`},
		{`c="rm -rf"; "$c" x`, `: | rm -rf x`},
		{`IFS=,; c=rm,-rf; $c x`, `: | : | rm -rf x`},
		{`x=; ${x:-rm} y`, `: | rm y`},
		{`x=1; ${x:+rm} y`, `: | rm y`},
		{`unset x; ${x-rm} y`, `unset x | rm y`},
		{`x=/usr/bin/rm; ${x##*/} y`, `: | rm y`},
		{`x=rmx; ${x%x} y`, `: | rm y`},
		{`x=xrm; ${x#x} y; ${x:1} z`, `: | rm y | rm z`},
		{`x=lm; ${x/l/r} y`, `: | rm y`},
		{`x=RM; ${x,,} y`, `: | rm y`},
		{`x=rm; y=x; ${!y} z`, `: | : | rm z`},
		{`a=(rm -rf); "${a[@]}" x; ${a[0]} y`, `: | rm -rf x | rm y`},
		{`a=(rm); a+=(-rf); "${a[@]}" x`, `: | : | rm -rf x`},
		{`set -- rm -rf; "$@" x; $1 y`, `set -- rm -rf | rm -rf x | rm y`},
		{`set -- a rm; shift; $1 y`, `set -- a rm | shift | rm y`},
		{`x=r; x+=m; $x y`, `: | : | rm y`},
		{`$(echo rm) x`, `echo rm | rm x`},
		{"`printf rm` x", `printf rm | rm x`},
		{`$(printf 'r%s' m) x`, `printf r%s m | rm x`},
		{`$(which rm) x`, `which rm | rm x`},
		{`$(command -v rm) x`, `command -v rm | rm x`},
		{`$empty rm x`, `… rm x | rm x ?program name from $empty`},
		{`echo $((1+1)) $x "$y"`, `echo … … …`},
		{`"$@" x`, `… x | x ?program name from $@`},
	})
}

func TestPropagationLimits(t *testing.T) {
	testLines(t, []lineTest{
		{`x=rm; read x; $x y`, `: | read x | … y | y ?program name from $x`},
		{`x=ls; (x=rm); $x y`, `: | : | ls y`},
		{`x=ls; if a; then x=rm; fi; $x y`, `: | a | : | rm y | ls y`},
		{`x=ls; a && x=rm; $x y`, `: | a | : | rm y | ls y`},
		{`x=ls; a | x=rm; $x y`, `: | a | : | ls y | rm y`},
		{`x=ls; while a; do $x y; x=rm; done`, `: | a | ls y | … y | y | : ?program name from $x`},
		{`for x in rm ls; do $x y; done`, `rm y | ls y`},
		{`for x in $(cat f); do $x y; done`, `cat f | … y | y ?program name from $x`},
		{`x=rm; unset x; $x ls y`, `: | unset x | ls y`},
		{`x=rm; eval "$z"; $x y`, `: | eval … | … y | y ?text of eval from $z ?program name from $x`},
		{`x=rm; printf -v x ls; $x y`, `: | printf -v x ls | ls y`},
		{`x=1; ((x=2)); echo $x`, `: | echo …`},
		{`: ${x:=rm}; $x y`, `: … | : rm | … y | y | rm y ?program name from $x`},
		{`x=rm sh -c '$x y'`, `sh -c $x y | rm y`},
		{`export x=rm; sh -c '$x y'`, `export x=rm | sh -c $x y | rm y`},
		{`sh -c '$0 $1 y' rm -rf`, `sh -c $0 $1 y rm -rf | rm -rf y`},
		{`declare -i x=1; echo $x`, `declare -i x=1 | echo …`},
		{`f() { x=rm; }; x=ls; f; $x y`, `: | : | rm y`},
		{`f() { local x=rm; $x y; }; f`, `local x=rm | rm y`},
	})
}

func TestControlFlow(t *testing.T) {
	testLines(t, []lineTest{
		{`(rm a) ; { rm b; }`, `rm a | rm b`},
		{`a && rm b || rm c; rm d & rm e`, `a | rm b | rm c | rm d | rm e`},
		{"git status\nrm -r ./cache", `git status | rm -r ./cache`},
		{`if rm a; then rm b; elif rm c; then rm d; else rm e; fi`, `rm a | rm b | rm c | rm d | rm e`},
		{`while rm a; do rm b; done; until rm c; do rm d; done`, `rm a | rm b | rm c | rm d`},
		{`for ((i=0;i<3;i++)); do rm $i; done`, `rm …`},
		{`case $x in a) rm b;; $(rm c)) rm d;; esac`, `rm b | rm c | rm d`},
		{`f() { rm -r $1; }; f x`, `rm -r x`},
		{`f() { rm x; }`, `rm x`},
		{`git() { rm -rf /; }; git push`, `rm -rf /`},
		{`(rm() { :; }); rm x`, `rm x | :`},
		{`rm() { ls; }; unset -f rm; rm x`, `unset -f rm | rm x | ls`},
		{`rm() { ls; }; command rm x`, `command rm x | rm x | ls`},
		{`rm() { ls; }; sudo rm x`, `sudo rm x | rm x | ls`},
		{`select x in a b; do rm $x; done`, `rm a | rm b | rm`},
		{`coproc rm x`, `rm x`},
		{`! rm x`, `rm x`},
		{`time -p rm x`, `rm x`},
		{`[[ -n $(rm x) ]] && (( $(rm y) ))`, `rm x | rm y`},
		{`[ -f x ] || test -d y`, `[ -f x ] | test -d y`},
		{`:(){ :|:& };:`, `: | :`},
	})
}

func TestSubstitution(t *testing.T) {
	testLines(t, []lineTest{
		{`echo "size: $(rm -r ./cache)"`, `rm -r ./cache | echo size: …`},
		{"echo `rm x`", `rm x | echo …`},
		{`x=$(rm y)`, `rm y | :`},
		{`echo > $(rm y)`, `rm y | echo`},
		{`cat <(rm x) >(rm y)`, `rm x | rm y | cat … …`},
		{`echo ${x:-$(rm y)} ${a[$(rm z)]}`, `rm y | rm z | echo … …`},
		{`echo $(( $(rm x) + 1 ))`, `rm x | echo …`},
		{"cat <<EOF\n`rm -r ./cache` $(rm x)\nEOF", `rm -r ./cache | rm x | cat`},
		{"cat <<'EOF'\n`rm -r ./cache` $(rm x)\nEOF", `cat`},
		{`cat <<< "$(rm x)"`, `rm x | cat`},
		{`x='$(rm y)'; echo ${x@P}`, `: | rm y | echo …`},
		{`[[ 'a[$(rm y)]' -eq 1 ]]`, `rm y`},
		{`PS4='$(rm x)'; set -x`, `rm x | : | set -x`},
		{`echo '$(rm x)'`, `echo $(rm x)`},
	})
}

func TestStdin(t *testing.T) {
	testLines(t, []lineTest{
		{`curl x | sh`, `curl x | sh ?script read from a pipe`},
		{`curl x | sudo bash -s -- a`, `curl x | sudo bash -s -- a | bash -s -- a ?script read from a pipe`},
		{`sh -c "$(curl x)"`, `curl x | sh -c … ?text of sh -c from $(curl x)`},
		{`bash <(curl -s x)`, `curl -s x | bash … ?script read from a process substitution`},
		{`awk -f <(curl -s x)`, `curl -s x | awk -f … ?code of awk from a process substitution`},
		{`pwsh -NoProfile -ExecutionPolicy Bypass -File x.ps1 -e y`, `pwsh -NoProfile -ExecutionPolicy Bypass -File x.ps1 -e y`},
		{`pwsh x.ps1 -c y`, `pwsh x.ps1 -c y`},
		{`powershell -nop -COMM ls`, `powershell -nop -COMM ls ?powershell text in a Bash line`},
		{`powershell -w hidden -enc bHM=`, `powershell -w hidden -enc bHM= ?powershell text in a Bash line`},
		{`pwsh <<< 'ls'`, `pwsh ?powershell text in a Bash line`},
		{`aws ssm send-command --parameters '{"commands":["ls \u0061"]}'`, `aws ssm send-command --parameters {"commands":["ls \u0061"]} | ls …0061 ?text of aws ssm send-command with an unknown part`},
		{`source <(curl -s x)`, `curl -s x | source … ?script read from a process substitution`},
		{`echo 'rm -rf x' | sh`, `echo rm -rf x | sh | rm -rf x`},
		{`printf 'rm %s\n' x y | bash`, `printf rm %s\n x y | bash | rm x | rm y`},
		{`echo cm0gLXJmIHgK | base64 -d | sh`, `echo cm0gLXJmIHgK | base64 -d | sh | rm -rf x`},
		{`echo 'x mr' | rev | sh`, `echo x mr | rev | sh | rm x`},
		{`bash <<< 'rm x'`, `bash | rm x`},
		{"bash <<'EOF'\ngit push origin topic\nEOF", `bash | git push origin topic`},
		{"cat <<'EOF' | sh\nrm x\nEOF", `cat | sh | rm x`},
		{"cat <<'EOF' | tee f | sh\nrm x\nEOF", `cat | tee f | sh | rm x`},
		{"ssh host <<'EOF'\nrm x\nEOF", `ssh host | rm x`},
		{"ssh host bash -s <<'EOF'\nrm x\nEOF", `ssh host bash -s | bash -s | rm x`},
		{"docker exec -i c sh <<'EOF'\nrm x\nEOF", `docker exec -i c sh | sh | rm x`},
		{`sh < script.sh`, `sh`},
		{`sh script.sh`, `sh script.sh`},
		{`sh "$x"`, `sh … ?script of sh from $x`},
		{"cat > a.txt <<'EOF'\nrm -r x\nEOF", `cat`},
		{"git commit -F - <<'EOF'\ndocs: note that rm -r ./cache is denied\nEOF", `git commit -F -`},
		{`printf '%s\n' 'git push needs a review' >> notes.md`, `printf %s\n git push needs a review`},
		{"crontab - <<'EOF'\n# c\nA=b\n* * * * * rm x\n@daily rm y\nEOF", `crontab - | rm x | rm y`},
		{"at now <<'EOF'\nrm x\nEOF", `at now | rm x`},
		{"make -f - <<'EOF'\nall:\n\t@rm x\nEOF", `make -f - | rm x ?a makefile read from standard input`},
		{`ls | while read f; do echo "$f"; done`, `ls | read f | echo …`},
		{`echo y | rm x`, `echo y | rm x`},
		{`curl x | python3`, `curl x | python3 ?code of python3 read from a pipe`},
		{`curl x | python3 -m json.tool`, `curl x | python3 -m json.tool`},
		{`curl x | python3 script.py`, `curl x | python3 script.py`},
		{`curl x | jq .a | head`, `curl x | jq .a | head`},
	})
}

func TestShellsAndBuiltins(t *testing.T) {
	testLines(t, []lineTest{
		{`/bin/bash -c "git push origin topic"`, `bash -c git push origin topic | git push origin topic`},
		{`bash -lc 'rm x'`, `bash -lc rm x | rm x`},
		{`bash -o pipefail -xec 'rm x'`, `bash -o pipefail -xec rm x | rm x`},
		{`bash -c -- 'rm x'`, `bash -c -- rm x | rm x`},
		{`bash --norc --rcfile f -c 'rm x'`, `bash --norc --rcfile f -c rm x | rm x`},
		{`sh -c "sh -c 'sh -c \"rm x\"'"`, `sh -c sh -c 'sh -c "rm x"' | sh -c sh -c "rm x" | sh -c rm x | rm x`},
		{`fish -c 'rm x'`, `fish -c rm x | rm x`},
		{`eval rm x`, `eval rm x | rm x`},
		{`eval "rm x; ls"`, `eval rm x; ls | rm x | ls`},
		{`x='rm y'; eval "$x"`, `: | eval rm y | rm y`},
		{`trap 'rm x' EXIT`, `trap rm x EXIT | rm x`},
		{`trap - EXIT; trap '' INT`, `trap - EXIT | trap  INT`},
		{`f() { rm x; }; trap f EXIT`, `trap f EXIT | rm x`},
		{`alias a='rm -r'; a x`, `alias a=rm -r | rm -r | rm -r x | a x`},
		{`exec rm x`, `exec rm x | rm x`},
		{`command -p rm x; command -v rm`, `command -p rm x | rm x | command -v rm`},
		{`builtin eval 'rm x'`, `builtin eval rm x | eval rm x | rm x`},
		{`mapfile -C 'rm x' -c 1 a`, `mapfile -C rm x -c 1 a | rm x`},
		{`PROMPT_COMMAND='rm x'`, `rm x | :`},
		{`GIT_SSH_COMMAND='rm x' git fetch`, `rm x | git fetch`},
		{`source venv/bin/activate && pip list`, `source venv/bin/activate | pip list`},
		{`hash -p /bin/rm ls; ls x`, `hash -p /bin/rm ls | rm x | ls x`},
	})
}

// What a wildcard matched goes through variables as a pattern.
func TestMatched(t *testing.T) {
	for _, tt := range []struct{ line, value, pattern string }{
		{`for f in ~/k/*; do cat $f; done`, "/home/u/k/…", "/home/u/k/*"},
		{`for f in ~/k/*; do cat "$f"; done`, "/home/u/k/…", "/home/u/k/*"},
		{`for f in k/id_?; do g="$f.pub"; cat "$g"; done`, "k/id_….pub", "k/id_*.pub"},
		{`for f in k/[ab]c; do cat "$f"; done`, "k/…c", "k/*c"},
		{`for d in */; do cat "$d/x"; done`, "…//x", "*//x"},
		{`a=(k/*); cat "${a[@]}"`, "k/…", "k/*"},
		{`a=(k/*); cat "$a"`, "k/…", "k/*"},
		{`a=(k/*); cat "${a[3]}"`, "k/…", "k/*"},
		{`a=(x k/*); cat "${a[3]}"`, "…", "…"},
		{`set -- k/*; cat "$@"`, "k/…", "k/*"},
		{`set -- k/*; cat "$2"`, "k/…", "k/*"},
		{`set -- k/*; cat "$#"`, "…", "…"},
		{`f() { cat "$@"; }; f k/*`, "k/…", "k/*"},
		{`sh -c 'cat "$1"' _ k/*`, "k/…", "k/*"},
		{`for f in k/*; do cat "${f%.x}"; done`, "…", "…"},
		{`for f in 'k/*'; do cat "$f"; done`, "k/*", `k/\*`},
	} {
		a := Analyse(tt.line, Env{Home: "/home/u", Dir: "/work"})
		w := a.Commands[len(a.Commands)-1].Args[0]
		show := func(s string) string { return strings.ReplaceAll(s, Unknown, "…") }
		if show(w.Value) != tt.value || show(w.Pattern) != tt.pattern || w.Glob != (strings.Contains(tt.pattern, "*") && !strings.Contains(tt.pattern, `\`)) {
			t.Errorf("%s: %q, pattern %q, glob %v", tt.line, w.Value, w.Pattern, w.Glob)
		}
	}
}

func TestNames(t *testing.T) {
	testLines(t, []lineTest{
		{`$CC -c x.c`, `… -c x.c ?program name from $CC`},
		{`"$HOME/bin/tool" x`, `tool x`},
		{`$GOPATH/bin/tool x`, `tool x`},
		{`./scripts/$name.sh`, `… ?program name from $name`},
		{"rm\u200b -r x", "rm\u200b -r x ?program name rm\\u200b with characters that cannot be seen"},
		{"rm\u00a0x", "rm\u00a0x ?program name rm\\u00a0x with characters that cannot be seen"},
		{"r\x00m x", "rm x ?a NUL byte"},
		{"'rm\r' x", "rm\r x ?program name rm\\r with characters that cannot be seen"},
		{"ls\r\nrm x", "ls | rm x | ls"},
		{"git push\r\n", "git push | git push"},
		{"cd /tmp\r\nrm x\r\n", "cd /tmp | rm x | cd /tmp\r | rm x\r | rm x"},
		{"echo a \\\r\nrm x\r\n", "echo a rm x | echo a \r | rm x"},
		{"if a; then\r\nrm x\r\nfi\r\n", "a | rm x ?syntax that cannot be read: `if <cond>` must be followed by `then`"},
		{"cat <<EOF\r\nx\r\nEOF\r\nrm x", "cat | rm x"},
		{"cd /tmp\r; rm x", "cd /tmp | rm x | cd /tmp\r | rm x | rm x"},
		{"echo a \r# b; rm x", "echo a | echo a \r# b | rm x"},
		{"bash -c 'echo a \r# b; rm x'", "bash -c echo a \r# b; rm x | echo a | echo a \r# b | rm x"},
		{`eval $'echo a \r# b; rm x'`, "eval echo a \r# b; rm x | echo a | echo a \r# b | rm x"},
		{"bash <<'E'\necho a \x01# b; rm x\nE", "bash | echo a \x01# b | rm x"},
		{`/bin/r? x`, `r? x ?program name from the pattern /bin/r?`},
		{`cafés x`, `cafés x`},
		{`=rm x`, `=rm x | rm x`},
		{`> file`, `:`},
		{`echo $x`, `echo …`},
		{`for f in *.go; do gofmt -l "$f"; done`, `gofmt -l ….go`},
		{`VERSION=$(git describe) && echo $VERSION`, `git describe | : | echo …`},
		{`cd "$(git rev-parse --show-toplevel)" && ls`, `git rev-parse --show-toplevel | cd … | ls`},
		{`$(git rev-parse --show-toplevel)/scripts/build x`, `git rev-parse --show-toplevel | build x`},
	})
}

func TestUnparsable(t *testing.T) {
	for line, want := range map[string]string{
		"rm x\n)":      "rm x",
		"rm x; ls; fi": "rm x | ls",
		"if":           "",
		"echo 'a":      "",
		"rm a\nls ((":  "rm a",
		"\xff":         "",
	} {
		an := Analyse(line, Env{})
		if len(an.Unresolved) != 1 || !strings.HasPrefix(an.Unresolved[0].Construct, "syntax that cannot be read: ") || an.Unresolved[0].Pos.Line == 0 {
			t.Errorf("%q: unresolved %+v", line, an.Unresolved)
		}
		if got, _, _ := strings.Cut(shown(an), "?"); strings.TrimSpace(got) != want {
			t.Errorf("%q: commands %s, want %s", line, got, want)
		}
	}
}

func TestDirectory(t *testing.T) {
	tests := []struct{ line, program, want string }{
		{`cd conf && cat .env`, "cat", "conf"},
		{`cd conf; cat .env`, "cat", "conf ."},
		{`cd conf || exit 1; cat .env`, "cat", "conf"},
		{`set -e; cd conf; cat .env`, "cat", "conf"},
		{`cd /home/dev/project; cat .env`, "cat", "/home/dev/project"},
		{`cd /srv/x; cat a`, "cat", "/srv/x ."},
		{`cd; cat x`, "cat", "/home/dev"},
		{`cd ..; cat x`, "cat", ".."},
		{`cd a/b && cd .. && cat x`, "cat", "a"},
		{`(cd a && ls); cat x`, "cat", "."},
		{`cd "$x" && cat y`, "cat", "?"},
		{`cd - && cat y`, "cat", "?"},
		{`pushd a && popd && cat y`, "cat", "?"},
		{`cat x`, "cat", "."},
		{`git -C sub status`, "git", "sub"},
		{`cd a && make -C b`, "make", "a/b"},
		{`env -C d rm x`, "rm", "d"},
		{`sudo -D /srv rm x`, "rm", "/srv"},
		{`sh -c 'cd a && rm x'`, "rm", "a"},
		{`ssh h 'rm x'`, "rm", "?"},
		{`while a; do cd b; done; cat y`, "cat", ". b ?"},
		{`CDPATH=$X; cd a && cat y`, "cat", "?"},
		{`f() { cd a; }; f && cat y`, "cat", "a ."},
	}
	env := Env{Home: "/home/dev", Dir: "/home/dev/project"}
	for _, test := range tests {
		var dirs []string
		for _, c := range Analyse(test.line, env).Commands {
			switch {
			case c.Program != test.program:
			case c.DirKnown:
				dirs = append(dirs, c.Dir)
			default:
				dirs = append(dirs, "?")
			}
		}
		if got := strings.Join(dirs, " "); got != test.want {
			t.Errorf("%s: %s runs in %q, want %q", test.line, test.program, got, test.want)
		}
	}
}

func TestRedirections(t *testing.T) {
	tests := []struct{ line, want string }{
		{`echo a > f`, "> f w"},
		{`echo a >> f 2>&1`, ">> f w"},
		{`cat < f`, "< f"},
		{`a &> f`, "&> f w"},
		{`a >| f <> g`, ">| f w <> g w"},
		{`a >&f`, ">& f w"},
		{`a 2>/dev/null`, "> /dev/null w"},
		{`{ a; } > f`, "> f w"},
		{`if true; then a; fi > f`, "> f w"},
		{`> f`, "> f w"},
		{`a > ~/x$y`, "> /home/dev/x… w"},
		{"a <<E > f\nx\nE", "> f w"},
		{`sh -c a > f`, "> f w"},
	}
	for _, test := range tests {
		cmds := Analyse(test.line, Env{Home: "/home/dev"}).Commands
		var got []string
		for _, r := range cmds[len(cmds)-1].Redirs {
			got = append(got, r.Op, strings.ReplaceAll(r.Target.Value, Unknown, "…"))
			if r.Write {
				got = append(got, "w")
			}
		}
		if s := strings.Join(got, " "); s != test.want {
			t.Errorf("%s: redirections %q, want %q", test.line, s, test.want)
		}
	}
}
