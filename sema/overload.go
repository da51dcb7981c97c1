package sema

import (
	"slc/frontend/ast"
	"slc/frontend/diag"
	"slc/frontend/source"
	"slc/sema/builtin"
	"slc/sema/typed"
	"slc/sema/types"
)

// argument is an argument of a call. An initialiser list has no type of its own.
type argument struct {
	e ast.Expr
	x typed.Expr // nil for an initialiser list
}

func (a *argument) typ() types.Type {
	if a.x == nil {
		return types.Poison
	}
	return a.x.Type()
}

// arguments checks the arguments of a call; places are not read. ok is false if
// one is in error.
func (c *checker) arguments(exprs []ast.Expr) (args []argument, ok bool) {
	args = make([]argument, len(exprs))
	ok = true
	for i, e := range exprs {
		args[i].e = e
		if _, list := e.(*ast.InitListExpr); list {
			continue
		}
		x := c.expr(e)
		if x.Type() == types.Type(types.Void) && !isBad(x) {
			c.errorf(diag.NotAValue, e.Span(), "this has no value")
			x = c.bad(e.Span())
		}
		args[i].x = x
		ok = ok && !isBad(x)
	}
	return args, ok
}

// candidate is a function that takes the arguments of a call, at a cost.
type candidate struct {
	fn   *function
	row  *builtin.Row
	inst builtin.Candidate
	cost int
	// defaults is the number of parameters, generic ones included, that may take their default value: fewer
	// are better among equal costs.
	defaults int
	generic  bool
	// strict is the number of constraints that a generic function asks for.
	strict int
}

// better reports whether a is to be preferred to b: the cheaper conversions
// first, then the source's own functions before the language's, functions that
// are not generic, and those with fewer defaults. depth breaks ties between scopes.
func (a *candidate) better(b *candidate) bool {
	switch {
	case a.cost != b.cost:
		return a.cost < b.cost
	case (a.row == nil) != (b.row == nil):
		return a.row == nil
	case a.generic != b.generic:
		return !a.generic
	case a.strict != b.strict:
		return a.strict > b.strict
	case a.defaults != b.defaults:
		return a.defaults < b.defaults
	}
	return false
}

// resolveCall picks the function that a call means; nil after an error.
func (c *checker) resolveCall(o *operand, args []argument, span source.Span) *candidate {
	if r := c.restricted(o); r != nil {
		if best, tied := c.rank(r, args, nil); best != nil && len(tied) == 0 {
			o.promised = r.promised
			return best
		}
	}
	var all *[]*candidate
	if c.recording && !c.def.reporting {
		all = &[]*candidate{}
	}
	best, tied := c.rank(o, args, all)
	switch {
	case best == nil:
		c.noOverload(o, args, span)
		return nil
	case len(tied) > 0:
		d := c.errorf(diag.AmbiguousCall, o.name.Range, "call of '%s' with (%s) is ambiguous", o.name.Text, argTypes(args))
		for _, k := range append([]*candidate{best}, tied...) {
			d.Note(k.fn.decl.Name.Range, "candidate %s", k.fn.describe())
		}
		return nil
	}
	if all != nil {
		c.def.record(o.name.Range, *all)
	}
	return best
}

// rank finds the best candidate of a call and those that are as good, all of them if asked for.
func (c *checker) rank(o *operand, args []argument, all *[]*candidate) (best *candidate, tied []*candidate) {
	consider := func(k *candidate) {
		if k != nil && all != nil {
			*all = append(*all, k)
		}
		switch {
		case k == nil:
		case best == nil || k.better(best):
			best, tied = k, tied[:0]
		case !best.better(k) && k.row == nil && best.row == nil && c.bothUsed(k.fn, best.fn) && k.fn.place().depth() < best.fn.place().depth():
			best, tied = k, tied[:0] // of the outer namespace
		case !best.better(k) && k.row == nil && best.row == nil && c.equallyNear(k.fn, best.fn):
			tied = append(tied, k)
		}
	}
	for _, f := range o.fns {
		consider(c.tryFunction(f, o, args))
	}
	for i := range o.rows {
		consider(c.tryRow(&o.rows[i], o, args))
	}
	return best, tied
}

// equallyNear reports whether neither of two functions is nearer to the call: those of one scope,
// those of two namespaces that are used and those of two other modules.
func (c *checker) equallyNear(f, g *function) bool {
	return c.bothUsed(f, g) && f.place().depth() == g.place().depth() || f.place() == g.place() || f.scope.root() != g.scope.root() && !c.sees(f.scope) && !c.sees(g.scope)
}

// bothUsed reports whether two functions are of namespaces that are not around the call: those nested less deep are nearer.
func (c *checker) bothUsed(f, g *function) bool {
	return f.owner == nil && g.owner == nil && !c.within(f.place()) && !c.within(g.place())
}

