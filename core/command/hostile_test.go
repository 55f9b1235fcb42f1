package command

import "strings"

// hostile are texts made to be slow or deep; n is how long they get.
func hostile(n int) map[string]string {
	rep := func(s string) string { return strings.Repeat(s, n/len(s)) }
	return map[string]string{
		"parens":            rep("("),
		"parens closed":     strings.Repeat("(", n/2) + strings.Repeat(")", n/2),
		"substitutions":     rep("$("),
		"quoted nest":       rep(`"$(`),
		"braces":            rep("{ "),
		"ifs":               rep("if "),
		"whiles":            rep("while "),
		"cases":             rep("case x in x) "),
		"functions":         rep("f() "),
		"function words":    rep("function f "),
		"times":             rep("time "),
		"negations":         rep("! "),
		"coprocs":           rep("coproc "),
		"arith parens":      "((" + rep("("),
		"arith not":         "((" + rep("!"),
		"arith minus":       "((" + rep("- "),
		"arith ternary":     "((" + rep("a?"),
		"arith assign":      "((" + rep("a="),
		"arith power":       "((" + rep("2**"),
		"arith sum":         "((1" + rep("+1") + "))",
		"subscripts":        rep("a["),
		"subscript params":  rep("${a["),
		"params":            rep("${x:-"),
		"test not":          "[[ " + rep("! "),
		"test parens":       "[[ " + rep("( "),
		"test and":          "[[ a" + rep(" && a") + " ]]",
		"backquotes":        rep("`"),
		"escaped quotes":    rep("\\`"),
		"pipes":             "a" + rep("|a"),
		"ands":              "a" + rep("&&a"),
		"assign ands":       "a=1" + rep("&&b=2"),
		"many vars":         manyVars(n),
		"semicolons":        rep("a;"),
		"newlines":          rep("a\n"),
		"backgrounds":       rep("a&"),
		"here-docs":         rep("cat <<a;"),
		"here-docs one":     "cat " + rep("<<a "),
		"here-doc nest":     rep("cat <<a\n$("),
		"brace lists":       "echo " + rep("{a,b}"),
		"brace opens":       "echo " + rep("{"),
		"brace nest":        "echo " + strings.Repeat("{a,", n/4) + strings.Repeat("}", n/4),
		"brace sequence":    "echo {1..999999999}{1..99999999}",
		"brace commas":      "echo {" + rep("a,") + "}",
		"dollar":            rep("$"),
		"vars":              "x=rm; " + rep("$x "),
		"doubling":          "a=xxxxxxxxxxxxxxxx;" + rep("a=$a$a;"),
		"doubling args":     "a=xxxxxxxxxxxxxxxx;" + rep("a=$a$a; echo $a;"),
		"choices":           choices(n),
		"loops":             rep("for i in 1 2 3;do "),
		"loops closed":      strings.Repeat("for i in 1 2 3; do ", n/25) + "echo $i" + strings.Repeat("; done", n/25),
		"loops 100":         strings.Repeat("while a; do ", 100) + "echo" + strings.Repeat("; done", 100),
		"elifs":             "if a; then b; " + rep("elif a; then b; ") + "fi",
		"case items":        "case x in " + rep("x) a;; ") + "esac",
		"case through":      "case x in " + rep("x) x=1;& ") + "esac",
		"fork bomb":         ":(){ :|:& };:",
		"calls":             "f() { echo; }; " + rep("f;"),
		"calls double":      callsDouble(),
		"wrappers":          rep("sudo "),
		"unknown options":   "sudo " + rep("-z a "),
		"dynamic programs":  rep("$x "),
		"evals":             rep("eval "),
		"eval quotes":       rep("eval '"),
		"sh -c":             rep("sh -c "),
		"nested sh":         nestedShell(30),
		"trap":              rep("trap 'a' EXIT;"),
		"aliases":           rep("alias a=b;"),
		"alias loop":        "alias a='a a'; alias b='a b'; " + rep("b a;"),
		"echo sh":           rep("echo a | sh;"),
		"echo nest":         strings.Repeat("$(echo ", n/10) + strings.Repeat(")", n/10),
		"echo choice":       "echo " + rep(`\n`) + "|sh",
		"echo pipeline":     "echo a" + rep("|cat"),
		"find":              "find " + rep("-exec a ; "),
		"xargs":             "echo " + rep("a ") + "|xargs " + rep("b "),
		"xargs I":           "printf '" + rep(`a\n`) + "' | xargs -I{} echo {}",
		"parallel":          "parallel echo ::: " + rep("a "),
		"sed":               "sed '" + rep("s/a/b/e;") + "'",
		"sed e":             "sed '" + rep("e a\n") + "'",
		"crontab":           "crontab - <<E\n" + rep("* * * * * a\n") + "E",
		"make":              "make -f - <<E\n" + rep("\ta\n") + "E",
		"trim":              "x=" + rep("a") + "; echo " + strings.Repeat("${x##*b}", 100),
		"trim stars":        "x=" + strings.Repeat("a", 500) + ";" + rep("echo ${x##"+strings.Repeat("*a", 100)+"b};"),
		"replace":           "x=" + strings.Repeat("a", 500) + ";" + rep("x=${x//a/aa};"),
		"single quote":      "'" + rep("a"),
		"double quote":      `"` + rep("a"),
		"ansi":              "$'" + rep(`\x41`) + "'",
		"backslashes":       rep(`\`),
		"extglob":           rep("@("),
		"extglob subst":     "echo " + rep("@($(a))"),
		"tildes":            rep("~ "),
		"redirects":         "a " + rep(">b "),
		"procs":             rep("<("),
		"nul":               rep("\x00"),
		"cr":                rep("\r\n"),
		"invalid":           rep("\xff"),
		"arrays":            "a=(" + rep("b ") + "); " + "echo \"${a[@]}\" \"${a[@]}\"",
		"arrays grow":       "a=(1);" + rep("a+=(1);"),
		"arrays double":     "a=(1);" + rep(`a+=("${a[@]}");`),
		"dirs":              rep("cd a;"),
		"dirs deep":         rep("cd ab && ") + "x",
		"set args":          "set -- " + rep("a ") + ";" + strings.Repeat("echo $@;", 100),
		"git aliases":       "git " + rep("-c alias.a=a "),
		"git alias nest":    "git -c alias.x='!git -c alias.x=!a x' x",
		"env S":             "env " + rep("-S a "),
		"ssh":               rep("ssh h "),
		"function redefine": rep("f() { a; };"),
		"functions many":    functionsMany(n),
		"prompt":            "x='$(a)';" + rep("${x@P};"),
		"base64":            "echo " + rep("YQ") + "|base64 -d|sh",
	}
}

func manyVars(n int) string {
	var b strings.Builder
	for i := 0; b.Len() < n; i++ {
		b.WriteString("v" + strings.Repeat("x", i%50) + "=1&&")
	}
	return b.String() + "a"
}

func choices(n int) string {
	var b strings.Builder
	for _, v := range "abcdefgh" {
		b.WriteString("for " + string(v) + " in 1 2 3 4 5 6 7 8; do ")
	}
	b.WriteString(strings.Repeat("echo $a $b $c $d $e $f $g $h;", n/60))
	b.WriteString(strings.Repeat("done;", 8))
	return b.String()
}

func callsDouble() string {
	var b strings.Builder
	for i := 'a'; i < 'z'; i++ {
		b.WriteString(string(i) + "_() { " + string(i+1) + "_; " + string(i+1) + "_; };")
	}
	return b.String() + "a_"
}

func nestedShell(depth int) string {
	s := "rm x"
	for range depth {
		if s = "sh -c " + quote(s); len(s) > maxText {
			break
		}
	}
	return s
}

func functionsMany(n int) string {
	var b strings.Builder
	for i := 0; b.Len() < n; i++ {
		name := "f" + strings.Repeat("x", i%60)
		b.WriteString(name + "() { " + name + "a; };" + name + ";")
	}
	return b.String()
}
