package cli

import (
	"bytes"
	"crypto/sha256"
	_ "embed"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/tempahq/tempa/core/bundle"
	"github.com/tempahq/tempa/core/harness"
	"github.com/tempahq/tempa/core/install"
	"github.com/tempahq/tempa/core/repo"
)

// Where an installation in a repository lies, from its root. The bundle's
// folder holds nothing but the bundle: anything else in it is an error.
const (
	repoBundle     = ".github/tempa"
	repoHooks      = ".github/hooks"
	repoAttributes = ".github/.gitattributes"
)

// attributes keep git from changing a byte of what is signed or pinned.
var attributes = []string{"tempa/** -text", "hooks/*.sh text eol=lf"}

//go:embed repo.sh
var repoScript string

// repository is an installation in a repository, for an agent in the cloud.
type repository struct {
	harness.Repository
	dialect harness.Dialect
	root    *os.Root
	key     string
	bundle  *bundle.Bundle
	files   map[string][]byte // of the bundle
	digests []string          // of the hook binaries that may run
}

// installRepo writes hooks into the repository around the working directory.
func (r *run) installRepo(args []string) error {
	flags := r.flags(usageInstallRepo)
	flags.bool("repo")
	dir := flags.text("bundle")
	key := flags.text("bundle-key")
	yes := flags.bool("yes")
	var binaries []string
	flags.on("binary", &binaries)
	if err := r.parse(flags, args); err != nil {
		return err
	}
	d, ok := r.dialect.(harness.Repository)
	if !ok {
		return fmt.Errorf(textRepoNone, r.dialect.Info().Title)
	}
	p := &repository{Repository: d, dialect: r.dialect, key: *key}
	var err error
	if p.bundle, p.files, err = repoPolicy(*dir, *key, r.Now); err != nil {
		return err
	}
	if p.digests, err = r.digests(binaries); err != nil {
		return err
	}
	if err := r.consent(fmt.Sprintf(textRepoAsk, strings.Join(p.list(), "\n  ")), *yes); err != nil {
		return err
	}
	top, _, err := repo.Find(r.Dir)
	if err != nil {
		return err
	}
	if p.root, err = os.OpenRoot(top); err != nil {
		return err
	}
	defer p.root.Close()
	if err := p.onlyOurs(filepath.Join(top, filepath.FromSlash(repoBundle))); err != nil {
		return err
	}
	if err := p.write(); err != nil {
		return err
	}
	// A file that is not signed would block every call.
	if _, _, err := bundle.Verify(filepath.Join(top, filepath.FromSlash(repoBundle)), *key, r.Now); err != nil {
		return err
	}
	return r.reportRepo(p)
}

// bundleFiles are the files that a bundle can have; one that this one lacks is
// taken away.
var bundleFiles = []string{bundle.ProfileFile, bundle.TableFile, bundle.ModuleFile, bundle.SignatureFile}

// onlyOurs refuses a folder for the bundle that holds something else: what is not
// signed would block every call.
func (p *repository) onlyOurs(folder string) error {
	entries, err := os.ReadDir(folder)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	for _, e := range entries {
		if !slices.Contains(bundleFiles, e.Name()) {
			return fmt.Errorf("%s holds %q, which the bundle does not: nothing was written; move it away, then run this again", folder, e.Name())
		}
	}
	return err
}

func (r *run) reportRepo(p *repository) error {
	meta := p.bundle.Meta
	program := p.dialect.Info().Program
	r.printf(textRepoDone, strings.Join(p.list(), ", "), meta.Version, meta.Expires.Format(time.DateOnly),
		p.script(), program, path.Join(".github/bin", program))
	if meta.ExpiresSoon(r.Now) {
		r.printf(textRepoSoon, int(bundle.WarnAhead/(24*time.Hour)))
	}
	return nil
}

// repoPolicy is the bundle, checked as a whole.
func repoPolicy(dir, key string, now time.Time) (*bundle.Bundle, map[string][]byte, error) {
	if dir == "" {
		return nil, nil, errors.New("name a signed bundle: --bundle DIR --bundle-key KEY (\"tempa-admin bundle build\" makes one)")
	}
	b, files, err := bundle.Verify(dir, key, now)
	if err != nil {
		return nil, nil, err
	}
	if b.HasModule() {
		return nil, nil, fmt.Errorf(textRepoModule, bundle.ModuleFile)
	}
	if files[bundle.SignatureFile], err = os.ReadFile(path.Join(dir, bundle.SignatureFile)); err != nil {
		return nil, nil, err
	}
	return b, files, nil
}

