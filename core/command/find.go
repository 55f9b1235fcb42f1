package command

import (
	"slices"
	"strings"
)

// find analyses -exec, -execdir, -ok and -okdir. {} becomes a path below each
// starting point.
func (a *analyser) find(sc *scope, st *state, name string, args []field) {
	starts := startingPoints(args)
	for i := 0; i < len(args); i++ {
		action := args[i].Value
		switch action {
		case "-exec", "-execdir", "-ok", "-okdir":
		default:
			continue
		}
		end := i + 1
		for end < len(args) && args[end].Value != ";" && !(args[end].Value == "+" && args[end-1].Value == "{}") {
			end++
		}
		inner := sc.through(name + " " + action).with(func(c *scope) { c.external, c.plain, c.opaque = true, true, true })
		places := starts
		if strings.HasSuffix(action, "dir") {
			places = []string{"./"}
			inner = inner.with(func(c *scope) { c.dirs, c.dirLost = []string{}, true })
		}
		if words := placeholders(args[i+1:end], places); len(words) > 0 {
			a.command(inner, st.clone(), words)
		}
		i = end
	}
}

// startingPoints are the operands in front of the expression, as prefixes.
func startingPoints(args []field) []string {
	var out []string
	for _, w := range args {
		v := w.Value
		if v == "-H" || v == "-L" || v == "-P" || strings.HasPrefix(v, "-O") || v == "--" {
			continue
		}
		if strings.HasPrefix(v, "-") || v == "(" || v == "!" || v == `\(` {
			break
		}
		if len(out) == maxDirs {
			return []string{""}
		}
		out = append(out, strings.TrimSuffix(v, "/")+"/")
	}
	if len(out) == 0 {
		out = []string{"./"}
	}
	return out
}

// placeholders replaces {} by what find puts there. Inside a larger word it
// is a part that cannot be known but cannot change what a shell text runs.
func placeholders(words []field, places []string) []field {
	var out []field
	for i, w := range words {
		switch {
		case w.Value == "{}" && i > 0:
			for _, place := range places {
				w.Value, w.Pattern, w.Dynamic, w.Glob = place+Unknown, place+Unknown, true, false
				out = append(out, w)
			}
			continue
		case strings.Contains(w.Value, "{}"):
			w.Value = strings.ReplaceAll(w.Value, "{}", hole)
			w.Pattern = strings.ReplaceAll(w.Pattern, "{}", hole)
			w.Dynamic = true
		}
		out = append(out, w)
	}
	return out
}

// fd analyses -x and -X of fd: everything behind is the command, and without
// a placeholder the path is appended.
func (a *analyser) fd(sc *scope, st *state, args []field) {
	for i, w := range args {
		var rest []field
		if before, glued, ok := fdCluster(w.Value); ok {
			first := w
			if first.Value = glued; glued == "" {
				rest = args[i+1:]
			} else {
				rest = append([]field{first}, args[i+1:]...)
			}
			w.Value = "-" + before
		}
		switch {
		case rest != nil:
		case slices.Contains([]string{"-x", "-X", "--exec", "--exec-batch"}, w.Value):
			rest = args[i+1:]
		case strings.HasPrefix(w.Value, "--exec=") || strings.HasPrefix(w.Value, "--exec-batch="):
			first := w
			_, first.Value, _ = strings.Cut(w.Value, "=")
			rest = append([]field{first}, args[i+1:]...)
		default:
			continue
		}
		if end := slices.IndexFunc(rest, func(w field) bool { return w.Value == ";" }); end >= 0 {
			rest = rest[:end]
		}
		option, _, _ := strings.Cut(w.Value, "=")
		inner := sc.through("fd " + option).with(func(c *scope) { c.external, c.plain, c.opaque = true, true, true })
		for _, token := range []string{"{/}", "{//}", "{.}", "{/.}"} {
			for j := range rest {
				rest = slices.Clone(rest)
				rest[j].Value = strings.ReplaceAll(rest[j].Value, token, "{}")
			}
		}
		a.command(inner, st.clone(), placeholders(rest, []string{"./"}))
		return
	}
}

