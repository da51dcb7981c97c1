package lower

import (
	"slc/lower/ir"
	"slc/sema/typed"
	"slc/sema/types"
)

var hints = [...]ir.Hint{typed.NoHint: ir.NoHint, typed.Unroll: ir.HintUnroll, typed.DontUnroll: ir.HintLoop,
	typed.Branch: ir.HintBranch, typed.Flatten: ir.HintFlatten}

func (b *fn) block(s *typed.Block) {
	if s == nil {
		return
	}
	for _, st := range s.List {
		if b.closed() { // what follows can never run
			return
		}
		b.stmt(st)
	}
}

func (b *fn) stmt(s typed.Stmt) {
	defer b.at(s.Span())()
	switch s := s.(type) {
	case *typed.Block:
		b.block(s)
	case *typed.Decl:
		b.decl(s)
	case *typed.ExprStmt:
		b.discard(s.X)
	case *typed.If:
		b.ifStmt(s)
	case *typed.Loop:
		b.loop(s)
	case *typed.Switch:
		b.switchStmt(s)
	case *typed.Break:
		b.breakStmt(s)
	case *typed.Continue:
		b.terminate(ir.OpContinue)
	case *typed.Return:
		b.returnStmt(s)
	default:
		b.unsupported(s.Span(), "this statement")
	}
}

func (b *fn) returnStmt(s *typed.Return) {
	if s.X == nil {
		b.terminate(ir.OpReturn)
		return
	}
	if s.X.Type() == types.Type(types.Void) {
		b.discard(s.X)
		b.terminate(ir.OpReturn)
		return
	}
	b.terminate(ir.OpReturn, b.value(s.X))
}

// decl binds a local variable: to a value when it is never written again, to
// memory otherwise.
func (b *fn) decl(s *typed.Decl) {
	v := s.Var
	b.regionOf[v] = b.cur
	if types.ContainsResource(v.Type) {
		if s.Init != nil {
			b.env[v] = b.entity(s.Init)
			// Its own copy, if an assignment changes what this name or the copied one denotes.
			if from := typed.RootVar(s.Init); v.Assigned || from != nil && from.Assigned {
				b.env[v] = b.materialise(b.env[v])
			}
		} else {
			b.env[v] = b.emptyParts(v.Type)
		}
		return
	}
	if s.Init == nil {
		b.env[v] = b.local(v, nil)
		return
	}
	init := b.value(s.Init)
	if v.Assigned || b.needsMemory(v.Type) {
		b.env[v] = b.local(v, init)
		return
	}
	if in, ok := init.(*ir.Instr); ok && in.Name == "" && len(b.cur.Instrs) > 0 && b.cur.Instrs[len(b.cur.Instrs)-1] == in {
		in.Name = v.Name
	}
	b.env[v] = &entity{typ: v.Type, val: init}
}

// needsMemory reports whether values of t are kept in variables even if they never
// change: parts of arrays are chosen at run time.
func (b *fn) needsMemory(t types.Type) bool {
	return types.Contains(b.p.valueType(t), func(t types.Type) bool { _, ok := t.(*types.Array); return ok })
}

// local makes a variable of v's type, initialised unless init is nil.
func (b *fn) local(v *typed.Var, init ir.Value) *entity {
	b.p.sized(v)
	x := b.newVar(v.Name, b.p.valueType(v.Type))
	if init != nil {
		b.storeVar(x, init)
	}
	return &entity{typ: v.Type, pl: &place{ref: x, root: v.Type, typ: v.Type}}
}

// emptyParts is a variable that will hold resources but holds none yet.
func (b *fn) emptyParts(t types.Type) *entity {
	ent := &entity{typ: t}
	switch t := t.(type) {
	case *types.Struct:
		for _, f := range t.Fields {
			if types.ContainsResource(f.Type) {
				ent.parts = append(ent.parts, b.emptyParts(f.Type))
			} else {
				x := b.newVar(f.Name, b.p.valueType(f.Type))
				ent.parts = append(ent.parts, &entity{typ: f.Type, pl: &place{ref: x, root: f.Type, typ: f.Type}})
			}
		}
	case *types.Array:
		for range max(t.Len, 0) {
			ent.parts = append(ent.parts, b.emptyParts(t.Elem))
		}
	}
	return ent
}

