// Command quickstart sends recorded calls of all five clients through the hook
// binaries and prints what each client does with the answers.
package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"github.com/tempahq/tempa/conformance/client"
	"github.com/tempahq/tempa/conformance/harnesses"
)

// calls are what the agent wants to run.
var calls = []struct{ what, command string }{
	{"harmless", "go test ./... && git status"},
	{"asked", "git reset --hard HEAD~3"},
	{"denied", "rm -rf ~"},
	{"obfuscated", `c=rm; env -S "nice $c -rf" "$HOME"`},
}

// recorded is a recorded shell call of a client, and where its command stands.
var recorded = map[string]struct {
	file    string
	event   string
	command []string
}{
	"claudecode":  {"claudecode/testdata/payloads/2.1.332/PreToolUse.Bash.json", "PreToolUse", []string{"tool_input", "command"}},
	"copilot":     {"copilot/testdata/payloads/1.0.102/camel.preToolUse.bash.json", "preToolUse", []string{"toolArgs", "command"}},
	"codex":       {"codex/testdata/payloads/0.171.0/PreToolUse.Bash-01.json", "PreToolUse", []string{"tool_input", "command"}},
	"gemini":      {"gemini/testdata/payloads/0.61.0/BeforeTool.run_shell_command.json", "BeforeTool", []string{"tool_input", "command"}},
	"antigravity": {"antigravity/testdata/payloads/1.2.7/PreToolUse-run_command.json", "PreToolUse", []string{"toolCall", "args", "CommandLine"}},
}

func main() {
	bin := flag.String("bin", "dist/bin", "folder with the hook binaries")
	flag.Parse()
	if err := run(*bin); err != nil {
		fmt.Fprintln(os.Stderr, "quickstart:", err)
		os.Exit(1)
	}
}

func run(bin string) error {
	bin, err := filepath.Abs(bin)
	if err != nil {
		return err
	}
	home, err := os.MkdirTemp("", "tempa-quickstart")
	if err != nil {
		return err
	}
	defer os.RemoveAll(home)
	s := stage{bin: bin, home: home, state: filepath.Join(home, ".tempa")}
	if _, err := s.exec("tempa-claudecode", nil, "init", "--state", s.state); err != nil {
		return err
	}
	fmt.Printf("\n%-11s ", "the call")
	for _, h := range harnesses.All() {
		fmt.Printf(" %-*s", width(h), h.Dialect.Info().Title)
	}
	fmt.Printf("\n\n")
	for _, c := range calls {
		if err := s.show(c.what, c.command); err != nil {
			return err
		}
	}
	s.next()
	return nil
}

// stage is the throw-away home that the calls are made in.
type stage struct{ bin, home, state string }

// show prints one call: a line of what each client does, then what the model
// reads, each text once.
func (s stage) show(what, command string) error {
	fmt.Printf("%-11s %s\n%11s ", what, command, "")
	var texts []string
	readers := map[string][]string{}
	for _, h := range harnesses.All() {
		o, err := s.ask(h.Folder, command)
		if err != nil {
			return err
		}
		fmt.Printf(" %-*s", width(h), o.Verdict)
		text := strings.ReplaceAll(read(o), s.home, "/home/you")
		// Two clients that cannot ask say so by their names; here once is enough.
		text = strings.ReplaceAll(text, h.Dialect.Info().Title+" cannot ask here", "the client cannot ask here")
		if text != "" && readers[text] == nil {
			texts = append(texts, text)
		}
		readers[text] = append(readers[text], h.Dialect.Info().Title)
	}
	fmt.Println()
	for _, text := range texts {
		fmt.Print(wrap(strings.Join(readers[text], ", ")+": "+text, 12, 100))
	}
	fmt.Println()
	return nil
}

func width(h harnesses.Harness) int { return max(len(h.Dialect.Info().Title), len(client.Blocked)) + 1 }

// read is what the model reads, or the person where the model reads nothing.
func read(o client.Outcome) string {
	if o.Model != "" {
		return o.Model
	}
	return o.Person
}

// wrap breaks a text into lines that start with indent blanks.
func wrap(text string, indent, most int) string {
	var b strings.Builder
	line := 0
	for _, word := range strings.Fields(text) {
		if line > 0 && line+1+len(word) > most {
			b.WriteByte('\n')
			line = 0
		}
		if line == 0 {
			b.WriteString(strings.Repeat(" ", indent))
			line = indent
		}
		b.WriteByte(' ')
		b.WriteString(word)
		line += 1 + len(word)
	}
	b.WriteByte('\n')
	return b.String()
}

// ask sends the call to a client's hook and reads the answer as the client does.
func (s stage) ask(folder, command string) (client.Outcome, error) {
	r := recorded[folder]
	payload, err := s.payload(r.file, r.command, command)
	if err != nil {
		return client.Outcome{}, err
	}
	a, err := s.exec("tempa-"+folder, payload, "hook", "--event", r.event, "--state", s.state)
	if err != nil {
		return client.Outcome{}, err
	}
	o := client.For(folder, client.Tool)(a)
	if o.Fault != "" {
		return o, fmt.Errorf("%s would not take the answer: %s", folder, o.Fault)
	}
	return o, nil
}

// payload is the recorded payload with another command in it, in this home.
func (s stage) payload(file string, path []string, command string) ([]byte, error) {
	data, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	data = bytes.ReplaceAll(data, []byte("/home/dev"), []byte(s.home))
	var top map[string]any
	if err := json.Unmarshal(data, &top); err != nil {
		return nil, fmt.Errorf("%s: %v", file, err)
	}
	at := top
	for _, key := range path[:len(path)-1] {
		next, ok := at[key].(map[string]any)
		if !ok {
			return nil, fmt.Errorf("%s has no %q", file, key)
		}
		at = next
	}
	at[path[len(path)-1]] = command
	return json.Marshal(top)
}

// exec runs a hook binary in the throw-away home. Its exit status is part of
// the answer.
func (s stage) exec(program string, stdin []byte, args ...string) (client.Answer, error) {
	cmd := exec.Command(filepath.Join(s.bin, program), args...)
	cmd.Env = []string{"HOME=" + s.home, "PATH=" + os.Getenv("PATH")}
	cmd.Stdin = bytes.NewReader(stdin)
	var stdout, stderr bytes.Buffer
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	err := cmd.Run()
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) {
		return client.Answer{}, err
	}
	return client.Answer{Stdout: stdout.String(), Stderr: stderr.String(), Exit: cmd.ProcessState.ExitCode()}, nil
}

// next says how to go on.
func (s stage) next() {
	fmt.Println("Install it for a client (asks for a typed yes, keeps your own hooks):")
	for _, h := range harnesses.All() {
		info := h.Dialect.Info()
		fmt.Printf("  %-14s  dist/bin/%s install\n", info.Title, info.Program)
	}
	fmt.Println("Then, once for all of them, the starter policy:  dist/bin/tempa-claudecode init")
	fmt.Println("To look at a decision:  dist/bin/tempa-claudecode explain -- 'COMMAND'")
}
