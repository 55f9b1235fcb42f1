//go:build unix

package command

import (
	"bytes"
	"context"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
)

// The oracle runs generated lines under a real bash, in an empty folder, with
// a PATH on which every dangerous name is a stub that records its arguments.
// Whatever ran must be in the analysis, with equal arguments where they are
// constant.

var (
	oracleN    = flag.Int("oracle.n", 300, "lines that the oracle runs")
	oracleSeed = flag.Uint64("oracle.seed", 1, "seed of the generated lines")
)

// stubs are recorded, carriers are the real programs that run them.
var (
	stubs    = []string{"rm", "ls", "git", "curl", "dd", "chmod", "npm", "prog"}
	carriers = []string{"sh", "bash", "env", "nohup", "timeout", "nice", "xargs", "find", "cat", "base64", "setsid", "stdbuf", "tee", "rev", "tr", "mkdir", "touch", "sed"}
)

// TestMain makes the test binary the stub when the sandbox runs it.
func TestMain(m *testing.M) {
	if log := os.Getenv("ORACLE_LOG"); log != "" {
		f, err := os.OpenFile(log, os.O_APPEND|os.O_WRONLY|os.O_CREATE, 0o600)
		if err == nil {
			_, err = f.WriteString(strings.Join(append([]string{filepath.Base(os.Args[0])}, os.Args[1:]...), "\x00") + "\x1e")
		}
		if err != nil {
			os.Exit(1)
		}
		os.Exit(0)
	}
	os.Exit(m.Run())
}

func TestOracle(t *testing.T) {
	bash, err := exec.LookPath("bash")
	if err != nil {
		t.Fatal("this test compares with a real bash: install one")
	}
	box := newSandbox(t, bash)
	gen := &generator{r: rand.New(rand.NewPCG(*oracleSeed, 0))}
	ran, unresolved := 0, 0
	for range *oracleN {
		line := gen.line()
		an := Analyse(line, Env{Home: "/nonexistent/home"})
		calls := box.run(t, line)
		ran += len(calls)
		if len(an.Unresolved) > 0 {
			unresolved++
		}
		for _, argv := range calls {
			if !listed(an, argv) {
				t.Errorf("seed %d: %s\nran      %q\nanalysis %s", *oracleSeed, line, argv, shown(an))
			}
		}
	}
	t.Logf("%d lines of seed %d, %d programs ran, %d lines unresolved; constructs: %v", *oracleN, *oracleSeed, ran, unresolved, gen.used())
	if ran < *oracleN {
		t.Errorf("only %d programs ran in %d lines", ran, *oracleN)
	}
	if unresolved*5 > *oracleN {
		t.Errorf("%d of %d lines are unresolved", unresolved, *oracleN)
	}
}

// listed reports whether a command of the analysis covers what ran.
func listed(an Analysis, argv []string) bool {
	for _, c := range an.Commands {
		if unknown := c.Program == "" && len(an.Unresolved) > 0; unknown || c.Program == argv[0] && covers(c, argv[1:]) {
			return true
		}
	}
	return false
}

func covers(c Command, args []string) bool {
	for i, w := range c.Args {
		if w.Dynamic || w.Glob {
			return true // what follows may be shifted
		}
		if i >= len(args) || args[i] != w.Value {
			return false
		}
	}
	return len(args) == len(c.Args) || c.Opaque
}

type sandbox struct {
	bash, dir, log string
	env            []string
}

func newSandbox(t *testing.T, bash string) *sandbox {
	t.Helper()
	root := t.TempDir()
	bin := filepath.Join(root, "bin")
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	b := &sandbox{bash: bash, dir: filepath.Join(root, "work"), log: filepath.Join(root, "log")}
	for _, dir := range []string{bin, b.dir} {
		if err := os.Mkdir(dir, 0o700); err != nil {
			t.Fatal(err)
		}
	}
	link := func(target, name string) {
		if err := os.Symlink(target, filepath.Join(bin, name)); err != nil {
			t.Fatal(err)
		}
	}
	for _, name := range stubs {
		link(self, name)
	}
	for _, name := range carriers {
		if name == "sh" { // other shells expand less than bash, and never more
			link(bash, name)
		} else if target, err := exec.LookPath(name); err == nil {
			link(target, name)
		}
	}
	b.env = []string{
		"PATH=" + bin, "HOME=/nonexistent/home", "ORACLE_LOG=" + b.log, "LC_ALL=C.UTF-8",
		"GORACE=atexit_sleep_ms=0",
	} // stubs built with -race would wait a second each
	return b
}

