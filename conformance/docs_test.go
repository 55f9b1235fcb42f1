package conformance

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"unicode"
)

// documents are the Markdown files of the repository, by their path from its
// top.
var documents = sync.OnceValue(func() map[string]string {
	docs := map[string]string{}
	filepath.WalkDir("..", func(path string, e os.DirEntry, err error) error {
		if err != nil {
			return err
		}
		name := e.Name()
		if e.IsDir() && (name == "dist" || name == "node_modules" || strings.HasPrefix(name, ".") && name != "..") {
			return filepath.SkipDir
		}
		if strings.HasSuffix(name, ".md") {
			data, err := os.ReadFile(path)
			if err != nil {
				return err
			}
			docs[filepath.ToSlash(strings.TrimPrefix(path, ".."+string(filepath.Separator)))] = string(data)
		}
		return nil
	})
	return docs
})

var (
	fenced = regexp.MustCompile("(?ms)^```([^\n]*)\n(.*?)^```$")
	link   = regexp.MustCompile(`\]\(([^()\s]+)\)`)
)

// prose is a document without its fenced blocks.
func prose(text string) string { return fenced.ReplaceAllString(text, "") }

// Every relative link leads to a file, and to a heading where it names one.
func TestDocLinks(t *testing.T) {
	for file, text := range documents() {
		for _, m := range link.FindAllStringSubmatch(prose(text), -1) {
			target := m[1]
			if strings.Contains(target, "://") || strings.HasPrefix(target, "mailto:") {
				continue
			}
			path, anchor, _ := strings.Cut(target, "#")
			to := file
			if path != "" {
				to = filepath.ToSlash(filepath.Join(filepath.Dir(file), path))
			}
			if _, err := os.Stat(filepath.Join("..", to)); err != nil {
				t.Errorf("%s: %s leads nowhere", file, target)
			} else if anchor != "" && !slices.Contains(anchors(documents()[to]), anchor) {
				t.Errorf("%s: %s has no heading #%s", file, to, anchor)
			}
		}
	}
}

// anchors are the names that headings have as the target of a link.
func anchors(text string) []string {
	var list []string
	for line := range strings.Lines(prose(text)) {
		title := strings.TrimLeft(line, "#")
		if title == line || !strings.HasPrefix(title, " ") {
			continue
		}
		list = append(list, strings.Map(func(r rune) rune {
			switch {
			case r == ' ':
				return '-'
			case r == '-' || r == '_' || unicode.IsLetter(r) || unicode.IsDigit(r):
				return unicode.ToLower(r)
			}
			return -1
		}, strings.TrimSpace(title)))
	}
	return list
}

var (
	namedTest  = regexp.MustCompile("`([a-z/]+)\\.((?:Test|Fuzz|Benchmark)[A-Za-z]+)`")
	namedStory = regexp.MustCompile("(client )?stor(?:y|ies) ((?:`[a-z_-]+`(?:, | and )?)+)")
	storyName  = regexp.MustCompile("`([a-z_-]+)`")
)

// A document that leans on a test or a story names one that there is.
func TestDocNamesTests(t *testing.T) {
	for file, text := range documents() {
		for _, m := range namedTest.FindAllStringSubmatch(text, -1) {
			if !hasTest(m[1], m[2]) {
				t.Errorf("%s: there is no %s in %s", file, m[2], m[1])
			}
		}
		for _, m := range namedStory.FindAllStringSubmatch(text, -1) {
			pattern := "../testdata/script/*.txtar"
			if m[1] != "" {
				pattern = "../testdata/clients/*.json"
			}
			for _, q := range storyName.FindAllStringSubmatch(m[2], -1) {
				if found, _ := filepath.Glob(strings.Replace(pattern, "*", q[1], 1)); found == nil {
					t.Errorf("%s: there is no %sstory %s", file, m[1], q[1])
				}
			}
		}
	}
}

func hasTest(dir, name string) bool {
	files, _ := filepath.Glob(filepath.Join("..", dir, "*_test.go"))
	return slices.ContainsFunc(files, func(f string) bool {
		data, _ := os.ReadFile(f)
		return bytes.Contains(data, []byte("func "+name+"("))
	})
}

// Shell blocks name scripts, binaries, commands and flags that exist.
func TestDocCommands(t *testing.T) {
	for file, text := range documents() {
		for _, m := range fenced.FindAllStringSubmatch(text, -1) {
			if m[1] != "sh" && m[1] != "console" {
				continue
			}
			for line := range strings.Lines(m[2]) {
				if m[1] == "sh" || strings.HasPrefix(line, "$ ") {
					checkCommand(t, file, strings.TrimPrefix(strings.TrimSpace(line), "$ "))
				}
			}
		}
	}
}

