//go:build !unix

package hook

import (
	"os"
	"path/filepath"
)

// launched is a program that was started.
type launched struct{ *os.Process }

func launch(argv, env []string, in, out, errs *os.File) (launched, error) {
	p, err := os.StartProcess(argv[0], argv, &os.ProcAttr{
		Dir: filepath.Dir(argv[0]), Env: env, Files: []*os.File{in, out, errs},
	})
	return launched{p}, err
}

func (p launched) kill() { _ = p.Kill() }

func (p launched) wait() error {
	_, err := p.Wait()
	return err
}
