package table

import (
	"strings"
	"testing"

	"github.com/tempahq/tempa/core/command"
	"github.com/tempahq/tempa/core/event"
	"github.com/tempahq/tempa/core/rule"
)

// simple reads a command written with plain words: · is a blank, $x is unknown, "$x" is
// unknown and quoted, and words in front of | are wrappers. Global options are
// skipped for git and kubectl.
func simple(line string) *command.Command {
	c := &command.Command{DirKnown: true, Dir: "."}
	if via, rest, ok := strings.Cut(line, " | "); ok {
		c.Via, line = strings.Split(via, " "), rest
	}
	for i, typed := range strings.Fields(line) {
		value := strings.Trim(strings.ReplaceAll(typed, "·", " "), `"'`)
		w := command.Word{Value: value, Typed: typed, Pattern: value}
		for j := strings.IndexByte(w.Value, '$'); j >= 0; j = strings.IndexByte(w.Value, '$') {
			end := j + 1
			for end < len(w.Value) && allLetters(w.Value[end:end+1]) || end < len(w.Value) && w.Value[end] == '@' {
				end++
			}
			w.Value, w.Dynamic = w.Value[:j]+command.Unknown+w.Value[end:], true
		}
		w.Pattern = w.Value
		w.Glob = !strings.HasPrefix(typed, `'`) && strings.ContainsAny(value, "*?[")
		if i == 0 {
			c.Word, c.Program = w, w.Value[strings.LastIndexByte(w.Value, '/')+1:]
			continue
		}
		c.Args = append(c.Args, w)
	}
	c.Sub = skipGlobal(c)
	return c
}

func skipGlobal(c *command.Command) int {
	i := 0
	for c.Program == "git" || c.Program == "kubectl" {
		if i >= len(c.Args) || !strings.HasPrefix(c.Args[i].Value, "-") {
			return i
		}
		if v := c.Args[i].Value; v == "-C" || v == "-c" || v == "-n" {
			i++
		}
		i++
	}
	return 0
}

var testPlace = Place{
	Homes: []string{"/home/dev"}, Dirs: []string{"/home/dev/project"}, Roots: []string{"/home/dev/project"}, Temp: []string{"/tmp"},
	Language: event.Bash,
}

func open(t testing.TB, rows ...rule.Row) *Table {
	t.Helper()
	data, err := Build(Header{}, rows)
	if err != nil {
		t.Fatal(err)
	}
	table, err := Open(data)
	if err != nil {
		t.Fatal(err)
	}
	return table
}

