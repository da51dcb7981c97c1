package check

import (
	"fmt"
	"strings"
	"testing"

	"slc/frontend/diag"
	"slc/frontend/source"
	"slc/sema/builtin"
	"slc/sema/typed"
	"slc/sema/types"
)

// The first table of lowering.md §1, written out.
func TestOrders(t *testing.T) {
	legal := map[string]string{
		"load":     "Relaxed Acquire SeqCst",
		"store":    "Relaxed Release SeqCst",
		"exchange": "Relaxed Acquire Release AcquireRelease SeqCst",
		"add":      "Relaxed Acquire Release AcquireRelease SeqCst",
		"xor":      "Relaxed Acquire Release AcquireRelease SeqCst",
	}
	for op := builtin.AtomicOp(0); op < builtin.NumAtomicOps; op++ {
		want, ok := legal[op.String()]
		if !ok {
			continue
		}
		for o := builtin.Order(0); o < builtin.NumOrders; o++ {
			b := newBuilder()
			buf := b.buffer("a", "RWStructuredBuffer", types.AtomicOf(types.Uint))
			p := b.program([]*typed.Var{buf}, nil, b.atomic(op, b.at(buf, b.num(0)), o))
			var codes []*diag.Code
			if !strings.Contains(" "+want+" ", " "+o.String()+" ") {
				codes = append(codes, diag.IllegalOrder)
			}
			expect(t, p, codes...)
		}
	}
}

// compareExchange(success, fail): every pair, by hand. 1 legal, f the fail order
// itself is illegal, s it is stronger than the order of success.
func TestFailOrders(t *testing.T) {
	table := [builtin.NumOrders]string{ // rows success, columns Relaxed Acquire Release AcquireRelease SeqCst
		builtin.Relaxed:        "1sffs",
		builtin.Acquire:        "11ffs",
		builtin.Release:        "1sffs",
		builtin.AcquireRelease: "11ffs",
		builtin.SeqCst:         "11ff1",
	}
	for success, row := range table {
		for fail, verdict := range row {
			b := newBuilder()
			buf := b.buffer("a", "RWStructuredBuffer", types.AtomicOf(types.Uint))
			a := b.atomic(builtin.AtomicCompareExchange, b.at(buf, b.num(0)), builtin.Order(success))
			a.FailOrder = builtin.Order(fail)
			p := b.program([]*typed.Var{buf}, nil, a)
			switch verdict {
			case '1':
				expect(t, p)
			case 'f':
				expect(t, p, diag.IllegalFailOrder)
			case 's':
				expect(t, p, diag.StrongFailOrder)
			}
		}
	}
	b := newBuilder()
	buf := b.buffer("a", "RWStructuredBuffer", types.AtomicOf(types.Uint))
	a := b.atomic(builtin.AtomicCompareExchange, b.at(buf, b.num(0)), builtin.Release)
	a.FailOrder, a.FailOrderSpan = builtin.Acquire, source.Span{Start: 900, End: 910}
	got := expect(t, b.program([]*typed.Var{buf}, nil, a), diag.StrongFailOrder)
	if len(got) == 1 && (got[0].Span.Start != 900 || !strings.HasSuffix(got[0].Help, "AcquireRelease")) {
		t.Errorf("span %v, help %q", got[0].Span, got[0].Help)
	}
}

