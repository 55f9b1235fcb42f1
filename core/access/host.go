package access

import (
	"strings"

	"github.com/tempahq/tempa/core/command"
)

// Host is a host that a command talks to, or an address that it listens on.
type Host struct {
	Name   string // lower case, without user, port and brackets; empty when not known
	Known  bool   // false: the text does not tell the host (a variable, a file of URLs)
	Upload bool   // local data is sent to it
	Listen bool   // the command waits for connections instead
	Word   string // the word that names it, as the command gets it
}

// Hosts lists the hosts that fetchers, uploaders and remote tools are told to
// talk to. A git remote or a package without a URL names no host.
func Hosts(c command.Command) []Host { return new(reader).use(&c).Hosts }

func hostsOf(c *command.Command, words []found, listens bool) []Host {
	h := hosts{command: c}
	for _, f := range words {
		h.add(f)
	}
	for i := range c.Redirs {
		h.redirection(&c.Redirs[i])
	}
	h.finish(listens || servesByModule(c))
	return h.found
}

// hosts collects the hosts of one command.
type hosts struct {
	command *command.Command
	found   []Host
	upload  bool // some option sends data
	locals  int  // local operands of a copying program
	words   int  // operands seen, for programs that mix kinds
}

func (h *hosts) add(f found) {
	v := f.value()
	switch f.role {
	case 'U', 'D', 'H':
		h.url(v)
	case 'L':
		h.found = append(h.found, Host{Known: true, Listen: true, Word: v})
	case 'K':
		h.found = append(h.found, Host{Word: v})
	case 'T':
		h.upload = true
	case '@', 'F':
		h.upload = h.upload || dataFile(v, f.role) >= 0 || f.word.Dynamic
	case 'R', 'W':
		h.copied(v, f.role)
	case 'G', 'P':
		h.remote(v, f.role)
	case 'C':
		h.setting(v)
	case 'X':
		h.mixed(v)
	}
}

// url notes a URL; one without a scheme is [user@]host[:port][/path].
func (h *hosts) url(v string) {
	if v == "" || strings.HasPrefix(v, "-") {
		return
	}
	if scheme, _, ok := strings.Cut(v, "://"); ok && strings.EqualFold(scheme, "file") {
		return
	}
	name, ok := hostOf(v)
	h.found = append(h.found, Host{Name: name, Known: ok, Word: v})
}

// copied notes an operand of scp, rsync and their like.
func (h *hosts) copied(v string, r role) {
	switch i := hostPath(v); {
	case !isLocal(v) && copiesTo(h.command.Program) == containers:
		return
	case strings.HasPrefix(v, command.Unknown) || !isLocal(v) && copiesTo(h.command.Program) == accounts:
		h.found = append(h.found, Host{Word: v})
	case strings.Contains(v, "://"):
		h.url(v)
	case i > 0:
		h.url(v[:i])
	default:
		h.locals++
		return
	}
	if n := len(h.found); r == 'W' && n > 0 && h.locals > 0 {
		h.found[n-1].Upload = true
	}
}

// What stands before the colon in an operand of a copying program.
const (
	machines   = iota // host:path
	containers        // container:path: no host
	accounts          // s3://bucket, remote:path: a host that a configuration names
)

func copiesTo(program string) int {
	switch program {
	case "docker", "podman", "nerdctl", "kubectl":
		return containers
	case "rclone", "aws":
		return accounts
	}
	return machines
}

// remote notes a git remote or a package where it is a URL or host:path.
func (h *hosts) remote(v string, r role) {
	if i := strings.Index(v, "+"); i > 0 && strings.Contains(v[i:], "://") { // git+https://
		v = v[i+1:]
	}
	if i := strings.IndexByte(v, '@'); i > 0 && r == 'P' { // name@URL, name @ URL
		if rest := strings.TrimLeft(v[i+1:], " "); strings.Contains(rest, "://") && !strings.Contains(v[:i], "://") {
			v = rest
		}
	}
	switch {
	case strings.Contains(v, "://"):
		h.url(v)
	case strings.HasPrefix(v, command.Unknown):
		h.found = append(h.found, Host{Word: v})
	case r == 'G' && hostPath(v) > 0 && !looksLikePath(v[:hostPath(v)]):
		h.url(v[:hostPath(v)])
	case r == 'P' && isRepository(v):
		h.url("github.com/" + v)
	default:
		return
	}
	if n := len(h.found); n > 0 && subcommand(h.command, "push") {
		h.found[n-1].Upload = true
	}
}

// isRepository reports whether a package is owner/name or github:owner/name,
// which npm and its like fetch from GitHub.
func isRepository(v string) bool {
	owner, name, ok := strings.Cut(strings.TrimPrefix(v, "github:"), "/")
	return ok && isName(owner) && owner[0] != '.' && name != "" && strings.IndexByte(name, '/') < 0
}

