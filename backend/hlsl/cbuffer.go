package hlsl

import (
	"fmt"
	"strconv"
	"strings"

	"slc/backend/text"
	"slc/frontend/diag"
	"slc/lower/ir"
	"slc/sema/types"
)

// block is how a constant buffer is declared. HLSL packs constant buffers in its
// own way (registers of 16 bytes, array elements at register starts). Where
// packoffset can express our layout the members are declared; otherwise the
// buffer is an array of registers and every load picks its words.
type block struct {
	s       *types.Struct
	layout  ir.Layout
	members []string // names of the members; nil in the register form
	words   string   // name of the array of registers
	object  string   // ConstantBuffer<T>, for arrays of descriptors
	heap    bool     // of what handles mean: the same, without a declaration
}

// nameBlocks names the constant buffers before their structs, most of which are not printed.
func (e *emitter) nameBlocks() {
	for _, r := range e.m.Resources {
		if (r.Class == ir.UniformBuffer || r.Class == ir.PushConstant) && len(r.Views) > 0 && r.Count == 0 {
			e.globals[r] = e.u.Names.New(r.Name)
		}
	}
}

func (e *emitter) constantBuffer(r *ir.Resource) string {
	s, ok := r.Views[0].Elem.(*types.Struct)
	if !ok {
		s = &types.Struct{Name: r.Name, Fields: []*types.Field{{Name: r.Name, Type: r.Views[0].Elem}}}
	}
	b := &block{s: s, layout: r.Layout}
	e.blocks[r] = b
	if r.Count != 0 {
		return e.descriptorArray(r, b)
	}
	name := e.globals[r]
	lines := ""
	for i, f := range s.Fields {
		if !legacyFits(f.Type, r.Layout.Offset(s, i), r.Layout) {
			return e.registers(r, b, name)
		}
	}
	prefix := ""
	if r.Source != nil && (r.Source.Kind == types.ConstantBuffer || r.Source.Kind == types.ParameterBlock) {
		if elem, ok := r.Source.Elem.(*types.Struct); !ok || !elem.Hidden { // the members of a cbuffer are names of their own
			prefix = r.Name + "_"
		}
	}
	for i, f := range s.Fields {
		m := e.u.Names.New(prefix + f.Name)
		b.members = append(b.members, m)
		lines += "    " + e.Declare(f.Type, m) + " : packoffset(" + packOffset(r.Layout.Offset(s, i)) + ");\n"
	}
	return "cbuffer " + name + register(r) + "\n{\n" + lines + "};\n"
}

func packOffset(n int) string { return fmt.Sprintf("c%d.%c", n/16, "xyzw"[n%16/4]) }

// legacyFits reports whether HLSL places a member put at offset, and everything
// in it, where our layout does.
func legacyFits(t types.Type, offset int, lay ir.Layout) bool {
	switch t := t.(type) {
	case *types.Scalar:
		return t.Bits >= 32
	case *types.Vector:
		size := types.NumComponents(t) * ir.ScalarSize(t.Elem)
		return t.Elem.Bits == 32 && offset%16+size <= 16 || t.Elem.Bits == 64 && offset%16 == 0 && size <= 16
	case *types.Array:
		_, isStruct := t.Elem.(*types.Struct)
		_, isArray := t.Elem.(*types.Array)
		return !isStruct && !isArray && offset%16 == 0 && lay.Stride(t.Elem) == 16 && legacyFits(t.Elem, 0, lay)
	}
	return false // structs: members inside cannot be placed
}

// registers declares a constant buffer as an array of 16-byte registers.
func (e *emitter) registers(r *ir.Resource, b *block, name string) string {
	size, _ := r.Layout.SizeAlign(b.s)
	b.words = e.u.Names.New(r.Name + "_words")
	return fmt.Sprintf("cbuffer %s%s\n{\n    uint4 %s[%d];\n};\n", name, register(r), b.words, max((size+15)/16, 1))
}

// descriptorArray declares an array of constant buffers.
func (e *emitter) descriptorArray(r *ir.Resource, b *block) string {
	for i, f := range b.s.Fields {
		if !legacyFits(f.Type, r.Layout.Offset(b.s, i), r.Layout) || !naturalOffset(b.s, i, r.Layout) {
			e.diags.Report(diag.NotSupported, r.Span, "the layout of '%s' in an array of constant buffers is not supported for HLSL yet", r.Name)
			break
		}
	}
	t := "ConstantBuffer<" + e.Type(b.s) + ">"
	if b.heap = r.Heap; b.heap {
		e.heaps[r] = t
		return ""
	}
	b.object = e.u.Names.New(r.Name)
	return t + " " + b.object + e.dims(r) + register(r) + ";\n"
}

// naturalOffset reports whether HLSL's packing puts field i where our layout does
// without packoffset.
func naturalOffset(s *types.Struct, i int, lay ir.Layout) bool {
	cursor := 0
	for k, f := range s.Fields[:i+1] {
		size, _ := lay.SizeAlign(f.Type)
		if _, ok := f.Type.(*types.Array); ok || cursor%16+size > 16 {
			cursor = (cursor + 15) / 16 * 16
		}
		if k == i {
			return cursor == lay.Offset(s, i)
		}
		cursor += size
	}
	return false
}

// blockPath spells a place in a constant buffer; ok is false in the register form.
func (e *emitter) blockPath(f *text.Func, b *block, p text.Place) (x text.Expr, done int, ok bool) {
	switch {
	case b.heap:
		return e.fromHeap(f, p.View().Resource, p.Steps[0]), 1, true
	case b.object != "":
		return text.Index(text.Atom(b.object), e.descriptorIndex(f, p.Steps[0])), 1, true
	case b.words != "":
		return text.Expr{}, 0, false
	case len(p.Steps) > 0 && p.Steps[0].Op == ir.OpField:
		return text.Atom(b.members[p.Steps[0].Index]), 1, true
	}
	return text.Atom(b.members[0]), 0, true
}

