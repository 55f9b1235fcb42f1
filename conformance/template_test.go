package conformance

import (
	"bufio"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// template is a recorded payload with placeholders ({{command}}) for what a
// story fills in. Its file is named <event>.<call>.json.
type template struct {
	event string
	text  string
}

const templateDir = "../testdata/payloads"

// template returns the column's payload for a call; false when the client has
// no such tool or event.
func (c column) template(call string) (template, bool) {
	files, _ := filepath.Glob(filepath.Join(templateDir, c.name, "*."+call+".json"))
	if len(files) != 1 {
		return template{}, false
	}
	data, err := os.ReadFile(files[0])
	event, _, _ := strings.Cut(filepath.Base(files[0]), ".")
	return template{event, string(data)}, err == nil
}

// fill puts values in, escaped as JSON text.
func (t template) fill(values map[string]string) string {
	var pairs []string
	for name, value := range values {
		quoted, _ := json.Marshal(value)
		pairs = append(pairs, "{{"+name+"}}", string(quoted[1:len(quoted)-1]))
	}
	return strings.NewReplacer(pairs...).Replace(t.text)
}

// sources.tsv says after which recorded payload a template was made: the same
// keys; "keys", with a further argument that the client's tool is known to
// have; "tool", another tool in the same frame, after the client's documents.
func TestTemplatesAreRecorded(t *testing.T) {
	sources := readSources(t)
	files, _ := filepath.Glob(filepath.Join(templateDir, "*", "*.json"))
	for _, file := range files {
		name, _ := filepath.Rel(templateDir, file)
		s, ok := sources[filepath.ToSlash(name)]
		if !ok {
			t.Errorf("%s: sources.tsv does not say where it is from", name)
			continue
		}
		got, want := shape(t, file), shape(t, filepath.Join("..", filepath.FromSlash(s.recorded)))
		for _, key := range want {
			if !slices.Contains(got, key) && !(s.likeness == "tool" && inTool(key)) {
				t.Errorf("%s has no %s, which %s has", name, key, s.recorded)
			}
		}
		for _, key := range got {
			if !slices.Contains(want, key) && !(s.likeness != "same" && inTool(key)) {
				t.Errorf("%s has %s, which %s has not", name, key, s.recorded)
			}
		}
	}
	if len(files) != len(sources) {
		t.Errorf("%d templates, %d lines in sources.tsv", len(files), len(sources))
	}
}

type source struct{ recorded, likeness string }

func readSources(t *testing.T) map[string]source {
	t.Helper()
	f, err := os.Open(filepath.Join(templateDir, "sources.tsv"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	sources := map[string]source{}
	for s := bufio.NewScanner(f); s.Scan(); {
		cut := strings.Split(s.Text(), "\t")
		sources[cut[0]] = source{cut[1], cut[2]}
	}
	return sources
}

// inTool reports whether a key is inside the tool's input.
func inTool(key string) bool {
	for _, p := range []string{".tool_input", ".toolArgs", ".toolCall.args"} {
		if strings.HasPrefix(key, p) {
			return true
		}
	}
	return false
}

// shape lists the keys of a payload with the kinds of their values.
func shape(t *testing.T, file string) []string {
	t.Helper()
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	var v any
	if err := json.Unmarshal(data, &v); err != nil {
		t.Fatalf("%s: %v", file, err)
	}
	var keys []string
	addKeys("", v, &keys)
	return keys
}

func addKeys(path string, v any, keys *[]string) {
	m, ok := v.(map[string]any)
	if !ok {
		*keys = append(*keys, fmt.Sprintf("%s (%T)", path, v))
		return
	}
	for k, inner := range m {
		addKeys(path+"."+k, inner, keys)
	}
}
