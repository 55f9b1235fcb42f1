package command

import (
	"slices"
	"strings"
)

// setups are programs that print what a shell is to be set up with, and the
// word that asks for it. Their output is as much theirs as anything that they
// do when they run, so that reading it hides nothing.
var setups = []struct{ program, words string }{
	{"aws-vault", "export"},
	{"brew", "shellenv"},
	{"conda", "shell.bash shell.zsh shell.posix"},
	{"direnv", "hook export"},
	{"dircolors", "-b --sh"},
	{"docker", "completion"},
	{"docker-machine", "env"},
	{"fnm", "env"},
	{"gh", "completion"},
	{"helm", "completion"},
	{"kubectl", "completion"},
	{"lesspipe", ""},
	{"mamba", "shell"},
	{"micromamba", "shell"},
	{"minikube", "docker-env completion"},
	{"mise", "activate env"},
	{"nodenv", "init"},
	{"npm", "completion"},
	{"opam", "env config"},
	{"pip", "completion"},
	{"pyenv", "init virtualenv-init"},
	{"rbenv", "init"},
	{"ssh-agent", "-s -c"},
	{"starship", "init"},
	{"thefuck", "--alias"},
	{"uv", "generate-shell-completion"},
	{"zoxide", "init"},
}

// printsSetup reports whether a substitution, as typed, is one call of such a
// program with plain words.
func printsSetup(typed string) bool {
	switch {
	case strings.HasPrefix(typed, "$(") || strings.HasPrefix(typed, "<("):
		typed = strings.TrimSuffix(typed[2:], ")")
	case len(typed) > 1 && typed[0] == '`':
		typed = strings.Trim(typed, "`")
	default:
		return false
	}
	if strings.ContainsFunc(typed, func(r rune) bool {
		return r > '~' || !(r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || strings.ContainsRune(" -_./=:", r))
	}) {
		return false
	}
	words := strings.Fields(typed)
	if len(words) == 0 || strings.HasPrefix(words[0], "./") || strings.HasPrefix(words[0], "../") {
		return false
	}
	for _, s := range setups {
		if s.program == baseName(words[0]) {
			return s.words == "" || len(words) > 1 && slices.Contains(strings.Fields(s.words), words[1])
		}
	}
	return false
}
