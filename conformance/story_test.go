package conformance

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"
)

const scriptDir = "../testdata/script"

// commands are what a story can say besides testscript's own commands. Each
// prints its usage when it is used wrongly.
var commands = map[string]func(*testscript.TestScript, bool, []string){
	"policy":   with((*story).policy),    // which policy is in force
	"flags":    with((*story).flags),     // what stands on the hook lines
	"at":       with((*story).installed), // whose hook line the clients run
	"in":       with((*story).in),        // where the agent works
	"inside":   with((*story).inside),    // who and what the machine is
	"environ":  with((*story).environ),   // what a project puts into the hook's environment
	"streams":  with((*story).streams),   // what the client did to the hook's streams
	"call":     with((*story).call),      // a tool call, by all clients
	"prompt":   with((*story).prompt),    // a prompt, by all clients
	"event":    with((*story).event),     // another event, by all clients
	"raw":      with((*story).raw),       // bytes that are no payload of the client's
	"damage":   with((*story).damage),    // a call whose payload has one member changed
	"without":  with((*story).without),   // why a client has no such tool
	"expect":   with((*story).expect),    // what all clients do with the answers
	"lacks":    with((*story).lacks),     // what stands in no answer
	"make":     with((*story).make),      // a file that is too large for a story
	"cut":      with((*story).cut),       // a file that is torn
	"append":   with((*story).append),    // a file that has grown
	"unescape": with((*story).unescape),  // bytes that are no text
	"exits":    exits,                    // a process and its exact status
}

// TestStories runs the stories and holds docs/grid.md against what they saw.
func TestStories(t *testing.T) {
	g := &grid{}
	t.Run("story", func(t *testing.T) {
		testscript.Run(t, testscript.Params{
			Dir:                 scriptDir,
			RequireExplicitExec: true,
			RequireUniqueNames:  true,
			WorkdirRoot:         workRoot(t),
			Cmds:                commands,
			Setup:               func(env *testscript.Env) error { return begin(env, g) },
		})
	})
	if !t.Failed() {
		g.check(t)
	}
}

// workRoot is where the stories' machines lie: not below a folder for temporary
// files, because what may be removed there differs.
func workRoot(t *testing.T) string {
	t.Helper()
	dist, err := filepath.Abs("../dist")
	if err != nil {
		t.Fatal(err)
	}
	if err := os.MkdirAll(dist, 0o755); err != nil {
		t.Fatal(err)
	}
	dir, err := os.MkdirTemp(dist, "stories-")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.RemoveAll(dir) })
	return dir
}

// story is one running script: a machine with a home, a project in it, and the
// six clients that work there.
type story struct {
	ts    *testscript.TestScript
	work  string
	home  string
	dir   string   // where the agent works
	extra []string // on the hook lines
	env   []string // in the hook's environment
	how   wiring
	here  facts
	guest *column // whose hook line all clients run, nil for their own

	missing map[string]string // call + column: why the client has none
	steps   []step            // as the script has them
	at      int               // the step that runs, counted from 1
	answers []*answered       // of the current step
	done    []outcomes
}

// begin makes the machine.
func begin(env *testscript.Env, g *grid) error {
	s := &story{work: env.WorkDir, home: filepath.Join(env.WorkDir, "home"), missing: map[string]string{}}
	s.dir = filepath.Join(s.home, "project")
	env.Setenv("HOME", s.home)
	env.Setenv("GORACE", "atexit_sleep_ms=0") // else each process waits a second under -race
	env.Setenv("STATE", filepath.Join(s.home, ".tempa"))
	env.Setenv("PROJECT", s.dir)
	env.Values["story"] = s
	for path, text := range map[string]string{
		".git/HEAD":   "ref: refs/heads/main\n",
		".git/config": "[remote \"origin\"]\n\turl = https://git.example/acme/app.git\n",
	} {
		file := filepath.Join(s.dir, path)
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			return err
		}
		if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
			return err
		}
	}
	name := strings.TrimPrefix(filepath.Base(env.WorkDir), "script-")
	var err error
	if s.steps, err = readSteps(filepath.Join(scriptDir, name+".txtar")); err != nil {
		return err
	}
	env.Defer(func() { g.add(name, s) })
	return nil
}

// with makes a script command of a story's method.
func with(run func(*story, []string)) func(*testscript.TestScript, bool, []string) {
	return func(ts *testscript.TestScript, neg bool, args []string) {
		s := ts.Value("story").(*story)
		s.ts = ts
		if neg {
			ts.Fatalf("! means nothing here: say what is expected")
		}
		run(s, args)
	}
}

// flags sets what stands on the hook lines besides the event.
func (s *story) flags(args []string) { s.extra = args }

// installed says whose hook line the clients run: a hook can be in another
// client's settings by mistake, by a takeover, or because two clients read the
// same file.
func (s *story) installed(args []string) {
	if len(args) != 1 || args[0] != "home" && !isColumn(args[0]) {
		s.ts.Fatalf("usage: at CLIENT | at home")
	}
	s.guest = nil
	for _, c := range columns {
		if c.name == args[0] {
			s.guest = &c
		}
	}
}

// in sets the directory that the agent works in.
func (s *story) in(args []string) {
	if len(args) != 1 {
		s.ts.Fatalf("usage: in DIR")
	}
	s.dir = s.ts.MkAbs(args[0])
}

// facts are what the hook finds around it where a test cannot arrange it for a
// process: somebody in front of the client, and the administrator's folder.
type facts struct {
	set      bool
	attended bool
	managed  string
}

// inside runs the following hooks within the test and not as processes.
func (s *story) inside(args []string) {
	const usage = "usage: inside [attended] [managed=DIR] | inside nothing"
	s.here = facts{set: true}
	for _, a := range args {
		switch dir, isDir := strings.CutPrefix(a, "managed="); {
		case a == "attended":
			s.here.attended = true
		case isDir:
			s.here.managed = s.ts.MkAbs(dir)
		case a == "nothing":
			s.here = facts{}
		default:
			s.ts.Fatalf(usage)
		}
	}
	if len(args) == 0 {
		s.ts.Fatalf(usage)
	}
}
