package powershell

import "strings"

// canonical is the full name of a built-in alias or command, in the casing of
// its documentation; other names are folded to lower case, since PowerShell
// does not tell case apart.
func canonical(name string) string {
	lower := strings.ToLower(name)
	if full := aliasOf(lower); full != "" {
		return full
	}
	return commandName(lower)
}

// aliasOf is what a built-in alias stands for (Windows PowerShell 5.1 and
// PowerShell 7), and the functions that stand for one cmdlet.
func aliasOf(lower string) string {
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

// names are the commands whose casing is known, sorted as lower case.
var names = [...]string{
	"Add-Content", "Add-Member", "Add-Type", "Clear-Content", "Clear-Item", "Clear-ItemProperty", "Clear-RecycleBin",
	"Compare-Object", "Compress-Archive", "Convert-Path", "ConvertFrom-Json", "ConvertTo-Json", "Copy-Item", "Enter-PSSession",
	"Expand-Archive", "Export-Clixml", "Export-Csv", "ForEach-Object", "Format-Hex", "Format-List", "Format-Table", "Format-Volume",
	"Format-Wide", "Get-Acl", "Get-Alias", "Get-AuthenticodeSignature", "Get-ChildItem", "Get-CimInstance", "Get-Command",
	"Get-Content", "Get-Date", "Get-FileHash", "Get-Help", "Get-Item", "Get-ItemProperty", "Get-ItemPropertyValue",
	"Get-Location", "Get-Member", "Get-Module", "Get-Process", "Get-Random", "Get-Service", "Get-Unique", "Get-Variable",
	"Get-WmiObject", "Group-Object", "Import-Clixml", "Import-Csv", "Import-Module", "Import-PowerShellDataFile",
	"Install-Module", "Install-Package", "Invoke-CimMethod", "Invoke-Command", "Invoke-Expression", "Invoke-Item",
	"Invoke-RestMethod", "Invoke-WebRequest", "Invoke-WmiMethod", "Join-Path", "Measure-Object", "Move-Item", "New-Alias", "New-Guid",
	"New-Item", "New-ItemProperty", "New-Object", "New-PSDrive", "New-PSSession", "New-ScheduledTaskAction", "New-Service", "New-Variable", "Out-File", "Out-Host",
	"Out-Null", "Out-String", "Pop-Location", "Push-Location", "Read-Host", "Register-ScheduledTask", "Remove-Item", "Remove-ItemProperty",
	"Remove-Variable", "Rename-Item", "Resolve-DnsName", "Resolve-Path", "Restart-Computer", "Restart-Service", "Select-Object", "Select-String",
	"Send-MailMessage", "Set-Acl", "Set-Alias", "Set-Content", "Set-ExecutionPolicy", "Set-Item", "Set-ItemProperty", "Set-Location",
	"Set-Variable", "Sort-Object", "Split-Path", "Start-BitsTransfer", "Start-Job", "Start-Process", "Start-Service", "Start-Sleep",
	"Start-ThreadJob", "Start-Transcript", "Stop-Computer", "Stop-Process", "Stop-Service", "Tee-Object", "Test-Connection", "Test-NetConnection",
	"Test-Path", "Unblock-File", "Where-Object", "Write-Debug", "Write-Error", "Write-Host", "Write-Information", "Write-Output",
	"Write-Verbose", "Write-Warning",
}

// commandName is the documented casing of a command, or the name itself.
func commandName(lower string) string {
	lo, hi := 0, len(names)
	for lo < hi {
		m := int(uint(lo+hi) >> 1)
		switch strings.Compare(strings.ToLower(names[m]), lower) {
		case 0:
			return names[m]
		case -1:
			lo = m + 1
		default:
			hi = m
		}
	}
	return lower
}
