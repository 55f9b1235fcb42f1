// Command stress runs many hook processes at once on one state folder and one
// repository, kills some of them at random moments, and checks what is left:
// answers, lines, files, locks. The seed decides which calls are made, which of
// them are killed and when; the machine decides what they are doing then.
package main

import (
	"errors"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"time"
)

const usage = "usage: scripts/stress hooks [-rounds N] [-parallel N] [-seed N] [-dir DIR]"

// errFound says that a check failed; the report has told which.
var errFound = errors.New("a check failed")

func main() {
	if err := run(os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, "stress:", err)
		os.Exit(1)
	}
}

// settings are the flags.
type settings struct {
	bin      string
	dir      string
	rounds   int
	parallel int
	seed     uint64
}

func parse(args []string) (settings, error) {
	var s settings
	f := flag.NewFlagSet("stress", flag.ContinueOnError)
	f.Usage = func() { fmt.Fprintln(f.Output(), usage); f.PrintDefaults() }
	f.StringVar(&s.bin, "bin", "dist/bin", "folder with the hook binaries")
	f.StringVar(&s.dir, "dir", "dist", "where the machine's folder is made")
	f.IntVar(&s.rounds, "rounds", 5, "rounds, each with five sessions")
	f.IntVar(&s.parallel, "parallel", 40, "hooks that a session has at once, at least 2")
	f.Uint64Var(&s.seed, "seed", uint64(time.Now().UnixNano()), "what the random choices begin with")
	if len(args) == 0 || args[0] != "hooks" {
		return s, errors.New(usage)
	}
	if err := f.Parse(args[1:]); err != nil {
		return s, err
	}
	if f.NArg() > 0 || s.rounds < 1 || s.parallel < 2 {
		return s, errors.New(usage)
	}
	return s, nil
}

func run(args []string) error {
	s, err := parse(args)
	if err != nil {
		return err
	}
	dir, err := workFolder(s.dir)
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	fmt.Printf("stress: seed %d, %d rounds of %d sessions with %d hooks each\n", s.seed, s.rounds, len(sessions), s.parallel)
	begin := time.Now()
	m, err := newMachine(dir, s)
	if err != nil {
		return err
	}
	r := &report{}
	if err := m.play(r, rand.New(rand.NewPCG(s.seed, 0))); err != nil {
		return err
	}
	fmt.Printf("%s in %.1fs\n", r.print(os.Stdout), time.Since(begin).Seconds())
	if r.failed() {
		return fmt.Errorf("%w; again with: scripts/stress hooks -seed %d -rounds %d -parallel %d", errFound, s.seed, s.rounds, s.parallel)
	}
	return nil
}

func workFolder(parent string) (string, error) {
	if err := os.MkdirAll(parent, 0o755); err != nil {
		return "", err
	}
	dir, err := os.MkdirTemp(parent, "stress-")
	if err != nil {
		return "", err
	}
	return filepath.Abs(dir)
}

// play is the whole run: the rounds, then a session as if nothing had been.
func (m *machine) play(r *report, random *rand.Rand) error {
	for round := range m.rounds {
		progress("round %d of %d", round+1, m.rounds)
		if err := m.crowd(r, random, round); err != nil {
			return err
		}
		if err := m.hunt(r, random, round); err != nil {
			return err
		}
		if err := m.twins(r, round); err != nil {
			return err
		}
	}
	progress("what is left")
	m.checkFiles(r)
	if err := m.freshSession(r); err != nil {
		return err
	}
	m.checkLines(r)
	progress("")
	return nil
}

// progress shows on a terminal what is going on, on one line.
func progress(format string, args ...any) {
	info, err := os.Stderr.Stat()
	if err == nil && info.Mode()&os.ModeCharDevice != 0 {
		fmt.Fprintf(os.Stderr, "\r\x1b[K"+format, args...)
	}
}