// digests are those of the hook binaries that the cloud agent may run.
func (r *run) digests(binaries []string) ([]string, error) {
	if len(binaries) == 0 {
		if r.GOOS != "linux" {
			return nil, errors.New("the cloud agent runs Linux: name its hook binary with --binary FILE")
		}
		binaries = []string{r.Executable}
	}
	var list []string
	for _, file := range binaries {
		data, err := os.ReadFile(file)
		if err != nil {
			return nil, err
		}
		sum := sha256.Sum256(data)
		list = append(list, hex.EncodeToString(sum[:]))
	}
	return list, nil
}

func (p *repository) script() string {
	return path.Join(repoHooks, p.dialect.Info().Program+".sh")
}

func (p *repository) list() []string {
	return []string{p.RepositoryTable().File, p.script(), repoBundle + "/", repoAttributes}
}

// line is the hook's line. The version of this bundle is the least that may
// run: the agent's machine remembers none.
func (p *repository) line(event string) string {
	return fmt.Sprintf("sh %s hook --event %s --bundle %s --bundle-key '%s' --bundle-min-version %d",
		p.script(), event, repoBundle, p.key, p.bundle.Meta.Version)
}

// write puts everything in its place, the hook line last: it blocks every call
// until the rest is there. Nothing is written through a link out of the
// repository.
func (p *repository) write() error {
	if strings.ContainsAny(p.key, "'\n") {
		return errors.New("the bundle key has a character that does not fit on a hook line")
	}
	if err := p.writeBundle(); err != nil {
		return err
	}
	if err := p.replace(repoAttributes, addLines(p.read(repoAttributes), attributes)); err != nil {
		return err
	}
	if err := p.replace(p.script(), p.scriptText()); err != nil {
		return err
	}
	if err := p.root.Chmod(p.script(), 0o755); err != nil {
		return err
	}
	table := p.RepositoryTable()
	e, _ := p.RepositoryEntry("")
	_, entry := p.RepositoryEntry(p.line(e.Name))
	lines := install.Lines{Table: table, Entries: []install.Entry{{Event: e.Name, Value: entry}}, Mark: p.dialect.Info().Program}
	new, err := lines.Add(p.read(table.File))
	if err != nil {
		return fmt.Errorf("%s is left as it is: it %v; mend it, then install again", table.File, err)
	}
	return p.replace(table.File, new)
}

// writeBundle replaces the bundle. A file of an older one that this one does
// not have goes; anything else there is not ours to remove.
func (p *repository) writeBundle() error {
	for name, data := range p.files {
		if err := p.replace(path.Join(repoBundle, name), data); err != nil {
			return err
		}
	}
	if _, signed := p.files[bundle.ModuleFile]; !signed {
		if err := p.root.Remove(path.Join(repoBundle, bundle.ModuleFile)); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
	}
	return nil
}

// read returns a file, nothing when it cannot be read: it is then replaced, or
// writing fails for the same reason.
func (p *repository) read(name string) []byte {
	data, err := p.root.ReadFile(name)
	if err != nil {
		return nil
	}
	return data
}

// replace writes a file in one step.
func (p *repository) replace(name string, data []byte) error {
	if bytes.Equal(p.read(name), data) && len(data) > 0 {
		return nil
	}
	if err := p.root.MkdirAll(path.Dir(name), 0o755); err != nil {
		return err
	}
	tmp := path.Join(path.Dir(name), ".tempa-"+path.Base(name))
	if path.Dir(name) == repoBundle {
		tmp = path.Join(repoHooks, ".tempa-"+path.Base(name)) // nothing foreign in the bundle
		if err := p.root.MkdirAll(repoHooks, 0o755); err != nil {
			return err
		}
	}
	if err := p.root.Remove(tmp); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	if err := p.root.WriteFile(tmp, data, 0o644); err != nil {
		return err
	}
	return p.root.Rename(tmp, name)
}

// scriptText is the script with this client's program and the digests.
func (p *repository) scriptText() []byte {
	return []byte(strings.ReplaceAll(strings.ReplaceAll(repoScript, "@PROGRAM@", p.dialect.Info().Program), "@DIGESTS@", strings.Join(p.digests, " ")))
}

// addLines adds the lines that a file does not have yet.
func addLines(old []byte, lines []string) []byte {
	have := strings.Split(string(old), "\n")
	out := strings.TrimRight(string(old), "\n")
next:
	for _, l := range lines {
		for _, h := range have {
			if strings.TrimSpace(h) == l {
				continue next
			}
		}
		if out != "" {
			out += "\n"
		}
		out += l
	}
	return []byte(out + "\n")
}
