package command

import (
	"slices"
	"strings"
)

// tool is what the tables say of a program. It is looked up once for all the
// times that a line names it.
type tool struct {
	wrappers    []*Wrapper
	interpreter *interpreterRow
	shellOut    *shellOut
}

func (a *analyser) tool(name string) *tool {
	if t := a.tools[name]; t != nil {
		return t
	}
	t := &tool{interpreter: interpreterOf(name)}
	row := rowName(name)
	for i := range wrappers {
		if slices.Contains(wrappers[i].Names, row) {
			t.wrappers = append(t.wrappers, &wrappers[i])
		}
	}
	for i := range shellOuts {
		if slices.Contains(shellOuts[i].names, name) {
			t.shellOut = &shellOuts[i]
			break
		}
	}
	if a.tools == nil {
		a.tools = make(map[string]*tool)
	}
	a.tools[name] = t
	return t
}

// rowName is the name that a program with many names has in the table of
// wrappers.
func rowName(name string) string {
	switch {
	case strings.HasPrefix(name, "ld-linux"), strings.HasPrefix(name, "ld-musl"), strings.HasPrefix(name, "ld64.so"), strings.HasPrefix(name, "ld-2."):
		return "ld.so"
	case strings.HasPrefix(name, "qemu-") && !strings.HasPrefix(name, "qemu-system") && name != "qemu-img" && name != "qemu-nbd" && name != "qemu-io" && name != "qemu-ga":
		return "qemu-user"
	}
	return name
}
