package guard

import (
	"strconv"
	"strings"

	"github.com/tempahq/tempa/core/decision"
)

// Every sentence of this package that a model or a person reads stands in this
// file. Each says what was touched and the way on, and never suggests what is
// denied.

func denyFile(t *target, path string) decision.Decision {
	reason := shown(path) + " belongs to " + t.What + ". "
	if t.ReadFree {
		reason += "It decides whether hooks run, so an agent may read it but not change it. " +
			"Tell the developer the exact change and why; they can make it in their own editor."
	} else {
		reason = shown(path) + " lies in " + t.What + ", which holds logins and policy, so an agent may neither read nor change it. " +
			"`tempa status` and `tempa explain` show what is in force; the developer can do the rest in their own terminal."
	}
	d := decision.Because(decision.Deny, OwnFiles, reason)
	d.Matched = path
	return d
}

func askFile(t *target, path string) decision.Decision {
	d := decision.Because(decision.Ask, OwnFiles,
		"the pattern "+shown(path)+" can match "+t.What+" ("+t.Path+"). Name the files that are meant, or a narrower pattern.")
	d.Matched = path
	return d
}

func askTree(t *target, path string) decision.Decision {
	d := decision.Because(decision.Ask, OwnFiles,
		shown(path)+" and everything below it includes "+t.What+" ("+t.Path+"). Name a narrower folder, or leave that one out.")
	d.Matched = path
	return d
}

func denyCommand(matched, reason string) decision.Decision {
	d := decision.Because(decision.Deny, OwnCommands, reason+
		" An agent may not do that. Tell the developer the exact command and why; they can run it in their own terminal.")
	d.Matched = matched
	return d
}

func askCommand(matched, reason string) decision.Decision {
	d := decision.Because(decision.Ask, OwnCommands, reason)
	d.Matched = matched
	return d
}

func askCode(what, language string) decision.Decision {
	return decision.Because(decision.Ask, OwnFiles,
		"the "+language+" code names "+what+" and writes files. Tempa does not read code; leave that path out, or let a person look at it.")
}

func denyCode(language string) decision.Decision {
	return decision.Because(decision.Deny, OwnFiles,
		"the "+language+" code names Tempa's own folder, which an agent may neither read nor change. "+
			"`tempa status` and `tempa explain` show what is in force.")
}

// shown is a path as it may stand in a sentence: short, in quotes, without
// control characters.
func shown(path string) string {
	const most = 120
	if len(path) > most {
		path = path[:most] + "…"
	}
	return strconv.QuoteToGraphic(path)
}

// safe is a word of a command as it may stand between backquotes.
func safe(word string) string {
	word = strings.Map(func(r rune) rune {
		if r == '`' || r < ' ' || !strconv.IsPrint(r) {
			return '?'
		}
		return r
	}, word)
	if len(word) > 60 {
		word = word[:60] + "…"
	}
	return word
}
