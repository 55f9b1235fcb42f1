package conformance

import (
	"bytes"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"time"

	"github.com/rogpeppe/go-internal/testscript"

	"github.com/tempahq/tempa/conformance/client"
	"github.com/tempahq/tempa/core/harness"
	"github.com/tempahq/tempa/core/hook"
)

// answered is one client's hook after it ran.
type answered struct {
	column  column
	kind    client.Kind
	event   string
	answer  client.Answer
	missing string // why there was nothing to run
}

// parameters are what a call is given, in the order of its words.
var parameters = map[string][]string{
	"shell":      {"command"},        // a command line
	"shell-in":   {"dir", "command"}, // one with a directory of its own
	"encoded":    {"command"},        // one whose arguments are JSON inside a text
	"powershell": {"command"},
	"skill":      {"command"}, // a line of a custom command or skill
	"type":       {"command"}, // text for a running shell
	"read":       {"path"},
	"find":       {"pattern"},
	"grep":       {"path"},
	"write":      {"path"},
	"edit":       {"path"},
	"notebook":   {"path"},
	"patch":      {"path"},
	"fetch":      {"url"},
	"mcp":        {"server", "tool"},
	"agent":      {},
	"session":    {},
	"unknown":    {"tool", "command"},
	"settings":   {"path"}, // a change of the client's settings
}

// call lets all clients ask about the same tool call.
func (s *story) call(args []string) {
	const usage = "usage: call KIND VALUE... (<FILE is the content of a file)\nkinds: shell, shell-in, encoded, powershell, skill, type, read, find, grep, write, edit, notebook, patch, fetch, mcp, agent, session, unknown, settings"
	if len(args) == 0 || parameters[args[0]] == nil || len(args)-1 != len(parameters[args[0]]) {
		s.ts.Fatalf(usage)
	}
	values := map[string]string{}
	for i, name := range parameters[args[0]] {
		values[name] = args[i+1]
		if file, ok := strings.CutPrefix(args[i+1], "<"); ok {
			values[name] = s.ts.ReadFile(file)
		}
	}
	s.ask(args[0], values)
}

// prompt lets all clients submit the same prompt.
func (s *story) prompt(args []string) {
	if len(args) == 0 {
		s.ts.Fatalf("usage: prompt WORD... (<FILE is the content of a file)")
	}
	text := strings.Join(args, " ")
	if file, ok := strings.CutPrefix(text, "<"); ok {
		text = s.ts.ReadFile(file)
	}
	s.ask("prompt", map[string]string{"prompt": text})
}

// event lets all clients report another event.
func (s *story) event(args []string) {
	if len(args) != 1 || !strings.Contains(" start post stop end other ", " "+args[0]+" ") {
		s.ts.Fatalf("usage: event start|post|stop|end|other")
	}
	s.ask(args[0], map[string]string{"command": "true"})
}

// raw gives all hooks the bytes of a file, without its last line end, under the
// event of a call (shell, unless another kind is named); - is nothing. name=
// puts another event's name on the hook line, noname leaves it out.
func (s *story) raw(args []string) {
	const usage = "usage: raw FILE|- [KIND] [name=EVENT|noname]"
	if len(args) == 0 {
		s.ts.Fatalf(usage)
	}
	kind, name, named := "shell", "", true
	for _, a := range args[1:] {
		switch n, isName := strings.CutPrefix(a, "name="); {
		case isName:
			name = n
		case a == "noname":
			named = false
		default:
			kind = a
		}
	}
	var data []byte
	if args[0] != "-" {
		data = []byte(strings.TrimSuffix(s.ts.ReadFile(args[0]), "\n"))
	}
	s.begin()
	for _, c := range columns {
		t, ok := c.template(kind)
		event := t.event
		if name != "" {
			event, ok = name, true
		}
		if !ok {
			s.none(c, kind)
			continue
		}
		text := s.substitute(data)
		if !named {
			s.run(c, t.event, text, nil)
			continue
		}
		s.run(c, event, text, []string{"--event", event})
	}
}

// substitute fills the placeholders of a payload that stands in a story.
func (s *story) substitute(data []byte) []byte {
	return []byte(template{text: string(data)}.fill(map[string]string{"home": s.home, "cwd": s.dir}))
}

// ask runs the hook of each client on its payload for a call.
func (s *story) ask(kind string, values map[string]string) {
	values["home"], values["cwd"] = s.home, s.dir
	if values["content"] == "" {
		values["content"] = "one\n"
	}
	if values["dir"] != "" && !filepath.IsAbs(values["dir"]) {
		values["dir"] = filepath.Join(s.dir, values["dir"])
	}
	s.begin()
	for _, c := range columns {
		t, ok := c.template(kind)
		if !ok {
			s.none(c, kind)
			continue
		}
		line := t.event
		if s.guest != nil {
			guest, ok := s.guest.template(kind)
			if line = guest.event; !ok {
				s.ts.Fatalf("%s has no hook line for %q", s.guest.name, kind)
			}
		}
		s.run(c, t.event, []byte(t.fill(values)), []string{"--event", line})
	}
}

func (s *story) begin() {
	if len(s.answers) > 0 && len(s.done) < s.at {
		s.ts.Fatalf("the step before this one has no expect")
	}
	s.answers = nil
	s.at++
}

