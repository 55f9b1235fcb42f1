// Package prove tries the hook lines that a doctor found, without the client:
// it starts a line as the client would, hands it a call that every policy
// denies and one that none does, and compares the answers. The lines run with
// a home of their own, so nothing of the person's is read or written.
package prove

import (
	"context"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"time"

	"github.com/tempahq/tempa/core/child"
	"github.com/tempahq/tempa/core/diagnosis"
)

// Limit is how long one line may take: what the clients give it.
const Limit = 10 * time.Second

// Stage is how much is known of a line.
type Stage string

// The stages. Proved is a client's own call; nothing that Tempa runs by itself
// can show it.
const (
	Missing    Stage = "not installed"
	Broken     Stage = "broken"
	Configured Stage = "configured"
	WouldRun   Stage = "would run"
	Proved     Stage = "proved"
)

// Line is what was found out about one installation.
type Line struct {
	Kind  diagnosis.Kind `json:"kind"`
	File  string         `json:"file"`
	Stage Stage          `json:"stage"`
	Text  string         `json:"text"`
}

// Outcome is what was found out about one client.
type Outcome struct {
	Client string `json:"client"`
	Stage  Stage  `json:"stage"`
	Text   string `json:"text"`
	Lines  []Line `json:"lines"`
	// Try makes the client call its hooks; for who wants to see it do so.
	Try []string `json:"-"`
}

// Good reports whether nothing stands against the client's hooks.
func (o *Outcome) Good() bool {
	if o.Stage != WouldRun && o.Stage != Proved {
		return false
	}
	for _, l := range o.Lines {
		if l.Stage == Broken {
			return false
		}
	}
	return true
}

// Client asks a hook binary for its client's lines and tries them.
func Client(ctx context.Context, binary string, limit time.Duration) (*Outcome, error) {
	b, err := newBench(binary, limit)
	if err != nil {
		return nil, err
	}
	defer b.close()
	rep, err := Report(ctx, binary, "--probe", b.project)
	if err != nil {
		return nil, err
	}
	o := &Outcome{Client: rep.Client.Title, Stage: Missing, Text: "no installation was found", Lines: []Line{}, Try: rep.Client.Try}
	var seen time.Time
	for i := range rep.Installations {
		l := b.try(ctx, rep, &rep.Installations[i])
		if at := calledSince(rep, &rep.Installations[i]); l.Stage == WouldRun && at.After(seen) {
			seen = at
		}
		o.Lines = append(o.Lines, l)
	}
	o.sum(rep, seen)
	return o, nil
}

// sum is the best that holds for the client, and whether it was seen to call.
func (o *Outcome) sum(rep *diagnosis.Report, seen time.Time) {
	rank := []Stage{Missing, Broken, Configured, WouldRun}
	best := 0
	for _, l := range o.Lines {
		for n, s := range rank {
			if s == l.Stage && n > best {
				best, o.Stage, o.Text = n, s, l.Text
			}
		}
	}
	switch {
	case o.Stage != WouldRun:
	case seen.IsZero():
		o.Text += "; " + rep.Client.Title + " was not seen to call it for a tool call since it was put there: let the agent run a command, or add --with-client"
	default:
		o.Stage, o.Text = Proved, fmt.Sprintf("%s called it for a tool call at %s, and the line answers as it should", rep.Client.Title, seen.Format(time.RFC3339))
	}
}

// calledSince is when the client called for a tool call, if that was after the
// installation was put into place. Whose line was called is not recorded.
func calledSince(rep *diagnosis.Report, in *diagnosis.Installation) time.Time {
	if in.Run == nil {
		return time.Time{}
	}
	at := rep.Events[in.Run.Event]
	files := []string{in.Program}
	if in.Kind == diagnosis.Plugin {
		files = append(files, in.File)
	}
	for _, f := range files {
		if info, err := os.Stat(f); err != nil || info.ModTime().After(at) {
			return time.Time{}
		}
	}
	return at
}

// Report is what a hook binary's doctor says.
func Report(ctx context.Context, binary string, more ...string) (*diagnosis.Report, error) {
	out, err := child.Command{Path: binary, Args: append([]string{"doctor", "--json"}, more...), Env: os.Environ(), Limit: Limit}.Output(ctx)
	if err != nil {
		return nil, err
	}
	rep := &diagnosis.Report{}
	if err := json.Unmarshal(out.Stdout, rep); err != nil || rep.Schema != diagnosis.Schema {
		said := strings.TrimSpace(string(out.Stderr))
		return nil, fmt.Errorf("its doctor said nothing that can be read (%s); install the same version of every Tempa binary", said)
	}
	return rep, nil
}

