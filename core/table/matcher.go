package table

import (
	"slices"
	"strings"

	"github.com/tempahq/tempa/core/cmdlet"
	"github.com/tempahq/tempa/core/command"
	"github.com/tempahq/tempa/core/event"
	"github.com/tempahq/tempa/core/rule"
)

// matcher compares one command with one deny, ask or guidance row.
type matcher struct {
	row     *rule.Command
	c       *Call
	place   *Place
	rest    int    // index in Args of the first one behind Words
	operand string // the operand that matched
	host    string
}

// match is the weakest of all conditions.
func (m *matcher) match() result {
	if !m.language() || !m.program() || !m.surroundings() {
		return no
	}
	r := m.words()
	for n := 0; n < conditions && r != no; n++ {
		r = min(r, m.condition(n))
	}
	return r
}

const conditions = 6

// condition is one of the conditions on the words, in the order in which they
// are looked at.
func (m *matcher) condition(n int) result {
	switch n {
	case 0:
		return m.flags()
	case 1:
		return m.operands()
	case 2:
		return m.exact()
	case 3:
		return m.pattern()
	case 4:
		return m.code()
	}
	return m.hosts()
}

// language keeps rows of other shells away; a row for Bash, and one that names
// none, holds in every shell.
func (m *matcher) language() bool {
	switch m.row.Language {
	case event.PowerShell:
		return powerShell(m.c, m.place)
	case event.Cmd:
		return m.place.Language == event.Cmd || through(m.c.Via, "cmd")
	}
	return true
}

func (m *matcher) program() bool {
	if len(m.row.Programs) == 0 {
		return true
	}
	for _, p := range m.row.Programs {
		if p = trimExe(p); m.sameProgram(p, trimExe(m.c.Program)) {
			return true
		}
	}
	return false
}

func trimExe(p string) string {
	if n := len(p) - 4; n > 0 && strings.EqualFold(p[n:], ".exe") {
		return p[:n]
	}
	return p
}

func (m *matcher) sameProgram(want, have string) bool {
	if have == "" {
		return false
	}
	if m.place.Fold || powerShell(m.c, m.place) || m.place.Language == event.Cmd {
		want, have = strings.ToLower(want), strings.ToLower(have)
	}
	return want == have || strings.Contains(want, "*") && Like(want, have) ||
		m.row.Language == event.PowerShell && strings.EqualFold(cmdlet.Full(want), cmdlet.Full(have))
}

// surroundings checks what is not in the command's words.
func (m *matcher) surroundings() bool {
	return anyThrough(m.row.Context, m.c.Context) && anyThrough(m.row.Via, m.c.Via) && m.assigns() && !m.excluded()
}

func anyThrough(want, have []string) bool {
	return len(want) == 0 || slices.ContainsFunc(want, func(w string) bool { return through(have, w) })
}

func (m *matcher) assigns() bool {
	if len(m.row.Assigns) == 0 {
		return true
	}
	for i := range m.c.Assigns {
		if slices.Contains(m.row.Assigns, m.c.Assigns[i].Name) {
			return true
		}
	}
	return false
}

// excluded reports whether an option that makes the command harmless is
// certainly there: as it is spelled, or as the first letter of a cluster.
func (m *matcher) excluded() bool {
	for i := range m.c.Args {
		w := m.c.Args[i].Value
		if w == "--" {
			return false
		}
		for _, f := range m.row.NoFlags {
			if w == f || len(f) == 2 && len(w) > 2 && w[:2] == f && w[1] != '-' && allLetters(w[1:]) ||
				m.row.Language == event.PowerShell && strings.EqualFold(w, f) {
				return true
			}
		}
	}
	return false
}

func allLetters(s string) bool {
	for i := range len(s) {
		if c := s[i] | 0x20; c < 'a' || c > 'z' {
			return false
		}
	}
	return true
}

// words finds the row's words in order. Options and their values may stand
// between them, but not in front of the first: that is what Sub is for.
func (m *matcher) words() result {
	if len(m.row.Words) == 0 {
		return yes
	}
	r := m.wordsFrom(m.c.Sub)
	if r != yes && len(m.row.Flags) > 0 && m.c.Sub > 0 {
		// The rule names global options itself: "kubectl -n prod delete".
		r = max(r, m.wordsFrom(0))
	}
	return r
}

func (m *matcher) wordsFrom(i int) result {
	args, best := m.c.Args, yes
	for n, want := range m.row.Words {
		value := false // the next word may be an option's value
		for {
			if i >= len(args) {
				if m.c.Opaque {
					m.rest = len(args)
					return maybe
				}
				return no
			}
			have := args[i].Value
			i++
			got := m.word(want, have)
			if got != no {
				best = min(best, got)
				break
			}
			if len(have) > 1 && have[0] == '-' {
				value = n > 0 && have != "--" && !strings.Contains(have, "=")
				continue
			}
			if !value {
				return no
			}
			value = false
		}
	}
	m.rest = i
	return best
}

// word compares one word of the row with one of the command.
func (m *matcher) word(want, have string) result {
	unknown := strings.IndexByte(have, 0) >= 0
	if want == "*" {
		if len(have) > 1 && have[0] == '-' {
			return no
		}
		return yes
	}
	for len(want) > 0 {
		var one string
		one, want, _ = strings.Cut(want, "|")
		if one == have || m.place.Fold && strings.EqualFold(one, have) && m.row.Language == event.PowerShell {
			return yes
		}
		if unknown && mayLike(strings.ReplaceAll(one, "*", "\x00"), have) {
			return maybe
		}
	}
	return no
}