// run returns the arguments of every stub that the line ran.
func (b *sandbox) run(t *testing.T, line string) [][]string {
	t.Helper()
	os.Remove(b.log)
	ctx, cancel := context.WithTimeout(context.Background(), 10*time.Second)
	defer cancel()
	cmd := exec.CommandContext(ctx, b.bash, "--norc", "--noprofile", "-c", line)
	cmd.Dir, cmd.Env = b.dir, b.env
	cmd.WaitDelay = time.Second
	if out, err := cmd.CombinedOutput(); ctx.Err() != nil || bytes.Contains(out, []byte("syntax error")) {
		t.Fatalf("the generator made a bad line: %s\n%v %s", line, err, out)
	}
	log, _ := os.ReadFile(b.log)
	var calls [][]string
	for record := range strings.SplitSeq(string(log), "\x1e") {
		if record != "" {
			calls = append(calls, strings.Split(record, "\x00"))
		}
	}
	return calls
}

// generator makes lines that are safe to run in the sandbox.
type generator struct {
	r     *rand.Rand
	vars  int
	count map[string]int
}

func (g *generator) used() []string {
	var out []string
	for name, n := range g.count {
		out = append(out, fmt.Sprintf("%s %d", name, n))
	}
	slices.Sort(out)
	return out
}

func (g *generator) use(name string) {
	if g.count == nil {
		g.count = map[string]int{}
	}
	g.count[name]++
}

func (g *generator) pick(list ...string) string { return list[g.r.IntN(len(list))] }

func (g *generator) fresh() string {
	g.vars++
	return fmt.Sprintf("v%d", g.vars)
}

func (g *generator) line() string { return g.list(3) }

func (g *generator) list(depth int) string {
	s := g.compound(depth)
	for range g.r.IntN(3) {
		sep := g.pick("; ", " && ", " || ", "\n")
		if strings.Contains(s, "<<") {
			sep = "\n"
		}
		s += sep + g.compound(depth)
	}
	return s
}

// construct is a way to build a line from smaller ones; depth is
// what is left.
type construct struct {
	name  string
	build func(g *generator, depth int) string
}

