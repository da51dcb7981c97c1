package lower

import (
	"slices"

	"slc/frontend/diag"
	"slc/lower/ir"
	"slc/sema/builtin"
	"slc/sema/typed"
	"slc/sema/types"
)

// readTexel reads the texel of a location.
func (b *fn) readTexel(loc *location) ir.Value {
	v := b.emit(ir.OpImageRead, b.p.elemType(loc.obj), b.texelArgs(loc)...)
	return b.wholeTexel(loc.obj, b.fromMem(v, loc.obj.src, loc.m))
}

// wholeTexel adds the components that a format with one channel lacks: (0, 0, 1) as the Vulkan specification has it, "Conversion to RGBA".
func (b *fn) wholeTexel(o *object, v ir.Value) ir.Value {
	if o.texel == nil {
		return v
	}
	s := types.ElemScalar(o.texel)
	parts := []ir.Value{v, number(s, 0), number(s, 0), number(s, 1)}
	return b.construct(o.texel, parts[:types.NumComponents(o.texel)]...)
}

// readTexelPart reads the components of a texel that are meant.
func (b *fn) readTexelPart(loc *location) ir.Value {
	v := b.pick(b.readTexel(loc), loc.comps)
	if loc.comp != nil {
		return b.element(v, loc.comp)
	}
	return v
}

// newComponent is what a store of v leaves in component loc.comps[i] of the texel that was old.
func (b *fn) newComponent(loc *location, v, old ir.Value, i int) ir.Value {
	if loc.comp == nil {
		return b.extract(v, i)
	}
	s := types.ElemScalar(v.ValueType())
	here := b.binary(ir.OpEq, types.Bool, b.convertTo(loc.comp, types.Uint), uintConst(i))
	return b.emit(ir.OpSelect, s, here, b.extract(v, 0), b.extract(old, int(loc.comps[i])))
}

// texelArgs are image, coordinate and sample of a multisampled texture, which is the last
// component of its index; another sampled texture is read at level 0.
func (b *fn) texelArgs(loc *location) []ir.Value {
	args := []ir.Value{loc.image, loc.coord}
	if r := loc.obj.res.Source; r != nil && r.MS {
		b.noWritableMS(loc.obj)
		n := types.NumComponents(loc.coord.ValueType()) - 1
		return []ir.Value{loc.image, b.shuffle(loc.coord, leading[:n]), b.extract(loc.coord, n)}
	}
	if loc.obj.res.Class == ir.SampledImage && loc.obj.res.Source != nil && !loc.obj.res.Source.MS {
		args = append(args, constant(types.Zero(types.Int)))
	}
	return args
}

// noWritableMS reports a writable multisampled texture where the target has none.
func (b *fn) noWritableMS(o *object) {
	if r := o.res.Source; r != nil && r.MS && o.res.Class == ir.StorageImage && b.p.opts.Caps.Target != SPIRV {
		b.unsupported(b.span, "writable multisampled texture on "+b.p.opts.Caps.Profile())
	}
}

// writeTexel writes a texel. Textures are written in whole texels: for a part of one
// the rest is read and written back, which a warning says.
func (b *fn) writeTexel(loc *location, v ir.Value) {
	if loc.comps != nil {
		b.p.diags.Report(diag.TexelComponent, b.span, "a store to part of a texel reads and writes back the other components")
		old := b.readTexel(loc)
		for i, c := range loc.comps {
			old = b.insert(old, int(c), b.newComponent(loc, v, old, i))
		}
		v = old
	}
	if loc.obj.texel != nil {
		v = b.extract(v, 0)
	}
	args := slices.Insert(b.texelArgs(loc), 2, b.toMem(v, loc.obj.src, loc.m))
	b.emit(ir.OpImageWrite, types.Void, args...)
}

// insert replaces component i of a vector; a scalar is its own only component.
func (b *fn) insert(v ir.Value, i int, part ir.Value) ir.Value {
	if _, scalar := v.ValueType().(*types.Scalar); scalar {
		return part
	}
	return b.add(&ir.Instr{Op: ir.OpInsert, Type: v.ValueType(), Args: []ir.Value{v, part}, Index: i})
}

