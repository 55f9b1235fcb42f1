// Package attend finds out whether a person sits in front of the client. No
// client says so to its hooks in a way that can be trusted everywhere, and an
// ask that nobody answers hangs for ever (measured: gemini-cli 0.61.0), so in
// doubt nobody is there.
package attend

import (
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/tempahq/tempa/core/ancestry"
	"github.com/tempahq/tempa/core/harness"
)

// maxAncestors bounds the walk to the client's process: the hook's parent is
// the client, or a shell of a hook line that lies between.
const maxAncestors = 6

// Attended reports whether a person can answer: no CI variable, a terminal,
// and a client above us that was started without a headless flag.
func Attended(h harness.Headless) bool {
	return !inCI(os.Getenv) && hasTerminal() && attended(ancestry.Above(maxAncestors), h)
}

// inCI reads the two variables that gemini-cli's own headless test reads.
// Setting them can only make an answer stricter.
func inCI(getenv func(string) string) bool {
	return getenv("CI") == "true" || getenv("CI") == "1" || getenv("GITHUB_ACTIONS") == "true"
}

// Interactive is the client above us, when it has a terminal and no headless
// flag, and this is no CI. It is for a client whose hooks have no terminal of
// their own.
func Interactive(h harness.Headless) (harness.Process, bool) {
	a, args := client(ancestry.Above(maxAncestors), h)
	if a == nil || inCI(os.Getenv) || headless(args, h) {
		return harness.Process{}, false
	}
	started, ok := a.TerminalSince()
	return harness.Process{Args: args, Started: started}, ok
}

// attended reports whether the nearest process that is the client was started
// without a headless flag.
func attended(list []ancestry.Process, h harness.Headless) bool {
	a, args := client(list, h)
	return a != nil && !headless(args, h)
}

// client is the nearest process that is the client, and its arguments.
func client(list []ancestry.Process, h harness.Headless) (*ancestry.Process, []string) {
	for i := range list {
		if args, ok := clientArgs(list[i].Argv, h.Programs); ok {
			return &list[i], args
		}
	}
	return nil, nil
}

func headless(args []string, h harness.Headless) bool {
	return slices.ContainsFunc(args, func(a string) bool { return isFlag(a, h.Flags) })
}

// clientArgs are the arguments of the client's process; false when argv is
// another process.
func clientArgs(argv, programs []string) ([]string, bool) {
	i, ok := clientWord(argv, programs)
	if !ok {
		return nil, false
	}
	return argv[i+1:], true
}

// clientWord finds the word that names the client. A client written in
// JavaScript runs as node with its script, named after the client or inside its
// package.
func clientWord(argv, programs []string) (int, bool) {
	for i, word := range argv {
		if i > 0 && strings.HasPrefix(word, "-") {
			continue // an option of node itself
		}
		for _, p := range programs {
			if names(word, p) {
				return i, true
			}
		}
		if i > 0 || !isRuntime(word) {
			return 0, false
		}
	}
	return 0, false
}

func names(word, program string) bool {
	slashed := strings.ReplaceAll(word, `\`, "/")
	base := filepath.Base(slashed)
	base = strings.TrimSuffix(strings.TrimSuffix(strings.TrimSuffix(base, ".exe"), ".js"), ".mjs")
	return base == program || strings.Contains(slashed, "/"+program+"-cli/")
}

func isRuntime(word string) bool {
	base := strings.TrimSuffix(filepath.Base(strings.ReplaceAll(word, `\`, "/")), ".exe")
	return base == "node" || base == "bun" || base == "deno"
}

// isFlag reports whether the argument is one of the flags, with a glued value
// or inside a cluster of short flags.
func isFlag(arg string, flags []string) bool {
	for _, f := range flags {
		long := strings.HasPrefix(f, "--")
		switch {
		case arg == f, long && strings.HasPrefix(arg, f+"="):
			return true
		case !long && len(f) == 2 && strings.HasPrefix(arg, "-") && !strings.HasPrefix(arg, "--") && strings.Contains(arg, f[1:]):
			return true
		}
	}
	return false
}
