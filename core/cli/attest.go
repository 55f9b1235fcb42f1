package cli

import (
	"errors"
	"time"

	"github.com/tempahq/tempa/core/account"
)

// attest keeps a person's confirmation that no data is used for training.
func (r *run) attest(args []string) error {
	fs := r.flags(usageAttest)
	confirm := fs.bool("no-training")
	withdraw := fs.bool("withdraw")
	stateDir := fs.text("state")
	yes := fs.bool("yes")
	if err := r.parse(fs, args); err != nil {
		return err
	}
	if *confirm && *withdraw {
		return errors.New("--no-training and --withdraw exclude each other")
	}
	dir, err := r.stateDir(*stateDir)
	if err != nil {
		return err
	}
	switch {
	case *withdraw:
		if err := dir.Remove(account.AttestationFile); err != nil {
			return err
		}
		r.printf(textWithdrawn)
		return nil
	case !*confirm:
		return r.attested(account.ReadAttestation(dir))
	}
	if err := r.consent(textAttestAsk, *yes); err != nil {
		return err
	}
	a := account.Attestation{NoTraining: true, AttestedAt: r.Now.UTC(), CLIVersion: r.versions().Version}
	if err := account.SaveAttestation(dir, a); err != nil {
		return err
	}
	return r.attested(a, nil)
}

func (r *run) attested(a account.Attestation, err error) error {
	if err != nil {
		return err
	}
	if !a.NoTraining {
		r.printf(textNotAttested, r.dialect.Info().Program)
		return errFound
	}
	r.printf(textAttested, a.AttestedAt.Format(time.DateOnly))
	return nil
}
