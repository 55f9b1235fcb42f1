package access

import "strings"

// row tells what the words of one program mean. Rows are sorted by name.
//
// name is the program as in command.Command.Program. "git add" is the row of a
// subcommand; a program whose operands are "sub" has such rows, and its own
// options are the ones that stand before the subcommand.
//
// operands is a list of slots, each a role with an optional / ("everything
// below too") and an optional * ("any number", at most one such slot):
//
//	r* w      all but the last are read, the last is written
//	- r*      a text, then files
//
// and these signs:
//
//	;         from here on the words are not the program's own options
//	.l        the current directory, when the * slot got no operand
//	:w/       the current directory, unless an option says ~
//	$         options begin with / (cmd.exe)
//	!tar      words of an old form, read by code
//
// options is a list of names (-o,--output) with effects behind:
//
//	=r        takes a value of that role
//	=r+       takes two
//	?=r       takes one only when it is attached: -i.bak, --color=auto
//	!         the first slot falls away: it was given by this option
//	<         the last slot falls away
//	>w        the * slot has this role
//	^         operands mean everything below them too
//	&         the program listens
//	~         no current directory
//	;         a command follows, to ";" or "+": the * slot has its role
//	.         what follows is not the program's own
//
// A name without a dash is a key: if=r reads the word if=FILE. The name "--"
// gives by >w the role of the operands behind "--".
//
// roles:
//
//   - text
//     l r w d   list, read, write, delete
//     m u       read and delete (moved away), read and write
//     ?         read and write when it looks like a path
//     g         read when it looks like a path
//     c         directory that relative paths start from
//     R W       read, write, unless it is host:path
//     v         src:dst of a container mount
//     @ F       data that may be @file, form field that may be name=@file
//     U D s     URL, URL that is saved under its last part, folder for that
//     H L       host, address that is listened on
//     C X       hosts by their own notation, told by code: curl --resolve,
//     wget -e, httpie's and socat's words
//     G P       git remote, package: URL, path or name
//     K T       file that names the hosts, file that is sent to them
type row struct{ name, operands, options string }

// role is the meaning of one word.
type role byte

// slot is a role at one place.
type slot struct {
	role role
	tree bool
}

// hasSubcommands reports whether the next operand names another row.
func (r row) hasSubcommands() bool { return r.operands == "sub" }

// lookup finds the row of a program, or of a subcommand of it.
func lookup(name, sub string) (row, bool) {
	rows := programs[:]
	if isCmdlet(name) {
		rows = cmdlets[:]
	}
	lo, hi := 0, len(rows)
	for lo < hi {
		m := int(uint(lo+hi) >> 1)
		switch compare(rows[m].name, name, sub) {
		case 0:
			return rows[m], true
		case -1:
			lo = m + 1
		default:
			hi = m
		}
	}
	return row{}, false
}

// compare compares key with "name sub", or with name when sub is empty.
func compare(key, name, sub string) int {
	n := len(name)
	if sub == "" || len(key) <= n {
		if c := strings.Compare(key, name); c != 0 || sub == "" {
			return c
		}
		return -1
	}
	if c := strings.Compare(key[:n], name); c != 0 {
		return c
	}
	if key[n] != ' ' {
		return strings.Compare(key[n:n+1], " ")
	}
	return strings.Compare(key[n+1:], sub)
}

// next cuts the first blank-separated field off a list.
func next(list string) (field, rest string) {
	if i := strings.IndexByte(list, ' '); i >= 0 {
		return list[:i], list[i+1:]
	}
	return list, ""
}

// parseSlot reads a role with its signs.
func parseSlot(field string) (s slot, many bool) {
	s.role = role(field[0])
	for i := 1; i < len(field); i++ {
		switch field[i] {
		case '/':
			s.tree = true
		case '*':
			many = true
		}
	}
	return s, many
}

// slots are the operands of a row, taken apart.
type slots struct {
	head     [4]slot
	heads    int
	star     slot
	stars    bool
	tail     [2]slot
	tails    int
	stop     int  // operands after which options end; -1 for never
	here     slot // the current directory; role 0 for none
	always   bool // here is touched even beside operands
	slash    bool // options begin with /
	oldStyle bool
}

func parseSlots(operands string) slots {
	s := slots{stop: -1}
	for operands != "" {
		var field string
		field, operands = next(operands)
		switch field[0] {
		case ';':
			s.stop = s.heads
		case '.', ':':
			s.here, _ = parseSlot(field[1:])
			s.always = field[0] == ':'
		case '$':
			s.slash = true
		case '!':
			s.oldStyle = true
		default:
			s.add(parseSlot(field))
		}
	}
	return s
}

func (s *slots) add(sl slot, many bool) {
	switch {
	case many:
		s.star, s.stars = sl, true
	case s.stars:
		s.tail[s.tails] = sl
		s.tails++
	default:
		s.head[s.heads] = sl
		s.heads++
	}
}

// option is one entry of a row's options, taken apart.
type option struct {
	value    slot // role 0: takes no value
	attached bool // the value must be attached
	effects  string
}

// parseOption reads what stands behind the names.
func parseOption(behind string) (o option) {
	if strings.HasPrefix(behind, "?") {
		o.attached, behind = true, behind[1:]
	}
	if strings.HasPrefix(behind, "=") {
		o.value.role = role(behind[1])
		behind = behind[2:]
		if strings.HasPrefix(behind, "/") {
			o.value.tree, behind = true, behind[1:]
		}
	}
	o.effects = behind
	return o
}

// spelling is how the options of a program are compared.
type spelling byte

const (
	exact  spelling = iota
	prefix          // --recu for --recursive
	folded          // -rec for -Recurse: PowerShell, cmd.exe
)

// option finds the entry that has this name.
func (r row) option(name string, how spelling) (option, bool) {
	if how != folded && !strings.Contains(r.options, name) {
		return option{}, false // most of the time, so it is seen first
	}
	for list := r.options; list != ""; {
		var field string
		field, list = next(list)
		if how != folded && !strings.Contains(field, name) {
			continue
		}
		end := namesEnd(field)
		if hasName(field[:end], name, how) {
			return parseOption(field[end:]), true
		}
	}
	return option{}, false
}

// namesEnd is where the names of an option entry end.
func namesEnd(field string) int {
	if i := strings.IndexAny(field, "?=!<>^&~;.+"); i >= 0 {
		return i
	}
	return len(field)
}

func hasName(names, name string, how spelling) bool {
	for names != "" {
		n := names
		if i := strings.IndexByte(names, ','); i >= 0 {
			n, names = names[:i], names[i+1:]
		} else {
			names = ""
		}
		switch how {
		case exact:
			if n == name {
				return true
			}
		case prefix:
			if strings.HasPrefix(n, name) {
				return true
			}
		case folded:
			if len(n) >= len(name) && strings.EqualFold(n[:len(name)], name) {
				return true
			}
		}
	}
	return false
}
