package repo

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestKey(t *testing.T) {
	for _, tt := range []struct{ url, want string }{
		{"https://github.com/acme/app.git", "github.com/acme/app"},
		{"https://GitHub.com/Acme/App", "github.com/Acme/App"},
		{"https://user:pw@github.com:443/acme/app.git/", "github.com/acme/app"},
		{"https://a@b@github.com/acme/app", "github.com/acme/app"},
		{"https://github.com./acme/app", "github.com/acme/app"},
		{"https://github.com//acme//app.git?x=1#y", "github.com/acme/app"},
		{"http://git.example.com/app", "git.example.com/app"},
		{"git@github.com:acme/app.git", "github.com/acme/app"},
		{"github.com:acme/app", "github.com/acme/app"},
		{"git@github.com:/acme/app.git", "github.com/acme/app"},
		{"ssh://git@github.com/acme/app.git", "github.com/acme/app"},
		{"ssh://git@github.com:2222/acme/app.git", "github.com/acme/app"},
		{"SSH://git@github.com/acme/app", "github.com/acme/app"},
		{"git+ssh://git@host.example/x/y", "host.example/x/y"},
		{"git://host.example/x/y.git", "host.example/x/y"},
		{"org-1234@github.com:acme/app.git", "github.com/acme/app"},
		{"git@ssh.dev.azure.com:v3/org/project/app", "ssh.dev.azure.com/v3/org/project/app"},
		{"ssh://git@[2001:DB8::1]:22/x/y", "[2001:db8::1]/x/y"},
		{"git@[::1]:x/y.git", "[::1]/x/y"},
		{" https://github.com/acme/app \n", "github.com/acme/app"},

		{"", ""},
		{"file:///srv/git/app.git", ""},
		{"/srv/git/app.git", ""},
		{"../app", ""},
		{"./host:app", ""},
		{`C:\src\app`, ""},
		{"C:/src/app", ""},
		{`\\server\share\app`, ""},
		{"ext::sh -c 'touch x'", ""},
		{"fd::17/x", ""},
		{"https://github.com", ""},
		{"https://github.com/", ""},
		{"https:///acme/app", ""},
		{"https://github.com/.git", ""},
		{"https://github.com/../../etc", ""},
		{"https://github.com/a/../b", ""},
		{"https://github.com/a/...git", ""},
		{"git@github.com:acme/a b", ""},
		{"git@-oProxyCommand=x:a/b", ""},
		{"https://local/" + strings.Repeat("a", 64), ""},
		{"https://github.com/a\x00b", ""},
		{"https://github.com/" + strings.Repeat("a", 600), ""},
		{"https://gith\u00fcb.com/a/b", ""},
	} {
		got, ok := Key(tt.url)
		if got != tt.want || ok != (tt.want != "") {
			t.Errorf("Key(%q) = %q, %v, want %q", tt.url, got, ok, tt.want)
		}
	}
}

func TestOrigin(t *testing.T) {
	for _, tt := range []struct{ name, config, want string }{
		{"plain", "[core]\n\tbare = false\n[remote \"origin\"]\n\turl = git@h:a/b\n", "git@h:a/b"},
		{"case", "[REMOTE \"origin\"]\nURL=x:y\n", "x:y"},
		{"subsection keeps its case", "[remote \"Origin\"]\nurl=x:y\n", ""},
		{"old spelling", "[remote.origin]\nurl = x:y\n", "x:y"},
		{"on the header line", "[remote \"origin\"] url = x:y\n", "x:y"},
		{"quoted", "[remote \"origin\"]\nurl = \"x:y # z\" # note\n", "x:y # z"},
		{"comment", "[remote \"origin\"]\n; url = a:b\nurl = x:y ; note\n", "x:y"},
		{"continued", "[remote \"origin\"]\nurl = x:\\\ny\n", "x:y"},
		{"first of two", "[remote \"origin\"]\nurl = x:y\nurl = p:q\n", "x:y"},
		{"crlf and mark", "\uFEFF[remote \"origin\"]\r\nurl = x:y\r\n", "x:y"},
		{"another remote", "[remote \"fork\"]\nurl = x:y\n", ""},
		{"left the section", "[remote \"origin\"]\n[branch \"x\"]\nurl = x:y\n", ""},
		{"pushurl is not url", "[remote \"origin\"]\npushurl = x:y\n", ""},
		{"bracket in a name", "[branch \"a]b\"]\nx = 1\n[remote \"origin\"]\nurl = x:y\n", "x:y"},
		{"include is not followed", "[include]\npath = /etc/passwd\n", ""},
		{"no end", "[remote \"origin", ""},
		{"no value", "[remote \"origin\"]\nurl", ""},
	} {
		if got := origin([]byte(tt.config)); got != tt.want {
			t.Errorf("%s: %q, want %q", tt.name, got, tt.want)
		}
	}
}

