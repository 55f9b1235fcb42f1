package table

import (
	"strings"
	"testing"

	"github.com/tempahq/tempa/core/command"
	"github.com/tempahq/tempa/core/event"
	"github.com/tempahq/tempa/core/rule"
)

// touched reads "access path": a capital access is meant with its tree, $x is
// unknown, ? in front of the path says that the directory is unknown.
func touched(s string) *File {
	kinds := map[string]event.Access{"l": event.AccessList, "r": event.AccessRead, "w": event.AccessWrite, "d": event.AccessDelete}
	access, path, _ := strings.Cut(s, " ")
	f := &File{Access: kinds[strings.ToLower(access)], Tree: access != strings.ToLower(access), Named: path, Tool: "Bash"}
	path = strings.ReplaceAll(path, "$x", command.Unknown)
	f.Named = path
	f.Glob = strings.ContainsAny(path, "*[")
	rel, unknown := strings.CutPrefix(path, "?")
	switch {
	case unknown:
		f.Names = []string{"/home/dev/project/" + rel, command.Unknown + "/" + rel}
	case strings.HasPrefix(path, "~/"):
		f.Names = []string{"/home/dev" + path[1:]}
	case strings.HasPrefix(path, "/"), strings.HasPrefix(path, command.Unknown):
		f.Names = []string{path}
	case path == ".":
		f.Names = []string{"/home/dev/project"}
	default:
		f.Names = []string{"/home/dev/project/" + strings.TrimPrefix(path, "./")}
	}
	return f
}

