package render

import (
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/tempahq/tempa/core/profile"
	"github.com/tempahq/tempa/core/state"
)

// Two layouts that share a folder, as Codex's and Antigravity's do.
var (
	one = Layout{
		Client:    "one",
		Standards: Place{Path: ".one/rules/tempa-*.md"},
		Skills:    Place{Path: ".shared/skills/*/SKILL.md", Form: Named},
		Commands:  Place{Path: ".one/commands/*.md", Form: Described},
		Agents:    Place{Path: ".one/agents/*.md", Form: Bare, Fixed: []string{"kind: local"}},
		Rules:     ".one/settings.local.json",
	}
	two = Layout{
		Client:    "two",
		Standards: Place{Path: "TWO.md"},
		Skills:    Place{Path: ".shared/skills/*/SKILL.md", Form: Named},
		Commands:  Place{Path: ".two/commands/*.toml", Form: TOMLPrompt},
		Agents:    Place{Path: ".two/agents/*.toml", Form: TOMLAgent},
		Prefixes:  ".two/rules/tempa.rules",
	}
	now = time.Date(2026, 11, 30, 12, 0, 0, 0, time.UTC)
)

func sample() *profile.Profile {
	return &profile.Profile{
		Version:     "7",
		Tenant:      profile.Tenant{ID: "acme", Name: "Acme"},
		Permissions: profile.Permissions{Deny: []string{"Bash(rm -rf:*)", "Write(/etc/**)"}, Ask: []string{"Bash(git push:*)"}, Allow: []string{"Bash(ls:*)"}},
		Standards:   []profile.Document{{Name: "go", Description: "Go style", Content: "# Go\n\nSmall functions.\n"}, {Name: "api", Content: "# API\n"}},
		Skills:      []profile.Document{{Name: "tdd", Description: `Test "first"`, Content: "---\nname: tdd\nlicense: MIT\n---\n# TDD\n"}},
		Commands:    []profile.Document{{Name: "ship", Description: "Ship it", Content: "Ship $ARGUMENTS\n"}},
		Agents:      []profile.Document{{Name: "reviewer", Description: "Reviews", Content: "---\nmodel: sonnet\n---\nReview \"it\".\n"}},
	}
}

// checkout is a repository with a state folder beside it.
type checkout struct {
	*testing.T
	Target
}

func newCheckout(t *testing.T) checkout {
	t.Helper()
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	c := checkout{t, Target{Root: filepath.Join(dir, "home", "src", "app"), Home: filepath.Join(dir, "home"), State: state.At(filepath.Join(dir, "state")), Wait: 10 * time.Second}}
	c.write(".git/HEAD", "ref: refs/heads/main\n")
	return c
}

func (c checkout) path(name string) string { return filepath.Join(c.Root, filepath.FromSlash(name)) }

func (c checkout) write(name, text string) {
	c.Helper()
	if err := os.MkdirAll(filepath.Dir(c.path(name)), 0o755); err != nil {
		c.Fatal(err)
	}
	if err := os.WriteFile(c.path(name), []byte(text), 0o644); err != nil {
		c.Fatal(err)
	}
}

func (c checkout) read(name string) string {
	data, err := os.ReadFile(c.path(name))
	if err != nil {
		return "(" + err.(*fs.PathError).Err.Error() + ")"
	}
	return string(data)
}

func (c checkout) symlink(target, name string) {
	c.Helper()
	if err := os.MkdirAll(filepath.Dir(c.path(name)), 0o755); err != nil {
		c.Fatal(err)
	}
	if err := os.Symlink(target, c.path(name)); err != nil {
		c.Skip(err) // Windows without the right to make one
	}
}

// files are all paths with their content, folders with a slash; git's are left
// out.
func (c checkout) files() map[string]string {
	all := map[string]string{}
	fs.WalkDir(os.DirFS(c.Root), ".", func(p string, e fs.DirEntry, err error) error {
		switch {
		case p == ".":
		case e.IsDir() && p == ".git":
			return fs.SkipDir
		case e.IsDir():
			all[p+"/"] = ""
		case e.Type()&fs.ModeSymlink != 0:
			all[p], _ = os.Readlink(c.path(p))
		default:
			all[p] = c.read(p)
		}
		return nil
	})
	return all
}

