package admin

import (
	"flag"
	"os"
	"strconv"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"
)

var update = flag.Bool("u", false, "write the wanted outputs of the scripts anew")

func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){
		"tempa-admin": func() { os.Exit(Main(os.Args[1:], os.Stdin, os.Stdout, os.Stderr)) },
	})
}

func TestScripts(t *testing.T) {
	testscript.Run(t, testscript.Params{
		Dir:                 "testdata/script",
		UpdateScripts:       *update,
		RequireExplicitExec: true,
		RequireUniqueNames:  true,
		Cmds:                map[string]func(*testscript.TestScript, bool, []string){"exits": exits, "mode": mode, "flip": flip},
	})
}

// exits runs a program and wants one exit status: "exits 2 prog args…".
func exits(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: exits status prog args...")
	}
	err := ts.Exec(args[1], args[2:]...)
	got := "0"
	if e, ok := err.(interface{ ExitCode() int }); ok {
		got = strconv.Itoa(e.ExitCode())
	} else if err != nil {
		ts.Fatalf("%v", err)
	}
	if got != args[0] {
		ts.Fatalf("exit status %s, want %s", got, args[0])
	}
}

// mode compares a file's mode: "mode 0600 file".
func mode(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 2 {
		ts.Fatalf("usage: mode octal file")
	}
	info, err := os.Stat(ts.MkAbs(args[1]))
	ts.Check(err)
	want, err := strconv.ParseUint(args[0], 8, 32)
	ts.Check(err)
	if info.Mode().Perm() != os.FileMode(want) {
		ts.Fatalf("%s has mode %04o, want %s", args[1], info.Mode().Perm(), args[0])
	}
}

// flip changes the last byte of a file: "flip file".
func flip(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 1 {
		ts.Fatalf("usage: flip file")
	}
	path := ts.MkAbs(args[0])
	data, err := os.ReadFile(path)
	ts.Check(err)
	data[len(data)-1] ^= 1
	ts.Check(os.WriteFile(path, data, 0o644))
}
