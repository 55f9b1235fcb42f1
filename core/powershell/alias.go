package powershell

import (
	"strings"

	"github.com/tempahq/tempa/core/cmdlet"
)

// canonical is the full name of a built-in alias or command, in the casing of
// its documentation; other names are folded to lower case, since PowerShell
// does not tell case apart.
func canonical(name string) string {
	lower := strings.ToLower(name)
	if full := cmdlet.Alias(lower); full != "" {
		return full
	}
	return commandName(lower)
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
