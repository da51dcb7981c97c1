package binary

import (
	"fmt"
	"slices"
)

// Undeclared lists what the module uses without declaring it: instructions and enumerants none of whose capabilities is
// declared or implied, or which need neither capability but a later version or an extension. It goes by the grammar alone;
// what depends on values or types (wave scope, 64-bit atomics) is not in it.
func (p *Parsed) Undeclared() []string {
	r := requirements{p: p, exts: p.Extensions()}
	for _, c := range p.Capabilities() {
		r.declare(c)
	}
	for i := range p.Insts {
		in := &p.Insts[i]
		info := in.Op.info()
		r.require(info.name, info.caps, info.since, info.exts)
		for _, o := range in.Operands {
			if o.Kind.IsEnum() {
				r.enumerants(o)
			}
		}
	}
	return r.missing
}

type requirements struct {
	p       *Parsed
	caps    []Capability // declared and implied
	exts    []string
	missing []string
}

func (r *requirements) declare(c Capability) {
	if slices.Contains(r.caps, c) {
		return
	}
	r.caps = append(r.caps, c)
	for _, implied := range c.Implies() {
		r.declare(implied)
	}
}

func (r *requirements) enumerants(o Operand) {
	switch value := o.Word(); {
	case o.Kind == KindCapability:
		// The capabilities in a capability's row are implied by it, not required.
		e := o.Kind.lookup(value)
		r.require("capability "+e.name, nil, e.since, e.exts)
	case o.Kind.isMask():
		for rest := value; rest != 0; rest &= rest - 1 {
			r.enumerant(o.Kind, rest&-rest)
		}
	default:
		r.enumerant(o.Kind, value)
	}
}

func (r *requirements) enumerant(k Kind, value uint32) {
	e := k.lookup(value)
	r.require(k.String()+" "+e.name, e.caps, e.since, e.exts)
}

func (r *requirements) require(what string, caps []Capability, since Version, exts []string) {
	switch {
	case len(caps) > 0:
		if !slices.ContainsFunc(caps, func(c Capability) bool { return slices.Contains(r.caps, c) }) {
			r.miss("%s needs capability %s", what, caps[0])
		}
	case since > r.p.Version:
		if !slices.ContainsFunc(exts, func(e string) bool { return slices.Contains(r.exts, e) }) {
			if len(exts) > 0 {
				r.miss("%s needs extension %s", what, exts[0])
			} else {
				r.miss("%s needs SPIR-V %s", what, since)
			}
		}
	}
}

// miss reports each thing once.
func (r *requirements) miss(format string, args ...any) {
	if s := fmt.Sprintf(format, args...); !slices.Contains(r.missing, s) {
		r.missing = append(r.missing, s)
	}
}
