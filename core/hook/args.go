package hook

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/tempahq/tempa/core/harness"
)

// options are the flags of a hook line. They are the administrator's words:
// they come from the plugin's files, never from the environment.
type options struct {
	event      string // --event: the client's name of the event
	state      string // --state: the state folder instead of $HOME/.tempa
	bundle     string // --bundle: a signed bundle, used alone
	bundleKey  string // --bundle-key: the literal verifier string
	minVersion int64  // --bundle-min-version
}

// parseArgs reads a hook line. It does so by hand because the flag libraries
// cost start-up time on every tool call, or link the net package.
func parseArgs(args []string, info *harness.Info) (options, error) {
	var o options
	given := map[string]bool{}
	for len(args) > 0 {
		name, value, glued := strings.Cut(args[0], "=")
		args = args[1:]
		if !strings.HasPrefix(name, "--") {
			return o, fmt.Errorf("unexpected argument %q on the hook line", name)
		}
		if !glued {
			if len(args) == 0 {
				return o, fmt.Errorf("%s needs a value", name)
			}
			value, args = args[0], args[1:]
		}
		if given[name] {
			return o, fmt.Errorf("%s is on the hook line twice", name)
		}
		given[name] = true
		if err := o.set(name, value, info); err != nil {
			return o, err
		}
	}
	if o.bundle == "" && (o.bundleKey != "" || o.minVersion != 0) {
		return o, errors.New("--bundle-key and --bundle-min-version need --bundle")
	}
	return o, nil
}

func (o *options) set(name, value string, info *harness.Info) error {
	if value == "" {
		return fmt.Errorf("%s is empty", name)
	}
	switch name {
	case "--event":
		o.event = value
	case "--state":
		o.state = value
	case "--bundle":
		o.bundle = value
	case "--bundle-key":
		o.bundleKey = value
	case "--bundle-min-version":
		n, err := strconv.ParseInt(value, 10, 64)
		if err != nil || n < 0 {
			return fmt.Errorf("--bundle-min-version is not a version number: %q", value)
		}
		o.minVersion = n
	case "--harness":
		if value != info.Name {
			return fmt.Errorf("this is the hook of %s, not of %q", info.Name, value)
		}
	default:
		return fmt.Errorf("unknown flag %s on the hook line", name)
	}
	return nil
}
