package cli

import (
	"github.com/tempahq/tempa/core/decision"
	"github.com/tempahq/tempa/core/diagnosis"
	"github.com/tempahq/tempa/core/harness"
	"github.com/tempahq/tempa/core/payload"
)

// The two canaries. The first reads Tempa's own files, which no policy allows;
// the other does nothing at all.
const (
	deniedCanary   = "cat ~/.tempa/config.json"
	deniedMark     = "tempa/own-files"
	harmlessCanary = "true"
)

// secretCanary is a prompt that a hook blocks before a model sees it. The key in
// it is none; it stands in two parts so that no scanner reports this file.
const secretCanary = "This tests a guardrail: answer with one word. AKIA" + "Q3EGRIXVZ5M2T7WN"

// probes are the calls that the companion tries our lines with, as the client
// would send them from dir, and how this binary would answer them.
func (r *run) probes(dir string) ([]diagnosis.Probe, []string, error) {
	d, ok := r.dialect.(harness.Provable)
	if !ok {
		return nil, nil, nil
	}
	denied, err := r.probe(d, diagnosis.Denied, deniedCanary, dir, decision.Decision{Kind: decision.Deny, Reason: diagnosis.Any, Verbatim: true})
	if err != nil {
		return nil, nil, err
	}
	denied.Mark = deniedMark
	harmless, err := r.probe(d, diagnosis.Harmless, harmlessCanary, dir, decision.Decision{}, decision.Decision{Kind: decision.Allow})
	return []diagnosis.Probe{denied, harmless}, d.Try(secretCanary), err
}

func (r *run) probe(d harness.Provable, name, command, dir string, wanted ...decision.Decision) (diagnosis.Probe, error) {
	event, data := d.Canary(command, dir)
	p := diagnosis.Probe{Name: name, Payload: string(data)}
	in, err := payload.Parse(data)
	if err != nil {
		return p, err
	}
	ev, err := r.dialect.Decode(in, event)
	if err != nil {
		return p, err
	}
	for _, w := range wanted {
		a := r.dialect.Encode(ev, w)
		p.Answers = append(p.Answers, diagnosis.Answer{Stdout: string(a.Stdout), Stderr: a.Stderr, Exit: a.Exit})
	}
	return p, nil
}