func parse(t testing.TB, effect rule.Effect, text string) rule.Row {
	t.Helper()
	r, err := rule.Parse(effect, "id", text)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// strongest is the strongest match: "no", "maybe" or "yes".
func strongest(visit func(func(Match))) string {
	got := "no"
	visit(func(m Match) {
		switch {
		case !m.Maybe:
			got = "yes"
		case got == "no":
			got = "maybe"
		}
	})
	return got
}

func TestCommandRules(t *testing.T) {
	tests := []struct {
		rule string
		line string
		want string
	}{
		// The program: base name, case, wrappers.
		{"Bash(rm:*)", "rm -r x", "yes"},
		{"Bash(rm:*)", "rm", "yes"},
		{"Bash(rm *)", "rm -r x", "yes"},
		{"Bash(rm:*)", "/usr/bin/rm x", "yes"},
		{"Bash(/bin/rm:*)", "rm x", "yes"},
		{"Bash(rm:*)", "sudo | rm x", "yes"},
		{"Bash(rm:*)", "rmdir x", "no"},
		{"Bash(rm:*)", "grep rm x", "no"},
		{"Bash(RM:*)", "rm x", "no"},
		{"Bash(npm*)", "npmx", "yes"},
		{"Bash(npm*)", "pnpm", "no"},
		{"Bash(mkfs.*)", "mkfs.ext4 /dev/sda", "yes"},

		// The subcommand: global options are skipped, other words are not.
		{"Bash(git push:*)", "git push origin main", "yes"},
		{"Bash(git push:*)", "git push", "yes"},
		{"Bash(git push:*)", "git -C d push", "yes"},
		{"Bash(git push:*)", "git -c a=b --no-pager push x", "yes"},
		{"Bash(git push:*)", "git -C push log", "no"},
		{"Bash(git push:*)", "git log push", "no"},
		{"Bash(git push:*)", "git stash push", "no"},
		{"Bash(git push:*)", "git pushx", "no"},
		{"Bash(git push:*)", "git commit -m push", "no"},
		{"Bash(git push:*)", "git", "no"},
		{"Bash(gh repo delete:*)", "gh repo delete o/r", "yes"},
		{"Bash(gh repo delete:*)", "gh repo -R x delete o/r", "yes"},
		{"Bash(gh repo delete:*)", "gh repo --yes delete o/r", "yes"},
		{"Bash(gh repo delete:*)", "gh repo view delete", "no"},
		{"Bash(docker compose down:*)", "docker compose -f a.yml down", "yes"},
		{"Bash(docker compose down:*)", "docker compose up down", "no"},

		// Options: anywhere, in clusters, with values, abbreviated.
		{"Bash(git reset --hard:*)", "git reset --hard HEAD~1", "yes"},
		{"Bash(git reset --hard:*)", "git reset HEAD~1 --hard", "yes"},
		{"Bash(git reset --hard:*)", "git reset --har", "yes"},
		{"Bash(git reset --hard:*)", "git reset --soft HEAD", "no"},
		{"Bash(git reset --hard:*)", "git -C d reset -q --hard", "yes"},
		{"Bash(git reset --hard:*)", "git rebase --hard", "no"},
		{"Bash(rm -rf:*)", "rm -rf x", "yes"},
		{"Bash(rm -rf:*)", "rm -fr x", "yes"},
		{"Bash(rm -rf:*)", "rm -r -f x", "yes"},
		{"Bash(rm -rf:*)", "rm -r x -f", "yes"},
		{"Bash(rm -rf:*)", "rm -Rvf x", "yes"},
		{"Bash(rm -rf:*)", "rm --recursive --force x", "yes"},
		{"Bash(rm -rf:*)", "rm --rec --fo x", "yes"},
		{"Bash(rm -rf:*)", "rm -r x", "no"},
		{"Bash(rm -rf:*)", "rm -f x", "no"},
		{"Bash(rm -rf:*)", "rm ./-rf-notes", "no"},
		{"Bash(rm -rf node_modules:*)", "rm -fr node_modules", "yes"},
		{"Bash(rm -rf node_modules:*)", "rm -fr dist", "no"},
		{"Bash(git push --force:*)", "git push -f", "yes"},
		{"Bash(git push --force:*)", "git push origin x --force", "yes"},
		{"Bash(git push --force:*)", "git push --force-with-lease", "no"},
		{"Bash(git push --force:*)", "git push origin topic/obs-fixes", "no"},
		{"Bash(curl -X POST:*)", "curl -X POST https://x", "yes"},
		{"Bash(curl -X POST:*)", "curl https://x -X POST", "yes"},
		{"Bash(curl -X POST:*)", "curl -XPOST https://x", "yes"},
		{"Bash(curl -X POST:*)", "curl --request=POST https://x", "yes"},
		{"Bash(curl -X POST:*)", "curl -X GET https://x", "no"},
		{"Bash(kubectl -n prod delete:*)", "kubectl -n prod delete pod x", "yes"},
		{"Bash(kubectl -n prod delete:*)", "kubectl delete pod x -n prod", "yes"},
		{"Bash(kubectl -n prod delete:*)", "kubectl delete pod x --namespace=prod", "yes"},
		{"Bash(kubectl -n prod delete:*)", "kubectl -n dev delete pod x", "no"},
		{"Bash(kubectl delete -n prod:*)", "kubectl -n prod delete pods x", "yes"},
		{"Bash(kubectl delete --all:*)", "kubectl delete --al x", "no"}, // takes no abbreviation
		{"Bash(git --no-pager push origin:*)", "git push --no-pager origin", "yes"},
		{"Bash(terraform apply -auto-approve:*)", "terraform apply -auto-approve", "yes"},
		{"Bash(terraform apply -auto-approve:*)", "terraform apply -a -u", "no"},
		{"Bash(find -delete:*)", "find . -name x -delete", "yes"},
		{"Bash(find -delete:*)", "find . -depth -empty -ls", "no"},

		// Nothing else: no :* at the end.
		{"Bash(npm run build)", "npm run build", "yes"},
		{"Bash(npm run build)", "npm run build x", "no"},
		{"Bash(npm run build)", "npm run build --watch", "no"},
		{"Bash(npm run build)", "npm run", "no"},
		{"Bash(git reset --hard)", "git reset --hard", "yes"},
		{"Bash(git reset --hard)", "git -C d reset --hard", "yes"},
		{"Bash(git reset --hard)", "git reset --hard HEAD", "no"},
		{"Bash(rm -rf /)", "rm -fr /", "yes"},
		{"Bash(rm -rf /)", "rm -r -f /", "yes"},
		{"Bash(rm -rf /)", "rm -rf /tmp", "no"},

		// * in the middle: the text of the command.
		{"Bash(git * main)", "git push origin main", "yes"},
		{"Bash(git * main)", "git checkout main", "yes"},
		{"Bash(git * main)", "git push origin mainline", "no"},
		{"Bash(git * main:*)", "git push origin main --tags", "yes"},
		{"Bash(git * main:*)", "git push origin main", "yes"},
		{"Bash(npm run test:*)", "npm run test", "yes"},
		{"Bash(npm run *-prod)", "npm run deploy-prod", "yes"},
		{"Bash(* --force)", "foo --force", "yes"},

		// What cannot be known: only where it matters.
		{"Bash(git push:*)", "git $x origin", "maybe"},
		{"Bash(git push:*)", "git $x", "maybe"},
		{"Bash(git push:*)", "git p$x origin", "maybe"},
		{"Bash(git push:*)", "git l$x", "no"},
		{"Bash(git push:*)", `git add "$f"`, "no"},
		{"Bash(git push:*)", `git commit -m "$m"`, "no"},
		{"Bash(git checkout main:*)", "git checkout $b", "maybe"},
		{"Bash(git push origin main:*)", "git push origin $b", "maybe"},
		{"Bash(git push --force:*)", "git push -$x origin", "maybe"},
		{"Bash(git push --force:*)", "git push --$x", "maybe"},
		{"Bash(git push --force:*)", "git push $flags origin", "maybe"},
		{"Bash(git push --force:*)", `git push "$@"`, "maybe"},
		{"Bash(git push --force:*)", `git push origin "$b"`, "no"},
		{"Bash(git push --force:*)", "git push origin $b", "no"},
		{"Bash(rm -rf:*)", `rm "$f"`, "no"},
		{"Bash(rm -rf:*)", "rm $f", "no"},
		{"Bash(rm -rf:*)", "rm $opts x", "maybe"},
		{"Bash(rm:*)", `cat "$f"`, "no"},
		{"Bash(git * main)", "git push origin $b", "maybe"},
		{"Bash(npm run build)", "npm run $x", "maybe"},
	}
	for _, tt := range tests {
		table := open(t, parse(t, rule.Deny, tt.rule))
		got := strongest(func(v func(Match)) { table.Command(Call{Command: simple(tt.line)}, &testPlace, v) })
		if got != tt.want {
			t.Errorf("%s on %q = %s, want %s", tt.rule, tt.line, got, tt.want)
		}
	}
}

func TestCommandRows(t *testing.T) {
	rm := func(operands ...string) rule.Command {
		return rule.Command{Programs: []string{"rm"}, Flags: [][]string{{"-r", "-R", "--recursive"}}, Operands: operands}
	}
	tests := []struct {
		row  rule.Command
		line string
		want string
	}{
		{rm("@system"), "rm -rf /", "yes"},
		{rm("@system"), "rm -rf /*", "yes"},
		{rm("@system"), "rm -rf //", "yes"},
		{rm("@system"), "rm -rf /usr/..", "yes"},
		{rm("@system"), "rm -rf ~", "yes"},
		{rm("@system"), "rm -rf ~/", "yes"},
		{rm("@system"), "rm -rf ~/*", "yes"},
		{rm("@system"), "rm -rf /home/dev", "yes"},
		{rm("@system"), "rm -rf /home", "yes"},
		{rm("@system"), "rm -rf /etc", "yes"},
		{rm("@system"), "rm -rf /us*", "yes"},
		{rm("@system"), "rm -rf /etc/*", "yes"},
		{rm("@system"), "rm -rf ../..", "yes"},
		{rm("@system"), "rm -rf x /", "yes"},
		{rm("@system"), "rm -rf -- /", "yes"},
		{rm("@system"), "rm -rf $x/*", "maybe"},
		{rm("@system"), "rm -rf $x/", "maybe"},
		{rm("@system"), "rm -rf /$x", "maybe"},
		{rm("@system"), "rm -rf ~/$x", "maybe"},
		{rm("@system"), "rm -rf $x", "no"},
		{rm("@system"), "rm -rf /tmp/$x", "no"},
		{rm("@system"), "rm -rf $x/build", "no"},
		{rm("@system"), "rm -rf .", "no"},
		{rm("@system"), "rm -rf node_modules dist", "no"},
		{rm("@system"), "rm -rf /home/dev/project/dist", "no"},
		{rm("@system"), "rm -rf /tmp/build-123", "no"},
		{rm("@system"), "rm -rf /tmp/*", "no"},
		{rm("@system"), "rm -rf ~/project/*", "no"},
		{rm("@broad"), "rm -rf .", "yes"},
		{rm("@broad"), "rm -rf ./", "yes"},
		{rm("@broad"), "rm -rf ..", "yes"},
		{rm("@broad"), "rm -rf *", "yes"},
		{rm("@broad"), "rm -rf ./*", "yes"},
		{rm("@broad"), "rm -rf .*", "yes"},
		{rm("@broad"), "rm -rf */*", "yes"},
		{rm("@broad"), "rm -rf *.o", "no"},
		{rm("@broad"), "rm -rf build/*", "no"},
		{rm("@broad"), "rm -rf ./tmp", "no"},
		{rm("@outside"), "rm -rf /srv/data", "yes"},
		{rm("@outside"), "rm -rf ../other", "yes"},
		{rm("@outside"), "rm -rf ~/other", "yes"},
		{rm("@outside"), "rm -rf /srv/$x", "yes"},
		{rm("@outside"), "rm -rf build", "no"},
		{rm("@outside"), "rm -rf /tmp/x", "no"},
		{rm("@outside"), "rm -rf /home/dev/project/x", "no"},
		{rm("@outside"), "rm -rf $x", "no"},
		{rm("@unknown"), "rm -rf $x", "yes"},
		{rm("@unknown"), "rm -rf x", "no"},
		{rm(".git", "data"), "rm -rf ./data/", "yes"},
		{rm(".git", "data"), "rm -rf .git", "yes"},
		{rm(".git", "data"), "rm -rf .gi*", "maybe"},
		{rm(".git", "data"), "rm -rf database", "no"},
		{rm("@system"), "rm /", "no"},

		{rule.Command{Programs: []string{"dd"}, Operands: []string{"of=/dev/sd*", "of=/dev/nvme*"}}, "dd if=a of=/dev/sda", "yes"},
		{rule.Command{Programs: []string{"dd"}, Operands: []string{"of=/dev/sd*", "of=/dev/nvme*"}}, "dd if=in.img of=/dev/null bs=1M", "no"},
		{rule.Command{Programs: []string{"dd"}, Operands: []string{"of=/dev/sd*"}}, "dd if=a of=$x", "maybe"},
		{rule.Command{Programs: []string{"dd"}, Operands: []string{"@device"}}, "dd of=/dev/nvme0n1", "yes"},
		{rule.Command{Programs: []string{"mkfs.*", "mkfs"}, Operands: []string{"@device"}}, "mkfs.ext4 /dev/sda1", "yes"},
		{rule.Command{Programs: []string{"mkfs.*", "mkfs"}, Operands: []string{"@device"}}, "mkfs.ext4 disk.img", "no"},

		{rule.Command{Programs: []string{"git"}, Words: []string{"clean"}, Flags: [][]string{{"-f", "--force"}}, NoFlags: []string{"-n", "--dry-run"}}, "git clean -fd", "yes"},
		{rule.Command{Programs: []string{"git"}, Words: []string{"clean"}, Flags: [][]string{{"-f", "--force"}}, NoFlags: []string{"-n", "--dry-run"}}, "git clean -nfd", "no"},
		{rule.Command{Programs: []string{"git"}, Words: []string{"clean"}, Flags: [][]string{{"-f", "--force"}}, NoFlags: []string{"-n", "--dry-run"}}, "git clean -f --dry-run", "no"},
		{rule.Command{Programs: []string{"git"}, Words: []string{"clean"}, Flags: [][]string{{"-f", "--force"}}, NoFlags: []string{"-n", "--dry-run"}}, "git clean -f -- --dry-run", "yes"},
		{rule.Command{Programs: []string{"kubectl"}, Words: []string{"delete"}, NoFlags: []string{"--dry-run"}}, "kubectl delete x --dry-run=none", "yes"},
		{rule.Command{Programs: []string{"npm"}, Words: []string{"install|i|add"}, Operands: []string{"*"}, NotOperands: []string{"left-pad"}}, "npm i left-pad", "no"},
		{rule.Command{Programs: []string{"npm"}, Words: []string{"install|i|add"}, Operands: []string{"*"}, NotOperands: []string{"left-pad"}}, "npm i left-pad evil", "yes"},
		{rule.Command{Programs: []string{"npm"}, Words: []string{"install|i|add"}, Operands: []string{"*"}, NotOperands: []string{"left-pad"}}, "npm i", "no"},
		{rule.Command{Programs: []string{"aws"}, Words: []string{"s3", "*", "s3://b"}}, "aws s3 rm s3://b", "yes"},
		{rule.Command{Via: []string{"sudo"}, Programs: []string{"rm"}}, "sudo | rm x", "yes"},
		{rule.Command{Via: []string{"sudo"}, Programs: []string{"rm"}}, "rm x", "no"},
		{rule.Command{Language: event.PowerShell, Programs: []string{"Remove-Item"}}, "Remove-Item x", "no"},
	}
	for _, tt := range tests {
		row := tt.row
		table := open(t, rule.Row{Effect: rule.Deny, ID: "id", Command: &row})
		got := strongest(func(v func(Match)) { table.Command(Call{Command: simple(tt.line)}, &testPlace, v) })
		if got != tt.want {
			t.Errorf("%+v\n\ton %q = %s, want %s", tt.row, tt.line, got, tt.want)
		}
	}
}

func TestPowerShellRules(t *testing.T) {
	place := testPlace
	place.Language = event.PowerShell
	tests := []struct{ rule, line, want string }{
		{"PowerShell(Remove-Item:*)", "Remove-Item -Recurse x", "yes"},
		{"PowerShell(Remove-Item:*)", "remove-item x", "yes"},
		{"PowerShell(rm:*)", "Remove-Item x", "yes"},
		{"PowerShell(ci:*)", "Copy-Item x y", "yes"},
		{"PowerShell(Remove-Item -Recurse:*)", "Remove-Item -rec x", "yes"},
		{"PowerShell(Remove-Item -Recurse:*)", "Remove-Item -Recurse:$true x", "yes"},
		{"PowerShell(Remove-Item -Recurse:*)", "Remove-Item -Force x", "no"},
		{"PowerShell(git push:*)", "git push origin", "yes"},
		{"Bash(git push:*)", "git push origin", "yes"},
		{"PowerShell(Get-Content:*)", "Get-ChildItem", "no"},
	}
	for _, tt := range tests {
		table := open(t, parse(t, rule.Deny, tt.rule))
		got := strongest(func(v func(Match)) { table.Command(Call{Command: simple(tt.line)}, &place, v) })
		if got != tt.want {
			t.Errorf("%s on %q = %s, want %s", tt.rule, tt.line, got, tt.want)
		}
	}
}

func TestAllowRules(t *testing.T) {
	tests := []struct {
		rule, line string
		want       string
	}{
		{"Bash(git log:*)", "git log -1 --oneline", "yes"},
		{"Bash(git log:*)", "git log", "yes"},
		{"Bash(git *)", "git status", "yes"},
		{"Bash(git log:*)", "git -C d log", "no"},
		{"Bash(git log:*)", "git logx", "no"},
		{"Bash(git log:*)", "/tmp/git log", "no"},
		{"Bash(/opt/git log:*)", "/opt/git log", "yes"},
		{"Bash(git log:*)", "sudo | git log", "no"},
		{"Bash(git log:*)", "git log $x", "no"},
		{"Bash(git $x:*)", "git $x", "no"},
		{"Bash(ls:*)", "ls *.go", "yes"},
		{"Bash(npm run build)", "npm run build", "yes"},
		{"Bash(npm run build)", "npm run build x", "no"},
		{"Bash(git reset --soft:*)", "git reset --soft HEAD", "yes"},
		{"Bash(git reset --soft:*)", "git reset HEAD --soft", "no"},
		{"Bash(git * main)", "git push main", "yes"},
		{"Bash(git * main)", "git push x·main", "no"}, // one word with a blank
		{"Bash(npm*)", "npmx", "yes"},
		{"Bash(npm*)", "./npmx", "no"},
	}
	for _, tt := range tests {
		table := open(t, parse(t, rule.Allow, tt.rule))
		got := strongest(func(v func(Match)) { table.Command(Call{Command: simple(tt.line)}, &testPlace, v) })
		if got != tt.want {
			t.Errorf("%s on %q = %s, want %s", tt.rule, tt.line, got, tt.want)
		}
	}
}
