package table

import (
	"encoding/binary"
	"errors"
	"sort"
	"strings"
)

const entrySize = 16

var errDamaged = errors.New("the rule table is damaged")

// entry is one line of an index: a key and the rows filed under it.
type entry struct {
	key  string
	rows span // offset of the postings and their number
}

func (t *Table) u32(off uint64) (uint32, bool) {
	if off+4 > uint64(len(t.data)) {
		return 0, false
	}
	s := t.data[off : off+4]
	return uint32(s[0]) | uint32(s[1])<<8 | uint32(s[2])<<16 | uint32(s[3])<<24, true
}

// entry reads line i of an index.
func (t *Table) entry(index, i int) (entry, error) {
	off := uint64(t.index[index].off) + uint64(i)*entrySize
	if off+entrySize > uint64(len(t.data)) {
		return entry{}, errDamaged
	}
	keyOff, _ := t.u32(off)
	keyLen, _ := t.u32(off + 4)
	postOff, _ := t.u32(off + 8)
	postLen, _ := t.u32(off + 12)
	if uint64(keyOff)+uint64(keyLen) > uint64(t.keys.len) || uint64(postOff)+4*uint64(postLen) > uint64(len(t.data)) {
		return entry{}, errDamaged
	}
	start := uint64(t.keys.off) + uint64(keyOff)
	return entry{t.data[start : start+uint64(keyLen)], span{postOff, postLen}}, nil
}

// search finds the first line whose key is not less than key.
func (t *Table) search(index int, key string) (int, error) {
	var failed error
	i := sort.Search(int(t.index[index].len), func(i int) bool {
		e, err := t.entry(index, i)
		if err != nil {
			failed = err
			return true
		}
		return e.key >= key
	})
	return i, failed
}

// find collects the rows filed under exactly key.
func (q *query) find(index int, key string) {
	i, err := q.t.search(index, key)
	if err != nil {
		q.damaged = true
		return
	}
	if i < int(q.t.index[index].len) {
		if e, err := q.t.entry(index, i); err != nil {
			q.damaged = true
		} else if e.key == key {
			q.add(e)
		}
	}
}

// below collects the rows filed under a key that begins with prefix.
func (q *query) below(index int, prefix string) {
	i, err := q.t.search(index, prefix)
	if err != nil {
		q.damaged = true
		return
	}
	for ; i < int(q.t.index[index].len); i++ {
		e, err := q.t.entry(index, i)
		if err != nil {
			q.damaged = true
			return
		}
		if !strings.HasPrefix(e.key, prefix) {
			return
		}
		q.add(e)
	}
}

// scan collects the rows of an index whose key passes.
func (q *query) scan(index int, pass func(key string) bool) {
	for i := range int(q.t.index[index].len) {
		e, err := q.t.entry(index, i)
		if err != nil {
			q.damaged = true
			return
		}
		if pass(e.key) {
			q.add(e)
		}
	}
}

// add notes the rows of an entry, each once.
func (q *query) add(e entry) {
	// Each row is filed under a few keys at most; a table that says otherwise
	// would cost more time than it has rows.
	if q.read += uint64(e.rows.len); q.read > 64*uint64(q.t.rows.len)+1024 {
		q.damaged = true
		return
	}
	for i := range uint64(e.rows.len) {
		n, ok := q.t.u32(uint64(e.rows.off) + 4*i)
		if !ok || n >= q.t.rows.len {
			q.damaged = true
			return
		}
		if q.seen == nil {
			q.seen = make([]uint64, (q.t.rows.len+63)/64)
		}
		if bit := uint64(1) << (n % 64); q.seen[n/64]&bit == 0 {
			q.seen[n/64] |= bit
			q.found = append(q.found, n)
		}
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
