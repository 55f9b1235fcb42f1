// Package rule is the language of rules: the strings people write, and the
// rows that they and the built-in bundles compile to.
package rule

import "github.com/tempahq/tempa/core/event"

// Effect is what a row asks for when it matches.
type Effect string

// The effects.
const (
	Deny     Effect = "deny"
	Ask      Effect = "ask"
	Allow    Effect = "allow"
	Guidance Effect = "guidance"
)

// Row is one rule in the form it is matched in. Exactly one of Command, Path,
// Domain, MCP and Tool is set.
type Row struct {
	Effect  Effect
	ID      string // policy id: "tempa/destructive/rm-broad", or "permissions/deny/3" for a rule string
	Rule    string // as the author wrote it, for the reason; empty for bundles
	Reason  string // what is wrong with it, one sentence; may be empty for a rule string
	Instead string // what to do instead, one sentence; never something the policy denies
	Observe bool   // only recorded, never decides

	Command *Command
	Path    *Path
	Domain  *Domain
	MCP     *MCP
	Tool    *Tool
}

// Command matches a simple command. All conditions that are set must hold.
type Command struct {
	// Language is event.Bash for Bash(...), event.PowerShell for
	// PowerShell(...). Empty means any: bundles speak of programs, not of
	// shells.
	Language string
	// Programs are base names; the row is filed under each. Empty means any
	// program (the row is in the list that every command is compared with).
	// A name may hold * as in "mkfs.*" (then it is in that list as well).
	Programs []string
	// Words are the first operands behind global options, in order: the
	// subcommand. "a|b" is either, "*" any one word. In a deny or ask row
	// options may stand between them. In an allow row they are the first
	// words as typed, options included, with nothing between them.
	Words []string
	// Flags are groups that must all be present; a group is present when one
	// of its spellings is. "-r" is also found in a cluster (-fr), "--x" also
	// as --x=value and by unambiguous prefix where the program allows that.
	// "-rf" is found as itself or as its letters, and "-X POST" (with a space)
	// when both are there: -X POST, -XPOST, --request=POST.
	Flags [][]string
	// NoFlags are spellings that make the row not match ("--dry-run"). They
	// count only as they stand here: --dry-run=none is another word.
	NoFlags []string
	// Operands: at least one operand behind Words matches one of these, each
	// a glob over the word, or a class:
	//   @broad    the root, the home, a system directory, their parents, ., .., * and globs of them
	//   @system   the part of @broad that is no relative word: the root, the home, a system directory, their parents, globs of them
	//   @outside  a path outside the session's directory, its repository and the temporary folder
	//   @device   a device that holds data (/dev/sd*, /dev/nvme*, /dev/disk*, …)
	//   @unknown  a word that cannot be known
	Operands []string
	// NotOperands: operands that match one of these do not count for Operands.
	NotOperands []string
	// Exact: the command has the Words and nothing else ("Bash(npm run build)").
	Exact bool
	// Pattern is a glob over the whole command as words joined by one space,
	// for rule strings with * in the middle. " *" at its end also matches
	// nothing.
	Pattern string
	// Code: the inline code of the command contains one of these, as words
	// ("os.system", "shutil.rmtree").
	Code []string
	// Inline restricts Code to a language.
	Inline string
	// Assigns: one of these variables is assigned in front of the command.
	Assigns []string
	// Context: the command stands in one of these contexts ("pipe-in").
	Context []string
	// Via: it was reached through one of these wrappers.
	Via []string
	// NotHosts: the command asks at least one host that matches none of these
	// (spelled as Domain.Pattern); a host that cannot be told matches none.
	NotHosts []string
}

// Path matches a path that a tool call or a shell command touches.
type Path struct {
	// Pattern is a glob in rule spelling: //x absolute, ~/x home, x and ./x
	// from the repository root, /x both (deny, ask) or root-relative (allow);
	// **/name at any depth, and so is a name without a slash in deny and ask.
	Pattern string
	Access  []event.Access // empty means any
	Tools   []string       // rule names (Read, Edit, Write, …) it is limited to; empty means all, shell included
	Except  []string       // a path that matches one of these, spelled as Pattern, does not match
}

// Domain matches a host that a fetch, or a known fetcher in a shell line, asks.
type Domain struct {
	Pattern string   // host, *.host, or "*"; only "*" matches a host that cannot be told
	Except  []string // a host that matches one of these does not match
}

// MCP matches a tool of an MCP server; * stands for any run of characters.
type MCP struct {
	Server string
	Tool   string
}

// Tool matches a tool by its rule name, whatever it is called with ("Bash",
// "WebSearch").
type Tool struct {
	Name string
}
