package ancestry

import (
	"os"
	"testing"
)

func TestAbove(t *testing.T) {
	list := Above(2)
	if list == nil {
		t.Skip("processes cannot be seen on this system")
	}
	if p := list[0]; p.PID != os.Getppid() || p.Argv[0] == "" || len(list) > 2 {
		t.Errorf("above this test: %+v", list)
	}
}
