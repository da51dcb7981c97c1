package lower

import (
	"slc/lower/ir"
	"slc/sema/types"
)

// location is a place walked down to its memory: an address, and what of the
// thing there is meant.
type location struct {
	obj   *object
	ref   ir.Value // address of a t in memory of mode m; nil for texels and bytes
	space types.Space
	t     types.Type
	m     mode
	// row is set for a row of a matrix that is kept as columns: ref is the matrix mat.
	row    ir.Value
	mat    *types.Matrix
	comps  []uint8    // components of the vector, nil: all
	mcomps [][2]uint8 // cells of the matrix, nil: all
	image  ir.Value   // texels: the image, at coord
	coord  ir.Value
	comp   ir.Value // texels: the one of comps that is meant, known at run time only
	bytes  bool     // byte-address buffer, at offset
	offset ir.Value
	pl     *place
}

// base is the location of the root of a place.
func (b *fn) base(pl *place) location {
	o := pl.obj
	if o == nil {
		return location{ref: pl.ref, space: types.SpaceFunction}
	}
	loc := location{obj: o, space: o.space, t: o.src, m: o.mode, pl: pl}
	switch {
	case o.v != nil:
		loc.ref = o.v
	case o.space == types.SpacePhysical:
		loc.ref = b.add(&ir.Instr{Op: ir.OpDeref, Type: b.p.pool.RefTo(b.p.memType(o.src, o.mode), o.space), Args: []ir.Value{pl.ref},
			Align: pl.align, Access: ir.Access{Coherent: pl.coherent}})
	case o.bytes():
		loc.bytes = true
	default:
		loc.ref = b.descriptor(b.p.view(o, b.p.elemType(o)), pl.desc, pl.dims)
		switch {
		case o.space == types.SpaceImage:
			loc.image, loc.ref = loc.ref, nil
		case o.structured():
			loc.t = b.p.pool.ArrayOf(o.src, types.Unsized)
		}
	}
	return loc
}

// locate walks a place and emits its address.
func (b *fn) locate(pl *place) location {
	loc := b.base(pl)
	if pl.obj == nil {
		loc.t = pl.root
	}
	for i := range pl.steps {
		b.walk(&loc, &pl.steps[i])
	}
	return loc
}

func (b *fn) walk(loc *location, s *step) {
	switch s.kind {
	case sByte:
		loc.offset, loc.t = s.v, s.t
	case sField:
		st := loc.t.(*types.Struct)
		f := st.Fields[s.i]
		loc.m = loc.m.withField(f)
		if loc.bytes {
			loc.offset = b.byteField(loc.offset, st, s.i)
		} else {
			loc.ref = b.add(&ir.Instr{Op: ir.OpField, Index: memField(st, s.i), Args: []ir.Value{loc.ref},
				Type: b.p.pool.RefTo(b.p.memType(f.Type, loc.m), loc.space)})
		}
		loc.t = s.t
	case sIndex:
		b.walkIndex(loc, s.v, s.t)
	case sSwizzle:
		b.walkSwizzle(loc, s)
	case sMatrix:
		if len(s.mcomps) > 1 {
			loc.mcomps = s.mcomps
			return
		}
		b.walkIndex(loc, uintConst(int(s.mcomps[0][0])), nil)
		b.walkIndex(loc, uintConst(int(s.mcomps[0][1])), s.t)
	}
}

// elem is the address of part i of what ref addresses.
func (b *fn) elem(ref, i ir.Value, space types.Space) ir.Value {
	t := partOf(ref.ValueType().(*types.Ref).Elem, 0)
	return b.emit(ir.OpElem, b.p.pool.RefTo(t, space), ref, i)
}

