package text

import (
	"slices"

	"slc/lower/ir"
	"slc/sema/builtin"
	"slc/sema/types"
)

// use describes how a value is used. Uses of an address count as uses of the
// values in it.
type use struct {
	n      int
	region *ir.Region // of one of them
}

// analysis is what one function needs to know before it is printed.
type analysis struct {
	uses map[ir.Value]*use
	home map[*ir.Instr]*ir.Region
	dead map[*ir.Instr]bool // printed nowhere: what they use is not used by them
}

func analyse(fn *ir.Func) *analysis {
	a := &analysis{uses: map[ir.Value]*use{}, home: map[*ir.Instr]*ir.Region{}, dead: map[*ir.Instr]bool{}}
	a.walk(fn.Body, false)
	return a
}

// walk notes the uses from the end on, so that those of a value are known before
// the value is reached. What the region yields to is unused if void is set.
func (a *analysis) walk(r *ir.Region, void bool) {
	for _, in := range slices.Backward(r.Instrs) {
		a.home[in] = r
		void := void && in.Op == ir.OpYield
		for _, sub := range slices.Backward(in.Regions) {
			a.walk(sub, in.Op == ir.OpIf && a.count(in) == 0)
		}
		if void || a.unneeded(in) {
			a.dead[in] = true
			continue
		}
		if !in.Op.Info().Address || in.Op == ir.OpVar {
			for _, v := range in.Args {
				a.note(v, r)
			}
		}
	}
}

// unneeded reports whether nothing uses the value of an instruction that has no effect.
func (a *analysis) unneeded(in *ir.Instr) bool {
	if !in.IsValue() || a.count(in) > 0 {
		return false
	}
	switch in.Op {
	case ir.OpLoad:
		return localRoot(in.Args[0]) != nil
	case ir.OpIf:
		for _, r := range in.Regions {
			for _, sub := range r.Instrs {
				if !a.dead[sub] {
					return false
				}
			}
		}
		return true
	}
	return pure(in)
}

func (a *analysis) note(v ir.Value, r *ir.Region) {
	in, isInstr := v.(*ir.Instr)
	if isInstr && in.Op.Info().Address && in.Op != ir.OpVar {
		for _, w := range in.Args {
			a.note(w, r)
		}
		return
	}
	u := a.uses[v]
	if u == nil {
		u = &use{region: r}
		a.uses[v] = u
	}
	u.n++
	u.region = r
}

func (a *analysis) count(v ir.Value) int {
	if u := a.uses[v]; u != nil {
		return u.n
	}
	return 0
}

// once reports whether in has exactly one use, in the region that defines it.
func (a *analysis) once(in *ir.Instr) bool {
	u := a.uses[in]
	return u != nil && u.n == 1 && u.region == a.home[in]
}

// countIn counts the uses of v inside a region and its nested ones.
func (a *analysis) countIn(r *ir.Region, v ir.Value) int {
	n := 0
	r.Walk(func(in *ir.Instr) {
		if a.dead[in] {
			return
		}
		for _, arg := range in.Args {
			if arg == v && (!in.Op.Info().Address || in.Op == ir.OpVar) || isAddressOf(arg, v) && !in.Op.Info().Address {
				n++
			}
		}
	})
	return n
}

func isAddressOf(arg, v ir.Value) bool { return arg != v && ir.Root(arg) == v }

// pure reports whether an instruction has no effect and depends on nothing but
// its operands.
func pure(in *ir.Instr) bool {
	switch in.Op {
	case ir.OpIntrinsic:
		return builtin.Pure(in.Intrinsic) && !takesPlace(in)
	case ir.OpLength, ir.OpImageSize, ir.OpSystem:
		return true
	}
	info := in.Op.Info()
	return !info.Effect && !info.Address && in.Op != ir.OpInvalid
}

// takesPlace reports whether an intrinsic has out parameters.
func takesPlace(in *ir.Instr) bool {
	for _, a := range in.Args {
		if _, ok := a.ValueType().(*types.Ref); ok {
			return true
		}
	}
	return false
}

// localRoot returns the variable of the invocation that a load reads, or nil:
// only such a load may be folded, and only until the variable changes.
func localRoot(addr ir.Value) ir.Value {
	root := ir.Root(addr)
	if ref, ok := root.ValueType().(*types.Ref); ok && (ref.Space == types.SpaceFunction || ref.Space == types.SpacePrivate) {
		return root
	}
	return nil
}

// constantRoot reports whether a load reads memory that never changes.
func constantRoot(addr ir.Value) bool {
	ref, ok := ir.Root(addr).ValueType().(*types.Ref)
	return ok && (ref.Space == types.SpaceUniform || ref.Space == types.SpacePush)
}

