package guard

import (
	"path/filepath"
	"strings"
)

// root says where a line of hookFiles starts.
type root uint8

const (
	home    root = iota // the home directory
	project             // the session's directory, its roots and its repository
	anchor              // nowhere: the path is absolute
)

// place is one line: where it starts, the path below it, whose it is.
type place struct {
	root root
	path string
	what string
}

// hookFiles are the files that decide whether the hooks of a client run, as
// measured on Claude Code 2.1.332, Copilot CLI 1.0.102, Codex 0.171.0, Gemini
// CLI 0.61.0, and documented for Antigravity and .gemini/.env, whose variables
// reach every hook. A folder stands for all in it.
var hookFiles = [...]place{
	{home, ".claude/settings.json", "Claude Code's settings"},
	{home, ".claude/settings.local.json", "Claude Code's settings"},
	{home, ".claude/plugins", "Claude Code's plugins"},
	{project, ".claude/settings.json", "Claude Code's project settings"},
	{project, ".claude/settings.local.json", "Claude Code's project settings"},
	{anchor, "/etc/claude-code", "Claude Code's managed settings"},
	{anchor, "/Library/Application Support/ClaudeCode", "Claude Code's managed settings"},
	{anchor, "C:/Program Files/ClaudeCode", "Claude Code's managed settings"},
	{anchor, "C:/ProgramData/ClaudeCode", "Claude Code's managed settings"},

	{home, ".copilot/hooks", "Copilot's hooks"},
	{home, ".copilot/settings.json", "Copilot's settings"},
	{home, ".copilot/config.json", "Copilot's configuration"},
	{home, ".copilot/installed-plugins", "Copilot's plugins"},
	{project, ".github/hooks", "Copilot's repository hooks"},
	{project, ".github/copilot/settings.json", "Copilot's repository settings"},
	{project, ".github/copilot/settings.local.json", "Copilot's repository settings"},
	{anchor, "/etc/github-copilot", "Copilot's policy hooks"},
	{anchor, "C:/ProgramData/GitHub/Copilot", "Copilot's policy hooks"},
	{anchor, "C:/ProgramData/GitHub Copilot", "Copilot's policy hooks"},

	{home, ".codex/hooks.json", "Codex's hooks"},
	{home, ".codex/config.toml", "Codex's configuration"},
	{home, ".codex/.hook-trust", "Codex's record of trusted hooks"},
	{home, ".codex/plugins", "Codex's plugins"},
	{project, ".codex/hooks.json", "Codex's project hooks"},
	{project, ".codex/config.toml", "Codex's project configuration"},
	{anchor, "/etc/codex", "Codex's managed configuration"},
	{anchor, "C:/ProgramData/OpenAI/Codex", "Codex's managed configuration"},

	{home, ".gemini/settings.json", "Gemini CLI's settings"},
	{home, ".gemini/extensions", "Gemini CLI's extensions"},
	{home, ".gemini/policies", "Gemini CLI's policies"},
	{home, ".gemini/trustedFolders.json", "Gemini CLI's trusted folders"},
	{home, ".gemini/trusted_hooks.json", "Gemini CLI's trusted hooks"},
	{project, ".gemini/settings.json", "Gemini CLI's project settings"},
	{home, ".gemini/.env", "Gemini CLI's environment"},
	{project, ".gemini/.env", "Gemini CLI's environment"},
	{anchor, "/etc/gemini-cli", "Gemini CLI's system settings"},
	{anchor, "/Library/Application Support/GeminiCli", "Gemini CLI's system settings"},
	{anchor, "C:/ProgramData/gemini-cli", "Gemini CLI's system settings"},

	{home, ".gemini/config", "Antigravity's hooks, plugins and settings"},
	{home, ".gemini/antigravity-cli/settings.json", "Antigravity's settings"},
	{home, ".gemini/antigravity-cli/plugins", "Antigravity's plugins"},
	{project, ".agents/hooks.json", "Antigravity's workspace hooks"},

	{anchor, "/etc/tempa", "Tempa's managed policy"},
	{anchor, "/Library/Application Support/Tempa", "Tempa's managed policy"},
	{anchor, "C:/ProgramData/Tempa", "Tempa's managed policy"},
}

// moved are the variables that move a client's home folder. They only add to
// what is protected.
var moved = [...]struct{ variable, folder string }{
	{"CLAUDE_CONFIG_DIR", ".claude/"},
	{"COPILOT_HOME", ".copilot/"},
	{"CODEX_HOME", ".codex/"},
	{"GEMINI_CLI_HOME", ".gemini/"},
}

// HookFiles are the files that decide whether hooks run, for this home and
// these project folders. Reading them is free.
func HookFiles(homeDir string, projects []string, windows bool, getenv func(string) string) []Protected {
	list := make([]Protected, 0, len(hookFiles)+16)
	add := func(dir string, p place) {
		list = append(list, Protected{Path: below(dir, p.path), ReadFree: true, What: p.what})
	}
	for _, p := range hookFiles {
		switch p.root {
		case home:
			if homeDir != "" {
				add(homeDir, p)
			}
		case project:
			for _, dir := range projects {
				if dir != "" {
					add(dir, p)
				}
			}
		case anchor:
			if strings.HasPrefix(p.path, "C:") == windows {
				add("", p)
			}
		}
	}
	for _, m := range moved {
		dir := getenv(m.variable)
		if !filepath.IsAbs(dir) {
			continue
		}
		for _, p := range hookFiles {
			if rest, ok := strings.CutPrefix(p.path, m.folder); ok && p.root == home {
				add(dir, place{home, rest, p.what})
				if m.variable == "GEMINI_CLI_HOME" {
					add(dir, p) // the folder that .gemini is made in
				}
			}
		}
	}
	return list
}

// Binary protects our own program, those beside it, and the plugin folder that
// it runs from: a plugin of a folder marketplace runs in place (Claude Code
// 2.1.332).
func (g *Guard) Binary(executable string) []Protected {
	exe, _ := g.Scope.Real(executable)
	dir := parent(exe)
	list := []Protected{{Path: exe, ReadFree: true, What: "Tempa's program"}}
	for _, name := range [...]string{"tempa", "tempa-claudecode", "tempa-copilot", "tempa-codex", "tempa-gemini", "tempa-antigravity", "tempa-admin"} {
		if p := below(dir, name+filepath.Ext(exe)); p != exe {
			list = append(list, Protected{Path: p, ReadFree: true, What: "Tempa's program"})
		}
	}
	plugin := parent(dir)
	for _, manifest := range [...]string{".claude-plugin", ".plugin", "plugin.json", "gemini-extension.json"} {
		if strings.HasSuffix(dir, "/bin") && g.stat(below(plugin, manifest)) != nil {
			return append(list, Protected{Path: plugin, ReadFree: true, What: "Tempa's plugin"})
		}
	}
	return list
}

func parent(p string) string {
	if i := strings.LastIndexByte(p, '/'); i > 0 {
		return p[:i]
	}
	return "/"
}

func below(dir, p string) string {
	if dir == "" {
		return p
	}
	return strings.TrimRight(dir, `/\`) + "/" + p
}
