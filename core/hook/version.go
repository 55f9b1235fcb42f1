package hook

import (
	"github.com/tempahq/tempa/core/clientversion"
	"github.com/tempahq/tempa/core/harness"
)

// clientVersion is the client's version as far as it is known; it decides
// whether an ask is real, so an unreadable file counts as unknown.
func (h *handler) clientVersion(d harness.Dialect) string {
	dir, err := h.state()
	if err != nil {
		return ""
	}
	session := ""
	if ev := h.known.Load().event; ev != nil {
		session = ev.Session.ID
	}
	if v := clientversion.Of(dir, d, h.env.Getenv, session); v != "" {
		return v
	}
	return h.env.InstalledVersion(d.Info().Headless)
}

// forVersion is the dialect for the client's version, where that matters to
// how it is answered.
func (h *handler) forVersion(d harness.Dialect) harness.Dialect {
	v, ok := d.(harness.Versioned)
	if !ok {
		return d
	}
	return v.For(h.clientVersion(d))
}