// none notes that a client has no such tool; the story has to say why.
func (s *story) none(c column, kind string) {
	why := s.missing[kind+" "+c.name]
	if why == "" {
		s.ts.Fatalf("%s has no payload for %q; say why: without %s %s REASON", c.name, kind, kind, c.name)
	}
	s.answers = append(s.answers, &answered{column: c, missing: why})
}

// without says why clients have no such tool or event. It fails when they do.
func (s *story) without(args []string) {
	if len(args) < 3 {
		s.ts.Fatalf("usage: without KIND CLIENT[,CLIENT...] WHY...")
	}
	for name := range strings.SplitSeq(args[1], ",") {
		if !isColumn(name) {
			s.ts.Fatalf("there is no client %q", name)
		}
		for _, c := range columns {
			if _, has := c.template(args[0]); c.name == name && has {
				s.ts.Fatalf("%s has a payload for %q", name, args[0])
			}
		}
		s.missing[args[0]+" "+name] = strings.Join(args[2:], " ")
	}
}

// run starts a hook and keeps what it answered.
func (s *story) run(c column, event string, stdin []byte, args []string) {
	a := &answered{column: c, kind: c.kindOf(event), event: event}
	args = append(append([]string{"hook"}, args...), s.extra...)
	dialect := c.dialect
	if s.guest != nil {
		dialect = s.guest.dialect
	}
	if s.here.set || raceDetector && s.plain() {
		a.answer = s.runInside(dialect, stdin, args[1:])
	} else {
		a.answer = s.runProcess(dialect.Info().Program, stdin, args)
	}
	s.answers = append(s.answers, a)
}

// plain reports whether a hook finds nothing around it that only a process can
// have. Under the race detector such a hook runs inside the test: the detector
// looks at one process, and makes the start of another one slow.
func (s *story) plain() bool {
	return len(s.how) == 0 && len(s.env) == 0 && s.ts.Getenv("HOME") == s.home
}

// hung is more than a hook ever takes.
const hung = 30 * time.Second

func (s *story) runProcess(program string, stdin []byte, args []string) client.Answer {
	path, err := exec.LookPath(program)
	s.ts.Check(err)
	cmd := exec.Command(path, args...)
	cmd.Stdin = bytes.NewReader(stdin)
	cmd.Env = s.environment()
	cmd.Dir = s.dir
	var stdout, stderr bytes.Buffer
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	release := s.how.apply(cmd)
	defer release()
	s.ts.Check(cmd.Start())
	timer := time.AfterFunc(hung, func() { cmd.Process.Kill() })
	defer timer.Stop()
	err = cmd.Wait()
	var status *exec.ExitError
	if err != nil && !errors.As(err, &status) && !errors.Is(err, os.ErrClosed) && cmd.ProcessState == nil {
		s.ts.Fatalf("%s: %v", program, err)
	}
	return client.Answer{Stdout: stdout.String(), Stderr: stderr.String(), Exit: cmd.ProcessState.ExitCode()}
}

// environ sets what stands in the environment of the following hooks besides
// HOME, PATH and TMPDIR: a project can do so with some clients.
func (s *story) environ(args []string) {
	for _, a := range args {
		if !strings.Contains(a, "=") {
			s.ts.Fatalf("usage: environ [NAME=VALUE...]")
		}
	}
	s.env = args
}

// environment is what a hook process starts with.
func (s *story) environment() []string {
	env := append([]string{"PATH=" + s.ts.Getenv("PATH"), "TMPDIR=" + s.ts.Getenv("TMPDIR"), "GORACE=" + s.ts.Getenv("GORACE")}, s.env...)
	if home := s.ts.Getenv("HOME"); home != "" {
		env = append(env, "HOME="+home)
	}
	return env
}

func (s *story) runInside(d harness.Dialect, stdin []byte, args []string) client.Answer {
	var stdout, stderr bytes.Buffer
	env := &hook.Env{
		Stdin: bytes.NewReader(stdin), Stdout: &stdout, Stderr: &stderr, Args: args,
		Getenv: func(string) string { return "" },
		Home:   s.home, GOOS: runtime.GOOS, Now: time.Now, Exit: func(int) {},
		Attended:         func(harness.Headless) bool { return s.here.attended },
		Interactive:      func(harness.Headless) (harness.Process, bool) { return harness.Process{}, false },
		InstalledVersion: func(harness.Headless) string { return "" },
		ManagedDir:       s.here.managed, Temp: hook.TempDirs(),
	}
	status := hook.Run(env, d)
	return client.Answer{Stdout: stdout.String(), Stderr: stderr.String(), Exit: status}
}

// exits runs a program and fails unless its exit status is exactly the one
// given, because "! exec" accepts any failure and for a hook 1 and 2 mean
// opposite things.
func exits(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: exits STATUS PROGRAM [ARG...]")
	}
	want, err := strconv.Atoi(args[0])
	ts.Check(err)
	got := 0
	if err := ts.Exec(args[1], args[2:]...); err != nil {
		var status *exec.ExitError
		if !errors.As(err, &status) {
			ts.Fatalf("%v", err)
		}
		got = status.ExitCode()
	}
	if got != want {
		ts.Fatalf("%s: exit status %d, want %d", args[1], got, want)
	}
}
