package rule

import "strings"

// Cmdlet is the full name of a PowerShell command: rules name either, the
// analysis knows commands by the full one.
func Cmdlet(name string) string {
	switch strings.ToLower(name) {
	case "rm", "del", "erase", "rd", "ri", "rmdir":
		return "Remove-Item"
	case "cp", "copy", "cpi":
		return "Copy-Item"
	case "mv", "move", "mi":
		return "Move-Item"
	case "ren", "rni":
		return "Rename-Item"
	case "ni", "mkdir", "md":
		return "New-Item"
	case "cat", "gc", "type":
		return "Get-Content"
	case "sc":
		return "Set-Content"
	case "ac":
		return "Add-Content"
	case "clc":
		return "Clear-Content"
	case "ls", "dir", "gci":
		return "Get-ChildItem"
	case "iex":
		return "Invoke-Expression"
	case "icm":
		return "Invoke-Command"
	case "iwr", "curl", "wget":
		return "Invoke-WebRequest"
	case "irm":
		return "Invoke-RestMethod"
	case "saps", "start":
		return "Start-Process"
	case "spps", "kill":
		return "Stop-Process"
	case "echo", "write":
		return "Write-Output"
	case "cd", "chdir", "sl":
		return "Set-Location"
	}
	return name
}
