package main

import (
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"sync"
	"syscall"
	"time"
)

// crowd runs the hooks of all sessions at once: they are started, then given
// their payloads together. A quarter of them is killed on the way.
func (m *machine) crowd(r *report, random *rand.Rand, round int) error {
	return m.together(r, random, m.mix(random, fmt.Sprintf("crowd-%d", round)), 0.25, &m.inCrowd)
}

// hunt runs as many hooks again, but few at a time, so that a kill falls into
// what a hook does and not into its waiting for a processor.
func (m *machine) hunt(r *report, random *rand.Rand, round int) error {
	for few := range slices.Chunk(m.mix(random, fmt.Sprintf("hunt-%d", round)), 2) {
		if err := m.together(r, random, few, 0.75, &m.inHunt); err != nil {
			return err
		}
	}
	return nil
}

// together runs hooks at once and kills a share of them. What a hook usually
// takes is measured for the next time.
func (m *machine) together(r *report, random *rand.Rand, calls []call, share float64, usual *time.Duration) error {
	var crowd []*process
	for _, c := range calls {
		p, err := m.start(c, random.IntN(len(m.installed)))
		if err != nil {
			return fmt.Errorf("%v: %w", c, err)
		}
		p.aim(random, share, *usual)
		crowd = append(crowd, p)
	}
	results := make([]result, len(crowd))
	failed := make([]error, len(crowd))
	var all sync.WaitGroup
	for i, p := range crowd {
		all.Go(func() { results[i], failed[i] = p.finish() })
	}
	all.Wait()
	for i, res := range results {
		if failed[i] != nil {
			return fmt.Errorf("%v: %w", crowd[i].call, failed[i])
		}
		m.note(r, res)
	}
	*usual = (3**usual + median(results, *usual)) / 4
	return nil
}

// median is the middle of the times that those which ended took.
func median(results []result, otherwise time.Duration) time.Duration {
	var times []time.Duration
	for _, res := range results {
		if !res.killed {
			times = append(times, res.took)
		}
	}
	if len(times) == 0 {
		return otherwise
	}
	slices.Sort(times)
	return times[len(times)/2]
}

// mix are the calls of a round in the order in which they are started: each
// session has one start, one end where the client tells it, and for the rest
// what chance brings.
func (m *machine) mix(random *rand.Rand, name string) []call {
	bag := []deed{deny, deny, deny, ask, ask, ask, guide, guide, leak, leak, post, post, post, stop, look, look, look}
	var calls []call
	for _, h := range sessions {
		for n := range m.parallel {
			d := bag[random.IntN(len(bag))]
			switch {
			case n == 0:
				d = start
			case n == 1 && has(h.Folder, end):
				d = end
			}
			calls = append(calls, call{h, h.Folder + "-" + name, d, n})
		}
	}
	random.Shuffle(len(calls), func(i, j int) { calls[i], calls[j] = calls[j], calls[i] })
	return calls
}

// early is about what a hook takes until it reads its payload.
const early = 3 * time.Millisecond

// aim lets a share of the hooks be killed: some while they start, the others at
// any moment of the time that a hook usually takes, or a little later.
func (p *process) aim(random *rand.Rand, share float64, usual time.Duration) {
	chosen, soon, hard, at := random.Float64() < share, random.Float64() < 0.1, random.Float64() < 0.75, random.Float64()
	var signal os.Signal = syscall.SIGTERM
	if hard {
		signal = syscall.SIGKILL
	}
	switch {
	case !chosen:
	case soon:
		p.killAfter(time.Duration(at*float64(early)), signal)
	default:
		p.kill = func() { p.killAfter(time.Duration(at*1.3*float64(usual)), signal) }
	}
}

// note checks the answer of a hook that ended and enters the line that it owes.
func (m *machine) note(r *report, res result) {
	r.processes++
	m.book.owe(res)
	if !res.killed {
		r.answers.add(res.call.check(res.answer, true))
		return
	}
	r.killed++
	if res.answer.Stdout != "" {
		r.killedAnswered++
	}
}
