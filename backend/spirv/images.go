package spirv

import (
	"strings"

	"slc/backend/spirv/binary"
	"slc/lower/ir"
	"slc/sema/builtin"
	"slc/sema/types"
)

// opaqueType returns the type of an image, texel buffer or sampler and declares what it needs.
func (e *emitter) opaqueType(v *ir.View) binary.ID {
	r := v.Resource
	if r.Class == ir.Sampler {
		return e.m.TypeSampler()
	}
	shape := e.imageShape(r)
	shape.Texel = e.typeID(sampledType(v.Elem))
	if sampledType(v.Elem).Bits == 64 {
		e.m.Capability(binary.CapabilityInt64ImageEXT)
	}
	if storage(r) {
		shape.Format = e.format(v)
		if shape.Format == binary.ImageFormatUnknown {
			if !r.WriteOnly() {
				e.m.Capability(binary.CapabilityStorageImageReadWithoutFormat)
			}
			e.m.Capability(binary.CapabilityStorageImageWriteWithoutFormat)
		}
	}
	return e.m.TypeImage(shape)
}

func storage(r *ir.Resource) bool {
	return r.Class == ir.StorageImage || r.Class == ir.StorageTexelBuffer
}

// sampledType is the component type that an image instruction works with: VUID
// StandaloneSpirv-OpTypeImage-04656 allows float and 32- and 64-bit integers.
func sampledType(texel types.Type) *types.Scalar {
	switch s := types.ElemScalar(texel); {
	case s == nil || s.Kind.IsFloat() || s.Kind == types.KBool:
		return types.Float
	case s.Bits == 64:
		return s
	case s.Kind.IsSigned():
		return types.Int
	}
	return types.Uint
}

// imageShape is the image type without texel and format.
func (e *emitter) imageShape(r *ir.Resource) binary.Image {
	i := binary.Image{Dim: binary.Dim2D, Sampled: 1}
	if storage(r) {
		i.Sampled = 2
	}
	if r.Class == ir.StorageTexelBuffer || r.Class == ir.UniformTexelBuffer {
		i.Dim = binary.DimBuffer
	} else if s := r.Source; s != nil {
		i.Dim = [...]binary.Dim{types.DimNone: binary.Dim2D, types.Dim1D: binary.Dim1D, types.Dim2D: binary.Dim2D,
			types.Dim3D: binary.Dim3D, types.DimCube: binary.DimCube}[s.Dim]
		i.Depth, i.Arrayed, i.Multisampled = s.Depth, s.Arrayed, s.MS
	}
	for _, row := range dimTable {
		if row.dim == i.Dim && (!row.arrayed || i.Arrayed) && (!row.ms || i.Multisampled) {
			e.m.Capability([...]binary.Capability{1: row.sampled, 2: row.storage}[i.Sampled])
		}
	}
	return i
}

// dimTable: capabilities of image types (SPIR-V specification, Dim and OpTypeImage).
var dimTable = [...]struct {
	dim              binary.Dim
	arrayed, ms      bool
	sampled, storage binary.Capability
}{
	{binary.Dim1D, false, false, binary.CapabilitySampled1D, binary.CapabilityImage1D},
	{binary.DimBuffer, false, false, binary.CapabilitySampledBuffer, binary.CapabilityImageBuffer},
	{binary.DimCube, true, false, binary.CapabilitySampledCubeArray, binary.CapabilityImageCubeArray},
	{binary.Dim2D, false, true, binary.CapabilityShader, binary.CapabilityStorageImageMultisample},
	{binary.Dim2D, true, true, binary.CapabilityShader, binary.CapabilityImageMSArray},
}

// format returns the image format: the one given, or for an image that atomics touch the
// only one that they allow (VUID-StandaloneSpirv-OpImageTexelPointer-04658).
func (e *emitter) format(v *ir.View) binary.ImageFormat {
	r := v.Resource
	name := r.Format
	if name == "" && r.NeedsAtomic {
		switch s := sampledType(v.Elem); {
		case s.Kind.IsFloat():
			name = "r32f"
		case s.Kind.IsSigned():
			name = "r" + bitsText(s) + "i"
		default:
			name = "r" + bitsText(s) + "ui"
		}
	}
	if name == "" {
		return binary.ImageFormatUnknown
	}
	f, ok := imageFormat(name)
	if !ok {
		e.unsupported(r.Span, nil, "SPIR-V has no image format '%s'", name)
	}
	switch f {
	case binary.ImageFormatR64i, binary.ImageFormatR64ui:
		e.m.Capability(binary.CapabilityInt64ImageEXT)
	case binary.ImageFormatRgba32f, binary.ImageFormatRgba16f, binary.ImageFormatR32f, binary.ImageFormatRgba8,
		binary.ImageFormatRgba8Snorm, binary.ImageFormatRgba32i, binary.ImageFormatRgba16i, binary.ImageFormatRgba8i,
		binary.ImageFormatR32i, binary.ImageFormatRgba32ui, binary.ImageFormatRgba16ui, binary.ImageFormatRgba8ui, binary.ImageFormatR32ui:
	default:
		e.m.Capability(binary.CapabilityStorageImageExtendedFormats)
	}
	return f
}

