//go:build clients

package clients

import "testing"

// installBundle is not there yet.
func (c *client) installBundle(t *testing.T, p *place) { t.Fatal("no bundle installation yet") }
