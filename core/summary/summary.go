package summary

import (
	"fmt"
	"strings"
	"time"

	"github.com/tempahq/tempa/core/profile"
	"github.com/tempahq/tempa/core/render"
)

// Input is what a session start has found out.
type Input struct {
	Profile *profile.Profile // nil: there is none to tell of
	// NoPolicy says that nothing decides here but the rule for that case.
	NoPolicy bool
	Repo     string // the repository's key; empty outside of one
	Limit    Limit  // of the client
	Now      time.Time

	// Rendered says where documents stand; nil when nothing was rendered.
	Rendered *render.Report
	// Unrendered says why nothing could be rendered into the repository,
	// empty when that is as it should be.
	Unrendered string

	// The rest is for the person, and empty when there is nothing to say.
	Offline     string // why the control plane was not reached
	LoggedOut   bool
	Account     string // what the account check says; the model reads it too
	Changes     string // changes.Changes.Text or changes.Snapshot.First
	WarnExpiry  bool   // nothing renews the profile by itself
	MoreWarning []string
}

// Text is what the model reads, and what the person reads; either may be
// empty.
func Text(in Input) (model, warning string) {
	warning = in.Limit.Cut(in.warning(), cutNote)
	in.Limit = in.Limit.behind(warning)
	return in.Limit.Cut(in.model(), cutNote), warning
}

// aim is the length that the lists are kept under, in characters. Texts that
// stand here because no file holds them come on top.
const aim = 6000

func (in Input) model() string {
	var b strings.Builder
	if in.Account != "" {
		b.WriteString(in.Account + "\n\n")
	}
	if in.NoPolicy {
		b.WriteString(noPolicy)
	}
	p := in.Profile
	if p == nil {
		return strings.TrimRight(b.String(), "\n")
	}
	b.WriteString(first(p, in.Repo) + "\n")
	if n := notice(p.Tenant.Notice); n != "" {
		b.WriteString(n + "\n")
	}
	if len(p.Guardrails) > 0 {
		b.WriteString("\n" + guardrailsHead + "\n")
		for _, g := range p.Guardrails {
			b.WriteString("- " + render.Printable(g, 2000) + "\n")
		}
	}
	sections := in.sections()
	for short := len(sections); ; short-- {
		lists := write(sections, short)
		if short == 0 || (Limit{Max: aim}).Fits(b.String()+lists) {
			b.WriteString(lists)
			break
		}
	}
	in.inline(&b)
	return strings.TrimRight(b.String(), "\n")
}

func first(p *profile.Profile, repo string) string {
	name := p.Tenant.Name
	if name == "" {
		name = p.Tenant.ID
	}
	text := "Tempa enforces the policy of " + render.Printable(name, 80) + ", version " + render.Printable(p.Version, 80) + ", in this session"
	if repo != "" {
		text += " (" + render.Printable(repo, 200) + ")"
	}
	return text + "."
}

// notice is the first line of the tenant's text.
func notice(s string) string {
	line, _, _ := strings.Cut(strings.TrimSpace(s), "\n")
	return render.Printable(line, 300)
}

// section is one list.
type section struct {
	title string
	items []item
}

type item struct{ name, text, path string }

func (in Input) sections() []section {
	p := in.Profile
	all := []section{
		in.documents(standardsHead, render.Standard, p.Standards),
		in.documents(skillsHead, render.Skill, p.Skills),
		in.documents(commandsHead, render.Command, p.Commands),
		in.documents(agentsHead, render.Agent, p.Agents),
		endpoints(p.MCP),
	}
	var filled []section
	for _, s := range all {
		if len(s.items) > 0 {
			filled = append(filled, s)
		}
	}
	return filled
}

func (in Input) documents(title string, kind render.Kind, docs []profile.Document) section {
	s := section{title: title}
	for _, d := range docs {
		s.items = append(s.items, item{render.Printable(d.Name, 128), render.Printable(d.Description, 200), in.path(kind, d.Name)})
	}
	return s
}

func (in Input) path(kind render.Kind, name string) string {
	if in.Rendered == nil {
		return ""
	}
	return in.Rendered.Paths[render.Doc{Kind: kind, Name: name}]
}

func endpoints(list []profile.Endpoint) section {
	s := section{title: endpointsHead}
	for _, e := range list {
		text := "all tools"
		if e.Tools != nil {
			text = "tools " + render.Printable(strings.Join(e.Tools, ", "), 200)
		}
		if e.Tools != nil && len(e.Tools) == 0 {
			text = "no tools"
		}
		s.items = append(s.items, item{name: render.Printable(e.Endpoint, 128), text: text})
	}
	return s
}

