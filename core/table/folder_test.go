package table

import (
	"slices"
	"strings"
	"testing"

	"github.com/tempahq/tempa/core/rule"
)

// TestAPathIsFoundWhateverWasAskedBefore asks about each path alone and about
// all of them in one call, which remembers directories.
func TestAPathIsFoundWhateverWasAskedBefore(t *testing.T) {
	var rows []rule.Row
	for i, text := range []string{
		"Read(~/.ssh/**)", "Read(~/.ssh/id_rsa)", "Read(//etc/**)", "Read(//etc/ssl/private/*)", "Read(//**)", "Read(~)",
		"Read(./src/**)", "Read(./src/gen/a.c)", "Read(**/.git/hooks/*)", "Read(**/*.pem)", "Read(**/secret*)", "Read(src)", "Read(//home/dev)",
	} {
		r := parse(t, rule.Deny, text)
		r.ID = string(rune('a' + i))
		rows = append(rows, r)
	}
	table := open(t, rows...)
	ask := func(file string, place *Place) string {
		var ids []string
		table.Path(touched(file), place, func(m Match) { ids = append(ids, m.Row.ID) })
		return strings.Join(ids, "")
	}
	files := []string{
		"r src/gen/a.c", "r src/gen/b.c", "r src/gen/sub/a.pem", "r /etc/ssl/private/key.pem", "r /etc/ssl", "R /etc", "R /", "r /",
		"R ~/", "r /home/dev", "R /home", "r ~/.ssh/id_rsa", "r ~/.ssh/x/y", "r .git/hooks/a", "r ~/.ssh/*", "r ~/$x/id_rsa", "r $x/id_rsa",
		"r ?src/gen/a.c", "d src", "r x/secrets.yml", "r /etc/$x", "R .",
	}
	for file, want := range map[string]string{"R /": "ecdmfabgh", "r src/gen/a.c": "mefhgl"} {
		place := testPlace
		if got := ask(file, &place); got != want {
			t.Errorf("%s: rows %s, want %s", file, got, want)
		}
	}
	shared := testPlace
	back := slices.Clone(files)
	slices.Reverse(back)
	for _, file := range slices.Concat(files, back) {
		alone := testPlace
		if got, want := ask(file, &shared), ask(file, &alone); got != want {
			t.Errorf("%s: rows %s, alone %s", file, got, want)
		}
	}
}
