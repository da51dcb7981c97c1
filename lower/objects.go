package lower

import (
	"slc/lower/ir"
	"slc/sema/builtin"
	"slc/sema/types"
)

// object is a memory object: what one storage view, one set of atomic facts and one
// binding belong to (lowering.md §1, "SeqCst objects", "Storage view").
type object struct {
	id    int
	name  string
	space types.Space
	res   *ir.Resource // nil for variables and physical memory
	v     *ir.Var      // groupshared and static variables
	// src is the source type of the content: the block of a uniform buffer, the element of
	// a structured buffer, a texel, a variable; nil for byte-address buffers.
	src types.Type
	// texel is the type of a texel in the tree where the format has but one channel, src: GLSL's uimage2D of format r32ui.
	texel    types.Type
	mode     mode
	readOnly bool
	coherent bool
	volatile bool
	facts    *facts
}

// bytes reports whether the object is a byte-address buffer.
func (o *object) bytes() bool { return o.res != nil && o.src == nil }

// structured reports whether the object is an unsized array of its src.
func (o *object) structured() bool {
	return o.res != nil && o.space == types.SpaceBuffer && o.src != nil
}

// onDevice reports whether an atomic on the object is one on device memory.
func onDevice(s types.Space) bool {
	return s == types.SpaceBuffer || s == types.SpaceImage || s == types.SpacePhysical
}

// facts is what the whole program does with an object. It is found by lowering once and
// used by lowering again: it decides the storage view and the expansion of stores.
type facts struct {
	bits32, bits64 bool // a float (double) of the object must be kept as its bits
	int32, int64   bool // an integer atomic of that width touches a byte-address buffer
	float32        bool // a float atomic touches a byte-address buffer
	float64        bool
	atomic16       bool
	seqCst         bool
	atomic         bool
}

// needsView reports whether the facts change how the object is lowered.
func (f *facts) needsView() bool {
	return f.bits32 || f.bits64 || f.seqCst || f.int64 || f.float32 || f.float64 || f.atomic16
}

// view returns the view of o whose element is elem, making it on first use.
func (p *program) view(o *object, elem types.Type) *ir.View {
	for _, v := range o.res.Views {
		if v.Elem == elem {
			return v
		}
	}
	t := elem
	if o.space == types.SpaceBuffer {
		t = p.pool.ArrayOf(elem, types.Unsized)
	}
	v := &ir.View{Resource: o.res, Elem: elem, Type: p.pool.RefTo(t, o.space)}
	o.res.Views = append(o.res.Views, v)
	return v
}

// node is the static tree of a shader parameter: where each resource in it is
// bound and where its ordinary data lies.
type node struct {
	id      int
	typ     types.Type
	obj     *object // typ is a resource (or an array of it, dims)
	dims    []int   // array dimensions around the leaf, outermost first
	fields  []*node // typ is a struct that holds resources; nil for ordinary fields
	elem    *node   // typ is an array of what holds resources
	content *node   // typ is a ConstantBuffer or ParameterBlock
	counter *object // of an append or consume buffer
}

// index is one subscript of an array of resources.
type index struct {
	v          ir.Value
	nonUniform bool
}

// cursor is a position in the tree of a shader parameter.
type cursor struct {
	n     *node
	block *object // where the ordinary data around it lies
	desc  []index // subscripts of the block, if that is an array
	dims  []int   // dimensions that desc subscripts
	steps []step  // from the block to here
	idx   []index // subscripts of the resources around it
}

// entity is what a name or an expression denotes while lowering. One of the
// members is set: a value, a place, a position in a shader parameter, the
// parts of a struct or array that holds resources, or what a static pointer points to.
type entity struct {
	typ   types.Type
	val   ir.Value
	pl    *place
	cur   *cursor
	parts []*entity
	// target is what a pointer that is no value points to.
	target *place
	// poison stands for what could not be lowered: an error was reported, nothing that
	// follows from it is.
	poison bool
}

type stepKind uint8

const (
	sField stepKind = iota
	sIndex
	sByte
	sSwizzle
	sMatrix
)

// step refines a place.
type step struct {
	kind   stepKind
	i      int // sField: index in the source struct
	v      ir.Value
	comps  []uint8
	mcomps [][2]uint8
	t      types.Type // source type after the step
}

// place is an address: an object or local variable and the path inside it. Every index
// in it is a value already, so it can be used any number of times.
type place struct {
	obj   *object  // nil for locals
	ref   ir.Value // a local variable or parameter; the pointer of physical memory
	desc  []index
	dims  []int
	steps []step
	root  types.Type // locals: source type of the variable
	typ   types.Type // source type of the place
	// align is the alignment of physical memory that the source promises, coherent the scope of
	// its accesses (loadCoherent); both hold for the whole, not for parts of it.
	align    int
	coherent builtin.Scope
}

func (pl *place) with(s step) *place {
	q := *pl
	q.steps = append(append([]step(nil), pl.steps...), s)
	q.typ = s.t
	return &q
}

// swizzled reports whether the place is several components picked from a vector or matrix.
func (pl *place) swizzled() bool {
	if len(pl.steps) == 0 {
		return false
	}
	s := pl.steps[len(pl.steps)-1]
	return len(s.comps) > 1 || len(s.mcomps) > 1
}

func (c *cursor) with(n *node, s step) *cursor {
	q := *c
	q.n = n
	q.steps = append(append([]step(nil), c.steps...), s)
	return &q
}

// entityAt turns a position into what it denotes: a place once only ordinary
// data is left.
func (p *program) entityAt(c *cursor, t types.Type) *entity {
	if !types.ContainsResource(t) {
		return &entity{typ: t, pl: &place{obj: c.block, desc: c.desc, dims: c.dims, steps: c.steps, typ: t}}
	}
	return &entity{typ: t, cur: c}
}

// element is the position of element i of an array a of what holds resources.
func (c *cursor) element(i index, a *types.Array) *cursor {
	next := c.with(c.n, step{kind: sIndex, v: i.v, t: a.Elem})
	next.idx = append(append([]index(nil), c.idx...), i)
	if c.n.elem != nil {
		next.n = c.n.elem
	}
	return next
}
