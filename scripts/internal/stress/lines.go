package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// about is what a line of the spool tells of the call that it is about.
type about struct{ session, event, policyID string }

// owed is how many lines there have to be, and may be, about something: a hook
// that was killed has written its line or has not.
type owed struct{ ended, killed int }

// ledger is what the spool has to hold.
type ledger map[about]owed

// owe enters the line of a hook.
func (l ledger) owe(res result) {
	if res.call.deed == look {
		return
	}
	key := about{res.call.session, res.event, res.call.deed.policyID(res.call.n)}
	due := l[key]
	if res.killed {
		due.killed++
	} else {
		due.ended++
	}
	l[key] = due
}

// checkLines compares the spool with the ledger, and reads every other file of
// lines: nothing failed, so nothing is in the log.
func (m *machine) checkLines(r *report) {
	have := m.readLines(r)
	for key, due := range m.book {
		var err error
		if n := have[key]; n < due.ended || n > due.ended+due.killed {
			err = fmt.Errorf("%v: %d lines, want %d, and %d were killed", key, n, due.ended, due.killed)
		}
		r.lines.addMany(err, due.ended)
		r.killedWrote += have[key] - due.ended
		delete(have, key)
	}
	for key, n := range have {
		r.lines.add(fmt.Errorf("%v: %d lines, want none", key, n))
	}
}

// readLines counts the lines by what they are about.
func (m *machine) readLines(r *report) map[about]int {
	have := map[about]int{}
	for _, file := range m.files(".jsonl") {
		data, err := os.ReadFile(file)
		if err != nil {
			r.torn.add(err)
		}
		for line := range bytes.Lines(data) {
			if string(line) == "\n" {
				continue // a hook took a line that was being written for a torn one
			}
			if strings.HasSuffix(file, ".pending.jsonl") {
				r.torn.add(readText(line))
				continue
			}
			key, err := readLine(line)
			if err != nil {
				err = fmt.Errorf("%s: %v: %q", filepath.Base(file), err, line)
			}
			r.torn.add(err)
			if err == nil {
				have[key]++
			}
		}
	}
	return have
}

// readText reads a line of what is to be told later.
func readText(line []byte) error {
	var text string
	if err := json.Unmarshal(line, &text); err != nil || !strings.HasSuffix(string(line), "\n") {
		return fmt.Errorf("a text that is to be told later is torn: %q", line)
	}
	return nil
}

func readLine(line []byte) (about, error) {
	var l struct {
		At        string `json:"at"`
		SessionID string `json:"session_id"`
		Repo      string `json:"repo"`
		Error     string `json:"error"`
		About     struct {
			Event     string   `json:"client_event"`
			PolicyIDs []string `json:"policy_ids"`
		} `json:"attributes"`
	}
	switch err := json.Unmarshal(line, &l); {
	case err != nil:
		return about{}, err
	case line[len(line)-1] != '\n':
		return about{}, fmt.Errorf("the line has no end")
	case l.Error != "":
		return about{}, fmt.Errorf("a hook failed")
	case l.Repo != repository:
		return about{}, fmt.Errorf("another repository than %s", repository)
	}
	return about{l.SessionID, l.About.Event, strings.Join(l.About.PolicyIDs, " ")}, nil
}

// files are those of the state folder whose names end like this.
func (m *machine) files(suffix string) []string {
	var list []string
	_ = filepath.WalkDir(m.state, func(path string, e fs.DirEntry, err error) error {
		if err == nil && e.Type().IsRegular() && strings.HasSuffix(path, suffix) {
			list = append(list, path)
		}
		return nil
	})
	return list
}
