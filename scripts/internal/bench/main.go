// Command bench times whole hook processes against an empty Go process. In
// every round each command runs once, in shuffled order; a figure is the
// median over the rounds of (command / empty process of the same round) for
// wall time, and the ratio of the medians of user+sys for CPU time. Absolute
// times depend on the machine, the ratios repeat.
package main

import (
	"encoding/json"
	"flag"
	"fmt"
	"os"
)

func main() {
	if err := run(); err != nil {
		fmt.Fprintln(os.Stderr, "bench:", err)
		os.Exit(1)
	}
}

func run() error {
	rounds := flag.Int("rounds", 200, "rounds to measure")
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
	figures, err := measure(cases, *rounds)
	if err != nil {
		return err
	}
	if *asJSON {
		return json.NewEncoder(os.Stdout).Encode(figures)
	}
	print(figures, *rounds)
	return nil
}

func print(figures []figure, rounds int) {
	fmt.Printf("%d rounds, ratios to an empty Go process (%.2f ms wall, %.2f ms cpu)\n", rounds, figures[0].WallMS, figures[0].CPUMS)
	fmt.Printf("%-34s %9s %9s %9s %9s %9s\n", "", "cpu", "target", "p50 wall", "target", "ms p50")
	for _, f := range figures[1:] {
		fmt.Printf("%-34s %9.2f %9s %9.2f %9s %9.2f\n", f.Name, f.CPU, target(f.TargetCPU), f.Wall, target(f.TargetWall), f.WallMS)
	}
	byName := map[string]figure{}
	for _, f := range figures {
		byName[f.Name] = f
	}
	few := byName["shell, 20 rules"]
	fmt.Printf("\n2,000 rules cost %.2f times what 20 cost, 2,000 path rules %.2f times (at most 1.35)\n",
		byName["shell, 2000 rules"].CPU/few.CPU, byName["shell, 2000 path rules"].CPU/few.CPU)
	fmt.Printf("a 3 KB command costs %.2f times a short one (at most 1.5)\n", byName["shell, 3 KB"].CPU/few.CPU)
}

func target(t float64) string {
	if t == 0 {
		return "-"
	}
	return fmt.Sprintf("%.1f", t)
}
