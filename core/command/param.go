package command

import (
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"mvdan.cc/sh/v3/syntax"
)

// isAll returns '@' or '*' when pe stands for all arguments or all elements
// of an array, 0 otherwise.
func isAll(pe *syntax.ParamExp) byte {
	if pe.Param == nil || pe.Length || pe.Excl || pe.Names != 0 {
		return 0
	}
	if s := pe.Param.Value; s == "@" || s == "*" {
		return s[0]
	}
	if w, ok := pe.Index.(*syntax.Word); ok {
		if s := w.Lit(); s == "@" || s == "*" {
			return s[0]
		}
	}
	return 0
}

// param expands $x, ${x…} and their like.
func (e *expander) param(pe *syntax.ParamExp, quoted bool) {
	origin := e.sc.src.typed(pe)
	if pe.Param == nil || pe.Names != 0 || pe.Width || pe.Flags != nil {
		e.unknown(origin, quoted, true)
		return
	}
	if kind := isAll(pe); kind != 0 {
		e.all(pe, kind, origin, quoted)
		return
	}
	name := pe.Param.Value
	if pe.Excl {
		target, ok := e.scalar(name, pe.Index, false)
		if !ok || !syntax.ValidName(target.text) {
			e.unknown(origin, quoted, true)
			return
		}
		name = target.text
	}
	v, ok := e.scalar(name, pe.Index, pe.Exp != nil)
	fed := e.st.fromLine(name)
	switch {
	case pe.Length:
		e.length(v, ok)
	case !ok:
		e.unknown(origin, quoted, fed)
	case pe.Exp != nil:
		e.operator(pe, name, v, origin, quoted, fed)
	case pe.Slice != nil:
		e.expanded(substring(v.text, pe.Slice), origin, quoted, fed)
	case pe.Repl != nil:
		e.expanded(e.replace(v.text, pe.Repl), origin, quoted, fed)
	default:
		e.expanded(v.text, origin, quoted, fed)
	}
}

func (e *expander) length(v value, ok bool) {
	if !ok || strings.Contains(v.text, Unknown) {
		e.unknown("a length", true, false)
		return
	}
	e.lit(strconv.Itoa(utf8.RuneCountInString(v.text)), true)
}

func (s *state) fromLine(name string) bool {
	v := s.lookup(name)
	return v != nil && v.fromLine
}

// variable is the one value of a variable, Unknown when it has several.
func (e *expander) variable(name string) string {
	vals := e.values(name)
	if len(vals) != 1 {
		return Unknown
	}
	return vals[0].text
}

// values are the possible values of a scalar. nil means that the environment
// decides.
func (e *expander) values(name string) []value {
	if v := e.st.lookup(name); v != nil {
		return v.vals
	}
	switch {
	case name == "HOME" && e.a.env.Home != "":
		return []value{{text: e.a.env.Home}}
	case name == "PWD" && e.a.env.Dir != "":
		return e.workingDir()
	case name == "IFS":
		return []value{{text: " \t\n"}}
	case name == "USER" || name == "LOGNAME":
		if e.a.env.User != "" {
			return []value{{text: e.a.env.User}}
		}
	}
	return nil
}

// workingDir is $PWD, which follows cd.
func (e *expander) workingDir() []value {
	var vals []value
	for _, d := range e.st.dirs {
		vals = append(vals, value{text: joinDir(e.a.env.Dir, d)})
	}
	if len(vals) == 0 || e.st.dirLost {
		vals = append(vals, value{text: Unknown})
	}
	return vals
}

// scalar picks a value of a variable, an element or a positional parameter.
// mayUnset asks for the case that the environment does not set it.
func (e *expander) scalar(name string, index syntax.ArithmExpr, mayUnset bool) (value, bool) {
	if index != nil {
		return e.element(name, index)
	}
	if v, ok, is := e.positional(name); is {
		return v, ok
	}
	if !syntax.ValidName(name) {
		return value{text: Unknown}, false
	}
	vals := e.values(name)
	if vals == nil {
		if !mayUnset {
			return value{text: Unknown}, true
		}
		vals = []value{{text: Unknown}, {unset: true}}
	}
	i := e.choose.pick(name, len(vals))
	if i < 0 {
		return value{text: Unknown}, false
	}
	return vals[i], true
}

