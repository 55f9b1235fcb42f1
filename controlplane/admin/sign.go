package admin

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"strings"
	"time"

	"github.com/spf13/pflag"

	"github.com/tempahq/tempa/core/bundle"
)

// signing are the flags of the commands that sign.
type signing struct {
	key     string
	days    int
	builtAt string
}

func (s *signing) flags(f *pflag.FlagSet) {
	f.StringVar(&s.key, "key", "", "")
	f.IntVar(&s.days, "days", int(bundle.Lifetime/(24*time.Hour)), "")
	f.StringVar(&s.builtAt, "built-at", "", "")
}

// times returns the build time and the expiry.
func (s *signing) times(now time.Time) (built, expires time.Time, err error) {
	if s.days < 1 || s.days > 3650 {
		return built, expires, usageError(textDays, s.days)
	}
	built = now.UTC().Truncate(time.Second)
	if s.builtAt != "" {
		if built, err = time.Parse(time.RFC3339, s.builtAt); err != nil {
			return built, expires, usageError(textBuiltAt, s.builtAt)
		}
	}
	return built, built.AddDate(0, 0, s.days), nil
}

// privateKey reads the key file.
func (a *app) privateKey(file string) (string, error) {
	info, err := os.Stat(file)
	if errors.Is(err, fs.ErrNotExist) {
		return "", fmt.Errorf(textNoKey, file, file)
	}
	if err != nil {
		return "", err
	}
	if info.Mode().Perm()&0o077 != 0 && os.PathSeparator == '/' {
		fmt.Fprintf(a.err, textKeyMode+"\n", file, file)
	}
	data, err := os.ReadFile(file)
	return strings.TrimSpace(string(data)), err
}

// sign adds the signature to the files.
func (a *app) sign(files map[string][]byte, b *built, keyFile string, expires time.Time) error {
	key, err := a.privateKey(keyFile)
	if err != nil {
		return err
	}
	m := bundle.Meta{Tenant: b.Tenant, Name: b.Name, Version: b.Version, Expires: expires.UTC()}
	sig, err := bundle.Sign(files, m, key)
	if err != nil {
		return err
	}
	files[bundle.SignatureFile] = sig
	b.Signed, b.Expires = true, m.Expires.Format(time.RFC3339)
	return nil
}

func (a *app) bundleSign() command {
	var asJSON bool
	var s signing
	return command{
		usage: usageSign,
		flags: func(f *pflag.FlagSet) {
			f.BoolVar(&asJSON, "json", false, "")
			s.flags(f)
		},
		run: func(args []string) error {
			dir, err := operand(args, textFolder)
			if err != nil {
				return err
			}
			if s.key == "" {
				return usageError(textNoKeyFile)
			}
			b, err := a.signFolder(dir, s)
			if err != nil {
				return err
			}
			if asJSON {
				return a.json(b)
			}
			fmt.Fprintf(a.out, textSigned, b.Dir, b.Name, b.Version, b.Expires)
			return nil
		},
	}
}

// signFolder signs what lies in the folder, after a look whether it can be
// read at all.
func (a *app) signFolder(dir string, s signing) (*built, error) {
	at, expires, err := s.times(a.now())
	if err != nil {
		return nil, err
	}
	files, err := bundle.Load(dir)
	if err != nil {
		return nil, err
	}
	p, rows, err := readable(files)
	if err != nil {
		return nil, err
	}
	b := &built{Dir: dir, Tenant: p.Tenant.ID, Name: bundleName(p.Tenant.ID, p.Repo), Version: at.Unix(), Rules: rows}
	if err := a.sign(files, b, s.key, expires); err != nil {
		return nil, err
	}
	return b, writeBundle(dir, files)
}
