package harness

// VersionSource is a dialect that knows how its client tells its version.
type VersionSource interface {
	// VersionCommand prints the version: the client's program and arguments.
	VersionCommand() []string
	// ParseVersion reads what the command printed; empty when it is something
	// else.
	ParseVersion(printed string) string
	// VersionFromEnv reads the variables that the client sets for its hooks.
	// Inherited ones count only when they name this session.
	VersionFromEnv(getenv func(string) string, session string) string
}
