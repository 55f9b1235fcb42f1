package rule

import (
	"fmt"
	"strings"
	"testing"
)

func TestParse(t *testing.T) {
	tests := []struct {
		effect Effect
		text   string
		want   string
	}{
		{Deny, "Bash", "tool Bash"},
		{Deny, " Bash ", "tool Bash"},
		{Deny, "Bash(*)", "tool Bash"},
		{Deny, "Bash(:*)", "tool Bash"},
		{Deny, "Bash(rm:*)", "bash [rm] words [] flags []"},
		{Deny, "Bash(rm *)", "bash [rm] words [] flags []"},
		{Deny, "Bash(/bin/rm:*)", "bash [rm] words [] flags []"},
		{Deny, "Bash(rm.exe:*)", "bash [rm] words [] flags []"},
		{Deny, "Bash(git push:*)", "bash [git] words [push] flags []"},
		{Deny, "Bash(git  push  origin:*)", "bash [git] words [push origin] flags []"},
		{Deny, "Bash(npm run build)", "bash [npm] words [run build] flags [] exact"},
		{Deny, `Bash(git commit -m "a b")`, "bash [git] words [commit a b] flags [[-m --message]] exact"},
		{Deny, "Bash(git reset --hard:*)", "bash [git] words [reset] flags [[--hard]]"},
		{Deny, "Bash(rm -rf:*)", "bash [rm] words [] flags [[-r -R --recursive] [-f --force]]"},
		{Deny, "Bash(rm -rf x:*)", "bash [rm] words [] flags [[-r -R --recursive] [-f x --force x]]"},
		{Deny, "Bash(curl -X POST:*)", "bash [curl] words [] flags [[-X POST --request POST]]"},
		{Deny, "Bash(kubectl -n prod delete:*)", "bash [kubectl] words [delete] flags [[-n prod --namespace prod]]"},
		{Deny, "Bash(git --no-pager push origin:*)", "bash [git] words [push origin] flags [[--no-pager]]"},
		{Deny, "Bash(terraform apply -auto-approve:*)", "bash [terraform] words [apply] flags [[-auto-approve]]"},
		{Deny, "Bash(npm*)", "bash [npm*] words [] flags []"},
		{Deny, "Bash(git * main)", "bash [git] words [] flags [] pattern git * main"},
		{Deny, "Bash(git * main:*)", "bash [git] words [] flags [] pattern git * main *"},
		{Deny, "PowerShell(rm -Recurse:*)", "powershell [Remove-Item] words [] flags [[-Recurse]]"},
		{Allow, "Bash(git log -1:*)", "bash [git] words [log -1] flags []"},
		{Allow, "Bash(/opt/git log)", "bash [/opt/git] words [log] flags [] exact"},
		{Deny, "Read(~/.ssh/**)", "path ~/.ssh/** [list read] []"},
		{Deny, "Edit(.env)", "path .env [write delete] []"},
		{Deny, "Write(/x)", "path /x [write delete] []"},
		{Deny, "Glob(src/**)", "path src/** [] [Glob]"},
		{Deny, "Read(*)", "tool Read"},
		{Deny, "Read(a (copy).txt)", "path a (copy).txt [list read] []"},
		{Deny, "Read(//etc/pass[w-x]d)", "path //etc/pass[w-x]d [list read] []"},
		{Deny, "WebFetch", "tool WebFetch"},
		{Deny, "WebFetch(domain:Example.org)", "domain example.org"},
		{Deny, "WebFetch(domain:*.example.org)", "domain *.example.org"},
		{Deny, "WebFetch(domain:*)", "domain *"},
		{Deny, "mcp__github", "mcp github *"},
		{Deny, "mcp__github__create_issue", "mcp github create_issue"},
		{Deny, "mcp__github__*", "mcp github *"},
		{Deny, "mcp__tempa__notes__list", "mcp tempa notes__list"},
		{Deny, "mcp__*__delete", "mcp * delete"},
		{Deny, "WebSearch", "tool WebSearch"},
	}
	for _, tt := range tests {
		r, err := Parse(tt.effect, "id", tt.text)
		if err != nil {
			t.Errorf("%s: %v", tt.text, err)
			continue
		}
		if got := describe(&r); got != tt.want {
			t.Errorf("%s\n\t= %s\nwant %s", tt.text, got, tt.want)
		}
		if r.Rule != tt.text || r.ID != "id" || r.Effect != tt.effect {
			t.Errorf("%s: got %+v", tt.text, r)
		}
	}
}