// positional is $0, $1, …
func (e *expander) positional(name string) (v value, ok, is bool) {
	if name == "#" && e.st.args.known && !open(e.st.args.words) {
		return value{text: strconv.Itoa(len(e.st.args.words))}, true, true
	}
	if name == "" || name[0] < '0' || name[0] > '9' {
		return value{}, false, false
	}
	n, err := strconv.Atoi(name)
	if err != nil {
		return value{}, false, false
	}
	switch {
	case n == 0 && e.st.args.zero != "":
		return value{text: e.st.args.zero}, true, true
	case n == 0 || !e.st.args.known:
		return value{text: Unknown}, true, true
	case open(e.st.args.words):
		return openElement(e.st.args.words, n-1), true, true
	case n > len(e.st.args.words):
		return value{unset: true}, true, true
	}
	return value{text: e.st.args.words[n-1]}, true, true
}

// element is ${a[i]} of an array that the line set.
func (e *expander) element(name string, index syntax.ArithmExpr) (value, bool) {
	v := e.st.lookup(name)
	w, isWord := index.(*syntax.Word)
	if v == nil || !v.isArray || len(v.lists) == 0 || !isWord {
		return value{text: Unknown}, true
	}
	way := e.choose.pick(name+"[]", len(v.lists))
	if way < 0 {
		return value{text: Unknown}, false
	}
	elems := v.lists[way]
	i, err := strconv.Atoi(w.Lit())
	if err != nil {
		return value{text: Unknown}, true
	}
	if open(elems) {
		return openElement(elems, i), true
	}
	if i < 0 {
		i += len(elems)
	}
	if i < 0 || i >= len(elems) {
		return value{unset: true}, true
	}
	return value{text: elems[i]}, true
}

// all expands $@, $*, ${a[@]} and ${a[*]}.
func (e *expander) all(pe *syntax.ParamExp, kind byte, origin string, quoted bool) {
	list, ok := e.list(pe)
	if !ok || pe.Exp != nil || pe.Repl != nil {
		e.unknown(origin, false, true)
		return
	}
	if pe.Slice != nil {
		if list, ok = sublist(list, pe.Slice, pe.Param.Value, e.st.args.zero); !ok {
			e.unknown(origin, false, true)
			return
		}
	}
	if quoted && kind == '*' {
		ifs, known := e.ifs()
		if !known {
			e.unknown(origin, true, true)
			return
		}
		e.expanded(strings.Join(list, ifs[:min(1, len(ifs))]), origin, true, true)
		return
	}
	for i, s := range list {
		if e.a.step() {
			e.unknown(origin, false, true)
			return
		}
		if i > 0 {
			e.split()
		}
		e.expanded(s, origin, quoted, true)
	}
}

func (e *expander) list(pe *syntax.ParamExp) ([]string, bool) {
	if name := pe.Param.Value; name == "@" || name == "*" {
		return e.st.args.words, e.st.args.known
	}
	v := e.st.lookup(pe.Param.Value)
	if v == nil {
		return nil, false
	}
	if v.isArray {
		way := e.choose.pick(v.name+"[]", max(1, len(v.lists)))
		if way < 0 || len(v.lists) == 0 {
			return nil, false
		}
		return v.lists[way], true
	}
	if len(v.vals) > 1 {
		return nil, false
	}
	if v.vals[0].unset {
		return nil, true
	}
	return []string{v.vals[0].text}, true
}