// fdCluster finds -x and -X in a cluster of short options (-HIx), with the
// command glued to it (-xrm).
func fdCluster(v string) (option, glued string, ok bool) {
	if len(v) < 3 || v[0] != '-' || v[1] == '-' {
		return "", "", false
	}
	i := strings.IndexAny(v, "xX")
	if i < 0 || strings.ContainsAny(v[:i], "deEtScjoS") {
		return "", "", false
	}
	return v[i : i+1], v[i+1:], true
}

var xargsOptions = Wrapper{
	Values: []string{"-a", "--arg-file", "-d", "--delimiter", "-E", "-L", "--max-lines", "-n", "--max-args", "-P", "--max-procs", "-s", "--max-chars", "-R", "-S", "--process-slot-var", "-I", "-J"},
	Flags:  []string{"-0oprtxei", "--null", "--interactive", "--no-run-if-empty", "--verbose", "--exit", "--open-tty", "--replace", "--eof"},
}

// xargs analyses the command that xargs builds. Words from a known text are
// filled in, others make the command opaque.
func (a *analyser) xargs(sc *scope, st *state, args []field) {
	replace, plainInput, whole := "", true, false
	i := 0
	for i < len(args) && len(args[i].Value) > 1 && args[i].Value[0] == '-' {
		v := args[i].Value
		if v == "--" {
			i++
			break
		}
		switch {
		case v == "-I" || v == "-J":
			if i+1 < len(args) {
				replace = args[i+1].Value
			}
		case strings.HasPrefix(v, "-I"), strings.HasPrefix(v, "-J"):
			replace = v[2:]
		case v == "-i" || v == "--replace":
			replace = "{}"
		case strings.HasPrefix(v, "-i"):
			replace = v[2:]
		case strings.HasPrefix(v, "--replace="):
			replace = v[len("--replace="):]
		case strings.HasPrefix(v, "-0") || strings.HasPrefix(v, "-d") || strings.HasPrefix(v, "-a") || strings.HasPrefix(v, "-n") || strings.HasPrefix(v, "-L") || strings.HasPrefix(v, "-s") || strings.HasPrefix(v, "--"):
			plainInput = v == "--no-run-if-empty" || v == "--verbose"
			whole = whole || v == "-0" || v == "--null"
		}
		var f found
		i += xargsOptions.option(args[i:], &f)
	}
	words := args[min(i, len(args)):]
	if len(words) == 0 {
		return // echo
	}
	if whole && replace == "" && sc.in.kind == inputText && len(sc.in.texts) == 1 {
		words = slices.Clone(words)
		for s := range strings.SplitSeq(strings.TrimSuffix(sc.in.texts[0], Unknown), Unknown) {
			words = append(words, literalField(s, words[0]))
		}
	}
	inner := sc.through("xargs").with(func(c *scope) { c.external, c.plain, c.in = true, true, input{} })
	for _, filled := range fill(words, replace, sc.in, plainInput) {
		sub := inner
		if filled.opaque {
			sub = inner.with(func(c *scope) { c.opaque = true })
		}
		a.command(sub, st.clone(), filled.words)
	}
}

type filledWords struct {
	words  []field
	opaque bool
}

