package codex

import (
	"slices"
	"strings"
)

// harmlessConfig reports whether a file of settings has nothing in it that may
// have a say in whether a person is asked: no reviewer, no other approval
// policy, no profile, no hook that answers. It goes by what is known to have
// none (codex-cli 0.171.0), so that a setting nobody has heard of is one that
// may. trusts says that the file trusts the project with that root.
func harmlessConfig(config []byte, root string) (trusts, ok bool) {
	table := ""
	for line := range strings.Lines(string(config)) {
		line = strings.TrimSpace(line)
		if line == "" || line[0] == '#' {
			continue
		}
		if line[0] == '[' {
			if table, ok = harmlessTable(line); !ok {
				return false, false
			}
			continue
		}
		key, value, found := strings.Cut(line, "=")
		key, value = strings.TrimSpace(key), strings.TrimSpace(value)
		if !found || !isOneLine(value) || !harmlessKey(table, key, value) {
			return false, false
		}
		if table == "projects."+quoted(root) && key == "trust_level" {
			trusts = value == `"trusted"`
		}
	}
	return trusts, true
}

// harmlessTable is the name of a table in which no approval is set.
func harmlessTable(header string) (name string, ok bool) {
	name, ok = strings.CutSuffix(header[1:], "]")
	if !ok || strings.ContainsAny(name, "[]#'\\") || strings.Count(name, `"`)%2 != 0 {
		return "", false
	}
	switch first, rest, _ := strings.Cut(name, "."); first {
	case "features", "analytics", "feedback", "history", "tui", "notice", "model_providers", "mcp_servers", "marketplaces", "sandbox_workspace_write":
		return name, true
	case "projects":
		return name, strings.HasPrefix(rest, `"`) && strings.Count(rest, `"`) == 2 && strings.HasSuffix(rest, `"`)
	case "hooks":
		return name, strings.HasPrefix(rest, `state."`)
	case "plugins":
		return name, strings.HasPrefix(rest, `"tempa@`)
	}
	return "", false
}

// harmlessKeys are the settings at the top of a file, besides those with
// harmless values.
var harmlessKeys = [...]string{
	"model", "model_provider", "model_reasoning_effort", "model_reasoning_summary", "model_verbosity", "personality",
	"check_for_update_on_startup", "file_opener", "hide_agent_reasoning", "show_raw_agent_reasoning", "disable_paste_burst", "web_search",
	"allow_managed_hooks_only",
}

// harmlessFeatures are the switches under features.
var harmlessFeatures = [...]string{"hooks", "codex_hooks", "daemon_auto_start", "shell_snapshot", "apps", "multi_agent"}

func harmlessKey(table, key, value string) bool {
	switch {
	case table == "features":
		return slices.Contains(harmlessFeatures[:], key)
	case strings.HasPrefix(table, "projects."):
		return key == "trust_level"
	case table != "":
		return true
	case key == "approval_policy":
		return value == `"on-request"`
	case key == "sandbox_mode":
		return value == `"read-only"` || value == `"workspace-write"`
	}
	return slices.Contains(harmlessKeys[:], key)
}

// isOneLine reports whether a value ends with its line: no text and no list
// that goes on in the next one.
func isOneLine(value string) bool {
	if value == "" || strings.Contains(value, `"""`) || strings.Contains(value, "'''") {
		return false
	}
	depth, quote := 0, byte(0)
	for i := 0; i < len(value); i++ {
		switch c := value[i]; {
		case quote == '"' && c == '\\':
			i++
		case quote != 0:
			if c == quote {
				quote = 0
			}
		case c == '"', c == '\'':
			quote = c
		case c == '#':
			return false
		case c == '[', c == '{':
			depth++
		case c == ']', c == '}':
			depth--
		}
	}
	return quote == 0 && depth == 0
}

// value is a value in a table whose last name is quoted, as the client writes
// it: [hooks.state."/home/dev/.codex/hooks.json:stop:0:0"].
func value(config []byte, table, name, key string) string {
	header := "[" + table + "." + quoted(name) + "]"
	here := false
	for line := range strings.Lines(string(config)) {
		line = strings.TrimSpace(line)
		if strings.HasPrefix(line, "[") {
			here = line == header
			continue
		}
		k, v, ok := strings.Cut(line, "=")
		if here && ok && strings.TrimSpace(k) == key {
			return strings.TrimSpace(v)
		}
	}
	return ""
}

func quoted(name string) string {
	return `"` + strings.ReplaceAll(strings.ReplaceAll(name, `\`, `\\`), `"`, `\"`) + `"`
}
