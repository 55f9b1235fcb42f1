//go:build clients && linux

package clients

import (
	"bytes"
	"fmt"
	"os"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"github.com/tempahq/tempa/conformance/clients/model"
)

// screen is what a client has drawn so far.
type screen struct {
	mu   sync.Mutex
	data bytes.Buffer
}

// attend plays a story in a terminal, with a person who answers one question.
func (c *client) attend(t *testing.T, p *place, s *story, m *model.Server) played {
	t.Helper()
	master, tty, err := openTerminal()
	if err != nil {
		t.Fatal(err)
	}
	defer master.Close()
	if c.attended.ready != nil {
		c.attended.ready(t, p, m.URL)
	}
	cmd := p.prepare(t.Context(), command{env: c.env(m.URL), line: c.attended.line(s)})
	cmd.Stdin, cmd.Stdout, cmd.Stderr = tty, tty, tty
	cmd.SysProcAttr.Setsid, cmd.SysProcAttr.Setctty = true, true
	err = cmd.Start()
	tty.Close()
	if err != nil {
		t.Fatal(err)
	}
	sweep := sweeper(cmd.Process.Pid)
	var drawn screen
	ended := make(chan struct{})
	go func() { drawn.follow(master); close(ended) }()

	last := len(s.Turns) - 1
	until(patience, func() bool { return drawn.shows(c.attended.asks) || closed(ended) || m.Reached(last) })
	if drawn.shows(c.attended.asks) {
		if p.exists("ran.txt") {
			t.Error("the call ran before the person was asked")
		}
		time.Sleep(time.Second) // a client drops keys that come too quickly
		keys := c.attended.no
		if s.Answer == "yes" {
			keys = c.attended.yes
		}
		master.WriteString(keys)
		// A no ends the turn on some clients: the model is then asked nothing.
		until(8*time.Second, func() bool { return m.Reached(last) })
	} else {
		t.Errorf("nobody was asked: %q never stood on the screen", c.attended.asks)
	}
	sweep()
	cmd.Wait()
	<-ended
	return played{ending: ending{Stdout: drawn.text()}}
}

func closed(c chan struct{}) bool {
	select {
	case <-c:
		return true
	default:
		return false
	}
}

// openTerminal opens a pseudo terminal of a usual size.
func openTerminal() (master, tty *os.File, err error) {
	master, err = os.OpenFile("/dev/ptmx", os.O_RDWR|unix.O_NOCTTY, 0)
	if err != nil {
		return nil, nil, err
	}
	fd := int(master.Fd())
	if err := unix.IoctlSetPointerInt(fd, unix.TIOCSPTLCK, 0); err != nil {
		return nil, nil, err
	}
	n, err := unix.IoctlGetInt(fd, unix.TIOCGPTN)
	if err != nil {
		return nil, nil, err
	}
	if err := unix.IoctlSetWinsize(fd, unix.TIOCSWINSZ, &unix.Winsize{Row: 50, Col: 140}); err != nil {
		return nil, nil, err
	}
	tty, err = os.OpenFile(fmt.Sprintf("/dev/pts/%d", n), os.O_RDWR|unix.O_NOCTTY, 0)
	return master, tty, err
}

// follow reads what the client draws, and answers what it asks the terminal.
func (s *screen) follow(master *os.File) {
	buf := make([]byte, 64<<10)
	for {
		n, err := master.Read(buf)
		if err != nil {
			return
		}
		s.mu.Lock()
		s.data.Write(buf[:n])
		s.mu.Unlock()
		for query, answer := range map[string]string{"\x1b[6n": "\x1b[1;1R", "\x1b[c": "\x1b[?62;22c"} {
			if bytes.Contains(buf[:n], []byte(query)) {
				master.WriteString(answer)
			}
		}
	}
}

var (
	forward = regexp.MustCompile(`\x1b\[\d*C`)
	control = regexp.MustCompile(`\x1b\[[0-9;?<>=]*[ -/]*[@-~]|\x1b\][^\x07\x1b]*(\x07|\x1b\\)|\x1b[=>()][0-9A-Za-z]?`)
	blanks  = regexp.MustCompile(`[\s│]+`)
)

// text is everything drawn so far, without the controls and with single
// blanks.
func (s *screen) text() string {
	s.mu.Lock()
	raw := s.data.String()
	s.mu.Unlock()
	return blanks.ReplaceAllString(control.ReplaceAllString(forward.ReplaceAllString(raw, " "), ""), " ")
}

func (s *screen) shows(text string) bool { return strings.Contains(s.text(), text) }
