//go:build clients && linux

package clients

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"syscall"
	"testing"

	"golang.org/x/sys/unix"
)

// What all stories see at the same path.
const (
	commandDir = homeDir + "/.local/bin" // where the client's command is
	sharedDir  = "/media/shared"
)

// The test binary is also the helper that the stories need.
const (
	roleEnter  = "enter"      // HOME DIR COMMAND…: a command of a story
	roleServer = "mcp-server" // a small MCP server on stdio
)

// workDir holds everything of a run. The variable that names it is set inside
// the namespaces only.
var workDir string

const workVariable = "TEMPA_CLIENTS_WORK"

// TestMain runs the tests in a network namespace of their own, where nothing
// but loopback exists: no client can reach anything real. In the mount
// namespace every story's home has the same path, so that an installation is
// made once and copied.
func TestMain(m *testing.M) {
	if len(os.Args) > 1 {
		switch os.Args[1] {
		case roleEnter:
			fmt.Fprintln(os.Stderr, "clients:", enter(os.Args[2], os.Args[3], os.Args[4:]))
			os.Exit(125)
		case roleServer:
			os.Exit(serveMCP(os.Stdin, os.Stdout))
		}
	}
	if workDir = os.Getenv(workVariable); workDir == "" {
		os.Exit(outside())
	}
	os.Exit(inside(m))
}

// outside starts this binary again in the namespaces and cleans up after it.
func outside() int {
	dir, err := os.MkdirTemp("", "tempa-stories-")
	if err != nil {
		fmt.Fprintln(os.Stderr, "clients:", err)
		return 1
	}
	if keep() {
		fmt.Fprintln(os.Stderr, "clients: the places stay in", dir)
	} else {
		defer os.RemoveAll(dir)
	}
	cmd := exec.Command("/proc/self/exe", os.Args[1:]...)
	cmd.Env = append(os.Environ(), workVariable+"="+dir)
	cmd.Stdin, cmd.Stdout, cmd.Stderr = os.Stdin, os.Stdout, os.Stderr
	cmd.SysProcAttr = &syscall.SysProcAttr{Cloneflags: syscall.CLONE_NEWNET | syscall.CLONE_NEWNS, Pdeathsig: syscall.SIGKILL}
	if os.Getuid() != 0 {
		cmd.SysProcAttr.Cloneflags |= syscall.CLONE_NEWUSER
		cmd.SysProcAttr.UidMappings = []syscall.SysProcIDMap{{ContainerID: 0, HostID: os.Getuid(), Size: 1}}
		cmd.SysProcAttr.GidMappings = []syscall.SysProcIDMap{{ContainerID: 0, HostID: os.Getgid(), Size: 1}}
	}
	err = cmd.Run()
	var exit *exec.ExitError
	switch {
	case errors.As(err, &exit):
		return exit.ExitCode()
	case err != nil:
		fmt.Fprintln(os.Stderr, "clients: no namespaces of our own:", err)
		return 1
	}
	return 0
}

func inside(m *testing.M) int {
	if err := errors.Join(mounts(), loopbackUp()); err != nil {
		fmt.Fprintln(os.Stderr, "clients: preparing the namespaces:", err)
		return 1
	}
	code := m.Run()
	if len(results.list) == 0 {
		fmt.Fprintln(os.Stderr, "clients: no story was played: is that the name of a client?")
		return 1
	}
	if err := settleResults(); err != nil {
		fmt.Fprintln(os.Stderr, "clients:", err)
		return 1
	}
	return code
}

// mounts puts a small file system of our own where the homes are seen.
func mounts() error {
	if err := unix.Mount("", "/", "", unix.MS_REC|unix.MS_PRIVATE, ""); err != nil {
		return err
	}
	if err := unix.Mount("tmpfs", filepath.Dir(homeDir), "tmpfs", 0, "mode=755,size=1m"); err != nil {
		return err
	}
	shared := filepath.Join(workDir, "shared")
	for _, dir := range []string{homeDir, sharedDir, shared} {
		if err := os.MkdirAll(dir, 0o755); err != nil {
			return err
		}
	}
	return unix.Mount(shared, sharedDir, "", unix.MS_BIND, "")
}

// enter runs in a mount namespace of its own. It makes home the home and
// becomes the command; it returns only when it cannot.
func enter(home, dir string, command []string) error {
	if err := unix.Mount(home, homeDir, "", unix.MS_BIND|unix.MS_REC, ""); err != nil {
		return fmt.Errorf("the home of the story: %w", err)
	}
	if err := os.Chdir(dir); err != nil {
		return err
	}
	path, err := exec.LookPath(command[0])
	if err != nil {
		return err
	}
	return syscall.Exec(path, command, os.Environ())
}

func loopbackUp() error {
	fd, err := unix.Socket(unix.AF_INET, unix.SOCK_DGRAM|unix.SOCK_CLOEXEC, 0)
	if err != nil {
		return err
	}
	defer unix.Close(fd)
	req, err := unix.NewIfreq("lo")
	if err != nil {
		return err
	}
	req.SetUint16(unix.IFF_UP | unix.IFF_RUNNING)
	return unix.IoctlIfreq(fd, unix.SIOCSIFFLAGS, req)
}
