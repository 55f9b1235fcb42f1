package access

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/tempahq/tempa/core/command"
)

// parse makes a command of a line in a small notation: words separated by
// blanks, 'quoted' ones without wildcards, $x an unknown part, > and < a
// redirection.
func parse(line string) command.Command {
	c := command.Command{DirKnown: true, Dir: "."}
	var words []command.Word
	for line = strings.TrimLeft(line, " "); line != ""; line = strings.TrimLeft(line, " ") {
		w, rest := word(line)
		line = rest
		switch w.Value {
		case ">", ">>", "<", "2>", "2>&", "<>":
			t, rest := word(strings.TrimLeft(line, " "))
			c.Redirs = append(c.Redirs, command.Redir{Op: strings.TrimPrefix(w.Value, "2"), Target: t, Write: w.Value[0] != '<'})
			line = rest
			continue
		}
		words = append(words, w)
	}
	c.Word, c.Args = words[0], words[1:]
	c.Program = words[0].Value[strings.LastIndexByte(words[0].Value, '/')+1:]
	c.Sub = len(c.Args)
	for i, w := range c.Args {
		if !strings.HasPrefix(w.Value, "-") {
			c.Sub = i
			break
		}
	}
	return c
}

func word(line string) (command.Word, string) {
	var v strings.Builder
	w := command.Word{}
	i := 0
	for i < len(line) && line[i] != ' ' {
		switch c := line[i]; {
		case c == '\'':
			end := strings.IndexByte(line[i+1:], '\'')
			v.WriteString(line[i+1 : i+1+end])
			i += end + 2
			continue
		case c == '$':
			v.WriteString(command.Unknown)
			w.Dynamic = true
			i++
			for i < len(line) && isLetter(line[i]) {
				i++
			}
			continue
		case strings.IndexByte("*?[", c) >= 0:
			w.Glob = true
		}
		v.WriteByte(line[i])
		i++
	}
	w.Value, w.Typed = v.String(), line[:i]
	if w.Glob {
		w.Pattern = w.Value
	}
	return w, line[i:]
}

// show prints paths as "r a, w b/": access letter, path, / for a tree, * for
// wildcards, $ for unknown parts.
func show(paths []Path) string {
	var out []string
	for _, p := range paths {
		s := fmt.Sprintf("%c %s", p.Access[0], strings.ReplaceAll(p.Path.Path, command.Unknown, "$"))
		if p.Tree {
			s += " tree"
		}
		if p.Glob {
			s += " glob"
		}
		out = append(out, s)
	}
	slices.Sort(out)
	return strings.Join(out, ", ")
}

