package conformance

import (
	"regexp"
	"strings"
	"testing"

	"github.com/tempahq/tempa/conformance/clients"
)

// docs/clients.md shows the results that are recorded, and those belong to the
// stories.
func TestClientsPage(t *testing.T) {
	page, err := clients.Page("../testdata/clients")
	if err != nil {
		t.Fatalf("%v\nrun scripts/clients record", err)
	}
	generated(t, "../docs/clients.md", []byte(page))
}

// Every limit that a story shows stands in docs/deviations.md, in the section
// of its client, with the story's name.
func TestLimitsAreDeviations(t *testing.T) {
	limited, err := clients.Limited("../testdata/clients")
	if err != nil || len(limited) == 0 {
		t.Fatal(limited, err)
	}
	for client, stories := range limited {
		heading := regexp.MustCompile(`(?m)^## .*` + regexp.QuoteMeta(client) + "$")
		at := heading.FindStringIndex(documents()["docs/deviations.md"])
		if at == nil {
			t.Errorf("docs/deviations.md has no section for %s", client)
			continue
		}
		section, _, _ := strings.Cut(documents()["docs/deviations.md"][at[1]:], "\n## ")
		for _, s := range stories {
			if !strings.Contains(section, "`"+s+"`") {
				t.Errorf("docs/deviations.md, %s: client story `%s` is not named", client, s)
			}
		}
	}
}
