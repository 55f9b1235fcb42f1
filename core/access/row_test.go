package access

import (
	"strings"
	"testing"

	"github.com/tempahq/tempa/core/command"
)

// TestRows holds the tables to the format told at row.
func TestRows(t *testing.T) {
	for _, rows := range [][]row{programs[:], cmdlets[:]} {
		for i, r := range rows {
			if i > 0 && rows[i-1].name >= r.name {
				t.Errorf("%q is not sorted", r.name)
			}
			if got, ok := lookup(r.name, ""); !ok || got != r {
				t.Errorf("%q is not found", r.name)
			}
			checkOperands(t, r)
			checkOptions(t, r)
		}
	}
}

func checkOperands(t *testing.T, r row) {
	t.Helper()
	if r.hasSubcommands() || r.operands == "!tar" {
		return
	}
	for _, field := range strings.Fields(r.operands) {
		if strings.Trim(field, "-lrwdmu?gcRW@FUDHLGPKTXv/*;.:$") != "" {
			t.Errorf("%s: operands %q", r.name, field)
		}
	}
	if s := parseSlots(r.operands); s.heads > 3 || s.tails > 1 {
		t.Errorf("%s: too many slots", r.name)
	}
}

func checkOptions(t *testing.T, r row) {
	t.Helper()
	seen := map[string]bool{}
	for _, field := range strings.Split(r.options, " ") {
		end := namesEnd(field)
		o := parseOption(field[end:])
		if strings.Trim(o.effects, "!<^&~;.+>lrwdmugUDG") != "" || o.value.role != 0 && strings.IndexByte("-lrwdmu?gcbRW@FUDHLGPKTXvCs", byte(o.value.role)) < 0 {
			t.Errorf("%s: option %q", r.name, field)
		}
		for _, name := range strings.Split(field[:end], ",") {
			if seen[name] {
				t.Errorf("%s: option %q twice", r.name, name)
			}
			seen[name] = true
		}
	}
}

func TestLookupSubcommand(t *testing.T) {
	for _, tt := range []struct {
		name, sub string
		ok        bool
	}{
		{"git", "add", true},
		{"git", "ad", false},
		{"gi", "t add", false},
		{"git", "", true},
		{"aws s3", "cp", true},
		{"aws", "s3", true},
		{"zzz", "x", false},
		{"", "", false},
	} {
		if _, ok := lookup(tt.name, tt.sub); ok != tt.ok {
			t.Errorf("lookup(%q, %q) = %v", tt.name, tt.sub, ok)
		}
	}
}

func TestDirectory(t *testing.T) {
	for _, tt := range []struct {
		dir, line, want string
		known           bool
	}{
		{".", "cat a", "a", true},
		{"sub", "cat a", "sub/a", true},
		{"/abs/", "cat a", "/abs/a", true},
		{"/abs", "cat /x", "/x", true},
		{"/abs", "cat ~/x", "~/x", true},
		{"/abs", "ls", "/abs", true},
		{"/a*b", "cat *.c", `/a\*b/*.c`, true},
		{"", "cat a", "a", false},
		{"", "cat /a", "/a", true},
		// the directory of an option is part of Dir
		{"sub", "git -C sub add x", "sub/x", true},
		{"a/sub", "make -C sub -f mk", "a/sub/mk", true},
		{"sub", "git -C sub log > out", "out", true},
		{"a/sub", "git -C sub/ log > out", "a/out", true},
		{"/abs", "git -C /abs log > out", "out", false},
		{"sub", "git -C sub log", "sub", true},
		{"", "git -C sub add x", "x", false},
		{"d", "tar -C d -xf a.tar", "d", true},
		{"a", "patch -d b -o x f", "a/b/f", true},
		{".", "npm -C b install ./x", "b/./x", true},
	} {
		c := parse(tt.line)
		c.Dir, c.DirKnown = tt.dir, tt.dir != ""
		all := paths(c)
		p := all[len(all)-1]
		if p.Path.Path != tt.want || p.DirKnown != tt.known {
			t.Errorf("%s in %q: %q, %v", tt.line, tt.dir, p.Path.Path, p.DirKnown)
		}
	}
}

func TestRemoteTouchesNothing(t *testing.T) {
	c := parse("cat /etc/shadow > x")
	c.Remote = true
	if p := paths(c); p != nil {
		t.Errorf("got %v", p)
	}
}

func TestNoAllocation(t *testing.T) {
	for _, line := range []string{"frobnicate a b c --d", "./frobnicate"} {
		c := parse(line)
		var r reader
		if n := testing.AllocsPerRun(100, func() { r.use(&c) }); n > 0 {
			t.Errorf("%s: %v allocations", line, n)
		}
	}
}

func BenchmarkPaths(b *testing.B) {
	for _, line := range []string{"git commit -m x", "curl -sSL -o out https://h/x", "frobnicate ./a"} {
		c := parse(line)
		b.Run(c.Program, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				paths(c)
			}
		})
	}
}

func FuzzPaths(f *testing.F) {
	for _, tt := range pathTests {
		f.Add(strings.ReplaceAll(tt.line, " ", "\n"))
	}
	for _, tt := range hostTests {
		f.Add(strings.ReplaceAll(tt.line, " ", "\n"))
	}
	f.Fuzz(func(t *testing.T, text string) {
		words := strings.Split(text, "\n")
		c := command.Command{Program: words[0], Dir: "/d*", DirKnown: true}
		for i, w := range words[1:] {
			c.Args = append(c.Args, command.Word{Value: w, Pattern: w, Glob: i%2 == 0})
			c.Redirs = append(c.Redirs, command.Redir{Op: ">", Target: command.Word{Value: w}, Write: true})
		}
		c.Sub = len(words) % (len(c.Args) + 1)
		for _, p := range paths(c) {
			if p.Path.Path == "" {
				t.Error("empty path")
			}
		}
		Hosts(c)
	})
}
