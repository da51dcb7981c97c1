// Package lower turns the typed tree into IR for one target. What an atomic or a barrier means is
// decided in memory.go and nowhere else (design/lowering.md §1).
//
// A program is lowered twice where one object's storage view or SeqCst expansion depends on the
// whole program: the first time collects what every operation demands of its
// object, after specialisation, when every root is known; the second uses the union.
package lower

import (
	"slc/frontend/diag"
	"slc/lower/ir"
	"slc/lower/pass"
	"slc/sema/typed"
	"slc/sema/types"
)

// Options are the choices of a compilation that lowering depends on.
type Options struct {
	Caps   TargetCaps
	Layout ir.Layout // of storage buffers and push constants
	// DXConstants lays out constant buffers as DirectX does (-fvk-use-dx-layout).
	DXConstants bool
	// BytesStd430 reads and writes what is in byte-address buffers in std430, not scalar (-fvk-use-gl-layout).
	BytesStd430 bool
	// Globals is the Vulkan binding of the buffer of global uniforms (-fvk-bind-globals), nil for the first free one.
	Globals *Binding
	// HeapSet is the descriptor set that handles choose from (-bindless-space-index), nil for the first that nothing uses.
	HeapSet *int
	// RowMajor keeps matrices in memory as rows; the default is columns, as in slangc.
	RowMajor bool
	// SeqCstAll treats every object that atomics touch as a SeqCst object (-seqcst-objects all).
	SeqCstAll bool
	// Shifts are the -fvk-*-shift options.
	Shifts []Shift
	// Optimize is the level of -O.
	Optimize int
}

// Binding is a descriptor binding of Vulkan.
type Binding struct{ Number, Set int }

// Lower lowers the entry points of p for one target. It reports what the target cannot do; the
// module is usable only if diags has no errors.
func Lower(p *typed.Program, entries []*typed.Entry, opts Options, diags *diag.List) *ir.Module {
	known := []facts(nil)
	var prog *program
	// Each round can only add demands (a storage view turns native float operations into loops on
	// the bits), so this ends; two rounds are the rule.
	for round := 0; ; round++ {
		prog = newProgram(p, opts, diags, known)
		prog.bindAll(p, entries)
		for _, e := range entries {
			prog.units = append(prog.units, prog.lowerEntry(p, e))
		}
		next := prog.demands()
		if round > 0 && equalFacts(known, next) || !anyView(next) {
			break
		}
		known = next
		if round == maxRounds {
			panic("the demands on memory objects do not settle") // a weaker module must not come of it
		}
	}
	m := prog.finish(entries)
	m.Features.Precise = p.Precise
	pass.Run(m, opts.Optimize)
	return m
}

// maxRounds is far more than facts that only grow can take.
const maxRounds = 100

func equalFacts(a, b []facts) bool {
	if len(a) != len(b) {
		return false
	}
	for i := range a {
		if a[i] != b[i] {
			return false
		}
	}
	return true
}

func anyView(list []facts) bool {
	for i := range list {
		if list[i].needsView() {
			return true
		}
	}
	return false
}

// program is the state shared by the entry points of one compilation.
type program struct {
	// rebinding remembers the answers of rebinds.
	rebinding map[*typed.Func]bool
	*layouter
	opts         Options
	diags        *diag.List
	known        []facts  // of the previous round, by object
	collect      []*facts // of this round, by object
	objects      []*object
	binder       *binder
	resources    []*ir.Resource
	params       map[*typed.Var]*entity // shader parameters
	vars         map[*typed.Var]*object // static and groupshared variables
	pointees     map[types.Type]*object
	noPointers   bool // and that was reported
	noHandles    bool // likewise
	atomicParams map[*typed.Var]bool
	units        []*unit
	varNames     map[string]bool
}