// Access letters: l list, r read, w write, d delete.
var pathTests = []struct{ line, want string }{
	// reading
	{"cat a b", "r a, r b"},
	{"cat -n ~/.ssh/id_rsa", "r ~/.ssh/id_rsa"},
	{"/bin/cat a", "r a"},
	{"cat -", ""},
	{"cat -- -x", "r -x"},
	{"cat $f", "r $"},
	{"cat *.log", "r *.log glob"},
	{"head -n 5 f", "r f"},
	{"head -5 f", "r f"},
	{"tail --lines=3 f", "r f"},
	{"tail -c100 f", "r f"},
	{"wc -l --files0-from=list", "r list"},
	{"sort -o out -k 2 in", "r in, w out"},
	{"sort -k2 -oout in", "r in, w out"},
	{"uniq in out", "r in, w out"},
	{"diff -u a b", "r a tree, r b tree"},
	{"xxd f", "r f"},
	{"base64 -d f", "r f"},
	{"less +10 f", "r +10, r f"},
	{"source ~/.tempa/env", "r ~/.tempa/env"},
	{". ./env", "r ./env"},
	{"jq .a.b f.json", "r f.json"},
	{"jq -r --arg x y .a f.json", "r f.json"},
	{"jq -f prog.jq f.json", "r f.json, r prog.jq"},
	{"yq -i .a=1 f.yaml", "r f.yaml, w f.yaml"},
	{"strings -n 8 core", "r core"},
	{"openssl rsa -in key.pem -out pub.pem -pubout", "r key.pem, w pub.pem"},
	{"sqlite3 ~/.tempa/x.db 'delete from t'", "r ~/.tempa/x.db, w ~/.tempa/x.db"},
	{"bash ./run.sh", "r ./run.sh"},
	{"bash -x run.sh out/file", "r out/file tree, r run.sh, w out/file tree"},
	{"python3 tool.py --out=/tmp/x", "r /tmp/x tree, r tool.py, w /tmp/x tree"},
	{"node -r ./hook.js app.js", "r ./hook.js, r app.js"},
	// patterns and scripts are text
	{"grep rm f", "r f"},
	{"grep -r ~/.tempa src", "r src tree"},
	{"grep -e ~/.tempa -e b f", "r f"},
	{"grep -f pats f", "r f, r pats"},
	{"grep -rn --include=*.go x .", "r . tree"},
	{"grep --regexp=/etc/passwd f", "r f"},
	{"grep -A3 -B 2 /etc/shadow log", "r log"},
	{"rg '' .env", "r .env tree"},
	{"rg TODO", "r . tree"},
	{"rg -g '*.go' /etc/x src", "r src tree"},
	{"rg --files src", "r src tree"},
	{"sed -n 5p f", "r f"},
	{"sed s,/etc/passwd,x, f", "r f"},
	{"sed -i s/a/b/ f", "r f, w f"},
	{"sed -i.bak -e s/a/b/ f g", "r f, r g, w f, w g"},
	{"sed -ne s/a/b/p f", "r f"},
	{"sed --in-place=.o -f script f", "r f, r script, w f"},
	{"sed -i '' s/a/b/ f", "r f, w f"},
	{"sed s/a/b/ -i f", "r f, w f"},
	{"perl -pi -e s/a/b/ f", "r f, w f"},
	{"perl -ne print f", "r f"},
	{"awk '{print $1}' data/f", "r data/f"},
	{"awk -F: '/root/ {print}' /etc/passwd", "r /etc/passwd"},
	{"awk -f prog.awk ./f", "r ./f, r prog.awk"},
	{"echo ~/.tempa/profile.json", ""},
	{"echo 'rm -rf /' > note.txt", "w note.txt"},
	{"printf '%s' /etc/passwd", ""},
	{"export X=~/.tempa", ""},
	{"test -f ~/.tempa/x", ""},
	{"git commit -m 'see ~/.tempa'", ""},
	{"git commit -m ~/.tempa", ""},
	{"git commit --message=/etc/passwd", ""},
	{"git commit -am ~/.tempa/profile.json", ""},
	{"git commit -F msg.txt", "r msg.txt"},
	{"git log --grep=~/.tempa --format=%H", ""},
	{"git log -S /etc/passwd", ""},
	{"git tag -a v1 -m 'fix /etc/x'", ""},
	{"git diff -- src", "r src"},
	{"git push origin feature/x", ""},
	{"git branch -m fix/a", ""},
	{"gh pr create --title ~/.tempa --body 'touches ~/.tempa/x'", ""},
	{"date +%Y/%m/%d", ""},
	{"basename /etc/passwd", ""},
	{"sudo cat /etc/shadow", ""},
	{"env A=/x cat /etc/shadow", ""},
	{"timeout 5 cat /etc/shadow", ""},
	{"xargs -a list rm -rf /", "r list"},
	{"bash -c 'cat ~/.tempa/x'", ""},
	{"python3 -c 'print(\"~/.tempa\")'", ""},
	{"node -e 'a/b'", ""},
	{"docker run -e P=/etc/x img cat /etc/x", ""},
	{"ssh host cat /etc/x", ""},
	{"ssh -i ~/.ssh/id_ed25519 host", ""},
	{"ssh-add ~/.ssh/id_ed25519", "l ~/.ssh/id_ed25519"},
	{"git check-ignore .env", "l .env"},
	{"git ls-files -- .env", "l .env"},
	{"git log --all -- .env", "l .env"},
	{"git log -p -- .env", "r .env"},
	{"fdisk -l /dev/sda", "r /dev/sda"},
	{"psql -c 'copy t to /x'", ""},
	{"kubectl get pods -n a/b", ""},
	{"find . -name ~/.tempa", "l . tree"},
	{"find . -path './node_modules/*'", "l . tree"},
	// copying, moving, removing
	{"cp a b", "r a, w b"},
	{"cp a", "r a"},
	{"cp -r a b c", "r a tree, r b tree, w c tree"},
	{"cp -t dir a b", "r a, r b, w dir"},
	{"cp --target-directory=dir a", "r a, w dir"},
	{"cp -at dir a", "r a tree, w dir"},
	{"cp --recurs a b", "r a tree, w b tree"},
	{"mv a b", "d a tree, r a tree, w b"},
	{"mv -t ~/x a", "d a tree, r a tree, w ~/x"},
	{"ln -s ~/.tempa link", "r ~/.tempa, w link"},
	{"ln -s target", ""},
	{"install -m 755 a /usr/bin/b", "r a, w /usr/bin/b"},
	{"install -d dir", "w dir"},
	{"rm -rf ~ ./x", "d ./x tree, d ~ tree"},
	{"rm f", "d f"},
	{"rm --recursive d", "d d tree"},
	{"rm -- -r", "d -r"},
	{"rm -f *", "d * glob"},
	{"rmdir d", "d d"},
	{"unlink f", "d f"},
	{"shred -u f", "d f"},
	{"shred -n 3 f", "w f"},
	{"touch -r ref f", "r ref, w f"},
	{"mkdir -p -m 700 a/b", "w a/b"},
	{"chmod 600 f", "w f"},
	{"chmod -x f", "w f"},
	{"chmod -R 777 d", "w d tree"},
	{"chmod --reference=ref f", "r ref, w f"},
	{"chown -R me:me d", "w d tree"},
	{"tee -a f g", "w f, w g"},
	{"dd if=in.img of=/dev/null bs=1M", "r in.img"},
	{"dd if=/dev/zero of=/dev/sda", "w /dev/sda"},
	{"truncate -s 0 f", "w f"},
	{"split -b 1M big part", "r big, w part"},
	{"patch -p1 -i x.diff", "r x.diff"},
	{"vim +5 f", "r +5, r f, w +5, w f"},
	{"code -g a.go:3", "r a.go:3, w a.go:3"},
	// listing
	{"ls", "l ."},
	{"ls -la ~/.tempa", "l ~/.tempa"},
	{"ls -R d", "l d tree"},
	{"du -sh", "l . tree"},
	{"cd ~/.tempa", "l ~/.tempa"},
	{"find ~ -name x -delete", "d ~ tree"},
	{"find -newer ref", "l . tree, r ref"},
	{"find . -exec cat {} +", "r . tree"},
	{"find a -type f -exec rm -f {} ;", "d a tree"},
	{"find a -exec frobnicate {} ; -print", "r a tree, w a tree"},
	{"find a -fprint out", "l a tree, w out"},
	{"fd -e go . src -x rm", "d src tree"},
	{"tree -L 2 d", "l d tree"},
	// archives
	{"tar xf a.tar -C d", "l ., r a.tar, w . tree"},
	{"tar -xzf a.tgz", "r a.tgz, w . tree"},
	{"tar czf out.tgz src", "r src tree, w out.tgz"},
	{"tar --create --file=o.tar src", "r src tree, w o.tar"},
	{"tar -tf a.tar", "r a.tar"},
	{"tar -cf - ~/.ssh", "r ~/.ssh tree"},
	{"tar --exclude ~/.tempa -czf o.tgz src", "r src tree, w o.tgz"},
	{"zip -r o.zip src", "r src tree, w o.zip tree"},
	{"unzip a.zip", "r a.zip, w . tree"},
	{"unzip a.zip -d d", "r a.zip, w d tree"},
	{"unzip -l a.zip", "r a.zip"},
	{"gzip f", "d f, r f"},
	{"gzip -dc f", "r f"},
	{"7z x a.7z -oout", "r a.7z, w out tree"},
	// remote
	{"scp f host:x", "r f"},
	{"scp host:x .", "w ."},
	{"scp -i key -r d host:", "r d tree"},
	{"rsync -a --exclude=~/.tempa src/ h:dst", "r src/ tree"},
	{"curl -o out https://h/x", "w out"},
	{"curl -O https://h/d/x.tgz", "w x.tgz"},
	{"curl -sSLo/tmp/x https://h", "w /tmp/x"},
	{"curl -d @body.json https://h", "r body.json"},
	{"curl -d 'see /etc/passwd' https://h", ""},
	{"curl -F file=@a.txt https://h", "r a.txt"},
	{"curl -T up.bin https://h", "r up.bin"},
	{"curl -K conf", "r conf"},
	{"curl --cacert ca.pem -H 'Accept: a/b' https://h/x", "r ca.pem"},
	{"curl file:///etc/passwd", "r /etc/passwd"},
	{"wget -O out https://h/x", "w out"},
	{"wget https://h/d/x.tgz", "w x.tgz"},
	{"wget -i list", "r list"},
	{"wget --post-file=f https://h/", "r f"},
	{"docker run -v ~/.tempa:/t img", "r ~/.tempa tree, w ~/.tempa tree"},
	{"docker run -v cache:/t img", ""},
	{"docker run --mount type=bind,source=/s,target=/t img", "r /s tree, w /s tree"},
	{"docker run --env-file .env img", "r .env"},
	{"docker cp box:/x out", "w out tree"},
	{"docker --context x cp in box:/x", "r in tree"},
	{"kubectl apply -f k8s/", "r k8s/ tree"},
	{"aws s3 cp secret.txt s3://b/", "r secret.txt tree"},
	{"aws s3 cp ./secret.txt s3://b/", "r ./secret.txt tree"},
	// git
	{"git add a b", "r a tree, r b tree"},
	{"git rm -r d", "d d tree"},
	{"git mv a b", "d a tree, r a tree, w b"},
	{"git checkout main", ""},
	{"git checkout -- f", "w f"},
	{"git checkout HEAD -- f", "w f"},
	{"git restore f", "w f tree"},
	{"git --work-tree=/w --git-dir=/g checkout -- f", "w /g tree, w /w tree, w f"},
	{"git clone https://h/r.git d", "w d tree"},
	{"git clone ../r d", "r ../r, w d tree"},
	{"git init", "w . tree"},
	{"git init d", "w d tree"},
	{"git hash-object -w f", "r f"},
	{"git config -f cfg user.name x", "r cfg, w cfg"},
	{"git archive -o o.tar HEAD", "w o.tar"},
	{"git clean -fdx", "d . tree"},
	{"git clean -n", "l . tree"},
	{"git apply --check p", "r p"},
	{"git frobnicate ./x", "r ./x tree, w ./x tree"},
	// builders
	{"npm install ./pkg", "r ./pkg"},
	{"npm install left-pad @a/b", ""},
	{"cargo build --manifest-path c/Cargo.toml", "r c/Cargo.toml"},
	{"pip install -r req.txt", "r req.txt"},
	{"gcc -O2 -o out a.c -Iinc", "l inc, r a.c, w out"},
	{"go build -o bin ./cmd/x", "r ./cmd/x, w bin"},
	{"gofmt -w d", "r d tree, w d tree"},
	// redirections
	{"true > f", "w f"},
	{"frobnicate >> f 2> g", "w f, w g"},
	{"frobnicate < f", "r f"},
	{"frobnicate <> f", "r f, w f"},
	{"frobnicate > /dev/null 2>& 1", ""},
	{"frobnicate > $f", "w $"},
	{"frobnicate > /dev/tcp/h/1", ""},
	// programs without a row
	{"frobnicate a b", ""},
	{"frobnicate ./a", "r ./a tree, w ./a tree"},
	{"frobnicate ~/.tempa", "r ~/.tempa tree, w ~/.tempa tree"},
	{"frobnicate --out=/x", "r /x tree, w /x tree"},
	{"frobnicate -o/x", "r /x tree, w /x tree"},
	{"frobnicate --out a/b", "r a/b tree, w a/b tree"},
	{"frobnicate @a/b", "r @a/b tree, r a/b tree, w @a/b tree, w a/b tree"},
	{"frobnicate 'do not touch ~/.tempa please'", ""},
	{"frobnicate 'either/or is fine'", ""},
	{"frobnicate '/a path/with blank'", "r /a path/with blank tree, w /a path/with blank tree"},
	{"frobnicate https://h/a/b", ""},
	{"frobnicate file:///etc/x", "r /etc/x tree, w /etc/x tree"},
	{"frobnicate ...", ""},
	{"frobnicate $x", ""},
	{"frobnicate $x/y", "r $/y tree, w $/y tree"},
	{"frobnicate /a:/b", "r /a tree, r /a:/b tree, r /b tree, w /a tree, w /a:/b tree, w /b tree"},
	{"frobnicate '{\"a\":\"/b\"}'", ""},
	{`frobnicate C:\x\y`, `r C:\x\y tree, w C:\x\y tree`},
	// PowerShell
	{"Remove-Item -Recurse -Force a b", "d a tree, d b tree"},
	{"curl -O --output-dir d http://h/a", "w d, w d/a"},
	{"wget -P d/ http://h/a http://h/b", "w d/ tree, w d/a, w d/b"},
	{"Remove-Item -rec -path:a", "d a tree"},
	{"Set-Content '.\\a\\b' x", "w ./a/b"},
	{"Get-Content -LiteralPath a -Tail 5", "r a"},
	{"Set-Content a text/with/slash", "w a"},
	{"Set-Content -Value /x -Path a", "w a"},
	{"Copy-Item a b", "r a, w b"},
	{"Copy-Item -Path a b", "r a, w b"},
	{"Copy-Item -Dest b a", "r a, w b"},
	{"Move-Item a b", "d a tree, r a tree, w b"},
	{"New-Item -ItemType File -Path a", "w a"},
	{"Get-ChildItem", "l ."},
	{"Get-ChildItem -Recurse -Filter /x ~", "l ~ tree"},
	{"Select-String -Pattern /etc/x -Path a", "r a"},
	{"Invoke-WebRequest https://h/x -OutFile a", "w a"},
	{"Write-Host ~/.tempa", ""},
	{"Test-Path ~/.tempa", ""},
	{"Out-File a", "w a"},
	{"Expand-Archive a.zip", "r a.zip, w . tree"},
	{"Expand-Archive a.zip -DestinationPath d", "r a.zip, w d tree"},
	{"Start-Process ./x -ArgumentList /y", "r ./x"},
	// cmd.exe
	{"del /s /q a b", "d a tree, d b tree"},
	{"rd /s /q a", "d a tree"},
	{"copy /y a b", "r a, w b"},
	{"type a", "r a"},
	{"move a b", "d a tree, r a tree, w b"},
	{"xcopy a b /e", "r a tree, w b tree"},
}

