package patch

import (
	"fmt"
	"strings"
	"testing"

	"github.com/tempahq/tempa/core/event"
)

func TestPaths(t *testing.T) {
	tests := []struct {
		name, text, want string
		ok               bool
	}{
		{
			"update and add", "*** Begin Patch\n*** Update File: notes.txt\n@@\n-a\n+b\n c\n*** Add File: new.txt\n+hello\n*** End Patch\n",
			"write notes.txt, write new.txt", true,
		},
		{"delete", "*** Begin Patch\n*** Delete File: /etc/x y\n*** End Patch", "delete /etc/x y", true},
		{"move", "*** Begin Patch\n*** Update File: a\n*** Move to: ../b\n@@\n*** End Patch", "write a, write ../b", true},
		{"carriage returns", "*** Begin Patch\r\n*** Add File: a\r\n+x\r\n*** End Patch\r\n", "write a", true},
		{"heredoc around it", "<<'EOF'\n*** Begin Patch\n*** Add File: a\n+x\n*** End Patch\nEOF\n", "write a", true},
		{"end of file marker", "*** Begin Patch\n*** Update File: a\n@@\n+x\n*** End of File\n*** End Patch", "write a", true},
		{"environment", "*** Begin Patch\n*** Environment ID: remote\n*** Add File: a\n+x\n*** End Patch", "write a", true},
		{"header in added text is text", "*** Begin Patch\n*** Add File: a\n+*** Delete File: b\n-*** Delete File: c\n*** End Patch", "write a", true},
		{"indented header counts", "*** Begin Patch\n*** Add File: a\n+x\n  *** Delete File: b\n*** End Patch", "write a, delete b", true},
		{"kept stars are text", "*** Begin Patch\n*** Update File: a\n *** a note ***\n+x\n*** End Patch", "write a", true},
		{"header behind the end counts", "*** Begin Patch\n*** Add File: a\n*** End Patch\n*** Delete File: b\n", "write a, delete b", true},
		{"no blank behind the colon", "*** Begin Patch\n*** Add File:a\n*** End Patch", "write a", true},
		{"blanks give two readings", "*** Begin Patch\n*** Add File:  a \n*** End Patch", "write  a , write a", true},
		{"no begin", "*** Update File: a\n@@\n", "write a", false},
		{"no file", "*** Begin Patch\n*** End Patch", "", false},
		{"empty", "", "", false},
		{"empty path", "*** Begin Patch\n*** Add File: a\n*** Update File:  \n*** End Patch", "write a", false},
		{"unknown header", "*** Begin Patch\n*** Add File: a\n*** Rename File: b\n*** End Patch", "write a", false},
		{"wrong case", "*** Begin Patch\n*** add file: a\n*** End Patch", "", false},
		{"a unified diff", "--- a/x\n+++ b/x\n@@ -1 +1 @@\n-a\n+b\n", "", false},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			paths, ok := Paths(tt.text)
			if got := list(paths); got != tt.want || ok != tt.ok {
				t.Errorf("Paths() = %q, %t, want %q, %t", got, ok, tt.want, tt.ok)
			}
		})
	}
}

func list(paths []event.Path) string {
	var out []string
	for _, p := range paths {
		out = append(out, fmt.Sprintf("%s %s", p.Access, p.Path))
	}
	return strings.Join(out, ", ")
}

func FuzzPaths(f *testing.F) {
	f.Add("*** Begin Patch\n*** Update File: a\n*** Move to: b\n*** End Patch")
	f.Add("*** Begin Patch\n***\n \n***")
	f.Fuzz(func(t *testing.T, text string) {
		paths, ok := Paths(text)
		if ok && len(paths) == 0 {
			t.Error("understood, but no path")
		}
		for _, p := range paths {
			if p.Path == "" || !p.Access.Writes() || !strings.Contains(text, p.Path) {
				t.Errorf("path %q, access %q", p.Path, p.Access)
			}
		}
	})
}
