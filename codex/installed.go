package codex

import (
	"crypto/sha256"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/tempahq/tempa/core/harness"
	"github.com/tempahq/tempa/core/json"
)

var (
	_ harness.Plugged  = Dialect{}
	_ harness.Trusting = Dialect{}
)

const trustFile = ".codex/config.toml"

// Plugins looks in the client's cache: <marketplace>/<plugin>/<version>.
func (Dialect) Plugins(home string) []harness.Plugin {
	folders, _ := filepath.Glob(filepath.Join(home, ".codex", "plugins", "cache", "*", "tempa", "*"))
	config, _ := os.ReadFile(filepath.Join(home, filepath.FromSlash(trustFile)))
	var list []harness.Plugin
	for _, folder := range folders {
		name := "tempa@" + filepath.Base(filepath.Dir(filepath.Dir(folder)))
		p := harness.Plugin{Name: name, Folder: folder, Manifest: ".codex-plugin/plugin.json"}
		switch value(config, "plugins", name, "enabled") {
		case "true":
		case "":
			p.Off = "Codex's config.toml does not list it; install it again with: codex plugin add " + name
		default:
			p.Off = "it is off in " + trustFile + "; set enabled = true under [plugins.\"" + name + "\"]"
		}
		list = append(list, p)
	}
	return list
}

// TrustFile is the person's configuration.
func (Dialect) TrustFile() string { return trustFile }

// Distrust compares the approvals with the definitions of our lines. A line
// that is not approved, or not in this form, is skipped without a word
// (codex-cli 0.171.0). What else a plugin's approval covers is the client's
// secret: only a call that was seen to arrive shows that it holds.
func (Dialect) Distrust(trust, hooks []byte, file, plugin string) string {
	source := file
	if plugin != "" {
		source = plugin + ":" + Dialect{}.PluginTable().File
	}
	lines, err := definitions(hooks)
	if err != nil {
		return "" // the check of the lines says so
	}
	fresh, modified := 0, 0
	for _, l := range lines {
		switch value(trust, "hooks.state", source+l.key, "trusted_hash") {
		case "":
			fresh++
		case `"` + l.hash + `"`:
		default:
			modified++
		}
	}
	const todo = "; start codex, type /hooks, look at Tempa's lines and approve them"
	switch {
	case modified > 0:
		return fmt.Sprintf("%d of %d lines changed since they were approved, and Codex skips those in silence%s", modified, len(lines), todo)
	case fresh > 0:
		return fmt.Sprintf("%d of %d lines were never approved, and Codex skips those in silence%s", fresh, len(lines), todo)
	}
	return ""
}

// definition is one line as the client hashes it.
type definition struct{ key, hash string }

// definitions reads a hook file: our lines in it, with the place that an
// approval names.
func definitions(hooks []byte) ([]definition, error) {
	var table struct {
		Hooks map[string][]struct {
			Matcher *string          `json:"matcher"`
			Hooks   []map[string]any `json:"hooks"`
		} `json:"hooks"`
	}
	if err := json.Unmarshal(hooks, &table); err != nil {
		return nil, err
	}
	var list []definition
	for event, groups := range table.Hooks {
		for i, g := range groups {
			for j, h := range g.Hooks {
				command, _ := h["command"].(string)
				if !strings.Contains(command, "tempa-codex") {
					continue
				}
				timeout, _ := h["timeout"].(json.Number)
				seconds, _ := strconv.Atoi(string(timeout))
				list = append(list, definition{fmt.Sprintf(":%s:%d:%d", snake(event), i, j), hash(event, g.Matcher, command, seconds)})
			}
		}
	}
	return list, nil
}

// hash is what an approval holds: the digest of the line in the client's own
// form (codex-cli 0.171.0).
func hash(event string, matcher *string, command string, seconds int) string {
	if event == "SessionEnd" {
		seconds = min(max(seconds, 1), 3)
	}
	d := map[string]any{
		"event_name": snake(event),
		"hooks":      []any{map[string]any{"async": false, "command": command, "timeout": seconds, "type": "command"}},
	}
	if matcher != nil && event != "UserPromptSubmit" && event != "Stop" {
		d["matcher"] = *matcher
	}
	text, _ := json.Marshal(d) // sorted, and nothing escaped that need not be
	return fmt.Sprintf("sha256:%x", sha256.Sum256(text))
}

// snake is PreToolUse as pre_tool_use.
func snake(name string) string {
	var b strings.Builder
	for i, c := range name {
		if 'A' <= c && c <= 'Z' {
			if i > 0 {
				b.WriteByte('_')
			}
			c += 'a' - 'A'
		}
		b.WriteRune(c)
	}
	return b.String()
}
