package cli

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/tempahq/tempa/core/render"
	"github.com/tempahq/tempa/core/starter"
	"github.com/tempahq/tempa/core/state"
)

func (fake) Layout() render.Layout {
	return render.Layout{Client: "fake", Standards: render.Place{Path: "FAKE.md"}, Rules: ".fake/local.json"}
}

func TestRender(t *testing.T) {
	d := newDesk(t)
	repo := filepath.Join(d.Home, "repo")
	put(t, filepath.Join(repo, ".git", "HEAD"), "ref: refs/heads/main\n")
	profile := strings.Replace(string(starter.Profile()), `"standards": []`, `"standards": [{"name": "go", "description": "d", "content": "Wrap errors.\n"}]`, 1)
	put(t, filepath.Join(d.Home, state.Folder, "local", "profile.json"), profile)
	put(t, filepath.Join(d.Home, state.Folder, "local", "rules.table"), string(starter.Table()))

	if out := d.run(t, statusUsage, "render"); !strings.Contains(out, "this is no git repository") {
		t.Errorf("outside of a repository: %s", out)
	}
	d.Dir = repo
	file := filepath.Join(repo, "FAKE.md")
	if out := d.run(t, statusOK, "render", "--diff"); !strings.Contains(out, "+++ b/FAKE.md") || !strings.Contains(out, "+Wrap errors.") {
		t.Errorf("--diff says %s", out)
	}
	if _, err := os.Stat(file); !os.IsNotExist(err) {
		t.Errorf("--diff wrote: %v", err)
	}
	if out := d.run(t, statusOK, "render"); out != "Fake: wrote FAKE.md\n" || !strings.Contains(read(t, file), "Wrap errors.") {
		t.Errorf("said %s", out)
	}
	if out := d.run(t, statusOK, "render"); out != "Fake: everything is as the policy has it\n" {
		t.Errorf("said %s", out)
	}
	put(t, file, "mine")
	if out := d.run(t, statusOK, "render"); out != "Fake: left out FAKE.md, which was changed after Tempa had written it, so it stays as it is\n" || read(t, file) != "mine" {
		t.Errorf("said %s", out)
	}
	if out := d.run(t, statusOK, "render", "--diff"); out != "# FAKE.md is not Tempa's file, so it stays as it is\n" {
		t.Errorf("--diff says %s", out)
	}
}
