//go:build clients

package clients

import (
	"os"
	"path/filepath"
	"testing"
)

// cache is where scripts/clients has installed the clients.
func cache() string { return os.Getenv("TEMPA_CLIENTS") }

// pluginDir is the plugin as scripts/dist lays it out for this machine.
func pluginDir(name string) string {
	return filepath.Join(os.Getenv("TEMPA_PLUGINS"), name)
}

// starter gives the person of the story the starter policy.
func starter(t *testing.T, p *place, binary string) {
	t.Helper()
	p.mustRun(t, nil, binary, "init", "--state", filepath.Join(p.home, ".tempa"))
}

func playAll(t *testing.T, c *client) {
	for _, s := range stories(t) {
		t.Run(s.Name, func(t *testing.T) {
			p := newPlace(t, c)
			for name, text := range s.Files {
				p.write(t, name, text)
			}
			starter(t, p, filepath.Join(os.Getenv("TEMPA_BIN"), "tempa-"+c.name))
			c.install(t, p)
			told, o := p.play(t, s)
			s.check(t, p, told, o)
		})
	}
}