func (c checkout) apply(p *profile.Profile, l Layout) *Report {
	c.Helper()
	r, err := Apply(c.Target, New(p, l, now))
	if err != nil {
		c.Fatal(err)
	}
	return r
}

func reasons(r *Report) string {
	var out []string
	for _, s := range r.Skipped {
		out = append(out, s.Path+" "+s.Reason)
	}
	return strings.Join(out, "\n")
}

func TestForms(t *testing.T) {
	c := newCheckout(t)
	c.apply(sample(), one)
	c.apply(sample(), two)
	const by = "Rendered by Tempa from the policy of Acme. Edit it and it is yours: Tempa then leaves it alone."
	for name, want := range map[string]string{
		".one/rules/tempa-go.md":      "<!-- " + by + " -->\n\n# Go\n\nSmall functions.\n",
		".shared/skills/tdd/SKILL.md": "---\ndescription: \"Test \\\"first\\\"\"\nname: tdd\nlicense: MIT\n---\n<!-- " + by + " -->\n\n# TDD\n",
		".one/commands/ship.md":       "---\ndescription: \"Ship it\"\n---\n<!-- " + by + " -->\n\nShip $ARGUMENTS\n",
		".one/agents/reviewer.md":     "---\nkind: local\nname: \"reviewer\"\ndescription: \"Reviews\"\n---\n<!-- " + by + " -->\n\nReview \"it\".\n",
		".one/settings.local.json":    "{\n  \"permissions\": {\n    \"deny\": [\n      \"Bash(rm -rf:*)\",\n      \"Edit(/etc/**)\",\n      \"Edit(//etc/**)\"\n    ],\n    \"ask\": [\n      \"Bash(git push:*)\"\n    ]\n  }\n}\n",
		"TWO.md":                      "<!-- " + by + " -->\n\n<!-- standard: go -->\n\n# Go\n\nSmall functions.\n\n<!-- standard: api -->\n\n# API\n",
		".two/commands/ship.toml":     "# " + by + "\ndescription = \"Ship it\"\nprompt = \"\"\"\nShip {{args}}\n\"\"\"\n",
		".two/agents/reviewer.toml":   "# " + by + "\nname = \"reviewer\"\ndescription = \"Reviews\"\ndeveloper_instructions = \"\"\"\nReview \\\"it\\\".\n\"\"\"\n",
		".two/rules/tempa.rules":      "# " + by + "\nprefix_rule(pattern=[\"rm\", \"-rf\"], decision=\"forbidden\", justification=\"The policy denies Bash(rm -rf:*).\")\nprefix_rule(pattern=[\"git\", \"push\"], decision=\"prompt\", justification=\"The policy wants a person's yes for Bash(git push:*).\")\n",
	} {
		if got := c.read(name); got != want {
			t.Errorf("%s:\n%q\nwant\n%q", name, got, want)
		}
	}
}

func TestSecondRunWritesNothing(t *testing.T) {
	c := newCheckout(t)
	c.write(".gitignore", "x\n")
	c.apply(sample(), one)
	c.apply(sample(), two)
	before := c.stamps()
	for _, l := range []Layout{one, two, one} {
		r := c.apply(sample(), l)
		if len(r.Written)+len(r.Removed)+len(r.Skipped) != 0 {
			t.Errorf("%s: %+v", l.Client, r)
		}
		if r.Paths[Doc{Skill, "tdd"}] != ".shared/skills/tdd/SKILL.md" {
			t.Errorf("%s: paths %v", l.Client, r.Paths)
		}
	}
	if after := c.stamps(); !maps.Equal(before, after) {
		t.Errorf("something was written:\n%v\n%v", before, after)
	}
}

// stamps are the time and size of every file, git's and the state's too.
func (c checkout) stamps() map[string]string {
	all := map[string]string{}
	for _, dir := range []string{c.Root, c.State.Path()} {
		filepath.WalkDir(dir, func(p string, e fs.DirEntry, err error) error {
			if info, err := os.Stat(p); err == nil && !e.IsDir() {
				all[p] = fmt.Sprint(info.ModTime().UnixNano(), " ", info.Size())
			}
			return nil
		})
	}
	return all
}