// paths is what one command touches.
func paths(c command.Command) []Path { return new(reader).use(&c).Paths }

func TestPaths(t *testing.T) {
	for _, tt := range pathTests {
		if got := show(paths(parse(tt.line))); got != tt.want {
			t.Errorf("%s\n got %s\nwant %s", tt.line, got, tt.want)
		}
	}
}

func TestNotation(t *testing.T) {
	for line, want := range map[string]string{
		"socat - FILE:/k/a,rdonly":          "/k/a",
		"socat TCP:h:1 STDOUT":              "",
		"http POST u f@/k/a x=y":            "/k/a",
		"http POST u f=@/k/a":               "/k/a",
		"http POST u f:=@/k/a":              "/k/a",
		"http POST u mail=a@b.com":          "",
		"terraform plan -var-file=a.tfvars": "",
	} {
		words := strings.Fields(line)
		c := command.Command{Program: words[0], DirKnown: true}
		for _, w := range words[1:] {
			c.Args = append(c.Args, command.Word{Value: w, Pattern: w, Typed: w})
		}
		var got []string
		for _, p := range paths(c) {
			if p.Path.Path != "." && (len(got) == 0 || got[len(got)-1] != p.Path.Path) {
				got = append(got, p.Path.Path)
			}
		}
		if strings.Join(got, " ") != want {
			t.Errorf("%s: %v, want %s", line, got, want)
		}
	}
}

func TestCode(t *testing.T) {
	for _, tt := range []struct{ language, code, want string }{
		{"python", `print(open("/k/a/b").read())`, "/k/a/b"},
		{"python", `open(os.path.expanduser('~/k/a'))`, "~/k/a"},
		{"node", `fs.readFileSync(process.env.HOME+"/k/a", 'utf8')`, "/k/a ~/k/a"},
		{"perl", `s/\/a\/b/c/; print "it's /a/b"`, ""},
		{"node", `"/a/(b|c)/d"; '/api'; "http://h/a/b"`, ""},
		{"ruby", `puts "don't", '/k/a'`, "/k/a"},
		{"sql", `copy t from '/k/a'`, ""},
		{"python", strings.Repeat("'/k/a' ", 500), strings.TrimSpace(strings.Repeat("/k/a ", maxCodePaths))},
	} {
		var got []string
		for _, p := range paths(command.Command{Program: "x", Inline: tt.language, Code: tt.code, DirKnown: true}) {
			got = append(got, p.Path.Path)
		}
		if strings.Join(got, " ") != tt.want {
			t.Errorf("%.60s: %v, want %s", tt.code, got, tt.want)
		}
	}
}
