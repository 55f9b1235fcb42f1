package guard

import (
	"strings"
	"testing"

	"github.com/tempahq/tempa/core/command"
	"github.com/tempahq/tempa/core/decision"
)

// line makes an analysis of commands written as words; a leading NAME=value is
// an assignment, "$" in a word is a part that cannot be known, "via:x" a
// wrapper, "opaque" words that come at run time.
func lineOf(commands ...string) *command.Analysis {
	var a command.Analysis
	for _, text := range commands {
		var c command.Command
		for _, field := range strings.Fields(text) {
			w := command.Word{Value: strings.ReplaceAll(field, "$", command.Unknown), Typed: field}
			w.Dynamic = w.Value != field
			name, value, isAssign := strings.Cut(field, "=")
			switch via, isVia := strings.CutPrefix(field, "via:"); {
			case isVia:
				c.Via = append(c.Via, via)
			case field == "opaque:":
				c.Opaque = true
			case c.Word.Typed == "" && isAssign:
				c.Assigns = append(c.Assigns, command.Assign{Name: name, Value: command.Word{Value: value}})
			case c.Word.Typed == "":
				c.Word = w
				c.Program = field[strings.LastIndexByte(field, '/')+1:]
			default:
				c.Args = append(c.Args, w)
			}
		}
		a.Commands = append(a.Commands, c)
	}
	return &a
}

