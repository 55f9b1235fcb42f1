package render

import (
	"bytes"
	"fmt"
	"slices"

	"github.com/tempahq/tempa/core/json"
	"github.com/tempahq/tempa/core/orderedjson"
)

// merge returns a settings file with the rules that are wanted and without
// those of ours that are not, and what is ours in it then. Everything else
// stays. old is the file as it is, nil when there is none. A nil result means
// that the file should not be there.
func merge(old []byte, want Rules, had ours) (out []byte, now ours, err error) {
	top, err := orderedjson.Parse(old)
	if err != nil {
		return nil, had, fmt.Errorf("is not plain JSON")
	}
	perms, err := orderedjson.Parse(top.Get("permissions"))
	if err != nil {
		return nil, had, fmt.Errorf("has no object under %q", "permissions")
	}
	now.Created = had.Created || old == nil
	changedDeny, err := mergeList(perms, "deny", want.Deny, had.Deny, &now.Deny)
	if err != nil {
		return nil, had, err
	}
	changedAsk, err := mergeList(perms, "ask", want.Ask, had.Ask, &now.Ask)
	if err != nil {
		return nil, had, err
	}
	if !changedDeny && !changedAsk {
		return old, now, nil
	}
	if err := setObject(top, "permissions", perms); err != nil {
		return nil, had, err
	}
	if top.Len() == 0 && now.Created {
		return nil, now, nil
	}
	out, err = top.Text()
	return out, now, err
}

func setObject(top *orderedjson.Object, key string, o *orderedjson.Object) error {
	if o.Len() == 0 {
		top.Remove(key)
		return nil
	}
	text, err := o.Text()
	top.Set(key, bytes.TrimSpace(text))
	return err
}

// mergeList edits one list. An entry that was there before ours is the
// person's and is never ours.
func mergeList(o *orderedjson.Object, key string, want, had []string, now *[]string) (changed bool, err error) {
	list, err := o.List(key)
	if err != nil {
		return false, fmt.Errorf("has no list under %q", "permissions."+key)
	}
	var kept []json.RawMessage
	present := map[string]bool{}
	for _, raw := range list {
		var s string
		isText := raw[0] == '"' && json.Unmarshal(raw, &s) == nil
		if isText && slices.Contains(had, s) && !slices.Contains(want, s) {
			changed = true
			continue
		}
		kept = append(kept, raw)
		present[s] = present[s] || isText
	}
	for _, s := range want {
		switch {
		case !present[s]:
			raw, err := json.Marshal(s)
			if err != nil {
				return false, err
			}
			kept, changed = append(kept, raw), true
			*now = append(*now, s)
		case slices.Contains(had, s):
			*now = append(*now, s)
		}
	}
	if len(kept) == 0 && changed {
		o.Remove(key)
	} else if changed {
		o.SetList(key, kept)
	}
	return changed, nil
}
