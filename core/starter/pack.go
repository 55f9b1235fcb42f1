package starter

import (
	"encoding/binary"
	"errors"
)

// Pack packs a text for embedding: its length in four bytes, the lowest first,
// and one LZ4 block.
func Pack(text []byte) []byte {
	out := binary.LittleEndian.AppendUint32(nil, uint32(len(text)))
	last := map[string]int{} // where four bytes were seen last
	from := 0                // what is not written yet begins here
	// The format ends in literals: five at least, and no match in the last
	// twelve bytes.
	for i := 0; i+12 < len(text); {
		key := string(text[i : i+4])
		at, seen := last[key]
		last[key] = i
		if !seen || i-at > 0xffff {
			i++
			continue
		}
		n := 4
		for i+n < len(text)-5 && text[at+n] == text[i+n] {
			n++
		}
		out = sequence(out, text[from:i], n-4)
		out = binary.LittleEndian.AppendUint16(out, uint16(i-at))
		out = length(out, n-4)
		for j := i + 1; j < i+n && j+4 <= len(text); j++ {
			last[string(text[j:j+4])] = j
		}
		i += n
		from = i
	}
	return sequence(out, text[from:], 0)
}

// sequence writes the literals in front of a match.
func sequence(out, literals []byte, match int) []byte {
	out = append(out, byte(min(len(literals), 15)<<4|min(match, 15)))
	return append(length(out, len(literals)), literals...)
}

// length writes what of a length does not fit into its four bits.
func length(out []byte, n int) []byte {
	if n < 15 {
		return out
	}
	for n -= 15; n >= 255; n -= 255 {
		out = append(out, 255)
	}
	return append(out, byte(n))
}

var errDamaged = errors.New("the packed text is damaged")

// unpack is the text that was packed.
func unpack(packed string) ([]byte, error) {
	if len(packed) < 4 {
		return nil, errDamaged
	}
	r := reader{packed[4:]}
	size := int(binary.LittleEndian.Uint32([]byte(packed[:4])))
	out := make([]byte, 0, min(size, 1<<20))
	for {
		token := r.byte()
		literals := r.take(r.length(token >> 4))
		out = append(out, literals...)
		if len(r.left) == 0 {
			break
		}
		offset := r.byte() | r.byte()<<8
		n := r.length(token&15) + 4
		if offset == 0 || offset > len(out) || len(out)+n > size {
			return nil, errDamaged
		}
		for ; n > 0; n-- { // a match may reach into itself
			out = append(out, out[len(out)-offset])
		}
	}
	if len(out) != size {
		return nil, errDamaged
	}
	return out, nil
}

// reader reads packed text; behind its end it reads nothing.
type reader struct{ left string }

func (r *reader) byte() int {
	b := r.take(1)
	if b == "" {
		return 0
	}
	return int(b[0])
}

func (r *reader) take(n int) string {
	n = min(n, len(r.left))
	taken := r.left[:n]
	r.left = r.left[n:]
	return taken
}

func (r *reader) length(n int) int {
	for more := 255; n >= 15 && more == 255; n += more {
		more = r.byte()
	}
	return n
}