// depth counts the scopes around s.
func (s *scope) depth() (n int) {
	for ; s.parent != nil; s = s.parent {
		n++
	}
	return n
}

// within reports whether s is around what is checked.
func (c *checker) within(s *scope) bool {
	at := c.scope
	for at != nil && at != s {
		at = at.parent
	}
	return at != nil
}

// place is the scope of the declaration of f.
func (f *function) place() *scope {
	if f.suffix != "" {
		return f.scope.parent // beyond the generic arguments
	}
	return f.scope
}

// tryFunction ranks a function of the source; nil if it does not fit.
func (c *checker) tryFunction(f *function, o *operand, args []argument) *candidate {
	generic := f.decl.Generics != nil
	strict, omitted := 0, 0
	if generic {
		strict = c.strictness(f.decl.Generics, f.scope)
		for i, p := range f.decl.Generics.Params {
			if p.Default != nil && i >= len(o.args) {
				omitted++
			}
		}
		if f = c.inferFunction(f, o, args); f == nil {
			return nil
		}
	}
	c.signature(f)
	if !o.promised.fits(f, len(args)) || len(args) > len(f.params) {
		return nil
	}
	k := &candidate{fn: f, defaults: len(f.params) - len(args) + omitted, generic: generic, strict: strict}
	for i := range args {
		cost := c.paramCost(f.params[i].v, &args[i])
		if cost >= types.CostExplicit {
			return nil
		}
		k.cost += cost
	}
	return k
}

// costLValue is added when an out or inout argument has another type than the
// parameter, so that a temporary stands between.
const costLValue = 800

// paramCost is the cost of passing a to p.
func (c *checker) paramCost(p *typed.Var, a *argument) int {
	if a.x == nil {
		if p.Dir != typed.In && p.Dir != typed.ConstRef {
			return types.CostImpossible
		}
		return types.CostNone
	}
	from := a.x.Type()
	if from == p.Type || types.IsPoison(p.Type) {
		return types.CostNone
	}
	if cost, ok := c.baseCost(from, p.Type); ok && p.Dir != typed.In && p.Dir != typed.ConstRef {
		return cost // it is a part of the argument
	}
	switch p.Dir {
	case typed.Out:
		if c := types.ConversionCost(p.Type, from); c < types.CostExplicit {
			return c + costLValue
		}
		return types.CostImpossible
	case typed.InOut:
		in, out := types.ConversionCost(from, p.Type), types.ConversionCost(p.Type, from)
		if in < types.CostExplicit && out < types.CostExplicit {
			return in + out + costLValue
		}
		return types.CostImpossible
	case typed.Ref:
		return types.CostImpossible
	}
	return c.cost(a.x, p.Type)
}

// tryRow ranks an overload family of the language; nil if it does not fit.
func (c *checker) tryRow(row *builtin.Row, o *operand, args []argument) *candidate {
	var typeArgs []types.Type
	if len(o.args) > 0 {
		for _, e := range o.args {
			if !c.isTypeArg(e) {
				return nil
			}
			typeArgs = append(typeArgs, c.typeArg(e))
		}
	}
	inst, ok := row.Infer(inferredTypes(row, args), typeArgs, c.pool)
	if !ok {
		return nil
	}
	k := &candidate{row: row, inst: inst, defaults: len(inst.Params) - len(args)}
	for i := range args {
		if i >= len(inst.Params) {
			return nil
		}
		cost := c.rowParamCost(&inst.Params[i], &args[i])
		if cost >= types.CostExplicit {
			return nil
		}
		k.cost += cost
	}
	return k
}

func (c *checker) rowParamCost(p *builtin.ParamInst, a *argument) int {
	if a.x == nil {
		return types.CostNone
	}
	from := a.x.Type()
	if p.Type == nil || from == p.Type {
		return types.CostNone
	}
	switch p.Dir {
	case builtin.DirOut:
		return types.ConversionCost(p.Type, from)
	case builtin.DirRef:
		return types.CostNone // Infer has taken its type as it is
	}
	return c.cost(a.x, p.Type)
}

// inferredTypes are the types that the arguments count as for inference: their own, literals
// as everything else, as for the generics of a program (clamp(i, 0u, 5u) compares unsigned numbers).
// Only the words of a byte-address buffer have no place in the source that says their type: there an
// integer literal takes the integer type of the other arguments if it fits, uint when nothing else
// has a type; the address says nothing about it.
func inferredTypes(row *builtin.Row, args []argument) []types.Type {
	out := make([]types.Type, len(args))
	var other *types.Scalar
	bytes := row.Action == builtin.ActByteAtomic
	for i := range args {
		t := valueType(args[i].typ())
		out[i] = t
		if isLiteral(&args[i]) || bytes && i == 0 {
			continue
		}
		if s := types.ElemScalar(t); s != nil && s.Kind.IsInt() && other == nil {
			other = s
		}
	}
	if other == nil && bytes && row.Of == builtin.OfInt32 {
		other = types.Uint
	}
	if other == nil || !bytes {
		return out
	}
	for i := range args {
		if isLiteral(&args[i]) {
			if v := args[i].x.(*typed.Const).Value; types.FitsWidth(v, other) && types.ElemScalar(v.T).Kind.IsInt() {
				out[i] = other
			}
		}
	}
	return out
}

