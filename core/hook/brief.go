package hook

import (
	"crypto/sha256"
	"encoding/hex"
	"path/filepath"
	"time"

	"github.com/tempahq/tempa/core/changes"
	"github.com/tempahq/tempa/core/decision"
	"github.com/tempahq/tempa/core/event"
	"github.com/tempahq/tempa/core/profile"
	"github.com/tempahq/tempa/core/render"
	"github.com/tempahq/tempa/core/repo"
	"github.com/tempahq/tempa/core/sources"
	"github.com/tempahq/tempa/core/state"
	"github.com/tempahq/tempa/core/summary"
)

// brief renders the policy into the repository and says what it is: the reason
// is for the person, the guidance for the model.
func (h *handler) brief(ev *event.Event, in *sources.InForce, dir state.Dir, verdict *state.Account) decision.Decision {
	p, faults := in.Profile()
	w := workplaceOf(ev)
	s := summary.Input{Profile: p, NoPolicy: len(in.Policies) == 0, Repo: w.name, Now: h.env.Now()}
	for _, f := range faults {
		s.MoreWarning = append(s.MoreWarning, damagedPolicyText(f.Policy, f.Err))
	}
	if l, ok := h.dialect().(summary.Limiter); ok {
		s.Limit = l.ContextLimit()
	}
	if verdict != nil {
		s.Account = verdict.Guidance
	}
	switch {
	case len(in.Policies) > 0:
		s.WarnExpiry = endsByItself(in)
	case in.Login == nil:
		s.MoreWarning = append(s.MoreWarning, startWithoutPolicyText(h.dialect().Info()))
	default:
		s.MoreWarning = append(s.MoreWarning, neverSynced+". "+noProfileFix+".")
	}
	if p != nil || len(in.Policies) == 0 && in.Login == nil {
		s.Rendered, s.Unrendered = h.render(w.root, dir, p)
	}
	if p != nil {
		s.Changes = w.announce(dir, p, h.env.Now())
	}
	return told(summary.Text(s))
}

// told is nothing where there is nothing to tell.
func told(model, person string) decision.Decision {
	var d decision.Decision
	if person != "" {
		d = toldPerson(person)
	}
	if model != "" {
		d.Kind, d.Guidance = decision.Guidance, []string{model}
	}
	return d
}

// workplace is the repository around a session; all empty outside of one.
type workplace struct{ root, key, name string }

func workplaceOf(ev *event.Event) workplace {
	if ev.Dir == "" {
		return workplace{}
	}
	root, key, err := repo.Find(ev.Dir)
	if err != nil || root == "" {
		return workplace{}
	}
	name := key
	if key == repo.Local(root) {
		name = filepath.Base(root) // the key of a repository without an origin is a digest
	}
	return workplace{root, key, name}
}

// endsByItself reports whether there is a policy that nothing renews.
func endsByItself(in *sources.InForce) bool {
	for i := range in.Policies {
		if p := &in.Policies[i]; p.Mode != sources.Connected && !p.Expires.IsZero() {
			return true
		}
	}
	return false
}

// render writes the profile into the repository in the client's layout, and
// takes away what no profile wants any more.
func (h *handler) render(root string, dir state.Dir, p *profile.Profile) (*render.Report, string) {
	l, ok := h.dialect().(render.Layouter)
	if !ok {
		return nil, ""
	}
	target := render.Target{Root: root, Home: h.env.Home, State: dir, Until: h.renderUntil}
	report, err := render.Apply(target, render.New(p, l.Layout(), h.env.Now()))
	if err != nil {
		return report, err.Error()
	}
	return report, ""
}

// announce is what has changed in the profile since the developer was last
// told, and notes that it is told now. Of several sessions that start at once
// one tells it.
func (w workplace) announce(dir state.Dir, p *profile.Profile, now time.Time) string {
	name := announcedFile(w.key)
	var last *changes.Snapshot
	_ = dir.ReadJSON(name, &last) // what is damaged was not told
	next := changes.Of(p)
	text := next.First(w.name)
	if last != nil {
		text = changes.Compare(*last, next).Text(w.name)
	}
	if text == "" {
		return ""
	}
	if won, _ := dir.Claim("announce\x00"+w.key+"\x00"+text, now); !won {
		return ""
	}
	_ = dir.WriteJSON(name, next)
	return text
}

// announcedFile lies beside the cached profile of the repository.
func announcedFile(key string) string {
	sum := sha256.Sum256([]byte(key))
	return filepath.Join(sources.CacheFolder, hex.EncodeToString(sum[:]), "announced.json")
}
