package harness

import "strings"

// noAnswer is what a rescue tail says when the hook died without an answer.
const noAnswer = "tempa: the hook ended without an answer; blocking (fail closed)"

// ownRuntime empties the variables that Go's runtime reads before the program
// starts. A project's .env sets them for every hook (gemini-cli 0.61.0), and
// GOMAXPROCS=50000 alone takes longer than the client waits before it lets the
// call run.
const ownRuntime = "GOMAXPROCS= GOMEMLIMIT= GOGC= GODEBUG= GOTRACEBACK= "

// CommandLine is the hook line for a client that runs hooks through a shell
// (bash, or PowerShell on Windows). With rescue, every status but 0 and 2
// becomes 2 with a text, because such a client lets the call run when the hook
// is killed or exits without text (measured: gemini-cli 0.61.0, codex-cli
// 0.171.0).
func (l Line) CommandLine(event string, rescue bool) string {
	if l.GOOS == "windows" {
		return l.powerShell(event, rescue)
	}
	line := quote(l.Program, `"`) + " " + strings.Join(l.withEvent(event), " ")
	if rescue {
		line = ownRuntime + line + ` || { [ $? -eq 2 ] || echo "` + noAnswer + `" >&2; exit 2; }`
	}
	return line
}

// powerShell needs the call operator: a quoted path without it is printed, not
// run.
func (l Line) powerShell(event string, rescue bool) string {
	line := "& " + quote(l.Program, `"`) + " " + strings.Join(l.withEvent(event), " ")
	if rescue {
		return line + `; if ($LASTEXITCODE -ne 0) { if ($LASTEXITCODE -ne 2) { [Console]::Error.WriteLine("` + noAnswer + `") }; exit 2 }`
	}
	return line + "; exit $LASTEXITCODE"
}

// Argv is the hook line for a client that runs hooks without a shell.
func (l Line) Argv(event string) []string { return l.withEvent(event) }

func (l Line) withEvent(event string) []string {
	return append(l.Args[:len(l.Args):len(l.Args)], "--event", event)
}

// quote puts a path into quotes where a shell would cut or change it. A
// placeholder of the client stays readable for it.
func quote(path, q string) string {
	if strings.ContainsAny(path, q+"`\n") {
		return "'" + strings.ReplaceAll(path, "'", `'\''`) + "'"
	}
	return q + path + q
}

// Companion is the program for all clients at once, which lies beside the hooks.
const Companion = "tempa"

// Executable is the file name of a program of ours on a system.
func Executable(program, goos string) string {
	if goos == "windows" {
		return program + ".exe"
	}
	return program
}
