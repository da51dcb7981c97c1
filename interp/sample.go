package interp

import (
	"math"

	"slc/lower/ir"
	"slc/sema/builtin"
	"slc/sema/types"
)

// Sampling, as the Vulkan specification describes it ("Image Operations"): images have one level, so a
// level or gradients select nothing. Cubes are filtered on the face that the direction selects; what lies beyond its edge
// is not known here and reported.

// sampling is a compiled sampling operation.
type sampling struct {
	in             *ir.Instr
	image, sampler place
	dim            types.Dim
	arrayed        bool
	texel          types.Type
	leaves         []leaf
	at, reference  int // slots; reference -1: no comparison
	offset         int // slot of the offset, -1: none
	offsets        int // its components
	component      int // of a gather, -1: none
	gather         bool
}

func (c *comp) sample(in *ir.Instr) {
	root, ok := rootOf(in.Args[0]).(*ir.View)
	if !ok || root.Resource.Source == nil {
		c.unsupported(in.Intrinsic.String())
		return
	}
	s := &sampling{in: in, image: c.place(in.Args[0]), sampler: c.place(in.Args[1]), dim: root.Resource.Source.Dim,
		arrayed: root.Resource.Source.Arrayed, texel: root.Elem, at: c.slot(in.Args[2]), reference: -1, offset: -1, component: -1}
	s.leaves = leavesOf(nil, s.texel, ir.ScalarLayout, 0)
	rest := in.Args[3:]
	switch in.Intrinsic {
	case builtin.OpTextureSampleCmp, builtin.OpTextureSampleCmpLevelZero, builtin.OpTextureSampleCmpLevel,
		builtin.OpTextureSampleCmpGrad, builtin.OpTextureGatherCmp:
		s.reference, rest = c.slot(rest[0]), rest[1:]
	}
	switch in.Intrinsic {
	case builtin.OpTextureSampleLevel, builtin.OpTextureSampleBias, builtin.OpTextureSampleCmpLevel:
		rest = rest[1:]
	case builtin.OpTextureSampleGrad, builtin.OpTextureSampleCmpGrad:
		rest = rest[2:]
	case builtin.OpTextureGatherRed, builtin.OpTextureGatherGreen, builtin.OpTextureGatherBlue, builtin.OpTextureGatherAlpha:
		s.gather, s.component = true, int(in.Intrinsic-builtin.OpTextureGatherRed)
	case builtin.OpTextureGatherCmp:
		s.gather, s.component = true, 0
	}
	if len(rest) > 0 {
		s.offset, s.offsets = c.slot(rest[0]), slotsOf(rest[0].ValueType())
	}
	d, n, k := c.slot(in), slotsOf(in.Type), kindOf(in.Type)
	c.emit(func(v *inv) {
		v.tick()
		result := s.run(v)
		for i := range n {
			v.r[d+i] = result[i].as(k)
		}
	})
}

// channel is a component of a texel: the bits of an integer, which filters pass on, or a float.
type channel struct {
	f    float64
	bits uint64
	kind types.Kind
}

func (c channel) as(k types.Kind) uint64 {
	if k.IsFloat() {
		return fromFloat(k, c.f)
	}
	return c.bits
}

// run is the result of a sampling operation, as four components.
func (s *sampling) run(v *inv) [4]channel {
	mem, state := s.image.mem(v), s.sampler.mem(v).sampler
	axes, layer, ok := s.locate(v, mem, state)
	if !ok {
		return [4]channel{}
	}
	if s.gather { // (i0, j1), (i1, j1), (i1, j0), (i0, j0)
		var out [4]channel
		for n, at := range [4][2]int{{0, 1}, {1, 1}, {1, 0}, {0, 0}} {
			out[n] = s.fetch(v, mem, state, axes[0].texel[at[0]], axes[1].texel[at[1]], layer)[s.component]
		}
		return out
	}
	if !state.Linear {
		return s.fetch(v, mem, state, axes[0].texel[0], axes[1].texel[0], axes[2].texel[0]+layer)
	}
	return s.filter(v, mem, state, axes, layer)
}

