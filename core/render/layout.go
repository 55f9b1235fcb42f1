// Package render writes a profile's standards, skills, commands, agents and
// permissions into a repository, where each client looks for them.
//
// A person's own file is never changed and never deleted: what stands where a
// document belongs is left alone, named in the report, and the summary carries
// the text instead. Ours are known by the manifest in the state folder; a file
// that was edited after it was rendered is the person's from then on.
package render

// Layout says where one client reads what. It is data: a dialect returns it.
type Layout struct {
	Client    string // harness.Info.Name
	Standards Place
	Skills    Place
	Commands  Place
	Agents    Place

	// Rules is the file whose permissions.deny and permissions.ask hold rules
	// in Claude Code's form; empty when the client has none in a repository.
	Rules string
	// Prefixes is the file of prefix rules in Codex's form.
	Prefixes string
}

// Layouter is a dialect whose client reads files from a repository.
type Layouter interface{ Layout() Layout }

// Place is where documents of one kind stand.
type Place struct {
	// Path is slashed, from the repository's root; * is the document's name.
	// Without * all documents share the file. Empty: the client has no such
	// place, and the summary only names the documents.
	Path string
	Form Form
	// Fixed are front matter lines that every file needs ("applyTo: \"**\"");
	// the author's own line of the same key wins.
	Fixed []string
}

// Form is how a document is written.
type Form uint8

// The forms.
const (
	// Markdown is the document as the author wrote it.
	Markdown Form = iota
	// Described is Markdown whose front matter has at least a description.
	// Without one a client shows the first line, which is the origin's
	// (claude-code 2.1.332).
	Described
	// Named is Markdown whose front matter has at least name and description.
	Named
	// Bare is Markdown whose front matter has name and description and nothing
	// else, for a client that refuses or misreads what another one knows.
	Bare
	// TOMLPrompt has description and prompt.
	TOMLPrompt
	// TOMLAgent has name, description and developer_instructions.
	TOMLAgent
)

// Kind is a kind of document.
type Kind string

// The kinds, as texts name them.
const (
	Standard Kind = "standard"
	Skill    Kind = "skill"
	Command  Kind = "command"
	Agent    Kind = "agent"
)

// Doc names a document of a profile.
type Doc struct {
	Kind Kind
	Name string
}
