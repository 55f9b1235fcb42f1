package main

import (
	"archive/tar"
	"archive/zip"
	"compress/gzip"
	"crypto/sha256"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/tempahq/tempa/conformance/harnesses"
)

// archives writes one archive for every harness and platform: the plugin's
// folder "plugin", and the hook binary and the companion beside it where they
// do not belong inside.
func archives(out string) error {
	tmp, err := os.MkdirTemp("", "tempa-dist")
	if err != nil {
		return err
	}
	defer os.RemoveAll(tmp)
	if err := os.MkdirAll(out, 0o755); err != nil {
		return err
	}
	var names []string
	for i, p := range platforms {
		bin := filepath.Join(tmp, p.os+"-"+p.arch)
		fmt.Fprintf(os.Stderr, "dist: %s/%s (%d of %d)\n", p.os, p.arch, i+1, len(platforms))
		if err := build(bin, p.os, p.arch); err != nil {
			return err
		}
		for _, h := range harnesses.All() {
			name, err := archive(h, p.os, p.arch, bin, filepath.Join(tmp, "tree", h.Folder+p.os+p.arch), out)
			if err != nil {
				return err
			}
			names = append(names, name)
		}
	}
	return sums(out, names)
}

func archive(h harnesses.Harness, goos, arch, bin, dir, out string) (string, error) {
	if err := layOut(h, goos, bin, filepath.Join(dir, "plugin"), dir); err != nil {
		return "", err
	}
	name := fmt.Sprintf("tempa-%s_%s_%s", h.Folder, goos, arch)
	if goos == "windows" {
		return name + ".zip", pack(filepath.Join(out, name+".zip"), dir, writeZip)
	}
	return name + ".tar.gz", pack(filepath.Join(out, name+".tar.gz"), dir, writeTar)
}

// pack writes an archive of dir whose bytes depend on nothing but its files.
func pack(file, dir string, write func(io.Writer, string, []string) error) error {
	var names []string
	err := filepath.WalkDir(dir, func(path string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() {
			return err
		}
		rel, err := filepath.Rel(dir, path)
		names = append(names, filepath.ToSlash(rel))
		return err
	})
	if err != nil {
		return err
	}
	slices.Sort(names)
	f, err := os.Create(file)
	if err != nil {
		return err
	}
	if err := write(f, dir, names); err != nil {
		f.Close()
		return err
	}
	return f.Close()
}

// mode is 755 for binaries and 644 for the rest, whatever the umask was.
func mode(name string) fs.FileMode {
	if strings.Contains(name, "bin/") || strings.HasPrefix(name, "tempa") {
		return 0o755
	}
	return 0o644
}

func writeTar(w io.Writer, dir string, names []string) error {
	gz, err := gzip.NewWriterLevel(w, gzip.BestCompression)
	if err != nil {
		return err
	}
	tw := tar.NewWriter(gz)
	for _, name := range names {
		data, err := os.ReadFile(filepath.Join(dir, filepath.FromSlash(name)))
		if err != nil {
			return err
		}
		h := &tar.Header{Name: name, Mode: int64(mode(name)), Size: int64(len(data)), Format: tar.FormatUSTAR, ModTime: time.Unix(0, 0)}
		if err := tw.WriteHeader(h); err != nil {
			return err
		}
		if _, err := tw.Write(data); err != nil {
			return err
		}
	}
	if err := tw.Close(); err != nil {
		return err
	}
	return gz.Close()
}

func writeZip(w io.Writer, dir string, names []string) error {
	zw := zip.NewWriter(w)
	for _, name := range names {
		data, err := os.ReadFile(filepath.Join(dir, filepath.FromSlash(name)))
		if err != nil {
			return err
		}
		h := &zip.FileHeader{Name: name, Method: zip.Deflate}
		h.SetMode(mode(name))
		f, err := zw.CreateHeader(h)
		if err != nil {
			return err
		}
		if _, err := f.Write(data); err != nil {
			return err
		}
	}
	return zw.Close()
}

// sums writes SHA256SUMS over all archives.
func sums(dir string, names []string) error {
	slices.Sort(names)
	var b strings.Builder
	for _, name := range names {
		data, err := os.ReadFile(filepath.Join(dir, name))
		if err != nil {
			return err
		}
		fmt.Fprintf(&b, "%x  %s\n", sha256.Sum256(data), name)
	}
	return os.WriteFile(filepath.Join(dir, "SHA256SUMS"), []byte(b.String()), 0o644)
}
