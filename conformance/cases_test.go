package conformance

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/tempahq/tempa/conformance/client"
	"github.com/tempahq/tempa/core/starter"
)

// payloadCase is a fault that a user met, with the payload that shows it.
type payloadCase struct {
	ID      string
	Harness string
	Policy  *casePolicy
	Input   caseInput
	Expect  []string
}

type caseInput struct {
	Type   string
	Stdin  json.RawMessage
	Copies int
	Of     *caseInput
}

// casePolicy is short for a tempa.yaml; testdata/cases/README.md maps it.
type casePolicy struct {
	Deny, Ask, Allow []string
	Default          string
	MCP              []struct {
		Name  string
		Tools []string
	}
	AllowExternalMCP *bool `json:"allow_external_mcp"`
	FS               map[string]string
	State            string
}

// yaml is the policy as people write it. JSON is YAML too.
func (p *casePolicy) yaml(t *testing.T) string {
	policy := map[string]any{"default_decision": "allow"}
	if p.Default != "" {
		policy["default_decision"] = p.Default
	}
	permissions := map[string][]string{}
	for effect, rules := range map[string][]string{"deny": p.Deny, "ask": p.Ask, "allow": p.Allow} {
		if rules != nil {
			permissions[effect] = rules
		}
	}
	policy["permissions"] = permissions
	if p.AllowExternalMCP != nil {
		policy["allow_external_mcp"] = *p.AllowExternalMCP
	}
	var endpoints []any
	for _, e := range p.MCP {
		endpoints = append(endpoints, map[string]any{"endpoint": e.Name, "url": "https://mcp.example/" + e.Name, "tools": e.Tools})
	}
	if endpoints != nil {
		policy["mcp"] = endpoints
	}
	data, err := json.Marshal(policy)
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

func TestPayloadCases(t *testing.T) {
	f, err := os.Open("../testdata/cases/payload.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	n := 0
	for d := json.NewDecoder(f); d.More(); n++ {
		var c payloadCase
		if err := d.Decode(&c); err != nil {
			t.Fatal(err)
		}
		t.Run(c.ID, c.run)
	}
	t.Logf("%d cases with a payload, %d with a shell line (TestCorpusCases)", n, shellCases(t))
}

func shellCases(t *testing.T) (n int) {
	data, err := os.ReadFile("../testdata/corpus/cases.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	return strings.Count(string(data), `"type": "shell"`)
}

func (c *payloadCase) run(t *testing.T) {
	m, def := c.machine(t)
	in, copies := c.Input, 1
	if in.Of != nil {
		in, copies = *in.Of, in.Copies
	}
	column, event := c.client(t, in.Stdin)
	stdin := strings.ReplaceAll(string(in.Stdin), "/home/dev", m.home)
	answers := make([]client.Answer, copies)
	var all sync.WaitGroup
	for i := range answers {
		all.Go(func() { answers[i] = m.hook(column, []byte(stdin), "--event", event) })
	}
	all.Wait()
	for _, a := range answers {
		if !slices.ContainsFunc(c.Expect, func(want string) bool { return c.meets(want, def, column, event, a, answers[0]) }) {
			t.Errorf("want %v, got exit %d, %q, %q", c.Expect, a.Exit, a.Stdout, a.Stderr)
		}
	}
}

// machine is what the case needs around it.
func (c *payloadCase) machine(t *testing.T) (m machine, def string) {
	if c.Policy == nil {
		return newMachine(t, starter.Profile(), starter.Table()), "allow"
	}
	p, err := compilePolicy(filepath.Join(t.TempDir(), "src"), c.Policy.yaml(t))
	if err != nil {
		t.Fatal(err)
	}
	m = newMachine(t, p.profile, p.table)
	if strings.HasPrefix(c.Policy.State, "no-profile") {
		os.RemoveAll(filepath.Join(m.home, ".tempa"))
	}
	for link, target := range c.Policy.FS {
		to, _ := strings.CutPrefix(target, "-> ")
		inHome := func(path string) string { return strings.ReplaceAll(path, "/home/dev", m.home) }
		if err := os.Symlink(inHome(to), inHome(link)); err != nil {
			t.Fatal(err)
		}
	}
	return m, c.Policy.Default
}

// client is the column that the case is for, and its hook line.
func (c *payloadCase) client(t *testing.T, stdin json.RawMessage) (column, string) {
	var p struct {
		Name string `json:"hook_event_name"`
	}
	if err := json.Unmarshal(stdin, &p); err != nil {
		t.Fatal(err)
	}
	for _, col := range columns {
		if col.dialect.Info().Name != c.Harness {
			continue
		}
		shell, _ := col.template("shell")
		if p.Name == "" {
			p.Name = shell.event
		}
		return col, p.Name
	}
	t.Fatalf("there is no client %q", c.Harness)
	return column{}, ""
}

func (c *payloadCase) meets(want, def string, col column, event string, a, first client.Answer) bool {
	out := client.For(col.name, col.kindOf(event))(a)
	if out.Fault != "" {
		return false
	}
	switch want {
	case "deny":
		return out.Verdict == client.Blocked && a.Exit == 0
	case "ask":
		return out.Verdict == client.Asks
	case "allow":
		return out.Verdict == client.Runs && a.Stdout != ""
	case "no-deny":
		return out.Verdict == client.Runs
	case "stdout-empty":
		return a == client.Answer{}
	case "one-effective-answer":
		return out.Verdict == client.Blocked && a == first
	case "default":
		return def == "ask" && out.Verdict == client.Asks || def == "allow" && out.Verdict == client.Runs
	}
	panic(fmt.Sprintf("%s: %q is no outcome", c.ID, want))
}
