package harness

// Doctored is a dialect that knows what switches its client's hooks off, and
// which of the client's versions keep which promise.
type Doctored interface {
	Switches() []Switch
	Needs() []Need
}

// Switch is one setting that leaves hooks out.
type Switch struct {
	// File is slashed: "~/…" in the home directory, "./…" in the project, else
	// an absolute path. Its ending tells the format: .json or .toml. Without a
	// file, Path names a variable of the environment.
	File string
	Path []string
	Off  Test
	// Means says what happens then, behind the name of the setting.
	Means string
}

// Test is how a value switches hooks off.
type Test uint8

// The tests. A value of another type than the test expects counts as off:
// nobody can tell what the client makes of it.
const (
	OffWhenTrue        Test = iota // a boolean that is true
	OffWhenFalse                   // a boolean that is false
	OffWhenListed                  // a list that names Tempa
	OffWhenPluginFalse             // an object in which Tempa's plugin is false
	OffWhenSet                     // anything at all
)

// Need is what an older client does not do.
type Need struct {
	Version string // the first that does
	Means   string // what is missing before it
}