var admin2 = []string{"policy", "bundle"} // commands of tempa-admin that have a second word

func checkCommand(t *testing.T, file, line string) {
	t.Helper()
	line, _, _ = strings.Cut(line, " #")
	words := strings.Fields(line)
	if len(words) == 0 {
		return
	}
	program := strings.TrimPrefix(words[0], "dist/bin/")
	if strings.HasPrefix(program, "scripts/") {
		if _, err := os.Stat("../" + program); err != nil {
			t.Errorf("%s: there is no %s", file, program)
		}
		return
	}
	if !strings.HasPrefix(program, "tempa-") {
		return
	}
	help := commandHelp(program, words[1:])
	if help == "" {
		t.Errorf("%s: %s has no such command: %s", file, program, line)
	}
	for _, w := range words[1:] {
		if w == "--" {
			break
		}
		flag, _, _ := strings.Cut(w, "=")
		if strings.HasPrefix(flag, "--") && flag != "--help" && !strings.Contains(help, flag) {
			t.Errorf("%s: %s does not know %s", file, line, flag)
		}
	}
}

// commandHelp is what a command says of itself, empty when there is none.
func commandHelp(program string, args []string) string {
	n := 1
	if program == "tempa-admin" && len(args) > 0 && slices.Contains(admin2, args[0]) {
		n = 2
	}
	if len(args) < n {
		return ""
	}
	if args[0] == "hook" {
		return hookFlags
	}
	out, err := exec.Command(program, append(slices.Clone(args[:n]), "--help")...).Output()
	if err != nil {
		return ""
	}
	return string(out)
}

const hookFlags = "--event --state --bundle --bundle-key --bundle-min-version --harness"

// The examples are run as they stand, in the order of the page: a block with a
// file name is written, a console block is played and what it prints compared.
func TestDocExamples(t *testing.T) {
	if _, err := exec.LookPath("bash"); err != nil {
		t.Skip("the examples need bash")
	}
	for _, file := range []string{"README.md", "docs/policies.md"} {
		t.Run(file, func(t *testing.T) { playExamples(t, documents()[file]) })
	}
}

var fileName = regexp.MustCompile(`^# ([\w./-]+/[\w.-]+)\n`)

func playExamples(t *testing.T, text string) {
	dir := t.TempDir()
	run := func(command string) string {
		cmd := exec.Command("bash", "-c", command)
		cmd.Dir = dir
		cmd.Env = append(withoutAgents(os.Environ()), "HOME="+filepath.Join(dir, "home"))
		out, _ := cmd.CombinedOutput()
		return string(out)
	}
	// What stands in a clone is on the path here; what stands in /tmp is ours.
	here := strings.NewReplacer("dist/bin/", "", "/tmp/tempa-demo", filepath.Join(dir, "demo"))
	played := 0
	for _, m := range fenced.FindAllStringSubmatch(text, -1) {
		if name := fileName.FindStringSubmatch(m[2]); name != nil && m[1] != "console" {
			writeExample(t, filepath.Join(dir, name[1]), m[2])
		}
		if m[1] != "console" {
			continue
		}
		for _, s := range readConsole(m[2]) {
			played++
			if got := run(here.Replace(s.command)); !sameOutput(got, s.output) {
				t.Errorf("$ %s\n--- printed\n%s--- the document has\n%s", s.command, got, s.output)
			}
		}
	}
	if played == 0 {
		t.Error("there is no example")
	}
}

func writeExample(t *testing.T, file, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

// withoutAgents is the environment without what an agent's shell has.
func withoutAgents(environ []string) []string {
	return slices.DeleteFunc(slices.Clone(environ), func(v string) bool {
		return strings.HasPrefix(v, "CLAUDE") || strings.HasPrefix(v, "AI_AGENT") || strings.HasPrefix(v, "HOME=")
	})
}

type played struct{ command, output string }

// readConsole reads a block of commands, each behind "$ ", and what they print.
func readConsole(block string) []played {
	var list []played
	inside := false // a here-document
	for line := range strings.Lines(block) {
		last := len(list) - 1
		command, starts := strings.CutPrefix(line, "$ ")
		switch {
		case inside:
			list[last].command += line
			inside = line != "END\n"
		case starts:
			list = append(list, played{command: command})
			inside = strings.Contains(command, "<<'END'")
		case last >= 0:
			list[last].output += line
		}
	}
	return list
}

// sameOutput compares what was printed with what a document has; a … stands
// for anything in one line, and an output that a document leaves out may be
// anything.
func sameOutput(got, want string) bool {
	if want == "" {
		return true
	}
	pattern := strings.ReplaceAll(regexp.QuoteMeta(want), "…", ".*")
	return regexp.MustCompile("^" + pattern + "$").MatchString(got)
}
