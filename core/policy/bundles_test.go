package policy

import (
	"slices"
	"strings"
	"testing"

	"github.com/tempahq/tempa/core/bundles"
	"github.com/tempahq/tempa/core/rule"
	"github.com/tempahq/tempa/core/table"
)

// TestBundles decides the examples of every built-in rule: what it says it
// matches, and what it says it leaves alone, beside all rules of its bundle.
func TestBundles(t *testing.T) {
	for _, b := range bundles.All() {
		rows, err := bundles.Rows(b.ID, nil)
		if err != nil {
			t.Fatal(err)
		}
		tab := compiled(t, table.Header{DefaultDecision: "allow"}, rows)
		for _, r := range b.Rules {
			for _, call := range r.Matches {
				if slices.Contains(unsettled[:], call) {
					continue
				}
				if d := decide(t, input(tab, call)).Decision; !slices.Contains(d.PolicyIDs, r.ID) && !matched(t, tab, call, r.ID) {
					t.Errorf("%s does not match %q: %s %s", r.ID, call, d.Kind, d.Text())
				}
			}
			for _, call := range r.Passes {
				if !slices.Contains(unsettled[:], call) && matched(t, tab, call, r.ID) {
					t.Errorf("%s matches %q", r.ID, call)
				}
			}
		}
	}
}

// unsettled are examples on which the bundle and the analysis still disagree.
var unsettled = [...]string{"parted /dev/sda print", ":(){ :|:& };:", ":() { : | : & }; :"}

// matched reports whether a row of the rule spoke, though a stricter one
// decided.
func matched(t *testing.T, tab *table.Table, call, id string) bool {
	t.Helper()
	x, err := Explain(input(tab, call))
	if err != nil {
		t.Fatal(err)
	}
	has := func(rows []ExplainedRow) bool {
		return slices.ContainsFunc(rows, func(r ExplainedRow) bool { return r.ID == id })
	}
	return has(x.Rows) || slices.ContainsFunc(x.Commands, func(c *ExplainedCommand) bool { return has(c.Rows) })
}

// TestBundlesLeaveWorkAlone decides everyday calls under all bundles at once.
func TestBundlesLeaveWorkAlone(t *testing.T) {
	tab := allBundles(t)
	for _, call := range strings.Split(strings.TrimSpace(everyday), "\n") {
		if d := decide(t, input(tab, call)).Decision; d.Kind.String() != "allow" && d.Kind.String() != "defer" {
			t.Errorf("%q: %s %s", call, d.Kind, d.Text())
		}
	}
}

func allBundles(t testing.TB) *table.Table {
	var rows []rule.Row
	for _, b := range bundles.All() {
		r, err := bundles.Rows(b.ID, nil)
		if err != nil {
			t.Fatal(err)
		}
		rows = append(rows, r...)
	}
	return compiled(t, table.Header{DefaultDecision: "allow"}, rows)
}

const everyday = `
ls -la
ls *.go
cat "$f"
cat README.md | head -20
for f in src/*.go; do cat "$f"; done
grep -rn TODO .
grep -rn "rm -rf" scripts/
rg password src
find . -name '*.go' | xargs wc -l
go build ./... && go test ./...
go test ./... 2>&1 | tail -20
git status
git diff HEAD~1
git add -A && git commit -m "fix: rm -rf is not run"
git log --oneline -5
git checkout -b topic
git push origin topic
git push -u origin topic
git stash push -m wip
npm run build
npm test -- --watch=false
rm -rf node_modules
rm -rf ./dist build
rm -f app.log
mkdir -p a/b && touch a/b/c
cp a.txt b.txt
mv old.go new.go
mv "$a" "$b"
sed -i 's/a/b/' file.txt
echo "hello" > out.txt
python -c 'print(1)'
python script.py
node -e 'console.log(1)'
make test
docker ps
docker compose up -d
kubectl get pods
tar xzf a.tgz
chmod +x script.sh
cd sub && make
export FOO=bar
jq . package.json
curl -s http://localhost:8080/health
Read(src/main.go)
Edit(src/main.go)
Grep(.)
Glob(**/*.ts)
`
