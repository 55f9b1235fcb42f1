package table

import (
	"strings"

	"github.com/tempahq/tempa/core/command"
	"github.com/tempahq/tempa/core/event"
)

// flags requires one spelling of every group.
func (m *matcher) flags() result {
	best := yes
	for _, group := range m.row.Flags {
		got := no
		for _, spelling := range group {
			if got = max(got, m.flag(spelling)); got == yes {
				break
			}
		}
		if best = min(best, got); best == no {
			return no
		}
	}
	return best
}

// flag looks for an option anywhere in the command.
func (m *matcher) flag(f string) result {
	f, value, has := strings.Cut(f, " ")
	if has {
		return min(m.flag(f), m.value(f, value))
	}
	best := no
	for i := range m.c.Args {
		w := &m.c.Args[i]
		if m.isFlag(f, w.Value) {
			return yes
		}
		if m.mayBeFlag(f, i) {
			best = maybe
		}
	}
	if best == no && len(f) > 2 && len(f) <= 4 && f[0] == '-' && f[1] != '-' && allLetters(f[1:]) {
		return m.letters(f[1:])
	}
	return best
}

// letters looks for every letter of -rf among the clusters.
func (m *matcher) letters(set string) result {
	for i := range len(set) {
		if m.flag("-"+set[i:i+1]) != yes {
			return no
		}
	}
	return yes
}

// isFlag reports whether a word is the option: as it stands, with =value, in
// a cluster, or by a prefix.
func (m *matcher) isFlag(f, w string) bool {
	if len(w) < 2 || f == "" || w[0] != '-' && w[0] != f[0] {
		return false
	}
	if m.row.Language == event.PowerShell {
		w, _, _ = strings.Cut(w, ":")
		return len(w) > 1 && len(w) <= len(f) && strings.EqualFold(f[:len(w)], w)
	}
	if w == f {
		return true
	}
	if m.row.Language == event.Cmd {
		return strings.EqualFold(w, f)
	}
	if len(f) == 2 && f[0] == '-' {
		return w[1] != '-' && inCluster(w[1:], f[1])
	}
	name, _, given := strings.Cut(w, "=")
	if name == f {
		return given
	}
	return strings.HasPrefix(f, "--") && len(name) > 2 && strings.HasPrefix(f, name) && abbreviates(m.c.Program)
}

// inCluster looks for a letter among the options written together; what
// follows a character that is no letter is a value.
func inCluster(cluster string, letter byte) bool {
	for i := range len(cluster) {
		c := cluster[i]
		if c == letter {
			return true
		}
		if c|0x20 < 'a' || c|0x20 > 'z' {
			return false
		}
	}
	return false
}

// abbreviates reports whether the program takes --har for --hard. The list is
// of those that are known not to.
func abbreviates(program string) bool {
	switch program {
	case "docker", "podman", "nerdctl", "kubectl", "oc", "helm", "gh", "glab", "terraform", "tofu", "pulumi",
		"npm", "npx", "pnpm", "yarn", "bun", "cargo", "go", "aws", "systemctl":
		return false
	}
	return true
}

// mayBeFlag reports whether an unknown word stands where an option may: it
// begins like one, it is a list of words, or it is unquoted in the place
// directly behind the subcommand.
func (m *matcher) mayBeFlag(f string, i int) bool {
	w := &m.c.Args[i]
	k := strings.IndexByte(w.Value, 0)
	if k < 0 {
		return false
	}
	if w.Value[0] == '-' {
		return k == 1 || mayLike(f, w.Value) || len(f) == 2 && w.Value[1] != '-'
	}
	if w.Value != command.Unknown {
		return false
	}
	if listed(w) {
		return true
	}
	return i == m.rest && !strings.HasPrefix(w.Typed, `"`) && (len(m.row.Words) > 0 || i+1 < len(m.c.Args))
}

// value looks for the value of an option: anywhere, since what stands between
// is not known, or attached to it.
func (m *matcher) value(f, value string) result {
	best := no
	for i := range m.c.Args {
		w := m.c.Args[i].Value
		if w == value || strings.HasSuffix(w, "="+value) && w[0] == '-' || len(f) == 2 && w == f+value {
			return yes
		}
		if strings.IndexByte(w, 0) >= 0 && mayLike(value, w) {
			best = maybe
		}
	}
	return best
}