func TestDropped(t *testing.T) {
	c := newCheckout(t)
	c.write(".one/mine.md", "mine")
	c.write("src/main.go", "package main\n")
	before := c.files()
	c.apply(sample(), one)
	c.apply(sample(), two)

	less := sample()
	less.Standards, less.Skills = less.Standards[:1], nil
	less.Permissions.Ask = nil
	r := c.apply(less, one)
	if c.read(".one/rules/tempa-api.md")[0] != '(' || !slices.Contains(r.Removed, ".one/rules/tempa-api.md") {
		t.Error("a dropped standard is still there")
	}
	if c.read(".shared/skills/tdd/SKILL.md")[0] == '(' {
		t.Error("a skill that another client reads was removed")
	}
	if strings.Contains(c.read(".one/settings.local.json"), "git push") {
		t.Error("a dropped rule is still there")
	}
	c.apply(nil, two)
	if c.read(".shared/skills/tdd/SKILL.md")[0] != '(' {
		t.Error("a skill that nobody reads is still there")
	}
	c.apply(nil, one)
	if after := c.files(); !maps.Equal(before, after) {
		t.Errorf("something is left: %v", slices.Sorted(maps.Keys(after)))
	}
	if got := c.read(".git/info/exclude"); got != "" {
		t.Errorf("exclude holds %q", got)
	}
}

func TestUpdated(t *testing.T) {
	c := newCheckout(t)
	c.apply(sample(), one)
	p := sample()
	p.Version = "8" // alone it changes nothing
	p.Standards[0].Content = "# Go\n\nOther.\n"
	r := c.apply(p, one)
	if !strings.HasSuffix(c.read(".one/rules/tempa-go.md"), "Other.\n") {
		t.Error(c.read(".one/rules/tempa-go.md"))
	}
	if len(r.Skipped) != 0 || !slices.Equal(r.Written, []string{".one/rules/tempa-go.md"}) {
		t.Errorf("%+v", r)
	}
}

func TestPersonsFilesStay(t *testing.T) {
	c := newCheckout(t)
	mine := map[string]string{
		"TWO.md":                      "# my rules\n",
		".shared/skills/tdd/SKILL.md": "my skill",
		".two/commands/ship.toml":     "",
	}
	for name, text := range mine {
		c.write(name, text)
	}
	r := c.apply(sample(), two)
	for name, text := range mine {
		if got := c.read(name); got != text {
			t.Errorf("%s is %q", name, got)
		}
		if !slices.ContainsFunc(r.Skipped, func(s Skip) bool { return s.Path == name && s.Reason == theirs && len(s.Docs) > 0 }) {
			t.Errorf("%s is not named: %+v", name, r.Skipped)
		}
	}
	for _, d := range []Doc{{Standard, "go"}, {Standard, "api"}, {Skill, "tdd"}, {Command, "ship"}} {
		if r.Paths[d] != "" {
			t.Errorf("%v is said to be in %s", d, r.Paths[d])
		}
	}
	if strings.Contains(c.read(".git/info/exclude"), "TWO.md") {
		t.Error("a person's file is hidden from git")
	}
	c.apply(nil, two)
	for name, text := range mine {
		if got := c.read(name); got != text {
			t.Errorf("%s is %q after removal", name, got)
		}
	}
}

func TestEditedFileIsThePersons(t *testing.T) {
	c := newCheckout(t)
	c.apply(sample(), one)
	name := ".one/rules/tempa-go.md"
	edited := c.read(name) + "And mine.\n"
	c.write(name, edited)
	p := sample()
	p.Tenant.Name = "Other"
	r := c.apply(p, one)
	if c.read(name) != edited || !strings.Contains(reasons(r), name+" "+changed) {
		t.Errorf("%q, %s", c.read(name), reasons(r))
	}
	if strings.Contains(c.read(".git/info/exclude"), "tempa-go") {
		t.Error("it is still hidden from git")
	}
	p.Standards = nil
	c.apply(p, one)
	if c.read(name) != edited {
		t.Error("it was removed")
	}
	// The same size is another file too.
	other := ".one/rules/tempa-api.md"
	p.Standards = sample().Standards
	c.apply(p, one)
	swapped := strings.Replace(c.read(other), "API", "IPA", 1)
	c.write(other, swapped)
	p.Tenant.Name = "Third"
	if c.apply(p, one); c.read(other) != swapped {
		t.Error("an edit of the same size was overwritten")
	}
	// Deleted by hand, it is rendered again.
	os.Remove(c.path(name))
	c.apply(sample(), one)
	if !strings.HasSuffix(c.read(name), "Small functions.\n") {
		t.Error(c.read(name))
	}
}

