package hook

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/tempahq/tempa/core/bundle"
	"github.com/tempahq/tempa/core/decision"
	"github.com/tempahq/tempa/core/event"
	"github.com/tempahq/tempa/core/harness"
	"github.com/tempahq/tempa/core/payload"
	"github.com/tempahq/tempa/core/rule"
	"github.com/tempahq/tempa/core/table"
)

// fake is a client whose payload says what the event is and whose answers are
// readable.
type fake struct {
	asks bool
	fail map[event.Kind]harness.FailForm
}

func (f fake) Info() *harness.Info {
	return &harness.Info{
		Name: "fake", Title: "Fake", Program: "tempa-fake", Fail: f.fail,
		Events: []harness.Event{{Name: "Pre", Kind: event.ToolPre}, {Name: "Prompt", Kind: event.PromptSubmit}, {Name: "Stop", Kind: event.TurnStop}, {Name: "End", Kind: event.SessionEnd}},
	}
}

func (f fake) Decode(in *payload.Object, name string) (*event.Event, error) {
	text := func(key string) string { s, _ := in.Get(key).Str(); return s }
	if own := text("event"); own != "" {
		name = own
	}
	ev := unreadable(f, name)
	ev.Session.ID = "s"
	if e := text("error"); e != "" {
		return ev, errors.New(e)
	}
	if text("panic") != "" {
		panic("decode")
	}
	ev.Dir, ev.Prompt, ev.Settings = text("dir"), text("prompt"), text("settings")
	if k := text("kind"); k != "" {
		ev.Kind = event.Kind(k)
	}
	if c := text("command"); c != "" {
		ev.Tool = &event.Tool{Name: "sh", Rule: "Bash", Kind: event.ToolShell, Language: event.Bash, Command: c, Input: []byte(c)}
	}
	if p := text("read"); p != "" {
		ev.Tool = &event.Tool{Name: "read", Rule: "Read", Kind: event.ToolRead, Paths: []event.Path{{Path: p, Access: event.AccessRead}}}
	}
	return ev, nil
}

func (f fake) Encode(ev *event.Event, d decision.Decision) harness.Answer {
	if d.Kind == decision.Defer || d.Kind == decision.Allow {
		return harness.Answer{}
	}
	if strings.Contains(d.Reason, "encode panics") {
		panic("encode")
	}
	return harness.Answer{Stdout: []byte(strings.Join(append([]string{d.Kind.String() + " " + d.Text()}, d.Guidance...), "\n") + "\n")}
}

func (f fake) CanAsk(*event.Event, harness.Client) bool { return f.asks }

// process is a hook's environment in a test, with an empty home.
func process(t *testing.T, stdin string, args ...string) (*Env, *bytes.Buffer, *bytes.Buffer) {
	t.Helper()
	var stdout, stderr bytes.Buffer
	return &Env{
		Stdin: strings.NewReader(stdin), Stdout: &stdout, Stderr: &stderr, Args: args,
		Getenv: func(string) string { return "" }, Home: t.TempDir(), GOOS: "linux",
		Now:              func() time.Time { return time.Date(2026, 12, 1, 0, 0, 0, 0, time.UTC) },
		Exit:             func(int) {},
		Attended:         func(harness.Headless) bool { return false },
		Interactive:      func(harness.Headless) (harness.Process, bool) { return harness.Process{}, false },
		InstalledVersion: func(harness.Headless) string { return "" },
	}, &stdout, &stderr
}

// withPolicy writes a local policy of rule strings into the home.
func withPolicy(t *testing.T, env *Env, defaultDecision string, deny, ask []string) {
	t.Helper()
	var rows []rule.Row
	for effect, list := range map[rule.Effect][]string{rule.Deny: deny, rule.Ask: ask} {
		for i, text := range list {
			row, err := rule.Parse(effect, fmt.Sprintf("permissions/%s/%d", effect, i+1), text)
			if err != nil {
				t.Fatal(err)
			}
			rows = append(rows, row)
		}
	}
	data, err := table.Build(table.Header{Version: "1", DefaultDecision: defaultDecision}, rows)
	if err != nil {
		t.Fatal(err)
	}
	put(t, filepath.Join(env.Home, ".tempa", "local", "rules.table"), data)
}

func put(t testing.TB, file string, data []byte) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(file), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, data, 0o600); err != nil {
		t.Fatal(err)
	}
}

