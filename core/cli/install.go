package cli

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"

	"github.com/tempahq/tempa/core/harness"
	"github.com/tempahq/tempa/core/install"
	"github.com/tempahq/tempa/core/state"
)

// install writes an installation: by default the person's own, the binary into
// ~/.tempa/bin and the hook lines into the client's user-level file.
func (r *run) install(args []string) error {
	switch {
	case slices.Contains(args, "--managed"):
		return r.installManaged(args)
	case slices.Contains(args, "--repo"):
		return r.installExtra("--repo", args)
	case slices.Contains(args, "--repair"):
		return r.repair(args)
	}
	fs := r.flags(usageInstall)
	yes := fs.bool("yes")
	if err := r.parse(fs, args); err != nil {
		return err
	}
	i, file, err := r.target()
	if err != nil {
		return err
	}
	binary := r.installedBinary()
	l := install.LinesOf(r.dialect, i, i.UserTable(), harness.Line{Program: binary, Args: []string{"hook"}, GOOS: r.GOOS})
	old, err := readFile(file)
	if err != nil {
		return err
	}
	new, err := l.Add(old)
	if err != nil {
		return fmt.Errorf("%s is left as it is: it %v; mend it (comments have to go as well), then install again", file, err)
	}
	copies := r.copies()
	if len(copies) == 0 && bytes.Equal(old, new) {
		r.printf(textInstalledAlready, r.dialect.Info().Title, file)
		return nil
	}
	if err := r.consent(fmt.Sprintf(textInstallAsk, r.dialect.Info().Title, file, binary), *yes); err != nil {
		return err
	}
	for _, c := range copies {
		if err := c.run(); err != nil {
			return err
		}
	}
	if err := replaceFile(file, old, new); err != nil {
		return err
	}
	r.printf(textInstalled, r.dialect.Info().Title, file, r.dialect.Info().Program)
	if _, ok := r.dialect.(harness.Trusting); ok {
		r.printf(textApprove, r.dialect.Info().Title, r.dialect.Info().Program)
	}
	return nil
}

// installExtra runs a form of install that this binary was given.
func (r *run) installExtra(flag string, args []string) error {
	for _, x := range r.extras {
		if x.flag == flag {
			return x.run(r, args)
		}
	}
	return fmt.Errorf(textRepoNone, r.dialect.Info().Title)
}

// uninstall takes the hook lines out and leaves the policy and the binary.
func (r *run) uninstall(args []string) error {
	if slices.Contains(args, "--managed") {
		return r.uninstallManaged(args)
	}
	fs := r.flags(usageUninstall)
	yes := fs.bool("yes")
	if err := r.parse(fs, args); err != nil {
		return err
	}
	i, file, err := r.target()
	if err != nil {
		return err
	}
	old, err := readFile(file)
	if err != nil {
		return err
	}
	l := install.LinesOf(r.dialect, i, i.UserTable(), harness.Line{Program: r.installedBinary(), GOOS: r.GOOS})
	new, err := l.Remove(old)
	if err != nil {
		return fmt.Errorf("%s is left as it is: it %v; mend it, then uninstall again", file, err)
	}
	if len(old) == 0 || !bytes.Contains(old, []byte(l.Mark)) {
		r.printf(textNotInstalled, file)
		return nil
	}
	if err := r.consent(fmt.Sprintf(textUninstallAsk, r.dialect.Info().Title, file), *yes); err != nil {
		return err
	}
	if err := replaceFile(file, old, new); err != nil {
		return err
	}
	r.printf(textUninstalled, file)
	return nil
}

// target is the client's user-level file.
func (r *run) target() (harness.Installer, string, error) {
	i, ok := r.dialect.(harness.Installer)
	if !ok {
		return nil, "", fmt.Errorf("%s has no user-level hooks", r.dialect.Info().Title)
	}
	if r.Home == "" {
		return nil, "", errors.New("the home directory is not known; set HOME")
	}
	return i, filepath.Join(r.Home, filepath.FromSlash(i.UserTable().File)), nil
}

