package table

import "github.com/tempahq/tempa/core/payload"

// headerReader reads the header by hand, because every call does and
// encoding/json first works out the types: a tenth of a millisecond. What is
// absent or null keeps its zero value.
type headerReader struct {
	wrong string // the first member of the wrong type
}

func (r *headerReader) header(h *Header, o *payload.Object) {
	h.Tenant, h.Repo = r.text(o, "tenant"), r.text(o, "repo")
	h.Version, h.ExpiresAt = r.text(o, "version"), r.text(o, "expires_at")
	h.DefaultDecision = r.text(o, "default_decision")
	h.LocalEvaluation, h.AllowExternalMCP = r.flag(o, "local_evaluation"), r.flag(o, "allow_external_mcp")
	h.ClientPrompts = r.on(o, "client_prompts")
	h.Remote, h.Guidance, h.Observe = r.texts(o, "remote"), r.texts(o, "guidance"), r.texts(o, "observe")
	r.object(o, "offline", func(o *payload.Object) {
		h.Offline = Offline{r.text(o, "default_decision"), r.texts(o, "allow_tools")}
	})
	r.object(o, "account_policy", func(o *payload.Object) {
		h.AccountPolicy = &Account{
			AllowedKinds: r.texts(o, "allowed_kinds"), OnViolation: r.text(o, "on_violation"),
			RequireTrainingAttestation: r.on(o, "require_training_attestation"), Guidance: r.text(o, "guidance"),
		}
	})
	r.objects(o, "mcp", func(o *payload.Object) {
		e := Endpoint{Endpoint: r.text(o, "endpoint"), URL: r.text(o, "url")}
		if tools := r.texts(o, "tools"); tools != nil {
			e.Tools = &tools
		}
		h.MCP = append(h.MCP, e)
	})
	r.object(o, "telemetry", func(o *payload.Object) {
		h.Telemetry = Telemetry{r.on(o, "prompts"), r.on(o, "tool_responses"), r.on(o, "commands")}
	})
	r.objects(o, "exceptions", func(o *payload.Object) {
		h.Exceptions = append(h.Exceptions, Exception{r.text(o, "rule"), r.text(o, "scope"), r.text(o, "until")})
	})
	r.object(o, "module", func(o *payload.Object) {
		h.Module = &Module{r.text(o, "sha256"), r.text(o, "abi")}
	})
}

// member is a value that is there and not null.
func member(o *payload.Object, key string) (payload.Value, bool) {
	v := o.Get(key)
	return v, v.Exists() && !v.IsNull()
}

func (r *headerReader) check(ok bool, key string) {
	if !ok && r.wrong == "" {
		r.wrong = key
	}
}

func (r *headerReader) text(o *payload.Object, key string) string {
	v, there := member(o, key)
	s, ok := v.Str()
	r.check(ok || !there, key)
	return s
}

func (r *headerReader) flag(o *payload.Object, key string) *bool {
	v, there := member(o, key)
	b, ok := v.Bool()
	if r.check(ok || !there, key); !ok {
		return nil
	}
	return &b
}

func (r *headerReader) on(o *payload.Object, key string) bool {
	b := r.flag(o, key)
	return b != nil && *b
}

func (r *headerReader) texts(o *payload.Object, key string) []string {
	v, there := member(o, key)
	list, ok := v.Array()
	if r.check(ok || !there, key); !ok {
		return nil
	}
	texts := make([]string, len(list))
	for i, v := range list {
		texts[i], ok = v.Str()
		r.check(ok || v.IsNull(), key)
	}
	return texts
}

func (r *headerReader) object(o *payload.Object, key string, read func(*payload.Object)) {
	v, there := member(o, key)
	inner, ok := v.Object()
	if r.check(ok || !there, key); ok {
		read(inner)
	}
}

func (r *headerReader) objects(o *payload.Object, key string, read func(*payload.Object)) {
	v, there := member(o, key)
	list, ok := v.Array()
	r.check(ok || !there, key)
	for _, v := range list {
		inner, ok := v.Object()
		if r.check(ok, key); ok {
			read(inner)
		}
	}
}
