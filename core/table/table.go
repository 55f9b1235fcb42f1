// Package table holds the rules of a policy as one flat run of bytes, and
// finds the rows that speak about a command, a path, a host or a tool without
// reading the rest. Two thousand rows cost a tool call hardly more than twenty.
//
// The layout, all numbers little-endian uint32:
//
//	tempa.table/1 semantics/1\n     format and semantics version
//	offset, length                  header: one JSON object
//	offset, count                   rows: an array of count+1 offsets
//	offset, length                  keys: the text that index entries point into
//	offset, count                   once per index, in the order of the constants
//	                                below: entries {key offset, key length,
//	                                postings offset, postings count}
//	…                               header, rows, keys, entries, postings
//
// Offsets count from the start of the table; a key's from the start of the
// keys; a posting is the number of a row. Entries are sorted by key. A row is
// an effect, a flag byte and a list of fields: tag, length (uvarint), bytes. A
// tag with its high bit set is followed by the offset and the length (both
// uvarint) of a text among the keys, which other rows share.
//
// A reader that meets a version, a field or a bound that it does not know
// answers with a row that asks: see Outdated.
package table

import (
	"encoding/binary"
	"errors"
	"strings"
	"unsafe"

	"github.com/tempahq/tempa/core/rule"
)

// Format and Semantics are the versions that Build writes. Format is the
// layout; Semantics is what a row means, raised when an older reader would
// match less than the row's author meant.
const (
	Format    = 1
	Semantics = 1
)

const (
	magic     = "tempa.table/"
	firstLine = "tempa.table/1 semantics/1\n"
)

// The indexes.
const (
	byProgram  = iota // program, or program NUL first word
	scanProg          // globs over the program; empty for any
	byPrefix          // anchor and literal directory of a path pattern
	byName            // a component that a path pattern has at any depth
	byExt             // end of a name, from a dot on, at any depth
	scanPath          // the path patterns that have none of these
	byHost            // host without "*."
	byServer          // MCP server, sanitised
	scanServer        // globs over MCP servers
	byTool            // rule name of a tool
	indexes
)

const fixed = len(firstLine) + 8*3 + 8*indexes

// Table is an opened table. It is never written and safe for concurrent use.
type Table struct {
	data     string
	header   span
	rows     span // offsets: len counts them, without the last
	keys     span
	index    [indexes]span
	outdated bool
}

type span struct{ off, len uint32 }

// errNoTable says that the bytes are no table at all.
var errNoTable = errors.New("not a rule table; build it again with tempa-admin bundle build")

// Open looks at the first bytes only. A table of another version opens too:
// everything asks then. The data must not be changed while the table is used.
func Open(data []byte) (*Table, error) {
	t := &Table{data: unsafe.String(unsafe.SliceData(data), len(data))}
	if !strings.HasPrefix(t.data, magic) {
		return nil, errNoTable
	}
	if !strings.HasPrefix(t.data, firstLine) {
		t.outdated = true
		return t, nil
	}
	if len(data) < fixed {
		return nil, errors.New("the rule table is cut short; build it again with tempa-admin bundle build")
	}
	at := len(firstLine)
	next := func() span {
		s := span{binary.LittleEndian.Uint32(data[at:]), binary.LittleEndian.Uint32(data[at+4:])}
		at += 8
		return s
	}
	t.header, t.rows, t.keys = next(), next(), next()
	for i := range t.index {
		t.index[i] = next()
	}
	if !t.inBounds() {
		return nil, errors.New("the rule table is damaged: its index points outside; build it again with tempa-admin bundle build")
	}
	return t, nil
}

func (t *Table) inBounds() bool {
	size := uint64(len(t.data))
	ok := func(s span, width, extra uint64) bool {
		return uint64(s.off)+(uint64(s.len)+extra)*width <= size
	}
	if !ok(t.header, 1, 0) || !ok(t.rows, 4, 1) || !ok(t.keys, 1, 0) {
		return false
	}
	for _, s := range t.index {
		if !ok(s, entrySize, 0) {
			return false
		}
	}
	return true
}

// Outdated reports whether the table was written for a newer Tempa, so that
// every lookup asks.
func (t *Table) Outdated() bool { return t.outdated }

// Len is the number of rows.
func (t *Table) Len() int { return int(t.rows.len) }

// versionRow stands for what this version cannot read.
func versionRow() *rule.Row {
	return &rule.Row{
		Effect:  rule.Ask,
		ID:      "tempa/table-version",
		Reason:  "the policy uses rules that this version of Tempa does not know",
		Instead: "Ask the developer to update Tempa.",
	}
}

// damagedRow stands for a part of the table that points outside of it.
func damagedRow() *rule.Row {
	return &rule.Row{
		Effect:  rule.Ask,
		ID:      "tempa/table-damaged",
		Reason:  "the policy's rule table is damaged and cannot be read",
		Instead: "Ask the developer to fetch the policy again with tempa sync, or to build the bundle again.",
	}
}