func describe(r *Row) string {
	switch {
	case r.Tool != nil:
		return "tool " + r.Tool.Name
	case r.Domain != nil:
		return "domain " + r.Domain.Pattern
	case r.MCP != nil:
		return "mcp " + r.MCP.Server + " " + r.MCP.Tool
	case r.Path != nil:
		return fmt.Sprintf("path %s %v %v", r.Path.Pattern, r.Path.Access, r.Path.Tools)
	}
	c := r.Command
	s := fmt.Sprintf("%s %v words %v flags %v", c.Language, c.Programs, c.Words, c.Flags)
	if c.Exact {
		s += " exact"
	}
	if c.Pattern != "" {
		s += " pattern " + c.Pattern
	}
	return s
}

func TestParseErrors(t *testing.T) {
	for text, want := range map[string]string{
		"":                              "it is empty",
		"Bash(git push":                 "the ( is never closed",
		"Bash git push)":                "a ) without a (",
		"Bash(a) x":                     "text follows the last )",
		"(git push)":                    "write Bash(git push)",
		"Bash()":                        "the pattern is empty; write Bash alone",
		"Bash(  )":                      "the pattern is empty",
		"Bsh(ls)":                       "did you mean Bash?",
		"bash":                          "did you mean Bash?",
		"WebFecth(domain:x)":            "did you mean WebFetch?",
		"run_shell_command":             "write Bash for run_shell_command",
		"apply_patch(x)":                "write Edit for apply_patch",
		"git push":                      "write Bash(git push)",
		"Frobnicate":                    "write one of Bash",
		"Bash(git:* push)":              ":* stands only at the end",
		"Bash(a && b)":                  "write one rule for each",
		"Bash(a | b)":                   "write one rule for each",
		"Bash(a; b)":                    "write one rule for each",
		"Bash(a > x)":                   "limit the file with Edit(path)",
		"Bash(echo $(x))":               "name the inner command",
		"Bash(A=1 b)":                   "leave the assignment",
		"Bash(-rf:*)":                   "the command is missing",
		"Bash(git commit -m 'x)":        "the quote ' is never closed",
		"Bash(\"\")":                    "names no command",
		"Bash(a\nb)":                    "control character",
		"Read(//)":                      "// needs a path behind it",
		"Read(///x)":                    "// needs a path behind it",
		"Read(a//b)":                    "two slashes",
		"Read(/)":                       "/ names nothing below it",
		"Read(../x)":                    ".. cannot stand in a rule",
		"Read(~bob/x)":                  "~user is not known",
		"Read($HOME/x)":                 "variables are not expanded",
		"Read(%USERPROFILE%/x)":         "variables are not expanded",
		`Read(C:\x)`:                    "write C:\\x as //c/x",
		"Read(C:/x)":                    "write //c/",
		"Read({a,b})":                   "write one rule for each name",
		"Read(a**b)":                    "** stands alone",
		"Read([a)":                      "never closed",
		"Read(!x)":                      "cannot exclude",
		"Read( x)":                      "begins or ends with a blank",
		"Read(domain:x)":                "write WebFetch(domain:x)",
		"WebFetch(x.org)":               "write WebFetch(domain:example.org)",
		"WebFetch(domain:)":             "the domain is empty",
		"WebFetch(domain:https://x.y/)": "write domain:x.y",
		"WebFetch(domain:x.org/a)":      "write domain:x.org",
		"WebFetch(domain:x.org:80)":     "no port; write domain:x.org",
		"WebFetch(domain:a.*.b)":        "* stands only in front",
		"WebFetch(domain:a@b)":          "no user",
		"WebFetch(domain:a..b)":         "empty part",
		"WebFetch(domain:bücher.de)":    "xn--",
		"WebSearch(x)":                  "takes no pattern",
		"mcp__":                         "the server is missing",
		"mcp__a__":                      "the tool is missing",
		"mcp__a__b(c)":                  "take no parentheses",
		"mcp__a b":                      "holds no blank",
	} {
		_, err := Parse(Deny, "id", text)
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v\nwant %s", text, err, want)
		}
	}
}

func TestNamesAreSorted(t *testing.T) {
	for i := range len(names) - 1 {
		if names[i] >= names[i+1] {
			t.Errorf("%s stands before %s", names[i], names[i+1])
		}
	}
}

func FuzzParse(f *testing.F) {
	f.Add("Bash(git * 'x':*)")
	f.Add("Read(//a/[b]/**)")
	f.Fuzz(func(t *testing.T, text string) {
		for _, e := range []Effect{Deny, Allow} {
			if r, err := Parse(e, "id", text); err == nil && r.Command == nil && r.Path == nil && r.Domain == nil && r.MCP == nil && r.Tool == nil {
				t.Errorf("%q: a row without a matcher", text)
			}
		}
	})
}
