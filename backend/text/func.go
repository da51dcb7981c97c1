package text

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"slc/frontend/source"
	"slc/lower/ir"
	"slc/sema/types"
)

// Unit is one output text: the state shared by its functions.
type Unit struct {
	Module  *ir.Module
	Dialect Dialect
	Names   *Names
	Lines   Lines
	FuncOf  map[*ir.Func]string // names of the functions
	needs   map[*ir.Func][]Need
	helpers Helpers
	Span    source.Span // of what is being printed, for diagnostics
	tables  []table
	// Promotes says that operators turn scalars of less than 32 bits into int, as C++ does.
	Promotes bool
}

// NewUnit prepares a module for printing.
func NewUnit(m *ir.Module, d Dialect, reserved []string, lines Lines) *Unit {
	u := &Unit{Module: m, Dialect: d, Names: NewNames(reserved), Lines: lines,
		FuncOf: map[*ir.Func]string{}}
	u.needs = Needs(m, d)
	return u
}

// Needs returns what fn uses and the dialect wants passed.
func (u *Unit) Needs(fn *ir.Func) []Need {
	var out []Need
	for _, n := range u.needs[fn] {
		if u.Dialect.Hidden(n) {
			out = append(out, n)
		}
	}
	return out
}

// AllNeeds returns everything that fn uses.
func (u *Unit) AllNeeds(fn *ir.Func) []Need { return u.needs[fn] }

// Func prints one function.
type Func struct {
	Writer
	*Unit
	IR       *ir.Func
	Names    *Names
	a        *analysis
	bound    map[ir.Value]Expr
	boundLog []ir.Value // in order of binding, for rollback
	scopes   scopes
	binds    int // declarations printed so far
	choices  map[*ir.Instr]bool
	aliases  map[*ir.Instr]bool
	splats   map[*ir.Instr]Expr // what was widened
	hidden   map[Need]string
	pending  []*pending // in order, used-up ones included
	waiting  map[*ir.Instr]*pending
	reads    []ir.Value // variables read by what was folded since last reset
	later    map[*ir.Instr]*ir.Instr
	loopEnd  *ir.Instr // the continue that the end of the loop body implies
	yields   []string  // variable that an OpIf yields to, "" for none
	decl     struct {  // the declaration just printed, if any
		v     *ir.Instr
		start int
		end   int
		text  string
	}
}

// pending is a pure value that waits for its only use.
type pending struct {
	in    *ir.Instr
	x     Expr
	reads []ir.Value
	used  bool
}

// longest is the length from which an expression gets a name although it has
// one use only; it also keeps printing linear in the length of chains.
const longest = 100

// NewFunc prepares the printing of fn.
func (u *Unit) NewFunc(fn *ir.Func) *Func {
	f := &Func{Unit: u, IR: fn, Names: u.Names.Child(), a: analyse(fn), bound: map[ir.Value]Expr{},
		choices: map[*ir.Instr]bool{}, aliases: map[*ir.Instr]bool{}, waiting: map[*ir.Instr]*pending{}, splats: map[*ir.Instr]Expr{}, hidden: map[Need]string{}, later: map[*ir.Instr]*ir.Instr{}}
	f.Writer.lines = u.Lines
	for _, p := range fn.Params {
		f.bound[p] = Atom(f.Names.New(p.Name))
	}
	for _, n := range u.Needs(fn) {
		f.hidden[n] = f.Names.New(n.hint(fn, u.Dialect))
	}
	return f
}

// Hidden returns the name of a need inside the function.
func (f *Func) Hidden(n Need) string { return f.hidden[n] }

// Indent sets the depth of the body.
func (f *Func) Indent(n int) { f.indent = n }

// Temp declares nothing and returns a fresh name.
func (f *Func) Temp(hint string) string { return f.Names.New(hint) }

// Param returns the name of a parameter.
func (f *Func) Param(p *ir.Param) string { return f.bound[p].Text }

// Value spells an operand. A pending value is used up.
func (f *Func) Value(v ir.Value) Expr {
	switch v := v.(type) {
	case *ir.Const:
		return f.constant(v)
	case *ir.Instr:
		if x, ok := f.bound[v]; ok {
			f.scopes.check(v, x)
			return x
		}
		if p := f.take(v); p != nil {
			if p.x.Prec == precInit {
				f.Bind(v, p.x)
				return f.bound[v]
			}
			return p.x
		}
		if f.aliases[v] {
			f.reads = append(f.reads, v.Args[0])
			return f.Path(PlaceOf(v.Args[0]))
		}
		if v.Op == ir.OpSystem || v.Op == ir.OpExtract { // cheap: printed at each use
			return f.expr(v)
		}
	case *ir.Param:
		return f.bound[v]
	}
	panic(fmt.Sprintf("text: %T is used where it has no value", v))
}

// take uses up the pending value of an instruction; nil if there is none.
func (f *Func) take(in *ir.Instr) *pending {
	p := f.waiting[in]
	if p != nil {
		p.used = true
		delete(f.waiting, in)
		f.reads = append(f.reads, p.reads...)
	}
	return p
}

// Named is Value for operands that are printed more than once: a name or a
// literal.
func (f *Func) Named(v ir.Value) Expr {
	x := f.Value(v)
	if x.Prec == PrecPrimary && (isWord(x.Text) || isConst(v)) {
		return x
	}
	return f.bindExpr(x, v.ValueType(), "t")
}

func isConst(v ir.Value) bool {
	_, ok := v.(*ir.Const)
	return ok
}

// bindExpr prints a declaration that holds x.
func (f *Func) bindExpr(x Expr, t types.Type, hint string) Expr {
	return f.bindAs("", x, t, hint)
}