// loadBlock loads from a constant buffer.
func (e *emitter) loadBlock(f *text.Func, b *block, p text.Place) text.Expr {
	if b.words != "" {
		return e.loadWords(f, b, e.offsetOf(f, b, p), p.Elem)
	}
	if len(p.Steps) == 0 && b.object == "" && !b.heap && p.Elem == types.Type(b.s) { // the whole block
		return text.InitExpr(e.Initialiser(b.s, b.members))
	}
	if a, ok := p.Elem.(*types.Array); ok { // element by element: not every front end copies out of a constant buffer
		return e.loadArray(f.Path(p), a)
	}
	return f.Path(p)
}

func (e *emitter) loadArray(x text.Expr, t *types.Array) text.Expr {
	parts := make([]string, t.Len)
	for i := range parts {
		part := e.Elem(x, t, text.Atom(strconv.Itoa(i)))
		if a, ok := t.Elem.(*types.Array); ok {
			part = e.loadArray(part, a)
		}
		parts[i] = part.Text
	}
	return text.InitExpr(e.Initialiser(t, parts))
}

// offset is a byte offset: a constant part and names of run-time parts.
type offset struct {
	base  int
	terms []string
}

func (o offset) plus(n int) offset { return offset{o.base + n, o.terms} }

// offsetOf computes the offset of a place in a constant buffer.
func (e *emitter) offsetOf(f *text.Func, b *block, p text.Place) offset {
	o := offset{}
	t := types.Type(b.s)
	for _, step := range p.Steps {
		switch s := t.(type) {
		case *types.Struct:
			o.base += b.layout.Offset(s, step.Index)
			t = s.Fields[step.Index].Type
		case *types.Array:
			o, t = o.index(f, step.Args[1], b.layout.Stride(s.Elem)), s.Elem
		case *types.Vector:
			o, t = o.index(f, step.Args[1], ir.ScalarSize(s.Elem)), s.Elem
		}
	}
	return o
}

func (o offset) index(f *text.Func, i ir.Value, stride int) offset {
	if c, ok := i.(*ir.Const); ok && c.Spec == nil {
		return o.plus(int(c.Value.Int()) * stride)
	}
	x := f.Named(i)
	if types.ElemScalar(i.ValueType()).Kind.IsSigned() {
		x = text.Call("uint", x)
	}
	o.terms = append(o.terms[:len(o.terms):len(o.terms)], fmt.Sprintf("%s * %du", x.Text, stride))
	return o
}

// word spells the 32-bit word at an offset.
func (b *block) word(o offset) text.Expr {
	if len(o.terms) == 0 {
		return text.Atom(fmt.Sprintf("%s[%d].%c", b.words, o.base/16, "xyzw"[o.base%16/4]))
	}
	at := strings.Join(o.terms, " + ")
	if o.base != 0 {
		at += fmt.Sprintf(" + %du", o.base)
	}
	return text.Atom(fmt.Sprintf("%s[(%s) >> 4][((%s) >> 2) & 3u]", b.words, at, at))
}

// loadWords puts a value together from the words of a constant buffer.
func (e *emitter) loadWords(f *text.Func, b *block, o offset, t types.Type) text.Expr {
	switch t := t.(type) {
	case *types.Vector:
		args := make([]text.Expr, t.N)
		for i := range args {
			args[i] = e.loadWords(f, b, o.plus(i*ir.ScalarSize(t.Elem)), t.Elem)
		}
		return text.Call(e.Type(t), args...)
	case *types.Array:
		parts := make([]string, t.Len)
		for i := range parts {
			parts[i] = e.loadWords(f, b, o.plus(i*b.layout.Stride(t.Elem)), t.Elem).Arg()
		}
		return text.InitExpr(e.Initialiser(t, parts))
	case *types.Struct:
		parts := make([]string, len(t.Fields))
		for i, fl := range t.Fields {
			parts[i] = e.loadWords(f, b, o.plus(b.layout.Offset(t, i)), fl.Type).Arg()
		}
		return text.InitExpr(e.Initialiser(t, parts))
	}
	return e.fromWord(b, o, t.(*types.Scalar))
}

// fromWord spells a scalar that lies in one or two words.
func (e *emitter) fromWord(b *block, o offset, s *types.Scalar) text.Expr {
	w := b.word(o)
	switch s.Kind {
	case types.KUint32:
		return w
	case types.KInt32:
		return text.Call("asint", w)
	case types.KFloat:
		return text.Call("asfloat", w)
	case types.KDouble:
		return text.Call("asdouble", w, b.word(o.plus(4)))
	case types.KInt64, types.KUint64:
		return text.Template(e.scalarName(s)+"(uint64_t($0) | (uint64_t($1) << 32))", []text.Expr{w, b.word(o.plus(4))})
	case types.KHalf, types.KInt16, types.KUint16:
		if len(o.terms) == 0 {
			if o.base%4 == 2 {
				w = text.Expr{Text: w.Text + " >> 16", Prec: text.PrecShift}
			}
		} else {
			at := strings.Join(o.terms, " + ")
			w = text.Expr{Text: fmt.Sprintf("%s >> (((%s + %du) & 2u) * 8u)", w.Text, at, o.base), Prec: text.PrecShift}
		}
		u := text.Call("uint16_t", w)
		switch s.Kind {
		case types.KHalf:
			return text.Call("asfloat16", u)
		case types.KInt16:
			return text.Call("int16_t", u)
		}
		return u
	}
	return w
}
