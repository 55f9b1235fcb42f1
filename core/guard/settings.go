package guard

import (
	"strings"

	"github.com/tempahq/tempa/core/payload"
)

// MaxSettings bounds a settings file; a larger one is refused unread.
const MaxSettings = 1 << 20

// Settings judges the new content of a client's settings file before the
// client takes it over. bad means that it would switch Tempa's hooks off or
// change the environment they run in, or that nobody can tell; reason is for
// people and never quotes a value.
//
// The names are those of Claude Code 2.1.332 and Copilot 1.0.102
// (disableAllHooks, env, enabledPlugins) and of Gemini CLI 0.61.0 (hooksConfig,
// extensions); each is looked for whichever client asks.
func Settings(content []byte) (reason string, bad bool) {
	if len(content) > MaxSettings {
		return "the settings file is larger than 1 MiB, so nobody can tell what it switches off", true
	}
	o, err := payload.Parse(content)
	if err != nil {
		return "the settings file " + err.Error() + ", so nobody can tell what it switches off", true
	}
	for _, judge := range [...]func(*payload.Object) string{switches, environment, plugins, geminiHooks} {
		if reason := judge(o); reason != "" {
			return reason, true
		}
	}
	return "", false
}

// switches looks at the settings that turn hooks off as a whole.
func switches(o *payload.Object) string {
	for _, key := range [...]string{"disableAllHooks", "allowManagedHooksOnly"} {
		if v := o.Get(key); v.Exists() && !isFalse(v) {
			return "`" + key + "` would switch hooks off"
		}
	}
	return ""
}

// environment looks at env, which reaches every hook without a question.
func environment(o *payload.Object) string {
	v := o.Get("env")
	if !v.Exists() || v.IsNull() {
		return ""
	}
	env, ok := v.Object()
	if !ok {
		return "`env` is not an object, so nobody can tell what it sets"
	}
	for _, name := range env.Keys() {
		if steers(name) {
			return "`env` would set " + safe(name) + ", which changes how hooks run"
		}
	}
	return ""
}

// steering are the variables that lead a program, its loader, its shell or a
// client elsewhere; a name that ends in * is a prefix.
var steering = [...]string{
	"TEMPA*", "LD_*", "DYLD_*", "GODEBUG", "GOTRACEBACK", "GOMAXPROCS", "GOGC", "GOMEMLIMIT", "GOCOVERDIR", "GLIBC_TUNABLES",
	"PATH", "PATHEXT", "COMSPEC", "HOME", "USERPROFILE", "HOMEDRIVE", "HOMEPATH", "APPDATA", "LOCALAPPDATA", "PROGRAMDATA",
	"SYSTEMROOT", "XDG_CONFIG_HOME", "XDG_RUNTIME_DIR", "SHELL", "BASH_ENV", "BASH_FUNC_*", "ENV", "ZDOTDIR", "SHELLOPTS", "BASHOPTS", "PS4", "IFS",
	"PROMPT_COMMAND", "NODE_OPTIONS", "NODE_PATH", "CLAUDECODE", "CLAUDE_CONFIG_DIR", "CLAUDE_CODE_SIMPLE", "CLAUDE_CODE_SHELL*",
	"CLAUDE_CODE_SESSION_*", "CLAUDE_CODE_ENTRYPOINT", "CLAUDE_PLUGIN_*", "CLAUDE_PROJECT_DIR", "CLAUDE_PID", "CLAUDE_ENV_FILE",
	"AI_AGENT", "COPILOT_HOME", "COPILOT_CLI*", "COPILOT_PLUGIN_*", "CODEX_HOME", "GEMINI_CLI_*", "PLUGIN_ROOT", "PLUGIN_DATA",
}

// steers reports whether a variable changes how hooks run. Case does not
// count: it does not on Windows.
func steers(name string) bool {
	name = strings.ToUpper(name)
	for _, s := range steering {
		if prefix, cut := strings.CutSuffix(s, "*"); name == s || cut && strings.HasPrefix(name, prefix) {
			return true
		}
	}
	return false
}

// plugins looks at what is done to Tempa's plugin.
func plugins(o *payload.Object) string {
	v := o.Get("enabledPlugins")
	if v.Exists() && !v.IsNull() {
		enabled, ok := v.Object()
		if !ok {
			return "`enabledPlugins` is not an object, so nobody can tell what it switches off"
		}
		for _, name := range enabled.Keys() {
			if on, ok := enabled.Get(name).Bool(); namesTempa(name) && !(ok && on) {
				return "`enabledPlugins` would switch Tempa's plugin off"
			}
		}
	}
	if markets, ok := o.Get("extraKnownMarketplaces").Object(); ok {
		for _, name := range markets.Keys() {
			if namesTempa(name) {
				return "`extraKnownMarketplaces` would change where Tempa's plugin comes from"
			}
		}
	}
	return ""
}

// geminiHooks looks at what removes hooks and extensions from Gemini CLI.
func geminiHooks(o *payload.Object) string {
	for _, key := range [...]string{"hooksConfig", "hooks", "extensions"} {
		section, ok := o.Get(key).Object()
		if !ok {
			continue
		}
		if v := section.Get("enabled"); v.Exists() && !isTrue(v) {
			return "`" + key + ".enabled` would switch hooks off"
		}
		if listsTempa(section.Get("disabled")) {
			return "`" + key + ".disabled` would switch Tempa's hooks off"
		}
	}
	return ""
}

// listsTempa reports whether a list names a hook of ours; what is no list of
// strings can name anything.
func listsTempa(v payload.Value) bool {
	if !v.Exists() || v.IsNull() {
		return false
	}
	list, ok := v.Array()
	if !ok {
		return true
	}
	for _, item := range list {
		if s, ok := item.Str(); !ok || namesTempa(s) {
			return true
		}
	}
	return false
}

func isFalse(v payload.Value) bool { b, ok := v.Bool(); return ok && !b || v.IsNull() }
func isTrue(v payload.Value) bool  { b, ok := v.Bool(); return ok && b }
