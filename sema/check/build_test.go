package check

import (
	"strings"
	"testing"

	"slc/frontend/diag"
	"slc/frontend/source"
	"slc/sema/builtin"
	"slc/sema/typed"
	"slc/sema/types"
)

// builder makes typed programs by hand, every node with a span of its own.
type builder struct {
	pool *types.Pool
	pos  source.Pos
}

func newBuilder() *builder { return &builder{pool: types.NewPool(), pos: 1} }

func (b *builder) span() source.Span {
	b.pos += 2
	return source.Span{Start: b.pos, End: b.pos + 1}
}

func (b *builder) e(t types.Type) typed.E { return typed.E{T: t, S: b.span()} }

func (b *builder) variable(name string, kind typed.VarKind, t types.Type) *typed.Var {
	return &typed.Var{Name: name, Kind: kind, Type: t, Span: b.span()}
}

func (b *builder) system(name, semantic string, t types.Type) *typed.Var {
	v := b.variable(name, typed.SystemValue, t)
	v.Semantic = semantic
	return v
}

// buffer declares a resource of the given type constructor.
func (b *builder) buffer(name, ctor string, elem types.Type) *typed.Var {
	var args []builtin.TypeArg
	if elem != nil {
		args = append(args, builtin.TypeArg{Type: elem})
	}
	t, problem := builtin.NamedCtor(ctor).Apply(args, b.pool)
	if problem != "" {
		panic(problem)
	}
	return b.variable(name, typed.Uniform, t)
}

func (b *builder) ref(v *typed.Var) typed.Expr { return &typed.VarRef{E: b.e(v.Type), Var: v} }

func (b *builder) num(n int64) typed.Expr {
	return &typed.Const{E: b.e(types.Uint), Value: types.IntValue(types.Uint, n)}
}

// at is v[i], an element of a resource or array.
func (b *builder) at(v *typed.Var, i typed.Expr) typed.Expr {
	var elem types.Type
	switch t := v.Type.(type) {
	case *types.Resource:
		elem = t.Elem
	case *types.Array:
		elem = t.Elem
	}
	return &typed.Index{E: b.e(elem), X: b.ref(v), I: i}
}

func (b *builder) comp(x typed.Expr, comps ...uint8) typed.Expr {
	elem := types.ElemScalar(x.Type())
	var t types.Type = elem
	if len(comps) > 1 {
		t = types.VectorOf(elem, len(comps))
	}
	return &typed.Swizzle{E: b.e(t), X: x, Comps: comps}
}

func (b *builder) bin(op typed.BinaryOp, x, y typed.Expr) typed.Expr {
	t := x.Type()
	if op.IsComparison() {
		t = types.Bool
	}
	return &typed.Binary{E: b.e(t), Op: op, X: x, Y: y}
}

func (b *builder) atomic(op builtin.AtomicOp, dest typed.Expr, order builtin.Order, args ...typed.Expr) *typed.Atomic {
	return &typed.Atomic{E: b.e(types.Uint), Op: op, Dest: dest, Order: order, Args: args}
}

func (b *builder) barrier(name string) typed.Expr {
	return &typed.Barrier{E: b.e(types.Void), Name: name, Barrier: builtin.Functions(name)[0].Barrier}
}

func (b *builder) op(op builtin.Op, t types.Type, args ...typed.Expr) typed.Expr {
	return &typed.Intrinsic{E: b.e(t), Op: op, Args: args}
}

func (b *builder) set(l, r typed.Expr) typed.Expr { return &typed.Assign{E: b.e(l.Type()), L: l, R: r} }

// block makes a block of statements and expressions.
func (b *builder) block(list ...any) *typed.Block {
	out := &typed.Block{St: typed.St{S: b.span()}}
	for _, s := range list {
		switch s := s.(type) {
		case typed.Stmt:
			out.List = append(out.List, s)
		case typed.Expr:
			out.List = append(out.List, &typed.ExprStmt{St: typed.St{S: s.Span()}, X: s})
		}
	}
	return out
}

func (b *builder) decl(v *typed.Var, init typed.Expr) typed.Stmt {
	return &typed.Decl{St: typed.St{S: v.Span}, Var: v, Init: init}
}

func (b *builder) when(cond typed.Expr, then ...any) typed.Stmt {
	return &typed.If{St: typed.St{S: b.span()}, Cond: cond, Then: b.block(then...)}
}

func (b *builder) loop(cond typed.Expr, body ...any) typed.Stmt {
	return &typed.Loop{St: typed.St{S: b.span()}, Cond: cond, Body: b.block(body...)}
}

func (b *builder) ret() typed.Stmt { return &typed.Return{St: typed.St{S: b.span()}} }

func (b *builder) brk() typed.Stmt { return &typed.Break{St: typed.St{S: b.span()}} }

func (b *builder) function(name string, params []*typed.Var, body ...any) *typed.Func {
	return &typed.Func{Name: name, Span: b.span(), Params: params, Result: types.Void, Body: b.block(body...)}
}

func (b *builder) call(f *typed.Func, args ...typed.Expr) typed.Expr {
	return &typed.Call{E: b.e(f.Result), Func: f, Args: args}
}

// program makes a program of one entry point of 64 invocations.
func (b *builder) program(globals, params []*typed.Var, body ...any) *typed.Program {
	f := b.function("main", params, body...)
	return &typed.Program{Pool: b.pool, Globals: globals, Funcs: []*typed.Func{f},
		Entries: []*typed.Entry{{Func: f, Name: "main", NumThreads: [3]int{64, 1, 1}}}}
}

// expect runs the checks and compares the codes, in the order of positions.
func expect(t *testing.T, p *typed.Program, want ...*diag.Code) []*diag.Diagnostic {
	t.Helper()
	var list diag.List
	Program(p, &list)
	var got, wanted []string
	for _, d := range list.All() {
		got = append(got, d.Code.ID+" "+d.Message)
	}
	for _, c := range want {
		wanted = append(wanted, c.ID)
	}
	ok := len(got) == len(want)
	for i := range got {
		ok = ok && strings.HasPrefix(got[i], wanted[i]+" ")
	}
	if !ok {
		t.Errorf("got %q, want %q", got, wanted)
	}
	return list.All()
}
