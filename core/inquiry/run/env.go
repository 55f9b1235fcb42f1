package run

import "path/filepath"

// environment is what the client needs to find its own login, built from
// nothing: no key, no token, no variable that moves its settings or decides
// what is loaded.
func environment(getenv func(string) string, home, program string) []string {
	env := []string{
		"HOME=" + home,
		"USERPROFILE=" + home,
		// A script of the client finds its interpreter beside itself.
		"PATH=" + filepath.Dir(program) + string(filepath.ListSeparator) + systemPath,
		"LANG=C.UTF-8",
		// This is no time for an update (claude-code 2.1.332).
		"DISABLE_AUTOUPDATER=1", "DISABLE_TELEMETRY=1",
	}
	for _, name := range []string{"USER", "LOGNAME", "SystemRoot"} {
		if v := getenv(name); v != "" {
			env = append(env, name+"="+v)
		}
	}
	return env
}
