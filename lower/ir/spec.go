package ir

import (
	"fmt"

	"slc/sema/types"
)

// Specialize replaces the default of the specialization constant with the ID by a
// value of its type, wherever the module uses it: as a value, and in the sizes of workgroups and
// of arrays. It reports whether the module does, and a size that is none.
func (m *Module) Specialize(id uint32, value *types.Value) (used bool, err error) {
	m.eachSpec(func(c *Const) {
		if c.Spec.ID == id {
			c.Value, used = value, true
		}
	})
	m.eachSize(func(s *types.SizeExpr) {
		s.Specs(func(c *types.SizeExpr) { used = used || *c.Spec.ID == id })
	})
	if !used {
		return false, nil
	}
	if m.given == nil {
		m.given = map[uint32]*types.Value{}
	}
	m.given[id] = value
	return true, m.resize()
}

// SpecConsts are the specialization constants that a module uses, each once: those that are values
// in the order of use, then those that only sizes depend on.
func (m *Module) SpecConsts() (list []*Const) {
	seen := map[uint32]bool{}
	add := func(c *Const) {
		if !seen[c.Spec.ID] {
			seen[c.Spec.ID] = true
			list = append(list, c)
		}
	}
	m.eachSpec(add)
	m.eachSize(func(s *types.SizeExpr) {
		s.Specs(func(c *types.SizeExpr) {
			add(&Const{Value: c.With(m.value), Spec: &SpecConst{Name: c.Spec.Name, ID: *c.Spec.ID}})
		})
	})
	return list
}

// eachSpec calls f for the specialization constants that are operands.
func (m *Module) eachSpec(f func(*Const)) {
	for _, fn := range m.Funcs {
		fn.Body.Walk(func(in *Instr) {
			for _, a := range in.Args {
				if c, ok := a.(*Const); ok && c.Spec != nil {
					f(c)
				}
			}
		})
	}
}

// eachSize calls f for the sizes that depend on specialization constants.
func (m *Module) eachSize(f func(*types.SizeExpr)) {
	for _, e := range m.Entries {
		for _, s := range e.Sizes {
			if s != nil {
				f(s)
			}
		}
	}
	m.eachType(func(t types.Type) types.Type {
		types.Sizes(t, f)
		return t
	})
}

// eachType replaces the types of what may be or be in an array of the program's own: variables
// and addresses in them.
func (m *Module) eachType(f func(types.Type) types.Type) {
	for _, list := range [][]*Var{m.Shared, m.Privates} {
		for _, v := range list {
			v.Type = f(v.Type).(*types.Ref)
		}
	}
	for _, fn := range m.Funcs {
		for _, p := range fn.Params {
			p.Type = f(p.Type)
		}
		fn.Body.Walk(func(in *Instr) {
			if in.Type != nil {
				in.Type = f(in.Type)
			}
		})
	}
}

// value is what Specialize gave a constant, nil if it has its default.
func (m *Module) value(s *types.SpecRef) *types.Value { return m.given[*s.ID] }

// resize computes the sizes anew.
func (m *Module) resize() (err error) {
	size := func(s *types.SizeExpr, old int) int {
		v := s.With(m.value)
		if v == nil || v.Bits == 0 || v.Bits > 1<<31-1 {
			err = fmt.Errorf("the size %s is not positive", s)
			return old
		}
		return int(v.Bits)
	}
	for _, e := range m.Entries {
		for i, s := range e.Sizes {
			if s != nil {
				e.NumThreads[i] = size(s, e.NumThreads[i])
			}
		}
	}
	m.eachType(func(t types.Type) types.Type { return m.resized(t, size) })
	return err
}

func (m *Module) resized(t types.Type, size func(*types.SizeExpr, int) int) types.Type {
	switch a := t.(type) {
	case *types.Ref:
		if elem := m.resized(a.Elem, size); elem != a.Elem {
			return m.Pool.RefTo(elem, a.Space)
		}
	case *types.Array:
		elem := m.resized(a.Elem, size)
		switch {
		case a.Size != nil:
			return m.Pool.SpecializedArrayOf(elem, size(a.Size, a.Len), a.Size)
		case elem != a.Elem:
			return m.Pool.ArrayLike(a, elem)
		}
	}
	return t
}