func TestPathRules(t *testing.T) {
	tests := []struct{ rule, file, want string }{
		// Anchors.
		{"Read(~/.ssh/**)", "r ~/.ssh/id_rsa", "yes"},
		{"Read(~/.ssh/**)", "r /home/dev/.ssh/a/b", "yes"},
		{"Read(~/.ssh/**)", "r /home/other/.ssh/id_rsa", "no"},
		{"Read(~/.ssh/**)", "r ~/.sshx", "no"},
		{"Read(//etc/shadow)", "r /etc/shadow", "yes"},
		{"Read(//etc/shadow)", "r etc/shadow", "no"},
		{"Read(/etc/shadow)", "r /etc/shadow", "yes"},
		{"Read(/etc/shadow)", "r etc/shadow", "yes"},
		{"Read(./.env)", "r .env", "yes"},
		{"Read(./.env)", "r sub/.env", "no"},
		{"Read(.env)", "r sub/.env", "yes"},
		{"Read(.env)", "r /other/.env", "no"},
		{"Read(**/.env)", "r /other/.env", "yes"},
		{"Read(**/.env)", "r .env", "yes"},
		{"Read(config/*.yml)", "r config/a.yml", "yes"},
		{"Read(config/*.yml)", "r config/sub/a.yml", "no"},
		{"Read(config/*.yml)", "r sub/config/a.yml", "no"},
		{"Read(config/**/a.yml)", "r config/a.yml", "yes"},
		{"Read(config/**/a.yml)", "r config/x/y/a.yml", "yes"},
		{"Read(//srv/**/x/**/y)", "r /srv/a/x/b/c/y", "yes"},
		{"Read(//srv/**/x/**/y)", "r /srv/a/b/c/y", "no"},

		// Globs as in .gitignore.
		{"Read(**/*.pem)", "r a/b.pem", "yes"},
		{"Read(**/*.pem)", "r a/b.pemx", "no"},
		{"Read(**/*.tar.gz)", "r a.tar.gz", "yes"},
		{"Read(**/id_?sa)", "r /x/id_rsa", "yes"},
		{"Read(**/id_[rd]sa)", "r id_rsa", "yes"},
		{"Read(**/id_[!r]sa)", "r id_rsa", "no"},
		{"Read(**/secret*)", "r x/secrets.yml", "yes"},
		{"Read(**/.ssh/**)", "r /home/x/.ssh/id", "yes"},
		{"Read(secrets)", "r secrets/a", "yes"},
		{"Read(secrets/)", "r secrets/a", "yes"},
		{"Read(~/*)", "r ~/a/b", "yes"},
		{"Read(**)", "r anything", "yes"},
		{"Read(**)", "r /etc/passwd", "no"},
		{"Read(//**)", "r /etc/passwd", "yes"},
		{"Read(**/.ENV)", "r .env", "no"},

		// What is done with the file.
		{"Read(.env)", "w .env", "no"},
		{"Edit(.env)", "w .env", "yes"},
		{"Write(.env)", "w .env", "yes"},
		{"Edit(.env)", "d .env", "yes"},
		{"Edit(.env)", "r .env", "no"},
		{"Glob(.env)", "r .env", "no"}, // another tool
		{"Edit(.github/**)", "d .github", "yes"},
		{"Edit(.github/**)", "w .github", "no"},
		{"Read(~/.ssh/**)", "l ~/.ssh", "yes"},
		{"Read(~/.ssh/**)", "L ~/.ssh", "yes"},

		// A tree that the pattern lies in.
		{"Edit(.github/workflows/x.yml)", "D .github", "yes"},
		{"Edit(.github/workflows/x.yml)", "D .", "yes"},
		{"Edit(//srv/a/b)", "D /srv", "yes"},
		{"Edit(//srv/a/b)", "D /", "yes"},
		{"Edit(//srv/a/b)", "D /srv/ab", "no"},
		{"Edit(~/.ssh/**)", "D /home", "yes"},
		{"Edit(.env)", "D sub", "no"}, // at any depth: nothing certain
		{"Read(~/.ssh/**)", "R /home/dev", "maybe"},
		{"Read(~/.ssh/**)", "R src", "no"},
		{"Read(~/.ssh/**)", "R ~/.ssh", "yes"},
		{"Read(**/.env)", "R .", "no"},

		// Wildcards of the shell.
		{"Read(~/.ssh/**)", "r ~/.ssh/*", "yes"},
		{"Read(~/.ssh/id_rsa)", "r ~/.ssh/*", "maybe"},
		{"Read(~/.ssh/id_rsa)", "r ~/.s*/id_rsa", "maybe"},
		{"Read(~/.ssh/id_rsa)", "r ~/.ssh/*.pub", "no"},
		{"Read(~/.ssh/**)", "r ~/.s[s]h/id", "maybe"},
		{"Read(.env)", "r .e*", "maybe"},
		{"Read(.env)", "r *", "no"},
		{"Read(.env)", "r *.go", "no"},
		{"Read(**/*.pem)", "r *.go", "no"},
		{"Read(**/*.pem)", "r *.pem", "yes"},
		{"Read(**/*.pem)", "r *.p*", "maybe"},
		{"Read(./.env)", "r ./.en*", "maybe"},
		{"Read(**/.env.*)", "r *.json", "no"}, // * is no leading dot
		{"Read(**/.env.*)", "r [.]env.x", "no"},
		{"Read(**/.env.*)", "r .*.json", "maybe"},
		{"Read(**/x*.json)", "r *.json", "maybe"},
		{"Read(./.env)", "r ./*", "no"},
		{"Read(./a/.env)", "r */.env", "maybe"},
		{"Edit(//srv/x/secret)", "D /srv/*", "maybe"},
		{"Edit(//srv/x/**)", "D /srv/y*", "no"},

		// Parts that cannot be known.
		{"Read(~/.ssh/**)", "r $x", "no"},
		{"Read(~/.ssh/**)", "r src/$x", "no"},
		{"Read(~/.ssh/**)", "r ~/.ssh/$x", "yes"},
		{"Read(~/.ssh/id_rsa)", "r ~/.ssh/$x", "maybe"},
		{"Read(~/.ssh/id_rsa)", "r ~/$x", "maybe"},
		{"Read(~/.ssh/**)", "r $x/.ssh/id_rsa", "maybe"},
		{"Read(~/.ssh/id_rsa)", "r $x/id_rsa", "maybe"},
		{"Read(~/.ssh/id_rsa)", "r $x/notes", "no"},
		{"Read(.env)", "r src/$x", "no"},
		{"Read(.env)", "r $x/.env", "maybe"},
		{"Read(**/.env)", "r $x/.env", "yes"},
		{"Read(**/*.pem)", "r $x/a.pem", "yes"},
		{"Read(**/*.pem)", "r $x", "no"},
		{"Read(**/*.pem)", "r a$x", "no"},
		{"Read(./secrets/a)", "r secrets/$x", "maybe"},
		{"Read(./secrets/a)", "r ./$x", "no"},
		{"Read(//etc/passwd)", "r /etc/$x", "maybe"},

		// A directory that is not known.
		{"Read(~/.ssh/**)", "r ?.ssh/id_rsa", "maybe"},
		{"Read(~/.ssh/**)", "r ?README.md", "no"},
		{"Read(~/.ssh/id_rsa)", "r ?id_rsa", "maybe"},
		{"Read(//etc/passwd)", "r ?passwd", "maybe"},
		{"Read(.env)", "r ?.env", "yes"},
		{"Read(**/*.pem)", "r ?a.pem", "yes"},
		{"Edit(~/.bashrc)", "w ?src/main.go", "no"},
	}
	for _, tt := range tests {
		table := open(t, parse(t, rule.Deny, tt.rule))
		got := strongest(func(v func(Match)) { table.Path(touched(tt.file), &testPlace, v) })
		if got != tt.want {
			t.Errorf("%s on %q = %s, want %s", tt.rule, tt.file, got, tt.want)
		}
	}
}

