package guard

import (
	"strings"
	"testing"
)

func TestSettings(t *testing.T) {
	for _, tt := range []struct {
		content string
		bad     bool
	}{
		{`{}`, false},
		{`{"permissions":{"allow":["Bash(ls:*)"]},"model":"x"}`, false},
		{`{"env":{"FOO":"bar","ANTHROPIC_MODEL":"x","HTTPS_PROXY":"http://p"}}`, false},
		{`{"env":null,"disableAllHooks":false}`, false},
		{`{"enabledPlugins":{"other@m":false,"tempa@acme":true}}`, false},
		{`{"hooks":{"PreToolUse":[{"matcher":"Bash","hooks":[{"type":"command","command":"x"}]}]}}`, false},
		{`{"hooks":{"disabled":["other"]},"hooksConfig":{"enabled":true,"disabled":[]}}`, false},
		{`{"nested":{"disableAllHooks":true}}`, false},

		{`{"disableAllHooks":true}`, true},
		{`{"disableAllHooks":"true"}`, true},
		{`{"disableAllHooks":1}`, true},
		{`{"disable\u0041llHooks":true}`, true},
		{`{"allowManagedHooksOnly":true}`, true},
		{`{"env":{"TEMPA_HOME":"/tmp/x"}}`, true},
		{`{"env":{"tempa_state":"x"}}`, true},
		{`{"env":{"PATH":"/tmp"}}`, true},
		{`{"env":{"Path":"/tmp"}}`, true},
		{`{"env":{"LD_PRELOAD":"/tmp/x.so"}}`, true},
		{`{"env":{"DYLD_INSERT_LIBRARIES":"x"}}`, true},
		{`{"env":{"GODEBUG":"x"}}`, true},
		{`{"env":{"BASH_ENV":"x"}}`, true},
		{`{"env":{"CLAUDE_CONFIG_DIR":"x"}}`, true},
		{`{"env":[]}`, true},
		{`{"env":"x"}`, true},
		{`{"enabledPlugins":{"tempa@acme":false}}`, true},
		{`{"enabledPlugins":{"Tempa@acme":null}}`, true},
		{`{"enabledPlugins":{"tempa@acme":["x"]}}`, true},
		{`{"enabledPlugins":["tempa"]}`, true},
		{`{"extraKnownMarketplaces":{"tempa":{"source":"x"}}}`, true},
		{`{"hooksConfig":{"enabled":false}}`, true},
		{`{"hooksConfig":{"disabled":["tempa"]}}`, true},
		{`{"hooksConfig":{"disabled":"tempa"}}`, true},
		{`{"hooks":{"enabled":false}}`, true},
		{`{"extensions":{"disabled":["tempa"]}}`, true},

		{``, true},
		{`null`, true},
		{`[]`, true},
		{`{"a":1,"a":2}`, true},
		{`{"disableAllHooks":true,"disableAllHooks":false}`, true},
		{`{"a":1} {}`, true},
		{`{"a":1,}`, true},
		{"{\"a\":\"\xff\"}", true},
		{`{"a":"` + strings.Repeat("x", MaxSettings) + `"}`, true},
		{strings.Repeat(`{"a":`, 100000) + "1" + strings.Repeat("}", 100000), true},
	} {
		reason, bad := Settings([]byte(tt.content))
		if bad != tt.bad || bad != (reason != "") {
			t.Errorf("%.60s: %v (%s), want %v", tt.content, bad, reason, tt.bad)
		}
	}
}

// A reason names keys, never what they are set to.
func TestSettingsKeepsValues(t *testing.T) {
	reason, _ := Settings([]byte(`{"env":{"PATH":"s3cret-value"}}`))
	if strings.Contains(reason, "s3cret") {
		t.Error(reason)
	}
}

func FuzzSettings(f *testing.F) {
	f.Add([]byte(`{"env":{"PATH":"x"},"hooks":{"disabled":[1]}}`))
	f.Fuzz(func(t *testing.T, content []byte) { Settings(content) })
}
