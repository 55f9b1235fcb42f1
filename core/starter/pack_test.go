package starter

import (
	"bytes"
	"strings"
	"testing"
)

func TestPack(t *testing.T) {
	for _, text := range []string{"", "a", "abcdabcdabcd", strings.Repeat("a", 5000), strings.Repeat("abcdefghij", 700) + "end", string(Table()) + string(Profile())} {
		packed := Pack([]byte(text))
		got, err := unpack(string(packed))
		if err != nil || string(got) != text {
			t.Errorf("%.20q: %d bytes became %d and then %d, %v", text, len(text), len(packed), len(got), err)
		}
	}
	if n, packed := len(Table()), len(table); packed*2 > n {
		t.Errorf("the table has %d bytes and %d packed", n, packed)
	}
}

func FuzzPack(f *testing.F) {
	f.Add([]byte("abcdabcdabcdabcdxabcdabcdabcd"))
	f.Add(Table())
	f.Fuzz(func(t *testing.T, text []byte) {
		got, err := unpack(string(Pack(text)))
		if err != nil || !bytes.Equal(got, text) {
			t.Fatalf("%d bytes became %d, %v", len(text), len(got), err)
		}
	})
}

func FuzzUnpack(f *testing.F) {
	f.Add(table)
	f.Add("\x05\x00\x00\x00\x10a\x01\x00\xff")
	f.Fuzz(func(t *testing.T, packed string) {
		if got, err := unpack(packed); err == nil && len(got) > 1<<20 && len(packed) < 1<<10 {
			t.Fatalf("%d bytes of %d", len(got), len(packed))
		}
	})
}
