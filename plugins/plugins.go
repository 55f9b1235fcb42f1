// Package plugins puts a plugin's folder together: the files that stand in
// plugins/<name>, and the hook file, which is generated from the dialect's
// table of events for one operating system.
package plugins

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/tempahq/tempa/conformance/harnesses"
	"github.com/tempahq/tempa/core/harness"
	"github.com/tempahq/tempa/core/install"
)

// HookFile is the generated file: its path in the plugin and its content.
func HookFile(d harness.Dialect, goos string) (name string, data []byte, err error) {
	i, ok := d.(harness.Installer)
	if !ok {
		return "", nil, fmt.Errorf("%s has no plugin", d.Info().Name)
	}
	t := i.PluginTable()
	l := install.LinesOf(d, i, t, harness.Line{Program: i.PluginProgram(goos), Args: []string{"hook"}, GOOS: goos})
	data, err = l.Add(nil)
	return t.File, data, err
}

// BinaryInside reports whether the plugin carries its programs. The plugin of
// Codex does not: every change of an installed plugin makes its hooks
// untrusted in silence (codex-cli 0.171.0).
func BinaryInside(h harnesses.Harness) bool { return h.Folder != "codex" }

// Companion is the program that stands beside a hook binary.
const Companion = "tempa"

// Programs are the programs that belong to a plugin, by their file names.
func Programs(h harnesses.Harness, goos string) []string {
	return []string{harness.Executable(h.Dialect.Info().Program, goos), harness.Executable(Companion, goos)}
}

// Write lays the plugin out in dir. source is plugins/<name>; programs are the
// files of its programs, which are left out where they do not belong inside.
func Write(h harnesses.Harness, goos, source, dir string, programs ...string) error {
	if err := os.CopyFS(dir, only{os.DirFS(source)}); err != nil {
		return err
	}
	name, data, err := HookFile(h.Dialect, goos)
	if err != nil {
		return err
	}
	if err := put(filepath.Join(dir, filepath.FromSlash(name)), data, 0o644); err != nil {
		return err
	}
	if !BinaryInside(h) {
		return nil
	}
	return WritePrograms(filepath.Join(dir, "bin"), programs...)
}

// WritePrograms puts programs into a folder.
func WritePrograms(dir string, programs ...string) error {
	for _, file := range programs {
		data, err := os.ReadFile(file)
		if err != nil {
			return err
		}
		if err := put(filepath.Join(dir, filepath.Base(file)), data, 0o755); err != nil {
			return err
		}
	}
	return nil
}

func put(file string, data []byte, mode fs.FileMode) error {
	if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
		return err
	}
	// The generated hook file replaces the committed one.
	if err := os.Remove(file); err != nil && !os.IsNotExist(err) {
		return err
	}
	return os.WriteFile(file, data, mode)
}

// only hides a binary that somebody has built into the tree.
type only struct{ fs.FS }

func (o only) Open(name string) (fs.File, error) {
	if name == "bin" {
		return nil, fs.ErrNotExist
	}
	return o.FS.Open(name)
}
