package cli

import (
	"errors"
	"fmt"
	"strings"

	"github.com/tempahq/tempa/core/attend"
)

// consent asks for a typed yes, unless yes was given on the command line.
func (r *run) consent(what string, yes bool) error {
	if m := attend.Agent(r.Getenv); m != "" {
		return fmt.Errorf("this changes which policy holds, so a person has to run it in a terminal of their own (%s is set: an agent started this)", m)
	}
	if yes {
		return nil
	}
	if !r.Terminal {
		return errors.New("nobody can be asked here: run it in a terminal, or add --yes")
	}
	r.printf("%s\nType yes to go on: ", what)
	var typed [64]byte // a terminal hands over a line at once
	n, _ := r.Stdin.Read(typed[:])
	if strings.TrimSpace(string(typed[:n])) != "yes" {
		return errors.New("nothing was changed")
	}
	return nil
}
