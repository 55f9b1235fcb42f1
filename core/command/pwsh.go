package command

import "strings"

// pwshOption reads one option of pwsh and powershell, which know it by any
// beginning of its name, in any case; used counts the words behind it that it
// takes.
func pwshOption(args []field) (code string, isCode, isScript bool, used int) {
	const (
		codes  = " command commandwithargs cwa encodedcommand ec enc "
		files  = " file "
		values = " executionpolicy ep version outputformat of inputformat if windowstyle workingdirectory wd configurationname configurationfile settingsfile "
	)
	name := " " + strings.ToLower(strings.TrimLeft(args[0].Value, "-"))
	if used = min(1, len(args)-1); used == 0 {
		return "", false, false, 0
	}
	switch {
	case strings.Contains(codes, name):
		return args[1].Value, true, false, 1
	case strings.Contains(files, name):
		return "", false, true, 1
	case strings.Contains(values, name):
		return "", false, false, 1
	}
	return "", false, false, 0
}
