package harness

// Manager is a dialect whose client reads hook lines from files of the
// machine's administrator.
type Manager interface {
	// ManagedFiles are those files on a system; none when the client has no
	// such place there.
	ManagedFiles(goos string) []ManagedFile
}

// ManagedFile is one file of an administrator's installation.
type ManagedFile struct {
	Path string // absolute, as the system writes it

	// Hooks is where the hook lines stand in a JSON file; its File is not
	// used.
	Hooks *HookTable
	// Pinned are members that the installation sets besides, and Only those
	// that it sets where no other hooks may run.
	Pinned, Only []Pin

	// Text edits a file that is not JSON. It leaves everything else in it
	// alone, and fails where it cannot.
	Text func(old []byte, only bool) ([]byte, error)
}

// Pin is a value somewhere inside a JSON object.
type Pin struct {
	Path  []string
	Value any
}

// Repository is a dialect whose client runs hooks that are committed in a
// repository, in a place where nothing can be installed.
type Repository interface {
	// RepositoryTable is the hook file, from the root of the repository.
	RepositoryTable() HookTable
	// RepositoryEntry is what stands in the list of the event that is judged
	// there: a line for a shell.
	RepositoryEntry(line string) (e Event, entry any)
}
