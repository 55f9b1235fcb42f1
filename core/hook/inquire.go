package hook

import (
	"github.com/tempahq/tempa/core/account"
	"github.com/tempahq/tempa/core/clientversion"
	"github.com/tempahq/tempa/core/event"
	"github.com/tempahq/tempa/core/harness"
	"github.com/tempahq/tempa/core/inquiry"
	"github.com/tempahq/tempa/core/sources"
	"github.com/tempahq/tempa/core/state"
)

// inquire has the companion find out what only the client can tell, and returns
// what it says about its login. The companion is started only when there is
// something to find out, and never beside a bundle on the hook line.
func (h *handler) inquire(ev *event.Event, in *sources.InForce, dir state.Dir) (login string) {
	var r inquiry.Request
	if h.asksLogin(in) {
		r.Login = h.account().Status
	}
	r.Version = h.versionCommand(ev, dir)
	if r.Empty() || h.opts.bundle != "" || h.env.Inquire == nil {
		return ""
	}
	f, ok := h.env.Inquire(r)
	if !ok {
		return ""
	}
	if len(r.Version) > 0 {
		source, _ := h.dialect().(harness.VersionSource) // it has a command
		_ = clientversion.Save(dir, ev.Harness, source.ParseVersion(f.Version), h.env.Now())
	}
	return f.Login
}

// asksLogin reports whether the kind of account is not known without asking the
// client. The variable can only make the outcome stricter.
func (h *handler) asksLogin(in *sources.InForce) bool {
	if !checksAccount(in) || h.env.Getenv("TEMPA_SKIP_CLAUDE_AUTH_STATUS") != "" {
		return false
	}
	known := account.Classify(account.In{Client: h.account(), Getenv: h.env.Getenv})
	return known.Signal == account.SignalNone
}

// versionCommand is the client's command for its version, nil when the version
// is known, or was asked for within a day. What the client tells this session
// is kept: doctor has nobody to ask.
func (h *handler) versionCommand(ev *event.Event, dir state.Dir) []string {
	d := h.dialect()
	source, ok := d.(harness.VersionSource)
	if !ok {
		return nil
	}
	if told := source.VersionFromEnv(h.env.Getenv, ev.Session.ID); told != "" {
		if told != clientversion.Read(dir)[ev.Harness].Version {
			_ = clientversion.Save(dir, ev.Harness, told, h.env.Now())
		}
		return nil
	}
	if !clientversion.Due(dir, ev.Harness, h.env.Now()) {
		return nil
	}
	if v := h.env.InstalledVersion(d.Info().Headless); v != "" {
		_ = clientversion.Save(dir, ev.Harness, v, h.env.Now())
		return nil
	}
	return source.VersionCommand()
}
