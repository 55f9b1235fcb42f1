package source

import (
	"os"
	"path/filepath"
	"strings"

	"go.yaml.in/yaml/v3"

	"github.com/tempahq/tempa/core/profile"
)

// documents reads the *.md files of a folder.
func (r *reader) documents(dir string) []profile.Document {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return nil
	}
	var docs []profile.Document
	for _, e := range entries {
		name, isMarkdown := strings.CutSuffix(e.Name(), ".md")
		path := filepath.Join(dir, e.Name())
		switch {
		case strings.HasPrefix(name, "."):
		case !isMarkdown || e.IsDir():
			r.errs.Add(path, 0, "is not read; only *.md files belong here")
		default:
			docs = r.document(docs, path, name)
		}
	}
	return docs
}

// skills reads the SKILL.md of each folder.
func (r *reader) skills(dir string) []profile.Document {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return nil
	}
	var docs []profile.Document
	for _, e := range entries {
		path := filepath.Join(dir, e.Name(), "SKILL.md")
		switch {
		case strings.HasPrefix(e.Name(), "."):
		case !isFile(path):
			r.errs.Add(filepath.Join(dir, e.Name()), 0, "is not a skill; a skill is a folder with a SKILL.md")
		default:
			docs = r.document(docs, path, e.Name())
		}
	}
	return docs
}

func (r *reader) document(docs []profile.Document, path, name string) []profile.Document {
	data, ok := r.file(path)
	if !ok {
		return docs
	}
	text := strings.ReplaceAll(string(data), "\r\n", "\n")
	description, err := describe(text)
	if err != nil {
		r.errs.Add(path, 1, "the block between --- lines is not YAML: %v", err)
	}
	return append(docs, profile.Document{Name: name, Description: description, Content: text})
}

// describe returns the description of a document's front matter, else its
// first line.
func describe(text string) (string, error) {
	front, body := frontMatter(text)
	var head struct {
		Description string `yaml:"description"`
	}
	err := yaml.Unmarshal([]byte(front), &head)
	if head.Description != "" {
		return oneLine(head.Description), err
	}
	for line := range strings.Lines(body) {
		if line = strings.TrimSpace(strings.TrimLeft(line, "# ")); line != "" {
			return oneLine(line), err
		}
	}
	return "", err
}

// frontMatter cuts the YAML block off the head of a Markdown file.
func frontMatter(text string) (front, body string) {
	rest, ok := strings.CutPrefix(text, "---\n")
	if !ok {
		return "", text
	}
	if front, body, ok = strings.Cut(rest, "\n---\n"); ok {
		return front, body
	}
	if front, ok = strings.CutSuffix(rest, "\n---"); ok {
		return front, ""
	}
	return "", text
}

// oneLine cuts a text to one line that fits a summary.
func oneLine(s string) string {
	s = strings.Join(strings.Fields(s), " ")
	if r := []rune(s); len(r) > 200 {
		return string(r[:199]) + "…"
	}
	return s
}