// filter is the weighted mean of the texels around the location.
func (s *sampling) filter(v *inv, mem *memory, state Sampler, axes [3]axis, layer int) (out [4]channel) {
	for corner := range 8 {
		weight := 1.0
		var at [3]int
		for i := range axes {
			high := corner >> i & 1
			at[i] = axes[i].texel[high]
			if high == 1 {
				weight *= axes[i].weight
			} else {
				weight *= 1 - axes[i].weight
			}
		}
		if weight == 0 {
			continue
		}
		for i, x := range s.fetch(v, mem, state, at[0], at[1], at[2]+layer) {
			out[i].f += weight * x.f
			out[i].kind, out[i].bits = x.kind, x.bits
		}
	}
	return out
}

// locate finds the texels of the location in each dimension and the layer.
func (s *sampling) locate(v *inv, mem *memory, state Sampler) (axes [3]axis, layer int, ok bool) {
	coord := func(i int) float64 { return toFloat(types.KFloat, v.r[s.at+i]) }
	dims := coordinates(s.dim)
	linear := state.Linear || s.gather
	var u [3]float64
	for i := range dims {
		u[i] = coord(i)
	}
	if s.dim == types.DimCube {
		layer, u[0], u[1] = cubeFace(u[0], u[1], u[2])
		dims = 2
		if linear && !within(u[0], mem.extent[0]) || linear && !within(u[1], mem.extent[1]) {
			v.fault(Unsupported, s.in, "the interpreter does not filter across the edges of a cube")
			return axes, 0, false
		}
	}
	for i := range dims {
		offset := 0
		if s.offset >= 0 && i < s.offsets {
			offset = int(int64(v.r[s.offset+i]))
		}
		axes[i] = state.axisAt(u[i], mem.extent[i], offset, linear)
	}
	if s.arrayed {
		n, at := mem.extent[dims], coord(coordinates(s.dim))
		if s.dim == types.DimCube {
			n = mem.extent[2] / 6
		}
		chosen := int(min(max(math.RoundToEven(at), 0), float64(n-1)))
		if math.IsNaN(at) {
			chosen = 0
		}
		switch s.dim {
		case types.DimCube:
			layer += 6 * chosen
		case types.Dim1D: // layers are rows of the memory
			axes[1] = axis{texel: [2]int{chosen, chosen}}
		default:
			layer = chosen
		}
	}
	return axes, layer, true
}

// coordinates is the number of coordinates of a dimensionality.
func coordinates(d types.Dim) int {
	switch d {
	case types.Dim1D:
		return 1
	case types.Dim2D:
		return 2
	}
	return 3
}

// within reports whether the filter at u touches only texels of a face of n texels.
func within(u float64, n int) bool {
	x := u*float64(n) - 0.5
	return x >= 0 && x <= float64(n-1)
}

// fetch reads a texel as four components, those that the format lacks being 0, 0 and 1; or compares it.
func (s *sampling) fetch(v *inv, mem *memory, state Sampler, x, y, z int) [4]channel {
	out := [4]channel{3: {f: 1, bits: 1}}
	off := ((z*mem.extent[1]+y)*mem.extent[0] + x) * mem.texel
	for i, l := range s.leaves {
		if off+l.off+l.size > len(mem.data) {
			v.outside(&site{in: s.in, place: s.image, leaves: s.leaves, size: mem.texel}, mem, uint64(off))
			return out
		}
		bits := fromBits(l.kind, rawBits(mem.data[off+l.off:], l.size))
		out[i] = channel{bits: bits, kind: l.kind}
		if l.kind.IsFloat() {
			out[i].f = toFloat(l.kind, bits)
		}
	}
	if s.reference >= 0 {
		out[0].f = state.Compare.holds(toFloat(types.KFloat, v.r[s.reference]), out[0].f)
	}
	return out
}
