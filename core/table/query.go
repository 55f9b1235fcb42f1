package table

import "github.com/tempahq/tempa/core/rule"

// Match is a row that speaks about what was asked.
type Match struct {
	Row *rule.Row
	// Text is the part that matched: the rule's own words, an operand, a path.
	Text string
	// Maybe says that the row matches only if a part that cannot be known
	// turns out so. It never makes more of a row than an ask.
	Maybe bool
}

// Place is where a call runs, as far as rules speak about it; it is not for
// concurrent use. The directories are absolute and clean, with slashes; those
// that are links stand in both their spellings.
type Place struct {
	Homes []string // the home directory
	Dirs  []string // the directory the call starts in
	Roots []string // repository and workspace folders; Dirs when there are none
	Temp  []string // folders for temporary files

	Fold     bool   // names differ in case only on paper
	Language string // event.Bash, event.PowerShell or event.Cmd
	// Real returns the path that an absolute path leads to through links;
	// nil means that it is not asked.
	Real func(path string) (real string, exact bool)

	lower struct{ homes, roots []string } // see lowerBases

	memo memo
}

// memo is what was looked up for a call in the table that was asked last.
type memo struct {
	table    *Table
	rows     map[uint32]*decoded
	folders  map[string]*folder      // see query.folder
	programs map[string]programLines // see query.programLines
	codeless []uint32                // see query.anyProgram
	spare    query                   // whose memory the next lookup may use
}

// query is a new lookup.
func (p *Place) query(t *Table) query {
	p.turn(t)
	m := &p.memo
	q := query{t: t, place: p, seen: m.spare.seen, found: m.spare.found[:0], names: m.spare.names}
	m.spare = query{}
	return q
}

// turn forgets what belongs to another table.
func (p *Place) turn(t *Table) {
	if p.memo.table != t {
		p.memo = memo{table: t}
	}
}

// done gives the memory of a lookup back.
func (q *query) done() {
	for _, n := range q.found {
		q.seen[n/64] = 0
	}
	q.place.turn(q.t)
	q.place.memo.spare = query{seen: q.seen, found: q.found, names: q.names}
}

// row reads a row of the table once for all the commands and paths of a call.
func (p *Place) row(t *Table, n uint32) (*decoded, error) {
	p.turn(t)
	if d := p.memo.rows[n]; d != nil {
		return d, nil
	}
	d := new(decoded)
	if err := d.decode(t, n); err != nil {
		return nil, err
	}
	if p.memo.rows == nil {
		p.memo.rows = make(map[uint32]*decoded)
	}
	p.memo.rows[n] = d
	return d, nil
}

// query is one lookup.
type query struct {
	t       *Table
	place   *Place
	seen    []uint64 // bit set of rows
	found   []uint32
	names   []name // the spellings of the path that is looked up
	read    uint64 // postings read so far
	damaged bool
}

// each hands the rows that were found, and what cannot be read, to visit.
func (q *query) each(match func(d *decoded) (text string, r result), visit func(Match)) {
	defer q.done()
	if q.t.outdated {
		visit(Match{Row: versionRow()})
		return
	}
	for _, n := range q.found {
		d, err := q.place.row(q.t, n)
		if err != nil {
			q.damaged = true
			continue
		}
		if d.unknown {
			if d.Effect != rule.Allow && d.Effect != rule.Guidance {
				visit(Match{Row: versionRow()})
			}
			continue
		}
		text, r := match(d)
		if r == no || r == maybe && d.Effect == rule.Allow {
			continue
		}
		visit(Match{Row: &d.Row, Text: text, Maybe: r == maybe})
	}
	if q.damaged {
		visit(Match{Row: damagedRow()})
	}
}

// result is how far a row matches.
type result uint8

const (
	no result = iota
	maybe
	yes
)
