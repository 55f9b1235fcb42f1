package command

import "testing"

func BenchmarkAnalyse(b *testing.B) {
	for name, line := range map[string]string{
		"short":  `git status`,
		"day":    `cd sub && go test ./... 2>&1 | tail -n 20`,
		"nested": `sudo -u root bash -c 'for f in *.log; do rm -f "$f"; done' && echo "$(date): done" >> run.log`,
	} {
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				Analyse(line, Env{Home: "/home/dev", Dir: "/home/dev/project"})
			}
		})
	}
}
