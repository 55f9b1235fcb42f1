package access

import (
	"strings"

	"github.com/tempahq/tempa/core/command"
)

// walkTar reads the words of tar, bsdtar and ar-like programs, whose mode
// decides what the archive and the members are: tar xf a.tar -C dir,
// tar -czf a.tgz src, tar --create --file=a.tar src.
func walkTar(s *scan) {
	t := tar{scan: s, archive: -1}
	for i := 0; i < len(s.args); {
		v := s.args[i].Value
		switch {
		case strings.HasPrefix(v, "--"):
			i = t.long(i)
		case strings.HasPrefix(v, "-") && len(v) > 1:
			i = t.letters(i, v[1:], true)
		case i == 0:
			i = t.letters(i, v, false)
		default:
			s.operands = append(s.operands, i)
			i++
		}
	}
	t.finish()
}

type tar struct {
	*scan
	mode        byte // c, r, u, x, t, d; 0 when not told
	archive     int  // index of the word of the archive
	archiveOff  int
	absolute    bool
	removeFiles bool
}

// letters takes a cluster. In the old form the values follow in the order of
// their letters.
func (t *tar) letters(i int, letters string, dashed bool) int {
	after := i + 1
	for n := 0; n < len(letters); n++ {
		c := letters[n]
		if strings.IndexByte("cruxtdA", c) >= 0 {
			t.mode = c
			continue
		}
		if c == 'P' {
			t.absolute = true
		}
		if strings.IndexByte("fCTXIbHVNgKLF", c) < 0 {
			continue
		}
		if dashed && n+1 < len(letters) {
			t.value(c, i, n+2)
			return after
		}
		if after < len(t.args) {
			t.value(c, after, 0)
			after++
		}
	}
	return after
}

func (t *tar) long(i int) int {
	v := t.args[i].Value
	name, off := v, 0
	if n := strings.IndexByte(v, '='); n > 0 {
		name, off = v[:n], n+1
	}
	letter := tarLetter(name)
	switch {
	case letter == 0:
		return i + 1
	case strings.IndexByte("cruxtdA", letter) >= 0:
		t.mode = letter
		return i + 1
	case letter == 'D':
		t.removeFiles = true
		return i + 1
	case letter == 'P':
		t.absolute = true
		return i + 1
	case off > 0:
		t.value(letter, i, off)
		return i + 1
	case i+1 < len(t.args):
		t.value(letter, i+1, 0)
	}
	return i + 2
}

func tarLetter(name string) byte {
	switch name {
	case "--create":
		return 'c'
	case "--extract", "--get":
		return 'x'
	case "--list":
		return 't'
	case "--append":
		return 'r'
	case "--update":
		return 'u'
	case "--diff", "--compare":
		return 'd'
	case "--file":
		return 'f'
	case "--directory", "--one-top-level":
		return 'C'
	case "--files-from":
		return 'T'
	case "--exclude-from":
		return 'X'
	case "--exclude", "--transform", "--xform", "--owner", "--group", "--mode", "--format", "--strip-components", "--to-command", "--checkpoint-action", "--use-compress-program", "--warning", "--mtime", "--sort":
		return 'I'
	case "--remove-files":
		return 'D'
	case "--absolute-names":
		return 'P'
	}
	return 0
}

// value takes the value of an option.
func (t *tar) value(letter byte, i, off int) {
	f := found{word: &t.args[i], off: off, role: 'r'}
	switch letter {
	case 'f':
		t.archive, t.archiveOff = i, off
	case 'T', 'X', 'g':
		t.visit(f)
	case 'C':
		f.role = 'c'
		t.visit(f)
	}
}

func (t *tar) finish() {
	writes := t.mode == 'c' || t.mode == 'r' || t.mode == 'u' || t.mode == 'A'
	if t.archive >= 0 {
		// An archive is on another host only where a colon says so; a name that
		// is not known is taken for a file.
		f := found{word: &t.args[t.archive], off: t.archiveOff, role: 'r', outside: true}
		remote := strings.Contains(f.word.Value[f.off:], ":")
		switch {
		case writes && remote:
			f.role = 'W'
		case writes:
			f.role = 'w'
		case remote:
			f.role = 'R'
		}
		t.visit(f)
	}
	for _, i := range t.operands {
		f := found{word: &t.args[i], role: '-', tree: true}
		switch {
		case writes && t.removeFiles:
			f.role = 'm'
		case writes || t.mode == 'd':
			f.role = 'r'
		}
		t.visit(f)
	}
	if t.mode == 'x' {
		t.visit(found{role: 'w', tree: true})
	}
	if t.mode == 'x' && t.absolute {
		t.visit(found{word: &command.Word{Value: "/"}, role: 'w', tree: true})
	}
}
