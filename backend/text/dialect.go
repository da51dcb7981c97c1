package text

import (
	"slc/lower/ir"
	"slc/sema/types"
)

// Dialect is what a target adds to the common core.
type Dialect interface {
	// Type spells a value type, Declare a declaration of name with it.
	Type(t types.Type) string
	Declare(t types.Type, name string) string
	// Scalar spells a scalar constant.
	Scalar(v *types.Value) Expr
	// Aggregate spells a struct or array value from its parts; ok is false where
	// the target has only initialisers, { … }.
	Aggregate(t types.Type, parts []string) (x Expr, ok bool)
	// Initialiser spells the braces that initialise a struct or array variable.
	Initialiser(t types.Type, parts []string) string
	// Splat widens a scalar.
	Splat(t *types.Vector, x Expr) Expr
	// Statement reports that an otherwise pure instruction needs statements.
	Statement(in *ir.Instr) bool
	// Bound is what qualifies the variable that holds the result of a pure instruction, which then is never part
	// of another expression; "" for none.
	Bound(in *ir.Instr) string
	// Op spells in differently from C; ok is false for what is common.
	Op(f *Func, in *ir.Instr) (x Expr, ok bool)
	// Intrinsic spells an OpIntrinsic.
	Intrinsic(f *Func, in *ir.Instr) Expr
	// System spells a system value; SystemIsName says that the spelling is a name.
	System(f *Func, in *ir.Instr) Expr
	SystemIsName(s ir.SystemValue) bool

	// Root spells the root of a place; done is the number of steps that the
	// spelling takes in.
	Root(f *Func, p Place) (x Expr, done int)
	// Field and Elem spell a step into a struct or array in memory or in a value.
	Field(x Expr, s *types.Struct, index int) Expr
	Elem(x Expr, of types.Type, index Expr) Expr
	// Load spells a load; Store, Atomic, Barrier, ImageWrite print statements.
	Load(f *Func, in *ir.Instr, p Place) Expr
	Store(f *Func, in *ir.Instr, p Place)
	Atomic(f *Func, in *ir.Instr, p Place)
	Barrier(f *Func, in *ir.Instr)
	ImageRead(f *Func, in *ir.Instr) Expr
	ImageWrite(f *Func, in *ir.Instr)
	// Length and ImageSize are pure; those that need statements bind the result
	// themselves (see Statement).
	Length(f *Func, in *ir.Instr) Expr
	ImageSize(f *Func, in *ir.Instr) Expr

	// Spec spells a specialization constant.
	Spec(f *Func, c *ir.Const) Expr
	// Hint is the attribute of an if, loop or switch, "" for none.
	Hint(in *ir.Instr) string

	// Hidden filters what a function needs to what must be passed to it, and
	// HiddenParam declares one such parameter, HiddenArg passes it on.
	Hidden(need Need) bool
	HiddenParam(f *Func, need Need, name string) string
	// RefParam declares an inout or out parameter, name included.
	RefParam(p *ir.Param, name string) string
	// SystemNeeds lists the inputs that the spelling of in is made of.
	SystemNeeds(in *ir.Instr) []ir.SystemValue
	// SystemName is the default name of an input.
	SystemName(s ir.SystemValue) string
	// Unsupported reports an operation that the target lacks.
	Unsupported(in *ir.Instr, what string)
}

// Place is an address taken apart.
type Place struct {
	Root  ir.Value
	Steps []*ir.Instr // OpField, OpElem, OpByteElem, OpDescriptor, OpTexel, OpDeref, from the root on
	Elem  types.Type  // what lies there
	Space types.Space
}

// PlaceOf takes an address apart.
func PlaceOf(addr ir.Value) Place {
	p := Place{}
	for v := addr; ; {
		in, ok := v.(*ir.Instr)
		if !ok || !in.Op.Info().Address || in.Op == ir.OpVar {
			p.Root = v
			break
		}
		p.Steps = append(p.Steps, in)
		v = in.Args[0]
	}
	for i, j := 0, len(p.Steps)-1; i < j; i, j = i+1, j-1 {
		p.Steps[i], p.Steps[j] = p.Steps[j], p.Steps[i]
	}
	if ref, ok := addr.ValueType().(*types.Ref); ok {
		p.Elem, p.Space = ref.Elem, ref.Space
	}
	return p
}

// View returns the view that the place lies in, or nil.
func (p Place) View() *ir.View {
	v, _ := p.Root.(*ir.View)
	return v
}

// Path spells a place.
func (f *Func) Path(p Place) Expr {
	x, done := f.Dialect.Root(f, p)
	for _, step := range p.Steps[done:] {
		x = f.step(x, step)
	}
	return x
}

func (f *Func) step(x Expr, step *ir.Instr) Expr {
	ref := step.Args[0].ValueType().(*types.Ref)
	switch step.Op {
	case ir.OpField:
		return f.Dialect.Field(x, ref.Elem.(*types.Struct), step.Index)
	case ir.OpElem:
		return f.Dialect.Elem(x, ref.Elem, f.Value(step.Args[1]))
	}
	return x
}
