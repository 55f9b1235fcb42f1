package admin

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/spf13/pflag"

	"github.com/tempahq/tempa/controlplane/compile"
	"github.com/tempahq/tempa/core/bundle"
	"github.com/tempahq/tempa/core/profile"
	"github.com/tempahq/tempa/core/table"
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
	if err != nil {
		return "", err
	}
	if info.Mode().Perm()&0o077 != 0 && os.PathSeparator == '/' {
		fmt.Fprintf(a.err, textKeyMode+"\n", file, file)
	}
	data, err := os.ReadFile(file)
	return strings.TrimSpace(string(data)), err
}

func (a *app) bundleBuild() command {
	var out string
	var asJSON bool
	var sel selection
	var s signing
	return command{
		usage: usageBundleBuild,
		flags: func(f *pflag.FlagSet) {
			f.StringVarP(&out, "out", "o", "", "")
			f.BoolVar(&asJSON, "json", false, "")
			sel.flags(f)
			s.flags(f)
		},
		run: func(args []string) error {
			src, err := operand(args, textSource)
			if err != nil {
				return err
			}
			if out == "" {
				return usageError(textNoOut)
			}
			b, err := a.build(src, out, sel, s)
			if err != nil {
				return err
			}
			return a.tellBuilt(b, asJSON)
		},
	}
}

// built is what a command made, for people and machines.
type built struct {
	Dir     string `json:"dir"`
	Tenant  string `json:"tenant"`
	Name    string `json:"name"`
	Version int64  `json:"version"`
	Expires string `json:"expires,omitempty"`
	Signed  bool   `json:"signed"`
	Rules   int    `json:"rules"`
}

func (a *app) build(src, out string, sel selection, s signing) (*built, error) {
	at, expires, err := s.times(a.now())
	if err != nil {
		return nil, err
	}
	target, err := sel.one(src)
	if err != nil {
		return nil, err
	}
	o := compile.Options{Version: at.UTC().Format(time.RFC3339)}
	if s.key != "" {
		o.ExpiresAt = expires
	}
	p, err := compile.Compile(target, o)
	if err != nil {
		return nil, err
	}
	a.tellNotes(p.Notes)
	files, err := bundleFiles(p)
	if err != nil {
		return nil, err
	}
	b := &built{Dir: out, Tenant: target.Tenant, Name: bundleName(target.Tenant, target.Repo), Version: at.Unix(), Rules: len(p.Rows)}
	if s.key != "" {
		if err := a.sign(files, b, s.key, expires); err != nil {
			return nil, err
		}
	}
	return b, writeBundle(out, files)
}

func bundleFiles(p *compile.Policy) (map[string][]byte, error) {
	data, err := p.Profile.Marshal()
	return map[string][]byte{bundle.ProfileFile: data, bundle.TableFile: p.Table}, err
}

// bundleName is the signed name; "all" stands for every repository.
func bundleName(tenant, repo string) string {
	if repo == "" {
		repo = "all"
	}
	return tenant + "/" + repo
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

// writeBundle replaces the files of a bundle one by one, the signature last:
// in between the bundle does not verify, and never verifies as a mixture.
func writeBundle(dir string, files map[string][]byte) error {
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return err
	}
	entries, err := os.ReadDir(dir)
	if err != nil {
		return err
	}
	names := []string{bundle.ProfileFile, bundle.TableFile, bundle.ModuleFile, bundle.SignatureFile}
	for _, e := range entries {
		if !contains(names, e.Name()) {
			return fmt.Errorf(textForeign, dir, e.Name())
		}
	}
	for _, name := range names {
		path := filepath.Join(dir, name)
		data, ok := files[name]
		if !ok {
			err = os.Remove(path)
			if errors.Is(err, fs.ErrNotExist) {
				err = nil
			}
		} else {
			err = replaceFile(path, data)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

func contains(list []string, s string) bool {
	for _, have := range list {
		if have == s {
			return true
		}
	}
	return false
}

func replaceFile(path string, data []byte) error {
	f, err := os.CreateTemp(filepath.Dir(path), ".tmp-*")
	if err != nil {
		return err
	}
	defer os.Remove(f.Name())
	_, err = f.Write(data)
	if err == nil {
		err = f.Chmod(0o644)
	}
	if e := f.Close(); err == nil {
		err = e
	}
	if err != nil {
		return err
	}
	return os.Rename(f.Name(), path)
}

func (a *app) tellBuilt(b *built, asJSON bool) error {
	if asJSON {
		return a.json(b)
	}
	fmt.Fprintf(a.out, textBuilt, b.Dir, count(b.Rules, "row", "rows"))
	if !b.Signed {
		fmt.Fprintf(a.out, textUnsigned, b.Dir)
		return nil
	}
	fmt.Fprintf(a.out, textSigned, b.Dir, b.Name, b.Version, b.Expires)
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

// readable opens profile and table as a hook would.
func readable(files map[string][]byte) (*profile.Profile, int, error) {
	p, err := profile.Read(files[bundle.ProfileFile])
	if err != nil {
		return nil, 0, err
	}
	t, err := table.Open(files[bundle.TableFile])
	if err != nil {
		return nil, 0, err
	}
	h, err := t.Header()
	if err != nil {
		return nil, 0, err
	}
	if h.Tenant != p.Tenant.ID || h.Version != p.Version {
		return nil, 0, fmt.Errorf("%s (version %s) and %s (version %s) were not built together; build the bundle again",
			bundle.ProfileFile, p.Version, bundle.TableFile, h.Version)
	}
	return p, t.Len(), nil
}

func (a *app) bundleVerify() command {
	var key string
	var asJSON bool
	return command{
		usage: usageVerify,
		flags: func(f *pflag.FlagSet) {
			f.StringVar(&key, "key", "", "")
			f.BoolVar(&asJSON, "json", false, "")
		},
		run: func(args []string) error {
			dir, err := operand(args, textFolder)
			if err != nil {
				return err
			}
			return a.verify(dir, key, asJSON)
		},
	}
}

// refused is what a machine reads of a bundle that is not good.
type refused struct {
	Dir   string `json:"dir"`
	Fault string `json:"fault"` // expired, changed, wrong-key, …
	Error string `json:"error"`
}

func (a *app) verify(dir, key string, asJSON bool) error {
	b, files, err := bundle.Verify(dir, key, a.now())
	if err != nil {
		return a.refuse(dir, err, asJSON)
	}
	_, rows, err := readable(files)
	if err != nil {
		return a.refuse(dir, err, asJSON)
	}
	m := b.Meta
	expires := m.Expires.UTC().Format(time.RFC3339)
	if m.ExpiresSoon(a.now()) {
		fmt.Fprintf(a.err, textExpiresSoon+"\n", int(m.Expires.Sub(a.now())/(24*time.Hour)))
	}
	if asJSON {
		return a.json(built{dir, m.Tenant, m.Name, m.Version, expires, true, rows})
	}
	fmt.Fprintf(a.out, textGood, dir, m.Name, m.Version, expires)
	return nil
}

func (a *app) refuse(dir string, err error, asJSON bool) error {
	fmt.Fprintf(a.err, "tempa-admin: %v\n", err)
	r := refused{dir, "unreadable", err.Error()}
	if e := (*bundle.Error)(nil); errors.As(err, &e) {
		r.Fault = e.Fault.String()
	}
	if asJSON {
		if err := a.json(r); err != nil {
			return err
		}
	}
	return errNo
}
