package conformance

import (
	"bytes"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/tempahq/tempa/conformance/client"
	"github.com/tempahq/tempa/core/bundle"
	"github.com/tempahq/tempa/core/harness"
	"github.com/tempahq/tempa/core/hook"
	"github.com/tempahq/tempa/core/starter"
)

// machine is a home with a local policy, for hooks that run inside the test.
type machine struct{ home, dir string }

func newMachine(t *testing.T, profile, table []byte) machine {
	t.Helper()
	m := machine{home: filepath.Join(workRoot(t), "home")}
	m.dir = filepath.Join(m.home, "project")
	local := filepath.Join(m.home, ".tempa", "local")
	for _, dir := range []string{filepath.Join(m.dir, ".git"), local} {
		if err := os.MkdirAll(dir, 0o700); err != nil {
			t.Fatal(err)
		}
	}
	for name, data := range map[string][]byte{bundle.ProfileFile: profile, bundle.TableFile: table} {
		if err := os.WriteFile(filepath.Join(local, name), data, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return m
}

// hook runs a hook of a column on a payload.
func (m machine) hook(c column, stdin []byte, args ...string) client.Answer {
	var stdout, stderr bytes.Buffer
	status := hook.Run(&hook.Env{
		Stdin: bytes.NewReader(stdin), Stdout: &stdout, Stderr: &stderr, Args: args,
		Getenv: func(string) string { return "" }, Home: m.home, GOOS: "linux", Now: time.Now, Exit: func(int) {},
		Attended:         func(harness.Headless) bool { return false },
		Interactive:      func(harness.Headless) (harness.Process, bool) { return harness.Process{}, false },
		InstalledVersion: func(harness.Headless) string { return "" },
		Temp:             []string{"/tmp"},
	}, c.dialect)
	return client.Answer{Stdout: stdout.String(), Stderr: stderr.String(), Exit: status}
}

// shell is what a column does with a shell call.
func (m machine) shell(t *testing.T, c column, line string) client.Outcome {
	t.Helper()
	tpl, _ := c.template("shell")
	text := tpl.fill(map[string]string{"home": m.home, "cwd": m.dir, "command": line})
	o := client.For(c.name, c.kindOf(tpl.event))(m.hook(c, []byte(text), "--event", tpl.event))
	if o.Fault != "" {
		t.Errorf("%s: %q: %s", c.name, line, o.Fault)
	}
	return o
}

// One policy, one decision: every client does the same with the lines of the
// corpora, alone and two by two, by the same rules, but for a client that
// cannot ask, which blocks. Codex does not tell the directory of a call, so
// there a relative path may be one that a rule means, and the line is stricter.
func TestEqualDecisions(t *testing.T) {
	m := newMachine(t, starter.Profile(), starter.Table())
	harmless, dangerous := corpusLines(t, "harmless.tsv", 0), corpusLines(t, "dangerous.tsv", 1)
	random := rand.New(rand.NewPCG(1, 2))
	random.Shuffle(len(dangerous), func(i, j int) { dangerous[i], dangerous[j] = dangerous[j], dangerous[i] })
	corpus := append(harmless[:len(harmless):len(harmless)], dangerous[:300]...)
	for range 100 {
		corpus = append(corpus, harmless[random.IntN(len(harmless))]+"\n"+dangerous[random.IntN(len(dangerous))])
	}
	stricter, alarms := 0, 0
	for i, line := range corpus {
		want := m.shell(t, columns[0], line)
		for _, c := range columns[1:] {
			got := m.shell(t, c, line)
			asked := want.Verdict == client.Asks && got.Verdict == client.Blocked && !c.canAsk(client.Tool, false)
			switch {
			case (asked || got.Verdict == want.Verdict) && (ids(got) == ids(want) || c.name == "codex"):
			case c.name == "codex" && got.Verdict == client.Blocked:
				if stricter++; i < len(harmless) {
					alarms++
					t.Logf("a false alarm in codex: %q\n\t%s", line, got.Model)
				}
			default:
				t.Errorf("%q\n\t%s: %s %s\n\t%s: %s %s", line, columns[0].name, want.Verdict, ids(want), c.name, got.Verdict, ids(got))
			}
		}
	}
	t.Logf("%d lines; codex is stricter with %d, %d of them harmless", len(corpus), stricter, alarms)
	if 100*alarms > len(harmless) {
		t.Errorf("codex: %d false alarms with %d harmless lines, want at most 1 %%", alarms, len(harmless))
	}
}

// ids are the policy ids that a reason names.
func ids(o client.Outcome) string {
	_, rest, _ := strings.Cut(o.Model+o.Person, "Tempa (")
	named, _, _ := strings.Cut(rest, ")")
	return named
}

func corpusLines(t *testing.T, file string, column int) []string {
	t.Helper()
	var all []string
	for _, row := range lines(t, file, 5) {
		if !written.MatchString(row[column]) {
			all = append(all, escapes.Replace(row[column]))
		}
	}
	return all
}