// sublist is "${@:i:n}" or "${a[@]:i:n}"; $@ counts from $1, and 0 is $0.
func sublist(list []string, s *syntax.Slice, name, zero string) ([]string, bool) {
	from, ok := constant(s.Offset)
	if !ok || open(list) {
		return nil, false
	}
	if name == "@" || name == "*" {
		if zero == "" {
			zero = Unknown
		}
		list = append([]string{zero}, list...)
	}
	return cut(list, from, s.Length)
}

func cut[T any](list []T, from int, length syntax.ArithmExpr) ([]T, bool) {
	if from < 0 {
		from += len(list)
	}
	if from < 0 || from > len(list) {
		return nil, true
	}
	list = list[from:]
	if length == nil {
		return list, true
	}
	n, ok := constant(length)
	if n < 0 {
		n += len(list)
	}
	if !ok || n < 0 {
		return nil, false
	}
	return list[:min(n, len(list))], true
}

// constant is the value of a literal number, with its sign.
func constant(x syntax.ArithmExpr) (int, bool) {
	switch x := x.(type) {
	case nil:
		return 0, true
	case *syntax.Word:
		n, err := strconv.Atoi(x.Lit())
		return n, err == nil
	case *syntax.UnaryArithm:
		n, ok := constant(x.X)
		return -n, ok && x.Op == syntax.Minus && !x.Post
	case *syntax.ParenArithm:
		return constant(x.X)
	}
	return 0, false
}

func substring(s string, slice *syntax.Slice) string {
	from, ok := constant(slice.Offset)
	if !ok || strings.Contains(s, Unknown) {
		return Unknown
	}
	runes, ok := cut([]rune(s), from, slice.Length)
	if !ok {
		return Unknown
	}
	return string(runes)
}

// operator applies ${x:-w}, ${x#p}, ${x^^} and their like.
func (e *expander) operator(pe *syntax.ParamExp, name string, v value, origin string, quoted, fed bool) {
	empty := v.unset
	switch pe.Exp.Op {
	case syntax.AlternateUnsetOrNull, syntax.DefaultUnsetOrNull, syntax.ErrorUnsetOrNull, syntax.AssignUnsetOrNull:
		empty = empty || v.text == ""
	}
	switch pe.Exp.Op {
	case syntax.AlternateUnset, syntax.AlternateUnsetOrNull:
		if !empty {
			e.replacement(pe.Exp.Word, quoted)
		}
	case syntax.DefaultUnset, syntax.DefaultUnsetOrNull, syntax.AssignUnset, syntax.AssignUnsetOrNull:
		if empty {
			e.replacement(pe.Exp.Word, quoted)
			return
		}
		e.expanded(v.text, origin, quoted, fed)
	case syntax.ErrorUnset, syntax.ErrorUnsetOrNull:
		e.expanded(v.text, origin, quoted, fed)
	default:
		e.expanded(e.modify(v.text, pe.Exp), origin, quoted, fed)
	}
}

