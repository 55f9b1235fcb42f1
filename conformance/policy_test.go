package conformance

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/tempahq/tempa/controlplane/compile"
	policysource "github.com/tempahq/tempa/controlplane/source"
	"github.com/tempahq/tempa/core/bundle"
	"github.com/tempahq/tempa/core/repo"
	"github.com/tempahq/tempa/core/rule"
	"github.com/tempahq/tempa/core/starter"
	"github.com/tempahq/tempa/core/table"
)

const policyUsage = `usage: policy none                     nobody ran init, nobody is logged in
       policy starter                  the local policy that init writes
       policy FILE                     a local policy, as people write it (tempa.yaml)
       policy rows FILE                a local policy of rows as they stand in the table (JSON)
       policy managed FILE             the administrator's, in $WORK/managed: see inside
       policy bundle FILE [OPTION...]  a signed bundle on the hook line; $BUNDLE, $KEY and $OTHERKEY are set
       policy login FILE [OPTION...]   a login with a synced profile
       policy login never|other        a login that never synced, or only for another repository
options: version=N, expires=DAYS from now`

// policy says which policy is in force.
func (s *story) policy(args []string) {
	switch {
	case len(args) == 1 && args[0] == "none":
		s.ts.Check(os.RemoveAll(s.state("local")))
	case len(args) == 1 && args[0] == "starter":
		s.local(starter.Profile(), starter.Table())
	case len(args) == 1:
		p := s.compile(args[0])
		s.local(p.profile, p.table)
	case len(args) == 2 && args[0] == "managed":
		p := s.compile(args[1])
		s.put(filepath.Join(s.work, "managed"), map[string][]byte{bundle.TableFile: p.table})
	case len(args) == 2 && args[0] == "rows":
		s.rows(args[1])
	case len(args) > 1 && args[0] == "bundle":
		s.bundle(args[1], args[2:])
	case len(args) > 1 && args[0] == "login":
		s.login(args[1], args[2:])
	default:
		s.ts.Fatalf(policyUsage)
	}
}

func (s *story) state(elem ...string) string {
	return filepath.Join(append([]string{s.home, ".tempa"}, elem...)...)
}

type built struct{ profile, table []byte }

// compile compiles a tempa.yaml as tempa-admin does.
func (s *story) compile(file string) built {
	p, err := compilePolicy(s.ts.MkAbs(filepath.Join("..", filepath.Base(s.work), "src")), s.ts.ReadFile(file))
	if err != nil {
		s.ts.Fatalf("%s: %v", file, err)
	}
	return p
}

// compilePolicy compiles the text of a tempa.yaml; dir is for its folder.
func compilePolicy(dir, text string) (built, error) {
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return built{}, err
	}
	if err := os.WriteFile(filepath.Join(dir, policysource.FileName), []byte(text), 0o644); err != nil {
		return built{}, err
	}
	targets, err := policysource.Read(dir, "acme")
	if err != nil {
		return built{}, err
	}
	p, err := compile.Compile(targets[0], compile.Options{Version: "7"})
	if err != nil {
		return built{}, err
	}
	data, err := p.Profile.Marshal()
	return built{data, p.Table}, err
}

func (s *story) local(profile, table []byte) {
	s.put(s.state("local"), map[string][]byte{bundle.ProfileFile: profile, bundle.TableFile: table})
}

// rows is for what a table can hold and tempa.yaml has no word for.
func (s *story) rows(file string) {
	var p struct {
		Header table.Header
		Rows   []rule.Row
	}
	s.ts.Check(json.Unmarshal([]byte(s.ts.ReadFile(file)), &p))
	data, err := table.Build(p.Header, p.Rows)
	s.ts.Check(err)
	s.local(starter.Profile(), data)
}

func (s *story) put(dir string, files map[string][]byte) {
	s.ts.Check(os.MkdirAll(dir, 0o700))
	for name, data := range files {
		s.ts.Check(os.WriteFile(filepath.Join(dir, name), data, 0o600))
	}
}

// signed signs a compiled policy with a new key.
func (s *story) signed(file string, options []string) (files map[string][]byte, public string) {
	p := s.compile(file)
	files = map[string][]byte{bundle.ProfileFile: p.profile, bundle.TableFile: p.table}
	private := s.ts.Getenv("PRIVATEKEY")
	if private == "" {
		var err error
		private, public, err = bundle.GenerateKey("acme")
		s.ts.Check(err)
		_, other, err := bundle.GenerateKey("acme")
		s.ts.Check(err)
		s.ts.Setenv("PRIVATEKEY", private)
		s.ts.Setenv("KEY", public)
		s.ts.Setenv("OTHERKEY", other)
	}
	sig, err := bundle.Sign(files, s.meta(options), private)
	s.ts.Check(err)
	files[bundle.SignatureFile] = sig
	return files, s.ts.Getenv("KEY")
}

func (s *story) meta(options []string) bundle.Meta {
	m := bundle.Meta{Tenant: "acme", Name: "acme/app", Version: 7}
	m.Expires = now().Add(bundle.Lifetime)
	for _, o := range options {
		name, value, _ := strings.Cut(o, "=")
		n := number(s, value)
		switch name {
		case "version":
			m.Version = n
		case "expires":
			m.Expires = now().Add(time.Duration(n) * 24 * time.Hour)
		default:
			s.ts.Fatalf(policyUsage)
		}
	}
	return m
}

func (s *story) bundle(file string, options []string) {
	files, public := s.signed(file, options)
	dir := filepath.Join(s.dir, ".github", "tempa")
	s.put(dir, files)
	s.ts.Setenv("BUNDLE", dir)
	s.extra = []string{"--bundle", dir, "--bundle-key", public}
}

func (s *story) login(what string, options []string) {
	cache := s.state("cache")
	s.ts.Check(os.RemoveAll(cache))
	_, public, err := bundle.GenerateKey("acme")
	s.ts.Check(err)
	switch what {
	case "never":
	case "other":
		s.put(filepath.Join(cache, "0000"), map[string][]byte{bundle.SignatureFile: nil})
	default:
		var files map[string][]byte
		files, public = s.signed(what, options)
		_, key, err := repo.Find(s.dir)
		s.ts.Check(err)
		sum := sha256.Sum256([]byte(key))
		s.put(filepath.Join(cache, hex.EncodeToString(sum[:])), files)
	}
	s.put(s.state(), map[string][]byte{"login.json": []byte(`{"tenant":"acme","key":"` + public + `"}`)})
}

// now is the time in the unit of an expiry.
func now() time.Time { return time.Now().UTC().Truncate(time.Second) }