func constructs() []construct {
	return []construct{
		{"group", func(g *generator, d int) string { return "{ " + g.list(d) + "\n}" }},
		{"subshell", func(g *generator, d int) string { return "( " + g.list(d) + "\n)" }},
		{"if", func(g *generator, d int) string {
			return "if " + g.pick("true", "false", g.simple()) + "; then\n" + g.list(d) + "\nelse\n" + g.list(d) + "\nfi"
		}},
		{"for", func(g *generator, d int) string {
			v := g.fresh()
			return "for " + v + " in " + g.words(3) + "; do\n" + g.program() + " $" + v + " \"$" + v + "\"\n" + g.list(d-1) + "\ndone"
		}},
		{"for program", func(g *generator, d int) string {
			v := g.fresh()
			return "for " + v + " in " + g.pick(stubs...) + " " + g.pick(stubs...) + "; do $" + v + " " + g.words(2) + "; done"
		}},
		{"while", func(g *generator, d int) string {
			v := g.fresh()
			return v + "=1; while [ -n \"$" + v + "\" ]; do\n" + v + "=\n" + g.list(d-1) + "\ndone"
		}},
		{"case", func(g *generator, d int) string {
			return "case " + g.word() + " in a) " + g.simple() + ";; *) " + g.list(d) + "\n;; esac"
		}},
		{"function", func(g *generator, d int) string {
			f := "f" + g.fresh()
			return f + "() {\n" + g.program() + " \"$1\" $2\n$1 " + g.words(1) + "\n" + g.list(d-1) + "\n}\n" + f + " " + g.pick(stubs...) + " " + g.words(2)
		}},
		{"eval", func(g *generator, d int) string { return "eval " + quote(g.list(d)) }},
		{"sh -c", func(g *generator, d int) string {
			return g.pick("bash -c ", "sh -c ", "bash -ec ", "bash -o nounset -c ") + quote(g.simple())
		}},
		{"bash -c", func(g *generator, d int) string { return "bash -c " + quote(g.list(d)) }},
		{"bash -c args", func(g *generator, d int) string {
			return "bash -c '$0 \"$@\"; \"$1\" $2' " + g.pick(stubs...) + " " + g.pick(stubs...) + " " + g.words(2)
		}},
		{"here-document", func(g *generator, d int) string { return "bash <<'EOF'\n" + g.simple() + "\nEOF" }},
		{"open here-document", func(g *generator, d int) string {
			return "cat <<EOF\ntext $(" + g.simple() + ") `" + g.pick(stubs...) + " x`\nEOF"
		}},
		{"here-string", func(g *generator, d int) string { return "bash <<< " + quote(g.simple()) }},
		{"echo to shell", func(g *generator, d int) string {
			return "printf '%s\\n' " + quote(g.simple()) + " | " + g.pick("sh", "bash", "cat | bash", "tee f | sh -s", "env bash")
		}},
		{"pipe", func(g *generator, d int) string { return g.simple() + " | " + g.simple() + " | cat" }},
		{"substitution", func(g *generator, d int) string {
			return g.program() + " \"$(" + g.simple() + ")\" `" + g.pick(stubs...) + " y`"
		}},
		{"process substitution", func(g *generator, d int) string { return "cat <(" + g.simple() + ")" }},
		{"default", func(g *generator, d int) string { return ": ${unset_x:-$(" + g.simple() + ")}" }},
		{"arithmetic", func(g *generator, d int) string { return ": $(( 1 + $(" + g.pick(stubs...) + " a; echo 1) ))" }},
		{"test", func(g *generator, d int) string { return "[[ -z $(" + g.simple() + ") ]]" }},
		{"wrapper", func(g *generator, d int) string {
			w := ""
			for range 1 + g.r.IntN(3) {
				w += g.pick("env ", "env -i PATH=\"$PATH\" ORACLE_LOG=\"$ORACLE_LOG\" ", "env A=b -u C ", "nohup ", "timeout 5 ", "timeout -k 2 --signal=KILL 9 ", "nice ", "nice -n 5 ", "setsid -w ", "stdbuf -oL ", "env -- ")
			}
			return w + g.pick(stubs...) + " " + g.words(3)
		}},
		{"builtin", func(g *generator, d int) string {
			return g.pick("command ", "command -p -- ", "command -- ") + g.pick("bash -c ", "bash -c -- ") + quote(g.simple())
		}},
		{"exec", func(g *generator, d int) string {
			return "(exec " + g.pick("", "-- ") + g.pick(stubs...) + " " + g.words(2) + ")"
		}},
		{"env -S", func(g *generator, d int) string {
			return "env " + g.pick("-S", "-S ", "--split-string=") + quote(g.pick(stubs...)+" a 'b c' \"d\"") + " " + g.words(1)
		}},
		{"xargs", func(g *generator, d int) string {
			return "echo a b | xargs " + g.pick("", "-n1 ", "-I{} ", "-t ") + g.pick(stubs...) + " " + g.pick("{}", "-r") + " x"
		}},
		{"find", func(g *generator, d int) string {
			return "find . -maxdepth 0 " + g.pick("-exec", "-execdir") + " " + g.pick(stubs...) + " " + g.words(1) + " {} " + g.pick("\\;", "+", "';'")
		}},
		{"find sh", func(g *generator, d int) string {
			return "find . -maxdepth 0 -exec sh -c '" + g.pick(stubs...) + " \"$1\" $0' a {} \\;"
		}},
		{"trap", func(g *generator, d int) string { return "(trap " + quote(g.simple()) + " EXIT; true)" }},
		{"array", func(g *generator, d int) string {
			v := g.fresh()
			return v + "=(" + g.pick(stubs...) + " " + g.words(2) + "); \"${" + v + "[@]}\"; ${" + v + "[0]} x; " + v + "+=(z); \"${" + v + "[@]:0:2}\""
		}},
		{"set", func(g *generator, d int) string {
			return "set -- " + g.pick(stubs...) + " " + g.words(2) + "; \"$@\"; $1 $#; shift; prog \"$@\""
		}},
		{"read", func(g *generator, d int) string {
			v := g.fresh()
			return "read -r " + v + " <<< " + g.pick(stubs...) + "; $" + v + " " + g.words(1)
		}},
		{"conditional", func(g *generator, d int) string {
			v := g.fresh()
			return v + "=ls; " + g.pick("true", "false") + " && " + v + "=rm; $" + v + " " + g.words(2)
		}},
		{"prefix", func(g *generator, d int) string { return "x=a y=b " + g.pick(stubs...) + " " + g.words(2) }},
		{"exported", func(g *generator, d int) string {
			v := g.fresh()
			return "export " + v + "=" + g.pick(stubs...) + "; bash -c '$" + v + " a'"
		}},
		{"cd", func(g *generator, d int) string { return "mkdir -p d && (cd d && " + g.simple() + ")" }},
		{"redirect", func(g *generator, d int) string { return g.simple() + " > f 2>&1; { " + g.simple() + "; } >> f" }},
		{"background", func(g *generator, d int) string { return "{ " + g.simple() + " & wait; }" }},
		{"base64", func(g *generator, d int) string { return "echo cm0gLXIgeAo= | base64 -d | bash" }},
		{"sed e", func(g *generator, d int) string {
			return "echo a | sed -e 's/a/b/' -e '1e " + g.pick(stubs...) + " x y'"
		}},
	}
}

