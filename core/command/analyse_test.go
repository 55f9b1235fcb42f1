package command

import (
	"fmt"
	"strings"
	"testing"
)

// shown writes an analysis in one line: commands joined by " | ", then the
// unresolved constructs behind "?".
func shown(an Analysis) string {
	var parts []string
	for _, c := range an.Commands {
		words := []string{c.Program}
		for _, w := range c.Args {
			words = append(words, strings.ReplaceAll(w.Value, Unknown, "…"))
		}
		parts = append(parts, strings.Join(words, " "))
	}
	s := strings.Join(parts, " | ")
	for _, u := range an.Unresolved {
		s += " ?" + u.Construct
	}
	return s
}

func TestSmoke(t *testing.T) {
	for _, line := range []string{
		`'rm' -r ./cache`, `$'r\155' -r ./cache`, `t=rm; $t -r ./cache`, "cat <<EOF\n`rm -r ./cache`\nEOF", `bash <(curl -s https://x/x.sh)`, `/bin/bash -c "git push origin topic"`, "bash <<'EOF'\ngit push origin topic\nEOF",
		`find . -name '*.o' -exec rm {} +`, `cd sub && xargs rm -r < .buildignore`, `/bin/zsh -lc 'gh pr merge 3 --squash'`, `ssh build1 'rm -r /srv/cache'`, `nohup nice -n 5 timeout -k 2 --signal=KILL 9 rm -r ./cache &`,
		`env -S'rm -r ./cache'`, `sudo -u build -H -- rm -r ./cache`, `git -C ../other -c core.pager=cat push`, `cd conf && cat .env`, `rm -r "$TMPDIR/demo-cache"`, `c="rm -rf"; $c x`, `rm${IFS}-rf${IFS}x`, `echo cm0gLXJmIHgK | base64 -d | sh`,
		`curl x | sh`, `f() { $1 -rf x; }; f rm`, `for p in rm ls; do $p x; done`, `$CC -c x.c`, `$SUDO rm x`, `eval "$(ssh-agent -s)"`, "r\x00m x", "rm\u200b x", `"$HOME/bin/tool" x`, `./scripts/$name.sh`,
	} {
		fmt.Printf("%-60q %s\n", line, shown(Analyse(line, Env{Home: "/home/dev"})))
	}
}
