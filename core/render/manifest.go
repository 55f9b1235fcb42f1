package render

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"slices"
	"strconv"

	"github.com/tempahq/tempa/core/json"
	"github.com/tempahq/tempa/core/state"
)

// manifest is what is known to be ours in one checkout. It is written before
// the files and again behind them, so that a process that is killed between
// leaves nothing that nobody owns.
type manifest struct {
	Root       string           `json:"root"` // for people
	Unfinished bool             `json:"unfinished,omitempty"`
	Files      map[string]owned `json:"files"`
	Dirs       []string         `json:"dirs"`  // folders made for them
	Rules      map[string]ours  `json:"rules"` // by file
}

// owned is a file of ours. Several clients may read one file.
type owned struct {
	Sums    []string `json:"sha256"` // of what it may hold; more than one while it is written
	Clients []string `json:"clients"`
	// Seen is size and time of the file as it was found to hold Sums[0]. While
	// they stay, it is not read again to find out that nothing is to be done;
	// before it is written or removed it always is.
	Seen string `json:"seen,omitempty"`
}

// ours are our entries in a settings file that is a person's.
type ours struct {
	Deny    []string `json:"deny"`
	Ask     []string `json:"ask"`
	Created bool     `json:"created"` // the file was made for them
}

// stamp is size and time of a regular file, empty for everything else.
func stamp(file string) string {
	info, err := os.Lstat(file)
	if err != nil || !info.Mode().IsRegular() {
		return ""
	}
	return strconv.FormatInt(info.Size(), 10) + " " + strconv.FormatInt(info.ModTime().UnixNano(), 10)
}

func sum(data []byte) string {
	s := sha256.Sum256(data)
	return hex.EncodeToString(s[:])
}

// load reads the manifest. A damaged one is an empty one: what it named counts
// as the person's then, except where it is what would be written now.
func load(dir state.Dir, name, root string) (*manifest, error) {
	m := &manifest{}
	data, err := dir.Read(name)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("what is rendered here cannot be told: %v", err)
	}
	if json.Unmarshal(data, m) != nil {
		m = &manifest{}
	}
	m.Root = root
	m.clean()
	return m, nil
}

// clean drops what no version of ours can have written.
func (m *manifest) clean() {
	if m.Files == nil {
		m.Files = map[string]owned{}
	}
	if m.Rules == nil {
		m.Rules = map[string]ours{}
	}
	maps.DeleteFunc(m.Files, func(p string, _ owned) bool { return !safePath(p) })
	maps.DeleteFunc(m.Rules, func(p string, _ ours) bool { return !safePath(p) })
	m.Dirs = slices.DeleteFunc(m.Dirs, func(p string) bool { return !safePath(p) })
}

func (m *manifest) save(dir state.Dir, name string) error {
	data, err := json.Marshal(m)
	if err != nil {
		return err
	}
	return dir.Write(name, append(data, '\n'))
}

func (m *manifest) clone() *manifest {
	c := *m
	c.Files, c.Rules, c.Dirs = maps.Clone(m.Files), maps.Clone(m.Rules), slices.Clone(m.Dirs)
	return &c
}

// ignored are the paths that git should not see.
func (m *manifest) ignored() []string {
	paths := slices.Collect(maps.Keys(m.Files))
	for file, o := range m.Rules {
		if o.Created {
			paths = append(paths, file)
		}
	}
	slices.Sort(paths)
	return paths
}

func without(list []string, s string) []string {
	return slices.DeleteFunc(slices.Clone(list), func(o string) bool { return o == s })
}

func with(list []string, s string) []string {
	if slices.Contains(list, s) {
		return list
	}
	return append(slices.Clone(list), s)
}

func (m *manifest) equal(o *manifest) bool {
	a, errA := json.Marshal(m)
	b, errB := json.Marshal(o)
	return errA == nil && errB == nil && string(a) == string(b)
}