func TestDestinations(t *testing.T) {
	type place func(b *builder, globals *[]*typed.Var) typed.Expr
	global := func(make func(b *builder) *typed.Var, use func(b *builder, v *typed.Var) typed.Expr) place {
		return func(b *builder, globals *[]*typed.Var) typed.Expr {
			v := make(b)
			*globals = append(*globals, v)
			return use(b, v)
		}
	}
	resource := func(ctor string, elem types.Type) func(b *builder) *typed.Var {
		return func(b *builder) *typed.Var { return b.buffer("r", ctor, elem) }
	}
	variable := func(kind typed.VarKind, t types.Type) func(b *builder) *typed.Var {
		return func(b *builder) *typed.Var { return b.variable("v", kind, t) }
	}
	first := func(b *builder, v *typed.Var) typed.Expr { return b.at(v, b.num(0)) }
	whole := func(b *builder, v *typed.Var) typed.Expr { return b.ref(v) }
	x := func(b *builder, v *typed.Var) typed.Expr { return b.comp(first(b, v), 0) }
	xy := func(b *builder, v *typed.Var) typed.Expr { return b.comp(first(b, v), 0, 1) }
	xyy := func(b *builder, v *typed.Var) typed.Expr { return b.comp(xy(b, v), 1) }
	bytes := func(b *builder, v *typed.Var) typed.Expr {
		return &typed.ByteRef{E: b.e(types.Uint), Buffer: b.ref(v), Offset: b.num(4)}
	}
	uint4, float4 := types.VectorOf(types.Uint, 4), types.VectorOf(types.Float, 4)
	for i, c := range []struct {
		place place
		want  []*diag.Code
	}{
		{global(resource("RWStructuredBuffer", types.Uint), first), nil},
		{global(resource("RWStructuredBuffer", uint4), x), nil},
		{global(resource("RWStructuredBuffer", uint4), xyy), nil},
		{global(resource("RWStructuredBuffer", uint4), xy), []*diag.Code{diag.AtomicDest}},
		{global(resource("RWByteAddressBuffer", nil), bytes), nil},
		{global(resource("RWBuffer", types.Uint), first), nil},
		{global(resource("RWTexture2D", types.Int), first), nil},
		{global(resource("RWTexture2D", types.Uint64), first), nil},
		{global(resource("RWTexture2D", float4), x), []*diag.Code{diag.AtomicTexel}},
		{global(resource("RWTexture2D", types.Half), first), []*diag.Code{diag.AtomicTexel}},
		{global(variable(typed.GroupShared, types.Uint), whole), nil},
		{global(resource("StructuredBuffer", types.Uint), first), []*diag.Code{diag.AtomicDest}},
		{global(resource("ByteAddressBuffer", nil), bytes), []*diag.Code{diag.AtomicDest}},
		{global(variable(typed.Static, types.Uint), whole), []*diag.Code{diag.AtomicDest}},
		{global(variable(typed.Uniform, types.Uint), whole), []*diag.Code{diag.AtomicDest}},
		{global(variable(typed.Local, types.Uint), whole), []*diag.Code{diag.AtomicDest}},
		{global(variable(typed.Uniform, types.NewPool().PointerTo(types.Uint)), func(b *builder, v *typed.Var) typed.Expr {
			return &typed.Deref{E: b.e(types.Uint), X: b.ref(v)}
		}), nil},
		{func(b *builder, _ *[]*typed.Var) typed.Expr { return b.num(1) }, []*diag.Code{diag.AtomicDest}},
	} {
		t.Run(fmt.Sprint(i), func(t *testing.T) {
			b := newBuilder()
			var globals []*typed.Var
			dest := c.place(b, &globals)
			expect(t, b.program(globals, nil, b.atomic(builtin.AtomicAdd, dest, builtin.Relaxed, b.num(1))), c.want...)
		})
	}
}

// A by-reference parameter is as good as its arguments, through two calls.
func TestDestinationsThroughCalls(t *testing.T) {
	b := newBuilder()
	shared := b.variable("shared", typed.GroupShared, types.Uint)
	local := b.variable("local", typed.Local, types.Uint)
	p := b.variable("p", typed.Param, types.Uint)
	q := b.variable("q", typed.Param, types.Uint)
	p.Dir, q.Dir = typed.InOut, typed.Ref
	inner := b.function("inner", []*typed.Var{p}, b.atomic(builtin.AtomicAdd, b.ref(p), builtin.Relaxed, b.num(1)))
	outer := b.function("outer", []*typed.Var{q}, b.call(inner, b.ref(q)))
	prog := b.program([]*typed.Var{shared}, nil, b.call(outer, b.ref(shared)), b.call(outer, b.ref(local)))
	got := expect(t, prog, diag.AtomicDest)
	if len(got) == 1 && len(got[0].Notes) != 1 {
		t.Errorf("notes: %v", got[0].Notes)
	}
}

