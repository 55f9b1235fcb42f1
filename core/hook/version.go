package hook

import (
	"strings"

	"github.com/tempahq/tempa/core/harness"
)

// versions are what the clients said of themselves last, by harness; written
// when a session starts.
type versions map[string]string

// VersionsFile holds them in the state folder.
const VersionsFile = "versions.json"

// clientVersion is the client's version as far as it is known; it decides
// whether an ask is real, so an unreadable file counts as unknown.
func (h *handler) clientVersion(d harness.Dialect) string {
	dir, err := h.state()
	if err != nil {
		return ""
	}
	var v versions
	if dir.ReadJSON(VersionsFile, &v) != nil {
		return ""
	}
	return strings.TrimSpace(v[d.Info().Name])
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