// An edit counts even when nothing else happens, and when the policy drops the
// file before anybody saw the edit.
func TestEditedMeanwhile(t *testing.T) {
	c := newCheckout(t)
	c.apply(sample(), one)
	kept, dropped := ".one/rules/tempa-go.md", ".one/rules/tempa-api.md"
	c.write(kept, "mine")
	c.write(dropped, "mine too")
	p := sample()
	p.Standards = p.Standards[:1]
	r := c.apply(p, one)
	if reasons(r) != kept+" "+changed || r.Paths[Doc{Standard, "go"}] != "" {
		t.Errorf("skipped %q, paths %v", reasons(r), r.Paths)
	}
	if c.read(kept) != "mine" || c.read(dropped) != "mine too" || len(r.Removed) != 0 {
		t.Errorf("%q, %q, removed %v", c.read(kept), c.read(dropped), r.Removed)
	}
}

// A file that a person makes between the look and the write stays theirs.
func TestMadeMeanwhile(t *testing.T) {
	c := newCheckout(t)
	w, err := open(c.Target, New(sample(), one, now))
	if err != nil {
		t.Fatal(err)
	}
	defer w.close()
	if err := w.look(); err != nil {
		t.Fatal(err)
	}
	c.write(".one/rules/tempa-go.md", "mine")
	c.write(".one/settings.local.json", "{}")
	if err := w.run(time.Time{}); err != nil {
		t.Fatal(err)
	}
	r := &Report{Paths: map[Doc]string{}}
	w.report(r, true)
	if c.read(".one/rules/tempa-go.md") != "mine" || reasons(r) != ".one/rules/tempa-go.md "+theirs {
		t.Errorf("%q, %s", c.read(".one/rules/tempa-go.md"), reasons(r))
	}
	c.apply(nil, one)
	if c.read(".one/rules/tempa-go.md") != "mine" || c.read(".one/settings.local.json") != "{}\n" {
		t.Errorf("%v", c.files())
	}
}

// A file of ours that a person edits between the look and the write is theirs.
func TestEditedBetween(t *testing.T) {
	c := newCheckout(t)
	c.apply(sample(), one)
	kept, dropped := ".one/rules/tempa-go.md", ".one/rules/tempa-api.md"
	p := sample()
	p.Standards = p.Standards[:1]
	p.Standards[0].Content = "new\n"
	w, err := open(c.Target, New(p, one, now))
	if err != nil {
		t.Fatal(err)
	}
	defer w.close()
	if err := w.look(); err != nil {
		t.Fatal(err)
	}
	c.write(kept, "mine")
	c.write(dropped, "mine too")
	if err := w.run(time.Time{}); err != nil {
		t.Fatal(err)
	}
	r := &Report{Paths: map[Doc]string{}}
	w.report(r, true)
	if c.read(kept) != "mine" || c.read(dropped) != "mine too" || r.Paths[Doc{Standard, "go"}] != "" {
		t.Errorf("%q, %q, paths %v", c.read(kept), c.read(dropped), r.Paths)
	}
	c.apply(nil, one)
	if c.read(kept) != "mine" || c.read(dropped) != "mine too" {
		t.Errorf("%v", c.files())
	}
}

// What there is no time for is left to the next session, which finishes it.
func TestOutOfTime(t *testing.T) {
	c := newCheckout(t)
	c.apply(sample(), one)
	p := sample()
	p.Standards[0].Content = "new\n"
	p.Standards = append(p.Standards[:1], profile.Document{Name: "added", Content: "added\n"})
	want := newCheckout(t)
	want.apply(p, one)
	before := c.files()
	c.Until = time.Now()
	r := c.apply(p, one)
	changed, added, dropped := ".one/rules/tempa-go.md", ".one/rules/tempa-added.md", ".one/rules/tempa-api.md"
	if got := reasons(r); got != changed+" "+late+"\n"+added+" "+late+"\n"+dropped+" "+late {
		t.Errorf("skipped %q", got)
	}
	if r.Paths[Doc{Standard, "go"}] != "" || !maps.Equal(c.files(), before) {
		t.Errorf("paths %v, files %v", r.Paths, c.files())
	}
	c.Until = time.Time{}
	c.apply(p, one)
	if !maps.Equal(c.files(), want.files()) {
		t.Errorf("files %v", c.files())
	}
}

