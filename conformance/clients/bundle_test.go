//go:build clients && linux

package clients

import (
	"os"
	"strings"
	"testing"
	"time"

	"github.com/tempahq/tempa/conformance/harnesses"
	"github.com/tempahq/tempa/core/bundle"
	"github.com/tempahq/tempa/core/harness"
	"github.com/tempahq/tempa/core/install"
	"github.com/tempahq/tempa/core/starter"
)

// Where a story has its signed bundle, and what it was made from.
const (
	bundleDir    = projectDir + "/.tempa-bundle"
	bundleSource = homeDir + "/elsewhere/source"
	bundleKey    = homeDir + "/elsewhere/bundle.key"
)

// installBundle signs the starter policy and writes user-level hook lines that
// name the bundle.
func (c *client) installBundle(t *testing.T, p *place) {
	t.Helper()
	p.write(t, bundleSource+"/tempa.yaml", starter.Source())
	public := admin(t, p, "bundle", "keygen", bundleKey)
	admin(t, p, "bundle", "build", bundleSource, "-o", bundleDir, "--key", bundleKey)
	binary := homeDir + "/.tempa/bin/" + c.program()
	data, err := os.ReadFile(c.binary())
	must(t, err)
	must(t, os.MkdirAll(p.at("~/.tempa/bin"), 0o700))
	must(t, os.WriteFile(p.at(binary), data, 0o755))

	d := c.dialect(t)
	i := d.(harness.Installer)
	file := homeDir + "/" + i.UserTable().File
	old, err := os.ReadFile(p.at(file))
	if err != nil && !os.IsNotExist(err) {
		t.Fatal(err)
	}
	args := []string{"hook", "--bundle", bundleDir, "--bundle-key", strings.TrimSpace(public)}
	lines, err := install.LinesOf(d, i, i.UserTable(), harness.Line{Program: binary, Args: args, GOOS: "linux"}).Add(old)
	must(t, err)
	p.write(t, file, string(lines))
	c.trustHooks(t, p, "user")
}

func (c *client) dialect(t *testing.T) harness.Dialect {
	t.Helper()
	for _, h := range harnesses.All() {
		if h.Folder == c.folder {
			return h.Dialect
		}
	}
	t.Fatalf("there is no harness %s", c.folder)
	return nil
}

// breakBundle breaks the signed bundle.
func breakBundle(t *testing.T, p *place, fault string) {
	t.Helper()
	table := bundleDir + "/rules.table"
	switch fault {
	case "bundle-missing":
		must(t, os.RemoveAll(p.at(bundleDir)))
	case "bundle-corrupt":
		data := p.read(t, table)
		data[len(data)/2] ^= 1
		p.write(t, table, string(data))
	case "bundle-expired":
		admin(t, p, "bundle", "build", bundleSource, "-o", bundleDir, "--key", bundleKey, "--built-at", "2020-01-01T00:00:00Z")
	case "bundle-foreign-key":
		admin(t, p, "bundle", "keygen", bundleKey+"2")
		admin(t, p, "bundle", "build", bundleSource, "-o", bundleDir, "--key", bundleKey+"2")
	case "bundle-future":
		p.write(t, table, strings.Replace(string(p.read(t, table)), "tempa.table/1 ", "tempa.table/9 ", 1))
		signBundle(t, p)
	default:
		t.Fatalf("there is no fault called %q", fault)
	}
}

// signBundle signs what is in the bundle, whatever it is: tempa-admin would
// not.
func signBundle(t *testing.T, p *place) {
	t.Helper()
	files := map[string][]byte{}
	for _, name := range []string{bundle.ProfileFile, bundle.TableFile} {
		files[name] = p.read(t, bundleDir+"/"+name)
	}
	meta := bundle.Meta{Tenant: "local", Name: "local/all", Version: time.Now().Unix()}
	signature, err := bundle.Sign(files, meta, strings.TrimSpace(string(p.read(t, bundleKey))))
	must(t, err)
	p.write(t, bundleDir+"/"+bundle.SignatureFile, string(signature))
}

// admin runs tempa-admin and returns what it prints.
func admin(t *testing.T, p *place, args ...string) string {
	t.Helper()
	return p.mustRun(t, command{line: append([]string{built("tempa-admin")}, args...)}).Stdout
}
