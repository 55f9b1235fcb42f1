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

// borders says which of our packages a package may import, tests excluded; every
// package stands here. Whoever wants to add a line should first ask whether the
// code is in the right package; a table that is loosened to make a build pass
// protects nothing. Harness modules see core only, with one exception:
// claudecode answers payloads that belong to three siblings.
var borders = map[string][]string{
	// What happened, what is to happen, and who asks.
	"core/event":       {},
	"core/decision":    {},
	"core/payload":     {},
	"core/json":        {"core/payload"},
	"core/semver":      {},
	"core/spelling":    {},
	"core/orderedjson": {"core/json", "core/payload"},
	"core/diagnosis":   {},
	"core/patch":       {"core/event"},
	"core/harness":     {"core/decision", "core/event", "core/json", "core/payload"},
	"core/toolset":     {"core/event", "core/patch", "core/payload"},

	// What a call does. Nothing here knows a policy, a client or a file.
	"core/command":    {},
	"core/cmdlet":     {},
	"core/powershell": {"core/cmdlet", "core/command"},
	"core/access":     {"core/command", "core/event"},
	"core/secrets":    {},

	// What a policy says.
	"core/rule":    {"core/cmdlet", "core/event", "core/spelling"},
	"core/bundles": {"core/event", "core/rule"},
	"core/table":   {"core/cmdlet", "core/command", "core/event", "core/json", "core/payload", "core/rule"},
	"core/profile": {"core/decision", "core/event", "core/json"},
	"core/policy":  {"core/access", "core/command", "core/decision", "core/event", "core/pathscope", "core/rule", "core/table"},
	"core/guard":   {"core/access", "core/command", "core/decision", "core/event", "core/pathscope", "core/payload"},

	// The machine.
	"core/pathscope":     {"core/event"},
	"core/repo":          {},
	"core/state":         {"core/json"},
	"core/bundle":        {},
	"core/starter":       {},
	"core/sources":       {"core/bundle", "core/json", "core/profile", "core/state", "core/table"},
	"core/ancestry":      {},
	"core/attend":        {"core/ancestry", "core/harness", "core/json"},
	"core/unchanged":     {},
	"core/install":       {"core/harness", "core/json", "core/orderedjson"},
	"core/child":         {},
	"core/clientversion": {"core/harness", "core/state"},
	"core/inquiry":       {},
	"core/inquiry/run":   {"core/ancestry", "core/child", "core/inquiry"},
	"core/account":       {"core/decision", "core/harness", "core/payload", "core/state", "core/table"},
	"core/prove":         {"core/bundle", "core/child", "core/diagnosis", "core/sources", "core/state", "core/table"},
	"core/render":        {"core/json", "core/orderedjson", "core/profile", "core/repo", "core/rule", "core/state"},
	"core/changes":       {"core/json", "core/profile", "core/render"},
	"core/summary":       {"core/profile", "core/render"},

	// What runs. A hook knows the machine and the policy, and nothing that
	// starts a process.
	"core/hook": {
		"core/access", "core/account", "core/attend", "core/bundle", "core/changes", "core/clientversion", "core/command", "core/decision", "core/event",
		"core/guard", "core/harness", "core/inquiry", "core/json", "core/pathscope", "core/payload", "core/policy", "core/powershell", "core/profile", "core/render",
		"core/repo", "core/secrets", "core/sources", "core/state", "core/summary", "core/table",
	},
	"core/cli":         {"core/..."},
	"core/companion":   {"core/..."},
	"core/cmd/tempa":   {"core/companion"},
	"core/harnesstest": {"core/..."},
	"core/schematest":  {},

	"claudecode":  {"core/...", "codex", "copilot", "gemini"},
	"copilot":     {"core/..."},
	"codex":       {"core/..."},
	"gemini":      {"core/..."},
	"antigravity": {"core/..."},

	"claudecode/cmd/tempa-claudecode":   {"claudecode", "core/cli"},
	"copilot/cmd/tempa-copilot":         {"copilot", "core/cli"},
	"codex/cmd/tempa-codex":             {"codex", "core/cli"},
	"gemini/cmd/tempa-gemini":           {"gemini", "core/cli"},
	"antigravity/cmd/tempa-antigravity": {"antigravity", "core/cli"},
}

// hookMayNotLink are the packages that would cost every tool call its
// start-up time or a hook its size, or give it a way to the network.
var hookMayNotLink = []string{
	"net", "net/http", "crypto/tls", "os/exec", "text/template", "html/template", "encoding/json", "flag",
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
	for _, p := range list(t, "./core/...", "./claudecode/...", "./copilot/...", "./codex/...", "./gemini/...", "./antigravity/...") {
		name := strings.TrimPrefix(p.ImportPath, prefix)
		allowed, stated := borders[name]
		if !stated {
			t.Errorf("%s has no line in the table of borders: say there what it may import", name)
			continue
		}
		for _, imp := range p.Imports {
			imp, ours := strings.CutPrefix(imp, prefix)
			if ours && !slices.ContainsFunc(allowed, func(a string) bool { return covers(a, imp) }) {
				t.Errorf("%s imports %s; it may import %q", name, imp, allowed)
			}
		}
	}
}

// docs/design.md walks through every package of core, or through the folder
// that it lies in.
func TestDesignNamesPackages(t *testing.T) {
	design := documents()["docs/design.md"]
	for name := range borders {
		parts := strings.Split(name, "/")
		if parts[0] == "core" && !strings.Contains(design, "`core/"+parts[1]+"`") && !strings.Contains(design, "`"+name+"`") {
			t.Errorf("docs/design.md does not say what %s promises", name)
		}
	}
}

// The admin tool stands on core; it knows no client.
func TestControlplaneKnowsNoClient(t *testing.T) {
	for _, p := range list(t, "./controlplane/...") {
		for _, dep := range p.Deps {
			for _, client := range []string{"claudecode", "copilot", "codex", "gemini", "antigravity"} {
				if dep == prefix+client {
					t.Errorf("%s links %s", strings.TrimPrefix(p.ImportPath, prefix), client)
				}
			}
		}
	}
}

// A regular expression that is compiled when a package is initialised costs
// every tool call its time. The shell parser links one; ours use none.
func TestHooksUseNoRegexp(t *testing.T) {
	hooks := list(t, "./claudecode/cmd/tempa-claudecode")
	ours := map[string]bool{}
	for _, dep := range hooks[0].Deps {
		ours[dep] = strings.HasPrefix(dep, prefix)
	}
	for _, p := range list(t, "./core/...", "./claudecode", "./copilot", "./codex", "./gemini", "./antigravity") {
		if ours[p.ImportPath] && slices.Contains(p.Imports, "regexp") {
			t.Errorf("%s imports regexp", strings.TrimPrefix(p.ImportPath, prefix))
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
