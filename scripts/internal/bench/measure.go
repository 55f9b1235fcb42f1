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

// empty is the name of the first case, which all others are compared with.
const empty = "empty process"

// benchCase is one command line with its stdin.
type benchCase struct {
	name  string
	argv  []string
	env   []string
	stdin string // a file: feeding a pipe would be timed as well
	// payload is what the file holds.
	payload []byte
	// before sets the stage, and is not timed.
	before func() error
	// want is a piece of the answer, so that a hook that fails is not timed as
	// a fast one; empty wants no answer.
	want string

	cpuTarget, wallTarget float64 // 0: none stated

	// base is a case that this one may cost at most timesTarget times of.
	base        string
	timesTarget float64
}

func (c benchCase) atMost(cpu, wall float64) benchCase {
	c.cpuTarget, c.wallTarget = cpu, wall
	return c
}

func (c benchCase) comparedWith(base string, times float64) benchCase {
	c.base, c.timesTarget = base, times
	return c
}

func (c benchCase) answers(want string) benchCase {
	c.want = want
	return c
}

// figure is what was measured for one case.
type figure struct {
	Name                  string
	CPU, Wall             spread  // ratios to the empty process
	CPUMS, WallMS         float64 // medians
	TargetCPU, TargetWall float64 `json:",omitempty"`

	Base        string  `json:",omitempty"`
	Times       *spread `json:",omitempty"` // CPU ratios to Base
	TargetTimes float64 `json:",omitempty"`
}

// spread is the median of many values with the quartiles around it.
type spread struct{ Low, Median, High float64 }

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
		figures[i] = figure{
			Name: c.name, CPU: ratios(cpu[i], cpu[0]), Wall: ratios(wall[i], wall[0]),
			CPUMS: spreadOf(cpu[i]).Median, WallMS: spreadOf(wall[i]).Median,
			TargetCPU: c.cpuTarget, TargetWall: c.wallTarget,
		}
		if b := slices.IndexFunc(cases, func(b benchCase) bool { return b.name == c.base }); b >= 0 {
			times := ratios(cpu[i], cpu[b])
			figures[i].Base, figures[i].Times, figures[i].TargetTimes = c.base, &times, c.timesTarget
		}
	}
	return figures, nil
}

// ratios compares two cases round by round.
func ratios(of, to []float64) spread {
	list := make([]float64, len(of))
	for i := range of {
		list[i] = of[i] / to[i]
	}
	return spreadOf(list)
}

func spreadOf(v []float64) spread {
	v = slices.Clone(v)
	slices.Sort(v)
	return spread{v[len(v)/4], v[len(v)/2], v[len(v)*3/4]}
}

// once runs a case and returns its wall and CPU time in milliseconds.
func once(c *benchCase) (wall, cpu float64, err error) {
	if c.before != nil {
		if err := c.before(); err != nil {
			return 0, 0, err
		}
	}
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