// A file that could not be read again could not be removed either.
func TestTooLarge(t *testing.T) {
	c := newCheckout(t)
	p := sample()
	p.Standards[0].Content = strings.Repeat("x", maxFile)
	r := c.apply(p, one)
	if reasons(r) != ".one/rules/tempa-go.md "+tooLarge || c.read(".one/rules/tempa-go.md") == p.Standards[0].Content {
		t.Errorf("skipped %q", reasons(r))
	}
}

// A process that is killed before it takes the rules out leaves them to the
// next one, and a settings file that breaks meanwhile is not written.
func TestRulesMeanwhile(t *testing.T) {
	c := newCheckout(t)
	c.apply(sample(), one)
	w, err := open(c.Target, New(nil, one, now))
	if err != nil {
		t.Fatal(err)
	}
	defer w.close()
	if err := w.look(); err != nil {
		t.Fatal(err)
	}
	if err := w.ahead().save(c.State, w.name); err != nil {
		t.Fatal(err)
	}
	whole := c.read(".one/settings.local.json")
	c.write(".one/settings.local.json", whole[:20])
	w.doRules()
	if got := c.read(".one/settings.local.json"); got != whole[:20] || w.rules.reason != "is not plain JSON" {
		t.Errorf("%q, %s", got, w.rules.reason)
	}
	c.write(".one/settings.local.json", whole)
	c.apply(nil, one)
	if left := c.files(); len(left) != 0 {
		t.Errorf("left: %v", left)
	}
}

// What a killed process was writing goes, even where nothing is to be written.
func TestTemporaryFileGoes(t *testing.T) {
	c := newCheckout(t)
	c.apply(sample(), one)
	w, err := open(c.Target, New(sample(), one, now))
	if err != nil {
		t.Fatal(err)
	}
	if err := w.look(); err != nil {
		t.Fatal(err)
	}
	if err := w.ahead().save(c.State, w.name); err != nil {
		t.Fatal(err)
	}
	w.close()
	c.write(".one/rules/"+tempName, "half")
	c.apply(sample(), one)
	if got := c.read(".one/rules/" + tempName); got[0] != '(' {
		t.Errorf("%q", got)
	}
	before := c.stamps()
	if c.apply(sample(), one); !maps.Equal(before, c.stamps()) {
		t.Error("the next run writes again")
	}
}

func TestSymlinks(t *testing.T) {
	tests := []struct{ name, link, target, skipped string }{
		{"folder out of the tree", ".one", "../outside", ".one/rules/tempa-go.md lies behind the symlink .one"},
		{"folder inside the tree", ".one", ".git", ".one/rules/tempa-go.md lies behind the symlink .one"},
		{"inner folder", ".one/rules", "../../outside", ".one/rules/tempa-go.md lies behind the symlink .one/rules"},
		{"file out of the tree", ".one/rules/tempa-go.md", "../../../outside/file", ".one/rules/tempa-go.md is a symlink"},
		{"file that is not there", ".one/rules/tempa-go.md", "../../../outside/new", ".one/rules/tempa-go.md is a symlink"},
		{"settings", ".one/settings.local.json", "../../outside/file", ".one/settings.local.json is a symlink"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			c := newCheckout(t)
			outside := filepath.Join(filepath.Dir(c.Root), "outside")
			os.MkdirAll(outside, 0o755)
			os.WriteFile(filepath.Join(outside, "file"), []byte("{}"), 0o644)
			c.symlink(tt.target, tt.link)
			r := c.apply(sample(), one)
			if !strings.Contains(reasons(r), tt.skipped) {
				t.Errorf("skipped:\n%s\nwant %s", reasons(r), tt.skipped)
			}
			if entries, _ := os.ReadDir(outside); len(entries) != 1 {
				t.Errorf("something was written outside: %v", entries)
			}
			if data, _ := os.ReadFile(filepath.Join(outside, "file")); string(data) != "{}" {
				t.Errorf("the file outside holds %q", data)
			}
			if entries, _ := os.ReadDir(c.path(".git")); len(entries) != 2 { // HEAD and info
				t.Errorf("something was written into .git: %v", entries)
			}
		})
	}
}

