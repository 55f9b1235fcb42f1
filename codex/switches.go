package codex

import "github.com/tempahq/tempa/core/harness"

var _ harness.Doctored = Dialect{}

// Switches are the settings that leave hooks out. codex_hooks is the older
// name of the same switch; a project's file counts where it is trusted.
func (Dialect) Switches() []harness.Switch {
	var list []harness.Switch
	for _, file := range []string{"~/.codex/config.toml", "./.codex/config.toml"} {
		for _, key := range []string{"hooks", "codex_hooks"} {
			list = append(list, harness.Switch{File: file, Path: []string{"features", key}, Off: harness.OffWhenFalse, Means: "no hook runs but those that requirements.toml pins"})
		}
	}
	return append(list,
		harness.Switch{File: "/etc/codex/requirements.toml", Path: []string{"features", "hooks"}, Off: harness.OffWhenFalse, Means: "the administrator switches all hooks off"},
	)
}

// Needs are the promises that an older client does not keep.
func (Dialect) Needs() []harness.Need {
	return []harness.Need{
		{Version: "0.157.1", Means: "what hooks do was not recorded"},
	}
}
