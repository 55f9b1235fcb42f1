package bundle

import (
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
)

// limit is the most a file of a bundle may hold; 0 for a name that a bundle
// does not have.
func limit(name string) int64 {
	switch name {
	case SignatureFile:
		return 64 << 10
	case ProfileFile:
		return 8 << 20
	case TableFile:
		return 16 << 20
	case ModuleFile:
		return 64 << 20
	}
	return 0
}

// readFile reads one file of a bundle: a regular file, not a link, within its
// limit, read once.
func readFile(dir, name string) ([]byte, error) {
	f, err := openFile(filepath.Join(dir, name))
	if errors.Is(err, fs.ErrNotExist) {
		if _, err := os.Lstat(dir); errors.Is(err, fs.ErrNotExist) {
			return nil, fault(Missing, "there is no bundle folder %s; a relative path counts from the folder that the hook is started in", dir)
		}
		return nil, fault(Missing, "bundle %s has no %s; build and sign the bundle again", dir, name)
	}
	if err != nil {
		return nil, fault(Unreadable, "%s in bundle %s cannot be read as a regular file: %v", name, dir, err)
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return nil, fault(Unreadable, "%s in bundle %s: %v", name, dir, err)
	}
	if !info.Mode().IsRegular() {
		return nil, fault(Unreadable, "%s in bundle %s is not a regular file", name, dir)
	}
	return readAll(f, info.Size(), dir, name)
}

func readAll(f *os.File, size int64, dir, name string) ([]byte, error) {
	if size > limit(name) {
		return nil, fault(Unreadable, "%s in bundle %s has %d bytes, more than the %d a bundle may have", name, dir, size, limit(name))
	}
	// One byte more than the size tells a file that grows while it is read.
	data := make([]byte, size+1)
	n, err := io.ReadFull(f, data)
	if !errors.Is(err, io.ErrUnexpectedEOF) && !errors.Is(err, io.EOF) {
		return nil, fault(Unreadable, "%s in bundle %s changed while it was read", name, dir)
	}
	return data[:n:n], nil
}
