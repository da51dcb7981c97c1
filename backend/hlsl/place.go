package hlsl

import (
	"slc/backend/text"
	"slc/frontend/diag"
	"slc/lower/ir"
	"slc/sema/types"
)

// Root spells the root of a place and the steps that belong to it.
func (e *emitter) Root(f *text.Func, p text.Place) (text.Expr, int) {
	switch root := p.Root.(type) {
	case *ir.View:
		if b := e.blocks[root.Resource]; b != nil {
			if x, done, ok := e.blockPath(f, b, p); ok {
				return x, done
			}
			return text.Atom(b.words), len(p.Steps)
		}
		return e.resourceRoot(f, root.Resource, p)
	case *ir.Var:
		if e.bare(root) {
			return e.bareRoot(f, root, p)
		}
		return text.Atom(e.globals[root]), 0
	}
	if in, ok := p.Root.(*ir.Instr); ok && in.Op == ir.OpDeref || p.Space == types.SpacePhysical {
		if ok {
			e.lacks(diag.TargetType, in.Span, "pointers")
		}
		return text.Atom("0"), len(p.Steps)
	}
	return f.Value(p.Root), 0
}

// resourceRoot spells a buffer or texture, indexed down to the element.
func (e *emitter) resourceRoot(f *text.Func, r *ir.Resource, p text.Place) (text.Expr, int) {
	x, done := text.Atom(e.globals[r]), 0
	if done < len(p.Steps) && p.Steps[done].Op == ir.OpDescriptor {
		if r.Heap {
			x = e.fromHeap(f, r, p.Steps[done])
		} else {
			x = text.Index(x, e.descriptorIndex(f, p.Steps[done]))
		}
		done++
	}
	if done == len(p.Steps) {
		return x, done
	}
	switch step := p.Steps[done]; step.Op {
	case ir.OpTexel:
		return text.Index(x, f.Value(step.Args[1]).Text), done + 1
	case ir.OpElem: // of the buffer: the element may be padded
		x = text.Index(x, f.Value(step.Args[1]).Text)
		return e.Unwrap(x, r.Views[0].Elem), done + 1
	case ir.OpByteElem:
		return x, done
	}
	return x, done
}

func (e *emitter) descriptorIndex(f *text.Func, step *ir.Instr) string {
	x := f.Value(step.Args[1])
	if step.NonUniform {
		return "NonUniformResourceIndex(" + x.Arg() + ")"
	}
	return x.Text
}

// bytePlace returns buffer and offset when p lies in a byte-address buffer.
func bytePlace(p text.Place) *ir.Instr {
	if n := len(p.Steps); n > 0 && p.Steps[n-1].Op == ir.OpByteElem {
		return p.Steps[n-1]
	}
	return nil
}

// Load spells a load.
func (e *emitter) Load(f *text.Func, in *ir.Instr, p text.Place) text.Expr {
	if v := p.View(); v != nil {
		if b := e.blocks[v.Resource]; b != nil {
			return e.loadBlock(f, b, p)
		}
	}
	if step := bytePlace(p); step != nil {
		buf := f.Path(p)
		load := "Load"
		if p.Elem != types.Type(types.Uint) {
			load += "<" + e.Type(p.Elem) + ">"
		}
		return text.Call(buf.Text+"."+load, f.Value(step.Args[1]))
	}
	return f.Path(p)
}

// Store prints a store to shared memory.
func (e *emitter) Store(f *text.Func, in *ir.Instr, p text.Place) {
	v := f.Value(in.Args[1])
	if step := bytePlace(p); step != nil {
		buf := f.Path(p)
		store := "Store"
		if p.Elem != types.Type(types.Uint) {
			store += "<" + e.Type(p.Elem) + ">"
		}
		f.Line(text.Call(buf.Text+"."+store, f.Value(step.Args[1]), v).Text + ";")
		return
	}
	f.Line(f.Path(p).Text + " = " + v.Arg() + ";")
}
