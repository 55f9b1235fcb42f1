package command

import (
	"errors"
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

var errComments = errors.New("comments that end in a backslash")

// plainComments takes away the backslash that ends a comment's line. Shells
// end the comment there; mvdan.cc/sh v3.14.1 takes the next line for words of
// the command in front of it.
func plainComments(text string) (string, error) {
	for range 8 {
		if !strings.Contains(text, "\\\n") && !strings.Contains(text, "\\\r\n") || !strings.Contains(text, "#") {
			return text, nil
		}
		ends := commentEnds(text)
		if len(ends) == 0 {
			return text, nil
		}
		b := []byte(text)
		for _, i := range ends {
			b[i] = ' '
		}
		text = string(b)
	}
	return text, errComments
}

// commentEnds are the offsets of those backslashes.
func commentEnds(text string) (ends []int) {
	p := syntax.NewParser(syntax.Variant(syntax.LangBash), syntax.KeepComments(true))
	file, _ := p.Parse(&depthReader{text: text}, "")
	if file == nil {
		return nil
	}
	syntax.Walk(file, func(n syntax.Node) bool {
		if c, ok := n.(*syntax.Comment); ok && strings.HasSuffix(c.Text, "\n") {
			line := text[min(int(c.Hash.Offset()), len(text)):]
			if end := strings.IndexByte(line, '\n'); end > 0 {
				at := int(c.Hash.Offset()) + strings.LastIndexByte(line[:end], '\\')
				ends = append(ends, at)
			}
		}
		return true
	})
	return ends
}