// replacement expands the word behind :- or :+ in place.
func (e *expander) replacement(w *syntax.Word, quoted bool) {
	if w == nil {
		return
	}
	if quoted {
		e.quoted(w.Parts)
		return
	}
	for _, p := range w.Parts {
		if lit, ok := p.(*syntax.Lit); ok && !strings.Contains(lit.Value, `\`) {
			s := lit.Value
			if strings.HasPrefix(s, "~") {
				s = e.tilde(s)
			}
			e.expanded(s, "a default value", false, true)
			continue
		}
		e.parts([]syntax.WordPart{p}, false)
	}
}

func (e *expander) modify(s string, exp *syntax.Expansion) string {
	if strings.Contains(s, Unknown) {
		return Unknown
	}
	switch exp.Op {
	case syntax.RemSmallSuffix, syntax.RemLargeSuffix, syntax.RemSmallPrefix, syntax.RemLargePrefix:
		pattern := e.pattern(exp.Word)
		e.a.spend(len(s) * len(pattern) / 256)
		return trim(s, pattern, exp.Op)
	case syntax.OtherParamOps:
		return transform(s, exp.Word)
	}
	if exp.Word != nil {
		return Unknown
	}
	switch exp.Op {
	case syntax.UpperAll:
		return strings.ToUpper(s)
	case syntax.LowerAll:
		return strings.ToLower(s)
	case syntax.UpperFirst:
		return first(s, unicode.ToUpper)
	case syntax.LowerFirst:
		return first(s, unicode.ToLower)
	}
	return Unknown
}

func first(s string, f func(rune) rune) string {
	r, n := utf8.DecodeRuneInString(s)
	if n == 0 {
		return s
	}
	return string(f(r)) + s[n:]
}

// transform is ${x@U} and its like.
func transform(s string, op *syntax.Word) string {
	if op == nil {
		return Unknown
	}
	switch op.Lit() {
	case "U":
		return strings.ToUpper(s)
	case "L":
		return strings.ToLower(s)
	case "u":
		return first(s, unicode.ToUpper)
	case "E":
		return ansiC(s)
	}
	return Unknown
}

// pattern expands the pattern of ${x#p} and ${x/p/r}: a glob in which quoted
// characters are escaped, or Unknown.
func (e *expander) pattern(w *syntax.Word) string {
	if w == nil {
		return ""
	}
	sub := expander{a: e.a, sc: e.sc, st: e.st, choose: e.choose, depth: e.depth}
	f := sub.single(w)
	if f.kept != "" {
		return f.Value // a quoted wildcard of a variable is none
	}
	return f.Pattern
}

// maxPattern bounds texts that are matched with patterns, which is quadratic.
const maxPattern = 512

func trim(s, pattern string, op syntax.ParExpOperator) string {
	if len(s) > maxPattern || len(pattern) > maxPattern || strings.ContainsAny(pattern, Unknown+"[(") {
		return Unknown
	}
	for i := range len(s) + 1 {
		switch op {
		case syntax.RemSmallPrefix:
			if globMatch(pattern, s[:i]) {
				return s[i:]
			}
		case syntax.RemLargePrefix:
			if n := len(s) - i; globMatch(pattern, s[:n]) {
				return s[n:]
			}
		case syntax.RemSmallSuffix:
			if n := len(s) - i; globMatch(pattern, s[n:]) {
				return s[:n]
			}
		default:
			if globMatch(pattern, s[i:]) {
				return s[:i]
			}
		}
	}
	return s
}

// globMatch matches * and ? and escaped characters; it never looks back
// further than to the last *.
func globMatch(pattern, s string) bool {
	star, mark := -1, 0
	p, i := 0, 0
	for i < len(s) {
		if p < len(pattern) {
			switch c := pattern[p]; {
			case c == '*':
				star, mark = p, i
				p++
				continue
			case c == '\\' && p+1 < len(pattern) && pattern[p+1] == s[i]:
				p, i = p+2, i+1
				continue
			case c == '?' || c != '\\' && c == s[i]:
				p, i = p+1, i+1
				continue
			}
		}
		if star < 0 {
			return false
		}
		mark++
		p, i = star+1, mark
	}
	return strings.Trim(pattern[min(p, len(pattern)):], "*") == ""
}

// replace is ${x/p/r}; only literal patterns are computed.
func (e *expander) replace(s string, r *syntax.Replace) string {
	pattern, with := e.pattern(r.Orig), e.pattern(r.With)
	if strings.ContainsAny(s+pattern+with, Unknown+"&*?[(\\") || pattern == "" || len(s) > maxPattern {
		return Unknown
	}
	n := 1
	if r.All {
		n = -1
	}
	switch {
	case pattern[0] == '#' && !r.All:
		if rest, ok := strings.CutPrefix(s, pattern[1:]); ok {
			return with + rest
		}
		return s
	case pattern[0] == '%' && !r.All:
		if rest, ok := strings.CutSuffix(s, pattern[1:]); ok {
			return rest + with
		}
		return s
	}
	return strings.Replace(s, pattern, with, n)
}
