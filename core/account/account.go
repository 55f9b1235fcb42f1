// Package account tells what kind of account a session runs with, and what the
// policy makes of it. It looks at names, never at secrets: which variables are
// set, which way of logging in the client names, whether the administrator
// pins an organisation.
package account

import (
	"bytes"

	"github.com/tempahq/tempa/core/harness"
	"github.com/tempahq/tempa/core/payload"
)

// The kinds of account.
const (
	CloudProvider = "cloud_provider"
	APIKey        = "api_key"
	Token         = "token"
	Organisation  = "organisation"
	Personal      = "personal"
	Unknown       = "unknown"
)

// What a verdict rests on, where it is not the name of a variable. Behind
// SignalStatus stands the client's own word.
const (
	SignalStatus  = "auth_status:"
	SignalManaged = "managed_settings"
	SignalOther   = "other_harness"
	SignalNone    = "none"
)

// In is what is known of a session's account.
type In struct {
	Client harness.Account
	Getenv func(string) string
	// Method is the client's own word for how it is logged in; empty when it
	// was not asked, or did not say.
	Method string
	// Pinned reports whether the administrator ties logins to an organisation.
	Pinned bool
}

// Verdict is a kind of account and what it rests on.
type Verdict struct {
	Kind   string `json:"kind"`
	Signal string `json:"signal"`
}

// Classify tells the kind of account. The order is the client's own: a cloud
// provider goes before a variable that logs in, and that before a stored login
// (ANTHROPIC_API_KEY before a login at claude.ai: claude-code 2.1.332).
func Classify(in In) Verdict {
	if len(in.Client.Methods) == 0 {
		return Verdict{Unknown, SignalOther}
	}
	if v, ok := fromEnvironment(in); ok {
		return v
	}
	return fromLogin(in)
}

// fromEnvironment looks at variables. Only a provider's switch is read; of a
// key it counts that it is there.
func fromEnvironment(in In) (Verdict, bool) {
	if in.Getenv == nil {
		return Verdict{}, false
	}
	for _, name := range in.Client.Providers {
		if on(in.Getenv(name)) {
			return Verdict{CloudProvider, name}, true
		}
	}
	for _, v := range in.Client.Variables {
		if in.Getenv(v.Name) != "" {
			return Verdict{v.Kind, v.Name}, true
		}
	}
	return Verdict{}, false
}

// on reads a switch the way the client does: 0, false, no and off are off.
func on(value string) bool {
	switch value {
	case "", "0", "false", "False", "FALSE", "no", "No", "NO", "off", "Off", "OFF":
		return false
	}
	return true
}

// fromLogin looks at the stored login. A login that nothing ties to an
// organisation counts as a person's own: the client does not say whose it is
// but in fields that are not read.
func fromLogin(in In) Verdict {
	kind := Unknown
	for _, m := range in.Client.Methods {
		if m.Name == in.Method {
			kind = m.Kind
		}
	}
	switch {
	case kind == Personal && in.Pinned, in.Method == "" && in.Pinned:
		return Verdict{Organisation, SignalManaged}
	case in.Method == "":
		return Verdict{Unknown, SignalNone}
	}
	return Verdict{kind, SignalStatus + known(in.Client.Methods, in.Method)}
}

// known keeps a word that is not one of the client's own out of files.
func known(methods []harness.Method, name string) string {
	for _, m := range methods {
		if m.Name == name {
			return name
		}
	}
	return "other"
}

// Method is the "authMethod" in what the client's status command printed. The
// rest of it (addresses, names, plans) is not even decoded.
func Method(printed []byte) string {
	o, err := payload.Parse(bytes.TrimSpace(printed))
	if err != nil {
		return ""
	}
	s, _ := o.Get("authMethod").Str()
	return s
}

// pins reports whether a settings file ties logins to an organisation: one of
// the members is a text or a list that is not empty.
func pins(content []byte, members []string) bool {
	o, err := payload.Parse(content)
	if err != nil {
		return false
	}
	for _, name := range members {
		v := o.Get(name)
		if s, ok := v.Str(); ok && s != "" {
			return true
		}
		if list, ok := v.Array(); ok && len(list) > 0 {
			return true
		}
	}
	return false
}

// Pinned reports whether one of the administrator's files does. A file that
// cannot be read pins nothing: the stricter side.
func Pinned(c harness.Account, goos string, read func(string) ([]byte, error)) bool {
	if c.Settings == nil {
		return false
	}
	for _, file := range c.Settings(goos) {
		if data, err := read(file); err == nil && pins(data, c.Pins) {
			return true
		}
	}
	return false
}
