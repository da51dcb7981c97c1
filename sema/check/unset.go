package check

import (
	"slc/frontend/diag"
	"slc/frontend/source"
	"slc/sema/typed"
	"slc/sema/types"
)

// unset warns of locals that are read where no path has given
// them a value. It looks at the first use in the order of the source: if that is a read, nothing
// comes before it but a turn of a loop that started behind the declaration.
func (c *checker) unset() {
	for _, f := range c.program.Funcs {
		if f.Body == nil {
			continue
		}
		u := &unsetVars{vars: map[*typed.Var]*unsetVar{}}
		u.visitor = visitor{access: u.access}
		u.stmt(f.Body)
		for _, v := range u.read {
			if !v.written {
				c.diags.Report(diag.UnsetRead, v.at, "'%s' is read before it has a value", v.name).
					Note(v.declared, "'%s' is declared here without one", v.name)
			}
		}
	}
}

// unsetVars is the state of one walk.
type unsetVars struct {
	visitor visitor
	vars    map[*typed.Var]*unsetVar // declared without a value, not written so far
	read    []*unsetVar              // read first, in order
	open    [][]*typed.Var           // read in a loop that is open and behind the declaration, by its depth
	loops   int                      // number of loops around
}

// unsetVar is a local without initial value. Once it is read, a write counts as long as the
// outermost loop around the read and behind the declaration is open.
type unsetVar struct {
	name         string
	declared, at source.Span
	depth        int // loops around the declaration
	isRead       bool
	written      bool
}

// stmt visits s in the order of the source.
func (u *unsetVars) stmt(s typed.Stmt) {
	switch s := s.(type) {
	case *typed.Block:
		for _, s := range s.List {
			u.stmt(s)
		}
	case *typed.Decl:
		if !u.copies(s) {
			u.visitor.value(s.Init)
		}
		if s.Init == nil && isData(s.Var.Type) && s.Var.Kind == typed.Local {
			u.vars[s.Var] = &unsetVar{name: s.Var.Name, declared: s.Var.Span, depth: u.loops}
		}
	case *typed.If:
		u.visitor.value(s.Cond)
		u.block(s.Then)
		u.block(s.Else)
	case *typed.Loop:
		u.loop(s)
	case *typed.Switch:
		u.visitor.value(s.X)
		for _, c := range s.Cases {
			u.block(c.Body)
		}
	default:
		u.visitor.visit(s)
	}
}

// copies notes a local that starts as a copy of one without a value: the first use of the copy
// is reported, not the copying.
func (u *unsetVars) copies(d *typed.Decl) bool {
	r, ok := d.Init.(*typed.VarRef)
	if !ok || d.Var.Kind != typed.Local || d.Var.Type != r.Var.Type {
		return false
	}
	x := u.vars[r.Var]
	if x == nil || x.isRead || x.depth != u.loops {
		return false
	}
	u.vars[d.Var] = &unsetVar{name: x.name, declared: x.declared, depth: u.loops}
	return true
}

func (u *unsetVars) block(b *typed.Block) {
	if b != nil {
		u.stmt(b)
	}
}

func (u *unsetVars) loop(s *typed.Loop) {
	for _, s := range s.Init {
		u.stmt(s)
	}
	u.loops++
	if !s.PostTest {
		u.visitor.value(s.Cond)
	}
	u.block(s.Body)
	if s.PostTest {
		u.visitor.value(s.Cond)
	}
	u.visitor.value(s.Step)
	u.loops--
	if u.loops < len(u.open) { // later writes come too late
		for _, v := range u.open[u.loops] {
			delete(u.vars, v)
		}
		u.open = u.open[:u.loops]
	}
}

// access notes the first use of a variable.
func (u *unsetVars) access(e typed.Expr, kind accessKind) {
	v := typed.RootVar(e)
	x := u.vars[v]
	switch {
	case x == nil:
	case x.isRead && kind != reads:
		x.written = true
		delete(u.vars, v)
	case x.isRead:
	case kind == reads || kind == readsAndWrites:
		x.at, x.isRead = e.Span(), true
		u.read = append(u.read, x)
		if u.loops == x.depth {
			delete(u.vars, v)
			return
		}
		for len(u.open) <= x.depth {
			u.open = append(u.open, nil)
		}
		u.open[x.depth] = append(u.open[x.depth], v)
	default:
		delete(u.vars, v)
	}
}

// isData reports whether a value of t is made of numbers only, of one at least.
func isData(t types.Type) bool {
	switch t := t.(type) {
	case *types.Scalar, *types.Vector, *types.Matrix, *types.Enum, *types.Handle:
		return !types.IsPoison(t)
	case *types.Array:
		return t.Len != 0 && isData(t.Elem)
	case *types.Struct:
		for _, f := range t.Fields {
			if !isData(f.Type) && !types.Empty(f.Type) {
				return false
			}
		}
		return !types.Empty(t)
	}
	return false
}
