package harness

// WorkspaceNoter is a dialect whose client tells its MCP servers no workspace,
// so that the hook leaves a note about the conversation it saw last.
type WorkspaceNoter interface {
	// WorkspaceFile is the note's name in the state folder.
	WorkspaceFile() string
}