func (b *fn) walkIndex(loc *location, i ir.Value, after types.Type) {
	if loc.mcomps != nil {
		k := plain(i)
		if k == nil || k.Int() < 0 || int(k.Int()) >= len(loc.mcomps) {
			b.unsupported(b.span, "a run-time index into a swizzle")
			k = types.Zero(types.Int)
		}
		*loc = b.cellAt(loc, loc.mcomps[k.Int()])
		return
	}
	if loc.image != nil {
		b.walkTexel(loc, i, after)
		return
	}
	if loc.bytes {
		b.byteIndex(loc, i, after)
		return
	}
	switch t := loc.t.(type) {
	case *types.Array:
		loc.ref, loc.t = b.elem(loc.ref, i, loc.space), t.Elem
	case *types.Matrix:
		row := types.Type(types.VectorOf(t.Elem, t.Cols))
		if !loc.m.columns() {
			loc.ref, loc.t = b.elem(loc.ref, i, loc.space), row
			return
		}
		loc.row, loc.mat, loc.t = i, t, row
	case *types.Vector:
		switch {
		case loc.comps != nil:
			if k := plain(i); k != nil && int(k.Int()) < len(loc.comps) {
				b.walkComp(loc, loc.comps[k.Int()])
				return
			}
			b.unsupported(b.span, "a run-time index into a swizzle")
		case loc.row != nil:
			b.cell(loc, i)
		case t.N > 1:
			loc.ref = b.elem(loc.ref, i, loc.space)
		}
		loc.t = t.Elem
	default:
		loc.t = after
	}
}

// walkTexel subscripts a texture, or a texel.
func (b *fn) walkTexel(loc *location, i ir.Value, after types.Type) {
	k := plain(i)
	switch {
	case loc.coord == nil:
		loc.coord, loc.t = i, after
	case len(loc.wanted()) == 1:
		loc.t = after
	case k != nil && k.Int() >= 0 && int(k.Int()) < len(loc.wanted()):
		b.walkComp(loc, loc.wanted()[k.Int()])
	default:
		loc.comps, loc.comp, loc.t = loc.wanted(), i, after
	}
}

// cell turns a row of a matrix kept as columns into the cell in column c.
func (b *fn) cell(loc *location, c ir.Value) {
	if loc.bytes {
		column := b.byteStep(loc.offset, c, loc.mat.Rows*ir.ScalarSize(loc.mat.Elem))
		loc.offset = b.byteStep(column, loc.row, ir.ScalarSize(loc.mat.Elem))
		loc.row, loc.mat = nil, nil
		return
	}
	ref := b.elem(loc.ref, c, loc.space)
	if loc.mat.Rows > 1 {
		ref = b.elem(ref, loc.row, loc.space)
	}
	loc.ref, loc.row, loc.mat = ref, nil, nil
}

// walkComp narrows a vector to one component.
func (b *fn) walkComp(loc *location, c uint8) {
	s := types.ElemScalar(loc.t)
	loc.comps = nil
	switch {
	case loc.image != nil: // texels are whole: the component is picked after the read
		loc.comps, loc.t = []uint8{c}, s
		return
	case loc.row != nil:
		b.cell(loc, uintConst(int(c)))
	case loc.bytes:
		loc.offset = b.addOffset(loc.offset, int(c)*ir.ScalarSize(s))
	default:
		if b.isVector(loc) {
			loc.ref = b.elem(loc.ref, uintConst(int(c)), loc.space)
		}
	}
	loc.t = s
}

// isVector reports whether the location holds more than one component in memory.
func (b *fn) isVector(loc *location) bool {
	_, ok := loc.ref.ValueType().(*types.Ref).Elem.(*types.Vector)
	return ok
}

func (b *fn) walkSwizzle(loc *location, s *step) {
	comps := s.comps
	if loc.mcomps != nil {
		cells := make([][2]uint8, len(comps))
		for i, c := range comps {
			cells[i] = loc.mcomps[c]
		}
		loc.mcomps = cells
		if len(cells) == 1 {
			*loc = b.cellAt(loc, cells[0])
		}
		return
	}
	if loc.comps != nil {
		comps = make([]uint8, len(s.comps))
		for i, c := range s.comps {
			comps[i] = loc.comps[c]
		}
	}
	if types.NumComponents(loc.t) == 1 && loc.comps == nil && loc.row == nil && loc.image == nil {
		if len(comps) > 1 {
			loc.comps = comps
		}
		loc.t = types.ElemScalar(loc.t)
		return
	}
	if len(comps) == 1 {
		b.walkComp(loc, comps[0])
		return
	}
	loc.comps = comps
}

