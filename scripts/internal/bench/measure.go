package main

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"slices"
	"time"
)

// benchCase is one command line with its stdin.
type benchCase struct {
	name  string
	argv  []string
	env   []string
	stdin string // a file: feeding a pipe would be timed as well
	// want is a piece of the answer, so that a hook that fails is not timed as
	// a fast one.
	want string

	cpuTarget, wallTarget float64 // 0: none stated
}

// figure is what was measured for one case.
type figure struct {
	Name                  string
	CPU, Wall             float64 // ratios to the empty process
	CPUMS, WallMS         float64 // medians
	TargetCPU, TargetWall float64 `json:",omitempty"`
}

const warmUps = 5

// measure runs the cases; the first one is the empty process.
func measure(cases []benchCase, rounds int) ([]figure, error) {
	wall := make([][]float64, len(cases))
	cpu := make([][]float64, len(cases))
	order := rand.Perm(len(cases))
	for round := range rounds + warmUps {
		rand.Shuffle(len(order), func(i, j int) { order[i], order[j] = order[j], order[i] })
		for _, i := range order {
			w, c, err := once(&cases[i])
			if err != nil {
				return nil, err
			}
			if round >= warmUps {
				wall[i], cpu[i] = append(wall[i], w), append(cpu[i], c)
			}
		}
	}
	figures := make([]figure, len(cases))
	for i, c := range cases {
		ratios := make([]float64, rounds)
		for r := range rounds {
			ratios[r] = wall[i][r] / wall[0][r]
		}
		figures[i] = figure{
			Name: c.name, Wall: median(ratios), CPU: median(cpu[i]) / median(cpu[0]),
			CPUMS: median(cpu[i]), WallMS: median(wall[i]),
			TargetCPU: c.cpuTarget, TargetWall: c.wallTarget,
		}
	}
	return figures, nil
}

// once runs a case and returns its wall and CPU time in milliseconds.
func once(c *benchCase) (wall, cpu float64, err error) {
	cmd := exec.Command(c.argv[0], c.argv[1:]...)
	cmd.Env = c.env
	if c.stdin != "" {
		f, err := os.Open(c.stdin)
		if err != nil {
			return 0, 0, err
		}
		defer f.Close()
		cmd.Stdin = f
	}
	var out bytes.Buffer
	cmd.Stdout = &out
	start := time.Now()
	err = cmd.Run()
	wall = float64(time.Since(start)) / 1e6
	if err != nil {
		return 0, 0, fmt.Errorf("%s: %v\n%s", c.name, err, out.String())
	}
	if !bytes.Contains(out.Bytes(), []byte(c.want)) || c.want == "" && out.Len() > 0 {
		return 0, 0, fmt.Errorf("%s: the answer is %q, want %q in it", c.name, out.String(), c.want)
	}
	cpu = float64(cmd.ProcessState.UserTime()+cmd.ProcessState.SystemTime()) / 1e6
	return wall, cpu, nil
}

func median(v []float64) float64 {
	v = slices.Clone(v)
	slices.Sort(v)
	return v[len(v)/2]
}
