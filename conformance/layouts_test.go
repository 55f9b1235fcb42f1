package conformance

import (
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/tempahq/tempa/conformance/harnesses"
	"github.com/tempahq/tempa/core/profile"
	"github.com/tempahq/tempa/core/render"
	"github.com/tempahq/tempa/core/state"
	"github.com/tempahq/tempa/core/summary"
)

// layoutProfile has one of everything that is rendered.
func layoutProfile() *profile.Profile {
	return &profile.Profile{
		Version: "7",
		Tenant:  profile.Tenant{ID: "acme", Name: "Acme", Notice: "The plan allows 5 seats; 6 are in use."},
		Permissions: profile.Permissions{
			Deny:  []string{"Bash(rm -rf:*)", "Write(/etc/**)", "Read(~/.ssh/**)", "mcp__files__delete_*"},
			Ask:   []string{"Bash(git push:*)", "Bash(npm publish)"},
			Allow: []string{"Bash(ls:*)"},
		},
		Guardrails: []string{"A command that Tempa denies stays denied."},
		Standards: []profile.Document{
			{Name: "go", Description: "How Go is written here", Content: "# Go\n\nFunctions fit in a glance.\n"},
			{Name: "reviews", Description: "What a review asks", Content: "---\ndescription: What a review asks\n---\n# Reviews\n\nTests first.\n"},
		},
		Skills:   []profile.Document{{Name: "tdd", Description: "Test first, then code", Content: "---\nname: tdd\ndescription: Test first, then code\n---\n# TDD\n\n1. Write the test.\n"}},
		Commands: []profile.Document{{Name: "ship", Description: "Prepare a release", Content: "Prepare the release $ARGUMENTS.\n"}},
		Agents:   []profile.Document{{Name: "reviewer", Description: "Reads a change critically", Content: "---\nname: reviewer\ndescription: Reads a change critically\ntools: Read, Grep\nmodel: opus\n---\nRead the diff. Say \"why\", not \"what\".\n"}},
		MCP:      []profile.Endpoint{{Endpoint: "brain", URL: "https://mcp.example.com/brain", Tools: []string{"list"}}},
	}
}

// A repository after each client's session start, and what the model is told
// of it.
func TestLayouts(t *testing.T) {
	for _, h := range harnesses.All() {
		layout, limit := layoutOf(t, h)
		root, target := newRepository(t)
		report, err := render.Apply(target, render.New(layoutProfile(), layout, time.Unix(0, 0)))
		if err != nil || len(report.Skipped) != 0 {
			t.Fatalf("%s: %v, %+v", h.Folder, err, report)
		}
		model, warning := summary.Text(summary.Input{Profile: layoutProfile(), Repo: "github.com/acme/app", Limit: limit, Rendered: report})
		if warning != "" {
			t.Errorf("%s: %s", h.Folder, warning)
		}
		text := "== summary ==\n" + model + "\n" + contents(t, root)
		t.Run(h.Folder, func(t *testing.T) {
			generatedBy(t, filepath.Join("..", "testdata", "layouts", h.Folder+".txt"), []byte(text), "TestLayouts")
			unseenByGit(t, root)
		})
	}
}

func layoutOf(t *testing.T, h harnesses.Harness) (render.Layout, summary.Limit) {
	t.Helper()
	layouter, ok := h.Dialect.(render.Layouter)
	limiter, has := h.Dialect.(summary.Limiter)
	if !ok || !has {
		t.Fatalf("%s has no layout or no limit", h.Folder)
	}
	if name := layouter.Layout().Client; name != h.Dialect.Info().Name {
		t.Errorf("%s: the layout is of %q", h.Folder, name)
	}
	return layouter.Layout(), limiter.ContextLimit()
}

func newRepository(t *testing.T) (root string, target render.Target) {
	t.Helper()
	dir := t.TempDir()
	root = filepath.Join(dir, "app")
	for _, d := range []string{"refs", "objects"} {
		if err := os.MkdirAll(filepath.Join(root, ".git", d), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.WriteFile(filepath.Join(root, ".git", "HEAD"), []byte("ref: refs/heads/main\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	return root, render.Target{Root: root, State: state.At(filepath.Join(dir, "state"))}
}

// contents are all files below root but git's, one after the other.
func contents(t *testing.T, root string) string {
	t.Helper()
	var b strings.Builder
	err := fs.WalkDir(os.DirFS(root), ".", func(p string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() {
			if p == ".git" {
				return fs.SkipDir
			}
			return err
		}
		data, err := os.ReadFile(filepath.Join(root, filepath.FromSlash(p)))
		fmt.Fprintf(&b, "== %s ==\n%s", p, data)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func unseenByGit(t *testing.T, root string) {
	t.Helper()
	cmd := exec.Command("git", "status", "--porcelain", "--untracked-files=all")
	cmd.Dir = root
	out, err := cmd.CombinedOutput()
	if err != nil || len(out) != 0 {
		t.Errorf("git status: %v\n%s", err, out)
	}
}

// Two clients that read one folder write the same into it, whichever starts
// first.
func TestLayoutsAgree(t *testing.T) {
	root, target := newRepository(t)
	for range 2 {
		for _, h := range harnesses.All() {
			layout, _ := layoutOf(t, h)
			report, err := render.Apply(target, render.New(layoutProfile(), layout, time.Unix(0, 0)))
			if err != nil || len(report.Skipped) != 0 {
				t.Errorf("%s: %v, %+v", h.Folder, err, report.Skipped)
			}
		}
	}
	unseenByGit(t, root)
	for _, h := range harnesses.All() {
		layout, _ := layoutOf(t, h)
		if _, err := render.Apply(target, render.New(nil, layout, time.Unix(0, 0))); err != nil {
			t.Error(err)
		}
	}
	if left := contents(t, root); left != "" {
		t.Errorf("left behind:\n%s", left)
	}
}

// The table in docs/layouts.md is the layouts of the dialects.
func TestLayoutTable(t *testing.T) {
	const file = "../docs/layouts.md"
	doc, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	const begin, end = "<!-- layouts: written by go test ./conformance -run TestLayoutTable -update -->\n", "<!-- layouts end -->\n"
	head, rest, ok := strings.Cut(string(doc), begin)
	_, tail, closed := strings.Cut(rest, end)
	if !ok || !closed {
		t.Fatalf("%s has no place for the table", file)
	}
	generated(t, file, []byte(head+begin+layoutTable(t)+end+tail))
}

func layoutTable(t *testing.T) string {
	var b strings.Builder
	b.WriteString("| | Standards | Skills | Commands | Agents | Permissions | Context |\n|---|---|---|---|---|---|---|\n")
	for _, h := range harnesses.All() {
		l, limit := layoutOf(t, h)
		fmt.Fprintf(&b, "| %s |", h.Dialect.Info().Title)
		for _, at := range []render.Place{l.Standards, l.Skills, l.Commands, l.Agents} {
			fmt.Fprintf(&b, " `%s` |", strings.Replace(at.Path, "*", "<name>", 1))
		}
		permissions := "the hook alone"
		if l.Rules+l.Prefixes != "" {
			permissions = "`" + l.Rules + l.Prefixes + "`"
		}
		fmt.Fprintf(&b, " %s | %d %s |\n", permissions, limit.Max, map[summary.Unit]string{summary.Runes: "characters", summary.UTF16: "UTF-16 units", summary.Bytes: "bytes"}[limit.Unit])
	}
	return b.String()
}