// A symlink that takes the place of what was rendered protects what it leads to.
func TestSymlinkAfterRendering(t *testing.T) {
	c := newCheckout(t)
	c.apply(sample(), one)
	victim := filepath.Join(filepath.Dir(c.Root), "victim")
	if err := os.Rename(c.path(".one"), victim); err != nil {
		t.Fatal(err)
	}
	c.symlink("../victim", ".one")
	c.apply(nil, one)
	if _, err := os.Stat(filepath.Join(victim, "rules", "tempa-go.md")); err != nil {
		t.Errorf("a file was removed through a symlink: %v", err)
	}
}

func TestInTheWay(t *testing.T) {
	c := newCheckout(t)
	c.write(".one/rules", "a file where a folder should be")
	c.write(".one/commands/ship.md/x", "a folder where a file should be")
	c.write(".one/settings.local.json", "{\n// mine\n}")
	r := c.apply(sample(), one)
	for _, want := range []string{
		".one/rules/tempa-go.md needs a folder where the file .one/rules is",
		".one/commands/ship.md is not a regular file",
		".one/settings.local.json is not plain JSON",
	} {
		if !strings.Contains(reasons(r), want) {
			t.Errorf("%q is not in\n%s", want, reasons(r))
		}
	}
	if r.Paths[Doc{Agent, "reviewer"}] == "" {
		t.Error("what is not in the way was not rendered")
	}
}

func TestHostileNames(t *testing.T) {
	for _, name := range []string{
		"", ".", "..", "../x", "a/b", `a\b`, "/etc/passwd", "a\x00b", "a\nb", "~", "-x\u202e", ".git", ".hidden", "C:x",
		"CON", "nul.md", "com1", "LPT9.x", "a.", strings.Repeat("a", 129), "a b", "ä", "$(x)", "*",
	} {
		for _, l := range []Layout{one, two} {
			c := newCheckout(t)
			p := &profile.Profile{Version: "1"}
			for _, docs := range []*[]profile.Document{&p.Standards, &p.Skills, &p.Commands, &p.Agents} {
				*docs = []profile.Document{{Name: name, Content: "x"}}
			}
			r := c.apply(p, l)
			if len(r.Skipped) != 4 || len(r.Written) != 0 || len(c.files()) != 0 {
				t.Errorf("%q: skipped %d, wrote %q", name, len(r.Skipped), slices.Sorted(maps.Keys(c.files())))
			}
		}
	}
}

func TestOneFileForTwoDocuments(t *testing.T) {
	c := newCheckout(t)
	p := sample()
	p.Standards = append(p.Standards, profile.Document{Name: "GO", Content: "x"})
	r := c.apply(p, one)
	if !strings.Contains(reasons(r), ".one/rules/tempa-GO.md belongs to another document") || r.Paths[Doc{Standard, "GO"}] != "" {
		t.Error(reasons(r))
	}
}

func TestNothingRendered(t *testing.T) {
	tests := []struct {
		name, want string
		change     func(*checkout)
	}{
		{"no repository", "", func(c *checkout) { c.Root = "" }},
		{"no .git", "", func(c *checkout) { os.RemoveAll(c.path(".git")) }},
		{"a root that is gone", "", func(c *checkout) { os.RemoveAll(c.Root) }},
		{"the home directory", "", func(c *checkout) { c.Home = c.Root }},
		{"above the home directory", "", func(c *checkout) { c.Home = c.path("dev") }},
		{"a .git of somebody else", ".git leads to git data", func(c *checkout) {
			os.MkdirAll(filepath.Join(filepath.Dir(c.Root), "other", ".git", "refs"), 0o755)
			os.WriteFile(filepath.Join(filepath.Dir(c.Root), "other", ".git", "HEAD"), nil, 0o644)
			os.RemoveAll(c.path(".git"))
			c.write(".git", "gitdir: ../other/.git\n")
		}},
		{"exclude is a symlink", "info/exclude is a symlink", func(c *checkout) { c.symlink("../../../x", ".git/info/exclude") }},
		{"info is a symlink", "lies behind the symlink info", func(c *checkout) { c.symlink("../..", ".git/info") }},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			c := newCheckout(t)
			os.MkdirAll(c.path("dev"), 0o755)
			tt.change(&c)
			before := c.files()
			r, err := Apply(c.Target, New(sample(), one, now))
			if r == nil || len(r.Paths)+len(r.Written) != 0 {
				t.Errorf("report %+v", r)
			}
			if (err == nil) != (tt.want == "") || err != nil && !strings.Contains(err.Error(), tt.want) {
				t.Errorf("error %v, want %q", err, tt.want)
			}
			if c.Root != "" && !maps.Equal(before, c.files()) {
				t.Error("something was written")
			}
		})
	}
}

