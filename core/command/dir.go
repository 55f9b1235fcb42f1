package command

import (
	"path"
	"slices"
	"strings"
)

// changeDir follows cd, pushd and popd. Where the folder may be missing the
// command can fail and leave the shell where it was.
func (a *analyser) changeDir(sc *scope, st *state, name string, args []field) (ok, fail *state) {
	target, known := a.cdTarget(st, name, args)
	var places []string
	if !strings.HasPrefix(target, "/") && !strings.HasPrefix(target, "./") && !strings.HasPrefix(target, "../") && target != ".." && target != "." {
		places = cdPath(sc, st)
		known = known && !slices.ContainsFunc(places, func(p string) bool { return strings.Contains(p, Unknown) })
	}
	ok, fail = st.clone(), st
	if !known || sc.remote {
		ok.dirs, ok.dirLost = nil, true
		return ok, fail
	}
	ok.dirs = nil
	if path.IsAbs(target) {
		ok.dirLost = false
	}
	for _, d := range st.dirs {
		ok.addDir(joinDir(d, target))
		for _, place := range places {
			ok.addDir(joinDir(d, joinDir(place, target)))
		}
	}
	if len(st.dirs) == 0 && path.IsAbs(target) {
		ok.addDir(path.Clean(target))
	}
	if a.exists(target) {
		fail = fail.clone()
		fail.dead = true
	}
	return ok, fail
}

// cdPath are the folders that the line lets cd look in.
func cdPath(sc *scope, st *state) (places []string) {
	for _, as := range sc.assigns {
		if as.Name == "CDPATH" {
			places = append(places, strings.Split(as.Value.Value, ":")...)
		}
	}
	if v := st.lookup("CDPATH"); v != nil {
		for _, val := range v.vals {
			places = append(places, strings.Split(val.text, ":")...)
		}
	}
	return places
}

func (a *analyser) cdTarget(st *state, name string, args []field) (target string, known bool) {
	for len(args) > 0 && len(args[0].Value) > 1 && args[0].Value[0] == '-' && !args[0].Dynamic {
		args = args[1:]
	}
	switch {
	case name == "popd":
		return "", false
	case len(args) == 0:
		v := st.lookup("HOME")
		return a.env.Home, name == "cd" && a.env.Home != "" && v == nil
	}
	w := args[0]
	if w.Dynamic || w.Glob || w.Value == "-" || w.Value == "" || strings.HasPrefix(w.Value, "+") && name == "pushd" {
		return "", false
	}
	return w.Value, true
}

// exists reports whether a folder is there without asking the machine: the
// home, the starting folder, and what lies above them.
func (a *analyser) exists(dir string) bool {
	dir = path.Clean(dir)
	switch dir {
	case "/", "/tmp", ".", "..":
		return true
	}
	for _, known := range []string{a.env.Home, a.env.Dir} {
		if known != "" && path.IsAbs(dir) && (known == dir || strings.HasPrefix(known, dir+"/")) {
			return true
		}
	}
	return false
}

func joinDir(base, dir string) string {
	if path.IsAbs(dir) {
		return path.Clean(dir)
	}
	return path.Join(base, dir)
}

// commandDirs is the directory of one command that has an option for it:
// git -C, make -C, tar -C, cargo -C and their like.
func commandDirs(cmd Command, dirs []string, lost bool) ([]string, bool) {
	short, long := directoryOption(cmd.Program)
	if short == "" && long == "" {
		return dirs, lost
	}
	for i, w := range cmd.Args {
		if cmd.Program == "git" && i >= cmd.Sub {
			break
		}
		target := ""
		switch {
		case w.Value == "--":
			return dirs, lost
		case (w.Value == short || w.Value == long) && i+1 < len(cmd.Args):
			target = cmd.Args[i+1].Value
		case long != "" && strings.HasPrefix(w.Value, long+"="):
			target = w.Value[len(long)+1:]
		case short != "" && strings.HasPrefix(w.Value, short) && len(w.Value) > len(short) && cmd.Program != "git":
			target = w.Value[len(short):]
		default:
			continue
		}
		dirs, lost = enter(dirs, lost, target)
	}
	return dirs, lost
}

// enter is the set of directories after going to target from each.
func enter(dirs []string, lost bool, target string) ([]string, bool) {
	switch {
	case strings.Contains(target, Unknown):
		return nil, true
	case path.IsAbs(target):
		return []string{path.Clean(target)}, false
	}
	out := slices.Clone(dirs)
	for i, d := range out {
		out[i] = joinDir(d, target)
	}
	return out, lost
}

func directoryOption(program string) (short, long string) {
	switch program {
	case "git":
		return "-C", ""
	case "make", "gmake", "ninja":
		return "-C", "--directory"
	case "tar", "bsdtar", "gtar":
		return "-C", "--directory"
	case "go":
		return "-C", ""
	case "cargo":
		return "-C", ""
	case "env":
		return "-C", "--chdir"
	case "pnpm":
		return "-C", "--dir"
	case "npm":
		return "", "--prefix"
	case "yarn", "bun":
		return "", "--cwd"
	case "uv", "poetry":
		return "", "--directory"
	case "terraform", "tofu":
		return "", "-chdir"
	case "task", "just":
		return "-d", "--working-directory"
	}
	return "", ""
}