// listed reports whether a word may become any number of words: "$@", an
// array, or a variable named for what it holds.
func listed(w *command.Word) bool {
	t := w.Typed
	if strings.Contains(t, "$@") || strings.Contains(t, "$*") || strings.Contains(t, "[@]") || strings.Contains(t, "[*]") || strings.Contains(t, "${@") {
		return true
	}
	t = strings.ToLower(t)
	for _, name := range [...]string{"flag", "opt", "args", "param", "switch"} {
		if strings.Contains(t, name) {
			return true
		}
	}
	return false
}

// exact requires that there is nothing but what the row names.
func (m *matcher) exact() result {
	if !m.row.Exact {
		return yes
	}
	if m.c.Opaque {
		return no
	}
	operands := 0
	for i, start := 0, min(m.c.Sub, len(m.c.Args)); i < len(m.c.Args); i++ {
		w := m.c.Args[i].Value
		switch {
		case len(w) < 2 || w[0] != '-':
			if i >= start {
				operands++
			}
		case i >= start && w != "--" && !m.accounted(w):
			return no
		}
	}
	if operands > len(m.row.Words) && !(len(m.row.Flags) > 0 && m.mayRest()) {
		return no
	}
	return yes
}

// mayRest reports whether what stands behind the words is unknown, so that it
// may be the row's options.
func (m *matcher) mayRest() bool {
	for i := m.rest; i < len(m.c.Args); i++ {
		if m.c.Args[i].Value != command.Unknown {
			return false
		}
	}
	return true
}

// accounted reports whether every option in a word is one that the row names.
func (m *matcher) accounted(w string) bool {
	for _, group := range m.row.Flags {
		for _, f := range group {
			if m.isFlag(f, w) {
				return true
			}
		}
	}
	return strings.IndexByte(w, 0) >= 0
}

// pattern compares the command as one text, with and without its global
// options.
func (m *matcher) pattern() result {
	p := m.row.Pattern
	if p == "" {
		return yes
	}
	best := no
	for _, from := range [...]int{0, m.c.Sub} {
		text := m.c.Program + joinWords(m.c.Args[min(from, len(m.c.Args)):])
		best = max(best, textMatch(p, text))
	}
	return best
}

func textMatch(pattern, text string) result {
	short, star := strings.CutSuffix(pattern, " *")
	if Like(pattern, text) || star && Like(short, text) {
		return yes
	}
	if strings.IndexByte(text, 0) >= 0 && mayLike(pattern, text) && strings.Trim(text, "\x00 ") != "" {
		return maybe
	}
	return no
}

func joinWords(args []command.Word) string {
	var b strings.Builder
	for i := range args {
		b.WriteByte(' ')
		b.WriteString(args[i].Value)
	}
	return b.String()
}

// code looks for one of the calls in the inline code, as whole words.
func (m *matcher) code() result {
	if m.row.Inline != "" && m.row.Inline != m.c.Inline || len(m.row.Code) > 0 && m.c.Inline == "" {
		return no
	}
	if len(m.row.Code) == 0 {
		return yes
	}
	for _, call := range m.row.Code {
		if containsWord(m.c.Code, call) {
			m.operand = call
			return yes
		}
	}
	return no
}

func containsWord(text, word string) bool {
	for at := 0; word != ""; {
		i := strings.Index(text[at:], word)
		if i < 0 {
			return false
		}
		start, end := at+i, at+i+len(word)
		if !(start > 0 && isWordByte(text[start-1]) && isWordByte(word[0])) &&
			!(end < len(text) && isWordByte(text[end]) && isWordByte(word[len(word)-1])) {
			return true
		}
		at = start + 1
	}
	return false
}

func isWordByte(c byte) bool {
	return c == '_' || c >= '0' && c <= '9' || c|0x20 >= 'a' && c|0x20 <= 'z' || c >= 0x80
}

// hosts looks for a host that the row does not except.
func (m *matcher) hosts() result {
	if len(m.row.NotHosts) == 0 {
		return yes
	}
	for _, h := range m.c.Hosts {
		if !h.Known || !slices.ContainsFunc(m.row.NotHosts, func(p string) bool { return hostExcepted(p, h.Name) }) {
			m.host = h.Name
			return yes
		}
	}
	return no
}

// text is what matched, told in the row's own words, so that nothing of the
// command is in it that the author did not name, but the one operand that the
// row is about.
func (m *matcher) text(r result) string {
	if r == no {
		return ""
	}
	parts := []string{m.c.Program}
	for _, w := range m.row.Words {
		if strings.ContainsAny(w, "|*") {
			w = m.wordAt(w)
		}
		parts = append(parts, w)
	}
	for _, group := range m.row.Flags {
		parts = append(parts, m.present(group))
	}
	if m.operand != "" {
		parts = append(parts, m.operand)
	}
	if m.host != "" && !strings.Contains(m.operand, m.host) {
		parts = append(parts, m.host)
	}
	return strings.Join(parts, " ")
}

// wordAt is the command's word for the row's alternatives.
func (m *matcher) wordAt(alternatives string) string {
	for i := range m.c.Args {
		if v := m.c.Args[i].Value; alternatives != "*" && v != "" && m.word(alternatives, v) == yes {
			return v
		}
	}
	return "…"
}

func (m *matcher) present(group []string) string {
	for _, f := range group {
		if m.flag(f) == yes {
			return f
		}
	}
	return group[0]
}