func TestExclude(t *testing.T) {
	c := newCheckout(t)
	c.write(".git/info/exclude", "# mine\n*.log")
	c.apply(sample(), two)
	got := c.read(".git/info/exclude")
	for _, want := range []string{"# mine\n*.log\n# tempa ", "\n/TWO.md\n", "\n/.shared/skills/tdd/SKILL.md\n", "\n.tempa-render.tmp\n", ": end\n"} {
		if !strings.Contains(got, want) {
			t.Errorf("%q is not in %q", want, got)
		}
	}
	c.apply(nil, two)
	if got := c.read(".git/info/exclude"); got != "# mine\n*.log\n" {
		t.Errorf("%q", got)
	}
}

func TestExcludeBlock(t *testing.T) {
	const begin, end = "# tempa i: rendered files; renewed by Tempa\n", "# tempa i: end\n"
	block := begin + tempName + "\n/b\n" + end
	tests := []struct{ name, old, want string }{
		{"empty", "", block},
		{"no line break at the end", "x", "x\n" + block},
		{"replaced, at the end", begin + "/a\n" + end + "x\n", "x\n" + block},
		{"same", "x\n" + block, "x\n" + block},
		{"another checkout's stays", strings.ReplaceAll(block, "tempa i", "tempa j"), strings.ReplaceAll(block, "tempa i", "tempa j") + block},
		{"no end: nothing is lost", begin + "/a\nmine\n", "/a\nmine\n" + block},
		{"line ends of Windows", "x\r\n" + begin[:len(begin)-1] + "\r\n/a\r\n" + end, "x\r\n" + block},
	}
	for _, tt := range tests {
		if got := excluded(tt.old, "i", []string{"b"}); got != tt.want {
			t.Errorf("%s: %q, want %q", tt.name, got, tt.want)
		}
	}
}

func TestWorktrees(t *testing.T) {
	c := newCheckout(t)
	tree := c
	tree.Root = c.Root + "-tree"
	c.write(".git/worktrees/t/HEAD", "x")
	c.write(".git/worktrees/t/commondir", "../..\n")
	c.write(".git/worktrees/t/gitdir", tree.path(".git")+"\n")
	tree.write(".git", "gitdir: "+c.path(".git/worktrees/t")+"\n")
	c.apply(sample(), one)
	tree.apply(sample(), two)
	exclude := c.read(".git/info/exclude")
	if strings.Count(exclude, ": end\n") != 2 || !strings.Contains(exclude, "/TWO.md\n") || !strings.Contains(exclude, "/.one/") {
		t.Errorf("%q", exclude)
	}
	tree.apply(nil, two)
	if left := tree.files(); len(left) != 1 || c.read(".one/rules/tempa-go.md")[0] == '(' {
		t.Errorf("left in the worktree: %v", left)
	}
	if strings.Count(c.read(".git/info/exclude"), ": end\n") != 1 {
		t.Error("the other checkout's block is gone")
	}
}

