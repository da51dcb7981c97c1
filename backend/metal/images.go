package metal

import (
	"fmt"
	"strings"

	"slc/backend/text"
	"slc/lower/ir"
	"slc/sema/builtin"
	"slc/sema/types"
)

// coord spells a coordinate as the texture functions take it: unsigned, the
// array index as an argument of its own. Arguments are parted by "; ".
func (e *emitter) coord(f *text.Func, v *ir.View, c ir.Value) string {
	t := c.ValueType()
	n := types.NumComponents(t)
	arrayed, cube := false, false
	if v != nil && v.Resource.Source != nil {
		arrayed, cube = v.Resource.Source.Arrayed, v.Resource.Source.Dim == types.DimCube
	}
	value := f.Value
	if arrayed || cube {
		value = f.Named
	}
	x := value(c)
	unsigned := func(x text.Expr, n int) string {
		if types.ElemScalar(t) == types.Uint {
			return x.Arg()
		}
		if n == 1 {
			return text.Call("uint", x).Text
		}
		return text.Call(fmt.Sprintf("uint%d", n), x).Text
	}
	switch {
	case cube && n == 3: // the last component counts the faces of all cubes of an array
		face := unsigned(text.Member(x, "z"), 1)
		if arrayed {
			face += " % 6u; " + face + " / 6u"
		}
		return unsigned(text.Member(x, "xy"), 2) + "; " + face
	case !arrayed:
		return unsigned(x, n)
	}
	return unsigned(text.Member(x, "xyz"[:n-1]), n-1) + "; " + unsigned(text.Member(x, "xyzw"[n-1:n]), 1)
}

// ImageRead spells the read of a texel: MSL reads four components.
func (e *emitter) ImageRead(f *text.Func, in *ir.Instr) text.Expr {
	p := text.PlaceOf(in.Args[0])
	tex := f.Path(p)
	args := strings.ReplaceAll(e.coord(f, p.View(), in.Args[1]), "; ", ", ")
	if len(in.Args) > 2 && !isZero(in.Args[2]) { // level 0 is the default
		extra := f.Value(in.Args[2])
		if types.ElemScalar(in.Args[2].ValueType()) != types.Uint {
			extra = text.Call("uint", extra)
		}
		args += ", " + extra.Arg()
	}
	x := text.Atom(tex.Text + ".read(" + args + ")")
	switch n := types.NumComponents(in.Type); {
	case p.View() != nil && e.images[p.View().Resource].compare: // a depth texture has one channel
		if n > 1 {
			e.severalChannels(p.View().Resource)
		}
	case n < 4:
		x = text.Member(x, "xyz"[:n])
	}
	if s := types.ElemScalar(in.Type); texelScalar(s) != s {
		return text.Call(e.Type(in.Type), x)
	}
	return x
}

func isZero(v ir.Value) bool {
	c, ok := v.(*ir.Const)
	return ok && c.Spec == nil && c.Value.IsZero()
}

// texelScalar is the type that MSL has for texels of s: none is smaller than 16 bits.
func texelScalar(s *types.Scalar) *types.Scalar {
	switch s.Kind {
	case types.KInt8:
		return types.Int16
	case types.KUint8:
		return types.Uint16
	}
	return s
}

// ImageWrite prints the write of a texel. A texture that the module also reads
// gets a fence, so that the invocation reads what it wrote (lowering.md §4).
func (e *emitter) ImageWrite(f *text.Func, in *ir.Instr) {
	p := text.PlaceOf(in.Args[0])
	tex := f.Path(p)
	coord := strings.ReplaceAll(e.coord(f, p.View(), in.Args[1]), "; ", ", ")
	v := f.Value(in.Args[2])
	t := in.Args[2].ValueType()
	s := texelScalar(types.ElemScalar(t))
	if s != types.ElemScalar(t) {
		v = text.Call(e.Type(types.WithElem(t, s)), v)
	}
	switch n := types.NumComponents(t); n {
	case 1:
		v = text.Call(e.scalarName(s)+"4", v)
	case 2, 3:
		zeros := []text.Expr{v}
		for range 4 - n {
			zeros = append(zeros, e.Scalar(types.Zero(s)))
		}
		v = text.Call(e.scalarName(s)+"4", zeros...)
	}
	f.Line(tex.Text + ".write(" + v.Arg() + ", " + coord + ");")
	if view := p.View(); view != nil && e.images[view.Resource].access(view.Resource) == "access::read_write" {
		f.Line(tex.Text + ".fence();")
	}
}

// fenceTexel prints the fence after an atomic operation that writes a texel, if the module also reads the
// texture: reads are ordered after what the invocation wrote by a fence only, atomically or not (lowering.md §4).
func (e *emitter) fenceTexel(f *text.Func, in *ir.Instr, o object) {
	view := text.PlaceOf(in.Args[0]).View()
	if o.texel && in.Atomic != builtin.AtomicLoad && view != nil && e.images[view.Resource].read {
		f.Line(o.texture.Text + ".fence();")
	}
}

// ImageSize spells the size of a texture in texels.
func (e *emitter) ImageSize(f *text.Func, in *ir.Instr) text.Expr {
	p := text.PlaceOf(in.Args[0])
	tex := f.Path(p)
	args := sizes(p, tex.Text, types.NumComponents(in.Type), "")
	if len(args) == 1 {
		return args[0]
	}
	return text.Call(e.Type(in.Type), args...)
}

// sizes spells n sizes of a level of a texture, the last of an array being its length.
func sizes(p text.Place, tex string, n int, level string) []text.Expr {
	args := make([]text.Expr, n)
	for i, name := range []string{"width", "height", "depth"}[:n] {
		at := level
		if v := p.View(); i == n-1 && v != nil && v.Resource.Source != nil && v.Resource.Source.Arrayed {
			name, at = "array_size", ""
		}
		args[i] = text.Atom(tex + ".get_" + name + "(" + at + ")")
	}
	return args
}

// dimensions spells the sizes of a level and, last, the number of levels or samples.
func (e *emitter) dimensions(f *text.Func, in *ir.Instr) text.Expr {
	p := text.PlaceOf(in.Args[0])
	tex := f.Path(p)
	level, count := "", ".get_num_mip_levels()"
	if v := p.View(); v != nil && v.Resource.Source != nil {
		switch {
		case v.Resource.Source.MS:
			count = ".get_num_samples()"
		case len(in.Args) > 1 && v.Resource.Source.Dim != types.Dim1D: // one level only
			level = f.Named(in.Args[1]).Text
		}
	}
	args := sizes(p, tex.Text, types.NumComponents(in.Type)-1, level)
	return text.Call(e.Type(in.Type), append(args, text.Atom(tex.Text+count))...)
}
