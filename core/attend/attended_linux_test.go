package attend

import (
	"fmt"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"golang.org/x/sys/unix"
)

// roleOfThisTest makes this binary a client, or a hook that the client starts.
const roleOfThisTest = "TEMPA_TEST_ROLE"

func TestMain(m *testing.M) {
	switch os.Getenv(roleOfThisTest) {
	case "client":
		hook := exec.Command("/proc/self/exe")
		hook.Env = append(os.Environ(), roleOfThisTest+"=hook")
		hook.Stdout, hook.Stderr = os.Stdout, os.Stderr
		hook.SysProcAttr = &syscall.SysProcAttr{Setsid: os.Getenv("HOOK_ALONE") != ""}
		if err := hook.Run(); err != nil {
			fmt.Println(err)
		}
	case "hook":
		fmt.Println(Attended(gemini), interactive())
	default:
		os.Exit(m.Run())
	}
}

// interactive is what Interactive says of the client, its time apart.
func interactive() string {
	p, ok := Interactive(gemini)
	switch age := time.Since(p.Started); {
	case !ok:
		return "nobody"
	case age < -time.Second || age > time.Minute:
		return fmt.Sprintf("started %v ago", age)
	}
	return fmt.Sprintf("%q", p.Args)
}

// A person is there when the client has a terminal, no CI variable and no
// headless flag; one of them alone is enough for nobody. A hook that has no
// terminal itself can still see the client's.
func TestWhoIsThere(t *testing.T) {
	tests := []struct {
		name     string
		argv     []string
		env      string
		terminal bool
		want     string
	}{
		{"a person", []string{"gemini", "hello"}, "", true, `true ["hello"]`},
		{"a hook without a terminal", []string{"gemini"}, "HOOK_ALONE=1", true, "false []"},
		{"no terminal", []string{"gemini"}, "", false, "false nobody"},
		{"CI", []string{"gemini"}, "CI=true", true, "false nobody"},
		{"GitHub", []string{"gemini"}, "GITHUB_ACTIONS=true", true, "false nobody"},
		{"a headless flag", []string{"gemini", "-p", "x"}, "", true, "false nobody"},
		{"another program", []string{"other"}, "", true, "false nobody"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			var out strings.Builder
			client := exec.Command("/proc/self/exe")
			client.Args, client.Stdout, client.Stderr = tt.argv, &out, &out
			client.Env = []string{roleOfThisTest + "=client", "GORACE=atexit_sleep_ms=0", tt.env} // else each process waits a second under -race
			client.SysProcAttr = &syscall.SysProcAttr{Setsid: true}
			if tt.terminal {
				client.Stdin, client.SysProcAttr.Setctty = terminal(t), true
			}
			if err := client.Run(); err != nil || strings.TrimSpace(out.String()) != tt.want {
				t.Errorf("%v: %q, want %s", err, out.String(), tt.want)
			}
		})
	}
}

// terminal opens a pseudo terminal.
func terminal(t *testing.T) *os.File {
	t.Helper()
	master, err := os.OpenFile("/dev/ptmx", os.O_RDWR, 0)
	if err != nil {
		t.Skipf("there is no pseudo terminal here: %v", err)
	}
	t.Cleanup(func() { master.Close() })
	fd := int(master.Fd())
	if err := unix.IoctlSetPointerInt(fd, unix.TIOCSPTLCK, 0); err != nil {
		t.Fatal(err)
	}
	n, err := unix.IoctlGetInt(fd, unix.TIOCGPTN)
	if err != nil {
		t.Fatal(err)
	}
	tty, err := os.OpenFile("/dev/pts/"+strconv.Itoa(n), os.O_RDWR|syscall.O_NOCTTY, 0)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { tty.Close() })
	return tty
}
