// Package run asks the clients for their versions. It starts processes, so no
// hook links it, and it is slow (gemini-cli 0.61.0 takes seconds), so nothing
// that a client waits for calls it.
package run

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/tempahq/tempa/core/child"
	"github.com/tempahq/tempa/core/clientversion"
	"github.com/tempahq/tempa/core/harness"
	"github.com/tempahq/tempa/core/state"
)

// Limit is how long a client may take. gemini-cli 0.61.0 took 5 to 8 s on a
// loaded machine.
const Limit = 20 * time.Second

// Request is one question for a version.
type Request struct {
	State   state.Dir
	Dialect harness.Dialect
	// Client starts the client: its program, and what belongs in front of its
	// arguments. Find finds it.
	Client []string
	Env    []string // all of it
	Now    time.Time
	Limit  time.Duration // zero means Limit
}

var (
	errNoVersion = errors.New("the client has no command for its version")
	errNoClient  = errors.New("the client was not found")
)

// Update asks a client for its version, unless it was asked within a day, and
// keeps the answer. A client that fails or hangs was asked, too.
func Update(ctx context.Context, r Request) error {
	name := r.Dialect.Info().Name
	if !clientversion.Due(r.State, name, r.Now) {
		return nil
	}
	version, err := ask(ctx, r)
	if saveErr := clientversion.Save(r.State, name, version, r.Now); err == nil {
		err = saveErr
	}
	return err
}

func ask(ctx context.Context, r Request) (string, error) {
	source, ok := r.Dialect.(harness.VersionSource)
	if !ok || len(source.VersionCommand()) == 0 {
		return "", errNoVersion
	}
	if len(r.Client) == 0 {
		return "", errNoClient
	}
	limit := r.Limit
	if limit == 0 {
		limit = Limit
	}
	args := append(r.Client[1:len(r.Client):len(r.Client)], source.VersionCommand()[1:]...)
	out, err := child.Command{Path: r.Client[0], Args: args, Env: r.Env, Limit: limit}.Run(ctx)
	if err != nil {
		return "", err
	}
	version := source.ParseVersion(string(out))
	if version == "" {
		return "", fmt.Errorf("what %s prints is no version", source.VersionCommand()[0])
	}
	return version, nil
}
