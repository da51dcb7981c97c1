package check

import (
	"slices"

	"slc/frontend/diag"
	"slc/frontend/source"
	"slc/sema/builtin"
	"slc/sema/typed"
	"slc/sema/types"
)

// element is an access to part of a buffer: the variable, the fields on the way
// and the values that index it.
type element struct {
	v       *typed.Var
	fields  []*types.Field
	indices []typed.Expr
	span    source.Span
	entries uint64
}

// mixed warns of buffer elements that one entry point accesses both by atomics
// and plainly. An entry point with a workgroup barrier that orders buffers is
// taken to separate the two, and groupshared memory is left out: clearing it
// plainly before a barrier is how it is used.
func (c *checker) mixed() {
	atomics := c.atomicElements()
	if len(atomics) == 0 {
		return
	}
	fenced := c.fencedEntries()
	var done []source.Span // atomics with a report
	for _, f := range c.funcs {
		for _, acc := range f.accesses {
			plain, ok := elementOf(acc.place, f.entries)
			if !ok {
				continue
			}
			same := atomics[plain.v]
			i := slices.IndexFunc(same, func(a element) bool {
				return a.entries&plain.entries&^fenced != 0 && sameElement(&a, &plain)
			})
			if i < 0 || slices.Contains(done, same[i].span) {
				continue
			}
			done = append(done, same[i].span)
			verb := "read"
			if acc.write {
				verb = "written"
			}
			c.diags.Report(diag.MixedAccess, plain.span, "an element of '%s' is %s plainly here and accessed by atomics elsewhere", plain.v.Name, verb).
				Note(same[i].span, "atomic access").
				WithHelp("use Atomic<T> and its load and store, or separate the two with a barrier")
		}
	}
}

// maxElements bounds the atomic elements that are compared for one buffer.
const maxElements = 128

// atomicElements lists the elements of each buffer that atomics act on, those
// that are passed by reference included.
func (c *checker) atomicElements() map[*typed.Var][]element {
	list := map[*typed.Var][]element{}
	add := func(dest typed.Expr, span source.Span, entries uint64) {
		if types.ContainsAtomic(typeOf(dest)) {
			return // has no plain accesses
		}
		if e, ok := elementOf(dest, entries); ok && len(list[e.v]) < maxElements {
			e.span = span
			list[e.v] = append(list[e.v], e)
		}
	}
	for _, f := range c.funcs {
		for _, a := range f.atomics {
			add(a.Dest, a.Span(), f.entries)
		}
	}
	for _, a := range c.passed {
		add(a.arg, a.arg.Span(), a.from.entries)
	}
	return list
}

// fencedEntries is the set of entry points that reach a workgroup barrier which
// orders buffers.
func (c *checker) fencedEntries() (set uint64) {
	for _, f := range c.funcs {
		if !f.barriers || f.fn.Body == nil {
			continue
		}
		v := &visitor{expr: func(e typed.Expr) {
			if b, ok := e.(*typed.Barrier); ok && b.Barrier.Exec == builtin.ScopeWorkgroup && b.Barrier.Spaces&builtin.Buffers != 0 {
				set |= f.entries
			}
		}}
		v.visit(f.fn.Body)
	}
	return set
}

// elementOf takes a place in a writable buffer apart.
func elementOf(e typed.Expr, entries uint64) (element, bool) {
	r := rootOf(e)
	if r.kind != rootBuffer && r.kind != rootImage || r.v == nil {
		return element{}, false
	}
	el := element{v: r.v, span: e.Span(), entries: entries}
	for {
		switch x := e.(type) {
		case *typed.FieldRef:
			el.fields = append(el.fields, x.Field)
			e = x.X
		case *typed.Index:
			el.indices = append(el.indices, x.I)
			e = x.X
		case *typed.Swizzle:
			e = x.X
		case *typed.MatrixSwizzle:
			e = x.X
		case *typed.ByteRef:
			el.indices = append(el.indices, x.Offset)
			e = x.Buffer
		default:
			return el, true
		}
	}
}

// sameElement reports whether a and b may be one element: the same member of
// elements whose indices are equal, or none of whose indices are known.
func sameElement(a, b *element) bool {
	if a.v != b.v || len(a.indices) != len(b.indices) || !slices.Equal(a.fields, b.fields) {
		return false
	}
	for i := range a.indices {
		x, xConst := a.indices[i].(*typed.Const)
		y, yConst := b.indices[i].(*typed.Const)
		switch {
		case xConst && yConst:
			if x.Value == nil || y.Value == nil || x.Value.Bits != y.Value.Bits || len(x.Value.Elems) > 0 {
				return false
			}
		case xConst != yConst:
			return false
		}
	}
	return true
}