// textureLoad is Load: the last component of the location of a sampled texture
// is the level.
func (b *fn) textureLoad(e *typed.Intrinsic, ms bool) ir.Value {
	ent := b.entity(e.Args[0])
	at := b.value(e.Args[1])
	rest := e.Args[2:]
	var last ir.Value
	o := b.object(ent)
	if o == nil {
		for _, a := range rest {
			b.value(a)
		}
		return b.zeroOf(e.T)
	}
	r := o.res.Source
	switch {
	case ms:
		b.noWritableMS(o)
		last, rest = b.value(rest[0]), rest[1:]
	case r.Kind == types.Texture:
		n := types.NumComponents(at.ValueType())
		last = b.extract(at, n-1)
		at = b.shuffle(at, leading[:n-1])
	}
	if len(rest) > 0 {
		at = b.offsetCoord(at, b.value(rest[0]))
	}
	img, _ := b.handle(ent)
	args := []ir.Value{img, at}
	if last != nil {
		args = append(args, last)
	}
	v := b.emit(ir.OpImageRead, b.p.elemType(o), args...)
	return b.wholeTexel(o, b.fromMem(v, o.src, o.mode))
}

// offsetCoord adds a constant texel offset; the layer of an array is not moved.
func (b *fn) offsetCoord(at, off ir.Value) ir.Value {
	t := at.ValueType()
	s := types.ElemScalar(t)
	off = b.numeric(off, s)
	n, k := types.NumComponents(t), types.NumComponents(off.ValueType())
	if k < n {
		off = b.construct(t, off, b.zero(vec(s, n-k)))
	}
	return b.binary(ir.OpAdd, t, at, off)
}

// dimensions is GetDimensions of a texture: sizes, then samples or levels.
func (b *fn) dimensions(e *typed.Intrinsic) ir.Value {
	ent := b.entity(e.Args[0])
	rest := e.Args[1:]
	var mip ir.Value
	if e.Op == builtin.OpTextureDimensionsMip {
		mip, rest = b.value(rest[0]), rest[1:]
	}
	outs := make([]*place, len(rest))
	for i, a := range rest {
		outs[i] = b.lvalue(a)
	}
	img, o := b.handle(ent)
	if o == nil {
		return nil
	}
	b.noWritableMS(o)
	n := sizeComponents(o.res.Source)
	var size ir.Value
	if mip == nil && len(outs) == n {
		size = b.emit(ir.OpImageSize, vec(types.Uint, n), img)
	} else { // one operation yields the sizes and the count after them
		args := []ir.Value{img}
		if mip != nil {
			args = append(args, mip)
		}
		size = b.intrinsic(e.Op, vec(types.Uint, min(n+1, 4)), args...)
	}
	for i, pl := range outs {
		if pl != nil {
			b.store(pl, b.numeric(b.extract(size, i), types.ElemScalar(rest[i].Type())))
		}
	}
	return nil
}

// textureQuery is a size, the number of levels or that of samples of a texture combined with a sampler: one operation yields
// the sizes and the count after them.
func (b *fn) textureQuery(e *typed.Intrinsic) ir.Value {
	img, o := b.handle(b.entity(e.Args[0]))
	args, op := []ir.Value{img}, builtin.OpTextureDimensions
	if e.Op != builtin.OpTextureSamples {
		op = builtin.OpTextureDimensionsMip
		var level ir.Value = uintConst(0)
		if e.Op == builtin.OpTextureSize {
			level = b.numeric(b.value(e.Args[1]), types.Uint)
		}
		args = append(args, level)
	}
	if o == nil {
		return b.zeroOf(e.T)
	}
	n := sizeComponents(o.res.Source)
	v := b.intrinsic(op, vec(types.Uint, n+1), args...)
	if e.Op == builtin.OpTextureSize {
		return b.numeric(b.shuffle(v, leading[:n]), types.Int)
	}
	return b.numeric(b.extract(v, n), types.Int)
}