func (g *generator) compound(depth int) string {
	if depth <= 0 || g.r.IntN(4) == 0 {
		return g.simple()
	}
	all := constructs()
	c := all[g.r.IntN(len(all))]
	g.use(c.name)
	return c.build(g, depth-1)
}

// simple is one command of a stub.
func (g *generator) simple() string { return g.program() + " " + g.words(4) }

// program spells the name of a stub.
func (g *generator) program() string {
	name := g.pick(stubs...)
	a, b := name[:1], name[1:]
	v := g.fresh()
	spellings := []string{
		name, name, "'" + name + "'", `"` + name + `"`, a + `""` + b, a + `\` + b, "$'" + a + fmt.Sprintf(`\x%02x`, b[0]) + b[1:] + "'",
		fmt.Sprintf(`$'\%03o%s'`, a[0], b), "$(echo " + name + ")", "`printf " + name + "`", "$(printf '%s%s' " + a + " " + b + ")",
		"${" + v + ":-" + name + "}", a + "${" + v + "}" + b, "$" + v + name[:0] + " " + name, "\\" + name,
	}
	i := g.r.IntN(len(spellings))
	g.use(fmt.Sprintf("program spelling %02d", i))
	if i >= 11 && i <= 13 {
		return "unset " + v + "; " + spellings[i]
	}
	return spellings[i]
}

func (g *generator) words(most int) string {
	n := 1 + g.r.IntN(most)
	out := make([]string, n)
	for i := range out {
		out[i] = g.word()
	}
	return strings.Join(out, " ")
}

func (g *generator) word() string {
	return g.pick("a", "-rf", "'b c'", `"d e"`, `f\ g`, "{h,i}", "{1..3}", "j{k,l}m", "$'n\\to'", `$'\u00e9\x41\101\cA'`, "~", "~/x", "$HOME/y", `"$HOME"`, "--p=q", "''", `"$(echo r s)"`, "$(echo t u)", "a'b'\"c\"\\d",
		"'$x'", `"\$y"`, `"a\b\"c"`, "{a,b}{c,d}", "{a}", "{03..1}", "{a..e..2}", `\{a,b\}`, "${unset_y}", `"${unset_y}"`, "${unset_y:-z w}", `"${unset_y:-z w}"`, "${HOME##*/}", "${HOME%/*}", "${#HOME}", "${HOME:1:3}", "${HOME/home/x}", "${HOME^^}", "{a,'b c',\"d\"}", "-{x,y}=", "$'a\\'b'", "{,x}y", "é", "a=b", "%", "@", "x{1,}", "$((1+2))", "{-2..2}", "{a..c}{1..2}", `"{a,b}"`)
}
