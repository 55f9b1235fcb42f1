package companion

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"runtime"

	"github.com/tempahq/tempa/core/inquiry"
	"github.com/tempahq/tempa/core/inquiry/run"
)

// maxRequest is more than any request has.
const maxRequest = 16 << 10

// sessionStart answers the inquiry of a hook. It is for hooks, not for people,
// and keeps nothing: the hook knows what the answers mean.
func (c *companion) sessionStart(args []string) int {
	if len(args) > 0 {
		return c.fail(errors.New("session-start takes no arguments"))
	}
	data, err := io.ReadAll(io.LimitReader(c.stdin, maxRequest))
	if err != nil {
		return c.fail(err)
	}
	var r inquiry.Request
	if err := json.Unmarshal(data, &r); err != nil {
		return c.fail(fmt.Errorf("session-start wants the request of a hook on stdin: %v", err))
	}
	home, err := os.UserHomeDir()
	if err != nil {
		return c.fail(err)
	}
	m := run.Machine{Home: home, Find: func(program string) []string { return run.Find(program, home, runtime.GOOS) }}
	ctx, cancel := context.WithTimeout(context.Background(), inquiry.Limit)
	defer cancel()
	if err := json.NewEncoder(c.stdout).Encode(run.Answer(ctx, m, r)); err != nil {
		return statusUsage // nobody reads it any more
	}
	return statusOK
}
