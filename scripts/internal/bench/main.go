// Command bench times whole hook processes against an empty Go process. In
// every round each command runs once, in shuffled order, and what counts is
// the ratio to the empty process of the same round: absolute times depend on
// the machine, the ratios repeat. A figure is the median over the rounds, its
// spread the quartiles. A target that is passed over is told, and no failure.
package main

import (
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"strings"
)

func main() {
	if err := run(); err != nil {
		fmt.Fprintln(os.Stderr, "bench:", err)
		os.Exit(1)
	}
}

func run() error {
	rounds := flag.Int("rounds", 200, "rounds to measure")
	only := flag.String("case", "", "measure only the cases with this text in their name, and what they are compared with")
	asJSON := flag.Bool("json", false, "print the figures as JSON")
	flag.Parse()

	dir, err := os.MkdirTemp("", "tempa-bench")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)

	fmt.Fprintln(os.Stderr, "bench: building the binaries and the policies")
	cases, err := prepare(dir)
	if err != nil {
		return err
	}
	cases = chosen(cases, *only)
	if len(cases) == 1 {
		return fmt.Errorf("no case has %q in its name", *only)
	}
	figures, err := measure(cases, *rounds)
	if err != nil {
		return err
	}
	if *asJSON {
		return json.NewEncoder(os.Stdout).Encode(figures)
	}
	report(figures, *rounds)
	return nil
}

// chosen keeps the cases with a text in their name, those that they are
// compared with, and the empty process.
func chosen(cases []benchCase, text string) []benchCase {
	keep := map[string]bool{empty: true}
	for _, c := range cases {
		if strings.Contains(c.name, text) {
			keep[c.name], keep[c.base] = true, true
		}
	}
	var list []benchCase
	for _, c := range cases {
		if keep[c.name] {
			list = append(list, c)
		}
	}
	return list
}