func TestCommands(t *testing.T) {
	for _, tt := range []struct {
		want  decision.Kind
		lines []string
	}{
		// What only tells something.
		{decision.Defer, []string{"tempa explain --json -- rm"}},
		{decision.Defer, []string{"tempa status"}},
		{decision.Defer, []string{"/home/dev/.tempa/bin/tempa-codex version"}},
		{decision.Defer, []string{"tempa doctor"}},
		{decision.Defer, []string{"tempa-gemini doctor --json"}},
		{decision.Defer, []string{"tempa --help"}},
		{decision.Defer, []string{"tempadvisor install"}},
		{decision.Defer, []string{"echo tempa uninstall"}},

		{decision.Deny, []string{"tempa"}},
		{decision.Deny, []string{"tempa init"}},
		{decision.Deny, []string{"tempa logout"}},
		{decision.Deny, []string{"TEMPA uninstall"}},
		{decision.Deny, []string{"tempa-claudecode uninstall"}},
		{decision.Deny, []string{"tempa-codex hook"}},
		{decision.Deny, []string{"tempa doctor --repair"}},
		{decision.Deny, []string{"tempa doctor --prove=x"}},
		{decision.Deny, []string{"tempa doctor $"}},
		{decision.Deny, []string{"opaque: tempa doctor"}},
		{decision.Deny, []string{"opaque: tempa"}},
		{decision.Deny, []string{"tempa $"}},
		{decision.Deny, []string{"tempa attest --no-training"}},
		{decision.Deny, []string{"ls", "tempa engine"}},

		// Claude Code.
		{decision.Defer, []string{"claude -p hello"}},
		{decision.Defer, []string{"claude mcp list"}},
		{decision.Defer, []string{"claude plugin list"}},
		{decision.Defer, []string{"claude plugin disable other@market"}},
		{decision.Defer, []string{"claude -- --bare"}},
		{decision.Deny, []string{"claude --bare -p x"}},
		{decision.Deny, []string{"claude --safe-mode"}},
		{decision.Deny, []string{"claude --setting-sources project"}},
		{decision.Deny, []string{"claude --settings={}"}},
		{decision.Deny, []string{"claude plugin disable tempa@acme"}},
		{decision.Deny, []string{"claude plugins uninstall Tempa"}},
		{decision.Deny, []string{"claude plugin --json remove tempa"}},
		{decision.Deny, []string{"claude plugin disable --all"}},
		{decision.Deny, []string{"claude plugin disable other --all"}},
		{decision.Deny, []string{"claude plugin disable $"}},
		{decision.Deny, []string{"claude plugin marketplace remove acme"}},
		{decision.Deny, []string{"CLAUDE_CONFIG_DIR=/tmp/x claude"}},
		{decision.Deny, []string{"HOME=/tmp/x claude"}},
		{decision.Deny, []string{"export HOME=/tmp/x", "claude"}},
		{decision.Deny, []string{"CLAUDE_CONFIG_DIR=/x", "claude"}},
		{decision.Deny, []string{"HOME=/x :", "claude"}},
		{decision.Deny, []string{"via:sudo claude"}},
		{decision.Deny, []string{"via:su claude -p x"}},
		{decision.Deny, []string{"claude-code@latest --bare"}},
		{decision.Defer, []string{"HOME=/tmp/x npm ci"}},
		{decision.Defer, []string{"export HOME=/tmp/x", "make"}},

		// Copilot.
		{decision.Defer, []string{"copilot -p hello"}},
		{decision.Defer, []string{"copilot plugin list"}},
		{decision.Deny, []string{"copilot plugin uninstall tempa"}},
		{decision.Deny, []string{"copilot --config-dir /tmp/x"}},
		{decision.Deny, []string{"COPILOT_HOME=/tmp/x copilot"}},

		// Codex.
		{decision.Defer, []string{"codex exec hello"}},
		{decision.Defer, []string{"codex -c model=x exec y"}},
		{decision.Defer, []string{"codex -c model=$ exec y"}},
		{decision.Defer, []string{"codex --disable web_search"}},
		{decision.Deny, []string{"codex --dangerously-bypass-hook-trust exec x"}},
		{decision.Deny, []string{"codex -c hooks.PreToolUse=[]"}},
		{decision.Deny, []string{"codex -c features.hooks=false"}},
		{decision.Deny, []string{"codex -cfeatures.hooks=false"}},
		{decision.Deny, []string{"codex --config=features={}"}},
		{decision.Deny, []string{"codex --config plugins.x=1"}},
		{decision.Deny, []string{"codex --disable hooks"}},
		{decision.Deny, []string{"codex --disable=codex_hooks"}},
		{decision.Deny, []string{"codex features disable hooks"}},
		{decision.Deny, []string{"codex plugin remove tempa@acme"}},
		{decision.Deny, []string{"CODEX_HOME=/tmp/x codex"}},
		{decision.Ask, []string{"codex -c $"}},

		// Gemini CLI and Antigravity.
		{decision.Defer, []string{"gemini -p hello"}},
		{decision.Defer, []string{"gemini -e tempa,other"}},
		{decision.Defer, []string{"gemini extensions list"}},
		{decision.Deny, []string{"gemini -e none"}},
		{decision.Deny, []string{"gemini --extensions=other"}},
		{decision.Deny, []string{"gemini extensions disable tempa"}},
		{decision.Deny, []string{"gemini extensions uninstall $"}},
		{decision.Deny, []string{"gemini hooks migrate --from-claude"}},
		{decision.Deny, []string{"GEMINI_CLI_SYSTEM_SETTINGS_PATH=/x gemini"}},
		{decision.Deny, []string{"GEMINI_CLI_HOME=/x gemini"}},
		{decision.Deny, []string{"agy plugin disable tempa"}},
		{decision.Deny, []string{"GEMINI_API_KEY=x agy -p hello"}},

		// Processes and packages.
		{decision.Defer, []string{"kill 4711"}},
		{decision.Defer, []string{"kill $"}},
		{decision.Defer, []string{"pkill node"}},
		{decision.Defer, []string{"systemctl status tempa"}},
		{decision.Defer, []string{"brew install tempa"}},
		{decision.Defer, []string{"npm uninstall contempaste"}},
		{decision.Defer, []string{"pgrep tempa"}},
		{decision.Deny, []string{"pkill -f tempa"}},
		{decision.Deny, []string{"killall tempa-codex"}},
		{decision.Deny, []string{"pgrep tempa", "kill $"}},
		{decision.Deny, []string{"pgrep -f tempa", "opaque: via:xargs kill -9"}},
		{decision.Deny, []string{"systemctl --user stop tempa-engine"}},
		{decision.Deny, []string{"brew uninstall tempa"}},
		{decision.Deny, []string{"npm uninstall -g @tempa/cli"}},
	} {
		d := Commands(lineOf(tt.lines...))
		if d.Kind != tt.want {
			t.Errorf("%q: %v (%s), want %v", tt.lines, d.Kind, d.Text(), tt.want)
		}
		if d.Kind != decision.Defer && (len(d.PolicyIDs) != 1 || d.PolicyIDs[0] != OwnCommands || strings.Contains(d.Reason, command.Unknown)) {
			t.Errorf("%q: %q, %q", tt.lines, d.PolicyIDs, d.Reason)
		}
	}
}

// Judging must not change what the rules see afterwards.
func TestCommandsOnlyReads(t *testing.T) {
	a := lineOf("pgrep tempa", "opaque: kill")
	Commands(a)
	if len(a.Commands[1].Args) != 0 {
		t.Error("the analysis was changed")
	}
}