// materialise copies what holds resources: its ordinary fields get variables of their own, and its
// parts can be bound anew.
func (b *fn) materialise(ent *entity) *entity {
	if !types.ContainsResource(ent.typ) {
		x := b.newVar("", b.p.valueType(ent.typ))
		b.storeVar(x, b.read(ent))
		return &entity{typ: ent.typ, pl: &place{ref: x, root: ent.typ, typ: ent.typ}}
	}
	out := &entity{typ: ent.typ}
	switch t := ent.typ.(type) {
	case *types.Struct:
		for _, f := range t.Fields {
			out.parts = append(out.parts, b.materialise(b.field(ent, f)))
		}
		return out
	case *types.Array:
		for i := range len(ent.parts) {
			out.parts = append(out.parts, b.materialise(ent.parts[i]))
		}
		if ent.cur != nil {
			for i := range max(t.Len, 0) {
				part := b.p.entityAt(ent.cur.element(index{v: uintConst(i)}, t), t.Elem)
				out.parts = append(out.parts, b.materialise(part))
			}
		}
		if out.parts != nil {
			return out
		}
	}
	*out = *ent
	return out
}

// assignResource binds a variable (or a field of one) that holds resources anew. That is static
// only where the variable was declared.
func (b *fn) assignResource(e *typed.Assign) {
	root := e.L
	for {
		if f, ok := root.(*typed.FieldRef); ok {
			root = f.X
			continue
		}
		if x, ok := root.(*typed.Index); ok {
			if _, ok := x.I.(*typed.Const); ok {
				root = x.X
				continue
			}
		}
		break
	}
	ref, ok := root.(*typed.VarRef)
	if !ok || b.env[ref.Var] == nil || b.regionOf[ref.Var] != b.cur {
		b.entity(e.R)
		b.runtimeChoice(e.S)
		return
	}
	dst := b.entity(e.L)
	*dst = *b.materialise(b.entity(e.R))
}

func (b *fn) ifStmt(s *typed.If) {
	c := b.value(s.Cond)
	then := func() ir.Value { b.block(s.Then); return nil }
	els := func() ir.Value { b.block(s.Else); return nil }
	b.ifElse(c, types.Void, hints[s.Hint], then, els)
}

// loop lowers every loop: the condition of a pre-tested loop is the start of
// the body, that of a post-tested one the end of continuing.
func (b *fn) loop(s *typed.Loop) {
	for _, init := range s.Init {
		b.stmt(init)
	}
	if b.closed() {
		return
	}
	b.enter(s)
	in := &ir.Instr{Op: ir.OpLoop, Hint: hints[s.Hint], Unroll: s.Unroll}
	body := b.region(func() {
		if s.Cond != nil && !s.PostTest {
			b.leaveUnless(s.Cond)
		}
		b.block(s.Body)
		if !b.closed() {
			b.terminate(ir.OpContinue)
		}
	})
	continuing := b.region(func() {
		if s.Step != nil {
			b.discard(s.Step)
		}
		if s.Cond != nil && s.PostTest {
			if c := b.condition(s.Cond); !isTrue(c) {
				b.terminate(ir.OpYield, b.emit(ir.OpNot, types.Bool, c))
				return
			}
		}
		b.terminate(ir.OpYield)
	})
	in.Regions = []*ir.Region{body, continuing}
	b.add(in)
	if !leaves(body, continuing) {
		b.terminate(ir.OpUnreachable)
	}
	b.leave(s)
}

// leaveUnless breaks out of the loop when cond is false.
func (b *fn) leaveUnless(cond typed.Expr) {
	c := b.condition(cond)
	if isTrue(c) {
		return
	}
	b.ifElse(c, types.Void, ir.NoHint, nil, func() ir.Value { b.terminate(ir.OpBreak); return nil })
}

// condition evaluates the condition of a loop.
func (b *fn) condition(cond typed.Expr) ir.Value {
	old := b.polling
	b.polling = true
	c := b.value(cond)
	b.polling = old
	return c
}

func isTrue(v ir.Value) bool {
	c := plain(v)
	return c != nil && c.Bits != 0
}

// leaves reports whether control can reach what follows a loop.
func leaves(body, continuing *ir.Region) bool {
	t := continuing.Terminator()
	return t != nil && len(t.Args) > 0 || hasBreak(body)
}

// hasBreak reports whether a region breaks out of the construct it belongs to.
func hasBreak(r *ir.Region) bool {
	for _, in := range r.Instrs {
		switch in.Op {
		case ir.OpBreak:
			return true
		case ir.OpIf:
			if hasBreak(in.Regions[0]) || hasBreak(in.Regions[1]) {
				return true
			}
		}
	}
	return false
}