func TestRun(t *testing.T) {
	key := "-----BEGIN RSA PRIVATE KEY-----\\nMIIEowIBAAKCAQEAxyzxyzxyzxyzxyzxyzxyzxyzxyzxyzxyzxyzxyzxyzxyz\\n-----END RSA PRIVATE KEY-----"
	tests := []struct {
		name   string
		d      fake
		args   []string
		stdin  string
		status int
		stdout string // prefix
		stderr string // prefix
	}{
		{"no objection", fake{}, []string{"--event", "Pre"}, `{"command":"git status"}`, 0, "", ""},
		{"deny", fake{}, []string{"--event", "Pre"}, `{"command":"rm -r x"}`, 0, "deny Tempa (permissions/deny/1): ", ""},
		{"a real ask", fake{asks: true}, []string{"--event", "Pre"}, `{"command":"git push"}`, 0, "ask Tempa (permissions/ask/1): ", ""},
		{"an ask that nobody can answer", fake{}, []string{"--event", "Pre"}, `{"command":"git push"}`, 0, "deny Tempa (permissions/ask/1): ", ""},
		{"own files", fake{}, []string{"--event", "Pre"}, `{"read":"~/.tempa/config.json"}`, 0, "deny Tempa (tempa/own-files): ", ""},
		{"a prompt with a key", fake{}, []string{"--event", "Prompt"}, `{"prompt":"use ` + key + `"}`, 0, "deny Tempa blocked this prompt: it looks like it contains ", ""},
		{"a harmless prompt", fake{}, []string{"--event", "Prompt"}, `{"prompt":"hello"}`, 0, "", ""},
		{"a flag twice", fake{}, []string{"--event", "Pre", "--event", "Stop"}, `{}`, 2, "", "tempa: hook failed (--event is on the hook line twice)"},
		{"a tool call by the hook line only", fake{}, []string{"--event", "Pre"}, `{"event":"Stop"}`, 2, "", "tempa: hook failed (the payload is of another event than the hook line)"},
		{"a tool call that fails as another event", fake{}, []string{"--event", "Pre"}, `{"event":"Stop","error":"bad"}`, 2, "", "tempa: hook failed (bad)"},
		{"a tool call by the payload only", fake{}, []string{"--event", "Stop"}, `{"event":"Pre","command":"rm -r x"}`, 0, "deny Tempa (permissions/deny/1): ", ""},
		{"an event that is not judged", fake{}, []string{"--event", "Stop"}, `{}`, 0, "", ""},
		{"no JSON", fake{}, []string{"--event", "Pre"}, `oops`, 2, "", "tempa: hook failed (the payload is not JSON (at byte 0)); blocking (fail closed)\n"},
		{"no JSON and no event name", fake{}, nil, `oops`, 2, "", "tempa: hook failed (the payload "},
		{"no JSON on an event that is not judged", fake{}, []string{"--event", "Stop"}, `oops`, 0, "", ""},
		{"an error of the dialect", fake{}, []string{"--event", "Pre"}, `{"error":"no cwd"}`, 2, "", "tempa: hook failed (no cwd); blocking"},
		{"a panic", fake{}, []string{"--event", "Pre"}, `{"panic":"x"}`, 2, "", "tempa: hook failed (internal error); blocking"},
		{"a panic on an event that is not judged", fake{}, []string{"--event", "Stop"}, `{"panic":"x"}`, 0, "", ""},
		{"an unknown flag", fake{}, []string{"--event", "Pre", "--loose", "x"}, `{}`, 2, "", "tempa: hook failed (unknown flag --loose on the hook line); blocking"},
		{"an unknown flag on an event that is not judged", fake{}, []string{"--event", "Stop", "--loose", "x"}, `{}`, 0, "", ""},
		{"another harness", fake{}, []string{"--event", "Pre", "--harness", "codex"}, `{}`, 2, "", `tempa: hook failed (this is the hook of fake, not of "codex"); blocking`},
		{"a bundle without its key", fake{}, []string{"--event", "Pre", "--bundle", "/nowhere"}, `{"command":"ls"}`, 2, "", "tempa: hook failed ("},
		{"a relative state folder", fake{}, []string{"--event", "Pre", "--state", "x"}, `{"command":"ls"}`, 2, "", "tempa: hook failed (--state needs an absolute path"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			env, stdout, stderr := process(t, tt.stdin, tt.args...)
			withPolicy(t, env, "defer", []string{"Bash(rm:*)"}, []string{"Bash(git push:*)"})
			status := Run(env, tt.d)
			if status != tt.status || !starts(stdout.String(), tt.stdout) || !starts(stderr.String(), tt.stderr) {
				t.Errorf("status %d, stdout %q, stderr %q\nwant %d, %q, %q", status, stdout.String(), stderr.String(), tt.status, tt.stdout, tt.stderr)
			}
		})
	}
}

