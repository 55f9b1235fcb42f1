// Package model is a scripted language model on loopback. It speaks the four
// protocols that the real clients speak, plays the turns of a story, and keeps
// every request, so that a test can see what the model was told.
package model

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"sync"
)

// Turn is one answer of the model: a text, calls of tools, or both.
type Turn struct {
	Text  string
	Calls []Call
}

// Call is one call of a tool, in the words of the client.
type Call struct {
	Tool  string
	Input any
	// Namespace is the group that the tool stands in, where the protocol has
	// groups.
	Namespace string
	// Freeform says that Input is a text which the protocol carries as such
	// (the patch of a GPT-5 class model).
	Freeform bool
}

// Script is what the model says.
type Script struct {
	Turns []Turn
	// Subagent are the turns of a conversation that begins with SubagentMark.
	Subagent []Turn
}

// SubagentMark is a text in the task of a subagent. It tells the subagent's
// conversation from the main one, which holds it only in an answer.
const SubagentMark = "SUBAGENT-TASK"

// Request is what a client sent.
type Request struct {
	Path string
	Body []byte
	Main bool // a turn of the conversation, not a title, a count or the like
}

// Server plays one story.
type Server struct {
	URL string

	script Script
	http   *http.Server

	mu       sync.Mutex
	requests []Request
	reached  int
}

// Start serves the script on a free loopback port. When a conversation's turns
// are used up the model says "done".
func Start(script Script) (*Server, error) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return nil, err
	}
	s := &Server{URL: "http://" + l.Addr().String(), script: script}
	s.http = &http.Server{Handler: http.HandlerFunc(s.serve)}
	go s.http.Serve(l)
	return s, nil
}

// Close ends the server.
func (s *Server) Close() { s.http.Close() }

// Requests are the requests so far, in order.
func (s *Server) Requests() []Request {
	s.mu.Lock()
	defer s.mu.Unlock()
	return append([]Request(nil), s.requests...)
}

// Told is every text in the conversation's requests: what the model read.
func (s *Server) Told() string { return s.texts(func(r Request) bool { return r.Main }) }

// Heard is every text in any request, titles and counts included: what left
// the machine.
func (s *Server) Heard() string { return s.texts(func(Request) bool { return true }) }

// Reached reports whether the main conversation has asked for its turn n,
// counted from 0.
func (s *Server) Reached(n int) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.reached > n
}

func (s *Server) texts(want func(Request) bool) string {
	var b strings.Builder
	for _, r := range s.Requests() {
		if !want(r) {
			continue
		}
		var v any
		if err := json.Unmarshal(r.Body, &v); err != nil {
			b.Write(r.Body)
		}
		writeTexts(&b, v)
	}
	return b.String()
}

// writeTexts writes every string in v, so that no test has to know how a
// client escapes.
func writeTexts(b *strings.Builder, v any) {
	switch v := v.(type) {
	case string:
		b.WriteString(v)
		b.WriteByte('\n')
	case []any:
		for _, e := range v {
			writeTexts(b, e)
		}
	case map[string]any:
		for _, e := range v {
			writeTexts(b, e)
		}
	}
}

// protocol is one way to ask a model.
type protocol interface {
	// main reports whether the request is a turn of the conversation, and
	// which one: the number of answers it already holds, so that a retry gets
	// the same answer.
	main(body map[string]any) (turn int, ok bool)
	// opening is what stands before the model's first answer.
	opening(body map[string]any) []map[string]any
	answer(w http.ResponseWriter, body map[string]any, turn int, t Turn)
	// aside answers any other request.
	aside(w http.ResponseWriter, path string, body map[string]any)
}

func (s *Server) serve(w http.ResponseWriter, r *http.Request) {
	raw, err := io.ReadAll(r.Body)
	if err != nil {
		http.Error(w, err.Error(), http.StatusBadRequest)
		return
	}
	var body map[string]any
	_ = json.Unmarshal(raw, &body) // a GET has none
	p := protocolOf(r.URL.Path)
	if p == nil || r.Method != http.MethodPost {
		s.keep(Request{Path: r.URL.Path, Body: raw})
		writeJSON(w, map[string]any{"object": "list", "data": []any{map[string]any{"id": "scripted", "object": "model"}}, "models": []any{}})
		return
	}
	turn, main := p.main(body)
	s.keep(Request{Path: r.URL.Path, Body: raw, Main: main})
	if !main {
		p.aside(w, r.URL.Path, body)
		return
	}
	p.answer(w, body, turn, s.turn(turn, strings.Contains(jsonText(p.opening(body)), SubagentMark)))
}

func (s *Server) keep(r Request) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.requests = append(s.requests, r)
}

func (s *Server) turn(n int, subagent bool) Turn {
	turns := s.script.Turns
	if subagent {
		turns = s.script.Subagent
	} else {
		s.mu.Lock()
		s.reached = max(s.reached, n+1)
		s.mu.Unlock()
	}
	if n < len(turns) {
		return turns[n]
	}
	return Turn{Text: "done"}
}

func protocolOf(path string) protocol {
	switch {
	case strings.HasSuffix(path, "/messages"), strings.HasSuffix(path, "/messages/count_tokens"):
		return messages{}
	case strings.HasSuffix(path, "/responses"):
		return responses{}
	case strings.HasSuffix(path, "/chat/completions"):
		return chat{}
	case strings.Contains(path, "enerateContent"), strings.Contains(path, ":countTokens"):
		return gemini{}
	}
	return nil
}

func writeJSON(w http.ResponseWriter, v any) {
	w.Header().Set("Content-Type", "application/json")
	json.NewEncoder(w).Encode(v)
}

// stream writes server-sent events.
type stream struct{ w http.ResponseWriter }

func newStream(w http.ResponseWriter) stream {
	w.Header().Set("Content-Type", "text/event-stream")
	w.Header().Set("Connection", "close")
	return stream{w}
}

func (s stream) event(name string, v any) {
	data, err := json.Marshal(v)
	if err != nil {
		panic(err) // our own value
	}
	if name != "" {
		fmt.Fprintf(s.w, "event: %s\n", name)
	}
	fmt.Fprintf(s.w, "data: %s\n\n", data)
	s.w.(http.Flusher).Flush()
}

// typed writes an event whose name is also its type field.
func (s stream) typed(name string, fields map[string]any) {
	fields["type"] = name
	s.event(name, fields)
}

func objects(v any) []map[string]any {
	list, _ := v.([]any)
	var out []map[string]any
	for _, e := range list {
		if m, ok := e.(map[string]any); ok {
			out = append(out, m)
		}
	}
	return out
}

// before are the entries of a list up to the first that is the model's own.
func before(list any, own func(map[string]any) bool) []map[string]any {
	all := objects(list)
	for i, m := range all {
		if own(m) {
			return all[:i]
		}
	}
	return all
}

// beforeRole is before for protocols that name the model's role.
func beforeRole(list any, role string) []map[string]any {
	return before(list, func(m map[string]any) bool { return m["role"] == role })
}

// countRole counts the entries of a role.
func countRole(list any, role string) int {
	n := 0
	for _, m := range objects(list) {
		if m["role"] == role {
			n++
		}
	}
	return n
}

func jsonText(v any) string {
	if s, ok := v.(string); ok {
		return s
	}
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(v); err != nil {
		panic(err) // our own value
	}
	return strings.TrimSpace(b.String())
}
