package render

import (
	"bytes"
	"path"
	"strings"
	"time"

	"github.com/tempahq/tempa/core/profile"
)

// Plan is what one client's part of a repository should hold.
type Plan struct {
	Client  string
	Files   []File
	Rules   Rules
	Refused []Skip // documents that cannot become a file
}

// File is one file to write.
type File struct {
	Path    string // slashed, from the root
	Content []byte
	Docs    []Doc // what it holds; none for a rule file
}

// Skip is something that is not rendered.
type Skip struct {
	Path   string
	Docs   []Doc
	Reason string // fits behind the path: "is yours"
}

// New plans what the layout's client should find at now. A nil profile plans
// nothing, so that applying it removes everything.
func New(p *profile.Profile, l Layout, now time.Time) *Plan {
	plan := &Plan{Client: l.Client, Rules: Rules{File: l.Rules}}
	if p == nil {
		return plan
	}
	b := builder{plan: plan, origin: origin(p), taken: map[string]bool{}}
	b.add(Standard, l.Standards, p.Standards)
	b.add(Skill, l.Skills, p.Skills)
	b.add(Command, l.Commands, p.Commands)
	b.add(Agent, l.Agents, p.Agents)
	deny, ask := inForce(p, now)
	if l.Rules != "" {
		plan.Rules.Deny, plan.Rules.Ask = claudeRules(deny), claudeRules(ask)
	}
	if l.Prefixes != "" {
		if text := prefixRules(deny, ask); text != "" {
			b.file(File{Path: l.Prefixes, Content: []byte(commentHash(b.origin) + text)})
		}
	}
	return plan
}

type builder struct {
	plan   *Plan
	origin string
	taken  map[string]bool // paths, folded: some systems do not tell case apart
}

func (b *builder) add(kind Kind, at Place, docs []profile.Document) {
	switch {
	case at.Path == "" || len(docs) == 0:
	case strings.Contains(at.Path, "*"):
		for _, d := range docs {
			b.one(kind, at, d)
		}
	default:
		b.shared(kind, at, docs)
	}
}

func (b *builder) one(kind Kind, at Place, d profile.Document) {
	doc := Doc{kind, d.Name}
	if !safeName(d.Name) {
		b.refuse(string(kind)+" "+Printable(d.Name, 80), doc, "has a name that is not safe as a file name")
		return
	}
	b.file(File{strings.Replace(at.Path, "*", d.Name, 1), at.text(b.origin, d), []Doc{doc}})
}

// shared puts all documents into one file, each under its name.
func (b *builder) shared(kind Kind, at Place, docs []profile.Document) {
	var text bytes.Buffer
	text.WriteString(commentHTML(b.origin))
	f := File{Path: at.Path}
	for _, d := range docs {
		if !safeName(d.Name) {
			b.refuse(string(kind)+" "+Printable(d.Name, 80), Doc{kind, d.Name}, "has a name that is not safe as a file name")
			continue
		}
		_, body := frontMatter(d.Content)
		text.WriteString("\n<!-- " + string(kind) + ": " + strings.ReplaceAll(d.Name, "--", "- -") + " -->\n\n")
		text.WriteString(strings.Trim(body, "\n") + "\n")
		f.Docs = append(f.Docs, Doc{kind, d.Name})
	}
	if len(f.Docs) > 0 {
		f.Content = text.Bytes()
		b.file(f)
	}
}

func (b *builder) file(f File) {
	key := strings.ToLower(f.Path)
	if b.taken[key] {
		b.plan.Refused = append(b.plan.Refused, Skip{f.Path, f.Docs, "belongs to another document of the profile"})
		return
	}
	b.taken[key] = true
	if len(f.Content) > maxFile {
		b.plan.Refused = append(b.plan.Refused, Skip{f.Path, f.Docs, tooLarge})
		return
	}
	b.plan.Files = append(b.plan.Files, f)
}

func (b *builder) refuse(path string, doc Doc, reason string) {
	b.plan.Refused = append(b.plan.Refused, Skip{path, []Doc{doc}, reason})
}

// safeName is stricter than a profile's own check where a system gives a name
// a meaning.
func safeName(name string) bool {
	if !profile.SafeName(name) || strings.HasSuffix(name, ".") {
		return false
	}
	stem, _, _ := strings.Cut(strings.ToLower(name), ".")
	switch stem {
	case "con", "prn", "aux", "nul":
		return false
	}
	device := len(stem) == 4 && (strings.HasPrefix(stem, "com") || strings.HasPrefix(stem, "lpt"))
	return !device || stem[3] < '0' || stem[3] > '9'
}

// safePath holds for what a layout and safe names can make, and for nothing
// that a damaged manifest could hold besides.
func safePath(p string) bool {
	if p == "" || path.Clean(p) != p || strings.ContainsAny(p, "\\:\x00") {
		return false
	}
	for part := range strings.SplitSeq(p, "/") {
		if part == "" || part == ".." || part == "." || strings.EqualFold(part, ".git") {
			return false
		}
	}
	return true
}
