package table

import (
	"encoding/binary"
	"fmt"
	"strings"

	"github.com/tempahq/tempa/core/event"
	"github.com/tempahq/tempa/core/rule"
)

// The fields of a row. Numbers are never used again for something else.
const (
	fieldID = iota + 1
	fieldRule
	fieldReason
	fieldInstead
	fieldLanguage
	fieldProgram
	fieldWord
	fieldFlag // begins a group
	fieldOr   // another spelling in the group
	fieldNoFlag
	fieldOperand
	fieldNotOperand
	fieldExact
	fieldPattern
	fieldCode
	fieldInline
	fieldAssign
	fieldContext
	fieldVia
	fieldPath
	fieldAccess
	fieldTool // a tool the path row is limited to
	fieldDomain
	fieldExcept
	fieldServer
	fieldMCPTool
	fieldName
	fieldCommand // the row is one of commands, whatever else it says
	fieldNotHost
	fieldPathExcept
)

// shared marks a field whose text stands among the keys, because other rows
// say the same: the tag is followed by an offset and a length there.
const shared = 0x80

const flagObserve = 1

// effects in the order of their numbers in a row.
var effects = [...]rule.Effect{1: rule.Deny, 2: rule.Ask, 3: rule.Allow, 4: rule.Guidance}

func effectNumber(e rule.Effect) (byte, error) {
	for i, have := range effects {
		if have == e && i > 0 {
			return byte(i), nil
		}
	}
	return 0, fmt.Errorf("unknown effect %q; use deny, ask, allow or guidance", e)
}

// texts are what several rows say, each once.
type texts struct {
	pool []byte
	at   map[string]int
}

func (x *texts) offset(s string) int {
	if at, have := x.at[s]; have {
		return at
	}
	if x.at == nil {
		x.at = map[string]int{}
	}
	x.at[s] = len(x.pool)
	x.pool = append(x.pool, s...)
	return x.at[s]
}

// fields writes the fields of a row.
type fields []byte

// shared writes a text that other rows are likely to have as well.
func (f *fields) shared(tag byte, value string, x *texts) {
	if value == "" {
		return
	}
	*f = append(*f, tag|shared)
	*f = binary.AppendUvarint(*f, uint64(x.offset(value)))
	*f = binary.AppendUvarint(*f, uint64(len(value)))
}

func (f *fields) add(tag byte, value string) {
	*f = append(*f, tag)
	*f = binary.AppendUvarint(*f, uint64(len(value)))
	*f = append(*f, value...)
}

func (f *fields) text(tag byte, value string) {
	if value != "" {
		f.add(tag, value)
	}
}

func (f *fields) list(tag byte, values []string) {
	for _, v := range values {
		f.add(tag, v)
	}
}

// encode writes a row.
func encode(out []byte, r *rule.Row, x *texts) ([]byte, error) {
	effect, err := effectNumber(r.Effect)
	if err != nil {
		return nil, err
	}
	var flags byte
	if r.Observe {
		flags |= flagObserve
	}
	f := fields(append(out, effect, flags))
	f.shared(fieldID, r.ID, x)
	f.shared(fieldRule, r.Rule, x)
	f.shared(fieldReason, r.Reason, x)
	f.shared(fieldInstead, r.Instead, x)
	switch {
	case r.Command != nil:
		f.command(r.Command)
	case r.Path != nil:
		f.add(fieldPath, r.Path.Pattern)
		for _, a := range r.Path.Access {
			f.add(fieldAccess, string(a))
		}
		f.list(fieldTool, r.Path.Tools)
		f.list(fieldPathExcept, r.Path.Except)
	case r.Domain != nil:
		f.add(fieldDomain, r.Domain.Pattern)
		f.list(fieldExcept, r.Domain.Except)
	case r.MCP != nil:
		f.add(fieldServer, r.MCP.Server)
		f.add(fieldMCPTool, r.MCP.Tool)
	case r.Tool != nil:
		f.add(fieldName, r.Tool.Name)
	}
	return f, nil
}

func (f *fields) command(c *rule.Command) {
	f.add(fieldCommand, "")
	f.text(fieldLanguage, c.Language)
	f.list(fieldProgram, c.Programs)
	f.list(fieldWord, c.Words)
	for _, group := range c.Flags {
		for i, spelling := range group {
			tag := byte(fieldOr)
			if i == 0 {
				tag = fieldFlag
			}
			f.add(tag, spelling)
		}
	}
	f.list(fieldNoFlag, c.NoFlags)
	f.list(fieldOperand, c.Operands)
	f.list(fieldNotOperand, c.NotOperands)
	if c.Exact {
		f.add(fieldExact, "")
	}
	f.text(fieldPattern, c.Pattern)
	f.list(fieldCode, c.Code)
	f.text(fieldInline, c.Inline)
	f.list(fieldAssign, c.Assigns)
	f.list(fieldContext, c.Context)
	f.list(fieldVia, c.Via)
	f.list(fieldNotHost, c.NotHosts)
}

// decoded is a row read into memory.
type decoded struct {
	rule.Row
	command rule.Command
	path    rule.Path
	domain  rule.Domain
	mcp     rule.MCP
	tool    rule.Tool
	flags   []string // all spellings; groups of Command.Flags point into it
	bounds  []int    // where each group begins in flags
	unknown bool     // the row holds a field that this version does not know
}

// bytes is the encoded form of row n.
func (t *Table) bytes(n uint32) (string, bool) {
	if n >= t.rows.len {
		return "", false
	}
	at := uint64(t.rows.off) + 4*uint64(n)
	start, ok1 := t.u32(at)
	end, ok2 := t.u32(at + 4)
	if !ok1 || !ok2 || start > end || uint64(end) > uint64(len(t.data)) || end-start < 2 {
		return "", false
	}
	return t.data[start:end], true
}