func TestOperations(t *testing.T) {
	for _, c := range []struct {
		elem *types.Scalar
		op   builtin.AtomicOp
		want []*diag.Code
	}{
		{types.Float, builtin.AtomicAdd, nil},
		{types.Float, builtin.AtomicOr, []*diag.Code{diag.AtomicMissing}},
		{types.Float, builtin.AtomicInc, []*diag.Code{diag.AtomicMissing}},
		{types.Int16, builtin.AtomicAdd, []*diag.Code{diag.AtomicMissing}},
		{types.Uint64, builtin.AtomicXor, nil},
	} {
		b := newBuilder()
		v := b.buffer("r", "RWStructuredBuffer", c.elem)
		expect(t, b.program([]*typed.Var{v}, nil, b.atomic(c.op, b.at(v, b.num(0)), builtin.Relaxed, b.num(1))), c.want...)
	}
}

func TestStorage(t *testing.T) {
	atomic := types.AtomicOf(types.Uint)
	cell := &types.Struct{Name: "Cell", Fields: []*types.Field{{Name: "n", Type: atomic}}}
	b := newBuilder()
	push := b.variable("push", typed.Uniform, cell)
	push.PushConstant = true
	init := b.variable("init", typed.GroupShared, types.Uint)
	init.Init = b.num(0)
	globals := []*typed.Var{
		b.buffer("ok", "RWStructuredBuffer", cell),
		b.variable("near", typed.GroupShared, atomic),
		b.buffer("ro", "StructuredBuffer", atomic),
		b.buffer("cb", "ConstantBuffer", cell),
		b.variable("priv", typed.Static, cell),
		push,
		init,
	}
	byValue := b.variable("a", typed.Param, atomic)
	byRef := b.variable("b", typed.Param, atomic)
	byRef.Dir = typed.InOut
	f := b.function("f", []*typed.Var{byValue, byRef})
	f.Result = atomic
	p := b.program(globals, nil, b.decl(b.variable("local", typed.Local, cell), nil))
	p.Funcs = append(p.Funcs, f)
	expect(t, p, diag.AtomicStorage, diag.GroupInit, diag.AtomicStorage, diag.AtomicStorage, diag.AtomicStorage,
		diag.AtomicStorage, diag.AtomicStorage, diag.AtomicStorage)
}

func TestMixed(t *testing.T) {
	for _, c := range []struct {
		name string
		body func(b *builder, buf, tid *typed.Var) []any
		want []*diag.Code
	}{
		{"same element", func(b *builder, buf, _ *typed.Var) []any {
			return []any{b.atomic(builtin.AtomicAdd, b.at(buf, b.num(0)), 0, b.num(1)), b.at(buf, b.num(0))}
		}, []*diag.Code{diag.MixedAccess}},
		{"two elements", func(b *builder, buf, _ *typed.Var) []any {
			return []any{b.atomic(builtin.AtomicAdd, b.at(buf, b.num(0)), 0, b.num(1)), b.at(buf, b.num(1))}
		}, nil},
		{"unknown elements", func(b *builder, buf, tid *typed.Var) []any {
			return []any{b.atomic(builtin.AtomicAdd, b.at(buf, b.ref(tid)), 0, b.num(1)), b.set(b.at(buf, b.ref(tid)), b.num(1))}
		}, []*diag.Code{diag.MixedAccess}},
		{"barrier between", func(b *builder, buf, _ *typed.Var) []any {
			return []any{b.set(b.at(buf, b.num(0)), b.num(0)), b.barrier("AllMemoryBarrierWithGroupSync"),
				b.atomic(builtin.AtomicAdd, b.at(buf, b.num(0)), 0, b.num(1))}
		}, nil},
		{"groupshared barrier does not help", func(b *builder, buf, _ *typed.Var) []any {
			return []any{b.set(b.at(buf, b.num(0)), b.num(0)), b.barrier("GroupMemoryBarrierWithGroupSync"),
				b.atomic(builtin.AtomicAdd, b.at(buf, b.num(0)), 0, b.num(1))}
		}, []*diag.Code{diag.MixedAccess}},
	} {
		t.Run(c.name, func(t *testing.T) {
			b := newBuilder()
			buf := b.buffer("buf", "RWStructuredBuffer", types.Uint)
			tid := b.system("tid", "SV_GROUPINDEX", types.Uint)
			expect(t, b.program([]*typed.Var{buf}, []*typed.Var{tid}, c.body(b, buf, tid)...), c.want...)
		})
	}
}

