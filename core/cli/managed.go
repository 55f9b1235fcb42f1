package cli

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"

	"github.com/tempahq/tempa/core/bundle"
	"github.com/tempahq/tempa/core/harness"
	"github.com/tempahq/tempa/core/hook"
	"github.com/tempahq/tempa/core/install"
)

// managed is an installation of the machine's administrator: the binary where
// a person cannot write, and the client's own files for administrators.
type managed struct {
	dialect harness.Dialect
	files   []harness.ManagedFile
	goos    string
	only    bool   // no other hooks may run
	root    string // where the machine's root directory is; empty means here
	owner   int    // who may own what is installed
}

// installManaged puts the hook into the client's files for administrators, or
// prints them for device management.
func (r *run) installManaged(args []string) error {
	fs := r.flags(usageInstallManaged)
	fs.bool("managed")
	show := fs.bool("print")
	only := fs.bool("managed-only")
	goos := fs.text("os")
	*goos = r.GOOS
	root := fs.text("root")
	policy := fs.text("policy")
	yes := fs.bool("yes")
	if err := r.parse(fs, args); err != nil {
		return err
	}
	m, err := r.managed(*goos, *root, *only)
	if err != nil {
		return err
	}
	switch {
	case !slices.Contains([]string{"linux", "darwin", "windows"}, *goos):
		return fmt.Errorf("--os is linux, darwin or windows, not %q", *goos)
	case *show && *policy != "":
		return errors.New("--policy goes without --print: a policy is copied, not printed")
	case *show:
		return r.printManaged(m)
	}
	if *goos != r.GOOS {
		return errors.New("--os goes with --print: files can be written for this system only")
	}
	if err := m.permitted(); err != nil {
		return err
	}
	if err := r.consent(fmt.Sprintf(textManagedAsk, r.dialect.Info().Title, m.list()), *yes); err != nil {
		return err
	}
	if err := m.install(r.Executable); err != nil {
		return err
	}
	if *policy != "" {
		if err := m.installPolicy(*policy); err != nil {
			return err
		}
	}
	r.printf(textManagedDone, r.dialect.Info().Title, m.list(), r.dialect.Info().Program, hook.ManagedDir())
	return nil
}

// uninstallManaged takes the hook lines out again. What is pinned stays: it
// weakens nothing.
func (r *run) uninstallManaged(args []string) error {
	fs := r.flags(usageUninstallManaged)
	fs.bool("managed")
	root := fs.text("root")
	yes := fs.bool("yes")
	if err := r.parse(fs, args); err != nil {
		return err
	}
	m, err := r.managed(r.GOOS, *root, false)
	if err != nil {
		return err
	}
	if err := m.permitted(); err != nil {
		return err
	}
	if err := r.consent(fmt.Sprintf(textUninstallAsk, r.dialect.Info().Title, m.list()), *yes); err != nil {
		return err
	}
	if err := m.uninstall(); err != nil {
		return err
	}
	r.printf(textManagedGone, r.dialect.Info().Title)
	return nil
}

func (r *run) managed(goos, root string, only bool) (*managed, error) {
	m := &managed{dialect: r.dialect, goos: goos, only: only}
	if root != "" {
		abs, err := filepath.Abs(root)
		if err != nil {
			return nil, err
		}
		m.root, m.owner = abs, os.Getuid()
	}
	if d, ok := r.dialect.(harness.Manager); ok {
		m.files = d.ManagedFiles(goos)
	}
	if len(m.files) == 0 {
		return nil, fmt.Errorf(textNotManaged, r.dialect.Info().Title, r.dialect.Info().Program)
	}
	if only && !slices.ContainsFunc(m.files, func(f harness.ManagedFile) bool { return f.Text != nil || len(f.Only) > 0 }) {
		return nil, fmt.Errorf("%s has no setting that keeps other hooks from running; leave --managed-only out", r.dialect.Info().Title)
	}
	return m, nil
}

// permitted reports whether this process can do an administrator's work.
func (m *managed) permitted() error {
	if m.root == "" && !isAdmin() {
		return errors.New("this is the administrator's work: run it with sudo, or add --print and give the files to your device management")
	}
	return nil
}

// at is where a path of the machine is.
func (m *managed) at(path string) string { return filepath.Join(m.root, path) }