func subcommand(c *command.Command, name string) bool {
	return c.Program == "git" && c.Sub < len(c.Args) && c.Args[c.Sub].Value == name
}

// setting notes what redirects a fetcher to another host: HOST:PORT:ADDRESS
// of curl --resolve, HOST:PORT:HOST:PORT of --connect-to, name=value of
// wget -e.
func (h *hosts) setting(v string) {
	if name, value, ok := strings.Cut(v, "="); ok {
		if strings.HasSuffix(strings.TrimSpace(strings.ToLower(name)), "_proxy") {
			h.url(strings.TrimSpace(value))
		}
		if strings.HasPrefix(strings.ToLower(name), "post_file") || strings.HasPrefix(strings.ToLower(name), "body_file") {
			h.upload = true
		}
		return
	}
	parts := strings.SplitN(v, ":", 4)
	if len(parts) < 3 || parts[2] == "" {
		return
	}
	h.url(parts[2])
}

// mixed notes an operand of httpie ([METHOD] URL [ITEM…]) or socat
// (TYPE:HOST:PORT).
func (h *hosts) mixed(v string) {
	if h.command.Program == "socat" {
		h.socat(v)
		return
	}
	if h.words == 0 && isUpper(v) {
		return
	}
	h.words++
	if h.words > 1 {
		h.upload = h.upload || dataFile(v, 'F') >= 0 || strings.Contains(v, "=@")
		return
	}
	if strings.HasPrefix(v, ":") && !strings.HasPrefix(v, "://") {
		v = "localhost" + v
	}
	h.url(strings.TrimPrefix(v, "://"))
}

func isUpper(v string) bool {
	for i := 0; i < len(v); i++ {
		if v[i] < 'A' || v[i] > 'Z' {
			return false
		}
	}
	return v != ""
}

func (h *hosts) socat(v string) {
	kind, rest, ok := strings.Cut(v, ":")
	kind = strings.ToUpper(kind)
	switch {
	case strings.IndexByte(kind, 0) >= 0:
		h.found = append(h.found, Host{Word: v})
	case strings.Contains(kind, "LISTEN") || strings.HasSuffix(kind, "-L") || strings.Contains(kind, "RECV"):
		h.found = append(h.found, Host{Known: true, Listen: true, Word: v})
	case !ok:
	case strings.HasPrefix(kind, "TCP") || strings.HasPrefix(kind, "UDP") || strings.HasPrefix(kind, "SSL") ||
		strings.HasPrefix(kind, "OPENSSL") || strings.HasPrefix(kind, "SOCKS") || strings.HasPrefix(kind, "PROXY") || strings.HasPrefix(kind, "SCTP"):
		h.url(rest)
	case strings.HasPrefix(kind, "EXEC") || strings.HasPrefix(kind, "SYSTEM") || strings.HasPrefix(kind, "FILE") || strings.HasPrefix(kind, "OPEN"):
		h.upload = true
	}
}

// redirection notes bash's own network files and what is fed to a remote
// program.
func (h *hosts) redirection(r *command.Redir) {
	v := r.Target.Value
	for _, dir := range [...]string{"/dev/tcp/", "/dev/udp/"} {
		if rest, ok := strings.CutPrefix(v, dir); ok {
			name, _, _ := strings.Cut(rest, "/")
			host, known := hostOf(name)
			h.found = append(h.found, Host{Name: host, Known: known, Upload: r.Write || r.Op == "<>", Word: v})
			return
		}
	}
	if r.Op == "<" || r.Op == "<>" {
		h.upload = h.upload || readsInput(h.command.Program)
	}
}

// readsInput reports whether the program sends its standard input.
func readsInput(program string) bool {
	switch program {
	case "nc", "ncat", "netcat", "nc.traditional", "nc.openbsd", "telnet", "ssh", "http", "https", "xh", "xhs", "socat":
		return true
	}
	return false
}

// finish applies what holds for all hosts of the command.
func (h *hosts) finish(listens bool) {
	fed := false
	for _, context := range h.command.Context {
		fed = fed || context == "pipe-in"
	}
	upload := h.upload || fed && readsInput(h.command.Program)
	if listens {
		h.found = append(h.found[:0], Host{Known: true, Listen: true, Word: h.command.Word.Value})
	}
	for i := range h.found {
		h.found[i].Upload = h.found[i].Upload || upload && !h.found[i].Listen
	}
}

// servesByModule reports whether an interpreter is told to serve files.
func servesByModule(c *command.Command) bool {
	if c.Inline != "" || len(c.Args) < 2 || !strings.HasPrefix(c.Program, "python") {
		return false
	}
	for i := 0; i+1 < len(c.Args); i++ {
		if c.Args[i].Value == "-m" {
			m := c.Args[i+1].Value
			return m == "http.server" || m == "SimpleHTTPServer" || m == "pyftpdlib" || m == "CGIHTTPServer"
		}
		if !strings.HasPrefix(c.Args[i].Value, "-") {
			return false
		}
	}
	return false
}
