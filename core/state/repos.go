package state

import "path/filepath"

// maxRepos bounds the repositories of one session.
const maxRepos = 1000

// FixRepo returns the key that the session knows the repository at root by, key
// when it does not know it yet. An error means that what is known cannot be
// read. A key that cannot be written down is right this once.
func (d Dir) FixRepo(session, root, key string) (string, error) {
	name := filepath.Join("sessions", fileName(session)+".repos.json")
	known := map[string]string{}
	if err := d.ReadJSON(name, &known); err != nil {
		return "", err
	}
	if k, ok := known[root]; ok {
		return k, nil
	}
	if known == nil {
		known = map[string]string{}
	}
	if len(known) < maxRepos {
		known[root] = key
		_ = d.WriteJSON(name, known)
	}
	return key, nil
}
