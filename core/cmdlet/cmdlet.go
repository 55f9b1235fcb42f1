// Package cmdlet knows the short names of PowerShell's commands. Rules may be
// written with either name; the analysis tells the full one.
package cmdlet

import "strings"

// Full is the full name behind an alias, and any other name as it is.
func Full(name string) string {
	if full := Alias(strings.ToLower(name)); full != "" {
		return full
	}
	return name
}

// Alias is what a built-in alias stands for (Windows PowerShell 5.1 and
// PowerShell 7), or a function that stands for one cmdlet; empty for every
// other name. It takes the name in lower case.
func Alias(lower string) string {
	switch lower {
	case "rm", "del", "erase", "rd", "ri", "rmdir":
		return "Remove-Item"
	case "cp", "copy", "cpi", "ci":
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
	case "si":
		return "Set-Item"
	case "cli":
		return "Clear-Item"
	case "gi":
		return "Get-Item"
	case "ii":
		return "Invoke-Item"
	case "ls", "dir", "gci":
		return "Get-ChildItem"
	case "sp":
		return "Set-ItemProperty"
	case "gp":
		return "Get-ItemProperty"
	case "rp":
		return "Remove-ItemProperty"
	case "cd", "chdir", "sl":
		return "Set-Location"
	case "pushd":
		return "Push-Location"
	case "popd":
		return "Pop-Location"
	case "pwd", "gl":
		return "Get-Location"
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
	case "gps", "ps":
		return "Get-Process"
	case "sajb":
		return "Start-Job"
	case "sasv":
		return "Start-Service"
	case "spsv":
		return "Stop-Service"
	case "gsv":
		return "Get-Service"
	case "sal":
		return "Set-Alias"
	case "nal":
		return "New-Alias"
	case "gal":
		return "Get-Alias"
	case "sv", "set":
		return "Set-Variable"
	case "nv":
		return "New-Variable"
	case "gv":
		return "Get-Variable"
	case "ipmo":
		return "Import-Module"
	case "nsn":
		return "New-PSSession"
	case "etsn":
		return "Enter-PSSession"
	case "gcm":
		return "Get-Command"
	case "gm":
		return "Get-Member"
	case "%", "foreach":
		return "ForEach-Object"
	case "?", "where":
		return "Where-Object"
	case "select":
		return "Select-Object"
	case "sort":
		return "Sort-Object"
	case "group":
		return "Group-Object"
	case "measure":
		return "Measure-Object"
	case "tee":
		return "Tee-Object"
	case "sls":
		return "Select-String"
	case "ft":
		return "Format-Table"
	case "fl":
		return "Format-List"
	case "fw":
		return "Format-Wide"
	case "oh":
		return "Out-Host"
	case "echo", "write":
		return "Write-Output"
	case "sleep":
		return "Start-Sleep"
	case "diff", "compare":
		return "Compare-Object"
	case "epcsv":
		return "Export-Csv"
	case "ipcsv":
		return "Import-Csv"
	case "iwmi":
		return "Invoke-WmiMethod"
	case "icim":
		return "Invoke-CimMethod"
	case "rvpa":
		return "Resolve-Path"
	case "cvpa":
		return "Convert-Path"
	case "mount", "ndr":
		return "New-PSDrive"
	}
	return ""
}
