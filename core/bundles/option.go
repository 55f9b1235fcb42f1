package bundles

import (
	"errors"
	"fmt"
	"slices"
	"strings"
)

// Option is one setting of a bundle (`with:` in tempa.yaml). Every option is a
// list of texts.
type Option struct {
	Name    string
	Doc     string
	Example string // as it is written in tempa.yaml
	Default []string

	rules bool                    // the texts name rules of the bundle
	check func(text string) error // nil accepts any text
}

// settings are the values of options, without those that were not given.
type settings map[string][]string

// or returns an option's value, or the default where none was given.
func (s settings) or(name string, def []string) []string {
	if v, ok := s[name]; ok {
		return v
	}
	return def
}

func effectOptions() []Option {
	return []Option{
		{Name: "deny", rules: true, Example: "[rule]", Doc: "Rules of this bundle that deny, whatever they do by default."},
		{Name: "ask", rules: true, Example: "[rule]", Doc: "Rules of this bundle that ask, whatever they do by default."},
		{Name: "off", rules: true, Example: "[rule]", Doc: "Rules of this bundle that are switched off."},
	}
}

// read checks the settings of a policy against the bundle's options.
func (b Bundle) read(with map[string]any) (settings, error) {
	s := settings{}
	for _, name := range sortedKeys(with) {
		i := slices.IndexFunc(b.Config, func(o Option) bool { return o.Name == name })
		if i < 0 {
			return nil, fmt.Errorf("no option %q: the options are %s", name, strings.Join(b.options(), ", "))
		}
		texts, err := b.readOption(b.Config[i], with[name])
		if err != nil {
			return nil, fmt.Errorf("option %q: %v", name, err)
		}
		s[name] = texts
	}
	return s, b.contradiction(s)
}

func (b Bundle) readOption(o Option, value any) ([]string, error) {
	texts, err := list(value, o.Example)
	if err != nil {
		return nil, err
	}
	for i, t := range texts {
		if o.rules {
			texts[i] = strings.TrimPrefix(t, "tempa/"+b.ID+"/")
			if !slices.Contains(b.rules(), texts[i]) {
				return nil, fmt.Errorf("no rule %q: the rules are %s", t, strings.Join(b.rules(), ", "))
			}
		}
		if o.check != nil {
			if err := o.check(t); err != nil {
				return nil, err
			}
		}
	}
	return texts, nil
}

// contradiction refuses a rule that two options speak of.
func (b Bundle) contradiction(s settings) error {
	seen := map[string]string{}
	for _, name := range []string{"deny", "ask", "off"} {
		for _, r := range s[name] {
			if other, ok := seen[r]; ok && other != name {
				return fmt.Errorf("rule %q stands in both %q and %q: keep one", r, other, name)
			}
			seen[r] = name
		}
	}
	return nil
}

// list reads a list of texts as YAML and JSON readers give it.
func list(value any, example string) ([]string, error) {
	switch v := value.(type) {
	case nil:
		return nil, nil
	case []string:
		return nonEmpty(slices.Clone(v), example)
	case []any:
		texts := make([]string, len(v))
		for i, e := range v {
			t, ok := e.(string)
			if !ok {
				return nil, fmt.Errorf("entry %d is %v, want a text: put it in quotes", i+1, e)
			}
			texts[i] = t
		}
		return nonEmpty(texts, example)
	case string:
		return nil, fmt.Errorf("want a list, got a text: write [%q]", v)
	default:
		return nil, fmt.Errorf("want a list such as %s, got %v", example, value)
	}
}

func nonEmpty(texts []string, example string) ([]string, error) {
	if i := slices.Index(texts, ""); i >= 0 {
		return nil, fmt.Errorf("entry %d is empty: write something such as %s or remove it", i+1, example)
	}
	return texts, nil
}

// host refuses what is not the name of a host.
func host(text string) error {
	switch {
	case strings.Contains(text, "://"):
		return fmt.Errorf("%q is a URL: write its host only", text)
	case strings.ContainsAny(text, "/@ \t"):
		return fmt.Errorf("%q is no host: write a name such as docs.example or *.docs.example", text)
	case text == "*":
		return errors.New(`"*" lists every host: switch the rule off instead`)
	}
	return nil
}

func (b Bundle) options() []string {
	var names []string
	for _, o := range b.Config {
		names = append(names, o.Name)
	}
	return names
}

func (b Bundle) rules() []string {
	var names []string
	for _, r := range b.Rules {
		names = append(names, r.Name())
	}
	return names
}

func sortedKeys(m map[string]any) []string {
	var keys []string
	for k := range m {
		keys = append(keys, k)
	}
	slices.Sort(keys)
	return keys
}