func isLiteral(a *argument) bool {
	k, ok := a.x.(*typed.Const)
	return ok && k.Literal
}

func argTypes(args []argument) string {
	ts := make([]types.Type, len(args))
	for i := range args {
		if args[i].x == nil {
			ts[i] = listType{}
			continue
		}
		ts[i] = args[i].typ()
	}
	return types.List(ts)
}

// listType stands for an initialiser list in messages.
type listType struct{ types.Type }

func (listType) String() string { return "{…}" }

// describe is the signature of f, for notes.
func (f *function) describe() string {
	s := "'" + f.result.String() + " " + f.name + "("
	for i, p := range f.params {
		if i > 0 {
			s += ", "
		}
		s += dirText(p.v.Dir) + p.v.Type.String()
		if p.v.Name != "" {
			s += " " + p.v.Name
		}
	}
	return s + ")'"
}

func dirText(d typed.Dir) string {
	return [...]string{"", "out ", "inout ", "ref ", "constref "}[d]
}

// noOverload reports that nothing fits. With a single candidate it says what is
// wrong with which argument.
func (c *checker) noOverload(o *operand, args []argument, span source.Span) {
	name := o.name.Text
	if c.inDoubt(o, args) {
		return
	}
	if len(o.fns) == 1 && len(o.rows) == 0 && o.fns[0].decl.Generics == nil {
		c.wrongArguments(o.fns[0], args, o.name.Range)
		return
	}
	if len(o.fns) == 0 && len(o.rows) > 0 {
		c.wrongBuiltinArguments(o, args)
		return
	}
	if len(o.fns) == 1 && len(o.rows) == 0 && c.wrongGenericArguments(o.fns[0], o, args) {
		return
	}
	d := c.errorf(diag.NoOverload, o.name.Range, "no overload of '%s' takes (%s)", name, argTypes(args))
	for i, f := range o.fns {
		if i == 6 {
			break
		}
		if f.decl.Generics == nil {
			d.Note(f.decl.Name.Range, "candidate %s", f.describe())
		} else {
			d.Note(f.decl.Name.Range, "generic candidate '%s'", f.name)
		}
	}
	for _, r := range firstRows(o.rows) {
		d.Note(source.Span{}, "candidate of the language: %s", r)
	}
}

func (c *checker) wrongArguments(f *function, args []argument, at source.Span) {
	if len(args) < f.required || len(args) > len(f.params) {
		want := itoa(f.required)
		if f.required != len(f.params) {
			want += " to " + itoa(len(f.params))
		}
		c.errorf(diag.NoOverload, at, "'%s' takes %s %s, but %d given", f.name, want, plural(len(f.params), "argument"), len(args)).
			Note(f.decl.Name.Range, "%s is declared here", f.describe())
		return
	}
	for i := range args {
		p := f.params[i].v
		if c.paramCost(p, &args[i]) < types.CostExplicit {
			continue
		}
		what := "argument"
		if p.Dir != typed.In {
			what = dirText(p.Dir) + "argument"
		}
		d := c.errorf(diag.TypeMismatch, args[i].e.Span(), "cannot pass '%s' as %s %d of '%s', which has type '%s'", args[i].typ(), what, i+1, f.name, p.Type)
		if types.ConversionCost(args[i].typ(), p.Type) == types.CostExplicit && p.Dir == typed.In {
			d.WithHelp("a cast does it: (%s)…", p.Type)
		}
		d.Note(f.decl.Name.Range, "%s is declared here", f.describe())
		return
	}
}

func plural(n int, s string) string {
	if n == 1 {
		return s
	}
	return s + "s"
}

func (c *checker) wrongBuiltinArguments(o *operand, args []argument) {
	if what := c.furtherArgument(o, args); what != "" {
		c.unsupported(o.name.Range, what)
		return
	}
	d := c.errorf(diag.NoOverload, o.name.Range, "'%s' does not take (%s)", o.name.Text, argTypes(args))
	for _, r := range firstRows(o.rows) {
		d.Note(source.Span{}, "candidate %s", r)
	}
}

// firstRows spells the first overloads of the language, without repetition.
func firstRows(rows []builtin.Row) []string {
	var out []string
	for _, r := range rows {
		s := "'" + r.Describe() + "'"
		if len(out) < 6 && (len(out) == 0 || out[len(out)-1] != s) {
			out = append(out, s)
		}
	}
	return out
}
