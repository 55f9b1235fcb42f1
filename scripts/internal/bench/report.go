package main

import "fmt"

// report prints the figures for people.
func report(figures []figure, rounds int) {
	fmt.Printf("%d rounds, times the empty Go process (%.2f ms wall, %.2f ms cpu), median and quartiles\n\n", rounds, figures[0].WallMS, figures[0].CPUMS)
	fmt.Printf("%-30s %-34s %-34s %7s\n", "", "cpu", "wall", "ms")
	for _, f := range figures[1:] {
		fmt.Printf("%-30s %-34s %-34s %7.2f\n", f.Name, f.CPU.text(f.TargetCPU), f.Wall.text(f.TargetWall), f.WallMS)
	}
	fmt.Println()
	for _, f := range figures {
		if f.Times != nil {
			fmt.Printf("%-30s %-34s times %s, cpu\n", f.Name, f.Times.text(f.TargetTimes), f.Base)
		}
	}
}

// text is a spread with what it is held to: "2.13 (1.98-2.31) <= 2.2 PASS".
func (s spread) text(target float64) string {
	text := fmt.Sprintf("%.2f (%.2f-%.2f)", s.Median, s.Low, s.High)
	switch {
	case target == 0:
		return text
	case s.Median <= target:
		return fmt.Sprintf("%s <= %g PASS", text, target)
	}
	return fmt.Sprintf("%s <= %g over", text, target)
}