// starts is a prefix test in which nothing only starts nothing.
func starts(got, want string) bool {
	return got == want || want != "" && strings.HasPrefix(got, want)
}

func TestAskThatNobodyCanAnswerTellsTheWayOn(t *testing.T) {
	env, stdout, _ := process(t, `{"command":"git push"}`, "--event", "Pre")
	withPolicy(t, env, "defer", nil, []string{"Bash(git push:*)"})
	Run(env, fake{})
	want := "This needs a person's yes and Fake cannot ask here. Tell the developer the exact command and why; they can run it themselves or change the policy.\n"
	if !strings.HasSuffix(stdout.String(), want) {
		t.Errorf("stdout %q does not end in %q", stdout.String(), want)
	}
}

func TestFailForms(t *testing.T) {
	text := "tempa: hook failed (x); blocking (fail closed)"
	tests := []struct {
		form harness.FailForm
		want harness.Answer
	}{
		{harness.FailSilent, harness.Answer{}},
		{harness.FailExit, harness.Answer{Stderr: text, Exit: 2}},
		{harness.FailExitObject, harness.Answer{Stdout: []byte("deny " + text + "\n"), Stderr: text, Exit: 2}},
		{harness.FailObject, harness.Answer{Stdout: []byte("deny " + text + "\n")}},
	}
	for _, tt := range tests {
		d := fake{fail: map[event.Kind]harness.FailForm{event.ToolPre: tt.form}}
		got := failAnswer(d, &event.Event{Kind: event.ToolPre}, "x")
		if string(got.Stdout) != string(tt.want.Stdout) || got.Stderr != tt.want.Stderr || got.Exit != tt.want.Exit {
			t.Errorf("form %d: %+v, want %+v", tt.form, got, tt.want)
		}
	}
	if got := failAnswer(fake{}, &event.Event{Kind: event.SettingsChange}, "x"); got.Exit != 2 {
		t.Errorf("a judged kind without a form: %+v, want exit 2", got)
	}
	if got := failAnswer(fake{}, &event.Event{Kind: event.TurnStop}, "x"); got.Exit != 0 || got.Stderr != "" {
		t.Errorf("an event that is not judged: %+v, want silence", got)
	}
}

func TestEncodeThatPanicsBlocks(t *testing.T) {
	d := decision.Because(decision.Deny, "x", "encode panics")
	if a := encode(fake{}, &event.Event{Kind: event.ToolPre}, d); a.Exit != 2 || a.Stderr == "" {
		t.Errorf("tool call: %+v", a)
	}
	if a := encode(fake{}, &event.Event{Kind: event.TurnStop}, d); a.Exit != 0 || a.Stderr != "" {
		t.Errorf("stop: %+v", a)
	}
}

// closed is a stream that the client has closed.
type closed struct{}

func (closed) Write([]byte) (int, error) { return 0, io.ErrClosedPipe }

// cut is a stream that takes a part of what is written.
type cut struct{}

func (cut) Write(p []byte) (int, error) { return len(p) / 2, io.ErrShortWrite }

func TestAnswerThatCannotBeWrittenBlocks(t *testing.T) {
	for name, w := range map[string]io.Writer{"closed": closed{}, "half": cut{}} {
		t.Run(name, func(t *testing.T) {
			env, _, stderr := process(t, `{"command":"rm x"}`, "--event", "Pre")
			withPolicy(t, env, "defer", []string{"Bash(rm:*)"}, nil)
			env.Stdout = w
			if status := Run(env, fake{}); status != 2 || !strings.Contains(stderr.String(), "could not be written") {
				t.Errorf("status %d, stderr %q", status, stderr.String())
			}
		})
	}
	t.Run("both closed", func(t *testing.T) {
		env, _, _ := process(t, `{"command":"rm x"}`, "--event", "Pre")
		withPolicy(t, env, "defer", []string{"Bash(rm:*)"}, nil)
		env.Stdout, env.Stderr = closed{}, closed{}
		if status := Run(env, fake{}); status != 2 {
			t.Errorf("status %d, want 2", status)
		}
	})
}