func TestPolls(t *testing.T) {
	for _, c := range []struct {
		name string
		body func(b *builder, buf, n *typed.Var) typed.Stmt
		want []*diag.Code
	}{
		{"while flag is zero", func(b *builder, buf, n *typed.Var) typed.Stmt {
			return b.loop(b.bin(typed.Eq, b.at(buf, b.num(0)), b.num(0)))
		}, []*diag.Code{diag.PlainPoll}},
		{"bounded poll", func(b *builder, buf, n *typed.Var) typed.Stmt {
			bound := b.bin(typed.Lt, b.ref(n), b.num(9))
			poll := b.bin(typed.Eq, b.at(buf, b.num(0)), b.num(0))
			return b.loop(&typed.Logical{E: b.e(types.Bool), X: bound, Y: poll}, &typed.IncDec{E: b.e(types.Uint), L: b.ref(n)})
		}, []*diag.Code{diag.PlainPoll}},
		{"break on flag", func(b *builder, buf, n *typed.Var) typed.Stmt {
			return b.loop(nil, b.when(b.bin(typed.Ne, b.at(buf, b.num(0)), b.num(0)), b.brk()))
		}, []*diag.Code{diag.PlainPoll}},
		{"counts to a bound in memory", func(b *builder, buf, n *typed.Var) typed.Stmt {
			return b.loop(b.bin(typed.Lt, b.ref(n), b.at(buf, b.num(0))), &typed.IncDec{E: b.e(types.Uint), L: b.ref(n)})
		}, nil},
		{"walks memory", func(b *builder, buf, n *typed.Var) typed.Stmt {
			return b.loop(b.bin(typed.Ne, b.at(buf, b.ref(n)), b.num(0)), &typed.IncDec{E: b.e(types.Uint), L: b.ref(n)})
		}, nil},
		{"writes what it reads", func(b *builder, buf, n *typed.Var) typed.Stmt {
			return b.loop(b.bin(typed.Ne, b.at(buf, b.num(0)), b.num(0)), b.set(b.at(buf, b.num(0)), b.num(0)))
		}, nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			b := newBuilder()
			buf := b.buffer("buf", "RWStructuredBuffer", types.Uint)
			n := b.variable("n", typed.Local, types.Uint)
			expect(t, b.program([]*typed.Var{buf}, nil, b.decl(n, b.num(0)), c.body(b, buf, n)), c.want...)
		})
	}
}

const groupSync = "GroupMemoryBarrierWithGroupSync"

// kernel holds what the uniformity cases use.
type kernel struct {
	*builder
	gi, tid, gid     *typed.Var // SV_GroupIndex, SV_DispatchThreadID, SV_GroupID
	buf, ro, gs, arr *typed.Var
	x                *typed.Var // local
}

