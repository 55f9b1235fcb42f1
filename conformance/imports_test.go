package conformance

import (
	"encoding/json"
	"errors"
	"io"
	"os/exec"
	"slices"
	"strings"
	"testing"
)

const prefix = "github.com/tempahq/tempa/"

// borders says which of our packages a package may import, tests excluded.
// Whoever wants to add a line here should first ask whether the code is in the
// right package; a table that is loosened to make a build pass protects
// nothing. Packages of core may import the ones named, and core/… that those
// stand for; harness modules see core only, with one exception: claudecode
// answers payloads that belong to three siblings.
var borders = map[string][]string{
	"claudecode":  {"core/...", "codex", "copilot", "gemini"},
	"copilot":     {"core/..."},
	"codex":       {"core/..."},
	"gemini":      {"core/..."},
	"antigravity": {"core/..."},

	"core/event":      {},
	"core/decision":   {},
	"core/payload":    {},
	"core/semver":     {},
	"core/patch":      {"core/event"},
	"core/harness":    {"core/decision", "core/event", "core/payload"},
	"core/toolset":    {"core/event", "core/patch", "core/payload"},
	"core/command":    {},
	"core/powershell": {"core/command"},
	"core/access":     {"core/command", "core/event"},
	"core/pathscope":  {"core/event"},
	"core/repo":       {},
	"core/secrets":    {},
	"core/rule":       {"core/event"},
	"core/table":      {"core/command", "core/event", "core/rule"},
	"core/policy":     {"core/access", "core/command", "core/decision", "core/event", "core/pathscope", "core/powershell", "core/rule", "core/table"},
	"core/guard":      {"core/access", "core/command", "core/decision", "core/event", "core/pathscope", "core/payload"},
	"core/bundles":    {"core/event", "core/rule"},
	"core/profile":    {"core/event", "core/decision"},
	"core/bundle":     {},
	"core/state":      {},
	"core/starter":    {},
	"core/attend":     {"core/harness"},
}

// hookMayNotLink are the packages that would cost every tool call its
// start-up time, or give a hook a way to the network.
var hookMayNotLink = []string{
	"net", "net/http", "crypto/tls", "os/exec", "text/template", "html/template", "regexp/syntax",
	"github.com/tetratelabs/wazero", "github.com/spf13/pflag",
	"go.yaml.in/yaml/v3",
	prefix + "core/bundles", prefix + "controlplane",
}

type listed struct {
	ImportPath string
	Imports    []string
	Deps       []string
}

func list(t *testing.T, patterns ...string) []listed {
	t.Helper()
	args := append([]string{"list", "-json=ImportPath,Imports,Deps"}, patterns...)
	cmd := exec.Command("go", args...)
	cmd.Dir = ".."
	var stderr strings.Builder
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("go %s: %v\n%s", strings.Join(args, " "), err, stderr.String())
	}
	var pkgs []listed
	for dec := json.NewDecoder(strings.NewReader(string(out))); ; {
		var p listed
		if err := dec.Decode(&p); errors.Is(err, io.EOF) {
			return pkgs
		} else if err != nil {
			t.Fatal(err)
		}
		pkgs = append(pkgs, p)
	}
}

func TestBorders(t *testing.T) {
	for _, p := range list(t, "./core/...", "./claudecode", "./copilot", "./codex", "./gemini", "./antigravity") {
		name := strings.TrimPrefix(p.ImportPath, prefix)
		allowed, stated := borders[name]
		if !stated {
			continue // above the borders: handlers, commands, test kits
		}
		for _, imp := range p.Imports {
			imp, ours := strings.CutPrefix(imp, prefix)
			if ours && !slices.ContainsFunc(allowed, func(a string) bool { return covers(a, imp) }) {
				t.Errorf("%s imports %s; it may import %q", name, imp, allowed)
			}
		}
	}
}

func covers(allowed, imp string) bool {
	dir, all := strings.CutSuffix(allowed, "/...")
	return allowed == imp || all && strings.HasPrefix(imp, dir+"/")
}

func TestHooksLinkNoHeavyPackages(t *testing.T) {
	hooks := list(t, "./claudecode/cmd/...", "./copilot/cmd/...", "./codex/cmd/...", "./gemini/cmd/...", "./antigravity/cmd/...")
	if len(hooks) != 5 {
		t.Fatalf("%d hook binaries, want 5", len(hooks))
	}
	for _, p := range hooks {
		for _, bad := range hookMayNotLink {
			if slices.Contains(p.Deps, bad) {
				t.Errorf("%s links %s", strings.TrimPrefix(p.ImportPath, prefix), bad)
			}
		}
	}
}

// Nothing below the admin tool may know the heavy libraries.
func TestOnlyControlplaneLinksYAML(t *testing.T) {
	for _, p := range list(t, "./core/...") {
		if slices.Contains(p.Deps, "go.yaml.in/yaml/v3") {
			t.Errorf("%s links a YAML library", p.ImportPath)
		}
	}
}
