package guard

// client is what weakens one client's hooks: data, one row per program.
type client struct {
	program string // base name; "a|b" are names of the same client, with the same first letter
	title   string
	// flags leave hooks out, replace the settings they stand in, or skip their
	// trust. With a value they count as --flag value and --flag=value.
	flags []string
	// config are flags whose value is key=value (or a feature's name); keys
	// are what may not be set.
	config, keys []string
	// words are subcommands, "a|b c". The ones that end in " *" count whatever
	// they name, the others when they name Tempa, everything, or nothing known.
	words []string
	// home are the variables that lead the client to other settings.
	home []string
}

// clients: Claude Code 2.1.332, Copilot CLI 1.0.102, Codex 0.171.0, Gemini CLI
// 0.61.0 as measured; Antigravity as documented up to agy 1.2.
var clients = [...]client{
	{
		program: "claude|claude-code", title: "Claude Code",
		flags: []string{"--bare", "--safe-mode", "--setting-sources", "--settings"},
		words: []string{
			"plugin|plugins disable|uninstall|remove|rm",
			"plugin|plugins marketplace remove|rm *",
		},
		home: []string{"CLAUDE_CONFIG_DIR", "CLAUDE_CODE_SIMPLE"},
	},
	{
		program: "copilot|copilot-cli", title: "Copilot",
		flags: []string{"--config-dir"},
		words: []string{
			"plugin|plugins disable|uninstall|remove|rm",
			"plugin|plugins marketplace remove|rm *",
		},
		home: []string{"COPILOT_HOME"},
	},
	{
		program: "codex", title: "Codex",
		flags:  []string{"--dangerously-bypass-hook-trust"},
		config: []string{"-c", "--config", "--disable"},
		keys:   []string{"hooks", "codex_hooks", "plugins", "plugin_hooks", "features.hooks", "features.codex_hooks", "features.plugins", "features.plugin_hooks", "features"},
		words: []string{
			"plugin|plugins disable|uninstall|remove|rm",
			"plugin|plugins marketplace remove|rm *",
			"features disable hooks|codex_hooks|plugins|plugin_hooks *",
		},
		home: []string{"CODEX_HOME"},
	},
	{
		program: "gemini|gemini-cli", title: "Gemini CLI",
		flags: []string{"-e", "--extensions"},
		words: []string{
			"extensions|extension disable|uninstall|remove",
			"hooks migrate *", // rewrites the project's hooks with timeouts of milliseconds
		},
		home: []string{"GEMINI_CLI_HOME", "GEMINI_CLI_SYSTEM_SETTINGS_PATH", "GEMINI_CLI_SYSTEM_DEFAULTS_PATH"},
	},
	{
		program: "agy|antigravity", title: "Antigravity",
		words: []string{"plugin|plugins disable|uninstall|remove"},
		// With an API key agy 1.1.22 loads hooks and does not run them.
		home: []string{"GEMINI_API_KEY", "GEMINI_CLI_HOME"},
	},
}

// anyHome moves every client's settings.
var anyHome = [...]string{"HOME", "USERPROFILE", "XDG_CONFIG_HOME"}

// otherUser are wrappers that start a program with another user's home.
var otherUser = [...]string{"sudo", "doas", "su", "runuser", "runas", "pkexec"}

// plain are the commands of ours that an agent may run; what they are given
// cannot weaken anything.
var plain = [...]string{"explain", "status", "version", "help", "--version", "-version", "--help", "-h"}

// enders are programs, in lower case, that stop or remove what their operands
// name.
var enders = [...]struct{ program, words string }{
	{"kill", ""},
	{"killall", ""},
	{"killall5", ""},
	{"pkill", ""},
	{"skill", ""},
	{"taskkill", ""},
	{"stop-process", ""},
	{"spps", ""},
	{"systemctl", "stop|disable|mask|kill"},
	{"launchctl", "unload|remove|bootout|disable|kill|stop"},
	{"service", ""},
	{"sc", "stop|delete|config"},
	{"brew", "uninstall|remove|rm|unlink"},
	{"npm", "uninstall|remove|rm|un|unlink"},
	{"pnpm", "remove|rm|uninstall"},
	{"apt", "remove|purge|autoremove"},
	{"apt-get", "remove|purge|autoremove"},
	{"dnf", "remove|erase"},
	{"yum", "remove|erase"},
	{"winget", "uninstall|remove"},
	{"choco", "uninstall"},
	{"scoop", "uninstall"},
}

// finders list processes for a kill in the same line.
var finders = [...]string{"pgrep", "pidof", "ps", "grep", "rg", "lsof", "fuser", "tasklist", "Get-Process"}
