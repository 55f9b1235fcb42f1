package harness

// Shell is how a client that runs hook lines through a shell starts one: bash,
// or PowerShell on Windows. The program stands there by its name.
func Shell(goos, line string) []string {
	if goos == "windows" {
		return []string{"powershell", "-NoProfile", "-Command", line}
	}
	return []string{"bash", "-c", line}
}