func (r *run) installedBinary() string { return r.inBin(r.dialect.Info().Program) }

// inBin is where a program is installed.
func (r *run) inBin(program string) string {
	return filepath.Join(r.Home, state.Folder, "bin", harness.Executable(program, r.GOOS))
}

// binaryCopy is a program that is to be installed.
type binaryCopy struct{ from, to string }

func (c binaryCopy) run() error { return copyBinary(c.from, c.to) }

// copies are the programs that are not installed yet as they are here: this
// one, and the companion when it lies beside it.
func (r *run) copies() []binaryCopy {
	var all []binaryCopy
	add := func(from, program string) {
		if to := r.inBin(program); !sameContent(from, to) {
			all = append(all, binaryCopy{from, to})
		}
	}
	add(r.Executable, r.dialect.Info().Program)
	companion := filepath.Join(filepath.Dir(r.Executable), harness.Executable(harness.Companion, r.GOOS))
	if info, err := os.Stat(companion); err == nil && info.Mode().IsRegular() {
		add(companion, harness.Companion)
	}
	return all
}

// readFile reads a file; one that is not there is empty.
func readFile(file string) ([]byte, error) {
	data, err := os.ReadFile(file)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	return data, err
}

func sameContent(a, b string) bool {
	x, errA := os.ReadFile(a)
	y, errB := os.ReadFile(b)
	return errA == nil && errB == nil && bytes.Equal(x, y)
}

func copyBinary(from, to string) error {
	data, err := os.ReadFile(from)
	if err != nil {
		return err
	}
	if err := os.MkdirAll(filepath.Dir(to), 0o700); err != nil {
		return err
	}
	return writeAtomic(to, data, 0o755)
}

// replaceFile writes a person's file in one step, keeps its mode, follows a
// link to where the file really is, and leaves what was there beside it.
func replaceFile(file string, old, new []byte) error {
	file, err := behindLinks(file)
	if err != nil {
		return err
	}
	mode := os.FileMode(0o600)
	if info, err := os.Stat(file); err == nil {
		mode = info.Mode().Perm()
	}
	if err := os.MkdirAll(filepath.Dir(file), 0o700); err != nil {
		return err
	}
	if len(old) > 0 && needsBackup(file, old, new) {
		if err := writeAtomic(file+".tempa-backup", old, mode); err != nil {
			return fmt.Errorf("no backup could be written, so %s is left as it is: %v", file, err)
		}
	}
	return writeAtomic(file, new, mode)
}

// needsBackup reports whether the file is as the person had it. One that Tempa
// has changed before has its backup already, and that one stays.
func needsBackup(file string, old, new []byte) bool {
	if bytes.Equal(old, new) {
		return false
	}
	_, err := os.Stat(file + ".tempa-backup")
	return err != nil || !bytes.Contains(old, []byte("tempa-"))
}

// behindLinks is where a file really is, also when nothing is there yet.
func behindLinks(file string) (string, error) {
	for range 40 {
		target, err := os.Readlink(file)
		if err != nil {
			return file, nil // no link: the file itself, or nothing
		}
		if !filepath.IsAbs(target) {
			target = filepath.Join(filepath.Dir(file), target)
		}
		file = target
	}
	return "", fmt.Errorf("%s is a link in a circle; mend it, then try again", file)
}

func writeAtomic(file string, data []byte, mode os.FileMode) error {
	tmp, err := os.CreateTemp(filepath.Dir(file), ".tempa-*")
	if err != nil {
		return err
	}
	defer os.Remove(tmp.Name())
	_, err = tmp.Write(data)
	for _, step := range []func() error{func() error { return tmp.Chmod(mode) }, tmp.Sync} {
		if err == nil {
			err = step()
		}
	}
	if closeErr := tmp.Close(); err == nil {
		err = closeErr
	}
	if err != nil {
		return err
	}
	return os.Rename(tmp.Name(), file)
}
