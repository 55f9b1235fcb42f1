package profile

// Every object of the contract keeps what it does not know.

// UnmarshalJSON reads the object and keeps its unknown members.
func (p *Profile) UnmarshalJSON(data []byte) (err error) {
	type fields Profile
	p.Unknown, err = decode(data, (*fields)(p))
	return err
}

// MarshalJSON writes the object with its unknown members.
func (p Profile) MarshalJSON() ([]byte, error) { return encode(p, p.Unknown) }

// UnmarshalJSON reads the object and keeps its unknown members.
func (t *Tenant) UnmarshalJSON(data []byte) (err error) {
	type fields Tenant
	t.Unknown, err = decode(data, (*fields)(t))
	return err
}

// MarshalJSON writes the object with its unknown members.
func (t Tenant) MarshalJSON() ([]byte, error) { return encode(t, t.Unknown) }

// UnmarshalJSON reads the object and keeps its unknown members.
func (p *Policies) UnmarshalJSON(data []byte) (err error) {
	type fields Policies
	p.Unknown, err = decode(data, (*fields)(p))
	return err
}

// MarshalJSON writes the object with its unknown members.
func (p Policies) MarshalJSON() ([]byte, error) { return encode(p, p.Unknown) }

// UnmarshalJSON reads the object and keeps its unknown members.
func (m *Module) UnmarshalJSON(data []byte) (err error) {
	type fields Module
	m.Unknown, err = decode(data, (*fields)(m))
	return err
}

// MarshalJSON writes the object with its unknown members.
func (m Module) MarshalJSON() ([]byte, error) { return encode(m, m.Unknown) }

// UnmarshalJSON reads the object and keeps its unknown members.
func (t *Table) UnmarshalJSON(data []byte) (err error) {
	type fields Table
	t.Unknown, err = decode(data, (*fields)(t))
	return err
}

// MarshalJSON writes the object with its unknown members.
func (t Table) MarshalJSON() ([]byte, error) { return encode(t, t.Unknown) }

// UnmarshalJSON reads the object and keeps its unknown members.
func (b *Bundle) UnmarshalJSON(data []byte) (err error) {
	type fields Bundle
	b.Unknown, err = decode(data, (*fields)(b))
	return err
}

// MarshalJSON writes the object with its unknown members.
func (b Bundle) MarshalJSON() ([]byte, error) { return encode(b, b.Unknown) }

// UnmarshalJSON reads the object and keeps its unknown members.
func (p *Permissions) UnmarshalJSON(data []byte) (err error) {
	type fields Permissions
	p.Unknown, err = decode(data, (*fields)(p))
	return err
}

// MarshalJSON writes the object with its unknown members.
func (p Permissions) MarshalJSON() ([]byte, error) { return encode(p, p.Unknown) }

// UnmarshalJSON reads the object and keeps its unknown members.
func (e *Exception) UnmarshalJSON(data []byte) (err error) {
	type fields Exception
	e.Unknown, err = decode(data, (*fields)(e))
	return err
}

// MarshalJSON writes the object with its unknown members.
func (e Exception) MarshalJSON() ([]byte, error) { return encode(e, e.Unknown) }

// UnmarshalJSON reads the object and keeps its unknown members.
func (o *Offline) UnmarshalJSON(data []byte) (err error) {
	type fields Offline
	o.Unknown, err = decode(data, (*fields)(o))
	return err
}

// MarshalJSON writes the object with its unknown members.
func (o Offline) MarshalJSON() ([]byte, error) { return encode(o, o.Unknown) }

// UnmarshalJSON reads the object and keeps its unknown members.
func (a *Account) UnmarshalJSON(data []byte) (err error) {
	type fields Account
	a.Unknown, err = decode(data, (*fields)(a))
	return err
}

// MarshalJSON writes the object with its unknown members.
func (a Account) MarshalJSON() ([]byte, error) { return encode(a, a.Unknown) }

// UnmarshalJSON reads the object and keeps its unknown members.
func (e *Endpoint) UnmarshalJSON(data []byte) (err error) {
	type fields Endpoint
	e.Unknown, err = decode(data, (*fields)(e))
	return err
}

// MarshalJSON writes the object with its unknown members.
func (e Endpoint) MarshalJSON() ([]byte, error) { return encode(e, e.Unknown) }

// UnmarshalJSON reads the object and keeps its unknown members.
func (t *Telemetry) UnmarshalJSON(data []byte) (err error) {
	type fields Telemetry
	t.Unknown, err = decode(data, (*fields)(t))
	return err
}

// MarshalJSON writes the object with its unknown members.
func (t Telemetry) MarshalJSON() ([]byte, error) { return encode(t, t.Unknown) }

// UnmarshalJSON reads the object and keeps its unknown members.
func (d *Document) UnmarshalJSON(data []byte) (err error) {
	type fields Document
	d.Unknown, err = decode(data, (*fields)(d))
	return err
}

// MarshalJSON writes the object with its unknown members.
func (d Document) MarshalJSON() ([]byte, error) { return encode(d, d.Unknown) }
