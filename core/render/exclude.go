package render

import (
	"errors"
	"io/fs"
	"strings"
)

const excludeFile = "info/exclude"

// excluded returns git's exclude file with our block for one checkout, or
// without it when paths is empty. Worktrees share the file, so the block
// carries the checkout's id.
func excluded(old, id string, paths []string) string {
	begin, end := "# tempa "+id+": rendered files; renewed by Tempa", "# tempa "+id+": end"
	text := cutBlock(old, begin, end)
	if len(paths) == 0 {
		return text
	}
	if text != "" && !strings.HasSuffix(text, "\n") {
		text += "\n"
	}
	return text + begin + "\n" + tempName + "\n/" + strings.Join(paths, "\n/") + "\n" + end + "\n"
}

// cutBlock takes the block out. Without its end only the first line goes: what
// follows may be the person's.
func cutBlock(text, begin, end string) string {
	var kept, block strings.Builder
	inside := false
	for line := range strings.Lines(text) {
		switch trimmed := strings.TrimRight(line, "\r\n"); {
		case !inside && trimmed == begin:
			inside = true
		case inside && trimmed == end:
			inside = false
			block.Reset()
		case inside:
			block.WriteString(line)
		default:
			kept.WriteString(line)
		}
	}
	return kept.String() + block.String()
}

// exclude brings git's exclude file up to date; it writes only a change.
func exclude(git *tree, id string, paths []string) error {
	old, mode, err := git.read(excludeFile)
	missing := errors.Is(err, fs.ErrNotExist)
	if err != nil && !missing {
		return errors.New("git's " + excludeFile + " " + problem(err, "read"))
	}
	text := excluded(string(old), id, paths)
	switch {
	case text == string(old):
		return nil
	case !missing:
		err = git.replace(excludeFile, []byte(text), mode)
	default:
		if err = git.makeParents(excludeFile); err == nil {
			err = git.create(excludeFile, []byte(text), newFile)
		}
	}
	if err != nil {
		return errors.New("git's " + excludeFile + " " + problem(err, "written"))
	}
	return nil
}
