package command

import "strings"

// pwshOption reads one option of pwsh and powershell, which know it by any
// beginning of its name, in any case; used counts the words behind it that it
// takes.
func pwshOption(args []field) (code string, isCode, isScript bool, used int) {
	name := strings.ToLower(strings.TrimLeft(args[0].Value, "-"))
	begins := func(full string) bool { return name != "" && strings.HasPrefix(full, name) }
	used = min(1, len(args)-1)
	switch {
	case begins("command"), begins("encodedcommand"), name == "commandwithargs", name == "cwa", name == "ec", name == "enc":
		if used > 0 {
			code = args[1].Value
		}
		return code, used > 0, false, used
	case begins("file"):
		return "", false, true, used
	case begins("executionpolicy"), begins("version"), begins("outputformat"), begins("inputformat"), begins("windowstyle"), begins("workingdirectory"),
		begins("configurationname"), begins("configurationfile"), begins("custompipename"), begins("settingsfile"), begins("psconsolefile"),
		name == "ep", name == "of", name == "if", name == "wd":
		return "", false, false, used
	}
	return "", false, false, 0
}
