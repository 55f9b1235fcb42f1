package command

import (
	"os"
	"slices"
	"strings"
	"testing"
)

// corpus reads the lines of a file in testdata, in blocks between blank lines.
func corpus(t *testing.T, name string) []string {
	t.Helper()
	data, err := os.ReadFile("testdata/" + name)
	if err != nil {
		t.Fatal(err)
	}
	return slices.DeleteFunc(strings.Split(strings.TrimSpace(string(data)), "\n\n"), func(line string) bool {
		return strings.HasPrefix(line, "# ")
	})
}

// TestDangerous holds that rm is found however it is reached.
func TestDangerous(t *testing.T) {
	lines := corpus(t, "dangerous.txt")
	for _, line := range lines {
		line, byNature := strings.CutPrefix(line, "? ")
		an := Analyse(line, Env{Home: "/home/dev", Dir: "/home/dev/project"})
		found := slices.ContainsFunc(an.Commands, func(c Command) bool { return c.Program == "rm" })
		if byNature && len(an.Unresolved) == 0 || !byNature && !found {
			t.Errorf("%s\n%s", line, shown(an))
		}
	}
	t.Logf("%d lines", len(lines))
}

// TestHarmless holds that lines of every day are resolved: a question about
// them is why people switch a guard off.
func TestHarmless(t *testing.T) {
	lines, asked := 0, 0
	for _, line := range corpus(t, "harmless.txt") {
		line, byNature := strings.CutPrefix(line, "? ")
		an := Analyse(line, Env{Home: "/home/dev", Dir: "/home/dev/project"})
		lines++
		if len(an.Unresolved) > 0 {
			asked++
		}
		if byNature != (len(an.Unresolved) > 0) {
			t.Errorf("%s\n%s", line, shown(an))
		}
		if len(an.Commands) == 0 && !strings.HasPrefix(line, "((") {
			t.Errorf("%s: no command", line)
		}
	}
	t.Logf("%d lines, %d unresolved", lines, asked)
}