func TestUniformity(t *testing.T) {
	less := func(k *kernel, x typed.Expr) typed.Expr { return k.bin(typed.Lt, x, k.num(5)) }
	sync := func(k *kernel) typed.Expr { return k.barrier(groupSync) }
	for _, c := range []struct {
		name string
		body func(k *kernel) []any
		want []*diag.Code
	}{
		{"straight", func(k *kernel) []any { return []any{sync(k)} }, nil},
		{"group id", func(k *kernel) []any {
			return []any{k.when(less(k, k.comp(k.ref(k.gid), 0)), sync(k))}
		}, nil},
		{"group index", func(k *kernel) []any {
			return []any{k.when(less(k, k.ref(k.gi)), sync(k))}
		}, []*diag.Code{diag.DivergentBarrier}},
		{"thread id in a direction of one", func(k *kernel) []any {
			return []any{k.when(less(k, k.comp(k.ref(k.tid), 1)), sync(k))}
		}, nil},
		{"through a variable", func(k *kernel) []any {
			return []any{k.decl(k.x, k.bin(typed.Add, k.ref(k.gi), k.num(1))), k.when(less(k, k.ref(k.x)), sync(k))}
		}, []*diag.Code{diag.DivergentBarrier}},
		{"set in a divergent branch", func(k *kernel) []any {
			return []any{k.decl(k.x, k.num(0)), k.when(less(k, k.ref(k.gi)), k.set(k.ref(k.x), k.num(1))), k.when(less(k, k.ref(k.x)), sync(k))}
		}, []*diag.Code{diag.DivergentBarrier}},
		{"divergent loop", func(k *kernel) []any {
			return []any{k.loop(less(k, k.ref(k.gi)), sync(k))}
		}, []*diag.Code{diag.DivergentBarrier}},
		{"break before the barrier of the next turn", func(k *kernel) []any {
			return []any{k.loop(nil, sync(k), k.when(less(k, k.ref(k.gi)), k.brk()))}
		}, []*diag.Code{diag.DivergentBarrier}},
		{"after a divergent loop", func(k *kernel) []any {
			return []any{k.loop(nil, k.when(less(k, k.ref(k.gi)), k.brk())), sync(k)}
		}, nil},
		{"early return", func(k *kernel) []any {
			return []any{k.when(less(k, k.ref(k.gi)), k.ret()), sync(k)}
		}, []*diag.Code{diag.MaybeDivergent}},
		{"return after the barrier", func(k *kernel) []any {
			return []any{sync(k), k.when(less(k, k.ref(k.gi)), k.ret())}
		}, nil},
		{"return of whole groups", func(k *kernel) []any {
			return []any{k.when(less(k, k.comp(k.ref(k.gid), 0)), k.ret()), sync(k)}
		}, nil},
		{"loaded from a writable buffer", func(k *kernel) []any {
			return []any{k.when(less(k, k.at(k.buf, k.num(0))), sync(k))}
		}, []*diag.Code{diag.MaybeDivergent}},
		{"read-only buffer, one address", func(k *kernel) []any {
			return []any{k.when(less(k, k.at(k.ro, k.num(0))), sync(k))}
		}, nil},
		{"read-only buffer, own address", func(k *kernel) []any {
			return []any{k.when(less(k, k.at(k.ro, k.ref(k.gi))), sync(k))}
		}, []*diag.Code{diag.MaybeDivergent}},
		{"groupshared, one address", func(k *kernel) []any {
			return []any{k.decl(k.x, k.ref(k.gs)), k.when(less(k, k.ref(k.x)), sync(k))}
		}, nil},
		{"groupshared, own address", func(k *kernel) []any {
			return []any{k.when(less(k, k.at(k.arr, k.ref(k.gi))), sync(k))}
		}, []*diag.Code{diag.MaybeDivergent}},
		{"result of an atomic", func(k *kernel) []any {
			return []any{k.when(less(k, k.atomic(builtin.AtomicAdd, k.at(k.buf, k.num(0)), 0, k.num(1))), sync(k))}
		}, []*diag.Code{diag.MaybeDivergent}},
		{"wave query", func(k *kernel) []any {
			return []any{k.when(k.op(builtin.OpWaveIsFirstLane, types.Bool), sync(k))}
		}, []*diag.Code{diag.DivergentBarrier}},
		{"wave sum differs between waves", func(k *kernel) []any {
			return []any{k.when(less(k, k.op(builtin.OpWaveSum, types.Uint, k.ref(k.gi))), sync(k))}
		}, []*diag.Code{diag.DivergentBarrier}},
		{"wave minimum of a uniform value", func(k *kernel) []any {
			return []any{k.when(less(k, k.op(builtin.OpWaveMin, types.Uint, k.comp(k.ref(k.gid), 0))), sync(k))}
		}, nil},
		{"lane count", func(k *kernel) []any {
			return []any{k.when(less(k, k.op(builtin.OpWaveLaneCount, types.Uint)), sync(k))}
		}, nil},
		{"fence in a divergent branch", func(k *kernel) []any {
			return []any{k.when(less(k, k.ref(k.gi)), k.barrier("DeviceMemoryBarrier"))}
		}, nil},
		{"wave barrier, divergent", func(k *kernel) []any {
			return []any{k.when(less(k, k.ref(k.gi)), k.barrier("GroupMemoryBarrierWithWaveSync"))}
		}, []*diag.Code{diag.DivergentWaveBarrier}},
		{"wave barrier, the wave is together", func(k *kernel) []any {
			return []any{k.when(less(k, k.op(builtin.OpWaveIndex, types.Uint)), k.barrier("GroupMemoryBarrierWithWaveSync"))}
		}, nil},
		{"masked wave barrier", func(k *kernel) []any {
			return []any{k.when(less(k, k.ref(k.gi)), k.barrier("GroupMemoryBarrierWithWaveMaskSync"))}
		}, nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			k := newKernel()
			expect(t, k.program([]*typed.Var{k.buf, k.ro, k.gs, k.arr}, []*typed.Var{k.gi, k.tid, k.gid}, c.body(k)...), c.want...)
		})
	}
}

