package profile

import (
	"reflect"
	"testing"

	"github.com/tempahq/tempa/core/schematest"
)

// The published schema and the Go types name the same fields with the same
// types.
func TestSchemaMatchesTypes(t *testing.T) {
	schematest.Match(t, schematest.Parse(t, []byte(JSONSchema)), "profile", reflect.TypeFor[Profile]())
}
