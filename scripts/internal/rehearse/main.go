// Command rehearse makes a file system module proxy of the working tree and
// builds and tests every released module against it with GOWORK=off.
package main

import (
	"bytes"
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"

	"golang.org/x/mod/module"
	"golang.org/x/mod/zip"
)

const prefix = "github.com/tempahq/tempa/"

// version is the version that the modules require of each other.
const version = "v0.1.0"

// released are the modules, in the order of their dependencies.
var released = []string{"core", "copilot", "codex", "gemini", "antigravity", "claudecode", "controlplane"}

func main() {
	buildOnly := flag.Bool("build", false, "do not run the tests")
	flag.Parse()
	steps := [][]string{{"build", "./..."}, {"test", "./..."}}
	if *buildOnly {
		steps = steps[:1]
	}
	if err := run(steps); err != nil {
		fmt.Fprintln(os.Stderr, "rehearse:", err)
		os.Exit(1)
	}
}

func run(steps [][]string) error {
	tmp, err := os.MkdirTemp("", "tempa-rehearse")
	if err != nil {
		return err
	}
	defer os.RemoveAll(tmp)
	proxy := filepath.Join(tmp, "proxy")
	for _, name := range released {
		if err := publish(proxy, name); err != nil {
			return fmt.Errorf("%s: %v", name, err)
		}
	}
	for _, name := range released {
		fmt.Println("rehearse:", name)
		if err := try(tmp, proxy, name, steps); err != nil {
			return fmt.Errorf("%s does not stand alone: %v", name, err)
		}
	}
	return nil
}

// publish puts a module into the proxy.
func publish(proxy, name string) error {
	dir := filepath.Join(proxy, prefix+name, "@v")
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return err
	}
	mod, err := os.ReadFile(filepath.Join(name, "go.mod"))
	if err != nil {
		return err
	}
	info, err := json.Marshal(map[string]any{"Version": version, "Time": time.Unix(0, 0).UTC()})
	if err != nil {
		return err
	}
	var archive bytes.Buffer
	if err := zip.CreateFromDir(&archive, module.Version{Path: prefix + name, Version: version}, name); err != nil {
		return err
	}
	for ext, data := range map[string][]byte{".mod": mod, ".info": info, ".zip": archive.Bytes()} {
		if err := os.WriteFile(filepath.Join(dir, version+ext), data, 0o644); err != nil {
			return err
		}
	}
	return os.WriteFile(filepath.Join(dir, "list"), []byte(version+"\n"), 0o644)
}

// try runs the go commands in a copy of the module.
func try(tmp, proxy, name string, steps [][]string) error {
	dir := filepath.Join(tmp, "alone", name)
	if err := os.CopyFS(dir, os.DirFS(name)); err != nil {
		return err
	}
	// What was downloaded before serves as the second proxy, so that nothing
	// is fetched again; the cache of its own keeps this version out of the
	// person's.
	out, err := exec.Command("go", "env", "GOMODCACHE", "GOPROXY").Output()
	if err != nil {
		return err
	}
	have := strings.Fields(string(out))
	env := append(os.Environ(),
		"GOWORK=off", "GOFLAGS=-mod=mod -modcacherw", "GONOSUMDB="+prefix+"*",
		"GOMODCACHE="+filepath.Join(tmp, "cache"),
		"GOPROXY=file://"+proxy+",file://"+filepath.Join(have[0], "cache", "download")+","+have[1])
	for _, args := range steps {
		cmd := exec.Command("go", args...)
		cmd.Dir, cmd.Env = dir, env
		if out, err := cmd.CombinedOutput(); err != nil {
			return fmt.Errorf("go %s: %v\n%s", strings.Join(args, " "), err, out)
		}
	}
	return nil
}
