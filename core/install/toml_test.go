package install

import (
	"strings"
	"testing"
)

func TestTomlGet(t *testing.T) {
	tests := []struct {
		name, file, table, key string
		value                  string
		found                  bool
	}{
		{"in its table", "[features]\nhooks = false\n", "features", "hooks", "false", true},
		{"in another table", "[other]\nhooks = false\n", "features", "hooks", "", false},
		{"dotted", "features.hooks=false", "features", "hooks", "false", true},
		{"dotted with blanks and quotes", ` features . "hooks" = false`, "features", "hooks", "false", true},
		{"in one line", "features = { a = 1, hooks = false }", "features", "hooks", "false", true},
		{"dotted inside another table", "[a]\nfeatures.hooks = false", "features", "hooks", "", false},
		{"at the top", "# x\nonly = true # y\n[features]\n", "", "only", "true", true},
		{"not at the top", "[features]\nonly = true\n", "", "only", "", false},
		{"in a comment", "[features]\n# hooks = false\n", "features", "hooks", "", false},
		{"a hash in a text", "[features] # new\nname = \"a # b\"\nhooks = true", "features", "hooks", "true", true},
		{"a sign in a text", "x = \"features.hooks = false\"", "features", "hooks", "", false},
		{"other line ends", "[features]\r\nhooks = false\r\n", "features", "hooks", "false", true},
		{"nothing", "", "features", "hooks", "", false},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			f, err := ParseToml([]byte(tt.file))
			if err != nil {
				t.Fatal(err)
			}
			if v, ok := f.Get(tt.table, tt.key); v != tt.value || ok != tt.found {
				t.Errorf("Get = %q, %v, want %q, %v", v, ok, tt.value, tt.found)
			}
		})
	}
}

func TestTomlSet(t *testing.T) {
	tests := []struct{ name, file, table, key, want string }{
		{"a new file", "", "features", "hooks", "[features]\nhooks = true\n"},
		{"a new table", "a = 1\n", "features", "hooks", "a = 1\n\n[features]\nhooks = true\n"},
		{"a table that is there", "[features] # mine\nother = 1\n\n[x]\ny = 2\n", "features", "hooks", "[features] # mine\nhooks = true\nother = 1\n\n[x]\ny = 2\n"},
		{"another value", "[features]\nhooks = false # why\n", "features", "hooks", "[features]\nhooks = true\n"},
		{"dotted", "features.hooks = false\n", "features", "hooks", "features.hooks = true\n"},
		{"the same value", "[features]\n  hooks=true # keep\n", "features", "hooks", "[features]\n  hooks=true # keep\n"},
		{"at the top", "[features]\n", "", "only", "only = true\n[features]\n"},
		{"over one at the top", "only = false\n[features]\n", "", "only", "only = true\n[features]\n"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			f, err := ParseToml([]byte(tt.file))
			if err != nil {
				t.Fatal(err)
			}
			if err := f.Set(tt.table, tt.key, "true"); err != nil || string(f.Bytes()) != tt.want {
				t.Errorf("Set gives %q, %v\nwant     %q", f.Bytes(), err, tt.want)
			}
			if err := f.Set(tt.table, tt.key, "true"); err != nil || string(f.Bytes()) != tt.want {
				t.Errorf("a second Set gives %q, %v", f.Bytes(), err)
			}
		})
	}
}

func TestTomlRefuses(t *testing.T) {
	if _, err := ParseToml([]byte("x = \"\"\"\n[features]\nhooks = true\n\"\"\"\n")); err == nil {
		t.Error("a text of several lines was read line by line")
	}
	for name, file := range map[string]string{
		"a table in one line":            "features = { a = 1 }",
		"a value in a table in one line": "features = { hooks = false }",
		"dotted keys":                    "features.other = 1",
	} {
		f, err := ParseToml([]byte(file))
		if err != nil {
			t.Fatal(err)
		}
		if err := f.Set("features", "hooks", "true"); err == nil {
			t.Errorf("%s: %q", name, f.Bytes())
		}
	}
}

func FuzzToml(f *testing.F) {
	f.Add("[features]\nhooks = false # x\n")
	f.Add("features = { hooks = \"a#b\" }")
	f.Fuzz(func(t *testing.T, text string) {
		file, err := ParseToml([]byte(text))
		if err != nil {
			return
		}
		if file.Set("features", "hooks", "true") != nil {
			return
		}
		if v, ok := file.Get("features", "hooks"); v != "true" || !ok {
			t.Errorf("after Set: %q, %v in %q", v, ok, file.Bytes())
		}
		if strings.Contains(text, "\r") {
			return
		}
		again, err := ParseToml(file.Bytes())
		if err != nil {
			t.Fatal(err)
		}
		if v, ok := again.Get("features", "hooks"); v != "true" || !ok {
			t.Errorf("read again: %q, %v in %q", v, ok, file.Bytes())
		}
	})
}
