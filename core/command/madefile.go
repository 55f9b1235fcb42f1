package command

import (
	"slices"
	"strings"
)

// madeFile is a file that the line itself makes. Running it runs what the line
// put into it. Files are told apart by their base names only, which may follow
// a little too much and needs no directories.
type madeFile struct {
	name    string
	text    string // what was written
	fetched bool   // it came from a server, or out of a decoder
	copyOf  string // the program that was copied, linked or moved there
	ran     bool
}

// maxMade bounds the files that are followed.
const maxMade = 32

func (a *analyser) made(f madeFile) {
	if f.name != "" && !strings.Contains(f.name, Unknown) && f.name != "null" && len(a.files) < maxMade {
		a.files = append(a.files, f)
	}
}

// writes notes what a command writes by its redirections.
func (a *analyser) writes(st *state, words []field, redirs []Redir, in input) {
	var texts []string
	known, printed := false, false
	for i := range redirs {
		r := &redirs[i]
		if !r.Write || r.Target.Value == "/dev/null" || len(a.files) >= maxMade {
			continue
		}
		if !printed {
			texts, known = a.prints(st, words, in)
			printed = true
		}
		name := baseName(r.Target.Value)
		switch {
		case known:
			for _, text := range texts {
				a.made(madeFile{name: name, text: text})
			}
		case fetches(words[0].Value):
			a.made(madeFile{name: name, fetched: true})
		case len(words) == 2 && baseName(words[0].Value) == "cat":
			a.made(madeFile{name: name, copyOf: words[1].Value})
		}
	}
}

// fetches reports whether a program prints what a server or an encoded text
// says.
func fetches(program string) bool {
	switch baseName(program) {
	case "curl", "wget", "fetch", "http", "https", "xh", "aria2c", "nc", "ncat", "netcat", "socat", "base64", "base32", "xxd", "openssl", "uudecode":
		return true
	}
	return false
}

// makes notes the files that a program makes by its arguments.
func (a *analyser) makes(sc *scope, name string, args []field) {
	switch name {
	case "tee":
		for _, w := range args {
			if !strings.HasPrefix(w.Value, "-") {
				for _, text := range sc.in.texts {
					a.made(madeFile{name: baseName(w.Value), text: text})
				}
			}
		}
	case "curl", "wget":
		for i, w := range args {
			v := w.Value
			switch {
			case (v == "--output" || v == "--output-document" || isOutputOption(name, v)) && i+1 < len(args):
				a.made(madeFile{name: baseName(args[i+1].Value), fetched: true})
			case strings.HasPrefix(v, "--output=") || strings.HasPrefix(v, "--output-document="):
				a.made(madeFile{name: baseName(v[strings.IndexByte(v, '=')+1:]), fetched: true})
			case strings.Contains(v, "://") && (name == "wget" || remoteName(args)):
				a.made(madeFile{name: baseName(v), fetched: true})
			}
		}
	case "cp", "ln", "mv", "install", "gcp", "ginstall":
		var operands []string
		for _, w := range args {
			if !strings.HasPrefix(w.Value, "-") {
				operands = append(operands, w.Value)
			}
		}
		a.linked(name, args, operands)
		if n := len(operands); n >= 2 && baseName(operands[n-1]) != baseName(operands[n-2]) {
			a.made(madeFile{name: baseName(operands[n-1]), copyOf: operands[n-2]})
		}
	}
}

// isOutputOption finds -o of curl and -O of wget, in a cluster too.
func isOutputOption(name, v string) bool {
	last := byte('o')
	if name == "wget" {
		last = 'O'
	}
	return len(v) > 1 && v[0] == '-' && v[1] != '-' && v[len(v)-1] == last
}

func remoteName(args []field) bool {
	return slices.ContainsFunc(args, func(w field) bool {
		return w.Value == "--remote-name" || len(w.Value) > 1 && w.Value[0] == '-' && w.Value[1] != '-' && strings.Contains(w.Value, "O")
	})
}

// runsMade analyses the text of a file that the line made, when a shell or the
// system runs it. script says that a shell reads it, whatever its first line.
func (a *analyser) runsMade(sc *scope, st *state, path string, script bool) {
	for i := range a.files {
		f := &a.files[i]
		if f.name != baseName(path) || f.ran || f.copyOf != "" || !script && !isShellScript(f) {
			continue
		}
		f.ran = true
		if f.fetched {
			a.unresolved(sc, "a file that the line fetches or decodes and then runs", path, sc.at())
			continue
		}
		a.nested(sc.inContext("script "+f.name).with(func(c *scope) { c.in = input{} }), a.childOf(sc, st), f.text, "script "+f.name, "")
	}
}

// isShellScript reports whether the system hands a file to a shell: it does
// without a first line that names another program.
func isShellScript(f *madeFile) bool {
	first, _, _ := strings.Cut(f.text, "\n")
	words := strings.Fields(strings.TrimPrefix(first, "#!"))
	return !strings.HasPrefix(first, "#!") || len(words) > 0 && (isShell(baseName(words[0])) || isShell(words[len(words)-1]))
}

// runsCopy analyses a program that the line has put under another name.
func (a *analyser) runsCopy(sc *scope, st *state, words []field) {
	for _, f := range a.files {
		label := "copy of " + baseName(f.copyOf)
		if f.copyOf == "" || f.name != baseName(words[0].Value) || slices.Contains(sc.via, label) {
			continue
		}
		under := slices.Clone(words)
		under[0].Value, under[0].Pattern = f.copyOf, f.copyOf
		a.command(sc.through(label).with(func(c *scope) { c.external, c.plain = true, true }), st.clone(), under)
	}
}