// binary is where the administrator keeps the hook, out of everybody's reach.
func (m *managed) binary() string {
	name := harness.Executable(m.dialect.Info().Program, m.goos)
	switch m.goos {
	case "darwin":
		return "/Library/Application Support/Tempa/bin/" + name
	case "windows":
		return `C:\Program Files\Tempa\bin\` + name
	}
	return "/opt/tempa/bin/" + name
}

func (m *managed) line() harness.Line {
	return harness.Line{Program: m.binary(), Args: []string{"hook"}, GOOS: m.goos}
}

// list are the files, one a line.
func (m *managed) list() string {
	text := m.binary()
	for _, f := range m.files {
		text += "\n  " + f.Path
	}
	return text
}

// install writes the binary first: a hook line without it blocks every call.
func (m *managed) install(executable string) error {
	type change struct {
		file     string
		old, new []byte
	}
	var changes []change
	for _, f := range m.files {
		file := m.at(f.Path)
		old, err := readFile(file)
		if err != nil {
			return err
		}
		new, err := install.Managed(m.dialect, f, m.line(), m.only, old)
		if err != nil {
			return fmt.Errorf("%s is left as it is: it %v; mend it, then install again", file, err)
		}
		changes = append(changes, change{file, old, new})
	}
	program, err := os.ReadFile(executable)
	if err != nil {
		return err
	}
	if err := m.write(m.at(m.binary()), nil, program, 0o755); err != nil {
		return err
	}
	for _, c := range changes {
		if err := m.write(c.file, c.old, c.new, 0o644); err != nil {
			return err
		}
	}
	return nil
}

// installPolicy makes a built policy the machine's own. The table is what a
// hook reads, so it comes last.
func (m *managed) installPolicy(from string) error {
	_, files, err := localPolicy(from)
	if err != nil {
		return err
	}
	for _, f := range []string{bundle.ProfileFile, bundle.TableFile} {
		if err := m.write(m.at(filepath.Join(hook.ManagedDir(), f)), nil, files[f], 0o644); err != nil {
			return err
		}
	}
	return nil
}

func (m *managed) uninstall() error {
	for _, f := range m.files {
		if f.Hooks == nil {
			continue
		}
		file := m.at(f.Path)
		old, err := readFile(file)
		if err != nil {
			return err
		}
		if !bytes.Contains(old, []byte(m.dialect.Info().Program)) {
			continue
		}
		i, ok := m.dialect.(harness.Installer)
		if !ok {
			continue
		}
		new, err := install.LinesOf(m.dialect, i, *f.Hooks, m.line()).Remove(old)
		if err != nil {
			return fmt.Errorf("%s is left as it is: it %v; mend it, then uninstall again", file, err)
		}
		if err := m.write(file, old, new, 0o644); err != nil {
			return err
		}
	}
	return nil
}

// write replaces an administrator's file in one step. The folders above it
// have to be the administrator's alone: clients skip a file in others in
// silence (gemini-cli 0.61.0), and whoever can write them can take the file
// away.
func (m *managed) write(file string, old, data []byte, mode os.FileMode) error {
	if err := m.makeFolders(filepath.Dir(file)); err != nil {
		return err
	}
	if err := m.onlyAdmin(filepath.Dir(file)); err != nil {
		return fmt.Errorf("%v; mend that, then install again", err)
	}
	if info, err := os.Lstat(file); err == nil && !info.Mode().IsRegular() {
		return fmt.Errorf("%s is not a regular file; move it away, then install again", file)
	}
	if now, err := readFile(file); err == nil && bytes.Equal(now, data) && len(data) > 0 {
		return os.Chmod(file, mode)
	}
	if len(old) > 0 {
		if err := writeAtomic(file+".tempa-backup", old, mode); err != nil {
			return fmt.Errorf("no backup could be written, so %s is left as it is: %v", file, err)
		}
	}
	return writeAtomic(file, data, mode)
}

// makeFolders creates folders that everybody may enter, whatever the umask.
func (m *managed) makeFolders(dir string) error {
	if _, err := os.Stat(dir); err == nil {
		return nil
	}
	if parent := filepath.Dir(dir); parent != dir {
		if err := m.makeFolders(parent); err != nil {
			return err
		}
	}
	if err := os.Mkdir(dir, 0o755); err != nil {
		return err
	}
	return os.Chmod(dir, 0o755)
}

// onlyAdmin reports the first of a path and the folders above it that somebody
// else may write.
func (m *managed) onlyAdmin(path string) error {
	top := m.at("/")
	for ; ; path = filepath.Dir(path) {
		if err := adminOnly(path, m.owner); err != nil {
			return err
		}
		if path == top || filepath.Dir(path) == path {
			return nil
		}
	}
}

// printManaged prints the files as they are on a machine that has none yet.
func (r *run) printManaged(m *managed) error {
	r.printf(textManagedPrint, r.dialect.Info().Title, m.goos, m.binary())
	for _, f := range m.files {
		data, err := install.Managed(m.dialect, f, m.line(), m.only, nil)
		if err != nil {
			return err
		}
		r.printf("\n# %s\n%s", f.Path, data)
	}
	return nil
}

// checkManaged compares an administrator's installation with what install
// writes, and looks at who may change it.
func (r *run) checkManaged(root string) finding {
	const check = "managed"
	m, err := r.managed(r.GOOS, root, false)
	if err != nil {
		return good.Finding(check, r.dialect.Info().Title+" has no files of an administrator")
	}
	there, err := m.present()
	switch {
	case err != nil:
		return bad.Finding(check, err.Error())
	case !there:
		return good.Finding(check, "no installation of an administrator in "+m.files[0].Path)
	}
	if err := m.verify(); err != nil {
		return bad.Finding(check, err.Error())
	}
	return good.Finding(check, m.files[0].Path+whoMayWrite)
}

// present reports whether a file names the hook.
func (m *managed) present() (bool, error) {
	for _, f := range m.files {
		data, err := readFile(m.at(f.Path))
		if err != nil {
			return false, err
		}
		if bytes.Contains(data, []byte(m.dialect.Info().Program)) {
			return true, nil
		}
	}
	return false, nil
}

// verify reports what is wrong with an installation.
func (m *managed) verify() error {
	for _, f := range m.files {
		file := m.at(f.Path)
		old, err := readFile(file)
		if err != nil {
			return err
		}
		if want, err := install.Managed(m.dialect, f, m.line(), false, old); err != nil || !bytes.Equal(want, old) {
			return fmt.Errorf("%s differs from what \"%s install --managed\" writes; the administrator runs it again", file, m.dialect.Info().Program)
		}
		if err := m.onlyAdmin(file); err != nil {
			return err
		}
	}
	binary := m.at(m.binary())
	info, err := os.Stat(binary)
	if err != nil || !info.Mode().IsRegular() {
		return fmt.Errorf("there is no hook at %s, so every call is blocked; the administrator runs \"%s install --managed\" again", binary, m.dialect.Info().Program)
	}
	return m.onlyAdmin(binary)
}
