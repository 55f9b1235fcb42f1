//go:build clients

package clients

import (
	"bytes"
	"context"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/tempahq/tempa/conformance/clients/model"
)

// patience is how long a client may take for one story.
const patience = 90 * time.Second

// client is one real client.
type client struct {
	name string
	// call puts a story's step into the client's own tool.
	call func(p *place, s step) model.Call
	// env is the environment beside the neutral one.
	env func(p *place, modelURL string) []string
	// prompt is the command line that plays one prompt without a person.
	prompt func(p *place, text string) []string
	// install puts the plugin in with the client's own commands.
	install func(t *testing.T, p *place)
}

// place is where one story is played: an empty home and a small project.
type place struct {
	dir, home, project string
	client             *client
}

func newPlace(t *testing.T, c *client) *place {
	t.Helper()
	dir := t.TempDir()
	p := &place{dir: dir, home: filepath.Join(dir, "home"), project: filepath.Join(dir, "home", "project"), client: c}
	for _, d := range []string{p.project, filepath.Join(dir, "tmp")} {
		if err := os.MkdirAll(d, 0o700); err != nil {
			t.Fatal(err)
		}
	}
	p.write(t, "notes.txt", "alpha\nbeta\n")
	p.run(t, nil, "git", "init", "-q", ".")
	return p
}

// write puts a file into the project.
func (p *place) write(t *testing.T, name, content string) {
	t.Helper()
	file := filepath.Join(p.project, name)
	if err := os.MkdirAll(filepath.Dir(file), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, []byte(content), 0o600); err != nil {
		t.Fatal(err)
	}
}

func (p *place) exists(name string) bool {
	_, err := os.Stat(filepath.Join(p.project, name))
	return err == nil
}

// outcome is how a command ended.
type outcome struct {
	Stdout, Stderr string
	Status         int
}

// run runs a command of the client or of Tempa in the project, with nothing of
// this machine's environment.
func (p *place) run(t *testing.T, env []string, name string, args ...string) outcome {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), patience)
	defer cancel()
	cmd := exec.CommandContext(ctx, name, args...)
	cmd.Dir = p.project
	cmd.Env = append([]string{
		"HOME=" + p.home, "PATH=/usr/local/bin:/usr/bin:/bin:" + filepath.Dir(nodePath()), "TERM=xterm", "LANG=C.UTF-8",
		"SHELL=/bin/bash", "TMPDIR=" + filepath.Join(p.dir, "tmp"),
	}, env...)
	// The group is killed as a whole, so that no child of a client that hangs
	// outlives the story.
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	cmd.Cancel = func() error { return syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }
	cmd.WaitDelay = 2 * time.Second
	var stdout, stderr bytes.Buffer
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	err := cmd.Run()
	if ctx.Err() != nil {
		t.Fatalf("%s %s did not end in %v\nstdout: %s\nstderr: %s", name, strings.Join(args, " "), patience, stdout.String(), stderr.String())
	}
	if _, exited := err.(*exec.ExitError); err != nil && !exited {
		t.Fatalf("%s: %v", name, err)
	}
	return outcome{stdout.String(), stderr.String(), cmd.ProcessState.ExitCode()}
}

// mustRun is run that ends the story when the command fails.
func (p *place) mustRun(t *testing.T, env []string, name string, args ...string) outcome {
	t.Helper()
	o := p.run(t, env, name, args...)
	if o.Status != 0 {
		t.Fatalf("%s %s: status %d\n%s%s", name, strings.Join(args, " "), o.Status, o.Stdout, o.Stderr)
	}
	return o
}

// play plays a story and returns what the model was told.
func (p *place) play(t *testing.T, s story) (told string, o outcome) {
	t.Helper()
	var turns []model.Turn
	for _, tn := range s.Turns {
		turns = append(turns, p.turn(tn))
	}
	m, err := model.Start(turns)
	if err != nil {
		t.Fatal(err)
	}
	defer m.Close()
	line := p.client.prompt(p, s.Prompt)
	o = p.run(t, p.client.env(p, m.URL), line[0], line[1:]...)
	return m.Told(), o
}

func (p *place) turn(steps []step) model.Turn {
	var t model.Turn
	for _, s := range steps {
		if s.Say != "" {
			t.Text = s.Say
			continue
		}
		t.Calls = append(t.Calls, p.client.call(p, s))
	}
	return t
}

// expand puts the place's own paths into a story's text.
func (p *place) expand(s string) string {
	return strings.NewReplacer("@PROJECT@", p.project, "@HOME@", p.home).Replace(s)
}

func nodePath() string {
	path, err := exec.LookPath("node")
	if err != nil {
		return "/usr/bin/node"
	}
	return path
}

// quoted is a text as it stands inside a JSON request.
func quoted(s string) string {
	data, err := json.Marshal(s)
	if err != nil {
		panic(err) // a string
	}
	return strings.Trim(string(data), `"`)
}