func newProgram(p *typed.Program, opts Options, diags *diag.List, known []facts) *program {
	l := newLayouter(p.Pool)
	l.offsets = opts.Caps.Target == SPIRV
	return &program{layouter: l, opts: opts, diags: diags, known: known,
		params: map[*typed.Var]*entity{}, vars: map[*typed.Var]*object{}, pointees: map[types.Type]*object{},
		atomicParams: map[*typed.Var]bool{}, varNames: map[string]bool{}}
}

// newObject makes a memory object. Objects are made in the same order in each
// round, so that the number of one stands for it.
func (p *program) newObject(name string, in types.Space) *object {
	o := &object{id: len(p.objects), name: name, space: in, facts: &facts{}}
	if o.id < len(p.known) {
		*o.facts = p.known[o.id]
	}
	p.objects = append(p.objects, o)
	p.collect = append(p.collect, &facts{})
	return o
}

// demands is the union of what this round collected and what was known.
func (p *program) demands() []facts {
	out := make([]facts, len(p.objects))
	for i := range out {
		f := *p.collect[i]
		if i < len(p.known) {
			f.merge(&p.known[i])
		}
		if p.opts.SeqCstAll && f.atomic {
			f.seqCst = true
		}
		out[i] = f
	}
	p.uniteMemory(out)
	p.uniteHeaps(out)
	return out
}

// merge adds what g has and reports whether that is more.
func (f *facts) merge(g *facts) bool {
	before := *f
	f.mergeView(g)
	f.int32, f.int64 = f.int32 || g.int32, f.int64 || g.int64
	f.float32, f.float64 = f.float32 || g.float32, f.float64 || g.float64
	f.atomic16, f.atomic = f.atomic16 || g.atomic16, f.atomic || g.atomic
	return *f != before
}

// mergeView adds what decides the form of values and of atomic stores.
func (f *facts) mergeView(g *facts) bool {
	before := *f
	f.bits32, f.bits64 = f.bits32 || g.bits32, f.bits64 || g.bits64
	f.seqCst = f.seqCst || g.seqCst
	return *f != before
}

// variable returns the object of a static or groupshared variable.
func (p *program) variable(v *typed.Var) *object {
	if o := p.vars[v]; o != nil {
		return o
	}
	in := types.SpacePrivate
	if v.Kind == typed.GroupShared {
		in = types.SpaceGroupshared
	}
	name := v.Name
	for p.varNames[name] {
		name += "_"
	}
	p.varNames[name] = true
	p.sized(v)
	o := p.newObject(name, in)
	o.src, o.volatile = v.Type, v.Volatile
	o.mode = mode{u32: o.facts.bits32, u64: o.facts.bits64}
	o.v = &ir.Var{Name: name, Span: v.Span, Volatile: v.Volatile, Type: p.pool.RefTo(p.memType(v.Type, o.mode), in)}
	p.vars[v] = o
	return o
}

// sized refuses arrays whose size is a specialization constant where there are none: MSL has
// function constants, which are no constant expressions; HLSL has nothing.
func (p *program) sized(v *typed.Var) {
	if !types.Specialized(v.Type) {
		return
	}
	switch p.opts.Caps.Target {
	case HLSL:
		p.diags.Report(diag.TargetUnsupported, v.Span, "HLSL has no specialization constants, which the size of '%s' depends on", v.Name)
	case Metal:
		p.diags.Report(diag.NotSupported, v.Span, "an array whose size is a specialization constant is not supported on metal, where it is no constant expression")
	}
}

// unit is the lowering of one entry point.
type unit struct {
	p         *program
	entry     *typed.Entry
	prog      *typed.Program
	funcs     []*ir.Func // callees before callers, the entry function last
	instances map[string]*ir.Func
	copies    map[*typed.Func]int // instances of a function
	tooMany   bool                // and that they are too many was reported
	statics   []*typed.Var        // static variables reached
	marked    marks
	ordered   []*ir.Resource // targets of ordered operations that became loops between fences
	// orderedMemory says that one of them was reached through a pointer.
	orderedMemory bool
	facts         entryFacts
}