func TestDamagedManifest(t *testing.T) {
	for name, text := range map[string]string{
		"torn":     `{"files":{".one/rules/tempa-go.md"`,
		"not ours": `[]`,
		"hostile":  `{"files":{"../../x":{"sha256":["` + sum([]byte("x")) + `"],"clients":["one"]},".git/HEAD":{"sha256":["` + sum([]byte("ref: refs/heads/main\n")) + `"],"clients":["one"]}},"dirs":["../..","src"],"rules":{"/etc/x":{"deny":["a"]}}}`,
	} {
		t.Run(name, func(t *testing.T) {
			c := newCheckout(t)
			os.WriteFile(filepath.Join(c.Root, "..", "..", "x"), []byte("x"), 0o644)
			c.write("src/main.go", "x")
			c.apply(sample(), one)
			manifests, _ := filepath.Glob(c.State.Path("render", "*.json"))
			if len(manifests) != 1 {
				t.Fatal(manifests)
			}
			os.WriteFile(manifests[0], []byte(text), 0o600)
			// What is as it would be written is ours again.
			if r := c.apply(sample(), one); len(r.Skipped) != 0 {
				t.Errorf("skipped %s", reasons(r))
			}
			c.apply(nil, one)
			if c.read(".one/rules/tempa-go.md")[0] != '(' || c.read(".git/HEAD") == "" || c.read("src/main.go") != "x" || c.read("../../x") != "x" {
				t.Errorf("files %v", c.files())
			}
		})
	}
}

// A process that is killed leaves the manifest that was written ahead, and
// perhaps half of the files.
func TestKilledBetween(t *testing.T) {
	c := newCheckout(t)
	c.apply(sample(), one)
	p := sample()
	p.Tenant.Name = "Other"
	w, err := open(c.Target, New(p, one, now))
	if err != nil {
		t.Fatal(err)
	}
	if err := w.look(); err != nil {
		t.Fatal(err)
	}
	if err := w.ahead().save(c.State, w.name); err != nil {
		t.Fatal(err)
	}
	w.do(&w.steps[2])
	c.write(".one/rules/"+tempName, "half")
	w.close()

	p.Version = "9"
	r := c.apply(p, one)
	if len(r.Skipped) != 0 || c.read(".one/rules/" + tempName)[0] != '(' {
		t.Errorf("skipped %s, files %v", reasons(r), slices.Sorted(maps.Keys(c.files())))
	}
	c.apply(nil, one)
	if left := c.files(); len(left) != 0 {
		t.Errorf("left: %v", left)
	}
}

func TestReadOnly(t *testing.T) {
	if os.Geteuid() == 0 {
		t.Skip("nothing is read-only for root")
	}
	c := newCheckout(t)
	c.write(".one/x", "")
	os.Chmod(c.path(".one"), 0o555)
	defer os.Chmod(c.path(".one"), 0o755)
	r := c.apply(sample(), one)
	if !strings.Contains(reasons(r), "could not be written: permission denied") || r.Paths[Doc{Skill, "tdd"}] == "" {
		t.Error(reasons(r))
	}
}

// Without the state folder nothing may be written: nobody would know that it
// is ours.
func TestStateFolderIsAFile(t *testing.T) {
	c := newCheckout(t)
	os.WriteFile(c.State.Path(), nil, 0o600)
	r, err := Apply(c.Target, New(sample(), one, now))
	if err == nil || len(r.Paths) != 0 || len(c.files()) != 0 {
		t.Errorf("%+v, %v, %v", r, err, c.files())
	}
}

func TestDiff(t *testing.T) {
	c := newCheckout(t)
	p := sample()
	p.Commands, p.Agents, p.Skills = nil, nil, nil
	c.apply(p, one)
	p.Standards[0].Content = "# Go\n\nSmall functions.\nNo cleverness.\n"
	p.Standards[1] = profile.Document{Name: "web", Content: "# Web\n"}
	p.Permissions.Ask = nil
	c.write(".one/rules/tempa-web.md", "mine\n")
	before := c.stamps()
	got, err := Diff(c.Target, New(p, one, now))
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		"--- a/.one/rules/tempa-go.md\n+++ b/.one/rules/tempa-go.md\n@@ -3,3 +3,4 @@\n # Go\n \n Small functions.\n+No cleverness.\n",
		"--- a/.one/rules/tempa-api.md\n+++ /dev/null\n@@ -1,3 +0,0 @@\n-<!-- ",
		"# .one/rules/tempa-web.md " + theirs + "\n",
		"--- a/.one/settings.local.json\n",
		"-    \"ask\": [\n",
	} {
		if !strings.Contains(got, want) {
			t.Errorf("%q is not in\n%s", want, got)
		}
	}
	if !maps.Equal(before, c.stamps()) {
		t.Error("Diff writes")
	}
}
