package table

import (
	"fmt"
	"testing"

	"github.com/tempahq/tempa/core/rule"
)

// BenchmarkLookup compares small and large tables of each sort of rule: what a
// tool call pays must not show the size of the policy.
func BenchmarkLookup(b *testing.B) {
	sorts := []struct{ name, rule string }{
		{"programs", "Bash(tool%d:*)"},
		{"subcommands", "Bash(git sub%d:*)"},
		{"operands", "Bash(git push origin b%d:*)"},
		{"globs", "Bash(tool%d-*)"},
		{"prefixes", "Read(//srv/x%d/**)"},
		{"extensions", "Read(**/*.key%d)"},
		{"names", "Read(**/secret%d)"},
		{"rest", "Read(**/a%d*b)"},
		{"domains", "WebFetch(domain:h%d.example.org)"},
	}
	line := "git push origin main"
	for _, s := range sorts {
		for _, n := range []int{20, 2000} {
			rows := make([]rule.Row, 0, n)
			for i := range n {
				rows = append(rows, parse(b, rule.Deny, fmt.Sprintf(s.rule, i)))
			}
			data, err := Build(Header{}, rows)
			if err != nil {
				b.Fatal(err)
			}
			b.Run(fmt.Sprintf("%s/%d", s.name, n), func(b *testing.B) {
				b.ReportAllocs()
				c := Call{Command: simple(line)}
				f := touched("r src/main.go")
				for b.Loop() {
					table, err := Open(data)
					if err != nil {
						b.Fatal(err)
					}
					table.Command(c, &testPlace, func(Match) {})
					table.Path(f, &testPlace, func(Match) {})
					table.Domain(Host{"www.example.org", true}, func(Match) {})
				}
			})
		}
	}
}