func (u *unit) newFn(f *ir.Func) *fn {
	return &fn{u: u, p: u.p, f: f, env: map[*typed.Var]*entity{}, regionOf: map[*typed.Var]*ir.Region{}, exits: map[typed.Stmt]ir.Value{}}
}

// variable is what the name of a variable denotes.
func (b *fn) variable(v *typed.Var) *entity {
	if ent := b.env[v]; ent != nil {
		return ent
	}
	switch v.Kind {
	case typed.Uniform:
		if ent := b.p.params[v]; ent != nil {
			return ent
		}
	case typed.Static:
		return b.static(v)
	case typed.GroupShared:
		return &entity{typ: v.Type, pl: &place{obj: b.p.variable(v), typ: v.Type}}
	case typed.SpecConst:
		return b.specConst(v)
	case typed.SystemValue:
		ent := &entity{typ: v.Type, val: b.systemValue(v.Semantic, v.Type, v.Span)}
		return ent
	}
	if b.init != nil {
		b.unsupported(b.span, "a static variable whose initial value reads a local variable or parameter")
	} else {
		b.unsupported(b.span, "this use of "+v.Name)
	}
	return b.bad(v.Type)
}

// static is a static variable; one that never changes is its value.
func (b *fn) static(v *typed.Var) *entity {
	if types.ContainsResource(v.Type) {
		if v.Init != nil && !v.Assigned {
			return b.entity(v.Init)
		}
		b.runtimeChoice(b.span)
		return b.bad(v.Type)
	}
	if !v.Assigned {
		if c, ok := v.Init.(*typed.Const); ok {
			return &entity{typ: v.Type, val: constant(b.p.convertConst(c.Value))}
		}
	}
	known := false
	for _, w := range b.u.statics {
		known = known || w == v
	}
	if !known {
		b.u.statics = append(b.u.statics, v)
	}
	return &entity{typ: v.Type, pl: &place{obj: b.p.variable(v), typ: v.Type}}
}

func (b *fn) specConst(v *typed.Var) *entity {
	def := v.SpecDefault
	if def != nil && def.T != v.Type { // the initial value may be of another type
		def = types.ConvertValue(def, v.Type)
	}
	if def == nil {
		def = types.Zero(v.Type)
	}
	c := &ir.Const{Value: b.p.convertConst(def), Spec: &ir.SpecConst{Name: v.Name, ID: v.SpecID, Span: v.Span}}
	return &entity{typ: v.Type, val: c}
}

// finish assembles the module: meaning of memory operations, merged functions, what is used.
func (p *program) finish(entries []*typed.Entry) *ir.Module {
	m := &ir.Module{Pool: p.pool, Pointers: p.pointerLayout()}
	for _, o := range p.objects {
		if o.res != nil {
			o.res.SeqCst = o.facts.seqCst
			p.adjustFormat(o)
		}
		if o.v != nil {
			o.v.SeqCst = o.facts.seqCst
		}
	}
	p.decide()
	p.limits()
	merge := newMerger(m)
	for i, u := range p.units {
		f := merge.unit(u)
		e := entries[i]
		m.Entries = append(m.Entries, &ir.Entry{Name: e.Name, Func: f, NumThreads: e.NumThreads, Sizes: e.Sizes, WaveSize: e.WaveSize,
			DerivativeGroup: e.DerivativeGroup, CrossGroup: u.facts.crossGroup, UsesGroupshared: u.facts.touched&sharedSpace != 0, Span: e.Span})
		m.Features.ScopeChains = m.Features.ScopeChains || u.facts.scopeChains
	}
	p.collectGlobals(m)
	aliasHeaps(m.Resources)
	p.onePushConstant(m)
	p.oneAtomicView()
	p.packOffsets()
	return m
}

// adjustFormat makes the format of an image follow its storage view.
func (p *program) adjustFormat(o *object) {
	if o.space == types.SpaceImage && (o.facts.bits32 || o.facts.bits64) {
		switch o.res.Format {
		case "r32f":
			o.res.Format = "r32ui"
		}
	}
}
