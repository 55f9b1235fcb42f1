//go:build clients && linux

package clients

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"testing"
	"time"
)

// storyDir is where the stories and their results are.
const storyDir = "../../testdata/clients"

var results struct {
	sync.Mutex
	list []result
}

// record keeps the result of a story when it ends: want, or that it failed.
func record(t *testing.T, want result) {
	start := time.Now()
	t.Cleanup(func() {
		r := want
		if t.Failed() {
			r.Outcome = failed
		}
		results.Lock()
		defer results.Unlock()
		results.list = append(results.list, r)
		fmt.Printf("%s %-17s %-7s %5.1f s  %s/%s\n", time.Now().Format(time.TimeOnly), r.Client, r.Outcome, time.Since(start).Seconds(), r.Story, r.Install)
	})
}

// settleResults prints the counts, and compares the results with the recorded
// ones or records them. $TEMPA_RESULTS names one more file for them.
func settleResults() error {
	count, stories, clients := map[outcome]int{}, map[string]bool{}, map[string]bool{}
	for _, r := range results.list {
		count[r.Outcome]++
		stories[r.Story], clients[r.Client] = true, true
	}
	fmt.Printf("clients: %d stories × %d clients, played %d times: %d held, %d limited by the client, %d failed\n",
		len(stories), len(clients), len(results.list), count[held], count[limited], count[failed])
	if file := os.Getenv("TEMPA_RESULTS"); file != "" {
		if err := writeResults(file, results.list); err != nil {
			return err
		}
	}
	file := filepath.Join(storyDir, resultsFile)
	recorded, err := readResults(file)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	if os.Getenv("TEMPA_CLIENTS_RECORD") != "" {
		all, err := merge(results.list, recorded)
		if err != nil {
			return err
		}
		return writeResults(file, all)
	}
	passed := slices.DeleteFunc(slices.Clone(results.list), func(r result) bool { return r.Outcome == failed })
	changed := differences(passed, recorded)
	for _, d := range changed {
		fmt.Println("clients: not as recorded:", d)
	}
	if changed != nil {
		return fmt.Errorf("%d results are not those in testdata/clients/%s; when they should be, run scripts/clients record", len(changed), resultsFile)
	}
	return nil
}
