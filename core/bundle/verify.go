package bundle

import (
	"os"
	"time"
)

// Verify checks everything: the signature, the expiry, the digest of every
// file, and that nothing else lies in the folder. The files it returns are the
// bytes it has checked.
func Verify(dir, key string, now time.Time) (*Bundle, map[string][]byte, error) {
	b, err := Open(dir, key, Options{Now: now})
	if err != nil {
		return nil, nil, err
	}
	if err := b.checkFolder(); err != nil {
		return nil, nil, err
	}
	files := map[string][]byte{TableFile: b.Table}
	for _, f := range b.Meta.Files {
		if f.Name == TableFile {
			continue
		}
		if files[f.Name], err = f.read(dir); err != nil {
			return nil, nil, err
		}
	}
	return b, files, nil
}

// checkFolder reports a file that the signature does not list.
func (b *Bundle) checkFolder() error {
	names, err := list(b.Dir)
	if err != nil {
		return fault(Unreadable, "bundle folder %s cannot be listed: %v", b.Dir, err)
	}
	for _, name := range names {
		if name != SignatureFile && b.Meta.file(name) == nil {
			return fault(Extra, "bundle %s holds %q, which is not signed; remove it, or build and sign the bundle again", b.Dir, name)
		}
	}
	return nil
}

// list returns the names in a folder. os.ReadDir would sort them, which costs
// every hook 15 KB.
func list(folder string) ([]string, error) {
	f, err := os.Open(folder)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return f.Readdirnames(-1)
}

// Load reads a built bundle without looking at a signature. It is for a
// person's own `init --from DIR` and for signing; a hook line never loads so.
func Load(dir string) (map[string][]byte, error) {
	files := map[string][]byte{}
	for _, name := range []string{ProfileFile, TableFile, ModuleFile} {
		data, err := readFile(dir, name)
		if e, ok := err.(*Error); ok && e.Fault == Missing && name == ModuleFile {
			continue
		}
		if err != nil {
			return nil, err
		}
		files[name] = data
	}
	return files, nil
}
