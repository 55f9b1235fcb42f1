package cli

import (
	"bufio"
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
	line, _ := bufio.NewReader(r.Stdin).ReadString('\n')
	if strings.TrimSpace(line) != "yes" {
		return errors.New("nothing was changed")
	}
	return nil
}