func newKernel() *kernel {
	b := newBuilder()
	uint3 := types.VectorOf(types.Uint, 3)
	return &kernel{
		builder: b,
		gi:      b.system("gi", "SV_GROUPINDEX", types.Uint),
		tid:     b.system("tid", "SV_DISPATCHTHREADID", uint3),
		gid:     b.system("gid", "SV_GROUPID", uint3),
		buf:     b.buffer("buf", "RWStructuredBuffer", types.Uint),
		ro:      b.buffer("ro", "StructuredBuffer", types.Uint),
		gs:      b.variable("gs", typed.GroupShared, types.Uint),
		arr:     b.variable("arr", typed.GroupShared, b.pool.ArrayOf(types.Uint, 64)),
		x:       b.variable("x", typed.Local, types.Uint),
	}
}

// Functions are analysed with symbolic parameters: only the call with a varying
// argument is at fault, and the chain of reasons leads to the system value.
func TestUniformityThroughCalls(t *testing.T) {
	k := newKernel()
	p := k.variable("p", typed.Param, types.Uint)
	helper := k.function("helper", []*typed.Var{p}, k.when(k.bin(typed.Lt, k.ref(p), k.num(3)), k.barrier(groupSync)))
	good := k.call(helper, k.comp(k.ref(k.gid), 0))
	bad := k.call(helper, k.ref(k.gi))
	prog := k.program(nil, []*typed.Var{k.gi, k.gid}, good, bad)
	got := expect(t, prog, diag.DivergentBarrier)
	if len(got) != 1 {
		return
	}
	if got[0].Span != bad.Span() {
		t.Errorf("reported at %v, not at the call %v", got[0].Span, bad.Span())
	}
	last := got[0].Notes[len(got[0].Notes)-1]
	if last.Span != k.gi.Span || !strings.Contains(last.Message, "SV_GroupIndex") {
		t.Errorf("the chain ends with %v", last)
	}
}

// Values travel through results, out parameters and static variables.
func TestUniformityOfResults(t *testing.T) {
	k := newKernel()
	p := k.variable("p", typed.Param, types.Uint)
	out := k.variable("o", typed.Param, types.Uint)
	out.Dir = typed.Out
	state := k.variable("state", typed.Static, types.Uint)
	f := k.function("f", []*typed.Var{p, out}, k.set(k.ref(out), k.ref(p)), k.set(k.ref(state), k.ref(p)),
		&typed.Return{St: typed.St{S: k.span()}, X: k.ref(p)})
	f.Result = types.Uint
	y := k.variable("y", typed.Local, types.Uint)
	test := func(arg *typed.Var, cond typed.Expr, want ...*diag.Code) {
		t.Helper()
		call := k.call(f, k.ref(arg), k.ref(y))
		expect(t, k.program([]*typed.Var{state}, []*typed.Var{k.gi}, k.decl(y, nil), k.decl(k.x, call),
			k.when(k.bin(typed.Lt, cond, k.num(3)), k.barrier(groupSync))), want...)
	}
	same := k.variable("n", typed.Uniform, types.Uint)
	for _, v := range []*typed.Var{k.x, y, state} {
		test(k.gi, k.ref(v), diag.DivergentBarrier)
		test(same, k.ref(v))
	}
}
