// Package clientversion keeps what the clients said of their versions. A hook
// only reads it; whoever runs a client to ask answers an inquiry.
package clientversion

import (
	"strings"
	"time"

	"github.com/tempahq/tempa/core/harness"
	"github.com/tempahq/tempa/core/state"
)

// file holds the versions in the state folder:
// {"codex": {"version": "0.171.0", "at": "…"}}.
const file = "versions.json"

// every is how often a client is asked.
const every = 24 * time.Hour

// Known is what is known of one client.
type Known struct {
	Version string    `json:"version"`
	At      time.Time `json:"at"` // when it was asked, whether or not it answered
}

// Read returns what is known, by harness. What cannot be read is unknown.
func Read(d state.Dir) map[string]Known {
	var all map[string]Known
	if d.ReadJSON(file, &all) != nil {
		return nil
	}
	return all
}

// Of is the client's version as far as it is known: what its environment says
// of this session, else what it said when it was asked.
func Of(d state.Dir, dialect harness.Dialect, getenv func(string) string, session string) string {
	if v := fromEnv(dialect, getenv, session); v != "" {
		return v
	}
	return Plain(Read(d)[dialect.Info().Name].Version)
}

// fromEnv is the version that the client's environment tells, empty when it
// does not.
func fromEnv(dialect harness.Dialect, getenv func(string) string, session string) string {
	s, ok := dialect.(harness.VersionSource)
	if !ok || getenv == nil {
		return ""
	}
	return s.VersionFromEnv(getenv, session)
}

// Due reports whether a client is to be asked: not yet today. A time in the
// future is one of a clock that was wrong.
func Due(d state.Dir, name string, now time.Time) bool {
	at := Read(d)[name].At
	return at.IsZero() || now.Sub(at) >= every || at.After(now.Add(time.Minute))
}

// Save notes that a client was asked. Without an answer the last one stays.
func Save(d state.Dir, name, version string, now time.Time) error {
	all := Read(d)
	if all == nil {
		all = map[string]Known{}
	}
	if version == "" {
		version = all[name].Version
	}
	all[name] = Known{version, now.UTC()}
	return d.WriteJSON(file, all)
}

// longest is more than any version has.
const longest = 64

// Plain returns a text that is nothing but a version, or nothing: digits, dots
// and what stands behind the numbers of a pre-release or a build.
func Plain(s string) string {
	s = strings.TrimSpace(s)
	if s == "" || len(s) > longest || s[0] < '0' || s[0] > '9' || !strings.Contains(s, ".") {
		return ""
	}
	for _, c := range []byte(s) {
		digit, letter := '0' <= c && c <= '9', 'a' <= c|0x20 && c|0x20 <= 'z'
		if !digit && !letter && c != '.' && c != '-' && c != '+' {
			return ""
		}
	}
	return s
}

// Between is the version in the first line between two texts; after may be
// empty, which means the end of the line.
func Between(printed, before, after string) string {
	line, _, _ := strings.Cut(strings.TrimSpace(printed), "\n")
	line, ok := strings.CutPrefix(strings.TrimSpace(line), before)
	if ok && after != "" {
		line, ok = strings.CutSuffix(line, after)
	}
	if !ok {
		return ""
	}
	return Plain(line)
}
