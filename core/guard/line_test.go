package guard

import (
	_ "embed"
	"strings"
	"testing"

	"github.com/tempahq/tempa/core/access"
	"github.com/tempahq/tempa/core/command"
	"github.com/tempahq/tempa/core/decision"
	"github.com/tempahq/tempa/core/event"
)

//go:embed testdata/lines.txt
var lines string

// Whole command lines, through the analysis that the hook uses.
func TestLine(t *testing.T) {
	dir, _ := machine(t)
	for text := range strings.Lines(lines) {
		text = strings.TrimSuffix(text, "\n")
		if text == "" || text[0] == '#' {
			continue
		}
		want, line, _ := strings.Cut(text, " ")
		line = strings.TrimSpace(line)
		a := command.Analyse(line, command.Env{Home: dir, Dir: dir + "/project/src"})
		if d := guardOf(dir).Line(&a, access.Uses(a.Commands)); d.Kind.String() != want {
			t.Errorf("%s: %v (%s), want %s", line, d.Kind, d.Text(), want)
		}
	}
}

// A call has a directory of its own, or one that is not told.
func TestDir(t *testing.T) {
	dir, _ := machine(t)
	for _, tt := range []struct {
		dir, path string
		unknown   bool
		want      decision.Kind
	}{
		{"", ".tempa/config.json", false, decision.Defer},
		{dir, ".tempa/config.json", false, decision.Deny},
		{"..", "state/config.json", false, decision.Deny},
		{"", ".tempa/config.json", true, decision.Deny},
		{"", "config.json", true, decision.Defer},
		{"", "/srv/.tempa/config.json", true, decision.Defer},
	} {
		g := guardOf(dir)
		g.Dir, g.DirUnknown = tt.dir, tt.unknown
		d := g.Tool(&event.Tool{Paths: []event.Path{{Path: tt.path, Access: read}}})
		if d.Kind != tt.want {
			t.Errorf("%q in %q: %v, want %v", tt.path, tt.dir, d.Kind, tt.want)
		}
	}
}