// fill is what a command becomes with words from its input.
func fill(words []field, replace string, in input, plain bool) []filledWords {
	if in.kind == inputText && plain && len(in.texts) == 1 && !strings.ContainsAny(in.texts[0], `"'\`) {
		if out := fillKnown(words, replace, in.texts[0]); out != nil {
			return out
		}
	}
	if replace == "" {
		return []filledWords{{words, true}}
	}
	out := slices.Clone(words)
	for i := range out {
		if strings.Contains(out[i].Value, replace) {
			out[i].Value = strings.ReplaceAll(out[i].Value, replace, Unknown)
			out[i].Pattern, out[i].Dynamic = out[i].Value, true
			out[i].origin, out[i].fed = "the input of xargs", true
		}
	}
	return []filledWords{{out, true}}
}

func fillKnown(words []field, replace, text string) (out []filledWords) {
	if replace == "" {
		words = slices.Clone(words)
		added := strings.Fields(text)
		if len(added) > maxWords {
			return nil
		}
		for _, s := range added {
			words = append(words, literalField(s, words[0]))
		}
		return []filledWords{{words, false}}
	}
	lines := strings.Split(strings.TrimRight(text, "\n"), "\n")
	if len(lines) > maxValues {
		return nil
	}
	for _, line := range lines {
		one := slices.Clone(words)
		for i := range one {
			one[i].Value = strings.ReplaceAll(one[i].Value, replace, strings.TrimLeft(line, " \t"))
			one[i].Pattern = one[i].Value
			one[i].Dynamic = strings.Contains(one[i].Value, Unknown)
		}
		out = append(out, filledWords{one, false})
	}
	return out
}

func literalField(s string, like field) field {
	return field{Word: Word{Value: s, Pattern: s, Typed: s, Dynamic: strings.Contains(s, Unknown)}, origin: like.origin}
}

var parallelOptions = Wrapper{
	Values: []string{"-j", "--jobs", "-P", "-a", "--arg-file", "-S", "--sshlogin", "--colsep", "-C", "-d", "--delimiter", "--delay", "--joblog", "-n", "-N", "--max-args", "-L", "--load", "--memfree", "--nice", "--results", "--retries", "--timeout", "--tmpdir", "--wd", "--workdir", "--tagstring", "--shuf", "--block", "--recstart", "--recend", "-I", "--basefile", "--return", "--env", "--profile", "-J", "--halt"},
	Flags:  []string{"-0kmqtvuXx", "--bar", "--eta", "--progress", "--dry-run", "--keep-order", "--line-buffer", "--lb", "--tag", "--ungroup", "--null", "--no-notice", "--will-cite", "--pipe", "--verbose", "--linebuffer"},
}

// parallel analyses GNU parallel: words up to ::: are shell text, what stands
// behind replaces {} or is appended.
func (a *analyser) parallel(sc *scope, st *state, args []field) {
	i := 0
	for i < len(args) && len(args[i].Value) > 1 && args[i].Value[0] == '-' && args[i].Value != "--" {
		var f found
		i += parallelOptions.option(args[i:], &f)
	}
	end := slices.IndexFunc(args, func(w field) bool { return strings.HasPrefix(w.Value, ":::") })
	var inputs []field
	if end >= 0 {
		inputs = args[end+1:]
	} else {
		end = len(args)
	}
	inner := sc.through("parallel").with(func(c *scope) { c.external, c.plain, c.in = true, true, input{} })
	text, origin := joined(args[min(i, end):end])
	child := a.child(st)
	switch {
	case text == "" && len(inputs) > 0:
		for _, w := range inputs[:min(len(inputs), maxChoices)] {
			a.nested(inner, child.clone(), w.Value, "text of parallel", w.origin)
		}
	case text == "":
		a.script(inner, child, sc.in)
	case len(inputs) == 0 || len(inputs) > maxChoices:
		opaque := inner.with(func(c *scope) { c.opaque = true })
		a.nested(opaque, child, replaceInput(text, hole), "text of parallel", origin)
	default:
		for _, w := range inputs {
			value := quote(w.Value)
			if w.Dynamic {
				value = hole
			}
			a.nested(inner, child.clone(), replaceInput(text, value), "text of parallel", origin)
		}
	}
}

// replaceInput puts a value where parallel does.
func replaceInput(text, value string) string {
	found := false
	for _, token := range []string{"{}", "{.}", "{/}", "{//}", "{/.}", "{1}", "{2}"} {
		if strings.Contains(text, token) {
			text, found = strings.ReplaceAll(text, token, value), true
		}
	}
	if !found {
		text += " " + value
	}
	return text
}