// hang is a stdin that never ends.
type hang struct{ ch chan struct{} }

func (h hang) Read([]byte) (int, error) { <-h.ch; return 0, io.EOF }

func TestWatchdogAnswersInTime(t *testing.T) {
	for event, want := range map[string]int{"Pre": 2, "Prompt": 2, "Stop": 0} {
		t.Run(event, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				env, stdout, stderr := process(t, "", "--event", event)
				forever := hang{make(chan struct{})}
				env.Stdin = forever
				exited := make(chan int, 1)
				env.Exit = func(status int) { exited <- status; close(forever.ch) }
				began := time.Now()
				status := Run(env, fake{})
				if took := time.Since(began); took != budget {
					t.Errorf("answered after %v, want %v", took, budget)
				}
				if got := <-exited; got != want || status != want {
					t.Errorf("exit status %d, returned %d, want %d", got, status, want)
				}
				if stdout.Len() > 0 || (stderr.Len() > 0) != (want == 2) {
					t.Errorf("stdout %q, stderr %q", stdout.String(), stderr.String())
				}
			})
		})
	}
}

// stuck is a stream that takes nothing and never fails.
type stuck struct{ ch chan struct{} }

func (s stuck) Write([]byte) (int, error) { <-s.ch; return 0, io.ErrClosedPipe }

func TestAnswerThatNobodyTakes(t *testing.T) {
	for _, tt := range []struct {
		event    string
		noStderr bool
		status   int
		told     bool
	}{{"Pre", false, 2, true}, {"Pre", true, 2, false}, {"Stop", false, 0, false}} {
		synctest.Test(t, func(t *testing.T) {
			env, _, stderr := process(t, "", "--event", tt.event)
			nobody := stuck{make(chan struct{})}
			env.Stdout = nobody
			if tt.noStderr {
				env.Stderr = nobody
			}
			exited := make(chan int, 3)
			env.Exit = func(status int) { exited <- status }
			h := &handler{env: env}
			h.know(fake{}, unreadable(fake{}, tt.event))
			h.watch()
			h.slot.take()
			go h.say(harness.Answer{Stdout: []byte("deny")})
			if got := <-exited; got != tt.status {
				t.Errorf("%+v: exit status %d", tt, got)
			}
			close(nobody.ch)
			synctest.Wait()
			if told := strings.Contains(stderr.String(), "nobody takes the answer"); told && !tt.told {
				t.Errorf("%+v: stderr %q", tt, stderr.String())
			}
		})
	}
}

// slow is a stream that takes everything, after the time is up.
type slow struct{ io.Writer }

func (s slow) Write(data []byte) (int, error) {
	time.Sleep(budget + grace/2)
	return s.Writer.Write(data)
}

func TestWatchdogIsSilentAfterTheAnswer(t *testing.T) {
	for name, prepare := range map[string]func(*Env){
		"in time":                           func(*Env) {},
		"being written when the time is up": func(env *Env) { env.Stderr = slow{env.Stderr} },
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				env, _, stderr := process(t, "{", "--event", "Pre")
				prepare(env)
				env.Exit = func(status int) { t.Errorf("the watchdog ended the process with status %d", status) }
				if status := Run(env, fake{}); status != 2 {
					t.Errorf("exit status %d, want 2", status)
				}
				answer := stderr.String()
				time.Sleep(2 * (budget + grace))
				if got := stderr.String(); got != answer {
					t.Errorf("stderr %q, and later %q", answer, got)
				}
			})
		})
	}
}

func TestNoPolicyIsNotOpen(t *testing.T) {
	_, key, err := bundle.GenerateKey("tempa-test")
	if err != nil {
		t.Fatal(err)
	}
	login := `{"tenant":"t","key":"` + key + `"}`
	tests := []struct{ name, stdin, login, want string }{
		{"a shell call without a login asks", `{"command":"ls"}`, "", "ask Tempa (tempa/no-profile): "},
		{"a read does not", `{"read":"a"}`, "", ""},
		{"a shell call on a login that never synced is denied", `{"command":"ls"}`, login, "deny Tempa (tempa/no-profile): "},
		{"a read on such a login is not", `{"read":"a"}`, login, ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			env, stdout, stderr := process(t, tt.stdin, "--event", "Pre")
			if tt.login != "" {
				put(t, filepath.Join(env.Home, ".tempa", "login.json"), []byte(tt.login))
			}
			if status := Run(env, fake{asks: true}); status != 0 || !starts(stdout.String(), tt.want) {
				t.Errorf("status %d, stdout %q, stderr %q, want %q", status, stdout.String(), stderr.String(), tt.want)
			}
		})
	}
}

