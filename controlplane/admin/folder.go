package admin

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"

	"github.com/tempahq/tempa/core/bundle"
	"github.com/tempahq/tempa/core/profile"
	"github.com/tempahq/tempa/core/table"
)

// bundleFileNames are the files of a bundle in the order they are written, the
// signature last: in between the bundle does not verify, and it never verifies
// as a mixture.
var bundleFileNames = []string{bundle.ProfileFile, bundle.TableFile, bundle.ModuleFile, bundle.SignatureFile}

// writeBundle replaces the files of a bundle and removes those that it no
// longer has.
func writeBundle(dir string, files map[string][]byte) error {
	if err := prepareFolder(dir); err != nil {
		return err
	}
	for _, name := range bundleFileNames {
		if err := replaceFile(filepath.Join(dir, name), files[name]); err != nil {
			return err
		}
	}
	return nil
}

// prepareFolder makes the folder, or refuses one that holds anything else.
func prepareFolder(dir string) error {
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return err
	}
	entries, err := os.ReadDir(dir)
	for _, e := range entries {
		if !slices.Contains(bundleFileNames, e.Name()) {
			return fmt.Errorf(textForeign, dir, e.Name())
		}
	}
	return err
}

// replaceFile puts the file in place in one step; nil data removes it.
func replaceFile(path string, data []byte) error {
	if data == nil {
		if err := os.Remove(path); !errors.Is(err, fs.ErrNotExist) {
			return err
		}
		return nil
	}
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
