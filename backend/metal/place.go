package metal

import (
	"fmt"
	"strconv"

	"slc/backend/text"
	"slc/frontend/diag"
	"slc/lower/ir"
	"slc/sema/builtin"
	"slc/sema/types"
)

// Root spells the root of a place and the steps that belong to it.
func (e *emitter) Root(f *text.Func, p text.Place) (text.Expr, int) {
	switch root := p.Root.(type) {
	case *ir.View:
		return e.resourceRoot(f, root, p)
	case *ir.Var:
		return text.Atom(f.Hidden(text.Need{Var: root})), 0
	}
	if len(p.Steps) > 0 && p.Steps[0].Op == ir.OpDeref {
		ptr := f.Value(p.Steps[0].Args[0])
		return text.Expr{Text: "*(" + e.pointee(p.Steps[0]) + "*)" + ptr.At(text.PrecUnary), Prec: text.PrecUnary}, 1
	}
	return f.Value(p.Root), 0
}

// pointee spells what a physical pointer points to, with its address space.
func (e *emitter) pointee(deref *ir.Instr) string {
	elem := deref.Type.(*types.Ref).Elem
	name := e.Type(elem)
	if e.packedPointee(elem) {
		name = e.packedType(elem)
	}
	return e.pointerSpace(deref) + " " + name
}

// pointerSpace spells the address space of memory behind a pointer (lowering.md §4, coherence).
func (e *emitter) pointerSpace(deref *ir.Instr) string {
	if deref.Access.Coherent == builtin.ScopeNone {
		return "device"
	}
	if e.version < coherentSince {
		e.needsAt(deref.Span, diag.TargetOrder, "device coherence of memory behind a pointer", coherentSince)
	}
	return "device coherent(device)"
}

// resourceRoot spells a buffer or texture, indexed down to the element.
func (e *emitter) resourceRoot(f *text.Func, v *ir.View, p text.Place) (text.Expr, int) {
	r := v.Resource
	x, done := text.Atom(f.Hidden(text.Need{Resource: r})), 0
	if done < len(p.Steps) && p.Steps[done].Op == ir.OpDescriptor {
		x = text.Index(x, f.Value(p.Steps[done].Args[1]).Text)
		if e.isBlock(r) {
			x = text.Unary("*", x)
		}
		done++
	}
	if done == len(p.Steps) || r.Class != ir.StorageBuffer {
		return x, done
	}
	switch step := p.Steps[done]; step.Op {
	case ir.OpByteElem:
		return e.bytes(f, r, x, step), done + 1
	case ir.OpElem:
		x = text.Index(x, f.Value(step.Args[1]).Text)
		return e.Unwrap(x, v.Elem), done + 1
	}
	return x, done
}

// bytes spells a word of a byte-address buffer, a pointer to uint: the offset is
// scaled to the size of the word.
func (e *emitter) bytes(f *text.Func, r *ir.Resource, buf text.Expr, step *ir.Instr) text.Expr {
	elem := step.Type.(*types.Ref).Elem
	return text.Index(e.words(r, buf, elem), scaled(f, step.Args[1], elem))
}

// words spells the buffer as a pointer to words of type elem.
func (e *emitter) words(r *ir.Resource, buf text.Expr, elem types.Type) text.Expr {
	if elem == types.Type(types.Uint) {
		return buf
	}
	return text.Atom("((" + e.space(r) + " " + e.Type(elem) + "*)" + buf.Text + ")")
}

func scaled(f *text.Func, offset ir.Value, elem types.Type) string {
	size := ir.ScalarSize(types.ElemScalar(elem))
	if c, ok := offset.(*ir.Const); ok && c.Spec == nil && c.Value.Bits%uint64(size) == 0 {
		return fmt.Sprintf("%du", c.Value.Bits/uint64(size))
	}
	x := f.Value(offset)
	if size == 1 {
		return x.Text
	}
	return x.At(text.PrecUnary) + fmt.Sprintf(" / %du", size)
}

// packed reports whether a place is a vector in its packed form.
func (e *emitter) packed(p text.Place) bool {
	if len(p.Steps) == 0 {
		return false
	}
	last := p.Steps[len(p.Steps)-1]
	ref, ok := last.Args[0].ValueType().(*types.Ref)
	if !ok {
		return e.packedPointee(p.Elem)
	}
	switch last.Op {
	case ir.OpField:
		return e.Packed(ref.Elem.(*types.Struct), last.Index)
	case ir.OpElem:
		if _, packed, ok := e.Wrapped(p.Elem); ok {
			_, vector := ref.Elem.(*types.Vector)
			return packed && !vector
		}
		v := p.View()
		if v == nil || v.Resource.Class != ir.StorageBuffer || isBytes(v.Resource) {
			return false
		}
		for _, s := range p.Steps[:len(p.Steps)-1] {
			if s.Op != ir.OpDescriptor {
				return false
			}
		}
		return e.packedElem(v.Resource)
	}
	return false
}

// packedPointee reports whether what a physical pointer points to is in its packed form: the
// natural one would be more aligned than the pointer promises.
func (e *emitter) packedPointee(t types.Type) bool {
	nat := natural{}
	if !nat.CanPack(t) {
		return false
	}
	_, align := nat.Size(t, false)
	_, promised := e.m.Pointers.SizeAlign(t)
	return align > promised
}

