// Command dist lays out the plugins, as folders for this machine or as
// archives for every system. The same sources give the same bytes.
package main

import (
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"

	"github.com/tempahq/tempa/conformance/harnesses"
	"github.com/tempahq/tempa/plugins"
)

// platforms are the systems that archives are made for.
var platforms = []struct{ os, arch string }{
	{"linux", "amd64"}, {"linux", "arm64"}, {"darwin", "amd64"}, {"darwin", "arm64"}, {"windows", "amd64"}, {"windows", "arm64"},
}

func main() {
	tree := flag.String("tree", "", "lay the plugins of this machine out below this folder")
	bin := flag.String("bin", "", "folder with the binaries of this machine")
	flag.Parse()
	run := func() error { return archives("dist") }
	if *tree != "" {
		run = func() error { return trees(*tree, *bin) }
	}
	if err := run(); err != nil {
		fmt.Fprintln(os.Stderr, "dist:", err)
		os.Exit(1)
	}
}

// trees lays out the plugins of this machine.
func trees(dir, bin string) error {
	if bin == "" {
		tmp, err := os.MkdirTemp("", "tempa-dist")
		if err != nil {
			return err
		}
		defer os.RemoveAll(tmp)
		bin = tmp
		if err := build(bin, runtime.GOOS, runtime.GOARCH); err != nil {
			return err
		}
	}
	for _, h := range harnesses.All() {
		if err := layOut(h, runtime.GOOS, bin, filepath.Join(dir, h.Folder), filepath.Join(dir, "bin")); err != nil {
			return err
		}
	}
	return nil
}

// layOut puts a plugin and its programs together: inside, or in beside where
// they do not belong inside.
func layOut(h harnesses.Harness, goos, bin, plugin, beside string) error {
	programs := plugins.Programs(h, goos)
	for i, name := range programs {
		programs[i] = filepath.Join(bin, name)
	}
	if err := plugins.Write(h, goos, filepath.Join("plugins", h.Folder), plugin, programs...); err != nil {
		return err
	}
	if plugins.BinaryInside(h) {
		return nil
	}
	return plugins.WritePrograms(beside, programs...)
}

// build builds the hook binaries and the companion for a system.
func build(dir, goos, arch string) error {
	cmd := exec.Command("scripts/build", "release")
	cmd.Env = append(os.Environ(), "TEMPA_DIST="+dir, "GOOS="+goos, "GOARCH="+arch)
	cmd.Stdout, cmd.Stderr = os.Stderr, os.Stderr
	return cmd.Run()
}
