package command

import (
	"path"
	"slices"
	"strings"
)

// link is a symbolic link that the line makes: ln -s target name.
type link struct{ name, target string }

// linked notes what "ln -s" makes.
func (a *analyser) linked(program string, args []field, operands []string) {
	symbolic := slices.ContainsFunc(args, func(w field) bool {
		return w.Value == "--symbolic" || len(w.Value) > 1 && w.Value[0] == '-' && w.Value[1] != '-' && strings.Contains(w.Value, "s")
	})
	if program != "ln" || !symbolic || len(operands) == 0 || len(a.links) >= maxMade {
		return
	}
	target, name := operands[0], path.Base(operands[0])
	if len(operands) > 1 {
		name = path.Clean(operands[len(operands)-1])
	}
	if !path.IsAbs(target) {
		target = path.Join(path.Dir(name), target)
	}
	if strings.Contains(name, Unknown) || name == "." || name == "/" {
		return
	}
	a.links = append(a.links, link{name, target})
}

// behindLinks is a command with the words that lead through a link of the line
// replaced by where they lead.
func (a *analyser) behindLinks(cmd Command) (Command, bool) {
	changed := false
	cmd.Args = slices.Clone(cmd.Args)
	for i := range cmd.Args {
		changed = a.follow(&cmd.Args[i]) || changed
	}
	cmd.Redirs = slices.Clone(cmd.Redirs)
	for i := range cmd.Redirs {
		changed = a.follow(&cmd.Redirs[i].Target) || changed
	}
	return cmd, changed
}

func (a *analyser) follow(w *Word) bool {
	for _, l := range a.links {
		value := strings.TrimPrefix(w.Value, "./")
		rest, ok := strings.CutPrefix(value, l.name+"/")
		if !ok {
			continue
		}
		w.Pattern = l.target + "/" + strings.TrimPrefix(strings.TrimPrefix(w.Pattern, "./"), l.name+"/")
		w.Value = l.target + "/" + rest
		return true
	}
	return false
}
