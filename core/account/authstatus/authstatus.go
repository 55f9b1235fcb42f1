// Package authstatus asks a client how it is logged in. It starts a process,
// so no hook links it: the companion's child at the start of a session does.
package authstatus

import (
	"context"
	"errors"
	"os/exec"
	"path/filepath"
	"time"

	"github.com/tempahq/tempa/core/child"
)

// Limit is how long a client may take. "claude auth status" took 0.3 to 0.9 s
// on a loaded machine (claude-code 2.1.332).
const Limit = 1500 * time.Millisecond

// Status runs the client's status command and returns what it printed. A
// client that is not logged in says so with status 1 (claude-code 2.1.332),
// which is an answer.
func Status(ctx context.Context, executable string, args, env []string) ([]byte, error) {
	out, err := child.Command{Path: executable, Args: args, Env: env, Limit: Limit}.Run(ctx)
	if _, ended := errors.AsType[*exec.ExitError](err); ended && len(out) > 0 {
		return out, nil
	}
	return out, err
}

// Environment is what the client needs to find its own login, built from
// nothing: no key, no token, no variable that moves its settings. switches are
// variables without a secret that decide how it logs in; they are passed on
// when they are set.
func Environment(getenv func(string) string, home, executable string, switches []string) []string {
	env := []string{
		"HOME=" + home,
		"USERPROFILE=" + home,
		// A script of the client finds its interpreter beside itself.
		"PATH=" + filepath.Dir(executable) + string(filepath.ListSeparator) + systemPath,
		"LANG=C.UTF-8",
	}
	for _, name := range append([]string{"USER", "LOGNAME", "SystemRoot"}, switches...) {
		if v := getenv(name); v != "" {
			env = append(env, name+"="+v)
		}
	}
	return env
}