func bitsText(s *types.Scalar) string {
	if s.Bits == 64 {
		return "64"
	}
	return "32"
}

// imageFormat finds a format by its GLSL spelling: SPIR-V capitalises each part.
func imageFormat(name string) (binary.ImageFormat, bool) {
	if name == "rgb10_a2ui" {
		return binary.ImageFormatRgb10a2ui, true
	}
	parts := strings.Split(strings.ToLower(name), "_")
	for i, p := range parts {
		if p != "" {
			parts[i] = strings.ToUpper(p[:1]) + p[1:]
		}
	}
	f, ok := binary.ParseEnum(binary.KindImageFormat, strings.Join(parts, ""))
	return binary.ImageFormat(f), ok
}

// image loads the image or sampler that v, a view or descriptor, stands for.
func (e *emitter) image(v ir.Value) (id binary.ID, p *place) {
	p = e.place(v)
	typ := e.opaqueType(p.view)
	id = e.f.body.Value(binary.OpLoad, typ, e.chain(p, typ))
	e.markNonUniform(p, id)
	return id, p
}

// texelPointer emits the pointer to a texel that an atomic consumes.
func (e *emitter) texelPointer(p *place) binary.ID {
	typ := e.opaqueType(p.view)
	if sampledType(p.elem).Bits == 64 {
		e.m.Capability(binary.CapabilityInt64Atomics)
	}
	image := *p
	image.coord = 0
	ptr := e.f.body.Value(binary.OpImageTexelPointer, e.m.TypePointer(binary.StorageClassImage, e.typeID(p.elem)),
		e.chain(&image, typ), p.coord, p.sample)
	e.markNonUniform(p, ptr)
	return ptr
}

// texelOperands appends the image operands: Lod or Sample, then those of the access.
func (e *emitter) texelOperands(operands []uint32, in *ir.Instr, p *place, kind accessKind) []uint32 {
	mask, extra := uint32(0), []uint32(nil)
	if kind == reads && len(in.Args) > 2 {
		mask = binary.ImageOperandsLod
		if s := p.view.Resource.Source; storage(p.view.Resource) || s != nil && s.MS {
			mask = binary.ImageOperandsSample
		}
		extra = append(extra, e.value(in.Args[2]))
	}
	if kind == writes && len(in.Args) > 3 {
		mask = binary.ImageOperandsSample
		extra = append(extra, e.value(in.Args[3]))
	}
	if storage(p.view.Resource) && !p.view.Resource.ReadOnly {
		mask |= texelAccess(in.Access, kind)
	}
	if mask&(binary.ImageOperandsMakeTexelAvailable|binary.ImageOperandsMakeTexelVisible) != 0 {
		extra = append(extra, e.scope(in.Access.Coherent))
	}
	if mask == 0 {
		return operands
	}
	return append(append(operands, mask), extra...)
}

// imageRead reads a texel: four components (VUID-StandaloneSpirv-Result-04780), of which the texel type takes the first.
func (e *emitter) imageRead(in *ir.Instr) binary.ID {
	image, p := e.image(in.Args[0])
	code := binary.OpImageFetch
	if storage(p.view.Resource) {
		code = binary.OpImageRead
	}
	s := sampledType(in.Type)
	operands := e.texelOperands([]uint32{image, e.value(in.Args[1])}, in, p, reads)
	v := e.f.body.Value(code, e.typeID(types.VectorOf(s, 4)), operands...)
	return e.fromTexel(v, s, in.Type)
}

// fromTexel turns four components of scalar s into a texel of type t.
func (e *emitter) fromTexel(v binary.ID, s *types.Scalar, t types.Type) binary.ID {
	n := max(parts(t), 1)
	from := types.WithElem(t, s)
	switch {
	case n == 1:
		v = e.extract(v, s, 0)
	case n < 4:
		operands := []uint32{v, v}
		for i := range n {
			operands = append(operands, uint32(i))
		}
		v = e.f.body.Value(binary.OpVectorShuffle, e.typeID(from), operands...)
	}
	return e.convert(v, from, t)
}

