//go:build clients && linux

package clients

import (
	"cmp"
	"fmt"
	"os"
	"slices"
	"sync"
	"testing"
	"time"
)

// result is one story on one client, as $TEMPA_RESULTS keeps it.
type result struct {
	Client  string  `json:"client"`
	Version string  `json:"version"`
	Story   string  `json:"story"`
	Install string  `json:"install"`
	Outcome string  `json:"outcome"`         // "pass" or "fail"
	Limit   string  `json:"limit,omitempty"` // what the client does not let Tempa guarantee
	Seconds float64 `json:"seconds"`
}

var results struct {
	sync.Mutex
	list []result
}

// record keeps the result of a story when it ends.
func record(t *testing.T, r result) {
	start := time.Now()
	t.Cleanup(func() {
		r.Outcome = "pass"
		if t.Failed() {
			r.Outcome = "fail"
		}
		r.Seconds = float64(time.Since(start).Round(100*time.Millisecond)) / float64(time.Second)
		results.Lock()
		defer results.Unlock()
		results.list = append(results.list, r)
		fmt.Printf("%s %-13s %-4s %5.1f s  %s/%s\n", time.Now().Format("15:04:05"), r.Client, r.Outcome, r.Seconds, r.Story, r.Install)
	})
}

// writeResults prints the count and writes the file that docs/clients.md is
// made from.
func writeResults() error {
	slices.SortFunc(results.list, func(a, b result) int {
		return cmp.Or(cmp.Compare(a.Client, b.Client), cmp.Compare(a.Story, b.Story), cmp.Compare(a.Install, b.Install))
	})
	played, stories, clients := map[string]int{}, map[string]bool{}, map[string]bool{}
	for _, r := range results.list {
		played[r.Outcome]++
		stories[r.Story] = true
		clients[r.Client] = true
	}
	fmt.Printf("clients: %d stories × %d clients, played %d times: %d as expected, %d not\n",
		len(stories), len(clients), len(results.list), played["pass"], played["fail"])
	file := os.Getenv("TEMPA_RESULTS")
	if file == "" || len(results.list) == 0 {
		return nil
	}
	return os.WriteFile(file, []byte(jsonOf(struct {
		Schema  string   `json:"schema"`
		Results []result `json:"results"`
	}{"tempa.clients/1", results.list})), 0o644)
}
