package table

import (
	"encoding/binary"
	"errors"
	"sort"
	"strings"
)

const entrySize = 16

var errDamaged = errors.New("the rule table is damaged")

func (t *Table) u32(off uint64) (uint32, bool) {
	if off+4 > uint64(len(t.data)) {
		return 0, false
	}
	s := t.data[off : off+4]
	return uint32(s[0]) | uint32(s[1])<<8 | uint32(s[2])<<16 | uint32(s[3])<<24, true
}

// A line of an index is the offset and the length of its key, then the offset
// of its postings and their number.

// postings is where the rows filed under line i of an index are listed.
func (t *Table) postings(index, i int) (span, error) {
	off := uint64(t.index[index].off) + uint64(i)*entrySize
	postOff, _ := t.u32(off + 8)
	postLen, ok := t.u32(off + 12)
	if !ok || uint64(postOff)+4*uint64(postLen) > uint64(len(t.data)) {
		return span{}, errDamaged
	}
	return span{postOff, postLen}, nil
}

// key reads the key of line i of an index. Every search calls it many times.
func (t *Table) key(index, i int) (string, error) {
	off := uint64(t.index[index].off) + uint64(i)*entrySize
	if off+8 > uint64(len(t.data)) {
		return "", errDamaged
	}
	s := t.data[off : off+8]
	start := uint64(uint32(s[0]) | uint32(s[1])<<8 | uint32(s[2])<<16 | uint32(s[3])<<24)
	end := start + uint64(uint32(s[4])|uint32(s[5])<<8|uint32(s[6])<<16|uint32(s[7])<<24)
	if end > uint64(t.keys.len) {
		return "", errDamaged
	}
	base := uint64(t.keys.off)
	return t.data[base+start : base+end], nil
}

// search finds the first line whose key, without its first skip bytes, is not
// less than key, among the lines from lo to hi.
func (t *Table) search(index, lo, hi, skip int, key string) (int, error) {
	for lo < hi {
		m := int(uint(lo+hi) >> 1)
		have, err := t.key(index, m)
		if err != nil || len(have) < skip {
			return m, errDamaged
		}
		if have[skip:] < key {
			lo = m + 1
		} else {
			hi = m
		}
	}
	return lo, nil
}

// lines is the number of lines of an index.
func (t *Table) lines(index int) int { return int(t.index[index].len) }

// find collects the rows filed under exactly key.
func (q *query) find(index int, key string) { q.findIn(index, 0, q.t.lines(index), 0, key) }

// findIn is find among the lines from lo to hi, which all begin with the same
// skip bytes.
func (q *query) findIn(index, lo, hi, skip int, key string) {
	if i, ok := q.exact(index, lo, hi, skip, key); ok {
		q.line(index, i)
	}
}

// exact is the line whose key is key behind its first skip bytes.
func (q *query) exact(index, lo, hi, skip int, key string) (line int, ok bool) {
	i, err := q.t.search(index, lo, hi, skip, key)
	if err == nil && i < hi {
		var have string
		have, err = q.t.key(index, i)
		ok = err == nil && have[skip:] == key
	}
	q.damaged = q.damaged || err != nil
	return i, ok
}

// under is where the lines stand, among those from lo to hi, whose key behind
// its first skip bytes begins with prefix.
func (q *query) under(index, lo, hi, skip int, prefix string) (first, end int) {
	first, err := q.t.search(index, lo, hi, skip, prefix)
	if err == nil && first < hi {
		var key string
		if key, err = q.t.key(index, first); err == nil && strings.HasPrefix(key[skip:], prefix) {
			last := len(prefix) - 1
			end, err = q.t.search(index, first, hi, skip, prefix[:last]+string([]byte{prefix[last] + 1}))
		}
	}
	q.damaged = q.damaged || err != nil
	return first, max(first, end)
}

// below collects the rows filed under a key that begins with prefix.
func (q *query) below(index int, prefix string) {
	lo, hi := q.under(index, 0, q.t.lines(index), 0, prefix)
	q.between(index, lo, hi)
}

// between collects the rows of the lines from lo to hi.
func (q *query) between(index, lo, hi int) {
	for i := lo; i < hi; i++ {
		q.line(index, i)
	}
}

// line collects the rows of one line.
func (q *query) line(index, i int) {
	rows, err := q.t.postings(index, i)
	if err != nil {
		q.damaged = true
		return
	}
	q.add(rows)
}

// scan collects the rows of an index whose key passes.
func (q *query) scan(index int, pass func(key string) bool) {
	for i := range q.t.lines(index) {
		key, err := q.t.key(index, i)
		if err != nil {
			q.damaged = true
			return
		}
		if pass(key) {
			q.line(index, i)
		}
	}
}

// add notes rows, each once.
func (q *query) add(rows span) {
	// Each row is filed under a few keys at most; a table that says otherwise
	// would cost more time than it has rows.
	if q.read += uint64(rows.len); q.read > 64*uint64(q.t.rows.len)+1024 {
		q.damaged = true
		return
	}
	for i := range uint64(rows.len) {
		n, ok := q.t.u32(uint64(rows.off) + 4*i)
		if !ok || n >= q.t.rows.len {
			q.damaged = true
			return
		}
		q.row(n)
	}
}

// row notes a row, once.
func (q *query) row(n uint32) {
	if q.seen == nil {
		q.seen = make([]uint64, (q.t.rows.len+63)/64)
	}
	if bit := uint64(1) << (n % 64); q.seen[n/64]&bit == 0 {
		q.seen[n/64] |= bit
		q.found = append(q.found, n)
	}
}

// indexed is an index while it is built.
type indexed map[string][]uint32

func (x indexed) file(key string, row int) {
	n := uint32(row)
	if rows := x[key]; len(rows) == 0 || rows[len(rows)-1] != n {
		x[key] = append(rows, n)
	}
}

// write appends keys, postings and entries, and returns where the entries
// begin.
func (x indexed) write(keys *[]byte, out []byte) ([]byte, span) {
	names := make([]string, 0, len(x))
	for k := range x {
		names = append(names, k)
	}
	sort.Strings(names)
	entries := make([]byte, 0, entrySize*len(names))
	for _, k := range names {
		entries = binary.LittleEndian.AppendUint32(entries, uint32(len(*keys)))
		entries = binary.LittleEndian.AppendUint32(entries, uint32(len(k)))
		entries = binary.LittleEndian.AppendUint32(entries, uint32(len(out)))
		entries = binary.LittleEndian.AppendUint32(entries, uint32(len(x[k])))
		*keys = append(*keys, k...)
		for _, n := range x[k] {
			out = binary.LittleEndian.AppendUint32(out, n)
		}
	}
	return append(out, entries...), span{uint32(len(out)), uint32(len(names))}
}
