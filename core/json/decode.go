package json

import (
	"errors"
	"fmt"
	"reflect"
	"strconv"

	"github.com/tempahq/tempa/core/payload"
)

// Unmarshal reads data into v, a pointer that is not nil. The error names the
// member.
func Unmarshal(data []byte, v any) error { return unmarshal(data, v, false) }

// UnmarshalStrict is Unmarshal for a file in which a member that no field is
// for is an error.
func UnmarshalStrict(data []byte, v any) error { return unmarshal(data, v, true) }

func unmarshal(data []byte, v any, strict bool) error {
	in, err := payload.ParseValue(data)
	if err != nil {
		return errors.New("the text " + err.Error())
	}
	d := decoder{strict: strict}
	d.value(in, reflect.ValueOf(v).Elem())
	return d.err
}

// decoder reads values. It keeps the first fault and goes on.
type decoder struct {
	strict bool
	err    error
}

func (d *decoder) fail(err error) {
	if d.err == nil {
		d.err = err
	}
}

// value reads into v, which can be set.
func (d *decoder) value(in payload.Value, v reflect.Value) {
	kind := v.Kind()
	if kind == reflect.Pointer && !in.IsNull() {
		if v.IsNil() {
			v.Set(reflect.New(v.Type().Elem()))
		}
		d.value(in, v.Elem())
		return
	}
	if u, ok := v.Addr().Interface().(Unmarshaler); ok {
		if err := u.UnmarshalJSON(in.Raw()); err != nil {
			d.fail(err)
		}
		return
	}
	if in.IsNull() {
		switch kind {
		case reflect.Pointer, reflect.Interface, reflect.Map, reflect.Slice:
			v.SetZero()
		case reflect.Struct:
			if keeper(v, fields(v.Type())).IsValid() {
				d.fail(errors.New("want an object, got null"))
			}
		}
		return
	}
	if !d.set(in, v) {
		d.fail(errors.New("want " + want(v.Type()) + ", got " + got(in)))
	}
}

// set reads a value that is not null; false when v cannot hold it.
func (d *decoder) set(in payload.Value, v reflect.Value) (ok bool) {
	switch v.Kind() {
	case reflect.String:
		var s string
		if s, ok = in.Str(); ok {
			v.SetString(s)
		}
	case reflect.Bool:
		var b bool
		if b, ok = in.Bool(); ok {
			v.SetBool(b)
		}
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		text, _ := in.Number()
		n, err := strconv.ParseInt(text, 10, v.Type().Bits())
		if ok = err == nil; ok {
			v.SetInt(n)
		}
	case reflect.Struct:
		return d.object(in, v)
	case reflect.Map:
		return d.members(in, v)
	case reflect.Slice:
		return d.list(in, v)
	case reflect.Interface:
		return v.NumMethod() == 0 && d.any(in, v)
	}
	return ok
}

func (d *decoder) object(in payload.Value, v reflect.Value) bool {
	o, ok := in.Object()
	if !ok {
		return false
	}
	known := fields(v.Type())
	rest := keeper(v, known)
next:
	for _, m := range o.Members() {
		for _, f := range known {
			if f.name == m.Key && !f.unknown {
				d.member(m, v.Field(f.index))
				continue next
			}
		}
		switch {
		case rest.IsValid():
			d.entry(m, rest)
		case d.strict:
			d.fail(fmt.Errorf("there is no member %q", m.Key))
		}
	}
	return true
}

// keeper is the field that keeps the members which no field is for, invalid
// where there is none.
func keeper(v reflect.Value, known []field) reflect.Value {
	for _, f := range known {
		if f.unknown {
			return v.Field(f.index)
		}
	}
	return reflect.Value{}
}

// member reads a member's value and puts its name in front of a fault.
func (d *decoder) member(m payload.Member, v reflect.Value) {
	before := d.err
	if d.value(m.Value, v); before == nil && d.err != nil {
		d.err = fmt.Errorf("%s: %w", m.Key, d.err)
	}
}

func (d *decoder) members(in payload.Value, v reflect.Value) bool {
	o, ok := in.Object()
	t := v.Type()
	if !ok || t.Key().Kind() != reflect.String {
		return false
	}
	if v.IsNil() {
		v.Set(reflect.MakeMap(t))
	}
	for _, m := range o.Members() {
		d.entry(m, v)
	}
	return true
}

// entry reads a member into a map.
func (d *decoder) entry(m payload.Member, v reflect.Value) {
	t := v.Type()
	if v.IsNil() {
		v.Set(reflect.MakeMap(t))
	}
	item := reflect.New(t.Elem()).Elem()
	d.member(m, item)
	v.SetMapIndex(key(t, m.Key), item)
}

// key is a key of a map type, whose own type may have a name.
func key(t reflect.Type, name string) reflect.Value {
	k := reflect.New(t.Key()).Elem()
	k.SetString(name)
	return k
}

func (d *decoder) list(in payload.Value, v reflect.Value) bool {
	list, ok := in.Array()
	if !ok {
		return false
	}
	v.Set(reflect.MakeSlice(v.Type(), len(list), len(list)))
	for i, item := range list {
		d.value(item, v.Index(i))
	}
	return true
}

// any reads a value of any kind as map[string]any, []any, string, Number or
// bool.
func (d *decoder) any(in payload.Value, v reflect.Value) (ok bool) {
	var a any
	switch got(in) {
	case "object":
		m := map[string]any{}
		ok = d.members(in, reflect.ValueOf(&m).Elem())
		a = m
	case "list":
		var l []any
		ok = d.list(in, reflect.ValueOf(&l).Elem())
		a = l
	case "string":
		a, ok = in.Str()
	case "bool":
		a, ok = in.Bool()
	default:
		var n string
		n, ok = in.Number()
		a = Number(n)
	}
	if ok {
		v.Set(reflect.ValueOf(a))
	}
	return ok
}

// want is what a Go type is read from.
func want(t reflect.Type) string {
	switch t.Kind() {
	case reflect.Bool:
		return "true or false"
	case reflect.String:
		return "a string"
	case reflect.Slice:
		return "a list"
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		return "a whole number"
	case reflect.Struct, reflect.Map:
		return "an object"
	}
	return t.String()
}

// got is the kind of a value.
func got(in payload.Value) string {
	switch in.Raw()[0] {
	case '{':
		return "object"
	case '[':
		return "list"
	case '"':
		return "string"
	case 't', 'f':
		return "bool"
	}
	return "number"
}
