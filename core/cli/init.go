package cli

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"github.com/tempahq/tempa/core/bundle"
	"github.com/tempahq/tempa/core/starter"
	"github.com/tempahq/tempa/core/state"
)

// init writes the local policy.
func (r *run) init(args []string) error {
	fs := r.flags(usageInit)
	yes := fs.bool("yes")
	force := fs.bool("force")
	from := fs.text("from")
	stateDir := fs.text("state")
	if err := r.parse(fs, args); err != nil {
		return err
	}
	dir, err := r.stateDir(*stateDir)
	if err != nil {
		return err
	}
	name, files, err := localPolicy(*from)
	if err != nil {
		return err
	}
	target := dir.Path(localFolder)
	if _, err := os.Stat(filepath.Join(target, bundle.TableFile)); err == nil && !*force {
		return fmt.Errorf(textInitThere, target)
	}
	// Another folder than the person's own changes nobody's policy.
	if *stateDir == "" {
		if err := r.consent(fmt.Sprintf(textInitAsk, name, target), *yes); err != nil {
			return err
		}
	}
	// The table is what a hook reads, so it comes last.
	for _, f := range []string{bundle.ProfileFile, bundle.TableFile} {
		if err := dir.Write(filepath.Join(localFolder, f), files[f]); err != nil {
			return err
		}
	}
	r.printf(textInitDone, name, target, r.dialect.Info().Program)
	return nil
}

// localFolder holds the local policy inside the state folder.
const localFolder = "local"

// localPolicy reads the two files of a policy: the starter's, or those of a
// built folder. A signature is not asked for: running the command is a
// person's own act.
func localPolicy(from string) (name string, files map[string][]byte, err error) {
	if from == "" {
		return "starter", map[string][]byte{bundle.ProfileFile: starter.Profile(), bundle.TableFile: starter.Table()}, nil
	}
	files = map[string][]byte{}
	for _, f := range []string{bundle.ProfileFile, bundle.TableFile} {
		data, err := os.ReadFile(filepath.Join(from, f))
		if err != nil {
			return "", nil, fmt.Errorf("%s is no built policy: %v; build one with \"tempa-admin bundle build\"", from, err)
		}
		files[f] = data
	}
	if _, err := os.Stat(filepath.Join(from, bundle.ModuleFile)); err == nil {
		return "", nil, fmt.Errorf("%s has custom rules (%s), which a local policy cannot run", from, bundle.ModuleFile)
	}
	return from, files, nil
}

// stateDir is the state folder: the one named, else ~/.tempa.
func (r *run) stateDir(named string) (state.Dir, error) {
	switch {
	case named != "":
		abs, err := filepath.Abs(named)
		return state.At(abs), err
	case r.Home == "":
		return state.Dir{}, errors.New("the home directory is not known; set HOME, or name a folder with --state")
	}
	return state.InHome(r.Home), nil
}