// imageWrite writes a texel, filled up to four components: at least as many as any format has.
func (e *emitter) imageWrite(in *ir.Instr) {
	image, p := e.image(in.Args[0])
	t := in.Args[2].ValueType()
	s := sampledType(t)
	from := types.WithElem(t, s)
	v := e.convert(e.value(in.Args[2]), t, from)
	if n := max(parts(t), 1); n < 4 {
		ids := []uint32{v}
		for range 4 - n {
			ids = append(ids, e.number(s, 0))
		}
		v = e.f.body.Value(binary.OpCompositeConstruct, e.typeID(types.VectorOf(s, 4)), ids...)
	}
	e.f.body.Do(binary.OpImageWrite, e.texelOperands([]uint32{image, e.value(in.Args[1]), v}, in, p, writes)...)
}

// length is the number of elements of a structured buffer or bytes of a byte-address buffer.
func (e *emitter) length(in *ir.Instr) binary.ID {
	p := e.place(in.Args[0])
	block := *p
	block.index = p.index[:len(p.index)-1] // the structure that holds the array
	typ, _ := e.blockType(p.elem, p.l, p.view.Resource.ReadOnly)
	uintID := e.typeID(types.Uint)
	n := e.f.body.Value(binary.OpArrayLength, uintID, e.chain(&block, typ), 0)
	if s := p.view.Resource.Source; s != nil && (s.Kind == types.ByteAddressBuffer || s.Kind == types.RWByteAddressBuffer) {
		stride := p.l.ir().Stride(p.view.Elem)
		return e.f.body.Value(binary.OpIMul, uintID, n, e.m.ConstU32(uint32(stride)))
	}
	return n
}

func (e *emitter) imageSize(in *ir.Instr) binary.ID {
	image, p := e.image(in.Args[0])
	e.m.Capability(binary.CapabilityImageQuery)
	s := p.view.Resource.Source
	if p.view.Resource.Class == ir.SampledImage && (s == nil || !s.MS) {
		return e.f.body.Value(binary.OpImageQuerySizeLod, e.typeID(in.Type), image, e.m.ConstU32(0))
	}
	return e.f.body.Value(binary.OpImageQuerySize, e.typeID(in.Type), image)
}

// sampleRow is a sampling instruction: its image operand beside the offset, whether it compares, and
// whether it needs derivatives.
type sampleRow struct {
	op       builtin.Op
	code     binary.Opcode
	operand  uint32
	compare  bool
	implicit bool
	zeroLod  bool
	gather   int // 1 + component, or gatherDref
}

// gatherDref is the gather of a comparison: it names no component.
const gatherDref = -1

// sampleTable: one row a sampling operation. Operands: texture, sampler, location, what the row says, offset.
var sampleTable = [...]sampleRow{
	{op: builtin.OpTextureSample, code: binary.OpImageSampleImplicitLod, implicit: true},
	{op: builtin.OpTextureSampleBias, code: binary.OpImageSampleImplicitLod, operand: binary.ImageOperandsBias, implicit: true},
	{op: builtin.OpTextureSampleLevel, code: binary.OpImageSampleExplicitLod, operand: binary.ImageOperandsLod},
	{op: builtin.OpTextureSampleGrad, code: binary.OpImageSampleExplicitLod, operand: binary.ImageOperandsGrad},
	{op: builtin.OpTextureSampleCmp, code: binary.OpImageSampleDrefImplicitLod, compare: true, implicit: true},
	{op: builtin.OpTextureSampleCmpLevelZero, code: binary.OpImageSampleDrefExplicitLod, compare: true, zeroLod: true},
	{op: builtin.OpTextureSampleCmpLevel, code: binary.OpImageSampleDrefExplicitLod, operand: binary.ImageOperandsLod, compare: true},
	{op: builtin.OpTextureSampleCmpGrad, code: binary.OpImageSampleDrefExplicitLod, operand: binary.ImageOperandsGrad, compare: true},
	{op: builtin.OpTextureGatherCmp, code: binary.OpImageDrefGather, compare: true, gather: gatherDref},
	{op: builtin.OpTextureGatherRed, code: binary.OpImageGather, gather: 1},
	{op: builtin.OpTextureGatherGreen, code: binary.OpImageGather, gather: 2},
	{op: builtin.OpTextureGatherBlue, code: binary.OpImageGather, gather: 3},
	{op: builtin.OpTextureGatherAlpha, code: binary.OpImageGather, gather: 4},
}

func sampleRowOf(op builtin.Op) *sampleRow {
	for i := range sampleTable {
		if sampleTable[i].op == op {
			return &sampleTable[i]
		}
	}
	return nil
}