func TestPathFold(t *testing.T) {
	place := testPlace
	place.Fold = true
	for _, tt := range []struct{ rule, file, want string }{
		{"Read(~/.ssh/**)", "r /HOME/dev/.SSH/id", "yes"},
		{"Read(**/.env)", "r .ENV", "yes"},
		{"Read(**/*.pem)", "r A.PEM", "yes"},
		{"Read(~/.ssh/id_rsa)", "r ~/.SS*/ID_RSA", "maybe"},
	} {
		table := open(t, parse(t, rule.Deny, tt.rule))
		if got := strongest(func(v func(Match)) { table.Path(touched(tt.file), &place, v) }); got != tt.want {
			t.Errorf("%s on %q = %s, want %s", tt.rule, tt.file, got, tt.want)
		}
	}
}

func TestAllowPaths(t *testing.T) {
	for _, tt := range []struct{ rule, file, want string }{
		{"Edit(src/**)", "w src/a/b.go", "yes"},
		{"Edit(/src/**)", "w src/a.go", "yes"},
		{"Edit(/src/**)", "w /src/a.go", "no"},
		{"Edit(src/*)", "w src/a/b.go", "no"},
		{"Edit(src)", "w src/a.go", "no"},
		{"Edit(src/**)", "w src/$x", "no"},
		{"Edit(src/**)", "w src/*.go", "no"},
		{"Edit(**/a.go)", "w /other/a.go", "no"},
		{"Edit(a.go)", "w sub/a.go", "no"},
		{"Edit(src/*)", "D src/a", "no"},
		{"Edit(src/**)", "D src/a", "yes"},
		{"Read(~/notes/**)", "r ~/notes/x", "yes"},
	} {
		table := open(t, parse(t, rule.Allow, tt.rule))
		if got := strongest(func(v func(Match)) { table.Path(touched(tt.file), &testPlace, v) }); got != tt.want {
			t.Errorf("%s on %q = %s, want %s", tt.rule, tt.file, got, tt.want)
		}
	}
}

func TestPathExcept(t *testing.T) {
	row := rule.Row{Effect: rule.Deny, ID: "id", Path: &rule.Path{Pattern: "**/.env.*", Except: []string{".env.example", "**/*.sample"}}}
	table := open(t, row)
	for file, want := range map[string]string{
		"r .env.local": "yes", "r .env.example": "no", "r a/.env.sample": "no", "r /x/.env.example": "yes",
		"r .env.ex*": "yes", "r $x/.env.sample": "no", "R .env.example": "yes",
	} {
		if got := strongest(func(v func(Match)) { table.Path(touched(file), &testPlace, v) }); got != want {
			t.Errorf("%q = %s, want %s", file, got, want)
		}
	}
}

func TestShallow(t *testing.T) {
	table := open(t, parse(t, rule.Deny, "Read(./.env)"), parse(t, rule.Deny, "Read(./secrets/**)"))
	for file, want := range map[string]string{"R .": "no", "r **/*.ts": "no", "r .env": "yes", "r secrets/*.ts": "yes", "r .e*": "maybe"} {
		f := touched(file)
		f.Shallow = true
		if got := strongest(func(v func(Match)) { table.Path(f, &testPlace, v) }); got != want {
			t.Errorf("%q = %s, want %s", file, got, want)
		}
	}
}

