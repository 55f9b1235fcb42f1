// Package patch reads which files a patch in the "*** Begin Patch" format
// touches: the format of the apply_patch tool of Codex and of Copilot's GPT-5
// models. It does not check that the patch applies.
package patch

import (
	"strings"

	"github.com/tempahq/tempa/core/event"
)

// headers open a file section or name its target. The longest forms are tried
// as they stand: the format is case-sensitive.
var headers = [...]struct {
	prefix string
	access event.Access
}{
	{"*** Add File:", event.AccessWrite},
	{"*** Update File:", event.AccessWrite},
	{"*** Delete File:", event.AccessDelete},
	{"*** Move to:", event.AccessWrite},
}

// Paths returns the files that a patch touches, as the patch spells them, and
// whether the whole patch was understood. When it was not, the paths are those
// that could be told and the caller has to fail closed.
//
// It reads liberally: a header counts with blanks before it, before the begin
// and behind the end of the patch. Readers of the format differ in whether they
// trim, so a path with blanks around it is reported in both readings.
func Paths(text string) (paths []event.Path, ok bool) {
	begun, understood := false, true
	for line := range strings.Lines(text) {
		line = strings.TrimRight(line, "\r\n")
		head := strings.TrimSpace(line)
		if !strings.HasPrefix(head, "***") {
			continue
		}
		if marker(head) {
			begun = begun || head == "*** Begin Patch"
			continue
		}
		path, access := header(strings.TrimLeft(line, " \t"))
		if strings.TrimSpace(path) == "" {
			// Content that is kept, with its blank, is no header.
			understood = understood && line[0] == ' '
			continue
		}
		paths = appendReadings(paths, path, access)
	}
	return paths, begun && understood && len(paths) > 0
}

// marker reports whether a line of the format names no file.
func marker(head string) bool {
	switch head {
	case "*** Begin Patch", "*** End Patch", "*** End of File":
		return true
	}
	return strings.HasPrefix(head, "*** Environment ID:")
}

// header cuts a file header; path is empty when the line is none.
func header(line string) (path string, access event.Access) {
	for _, h := range headers {
		if rest, found := strings.CutPrefix(line, h.prefix); found {
			return strings.TrimPrefix(rest, " "), h.access
		}
	}
	return "", ""
}

func appendReadings(paths []event.Path, path string, access event.Access) []event.Path {
	paths = append(paths, event.Path{Path: path, Access: access})
	if trimmed := strings.TrimSpace(path); trimmed != path {
		paths = append(paths, event.Path{Path: trimmed, Access: access})
	}
	return paths
}