func TestPolicyThatCannotBeTrustedBlocks(t *testing.T) {
	tests := map[string]func(t *testing.T, dir string){
		"corrupt":                           func(t *testing.T, dir string) { put(t, filepath.Join(dir, "rules.table"), []byte("nonsense")) },
		"empty":                             func(t *testing.T, dir string) { put(t, filepath.Join(dir, "rules.table"), nil) },
		"writable by others":                func(t *testing.T, dir string) { os.Chmod(filepath.Join(dir, "rules.table"), 0o666) },
		"in a folder that others can write": func(t *testing.T, dir string) { os.Chmod(dir, 0o777) },
		"a folder": func(t *testing.T, dir string) {
			os.Remove(filepath.Join(dir, "rules.table"))
			os.Mkdir(filepath.Join(dir, "rules.table"), 0o700)
		},
	}
	for name, spoil := range tests {
		t.Run(name, func(t *testing.T) {
			env, _, stderr := process(t, `{"command":"ls"}`, "--event", "Pre")
			withPolicy(t, env, "allow", nil, nil)
			spoil(t, filepath.Join(env.Home, ".tempa", "local"))
			if status := Run(env, fake{}); status != 2 || !strings.Contains(stderr.String(), "local policy") {
				t.Errorf("status %d, stderr %q", status, stderr.String())
			}
		})
	}
}

func TestSettingsChange(t *testing.T) {
	tests := []struct{ name, content, want string }{
		{"hooks off", `{"disableAllHooks":true}`, "deny This change of "},
		{"harmless", `{"model":"x"}`, ""},
		{"no JSON", `{`, "deny This change of "},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			file := filepath.Join(t.TempDir(), "settings.json")
			put(t, file, []byte(tt.content))
			env, stdout, stderr := process(t, `{"kind":"settings.change","settings":"`+file+`"}`, "--event", "Config")
			if status := Run(env, fake{}); status != 0 || !starts(stdout.String(), tt.want) {
				t.Errorf("status %d, stdout %q, stderr %q, want %q", status, stdout.String(), stderr.String(), tt.want)
			}
		})
	}
}

// A name that leads to another file for the client than for the hook is refused,
// not taken for a file that was removed.
func TestSettingsOfUnknownFile(t *testing.T) {
	env, stdout, _ := process(t, `{"kind":"settings.change","settings":"settings.json"}`, "--event", "Config")
	if status := Run(env, fake{}); status != 0 || !starts(stdout.String(), "deny This change of settings.json is refused") {
		t.Errorf("status %d, stdout %q", status, stdout.String())
	}
}

// A disk that takes nothing changes no answer.
func TestReadOnlyStateKeepsTheDecision(t *testing.T) {
	if os.Getuid() == 0 {
		// root writes anywhere, so a file stands where the folders would.
		env, stdout, _ := process(t, `{"command":"rm x"}`, "--event", "Pre")
		withPolicy(t, env, "defer", []string{"Bash(rm:*)"}, nil)
		for _, name := range []string{"spool", "log", "sessions", "last-event", "seen"} {
			put(t, filepath.Join(env.Home, ".tempa", name), []byte("not a folder"))
		}
		if status := Run(env, fake{}); status != 0 || !strings.HasPrefix(stdout.String(), "deny ") {
			t.Errorf("status %d, stdout %q", status, stdout.String())
		}
		return
	}
	env, stdout, _ := process(t, `{"command":"rm x"}`, "--event", "Pre")
	withPolicy(t, env, "defer", []string{"Bash(rm:*)"}, nil)
	os.Chmod(filepath.Join(env.Home, ".tempa"), 0o500)
	if status := Run(env, fake{}); status != 0 || !strings.HasPrefix(stdout.String(), "deny ") {
		t.Errorf("status %d, stdout %q", status, stdout.String())
	}
}