func (f *Func) bindAs(qualifier string, x Expr, t types.Type, hint string) Expr {
	name := Atom(f.Names.New(hint))
	f.binds++
	f.Line(qualifier + f.Dialect.Declare(t, name.Text) + " = " + f.braces(t, x.Arg()) + ";")
	return name
}

// Local prints the declaration of a variable of a type that no value has, a resource, and returns its name.
func (f *Func) Local(typ, hint, init string) Expr {
	name := f.Names.New(hint)
	f.binds++
	f.Line(typ + " " + name + " = " + init + ";")
	return Atom(name)
}

// Bind prints a declaration that holds the result of in and makes later uses
// refer to it.
func (f *Func) Bind(in *ir.Instr, x Expr) {
	f.Set(in, f.bindAs(f.Dialect.Bound(in), f.stored(in, x), in.Type, hintOf(in)))
}

// Declare prints a declaration of in's result without a value and returns its
// name, for operations that return through an out parameter.
func (f *Func) Declare(in *ir.Instr) string {
	name := f.Names.New(hintOf(in))
	f.binds++
	f.Line(f.Dialect.Declare(in.Type, name) + ";")
	f.Set(in, Atom(name))
	return name
}

// Set makes uses of in print as x, a name.
func (f *Func) Set(in *ir.Instr, x Expr) {
	f.bound[in] = x
	f.scopes.note(in)
	f.boundLog = append(f.boundLog, in)
}

// Poison gives the result of an operation that was reported as an error some
// text, so that printing can go on.
func (f *Func) Poison(in *ir.Instr) { f.Set(in, Atom("0")) }

// Used reports whether the result of in is used.
func (f *Func) Used(in *ir.Instr) bool { return in.IsValue() && f.a.count(in) > 0 }

// hintOf is the name of a temporary: that of the source or one that says what
// it holds.
func hintOf(in *ir.Instr) string {
	if in.Name != "" {
		return in.Name
	}
	switch in.Op {
	case ir.OpAtomic:
		return "old"
	case ir.OpLoad, ir.OpImageRead:
		return "value"
	case ir.OpCall:
		return "result"
	case ir.OpIntrinsic:
		if s := in.Intrinsic.String(); strings.HasPrefix(s, "wave") || strings.HasPrefix(s, "quad") {
			return s
		}
		return "r"
	case ir.OpIf:
		return "choice"
	}
	return "t"
}

// flush binds the pending values that read one of the variables; with no
// variables, all that read any.
func (f *Func) flush(changed ...ir.Value) {
	hit := func(p *pending) bool {
		if len(changed) == 0 {
			return len(p.reads) > 0
		}
		return slices.ContainsFunc(p.reads, func(v ir.Value) bool { return slices.Contains(changed, v) })
	}
	for _, p := range f.pending {
		if !p.used && hit(p) {
			p.used = true
			delete(f.waiting, p.in)
			f.Bind(p.in, p.x)
		}
	}
	f.compact()
}

// leave drops what a region leaves unused.
func (f *Func) leave(r *ir.Region) {
	for _, p := range f.pending {
		if !p.used && f.a.home[p.in] == r {
			p.used = true
			delete(f.waiting, p.in)
		}
	}
}

// compact drops the used-up values.
func (f *Func) compact() {
	f.pending = slices.DeleteFunc(f.pending, func(p *pending) bool { return p.used })
}

// fold keeps x for the only use of in.
func (f *Func) fold(in *ir.Instr, x Expr) {
	if len(x.Text) > longest && x.Prec != precInit {
		f.Bind(in, x)
		return
	}
	if len(f.pending) > 2*len(f.waiting)+16 {
		f.compact()
	}
	p := &pending{in: in, x: x, reads: slices.Clone(f.reads)}
	f.pending = append(f.pending, p)
	f.waiting[in] = p
}

// mark and rollback undo an attempt to print something.
type mark struct {
	buf, names, bound, yields int
	indent                    int
	line                      int
	pending                   []*pending
	scopes                    []int
	span                      source.Span
}

func (f *Func) mark() mark {
	f.compact()
	return mark{len(f.buf), f.Names.mark(), len(f.boundLog), len(f.yields), f.indent, f.line, slices.Clone(f.pending), slices.Clone(f.scopes.open), f.span}
}

func (f *Func) rollback(m mark) {
	f.buf, f.yields, f.indent, f.line, f.pending, f.span = f.buf[:m.buf], f.yields[:m.yields], m.indent, m.line, m.pending, m.span
	clear(f.waiting)
	for _, p := range f.pending { // all were unused when marked
		p.used = false
		f.waiting[p.in] = p
	}
	f.scopes.open = m.scopes
	f.Names.rollback(m.names)
	for _, v := range f.boundLog[m.bound:] {
		delete(f.bound, v)
	}
	f.boundLog = f.boundLog[:m.bound]
	if f.decl.end > m.buf {
		f.decl.v = nil
	}
}

func itoa(n int) string { return strconv.Itoa(n) }

// Params declares the parameters of the function, the hidden ones last.
func (f *Func) Params() []string {
	var out []string
	for _, p := range f.IR.Params {
		name := f.bound[p].Text
		if _, ok := p.Type.(*types.Ref); ok {
			out = append(out, f.Dialect.RefParam(p, name))
			continue
		}
		out = append(out, f.Dialect.Declare(p.Type, name))
	}
	for _, n := range f.Unit.Needs(f.IR) {
		out = append(out, f.Dialect.HiddenParam(f, n, f.hidden[n]))
	}
	return out
}
