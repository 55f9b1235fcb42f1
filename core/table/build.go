package table

import (
	"encoding/binary"
	"fmt"
	"slices"
	"strings"

	"github.com/tempahq/tempa/core/rule"
)

// Build compiles rows into a table. The same header and rows give the same
// bytes.
func Build(h Header, rows []rule.Row) ([]byte, error) {
	var x [indexes]indexed
	for i := range x {
		x[i] = indexed{}
	}
	var body []byte
	var said texts
	offsets := make([]uint32, 0, len(rows)+1)
	for i := range rows {
		r := &rows[i]
		if err := check(r); err != nil {
			return nil, fmt.Errorf("row %d (%s): %w", i, r.ID, err)
		}
		offsets = append(offsets, uint32(len(body)))
		var err error
		if body, err = encode(body, r, &said); err != nil {
			return nil, fmt.Errorf("row %d (%s): %w", i, r.ID, err)
		}
		file(&x, r, i)
	}
	offsets = append(offsets, uint32(len(body)))
	header, err := h.encode()
	if err != nil {
		return nil, fmt.Errorf("the header cannot be written: %w", err)
	}
	return assemble(header, body, said.pool, offsets, &x), nil
}

func assemble(header, body, keys []byte, offsets []uint32, x *[indexes]indexed) []byte {
	out := make([]byte, fixed, fixed+len(header)+2*len(body))
	copy(out, firstLine)
	at := len(firstLine)
	put := func(off, n int) {
		binary.LittleEndian.PutUint32(out[at:], uint32(off))
		binary.LittleEndian.PutUint32(out[at+4:], uint32(n))
		at += 8
	}
	put(len(out), len(header))
	out = append(out, header...)
	start := uint32(len(out))
	out = append(out, body...)
	put(len(out), len(offsets)-1)
	for _, o := range offsets {
		out = binary.LittleEndian.AppendUint32(out, start+o)
	}
	var spans [indexes]span
	for i := range x {
		out, spans[i] = x[i].write(&keys, out)
	}
	put(len(out), len(keys))
	out = append(out, keys...)
	for _, s := range spans {
		put(int(s.off), int(s.len))
	}
	return out
}

// check refuses rows that no lookup would ever find.
func check(r *rule.Row) error {
	set := 0
	for _, has := range [...]bool{r.Command != nil, r.Path != nil, r.Domain != nil, r.MCP != nil, r.Tool != nil} {
		if has {
			set++
		}
	}
	if set != 1 {
		return fmt.Errorf("exactly one of command, path, domain, mcp and tool must be set, not %d", set)
	}
	if c := r.Command; c != nil {
		for _, o := range append(append([]string(nil), c.Operands...), c.NotOperands...) {
			if strings.HasPrefix(o, "@") && !knownClass(o) {
				return fmt.Errorf("unknown operand class %s; use @broad, @outside, @device or @unknown", o)
			}
		}
		for _, g := range c.Flags {
			if len(g) == 0 || slices.Contains(g, "") {
				return fmt.Errorf("a group of flags is empty")
			}
		}
	}
	return nil
}

// file puts a row into the indexes it is found by.
func file(x *[indexes]indexed, r *rule.Row, i int) {
	switch {
	case r.Command != nil:
		fileCommand(x, r.Command, r.Effect, i)
	case r.Path != nil:
		a, n := anchors(r.Path.Pattern, r.Effect)
		for _, p := range a[:n] {
			p.file(x, i)
		}
	case r.Domain != nil:
		x[byHost].file(strings.TrimPrefix(strings.ToLower(r.Domain.Pattern), "*."), i)
	case r.MCP != nil:
		server := Sanitise(strings.ToLower(r.MCP.Server))
		if strings.Contains(server, "*") {
			x[scanServer].file(server, i)
		} else {
			x[byServer].file(server, i)
		}
	case r.Tool != nil:
		x[byTool].file(r.Tool.Name, i)
	}
}

func fileCommand(x *[indexes]indexed, c *rule.Command, effect rule.Effect, i int) {
	if len(c.Programs) == 0 {
		x[scanProg].file("", i)
	}
	for _, p := range c.Programs {
		p = programKey(p)
		if strings.Contains(p, "*") {
			x[scanProg].file(p, i)
			continue
		}
		if len(c.Words) == 0 || c.Words[0] == "*" || effect == rule.Allow {
			x[byProgram].file(p, i)
			continue
		}
		for _, w := range strings.Split(c.Words[0], "|") {
			x[byProgram].file(p+"\x00"+strings.ToLower(w), i)
		}
	}
}

// programKey folds a program's name for the index: lower case, without .exe.
func programKey(p string) string {
	return strings.TrimSuffix(strings.ToLower(p), ".exe")
}