func (e *emitter) sampleCall(in *ir.Instr) binary.ID {
	row := sampleRowOf(in.Intrinsic)
	if row.implicit && !e.derivatives() {
		return e.unsupported(in.Span, in.Type, "%s needs derivatives, which a compute entry point has only with [DerivativeGroupQuad] or [DerivativeGroupLinear]", in.Function())
	}
	image, p := e.image(in.Args[0])
	sampler, q := e.image(in.Args[1])
	combined := e.f.body.Value(binary.OpSampledImage, e.m.TypeSampledImage(e.opaqueType(p.view)), image, sampler)
	if p.nonUniform || q.nonUniform {
		e.m.Decorate(combined, binary.DecorationNonUniform)
	}
	operands := []uint32{combined, e.value(in.Args[2])}
	rest := in.Args[3:]
	if row.compare {
		operands = append(operands, e.value(rest[0]))
		rest = rest[1:]
	}
	if row.gather > 0 {
		operands = append(operands, e.m.ConstU32(uint32(row.gather-1)))
	}
	operands = e.sampleOperands(operands, row, rest, in)
	s := sampledType(p.view.Elem)
	if row.compare && row.gather == 0 {
		return e.convert(e.f.body.Value(row.code, e.typeID(types.Float), operands...), types.Float, in.Type)
	}
	return e.fromTexel(e.f.body.Value(row.code, e.typeID(types.VectorOf(s, 4)), operands...), s, in.Type)
}

func (e *emitter) sampleOperands(operands []uint32, row *sampleRow, rest []ir.Value, in *ir.Instr) []uint32 {
	mask, extra := row.operand, []uint32(nil)
	take := func() {
		extra = append(extra, e.value(rest[0]))
		rest = rest[1:]
	}
	switch {
	case row.zeroLod:
		mask |= binary.ImageOperandsLod
		extra = append(extra, e.number(types.Float, 0))
	case row.operand == binary.ImageOperandsGrad:
		take()
		take()
	case row.operand != 0:
		take()
	}
	if len(rest) > 0 {
		if c, ok := rest[0].(*ir.Const); ok && c.Spec == nil {
			mask |= binary.ImageOperandsConstOffset
		} else { // VUID-StandaloneSpirv-Offset-04663: a run-time offset is for gathers only
			if row.gather == 0 {
				e.unsupported(in.Span, nil, "the texel offset of a sampling operation other than Gather must be a compile-time constant")
			}
			mask |= binary.ImageOperandsOffset
			e.m.Capability(binary.CapabilityImageGatherExtended)
		}
		take()
	}
	if mask == 0 {
		return operands
	}
	return append(append(operands, mask), extra...)
}

// derivatives reports whether every entry point says how its invocations form quads.
func (e *emitter) derivatives() bool {
	for _, entry := range e.mod.Entries {
		if entry.DerivativeGroup == "" {
			return false
		}
	}
	return true
}

// dimensions yields the sizes of an image and, as last component, its samples or mip levels; Args[1] is the level, if present.
func (e *emitter) dimensions(in *ir.Instr) binary.ID {
	image, p := e.image(in.Args[0])
	e.m.Capability(binary.CapabilityImageQuery)
	n := parts(in.Type) - 1
	ms := p.view.Resource.Source != nil && p.view.Resource.Source.MS
	if n < 1 || !ms && p.view.Resource.Class != ir.SampledImage {
		return e.notYet(in.Span, in.Type, in.Function()+" of this image")
	}
	var t types.Type = types.Uint
	if n > 1 {
		t = types.VectorOf(types.Uint, n)
	}
	var size, count binary.ID
	if ms {
		size = e.op(binary.OpImageQuerySize, t, image)
		count = e.op(binary.OpImageQuerySamples, types.Uint, image)
	} else {
		level := e.m.ConstU32(0)
		if len(in.Args) > 1 {
			level = e.value(in.Args[1])
		}
		size = e.op(binary.OpImageQuerySizeLod, t, image, level)
		count = e.op(binary.OpImageQueryLevels, types.Uint, image)
	}
	return e.op(binary.OpCompositeConstruct, in.Type, size, count)
}

// derivative is a difference within the quads that every entry point forms.
func (e *emitter) derivative(in *ir.Instr) binary.ID {
	code := [...]binary.Opcode{binary.OpDPdx, binary.OpDPdy, binary.OpDPdxFine, binary.OpDPdyFine, binary.OpDPdxCoarse, binary.OpDPdyCoarse}[in.Intrinsic-builtin.OpDdx]
	if in.Intrinsic > builtin.OpDdy {
		e.m.Capability(binary.CapabilityDerivativeControl)
	}
	return e.op(code, in.Type, e.value(in.Args[0]))
}