// folds reports whether an instruction need not be a statement of its own.
func (f *Func) folds(in *ir.Instr) bool {
	switch {
	case in.Op.Info().Address && in.Op != ir.OpVar, f.a.dead[in] && in.IsValue():
		return true
	case in.Op == ir.OpLoad && f.alias(in):
		return true
	case in.Op == ir.OpLoad:
		return f.a.once(in) && (localRoot(in.Args[0]) != nil || constantRoot(in.Args[0])) && !f.Dialect.Statement(in)
	case in.Op == ir.OpIf:
		return f.choice(in)
	case !pure(in) || f.Dialect.Statement(in) || f.Dialect.Bound(in) != "":
		return false
	}
	return f.a.count(in) == 0 || f.a.once(in) || f.cheap(in)
}

// cheap reports whether a pure value may be printed at each use: a system value
// or a component of something that has a name.
func (f *Func) cheap(in *ir.Instr) bool {
	switch in.Op {
	case ir.OpSystem:
		return f.Dialect.SystemIsName(in.System)
	case ir.OpExtract:
		switch arg := in.Args[0].(type) {
		case *ir.Instr:
			_, named := f.bound[arg]
			return named || f.cheap(arg)
		case *ir.Param:
			return true
		}
	}
	return false
}

// choice reports whether an OpIf is a pure choice between two values, to be
// printed as an operator.
func (f *Func) choice(in *ir.Instr) bool {
	if known, ok := f.choices[in]; ok {
		return known
	}
	ok := f.isChoice(in)
	f.choices[in] = ok
	return ok
}

func (f *Func) isChoice(in *ir.Instr) bool {
	if !in.IsValue() || !f.a.once(in) || types.ElemScalar(in.Type) == nil {
		return false
	}
	for _, r := range in.Regions {
		t := r.Terminator()
		if t == nil || t.Op != ir.OpYield || len(t.Args) != 1 {
			return false
		}
		for _, sub := range r.Instrs[:len(r.Instrs)-1] {
			if !f.folds(sub) {
				return false
			}
		}
	}
	return true
}

// alias reports whether a load of a whole variable of the invocation may print as
// the variable's name at each use: nothing changes the variable between the load and the last use.
func (f *Func) alias(in *ir.Instr) bool {
	if known, ok := f.aliases[in]; ok {
		return known
	}
	v := localRoot(in.Args[0])
	ok := v != nil && v == in.Args[0] && f.a.count(in) > 0 && !f.a.once(in) && f.unchanged(in, v)
	f.aliases[in] = ok
	return ok
}

// unchanged looks from a load on for its uses and for changes of v.
func (f *Func) unchanged(load *ir.Instr, v ir.Value) bool {
	const far = 200 // instructions to look at
	left, looked, after := f.a.count(load), 0, false
	for _, in := range f.a.home[load].Instrs {
		if in == load {
			after = true
			continue
		}
		if !after {
			continue
		}
		used, changed := 0, false
		var visit func(in *ir.Instr)
		visit = func(in *ir.Instr) {
			looked++
			used += f.a.usesOf(in, load)
			changed = changed || changes(in, v)
			for _, r := range in.Regions {
				for _, sub := range r.Instrs {
					if looked <= far {
						visit(sub)
					}
				}
			}
		}
		visit(in)
		left -= used
		switch {
		case looked > far:
			return false
		case left == 0:
			return !changed || len(in.Regions) == 0 && in.Op == ir.OpStore
		case changed:
			return false
		}
	}
	return false
}

// usesOf counts the uses of v in one instruction, those through addresses included.
func (a *analysis) usesOf(in *ir.Instr, v ir.Value) int {
	if a.dead[in] || in.Op.Info().Address && in.Op != ir.OpVar {
		return 0
	}
	n := 0
	for _, arg := range in.Args {
		n += occurs(arg, v)
	}
	return n
}

func occurs(a, v ir.Value) int {
	if a == v {
		return 1
	}
	n := 0
	if in, ok := a.(*ir.Instr); ok && in.Op.Info().Address && in.Op != ir.OpVar {
		for _, b := range in.Args {
			n += occurs(b, v)
		}
	}
	return n
}

// changes reports whether one instruction may change the variable v.
func changes(in *ir.Instr, v ir.Value) bool {
	switch in.Op {
	case ir.OpStore:
		return localRoot(in.Args[0]) == v
	case ir.OpCall:
		if ref, ok := v.ValueType().(*types.Ref); ok && ref.Space == types.SpacePrivate {
			return true
		}
	case ir.OpIntrinsic:
	default:
		return false
	}
	for _, a := range in.Args {
		if a == v || ir.Root(a) == v {
			return true
		}
	}
	return false
}
