package main

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"
)

// checkFiles looks at what the rounds left: every JSON file is whole and no
// file is locked.
func (m *machine) checkFiles(r *report) {
	for _, file := range m.files(".json") {
		data, err := os.ReadFile(file)
		if err == nil && !json.Valid(data) {
			err = fmt.Errorf("%s is damaged: %q", file, data)
		}
		r.parsed.add(err)
	}
	for _, file := range m.files("") {
		err := tryLock(file)
		if err != nil {
			err = fmt.Errorf("%s: %v", file, err)
		}
		r.locks.add(err)
	}
}

// tempPrefix begins the name of a file that is being written.
const tempPrefix = ".tmp-"

func (m *machine) temporary() []string {
	var list []string
	for _, file := range m.files("") {
		if strings.HasPrefix(filepath.Base(file), tempPrefix) {
			list = append(list, file)
		}
	}
	return list
}

// old is more than the age at which what a killed hook left is cleaned up.
const old = 8 * 24 * time.Hour

// freshSession lets all that a killed hook may have left half done become old,
// and then a session of each client goes by as if nothing had been. Its start
// cleans up.
func (m *machine) freshSession(r *report) error {
	claims, _ := filepath.Glob(filepath.Join(m.state, "claims", "*"))
	past := time.Now().Add(-old)
	for _, file := range append(m.temporary(), claims...) {
		if err := os.Chtimes(file, past, past); err != nil {
			return err
		}
		r.cleaned.looked++
	}
	for _, h := range sessions {
		for n, d := range []deed{start, look, deny, ask, guide, leak, post, stop, end} {
			if !has(h.Folder, d) {
				continue
			}
			res, err := m.once(call{h, h.Folder + "-fresh", d, n}, 0)
			if err != nil {
				return err
			}
			if res.killed {
				return fmt.Errorf("%v was killed", res.call)
			}
			r.fresh.add(res.call.check(res.answer, true))
			m.book.owe(res)
		}
	}
	for _, file := range append(m.temporary(), m.olderThan(claims, past.Add(time.Hour))...) {
		r.cleaned.fault(fmt.Errorf("%s is left", file))
	}
	return nil
}

// olderThan keeps the files that were last changed before a moment.
func (m *machine) olderThan(files []string, moment time.Time) []string {
	var list []string
	for _, file := range files {
		if info, err := os.Lstat(file); err == nil && info.ModTime().Before(moment) {
			list = append(list, file)
		}
	}
	return list
}
