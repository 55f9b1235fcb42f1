//go:build clients && linux

package clients

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"sync"
	"testing"

	"github.com/tempahq/tempa/conformance/clients/model"
)

// client is one real client.
type client struct {
	product
	// command is the client as it is typed, and executable what that starts, in
	// the cache.
	command    string
	executable []string

	// call puts a story's step into the client's own tool.
	call func(s step) model.Call
	// delegate are the turns that give a subagent its task and wait for it.
	delegate func(task string) []model.Turn
	// env is the environment beside the neutral one.
	env func(modelURL string) []string
	// settle writes the client's own files: no telemetry, a trusted project.
	settle func(t *testing.T, p *place)
	// servers makes the MCP servers of a story known, which are all server.
	servers func(t *testing.T, p *place, names []string)
	// headless is the command line that plays one prompt without a person.
	headless func(s *story, modelURL string) []string
	attended *attended // nil when the client cannot ask

	// plugin installs the plugin with the client's own commands.
	plugin func(t *testing.T, p *place)
	// trust makes the client trust the hooks of a file, where it wants that.
	trust func(t *testing.T, p *place, install string)

	mu       sync.Mutex
	prepared map[string]*place
}

// attended is how a person plays a client in a terminal.
type attended struct {
	// ready does what has to be done before the client is started.
	ready   func(t *testing.T, p *place, modelURL string)
	line    func(s *story) []string
	asks    string // what stands on the screen when the person is asked
	yes, no string // the keys
}

// cache is where scripts/clients has installed the clients.
func cache(path ...string) string {
	return filepath.Join(append([]string{os.Getenv("TEMPA_CLIENTS"), "node_modules"}, path...)...)
}

// version is the client's version, as its package says it.
func (c *client) version(t *testing.T) string {
	t.Helper()
	data, err := os.ReadFile(cache(c.npm, "package.json"))
	if err != nil {
		t.Fatalf("%s is not installed: run scripts/clients install (%v)", c.name, err)
	}
	var p struct{ Version string }
	if err := json.Unmarshal(data, &p); err != nil {
		t.Fatal(err)
	}
	return p.Version
}

// program is the hook binary's name.
func (c *client) program() string { return "tempa-" + c.folder }

// binary is the hook binary as it was built.
func (c *client) binary() string { return built(c.program()) }

// built is a program of Tempa as scripts/build has built it.
func built(program string) string { return filepath.Join(os.Getenv("TEMPA_BIN"), program) }

// pluginSource is where a story sees the plugin that scripts/dist has laid out.
const pluginSource = homeDir + "/download/tempa"

// installed is a place with the starter policy and the hook. It is made once
// for each way of installing, and copied.
func (c *client) installed(t *testing.T, install string) *place {
	t.Helper()
	c.mu.Lock()
	defer c.mu.Unlock()
	p, made := c.prepared[install]
	if !made {
		if c.prepared == nil {
			c.prepared = map[string]*place{}
		}
		c.prepared[install] = nil // stays so when what follows ends the test
		p = c.install(t, install)
		c.prepared[install] = p
	}
	if p == nil {
		t.Fatalf("%s could not be installed: see the first story of %s", install, c.name)
	}
	return p.copy(t)
}

func (c *client) install(t *testing.T, install string) *place {
	t.Helper()
	p := newPlace(t)
	must(t, os.Symlink(cache(c.executable...), p.at(commandDir+"/"+c.command)))
	c.settle(t, p)
	p.mustRun(t, command{line: []string{c.binary(), "init", "--yes"}})
	switch install {
	case "plugin":
		c.installPlugin(t, p)
	case "user":
		c.installUser(t, p)
	case "twice":
		c.installPlugin(t, p)
		c.installUser(t, p)
	case "bundle":
		c.installBundle(t, p)
	default:
		t.Fatalf("there is no way of installing called %q", install)
	}
	return p
}

func (c *client) installPlugin(t *testing.T, p *place) {
	t.Helper()
	source := p.at(pluginSource)
	if err := os.MkdirAll(filepath.Dir(source), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.CopyFS(source, os.DirFS(filepath.Join(os.Getenv("TEMPA_PLUGINS"), c.folder))); err != nil {
		t.Fatal(err)
	}
	c.plugin(t, p)
	c.trustHooks(t, p, "plugin")
}

func (c *client) installUser(t *testing.T, p *place) {
	t.Helper()
	p.mustRun(t, command{line: []string{c.binary(), "install", "--yes"}})
	c.trustHooks(t, p, "user")
}

func (c *client) trustHooks(t *testing.T, p *place, install string) {
	if c.trust != nil {
		c.trust(t, p, install)
	}
}

// server is the command line of an MCP server.
func server() []string {
	exe, err := os.Executable()
	if err != nil {
		panic(err) // it is running
	}
	return []string{exe, roleServer}
}

// patchOf is a step as a patch in the form of GPT-5 class models.
func patchOf(s step) string {
	if s.Write != nil {
		return fmt.Sprintf("*** Begin Patch\n*** Add File: %s\n+%s\n*** End Patch\n", resolve(s.Write.Path), s.Write.Text)
	}
	return fmt.Sprintf("*** Begin Patch\n*** Update File: %s\n@@\n-%s\n+%s\n*** End Patch\n", resolve(s.Edit.Path), s.Edit.Old, s.Edit.New)
}

// jsonOf is a value as a client's settings file.
func jsonOf(v any) string {
	data, err := json.MarshalIndent(v, "", "  ")
	if err != nil {
		panic(err) // our own value
	}
	return string(data) + "\n"
}
