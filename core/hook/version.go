package hook

import (
	"github.com/tempahq/tempa/core/clientversion"
	"github.com/tempahq/tempa/core/harness"
)

// clientVersion is the client's version; it decides whether an ask is real, so
// it is worth a look at the process above us.
func (h *handler) clientVersion(d harness.Dialect) string {
	if v := h.toldVersion(d); v != "" {
		return v
	}
	return h.env.InstalledVersion(d.Info().Headless)
}

// toldVersion is the version that the client told, now or before; empty when it
// is not known.
func (h *handler) toldVersion(d harness.Dialect) string {
	dir, err := h.state()
	if err != nil {
		return ""
	}
	session := ""
	if ev := h.known.Load().event; ev != nil {
		session = ev.Session.ID
	}
	return clientversion.Of(dir, d, h.env.Getenv, session)
}

// forVersion is the dialect for the client's version, where that matters to
// how it is answered.
func (h *handler) forVersion(d harness.Dialect) harness.Dialect {
	v, ok := d.(harness.Versioned)
	if !ok {
		return d
	}
	return v.For(h.toldVersion(d))
}
