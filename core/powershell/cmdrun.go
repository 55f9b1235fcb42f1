package powershell

import (
	"strings"

	"github.com/tempahq/tempa/core/command"
)

// internal is the full name of a command that cmd.exe has built in; empty for
// other programs.
func internal(lower string) string {
	switch lower {
	case "erase":
		return "del"
	case "rmdir":
		return "rd"
	case "mkdir":
		return "md"
	case "rename":
		return "ren"
	case "chdir":
		return "cd"
	case "assoc", "break", "call", "cd", "cls", "color", "copy", "date", "del", "dir", "echo", "endlocal", "exit", "ftype", "goto",
		"md", "mklink", "move", "path", "pause", "popd", "prompt", "pushd", "rd", "rem", "ren", "set", "setlocal", "shift", "start",
		"time", "title", "type", "ver", "verify", "vol":
		return lower
	}
	return ""
}

// simple reads a program with its arguments and redirections.
func (p *cmdParser) simple() {
	c := call{from: p.at}
	for {
		r, ok := p.redirection()
		if !ok {
			break
		}
		c.redirs = append(c.redirs, r...)
		p.skip("")
	}
	own := p.programWord(&c)
	first := c.word
	for !p.eof() {
		for p.peek(0) == ' ' || p.peek(0) == '\t' || p.peek(0) == '\r' || own && strings.IndexByte(",;=", p.peek(0)) >= 0 && !p.eof() {
			p.at++
		}
		if p.eof() || strings.IndexByte("\n&|)", p.peek(0)) >= 0 {
			break
		}
		from := p.at
		if r, ok := p.redirection(); ok {
			c.redirs = append(c.redirs, r...)
			continue
		}
		c.args = append(c.args, p.word(own))
		if p.at == from { // "(" among the arguments
			p.at++
			c.args[len(c.args)-1] = command.Word{Value: "(", Typed: "("}
		}
	}
	if c.word.Typed == "" && len(c.redirs) == 0 {
		return
	}
	p.run(c)
	p.slashed(first, c)
}

// slashed runs a program whose switch follows without a blank: cmd.exe reads
// rm/x as rm with the argument /x.
func (p *cmdParser) slashed(w command.Word, c call) {
	i := strings.IndexByte(w.Typed, '/')
	if i <= 0 || w.Typed != w.Value || strings.ContainsAny(w.Value[:i], `.:\`) {
		return
	}
	c.word = command.Word{Value: w.Value[:i], Typed: w.Value[:i]}
	c.args = append([]command.Word{{Value: w.Value[i:], Typed: w.Value[i:]}}, c.args...)
	p.run(c)
}

// programWord reads the program; for one that is built in, switches and dots
// may follow without a blank (del/q, cd.., echo.).
func (p *cmdParser) programWord(c *call) (own bool) {
	start := p.at
	n := start
	for n < len(p.text) && p.text[n]|0x20 >= 'a' && p.text[n]|0x20 <= 'z' {
		n++
	}
	if name := strings.ToLower(p.text[start:n]); internal(name) != "" && n < len(p.text) && strings.IndexByte(`/\.,;=+[:(`, p.text[n]) >= 0 {
		p.at = n
		c.word = command.Word{Value: p.text[start:n], Typed: p.text[start:n]}
		return true
	}
	c.word = p.word(true)
	return internal(strings.ToLower(c.word.Value)) != ""
}

// run lists a command and analyses what it runs.
func (p *cmdParser) run(c call) {
	if !p.enter() {
		return
	}
	defer func() { p.depth-- }()
	v := c.word.Value
	done := command.Command{Word: c.word, Args: c.args, Redirs: c.redirs, Sub: subcommandAt(c.args)}
	switch name := strings.ToLower(v[strings.LastIndexAny(v, `/\`)+1:]); {
	case c.word.Typed == "":
		done.Program = ":"
	case c.word.Dynamic:
		p.fail("program name from "+printable(c.word.Typed), c.from)
	case !isClear(name) || name == "":
		p.fail("program name with characters that cannot be seen", c.from)
	case internal(name) != "":
		done.Program = internal(name)
		p.list(done, p.place, p.pos(c.from))
		p.internal(done.Program, c)
		return
	default:
		done.Program = withoutExtension(name)
		p.native(done, c)
		return
	}
	p.list(done, p.place, p.pos(c.from))
}

// native hands a program to the part that both shells share.
func (p *cmdParser) native(done command.Command, c call) {
	pos := p.pos(c.from)
	pl := p.place
	pl.pos = &pos
	shared := &parser{analyser: p.analyser, place: pl, text: p.text, depth: p.depth}
	shared.native(done, c)
}

// internal follows the commands of cmd.exe that run others or move.
func (p *cmdParser) internal(name string, c call) {
	switch name {
	case "call":
		if len(c.args) > 0 && !strings.HasPrefix(c.args[0].Value, ":") {
			p.through("call", c.args, c)
		}
	case "start":
		p.start(c)
	case "cd", "pushd":
		p.changeDirectory(c.args)
	case "popd":
		p.dir, p.dirKnown = "", false
	}
}

// through runs the words as a command of their own.
func (p *cmdParser) through(wrapper string, words []command.Word, c call) {
	outer := p.place
	p.place = p.place.through(wrapper)
	p.run(call{from: c.from, word: words[0], args: words[1:]})
	p.place = outer
}

// start reads start ["title"] [/options] program arguments.
func (p *cmdParser) start(c call) {
	words := c.args
	if len(words) > 0 && strings.HasPrefix(words[0].Typed, `"`) {
		words = words[1:]
	}
	for len(words) > 0 && strings.HasPrefix(words[0].Value, "/") {
		switch strings.ToLower(words[0].Value) {
		case "/d", "/node", "/affinity":
			words = words[min(2, len(words)):]
		default:
			words = words[1:]
		}
	}
	if len(words) > 0 {
		p.through("start", words, c)
	}
}

// changeDirectory follows cd [/d] path, for what && joins to it.
func (p *cmdParser) changeDirectory(args []command.Word) {
	if len(args) > 0 && strings.EqualFold(args[0].Value, "/d") {
		args = args[1:]
	}
	if len(args) == 0 {
		return // tells the directory
	}
	w := args[0]
	w.Dynamic = w.Dynamic || len(args) > 1 || strings.HasPrefix(w.Value, "~")
	p.place.enterDirectory(w, p.env.Home)
	p.moved = true
}