// decode reads row n; its texts are parts of the table.
func (d *decoded) decode(t *Table, n uint32) error {
	s, ok := t.bytes(n)
	if !ok {
		return errDamaged
	}
	if s[0] == 0 || int(s[0]) >= len(effects) || s[1]&^flagObserve != 0 {
		d.unknown = true // before anything else: what it asks for is not known
		d.Effect = rule.Ask
		return nil
	}
	d.Effect, d.Observe = effects[s[0]], s[1]&flagObserve != 0
	for s = s[2:]; len(s) > 0; {
		tag := s[0]
		value, rest, ok := t.value(tag, s[1:])
		if !ok {
			return errDamaged
		}
		d.field(tag&^shared, value)
		s = rest
	}
	for i, start := range d.bounds {
		end := len(d.flags)
		if i+1 < len(d.bounds) {
			end = d.bounds[i+1]
		}
		d.command.Flags = append(d.command.Flags, d.flags[start:end])
	}
	return nil
}

// aboutCode reports whether a row speaks only about commands that carry code,
// and says nothing that decode has to look at.
func (t *Table) aboutCode(n uint32) bool {
	s, ok := t.bytes(n)
	if !ok || s[0] == 0 || int(s[0]) >= len(effects) || s[1]&^flagObserve != 0 {
		return false
	}
	code := false
	for s = s[2:]; len(s) > 0; {
		switch s[0] &^ shared {
		case fieldCode, fieldInline:
			code = true
		case fieldID, fieldRule, fieldReason, fieldInstead, fieldCommand:
		default:
			return false
		}
		if _, s, ok = t.value(s[0], s[1:]); !ok {
			return false
		}
	}
	return code
}

// value reads the text of a field.
func (t *Table) value(tag byte, s string) (value, rest string, ok bool) {
	n, s, ok := cutNumber(s)
	if !ok {
		return "", "", false
	}
	if tag&shared == 0 {
		if n > uint64(len(s)) {
			return "", "", false
		}
		return s[:n], s[n:], true
	}
	length, s, ok := cutNumber(s)
	if !ok || n+length > uint64(t.keys.len) {
		return "", "", false
	}
	start := uint64(t.keys.off) + n
	return t.data[start : start+length], s, true
}

// cutNumber reads a uvarint of at most 32 bits.
func cutNumber(s string) (n uint64, rest string, ok bool) {
	for i := 0; i < len(s) && i < 5; i++ {
		n |= uint64(s[i]&0x7f) << (7 * i)
		if s[i] < 0x80 {
			return n, s[i+1:], n < 1<<32
		}
	}
	return 0, "", false
}

func (d *decoded) field(tag byte, v string) {
	c := &d.command
	switch tag {
	case fieldID:
		d.ID = v
	case fieldRule:
		d.Rule = v
	case fieldReason:
		d.Reason = v
	case fieldInstead:
		d.Instead = v
	case fieldCommand:
		d.Command = c
	case fieldLanguage:
		c.Language = v
	case fieldProgram:
		c.Programs = append(c.Programs, v)
	case fieldWord:
		c.Words = append(c.Words, v)
	case fieldFlag:
		d.unknown = d.unknown || v == ""
		d.bounds = append(d.bounds, len(d.flags))
		d.flags = append(d.flags, v)
	case fieldOr:
		d.flags = append(d.flags, v)
		d.unknown = d.unknown || len(d.bounds) == 0 || v == ""
	default:
		d.condition(tag, v)
	}
}

func (d *decoded) condition(tag byte, v string) {
	c := &d.command
	switch tag {
	case fieldNoFlag:
		c.NoFlags = append(c.NoFlags, v)
	case fieldOperand:
		c.Operands = append(c.Operands, v)
	case fieldNotOperand:
		c.NotOperands = append(c.NotOperands, v)
	case fieldExact:
		c.Exact = true
	case fieldPattern:
		c.Pattern = v
	case fieldCode:
		c.Code = append(c.Code, v)
	case fieldInline:
		c.Inline = v
	case fieldAssign:
		c.Assigns = append(c.Assigns, v)
	case fieldContext:
		c.Context = append(c.Context, v)
	case fieldVia:
		c.Via = append(c.Via, v)
	case fieldNotHost:
		c.NotHosts = append(c.NotHosts, v)
	default:
		d.other(tag, v)
	}
	d.unknown = d.unknown || strings.HasPrefix(v, "@") && tag == fieldOperand && !knownClass(v)
}

func (d *decoded) other(tag byte, v string) {
	switch tag {
	case fieldPath:
		d.Path, d.path.Pattern = &d.path, v
	case fieldAccess:
		d.path.Access = append(d.path.Access, event.Access(v))
	case fieldTool:
		d.path.Tools = append(d.path.Tools, v)
	case fieldPathExcept:
		d.path.Except = append(d.path.Except, v)
	case fieldDomain:
		d.Domain, d.domain.Pattern = &d.domain, v
	case fieldExcept:
		d.domain.Except = append(d.domain.Except, v)
	case fieldServer:
		d.MCP, d.mcp.Server = &d.mcp, v
	case fieldMCPTool:
		d.mcp.Tool = v
	case fieldName:
		d.Tool, d.tool.Name = &d.tool, v
	default:
		d.unknown = true
	}
}

// Row reads row i, for listings. It is nil where the table is damaged.
func (t *Table) Row(i int) *rule.Row {
	d := new(decoded)
	if i < 0 || i >= t.Len() || d.decode(t, uint32(i)) != nil {
		return nil
	}
	return &d.Row
}