// bench is the folder in which lines are tried.
type bench struct {
	dir, home, project string
	digest             [sha256.Size]byte // of our own hook binary
	limit              time.Duration
}

func newBench(binary string, limit time.Duration) (*bench, error) {
	sum, err := digest(binary)
	if err != nil {
		return nil, err
	}
	dir, err := os.MkdirTemp("", "tempa-prove-")
	if err != nil {
		return nil, err
	}
	b := &bench{dir: dir, home: filepath.Join(dir, "home"), project: filepath.Join(dir, "project"), digest: sum, limit: limit}
	for _, d := range []string{filepath.Join(b.home, ".tempa", "bin"), b.project} {
		if err := os.MkdirAll(d, 0o700); err != nil {
			b.close()
			return nil, err
		}
	}
	if err := writePolicy(b.home); err != nil {
		b.close()
		return nil, err
	}
	return b, nil
}

func (b *bench) close() { os.RemoveAll(b.dir) }

// try tries the line of one installation, if it is ours by its text, its path
// and its digest. Nothing else is ever started.
func (b *bench) try(ctx context.Context, rep *diagnosis.Report, in *diagnosis.Installation) Line {
	l := Line{Kind: in.Kind, File: in.File, Stage: Configured}
	switch {
	case in.Run == nil || !in.Intact:
		l.Stage, l.Text = Broken, "the lines are not those that Tempa writes, so they were not tried"
		return l
	case len(rep.Probes) == 0:
		l.Text = "there is no call to try it with"
		return l
	}
	if err := b.ours(in.Program); err != nil {
		l.Stage, l.Text = Broken, err.Error()+", so it was not started"
		return l
	}
	for _, p := range rep.Probes {
		if err := b.probe(ctx, in, &p); err != nil {
			l.Stage, l.Text = Broken, fmt.Sprintf("the %s call: %v", p.Name, err)
			return l
		}
	}
	if in.Off {
		l.Text = "the line works, but a setting or a missing approval keeps the client from calling it (see tempa doctor)"
		return l
	}
	l.Stage, l.Text = WouldRun, "the line denies what it should and lets a harmless call pass"
	return l
}

// ours reports whether a program is the hook binary that answers for it.
func (b *bench) ours(program string) error {
	info, err := os.Stat(program)
	if err != nil {
		return fmt.Errorf("%s is not there", program)
	}
	if !info.Mode().IsRegular() || !filepath.IsAbs(program) {
		return fmt.Errorf("%s is no program file", program)
	}
	sum, err := digest(program)
	if err != nil {
		return err
	}
	if sum != b.digest {
		return fmt.Errorf("%s is not the hook binary of this version", program)
	}
	return nil
}

func (b *bench) probe(ctx context.Context, in *diagnosis.Installation, p *diagnosis.Probe) error {
	path, err := starter(in)
	if err != nil {
		return err
	}
	// A line that names the binary below the home finds it in this one.
	link := filepath.Join(b.home, ".tempa", "bin", filepath.Base(in.Program))
	if err := os.Symlink(in.Program, link); err != nil && !errors.Is(err, os.ErrExist) && runtime.GOOS != "windows" {
		return err
	}
	dir := in.Run.Dir
	if dir == "" {
		dir = b.project
	}
	got, err := child.Command{
		Path: path, Args: in.Run.Argv[1:], Stdin: []byte(p.Payload), Dir: dir, Limit: b.limit,
		Env: []string{"HOME=" + b.home, "USERPROFILE=" + b.home, "PATH=/usr/local/bin:/usr/bin:/bin", "LANG=C.UTF-8", "SystemRoot=" + os.Getenv("SystemRoot")},
	}.Output(ctx)
	if err != nil {
		return err
	}
	return compare(p, got)
}

// starter is the program that starts a line: our binary, or the client's
// shell, which has to be one of the system's.
func starter(in *diagnosis.Installation) (string, error) {
	if len(in.Run.Argv) == 0 {
		return "", errors.New("there is no line")
	}
	name := in.Run.Argv[0]
	if name == in.Program {
		return name, nil
	}
	switch name {
	case "bash", "sh":
		for _, dir := range []string{"/bin", "/usr/bin", "/usr/local/bin"} {
			if info, err := os.Stat(filepath.Join(dir, name)); err == nil && info.Mode().IsRegular() {
				return filepath.Join(dir, name), nil
			}
		}
	case "powershell":
		return exec.LookPath(name)
	}
	return "", fmt.Errorf("%q, which starts the line, was not found", name)
}

func digest(file string) (sum [sha256.Size]byte, err error) {
	data, err := os.ReadFile(file)
	if err != nil {
		return sum, err
	}
	return sha256.Sum256(data), nil
}