// sizeComponents is the number of sizes of an image: its dimensions and its layers.
func sizeComponents(r *types.Resource) int {
	n := 1
	switch r.Dim {
	case types.Dim2D, types.DimCube:
		n = 2
	case types.Dim3D:
		n = 3
	}
	if r.Arrayed {
		n++
	}
	return n
}

// bufferLength is the number of elements or bytes of a buffer.
func (b *fn) bufferLength(ent *entity) ir.Value {
	v, o := b.handle(ent)
	if o == nil {
		return uintConst(0)
	}
	if o.space == types.SpaceImage {
		return b.emit(ir.OpImageSize, types.Uint, v)
	}
	return b.emit(ir.OpLength, types.Uint, v)
}

// lengthOuts is GetDimensions of a buffer: the length, then the stride.
func (b *fn) lengthOuts(e *typed.Intrinsic) ir.Value {
	ent := b.entity(e.Args[0])
	var outs []*place
	for _, a := range e.Args[1:] {
		outs = append(outs, b.lvalue(a))
	}
	values := []ir.Value{b.bufferLength(ent), nil}
	if o := b.object(ent); o != nil && o.structured() {
		values[1] = uintConst(o.res.Layout.Stride(b.p.elemType(o)))
	}
	for i, pl := range outs {
		if pl != nil && i < 2 && values[i] != nil {
			b.store(pl, b.numeric(values[i], types.ElemScalar(e.Args[i+1].Type())))
		}
	}
	return nil
}

// textureOp is an operation on a texture that every target has: resources are passed as views.
func (b *fn) textureOp(e *typed.Intrinsic) ir.Value {
	args := make([]ir.Value, len(e.Args))
	ents := make([]*entity, len(e.Args))
	for i, a := range e.Args {
		if types.ContainsResource(a.Type()) {
			ents[i] = b.entity(a)
		} else {
			args[i] = b.value(a)
		}
	}
	for i, ent := range ents {
		if ent == nil {
			continue
		}
		if args[i], _ = b.handle(ent); args[i] == nil {
			return b.zeroOf(e.T)
		}
	}
	op, args := b.sampledLevel(e, args)
	return b.intrinsic(op, b.p.valueType(e.T), args...)
}

// sampledLevel is the operation that targets have for one of the tree. What GLSL samples without a level has level 0 where
// the entry point has no derivatives, whatever its bias.
func (b *fn) sampledLevel(e *typed.Intrinsic, args []ir.Value) (builtin.Op, []ir.Value) {
	derivatives := b.u.entry.DerivativeGroup != ""
	biased := e.Op == builtin.OpTextureImplicitCmp && len(args) > 4 && types.ElemScalar(args[4].ValueType()) == types.Float
	switch {
	case e.Op == builtin.OpTextureSampleLevelZero, e.Op == builtin.OpTextureImplicit && !derivatives:
		return builtin.OpTextureSampleLevel, slices.Insert(args, 3, number(types.Float, 0))
	case e.Op == builtin.OpTextureImplicitBias && !derivatives:
		args[3] = number(types.Float, 0)
		return builtin.OpTextureSampleLevel, args
	case biased && derivatives:
		b.unsupported(e.S, "a bias of the level of a comparison")
		return builtin.OpTextureSampleCmp, slices.Delete(args, 4, 5)
	case biased:
		return builtin.OpTextureSampleCmpLevelZero, slices.Delete(args, 4, 5)
	case e.Op == builtin.OpTextureImplicitCmp && !derivatives:
		return builtin.OpTextureSampleCmpLevelZero, args
	case e.Op == builtin.OpTextureImplicit:
		return builtin.OpTextureSample, args
	case e.Op == builtin.OpTextureImplicitBias:
		return builtin.OpTextureSampleBias, args
	case e.Op == builtin.OpTextureImplicitCmp:
		return builtin.OpTextureSampleCmp, args
	}
	return e.Op, args
}
