package conformance

import (
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/tempahq/tempa/conformance/harnesses"
)

// The kinds of proof.
const (
	ofTest        = "test"
	ofStory       = "story"
	ofClientStory = "client story"
)

// proof is something that fails when a duty is broken.
type proof struct {
	kind string
	dir  string // of a test, from the repository's top
	name string
	part string // one case of a test
}

func parseProof(text string) (proof, error) {
	for _, kind := range []string{ofClientStory, ofStory} {
		if name, ok := strings.CutPrefix(text, kind+" "); ok {
			return proof{kind: kind, name: name}, nil
		}
	}
	dir, test, _ := strings.Cut(text, ".")
	name, part, _ := strings.Cut(test, "/")
	if !strings.HasPrefix(name, "Test") && !strings.HasPrefix(name, "Fuzz") {
		return proof{}, fmt.Errorf("%q names neither a test nor a story", text)
	}
	return proof{ofTest, dir, name, part}, nil
}

// String is the proof as documents name it.
func (p proof) String() string {
	switch {
	case p.kind != ofTest:
		return p.kind + " `" + p.name + "`"
	case p.part != "":
		return "`" + p.dir + "." + p.name + "` (" + p.part + ")"
	}
	return "`" + p.dir + "." + p.name + "`"
}

// check reports a proof that is not there.
func (p proof) check() error {
	switch p.kind {
	case ofStory:
		_, err := os.Stat(filepath.Join(scriptDir, p.name+".txtar"))
		return err
	case ofClientStory:
		_, err := os.Stat(filepath.Join("../testdata/clients", p.name+".json"))
		return err
	}
	tests, err := testsOf(p.dir)
	if err != nil {
		return err
	}
	texts, ok := tests[p.name]
	if !ok {
		return fmt.Errorf("there is no %s in %s", p.name, p.dir)
	}
	isClient := slices.ContainsFunc(harnesses.All(), func(h harnesses.Harness) bool { return h.Folder == p.part })
	if p.part != "" && !isClient && !slices.Contains(texts, p.part) {
		return fmt.Errorf("%s.%s has no case %q", p.dir, p.name, p.part)
	}
	return nil
}

var parsedTests sync.Map // by directory

// testsOf are the tests of a directory, each with the texts that its file
// holds.
func testsOf(dir string) (map[string][]string, error) {
	if tests, ok := parsedTests.Load(dir); ok {
		return tests.(map[string][]string), nil
	}
	files, _ := filepath.Glob(filepath.Join("..", filepath.FromSlash(dir), "*_test.go"))
	if files == nil {
		return nil, errors.New(dir + " has no tests")
	}
	tests := map[string][]string{}
	for _, file := range files {
		f, err := parser.ParseFile(token.NewFileSet(), file, nil, 0)
		if err != nil {
			return nil, err
		}
		texts := literals(f)
		for _, d := range f.Decls {
			if isTest(d) {
				tests[d.(*ast.FuncDecl).Name.Name] = texts
			}
		}
	}
	parsedTests.Store(dir, tests)
	return tests, nil
}

// isTest reports whether a declaration is a function that the go command runs.
func isTest(d ast.Decl) bool {
	f, ok := d.(*ast.FuncDecl)
	if !ok || f.Recv != nil || f.Type.Params.NumFields() != 1 {
		return false
	}
	p, ok := f.Type.Params.List[0].Type.(*ast.StarExpr)
	if !ok {
		return false
	}
	s, ok := p.X.(*ast.SelectorExpr)
	want := map[string]string{"T": "Test", "F": "Fuzz"}
	return ok && want[s.Sel.Name] != "" && strings.HasPrefix(f.Name.Name, want[s.Sel.Name])
}

func literals(f *ast.File) (texts []string) {
	ast.Inspect(f, func(n ast.Node) bool {
		if l, ok := n.(*ast.BasicLit); ok && l.Kind == token.STRING {
			if s, err := strconv.Unquote(l.Value); err == nil {
				texts = append(texts, s)
			}
		}
		return true
	})
	return texts
}