// tree writes files below a new directory and returns it; a name that ends in
// a slash is a directory.
func tree(t *testing.T, files map[string]string) string {
	t.Helper()
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	for name, text := range files {
		path := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if strings.HasSuffix(name, "/") {
			err = os.MkdirAll(path, 0o755)
		} else {
			err = os.WriteFile(path, []byte(text), 0o644)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

const originConfig = "[remote \"origin\"]\n\turl = git@github.com:acme/app.git\n"

func TestFind(t *testing.T) {
	dir := tree(t, map[string]string{
		"main/.git/HEAD":                     "ref: refs/heads/main\n",
		"main/.git/config":                   originConfig,
		"main/src/deep/":                     "",
		"main/.git/worktrees/w/HEAD":         "",
		"main/.git/worktrees/w/commondir":    "../..\n",
		"worktree/.git":                      "gitdir: ../main/.git/worktrees/w\n",
		"main/.git/modules/sub/HEAD":         "",
		"main/.git/modules/sub/config":       "[remote \"origin\"]\nurl = https://h.example/sub.git\n",
		"main/sub/.git":                      "gitdir: ../.git/modules/sub\n",
		"main/vendored/.git/":                "", // no repository: git looks further up
		"alone/.git/HEAD":                    "",
		"broken/.git":                        "gitdir: /nowhere\n",
		"nonsense/.git":                      "hello",
		"file/.git/HEAD":                     "",
		"file/.git/config":                   "[remote \"origin\"]\nurl = /srv/app.git\n",
		"huge/.git/HEAD":                     "",
		"huge/.git/config":                   strings.Repeat("#", maxConfig+1),
		"weird/.git/HEAD":                    "",
		"weird/.git/config/this-is-a-folder": "",
		"plain/x/":                           "",
	})
	for _, tt := range []struct{ dir, root, key string }{
		{"main", "main", "github.com/acme/app"},
		{"main/src/deep", "main", "github.com/acme/app"},
		{"main/src/deep/missing", "main", "github.com/acme/app"},
		{"main/vendored", "main", "github.com/acme/app"},
		{"worktree", "worktree", "github.com/acme/app"},
		{"main/sub", "main/sub", "h.example/sub"},
		{"alone", "alone", "local"},
		{"broken", "broken", "local"},
		{"nonsense", "nonsense", "local"},
		{"file", "file", "local"},
	} {
		root, key, err := Find(filepath.Join(dir, filepath.FromSlash(tt.dir)))
		want := filepath.Join(dir, filepath.FromSlash(tt.root))
		if tt.key == "local" {
			tt.key = Local(want)
		}
		if err != nil || root != want || key != tt.key {
			t.Errorf("Find(%s) = %q, %q, %v; want %q, %q", tt.dir, root, key, err, want, tt.key)
		}
	}
	for _, name := range []string{"huge", "weird"} {
		if root, _, err := Find(filepath.Join(dir, name)); err == nil || root == "" {
			t.Errorf("%s: root %q, no error", name, root)
		}
	}
	if root, key, err := Find(filepath.Join(dir, "plain", "x")); root != "" || err != nil || key != Local(filepath.Join(dir, "plain", "x")) {
		t.Errorf("outside a repository: %q, %q, %v", root, key, err)
	}
	if _, _, err := Find("relative"); err == nil {
		t.Error("a relative directory has no repository")
	}
}

// One directory has one key, whichever link leads to it.
func TestLocalFollowsLinks(t *testing.T) {
	dir := tree(t, map[string]string{"a/": ""})
	link := filepath.Join(dir, "link")
	if err := os.Symlink(filepath.Join(dir, "a"), link); err != nil {
		t.Skip(err)
	}
	if Local(link) != Local(filepath.Join(dir, "a")) {
		t.Error("a link has a key of its own")
	}
}

func FuzzKey(f *testing.F) {
	for _, seed := range []string{"git@h:a/b.git", "ssh://u@h:1/a", "https://h/../x", "ext::sh", "C:/x", "[::1]:a", "git@[::1]:a/b"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, url string) {
		key, ok := Key(url)
		if !ok {
			if key != "" {
				t.Fatalf("refused with a key: %q", key)
			}
			return
		}
		if strings.Contains("/"+key+"/", "/../") || strings.Contains("/"+key+"/", "/./") ||
			strings.HasPrefix(key, "/") || strings.HasPrefix(key, "local/") || len(key) > maxKey {
			t.Fatalf("%q has the key %q", url, key)
		}
		if strings.Contains(key, ".git.git") || strings.HasSuffix(key, ".git") {
			return
		}
		if again, ok := Key("git@" + strings.Replace(key, "/", ":/", 1)); !ok || again != key {
			t.Fatalf("the key of %q is %q, whose key is %q, %v", url, key, again, ok)
		}
	})
}

func FuzzOrigin(f *testing.F) {
	f.Add([]byte(originConfig))
	f.Add([]byte("[remote \"origin\"]\nurl=\"a\\\nb\n"))
	f.Fuzz(func(t *testing.T, config []byte) { origin(config) })
}
