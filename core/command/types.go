package command

// Unknown stands in Word.Value for a part that only the running shell knows.
// No argument can hold a NUL byte, so it can be nothing else.
const Unknown = "\x00"

// Analysis is every simple command that a line can run, and every place where
// that cannot be told.
type Analysis struct {
	Commands   []Command
	Unresolved []Unresolved
}

// Command is one simple command.
type Command struct {
	Program string // base name, ".exe", ".cmd" and ".bat" cut; empty when the name is not known; ":" for a bare assignment or redirection
	Word    Word   // the program as typed
	Args    []Word // without the program
	Sub     int    // index in Args of the first word behind the program's global options (git -C d push: 2); len(Args) when none

	Assigns []Assign
	Redirs  []Redir

	Via     []string // wrappers it was reached through, outermost first: "sudo", "bash -c"
	Context []string // "pipe" (and "pipe-in" behind the first |), "substitution", "process substitution", "function f", "trap", "alias", "coproc", "here-document", "here-string", "variable NAME"; outermost first
	Pos     Pos

	// Dir is the directory it runs in: absolute, or relative to the directory
	// the line starts in. Only meaningful when DirKnown.
	Dir      string
	DirKnown bool

	// Inline is the language of the code given as argument or on stdin
	// ("python", "perl", "node", "ruby", "awk", …) and Code that text.
	Inline string
	Code   string

	// Remote says that it runs on another machine or in a container, so that
	// its paths are not this machine's.
	Remote bool

	// Opaque says that the arguments hold more than is listed: words that
	// xargs or find add at run time.
	Opaque bool
}

// Word is one word of a command after all expansion that can be done.
type Word struct {
	Value   string // literal value; Unknown stands for parts that cannot be known
	Dynamic bool   // Value holds Unknown, or the word may become several or none
	Glob    bool   // unquoted *, ? or [ in it: Pattern is what it expands from
	Pattern string // Value with quoted glob characters escaped by \
	Typed   string // as written
}

// Assign is an assignment before a command, or on its own.
type Assign struct {
	Name  string
	Value Word
}

// Redir is one redirection to or from a file.
type Redir struct {
	Op     string // ">", ">>", "<", "<>", ">|", "&>", …
	Target Word
	Write  bool
}

// Pos is a place in the analysed text: byte offset from 0, line and column
// from 1.
type Pos struct{ Offset, Line, Col int }

// Unresolved is something that runs or may run and cannot be known.
type Unresolved struct {
	Construct string // what it is, for people: "program name from $x", "script read from a pipe"
	Text      string // the source text, capped at 80 bytes, control characters escaped
	Pos       Pos
	Via       []string
}

// Env is what the analysis may know about where the line runs. Nothing else
// of the machine is looked at.
type Env struct {
	Home string // for ~ and $HOME; empty when unknown
	Dir  string // for $PWD; empty when unknown
	User string // for ~user; empty when unknown
	// Wrappers adds to the built-in wrapper table (policy data).
	Wrappers []Wrapper
}