// Load spells a load.
func (e *emitter) Load(f *text.Func, in *ir.Instr, p text.Place) text.Expr {
	x := f.Path(p)
	if !e.volatileAs(p) {
		return x
	}
	if a := e.atomsAt(p); a.in(p.Elem) {
		return e.loadParts(x, p.Elem, a)
	}
	if e.packed(p) {
		return text.Call(e.Type(p.Elem), x)
	}
	if _, ok := p.Elem.(*types.Array); ok && isPlainArray(p) {
		return e.loadParts(x, p.Elem, nil)
	}
	return x
}

// volatileAs reports whether a place can be accessed: structs and arrays have no copies from
// and to volatile memory, and array<T, N> no elements there.
func (e *emitter) volatileAs(p text.Place) bool {
	var name string
	switch root := p.Root.(type) {
	case *ir.View:
		if !root.Resource.Volatile || root.Resource.ReadOnly {
			return true
		}
		name = root.Resource.Name
	case *ir.Var:
		if !root.Volatile {
			return true
		}
		name = root.Name
	default:
		return true
	}
	whole := types.NumComponents(p.Elem) == 0
	for _, s := range p.Steps {
		if s.Op == ir.OpField {
			_, array := s.Type.(*types.Ref).Elem.(*types.Array)
			whole = whole || array
		}
	}
	if whole {
		e.diags.Report(diag.NotSupported, e.u.Span, "access to structs and arrays as a whole in volatile memory ('%s') is not supported for Metal yet", name)
	}
	return !whole
}

// isPlainArray reports whether the place is an array that is declared as a plain
// array, which cannot be copied: a groupshared variable or a part of one.
func isPlainArray(p text.Place) bool {
	if p.Space != types.SpaceGroupshared {
		return false
	}
	for _, s := range p.Steps {
		if s.Op == ir.OpField {
			return false
		}
	}
	return true
}

// loadParts loads a value part by part: atomic members by relaxed atomic loads.
func (e *emitter) loadParts(x text.Expr, t types.Type, a *atoms) text.Expr {
	switch t := t.(type) {
	case *types.Scalar:
		if a.in(t) {
			return text.Call("atomic_load_explicit", text.Unary("&", x), text.Atom("memory_order_relaxed"))
		}
	case *types.Array:
		parts := make([]string, t.Len)
		for i := range parts {
			parts[i] = e.loadParts(e.Elem(x, t, text.Atom(strconv.Itoa(i))), t.Elem, a.element()).Arg()
		}
		agg, _ := e.Aggregate(t, parts)
		return agg
	case *types.Struct:
		if !a.in(t) {
			break
		}
		parts := make([]string, len(t.Fields))
		for i, fl := range t.Fields {
			parts[i] = e.loadParts(e.Field(x, t, i), fl.Type, a.field(i)).Arg()
		}
		agg, _ := e.Aggregate(t, parts)
		return agg
	}
	return x
}

// Store prints a store to shared memory.
func (e *emitter) Store(f *text.Func, in *ir.Instr, p text.Place) {
	if !e.volatileAs(p) {
		return
	}
	a := e.atomsAt(p)
	_, isArray := p.Elem.(*types.Array)
	if a.in(p.Elem) || isArray && isPlainArray(p) {
		v := f.Value
		var known *types.Value
		if c, ok := in.Args[1].(*ir.Const); ok && c.Spec == nil {
			known = c.Value
		} else if _, scalar := p.Elem.(*types.Scalar); !scalar {
			v = f.Named
		}
		x := v(in.Args[1])
		e.storeParts(f, f.Path(p), p.Elem, a, x, known)
		return
	}
	v := f.Value(in.Args[1])
	f.Line(f.Path(p).Text + " = " + v.Arg() + ";")
}

// storeParts stores a value part by part: atomic members by relaxed atomic stores. Of a
// known value the parts are constants.
func (e *emitter) storeParts(f *text.Func, x text.Expr, t types.Type, a *atoms, v text.Expr, known *types.Value) {
	part := func(i int, of text.Expr) (text.Expr, *types.Value) {
		if known == nil || i >= len(known.Elems) {
			return of, nil
		}
		return f.Const(known.Elems[i]), known.Elems[i]
	}
	switch t := t.(type) {
	case *types.Scalar:
		if a.in(t) {
			f.Line(text.Call("atomic_store_explicit", text.Unary("&", x), v, text.Atom("memory_order_relaxed")).Text + ";")
			return
		}
	case *types.Array:
		for i := range t.Len {
			index := text.Atom(strconv.Itoa(i))
			v, c := part(i, e.Elem(v, t, index))
			e.storeParts(f, e.Elem(x, t, index), t.Elem, a.element(), v, c)
		}
		return
	case *types.Struct:
		if a.in(t) {
			for i, fl := range t.Fields {
				v, c := part(i, e.Field(v, t, i))
				e.storeParts(f, e.Field(x, t, i), fl.Type, a.field(i), v, c)
			}
			return
		}
	}
	f.Line(x.Text + " = " + v.Arg() + ";")
}

// RefParam declares an inout or out parameter.
func (e *emitter) RefParam(p *ir.Param, name string) string {
	return "thread " + e.Type(p.Type.(*types.Ref).Elem) + "& " + name
}
