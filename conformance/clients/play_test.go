//go:build clients && linux

package clients

import (
	"encoding/json"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/tempahq/tempa/conformance/clients/model"
)

// all are the clients, and the variants of a client that play fewer stories.
var all = []*client{claudeCode, claudeBypass, copilotCLI, copilotPatch, codexCLI, codexCode, codexTerminal, geminiCLI, geminiOld}

// TestClients plays every story on every client that it is for, in every way
// of installing that it names.
func TestClients(t *testing.T) {
	list, err := stories(storyDir)
	must(t, err)
	for _, c := range all {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			c.playAll(t, list)
		})
	}
}

func (c *client) playAll(t *testing.T, list []story) {
	version := c.version(t)
	for _, s := range list {
		if !s.isFor(&c.product) {
			continue
		}
		for _, install := range s.Installs {
			t.Run(s.Name+"/"+install, func(t *testing.T) {
				t.Parallel()
				record(t, s.expected(&c.product, version, install))
				c.play(t, s, install)
			})
		}
	}
}

// play plays one story.
func (c *client) play(t *testing.T, s story, install string) {
	p := c.installed(t, install)
	t.Cleanup(func() {
		if !keep() {
			os.RemoveAll(p.home)
		}
	})
	for path, text := range s.Files {
		p.write(t, path, text)
	}
	if s.Policy != nil {
		c.policy(t, p, s.Policy)
	}
	if s.MCP != nil {
		c.servers(t, p, s.MCP)
	}
	if s.Fault != "" {
		c.breakIt(t, p, s.Fault)
	}
	m, err := model.Start(model.Script{Turns: c.turns(s.Turns), Subagent: c.turns(s.Subagent)})
	if err != nil {
		t.Fatal(err)
	}
	defer m.Close()
	var got played
	if s.Answer == "" {
		got.ending = p.run(t, command{env: c.env(m.URL), line: c.headless(&s, m.URL)})
	} else {
		got = c.attend(t, p, &s, m)
	}
	got.told, got.heard = m.Told(), m.Heard()
	e := s.on(&c.product).Expect
	e.check(t, p, got)
	if t.Failed() || os.Getenv("TEMPA_CLIENTS_SHOW") != "" {
		t.Logf("%s\nstdout: %s\nstderr: %s\nthe model saw: %s", got.How, tail(got.Stdout, 1200), tail(got.Stderr, 1200), lastWords(m))
	}
}

// keep reports whether the places stay for somebody to look at.
func keep() bool { return os.Getenv("TEMPA_CLIENTS_KEEP") != "" }

// turns puts a story's turns into the client's words.
func (c *client) turns(turns [][]step) []model.Turn {
	var list []model.Turn
	for _, steps := range turns {
		var t model.Turn
		for _, s := range steps {
			switch {
			case s.Say != "":
				t.Text = s.Say
			case s.Delegate != "":
				list = append(list, c.delegate(model.SubagentMark+" "+s.Delegate)...)
			default:
				t.Calls = append(t.Calls, c.call(s))
			}
		}
		if t.Text != "" || t.Calls != nil {
			list = append(list, t)
		}
	}
	return list
}

// policy replaces the starter policy by one that tempa-admin builds.
func (c *client) policy(t *testing.T, p *place, lines []string) {
	t.Helper()
	const source, output = homeDir + "/elsewhere/policy", homeDir + "/elsewhere/built"
	p.write(t, source+"/tempa.yaml", strings.Join(lines, "\n")+"\n")
	admin(t, p, "bundle", "build", source, "-o", output)
	p.mustRun(t, command{line: []string{c.binary(), "init", "--from", output, "--force", "--yes"}})
}

// tail keeps the end of a long text.
func tail(s string, most int) string {
	if len(s) <= most {
		return s
	}
	return "[…]" + s[len(s)-most:]
}

// lastWords is the end of the conversation, as the model saw it last.
func lastWords(m *model.Server) string {
	var body map[string]any
	for _, r := range m.Requests() {
		if r.Main {
			body = nil
			json.Unmarshal(r.Body, &body)
		}
	}
	for _, key := range []string{"messages", "input", "contents"} {
		if list, ok := body[key]; ok {
			last, _ := list.([]any)
			return tail(jsonOf(last[max(0, len(last)-3):]), 2500)
		}
	}
	return "nothing"
}

// until waits for a condition, and reports whether it came true in time.
func until(limit time.Duration, done func() bool) bool {
	for end := time.Now().Add(limit); time.Now().Before(end); time.Sleep(50 * time.Millisecond) {
		if done() {
			return true
		}
	}
	return done()
}
