package rule

import (
	"fmt"
	"strings"

	"github.com/tempahq/tempa/core/event"
)

// Parse reads one rule string in Claude Code's spelling, whatever client it
// will be held in. Every error says what is wrong and what to write instead.
//
// A rule is a tool name, alone or with a pattern in parentheses:
//
//	Bash                      every shell call
//	Bash(npm run build)       this command and no other argument
//	Bash(git push:*)          git push, with whatever follows; "git push *" is the same
//	Bash(git * main)          * stands for any run of characters
//	PowerShell(Remove-Item:*) a PowerShell command, by its full name or an alias
//	Read(~/.ssh/**)           a path that is read: by a tool or by a shell command
//	Edit(.github/**)          a path that is changed; Write(…) means the same
//	Glob(…) Grep(…)           a path that this one tool looks through
//	WebFetch(domain:x.org)    a host
//	mcp__server               every tool of an MCP server
//	mcp__server__tool         one tool; * stands for any run of characters
//
// deny and ask rules match every way to do the thing they name, allow rules
// match it only as it is written; see docs/rules.md.
func Parse(effect Effect, id, text string) (Row, error) {
	r := Row{Effect: effect, ID: id, Rule: text}
	if err := r.parse(strings.TrimSpace(text)); err != nil {
		return Row{}, fmt.Errorf("rule %q: %w", text, err)
	}
	return r, nil
}

func (r *Row) parse(text string) error {
	if text == "" {
		return fmt.Errorf("it is empty; write a tool name, as in Bash(git push:*)")
	}
	if i := strings.IndexFunc(text, isControl); i >= 0 {
		return fmt.Errorf("it holds the control character %q; a rule is one line of text", text[i])
	}
	name, pattern, has, err := split(text)
	if err != nil {
		return err
	}
	if strings.HasPrefix(name, "mcp__") {
		return r.parseMCP(name, has)
	}
	if !known(name) {
		return unknownName(name)
	}
	if !has {
		r.Tool = &Tool{Name: name}
		return nil
	}
	if strings.TrimSpace(pattern) == "" {
		return fmt.Errorf("the pattern is empty; write %s alone for every call", name)
	}
	return r.parsePattern(name, pattern)
}

func (r *Row) parsePattern(name, pattern string) error {
	switch name {
	case "Bash":
		return r.parseCommand(event.Bash, name, pattern)
	case "PowerShell":
		return r.parseCommand(event.PowerShell, name, pattern)
	case "Read", "Edit", "Write", "MultiEdit", "NotebookEdit", "NotebookRead", "Glob", "Grep", "LS":
		return r.parsePath(name, pattern)
	case "WebFetch":
		return r.parseDomain(pattern)
	}
	return fmt.Errorf("%s takes no pattern; write %s alone", name, name)
}

// split cuts "Name(pattern)" into its parts. The pattern may hold balanced
// parentheses of its own.
func split(text string) (name, pattern string, has bool, err error) {
	open := strings.IndexByte(text, '(')
	if open < 0 {
		if strings.IndexByte(text, ')') >= 0 {
			return "", "", false, fmt.Errorf("it has a ) without a (; write Name(pattern)")
		}
		return text, "", false, nil
	}
	if open == 0 {
		return "", "", false, fmt.Errorf("the tool name is missing in front of (; write Bash%s", text)
	}
	if text[len(text)-1] != ')' {
		if strings.IndexByte(text, ')') < 0 {
			return "", "", false, fmt.Errorf("the ( is never closed; write ) at the end")
		}
		return "", "", false, fmt.Errorf("text follows the last ); a rule ends with it")
	}
	return text[:open], text[open+1 : len(text)-1], true, nil
}

func isControl(c rune) bool { return c < 0x20 || c == 0x7f || c >= 0x80 && c < 0xa0 }

func (r *Row) parseMCP(name string, pattern bool) error {
	if pattern {
		return fmt.Errorf("MCP rules take no parentheses; write mcp__server__tool")
	}
	server, tool, has := strings.Cut(strings.TrimPrefix(name, "mcp__"), "__")
	if server == "" {
		return fmt.Errorf("the server is missing; write mcp__server, or mcp__* for every server")
	}
	if has && tool == "" {
		return fmt.Errorf("the tool is missing behind the last __; write mcp__%s__* or mcp__%s", server, server)
	}
	if !has {
		tool = "*"
	}
	if strings.ContainsAny(name, " \t") {
		return fmt.Errorf("an MCP name holds no blank; clients write _ in its place")
	}
	r.MCP = &MCP{Server: server, Tool: tool}
	return nil
}

func (r *Row) parseDomain(pattern string) error {
	host, ok := strings.CutPrefix(pattern, "domain:")
	if !ok {
		return fmt.Errorf("WebFetch is limited by host; write WebFetch(domain:example.org)")
	}
	host = strings.ToLower(strings.TrimSpace(host))
	if err := checkHost(host); err != nil {
		return err
	}
	r.Domain = &Domain{Pattern: host}
	return nil
}

func checkHost(host string) error {
	if host == "*" {
		return nil
	}
	name := strings.TrimPrefix(host, "*.")
	switch {
	case name == "":
		return fmt.Errorf("the domain is empty; write domain:example.org")
	case strings.Contains(name, "://"):
		return fmt.Errorf("a domain has no scheme; write domain:%s", afterScheme(name))
	case strings.ContainsRune(name, '/'):
		return fmt.Errorf("a domain has no path; write domain:%s", name[:strings.IndexByte(name, '/')])
	case strings.ContainsRune(name, '*'):
		return fmt.Errorf("in a domain * stands only in front, as *.example.org, or alone")
	case strings.ContainsRune(name, '@'):
		return fmt.Errorf("a domain has no user; write the host alone")
	case strings.Count(name, ":") == 1:
		return fmt.Errorf("a domain has no port; write domain:%s", name[:strings.IndexByte(name, ':')])
	}
	for _, label := range strings.Split(name, ".") {
		if label == "" {
			return fmt.Errorf("the domain %q has an empty part between dots; write example.org", host)
		}
	}
	for _, c := range name {
		if !(c >= 'a' && c <= 'z' || c >= '0' && c <= '9' || strings.ContainsRune("-._:[]", c)) {
			return fmt.Errorf("%q cannot stand in a domain; write international names in their xn-- form", c)
		}
	}
	return nil
}

func afterScheme(url string) string {
	_, host, _ := strings.Cut(url, "://")
	if i := strings.IndexAny(host, "/:"); i >= 0 {
		host = host[:i]
	}
	return host
}