// shared reports whether other invocations may access the memory.
func (l *location) shared() bool {
	return l.space == types.SpaceGroupshared || l.space == types.SpaceBuffer || l.space == types.SpacePhysical
}

// access is what the source says of the accesses to the location.
func (l *location) access() (a ir.Access) {
	if l.pl != nil {
		a.Coherent = l.pl.coherent
	}
	return a
}

// load reads a place.
func (b *fn) load(pl *place) ir.Value { return b.loadAt(b.locate(pl)) }

func (b *fn) loadAt(loc location) ir.Value {
	switch {
	case loc.image != nil:
		return b.readTexelPart(&loc)
	case loc.mcomps != nil:
		return b.loadCells(&loc)
	case loc.bytes:
		if loc.comps == nil && loc.row == nil {
			return b.loadBytes(&loc, loc.t, loc.m, loc.offset)
		}
	case loc.comps == nil && loc.row == nil:
		mem := loc.ref.ValueType().(*types.Ref).Elem
		v := b.add(&ir.Instr{Op: ir.OpLoad, Type: mem, Args: []ir.Value{loc.ref}, Access: loc.access()})
		return b.fromMem(v, loc.t, loc.m)
	case loc.row == nil && (!loc.shared() || !b.isVector(&loc)):
		whole := loc
		whole.comps = nil
		return b.pick(b.loadAt(whole), loc.comps)
	}
	return b.loadComps(&loc)
}

func (b *fn) pick(v ir.Value, comps []uint8) ir.Value {
	if comps == nil {
		return v
	}
	return b.shuffle(v, comps)
}

// wanted lists the components that a location means.
func (l *location) wanted() []uint8 {
	if l.comps != nil {
		return l.comps
	}
	return []uint8{0, 1, 2, 3}[:types.NumComponents(l.t)]
}

// loadComps reads single components of shared memory, each once: a swizzle
// touches nothing that it does not name.
func (b *fn) loadComps(loc *location) ir.Value {
	comps := loc.wanted()
	var seen [4]ir.Value
	parts := make([]ir.Value, len(comps))
	for i, c := range comps {
		if seen[c] == nil {
			one := *loc
			b.walkComp(&one, c)
			seen[c] = b.loadAt(one)
		}
		parts[i] = seen[c]
	}
	return b.construct(vec(types.ElemScalar(loc.t), len(comps)), parts...)
}

// cellAt is the location of one cell of a matrix.
func (b *fn) cellAt(loc *location, cell [2]uint8) location {
	one := *loc
	one.mcomps = nil
	b.walkIndex(&one, uintConst(int(cell[0])), types.VectorOf(types.ElemScalar(loc.t), loc.t.(*types.Matrix).Cols))
	b.walkIndex(&one, uintConst(int(cell[1])), types.ElemScalar(loc.t))
	return one
}

func (b *fn) loadCells(loc *location) ir.Value {
	parts := make([]ir.Value, len(loc.mcomps))
	for i, c := range loc.mcomps {
		parts[i] = b.loadAt(b.cellAt(loc, c))
	}
	return b.construct(vec(types.ElemScalar(loc.t), len(parts)), parts...)
}

// store writes v, a value of the place's type.
func (b *fn) store(pl *place, v ir.Value) { b.storeAt(b.locate(pl), v) }

func (b *fn) storeAt(loc location, v ir.Value) {
	switch {
	case loc.image != nil:
		b.writeTexel(&loc, v)
	case loc.mcomps != nil:
		for i, c := range loc.mcomps {
			b.storeAt(b.cellAt(&loc, c), b.extract(v, i))
		}
	case loc.comps == nil && loc.row == nil && loc.bytes:
		b.storeBytes(&loc, loc.t, loc.m, loc.offset, v)
	case loc.comps == nil && loc.row == nil:
		b.add(&ir.Instr{Op: ir.OpStore, Type: types.Void, Args: []ir.Value{loc.ref, b.toMem(v, loc.t, loc.m)}, Access: loc.access()})
	default: // component by component: a neighbour is never written
		for i, c := range loc.wanted() {
			one := loc
			b.walkComp(&one, c)
			b.storeAt(one, b.extract(v, i))
		}
	}
}