func TestDomain(t *testing.T) {
	for _, tt := range []struct {
		effect     rule.Effect
		rule, host string
		want       string
	}{
		{rule.Deny, "example.org", "example.org", "yes"},
		{rule.Deny, "example.org", "www.example.org", "yes"},
		{rule.Deny, "example.org", "badexample.org", "no"},
		{rule.Deny, "example.org", "EXAMPLE.org.", "yes"},
		{rule.Deny, "*.example.org", "a.b.example.org", "yes"},
		{rule.Deny, "*", "x", "yes"},
		{rule.Deny, "*", "", "yes"},
		{rule.Deny, "example.org", "", "no"},
		{rule.Allow, "example.org", "www.example.org", "no"},
		{rule.Allow, "*.example.org", "www.example.org", "yes"},
		{rule.Allow, "*.example.org", "example.org", "no"},
		{rule.Allow, "*", "", "no"},
	} {
		table := open(t, parse(t, tt.effect, "WebFetch(domain:"+tt.rule+")"))
		if got := strongest(func(v func(Match)) { table.Domain(Host{tt.host, tt.host != ""}, v) }); got != tt.want {
			t.Errorf("%s %s on %q = %s, want %s", tt.effect, tt.rule, tt.host, got, tt.want)
		}
	}
	except := open(t, rule.Row{Effect: rule.Ask, ID: "id", Domain: &rule.Domain{Pattern: "*", Except: []string{"docs.example", "*.go.dev"}}})
	for host, want := range map[string]string{"docs.example": "no", "x.docs.example": "yes", "pkg.go.dev": "no", "go.dev": "yes", "": "yes"} {
		if got := strongest(func(v func(Match)) { except.Domain(Host{host, host != ""}, v) }); got != want {
			t.Errorf("* except on %q = %s, want %s", host, got, want)
		}
	}
}

func TestMCP(t *testing.T) {
	plain := func(server, tool string) event.MCPRef { return event.MCPRef{Server: server, Tool: tool} }
	for _, tt := range []struct {
		effect rule.Effect
		rule   string
		ref    event.MCPRef
		want   string
	}{
		{rule.Deny, "mcp__github", plain("github", "create_issue"), "yes"},
		{rule.Deny, "mcp__github__*", plain("github", "create_issue"), "yes"},
		{rule.Deny, "mcp__github__create_issue", plain("github", "create_issue"), "yes"},
		{rule.Deny, "mcp__github__create_issue", plain("github", "list"), "no"},
		{rule.Deny, "mcp__github__create_*", plain("github", "create_issue"), "yes"},
		{rule.Deny, "mcp__git", plain("github", "x"), "no"},
		{rule.Deny, "mcp__*", plain("any", "x"), "yes"},
		{rule.Deny, "mcp__*__delete", plain("any", "delete"), "yes"},
		{rule.Deny, "mcp__github", plain("plugin_acme_github", "x"), "yes"},
		{rule.Deny, "mcp__second-brain__delete", event.MCPRef{Server: "second_brain", Tool: "delete", Sanitised: true}, "yes"},
		{rule.Deny, "mcp__a__b", event.MCPRef{Server: "a", Tool: "b__c", Ambiguous: true, Name: "a__b__c"}, "yes"},
		{rule.Deny, "mcp__a-b__c", event.MCPRef{Server: "a", Tool: "b-c", Ambiguous: true, Name: "a-b-c"}, "yes"},
		{rule.Deny, "mcp__tempa__notes__delete", plain("tempa", "notes__delete"), "yes"},
		{rule.Allow, "mcp__github", plain("github", "x"), "yes"},
		{rule.Allow, "mcp__github", plain("plugin_acme_github", "x"), "no"},
		{rule.Allow, "mcp__a", event.MCPRef{Server: "a", Tool: "b", Ambiguous: true, Name: "a-b"}, "no"},
	} {
		table := open(t, parse(t, tt.effect, tt.rule))
		if got := strongest(func(v func(Match)) { table.MCP(&tt.ref, v) }); got != tt.want {
			t.Errorf("%s %s on %+v = %s, want %s", tt.effect, tt.rule, tt.ref, got, tt.want)
		}
	}
}

func TestTool(t *testing.T) {
	for _, tt := range []struct {
		effect           rule.Effect
		rule, tool, want string
	}{
		{rule.Deny, "Bash", "Bash", "yes"},
		{rule.Deny, "Bash(*)", "Bash", "yes"},
		{rule.Deny, "Bash", "PowerShell", "no"},
		{rule.Deny, "Edit", "Write", "yes"},
		{rule.Deny, "Write", "Edit", "yes"},
		{rule.Allow, "Edit", "Write", "no"},
		{rule.Deny, "WebSearch", "WebSearch", "yes"},
		{rule.Deny, "Read", "Edit", "no"},
	} {
		table := open(t, parse(t, tt.effect, tt.rule))
		if got := strongest(func(v func(Match)) { table.Tool(tt.tool, v) }); got != tt.want {
			t.Errorf("%s %s on %s = %s, want %s", tt.effect, tt.rule, tt.tool, got, tt.want)
		}
	}
}
