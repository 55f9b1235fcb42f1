package admin

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"strings"

	"github.com/spf13/pflag"

	"github.com/tempahq/tempa/core/bundle"
)

func (a *app) bundleKeygen() command {
	var name string
	return command{
		usage: usageKeygen,
		flags: func(f *pflag.FlagSet) { f.StringVar(&name, "name", "tempa", "") },
		run: func(args []string) error {
			file, err := operand(args, textKeyFile)
			if err != nil {
				return err
			}
			if name == "" || strings.ContainsAny(name, "+ \t\r\n/\\") {
				return usageError(textKeyName, name)
			}
			public, err := writeKey(file, name)
			if err != nil {
				return err
			}
			fmt.Fprintln(a.out, public)
			return nil
		},
	}
}

// writeKey makes a key pair and returns the verifier string. The file is new
// and its owner's alone from the first byte on.
func writeKey(file, name string) (string, error) {
	private, public, err := bundle.GenerateKey(name)
	if err != nil {
		return "", err
	}
	f, err := os.OpenFile(file, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o600)
	if errors.Is(err, fs.ErrExist) {
		return "", fmt.Errorf(textExists, file)
	}
	if err != nil {
		return "", err
	}
	_, err = f.WriteString(private + "\n")
	if err == nil {
		err = f.Sync()
	}
	if e := f.Close(); err == nil {
		err = e
	}
	if err != nil {
		os.Remove(file)
	}
	return public, err
}
