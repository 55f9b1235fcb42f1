package source

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/tempahq/tempa/core/spelling"
)

// maxFile is the most a file of a source may hold.
const maxFile = 1 << 20

// ErrNoPolicy says that the folder is no policy source.
var ErrNoPolicy = errors.New("no tempa.yaml")

// Read reads every policy of the source folder. tenant names the tenant of a
// source that has no folder per tenant.
func Read(dir, tenant string) ([]*Target, error) {
	r := reader{}
	targets := r.targets(dir, tenant)
	if err := r.errs.Err(); err != nil {
		return nil, err
	}
	if len(targets) == 0 {
		return nil, Errors{{File: dir, Text: "holds no " + FileName + ", neither itself nor in a folder per tenant"}}
	}
	return targets, nil
}

type reader struct{ errs Errors }

func (r *reader) targets(dir, tenant string) []*Target {
	base := r.layer(dir)
	tenants := subfolders(dir)
	if base != nil {
		if base.Tenant.ID != nil {
			tenant = base.Tenant.ID.Value
		}
		if repos := r.repos(dir); len(repos) > 0 || len(tenants) == 0 {
			return expand(tenant, []*Layer{base}, repos)
		}
	}
	var targets []*Target
	for _, name := range tenants {
		layers := chain(base, r.layer(filepath.Join(dir, name)))
		targets = append(targets, expand(name, layers, r.repos(filepath.Join(dir, name)))...)
	}
	return targets
}

// expand makes a target of the tenant and of each of its repositories.
func expand(tenant string, layers []*Layer, repos map[string]*Layer) []*Target {
	targets := []*Target{{Tenant: tenant, Layers: layers}}
	for _, key := range sortedKeys(repos) {
		targets = append(targets, &Target{tenant, key, chain(append(slices.Clone(layers), repos[key])...)})
	}
	return targets
}

// chain drops the layers that are not there.
func chain(layers ...*Layer) []*Layer {
	return slices.DeleteFunc(layers, func(l *Layer) bool { return l == nil })
}

// subfolders returns the folders of tenants: those with a tempa.yaml, or with
// one for a repository.
func subfolders(dir string) []string {
	entries, _ := os.ReadDir(dir)
	var names []string
	for _, e := range entries {
		sub := filepath.Join(dir, e.Name())
		if e.Name() != reposFolder && (isFile(filepath.Join(sub, FileName)) || isFolder(filepath.Join(sub, reposFolder))) {
			names = append(names, e.Name())
		}
	}
	return names
}

// reposFolder holds a folder per repository, named by its key.
const reposFolder = "repos"

// repos reads the layers of a tenant's repositories.
func (r *reader) repos(dir string) map[string]*Layer {
	root := filepath.Join(dir, reposFolder)
	layers := map[string]*Layer{}
	err := filepath.WalkDir(root, func(path string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() || e.Name() != FileName {
			return err
		}
		key, _ := filepath.Rel(root, filepath.Dir(path))
		if key == "." {
			r.errs.Add(path, 0, "belongs to no repository; move it to %s/<repo key>/%s", root, FileName)
			return nil
		}
		layers[filepath.ToSlash(key)] = r.layer(filepath.Dir(path))
		return nil
	})
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		r.errs.Add(root, 0, "%v", err)
	}
	return layers
}

// layer reads one folder, nil when it has no policy.
func (r *reader) layer(dir string) *Layer {
	file := filepath.Join(dir, FileName)
	if !isFile(file) {
		if other := filepath.Join(dir, "tempa.yml"); isFile(other) {
			r.errs.Add(other, 0, "is not read; name it %s", FileName)
		}
		return nil
	}
	data, ok := r.file(file)
	if !ok {
		return nil
	}
	l := &Layer{File: file}
	r.errs = append(r.errs, Decode(file, data, l)...)
	l.File = file
	r.refuseRego(dir)
	r.refuseSlips(dir)
	l.Standards = r.documents(filepath.Join(dir, "standards"))
	l.Commands = r.documents(filepath.Join(dir, "commands"))
	l.Agents = r.documents(filepath.Join(dir, "agents"))
	l.Skills = r.skills(filepath.Join(dir, "skills"))
	return l
}

// documentFolders are the folders that a layer's documents lie in.
var documentFolders = []string{"standards", "skills", "commands", "agents"}

// refuseSlips finds folders whose names are a slip away from one that is read:
// what lies in them would be left out in silence. A tenant's folder has a policy
// of its own.
func (r *reader) refuseSlips(dir string) {
	entries, _ := os.ReadDir(dir)
	for _, e := range entries {
		path := filepath.Join(dir, e.Name())
		if !e.IsDir() || slices.Contains(documentFolders, e.Name()) || isFile(filepath.Join(path, FileName)) {
			continue
		}
		if meant := spelling.Nearest(e.Name(), documentFolders); meant != "" {
			r.errs.Add(path, 0, "is not read; name it %s", meant)
		}
	}
}

func (r *reader) file(path string) ([]byte, bool) {
	info, err := os.Stat(path)
	if err == nil && info.Size() > maxFile {
		r.errs.Add(path, 0, "has %d bytes, more than the %d a file of a policy source may have", info.Size(), maxFile)
		return nil, false
	}
	data, err := os.ReadFile(path)
	if err != nil {
		r.errs.Add(path, 0, "cannot be read: %v", errors.Unwrap(err))
		return nil, false
	}
	return data, true
}

// refuseRego: leaving custom rules out in silence would be a hole.
func (r *reader) refuseRego(dir string) {
	found, _ := filepath.Glob(filepath.Join(dir, "policies", "*.rego"))
	for _, file := range found {
		r.errs.Add(file, 0, "needs the Rego compiler, which this build of tempa-admin does not have; write the rule in %s, or move the file away", FileName)
	}
}

func isFile(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.Mode().IsRegular()
}

func isFolder(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.IsDir()
}

func sortedKeys[V any](m map[string]V) []string {
	keys := make([]string, 0, len(m))
	for k := range m {
		keys = append(keys, k)
	}
	slices.SortFunc(keys, strings.Compare)
	return keys
}
