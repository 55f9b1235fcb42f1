package clients

// product is a client as stories and results name it: one version of it, in
// one way of running.
type product struct {
	name   string
	title  string
	mode   string // how it runs, where it is a variant
	like   string // the product that it is a variant of: it plays only the stories that name it
	folder string // of its module and its plugin
	npm    string // its package in the cache
}

// products are the clients that play the stories. A variant stands behind what
// it is a variant of.
var products = []product{
	{name: "claudecode", title: "Claude Code", folder: "claudecode", npm: "@anthropic-ai/claude-code"},
	{name: "copilot", title: "Copilot CLI", folder: "copilot", npm: "@github/copilot"},
	{name: "codex", title: "Codex", folder: "codex", npm: "@openai/codex"},
	{name: "gemini", title: "Gemini CLI", folder: "gemini", npm: "@google/gemini-cli"},
	{name: "claudecode-bypass", like: "claudecode", title: "Claude Code", mode: "permissions skipped", folder: "claudecode", npm: "@anthropic-ai/claude-code"},
	{name: "copilot-patch", like: "copilot", title: "Copilot CLI", mode: "a model that patches", folder: "copilot", npm: "@github/copilot"},
	{name: "codex-code", like: "codex", title: "Codex", mode: "calls from code", folder: "codex", npm: "@openai/codex"},
	{name: "codex-terminal", like: "codex", title: "Codex", mode: "at a terminal, without its daemon", folder: "codex", npm: "@openai/codex"},
	{name: "gemini-old", like: "gemini", title: "Gemini CLI", mode: "before its asks worked", folder: "gemini", npm: "gemini-cli-old"},
}

// productOf is the product of that name.
func productOf(name string) product {
	for _, p := range products {
		if p.name == name {
			return p
		}
	}
	panic("there is no client " + name)
}
