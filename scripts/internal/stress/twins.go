package main

import (
	"fmt"
	"sync"
	"time"
)

// pair is how two processes come to be given the same event: at once or one
// behind the other, by one installation or two.
type pair struct {
	deed  deed
	after time.Duration
	other bool
}

// behind is how much later a client was seen to start the second hook of an
// event.
const behind = 33 * time.Millisecond

func pairs() []pair {
	var list []pair
	for _, d := range []deed{deny, ask, guide, leak, post, stop} {
		for _, after := range []time.Duration{0, behind} {
			list = append(list, pair{d, after, false}, pair{d, after, true})
		}
	}
	return list
}

// twins runs all pairs of every client. Both of a pair answer, and one line is
// written; which of them brings a guidance is theirs to find out.
func (m *machine) twins(r *report, round int) error {
	var all sync.WaitGroup
	failed := make([]error, len(sessions))
	found := make([][][2]result, len(sessions))
	for i := range sessions {
		all.Go(func() { found[i], failed[i] = m.pairsOf(i, round) })
	}
	all.Wait()
	for i := range sessions {
		if failed[i] != nil {
			return failed[i]
		}
		for _, p := range found[i] {
			r.twins.add(checkTwins(p[0], p[1]))
			m.book.owe(p[0])
		}
	}
	return nil
}

func (m *machine) pairsOf(session, round int) ([][2]result, error) {
	var list [][2]result
	h := sessions[session]
	for i, p := range pairs() {
		c := call{h, fmt.Sprintf("%s-twins-%d", h.Folder, round), p.deed, m.parallel + i}
		both, err := m.twin(c, p)
		if err != nil {
			return nil, fmt.Errorf("%v: %w", c, err)
		}
		list = append(list, both)
	}
	return list, nil
}

func (m *machine) twin(c call, p pair) (both [2]result, err error) {
	second := 0
	if p.other {
		second = 1
	}
	var failed [2]error
	var all sync.WaitGroup
	all.Go(func() { both[0], failed[0] = m.once(c, 0) })
	all.Go(func() {
		time.Sleep(p.after)
		both[1], failed[1] = m.once(c, second)
	})
	all.Wait()
	if failed[0] != nil {
		return both, failed[0]
	}
	return both, failed[1]
}

// checkTwins wants both to be answered, and a guidance to be told once.
func checkTwins(a, b result) error {
	if a.killed || b.killed {
		return fmt.Errorf("%v: a twin was killed", a.call)
	}
	first := a.call.check(a.answer, true)
	if first == nil {
		return b.call.check(b.answer, b.call.deed != guide)
	}
	if b.call.check(b.answer, true) != nil {
		return first
	}
	return a.call.check(a.answer, a.call.deed != guide)
}
