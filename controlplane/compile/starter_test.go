package compile

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"flag"
	"os"
	"path/filepath"
	"testing"

	"github.com/tempahq/tempa/controlplane/source"
	"github.com/tempahq/tempa/core/profile"
	"github.com/tempahq/tempa/core/starter"
)

var update = flag.Bool("update", false, "write the compiled starter policy anew")

// The compiled starter policy in core is what its source compiles to.
func TestStarter(t *testing.T) {
	p := compileStarter(t)
	data, err := p.Profile.Marshal()
	if err != nil {
		t.Fatal(err)
	}
	const folder = "../../core/starter"
	if *update {
		for name, data := range map[string][]byte{"profile.json": data, "rules.table.lz4": starter.Pack(p.Table)} {
			if err := os.WriteFile(filepath.Join(folder, name), data, 0o644); err != nil {
				t.Fatal(err)
			}
		}
		return
	}
	if !bytes.Equal(starter.Profile(), data) || !bytes.Equal(starter.Table(), p.Table) {
		t.Error("the compiled starter policy is stale; run: go generate ./core/starter")
	}
	if _, err := profile.Read(starter.Profile()); err != nil {
		t.Error(err)
	}
	if n := len(starter.Profile()) + len(starter.Table()); n > 256<<10 {
		t.Errorf("every hook carries %d bytes of it", n)
	}
}

// compileStarter names the version by the content, so that it changes with
// the source and the bundles, and with nothing else.
func compileStarter(t *testing.T) *Policy {
	t.Helper()
	src := t.TempDir()
	if err := os.WriteFile(filepath.Join(src, source.FileName), []byte(starter.Source()), 0o644); err != nil {
		t.Fatal(err)
	}
	targets, err := source.Read(src, "local")
	if err != nil {
		t.Fatal(err)
	}
	p, err := Compile(targets[0], Options{Version: "starter"})
	if err != nil {
		t.Fatal(err)
	}
	sum := sha256.Sum256(p.Table)
	if p, err = Compile(targets[0], Options{Version: "starter-" + hex.EncodeToString(sum[:4])}); err != nil {
		t.Fatal(err)
	}
	if len(p.Notes) > 0 {
		t.Error(p.Notes)
	}
	return p
}
