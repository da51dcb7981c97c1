package metal

import (
	"fmt"

	"slc/backend/text"
	"slc/frontend/diag"
	"slc/lower/ir"
	"slc/sema/builtin"
	"slc/sema/types"
)

// sampleRow is a function of sampled textures: the method, how many operands after texture, sampler,
// location and reference say the level, and how they are wrapped. A row without method is missing.
type sampleRow struct {
	method, wrap string
	operands     int
	compare      bool   // a reference value comes first
	zero         bool   // level 0
	component    string // gather
}

// samples: MSL specification, "Texture Functions". What needs derivatives is missing: compute kernels have none.
var samples = [builtin.NumOps]sampleRow{
	builtin.OpTextureSampleLevel:        {method: "sample", wrap: "level", operands: 1},
	builtin.OpTextureSampleGrad:         {method: "sample", wrap: "gradient", operands: 2},
	builtin.OpTextureSampleCmpLevelZero: {method: "sample_compare", compare: true, zero: true},
	builtin.OpTextureSampleCmpLevel:     {method: "sample_compare", wrap: "level", operands: 1, compare: true},
	builtin.OpTextureSampleCmpGrad:      {method: "sample_compare", wrap: "gradient", operands: 2, compare: true},
	builtin.OpTextureGatherRed:          {method: "gather", component: "component::x"},
	builtin.OpTextureGatherGreen:        {method: "gather", component: "component::y"},
	builtin.OpTextureGatherBlue:         {method: "gather", component: "component::z"},
	builtin.OpTextureGatherAlpha:        {method: "gather", component: "component::w"},
	builtin.OpTextureGatherCmp:          {method: "gather_compare", compare: true},
}

// compares reports whether an operation compares texels, which only depth textures allow.
func compares(op builtin.Op) bool { return samples[op].compare }

// sample spells an operation on a sampled texture: operands are texture, sampler,
// location, those of the row, and perhaps an offset in texels.
func (e *emitter) sample(f *text.Func, in *ir.Instr) text.Expr {
	row := &samples[in.Intrinsic]
	p := text.PlaceOf(in.Args[0])
	v := p.View()
	switch {
	case row.method == "" || v == nil || v.Resource.Source == nil:
		e.lacks(diag.TargetUnsupported, "operation '%s' in a compute kernel, which has no derivatives", in.Function())
		return text.Atom("0")
	case row.method == "gather" && e.images[v.Resource].compare && row.component != "component::x":
		e.lacks(diag.TargetUnsupported, "operation '%s' on a texture that is compared ('%s')", in.Function(), v.Resource.Name)
		return text.Atom("0")
	}
	source := v.Resource.Source
	if source.Dim == types.Dim1D && (row.compare || len(in.Args) > 3+row.operands) {
		e.lacks(diag.TargetUnsupported, "operation '%s' with a comparison or an offset on a texture of one dimension ('%s')", in.Function(), v.Resource.Name)
		return text.Atom("0")
	}
	texture := f.Path(p) // once: the value of an index is used up
	args := append([]text.Expr{f.Path(text.PlaceOf(in.Args[1]))}, e.location(f, in, texture, source)...)
	rest := in.Args[3:]
	if row.compare {
		args = append(args, f.Value(rest[0]))
		rest = rest[1:]
	}
	args = append(args, e.levelArgs(f, row, rest, source.Dim)...)
	rest = rest[row.operands:]
	for _, a := range rest {
		args = append(args, f.Value(a))
	}
	if row.component != "" && !e.images[v.Resource].compare {
		if len(rest) == 0 && source.Dim == types.Dim2D {
			args = append(args, text.Atom("int2(0)"))
		}
		args = append(args, text.Atom(row.component))
	}
	x := text.Call(texture.Text+"."+row.method, args...)
	return e.sampled(x, in, row, v.Resource)
}

// levelArgs spells what selects the level: 1D textures have one level (MSL 2.9), so nothing for them.
func (e *emitter) levelArgs(f *text.Func, row *sampleRow, operands []ir.Value, dim types.Dim) []text.Expr {
	switch {
	case dim == types.Dim1D:
		return nil
	case row.zero:
		return []text.Expr{text.Atom("level(0.0f)")}
	case row.operands == 0:
		return nil
	}
	var wrapped []text.Expr
	for _, a := range operands[:row.operands] {
		wrapped = append(wrapped, f.Value(a))
	}
	wrap := row.wrap
	if wrap == "gradient" {
		wrap += [...]string{types.Dim2D: "2d", types.Dim3D: "3d", types.DimCube: "cube"}[dim]
	}
	return []text.Expr{text.Call(wrap, wrapped...)}
}

// sampled fits what a method returns, four components or one, to the type of the operation.
func (e *emitter) sampled(x text.Expr, in *ir.Instr, row *sampleRow, r *ir.Resource) text.Expr {
	n := types.NumComponents(in.Type)
	one := row.component == "" && row.method != "gather_compare" && e.images[r].compare
	switch {
	case one && n > 1:
		e.severalChannels(r)
	case !one && n < 4:
		return text.Member(x, "xyz"[:n])
	}
	return x
}

// severalChannels reports a texture that is compared, so that it is a depth texture, and read as several channels:
// once, however many reads there are.
func (e *emitter) severalChannels(r *ir.Resource) {
	e.diags.Report(diag.TargetResource, r.Span, "Metal %d.%d has no texture of several channels that is compared ('%s')",
		e.version/100, e.version%100, r.Name).Note(e.u.Span, "more than one channel is read here")
}

// location spells the location: that of an array as its coordinates and the layer, the nearest one
// that the texture has (Vulkan specification, "Layer Operation").
func (e *emitter) location(f *text.Func, in *ir.Instr, tex text.Expr, source *types.Resource) []text.Expr {
	if !source.Arrayed {
		return []text.Expr{f.Value(in.Args[2])}
	}
	at := f.Named(in.Args[2])
	n := types.NumComponents(in.Args[2].ValueType())
	layer := fmt.Sprintf("uint(clamp(rint(%s), 0.0f, float(%s.get_array_size() - 1u)))", text.Member(at, "xyzw"[n-1:n]).Text, tex.Text)
	return []text.Expr{text.Member(at, "xyz"[:n-1]), text.Atom(layer)}
}
