package inquiry

// Environment is what the companion and the client are started with, built from
// nothing: no key, no token, no variable that moves settings or decides what is
// loaded. A project can set all of those for its hooks.
func Environment(getenv func(string) string, home string) []string {
	env := []string{"HOME=" + home, "USERPROFILE=" + home}
	for _, name := range [...]string{"USER", "LOGNAME", "SystemRoot"} {
		if v := getenv(name); v != "" {
			env = append(env, name+"="+v)
		}
	}
	return env
}
