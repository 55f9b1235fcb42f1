package state

const failModesFile = "fail-modes.json"

// FailMode returns what the tenant of a login wants offline (allow, ask or
// deny), empty when it was never told. It is kept apart from the profile, so
// that it holds when the cache is deleted or expired. A decision depends on
// it, so a file that cannot be read is an error.
func (d Dir) FailMode(login string) (string, error) {
	modes := map[string]string{}
	err := d.ReadJSON(failModesFile, &modes)
	return modes[login], err
}

// SaveFailMode remembers what the tenant of a login wants offline.
func (d Dir) SaveFailMode(login, mode string) error {
	modes := map[string]string{}
	if err := d.ReadJSON(failModesFile, &modes); err != nil || modes == nil {
		modes = map[string]string{} // damaged: what was just verified replaces it
	}
	if modes[login] == mode {
		return nil
	}
	modes[login] = mode
	return d.WriteJSON(failModesFile, modes)
}
