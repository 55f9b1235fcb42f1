package harness

// Line is how a hook is started.
type Line struct {
	// Program is the hook binary: an absolute path, or one below the client's
	// placeholder for the plugin's folder.
	Program string
	Args    []string // "hook" and its flags; the dialect adds --event
	GOOS    string   // the system the line is for
}

// HookTable says where a client looks for hook lines.
type HookTable struct {
	File string // slashed; in the plugin's folder, or from the home directory
	// Path leads from the top of the file to the object that maps an event's
	// name to its list of entries.
	Path []string
	// Fixed are members that the client wants beside the first of Path.
	Fixed []Member
}

// Member is one member of a JSON object.
type Member struct {
	Key   string
	Value any
}

// Installer is a dialect whose client reads hook lines from a file.
type Installer interface {
	// PluginTable is the file in the plugin's folder, and PluginProgram the
	// hook binary as that file names it ("${CLAUDE_PLUGIN_ROOT}/bin/…").
	PluginTable() HookTable
	PluginProgram(goos string) string
	// UserTable is the file of a user-level installation.
	UserTable() HookTable
	// Entry is what stands in the list of one event.
	Entry(e Event, l Line) any
}