// write spells the first n sections out, a line for each item, and the others
// as names.
func write(sections []section, n int) string {
	var b strings.Builder
	for i, s := range sections {
		b.WriteString("\n" + s.title)
		if i >= n {
			b.WriteString(s.names())
			continue
		}
		b.WriteString(":\n")
		for _, it := range s.items {
			b.WriteString(it.line() + "\n")
		}
	}
	return b.String()
}

func (it item) line() string {
	line := "- " + it.name
	if it.text != "" {
		line += ": " + it.text
	}
	if it.path != "" {
		line += " [" + it.path + "]"
	}
	return line
}

// names are the items on one line, with the folder or file that holds them.
func (s section) names() string {
	names := make([]string, len(s.items))
	folder := s.items[0].path
	for i, it := range s.items {
		names[i] = it.name
		for !strings.HasPrefix(it.path, folder) {
			folder = parent(folder)
		}
	}
	if folder != "" {
		folder = " [" + folder + "]"
	}
	return folder + ": " + strings.Join(names, ", ") + "\n"
}

// parent is the folder above, with its slash; empty above the outermost.
func parent(p string) string {
	return p[:strings.LastIndexByte(strings.TrimSuffix(p, "/"), '/')+1]
}

// inline adds the texts that no file holds, whole and as long as they fit:
// standards always, others when a person's file stands in their place.
func (in Input) inline(b *strings.Builder) {
	room := in.Limit
	if room.Max > 0 {
		room.Max -= 300 // for the names of what does not fit
	}
	var left []string
	for _, d := range in.homeless() {
		text := "\n" + title(d.kind) + " " + render.Printable(d.doc.Name, 128) + ":\n" + strings.Trim(render.Body(d.doc.Content), "\n") + "\n"
		if room.Fits(b.String() + text) {
			b.WriteString(text)
		} else {
			left = append(left, string(d.kind)+" "+render.Printable(d.doc.Name, 60))
		}
	}
	if len(left) > 0 {
		b.WriteString("\n" + leftHead + render.Printable(strings.Join(left, ", "), 200) + ".\n")
	}
}

type homeless struct {
	kind render.Kind
	doc  profile.Document
}

func (in Input) homeless() []homeless {
	skipped := map[render.Doc]bool{}
	if in.Rendered != nil {
		for _, s := range in.Rendered.Skipped {
			for _, d := range s.Docs {
				skipped[d] = true
			}
		}
	}
	p := in.Profile
	var out []homeless
	for _, list := range []struct {
		kind render.Kind
		docs []profile.Document
	}{{render.Standard, p.Standards}, {render.Skill, p.Skills}, {render.Command, p.Commands}, {render.Agent, p.Agents}} {
		for _, d := range list.docs {
			if in.path(list.kind, d.Name) == "" && (list.kind == render.Standard || skipped[render.Doc{Kind: list.kind, Name: d.Name}]) {
				out = append(out, homeless{list.kind, d})
			}
		}
	}
	return out
}

func title(k render.Kind) string { return strings.ToUpper(string(k[:1])) + string(k[1:]) }

// warning is for the person, one paragraph for each thing.
func (in Input) warning() string {
	var w []string
	add := func(s string) {
		if s != "" {
			w = append(w, s)
		}
	}
	if in.LoggedOut {
		add(loggedOut)
	}
	if in.Offline != "" {
		add(offline(in.Offline, in.Profile))
	}
	add(in.expiry())
	add(in.Account)
	add(in.skipped())
	if in.Unrendered != "" {
		add("Tempa: " + in.Unrendered + ". " + inContext)
	}
	for _, m := range in.MoreWarning {
		add(render.Printable(m, 1000)) // it may name a path
	}
	add(in.Changes)
	return strings.Join(w, "\n")
}

// warnDays is how long ahead the end of a profile is told.
const warnDays = 14

func (in Input) expiry() string {
	if !in.WarnExpiry || in.Profile == nil {
		return ""
	}
	end, err := time.Parse(time.RFC3339, in.Profile.ExpiresAt)
	if err != nil || end.Sub(in.Now) > warnDays*24*time.Hour {
		return ""
	}
	return fmt.Sprintf(expires, end.UTC().Format("2 January 2006, 15:04 UTC"))
}

// maxNamed is how many skipped files are named.
const maxNamed = 8

func (in Input) skipped() string {
	if in.Rendered == nil || len(in.Rendered.Skipped) == 0 {
		return ""
	}
	list := in.Rendered.Skipped
	var names []string
	for _, s := range list[:min(len(list), maxNamed)] {
		names = append(names, s.Path+" "+s.Reason)
	}
	if n := len(list) - maxNamed; n > 0 {
		names = append(names, fmt.Sprintf("and %d more", n))
	}
	text := "Tempa left out: " + strings.Join(names, "; ") + "."
	for _, s := range list {
		if len(s.Docs) > 0 {
			return text + " " + inContext
		}
	}
	return text
}
