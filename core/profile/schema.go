package profile

import _ "embed"

// JSONSchema is the published contract. A binary that does not name it does
// not hold it: the linker drops it.
//
//go:embed schema.json
var JSONSchema string
