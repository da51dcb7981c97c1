package lower

import (
	"testing"

	"slc/lower/ir"
	"slc/sema/builtin"
	"slc/sema/types"
)

// kernel builds the IR of an entry point for the tests of memory.go.
type kernel struct {
	p         *program
	buf, tile ir.Value
	img       ir.Value
	body      *ir.Region
}

func newKernel() *kernel {
	pool := types.NewPool()
	p := newProgram(&testProgram, Options{}, nil, nil)
	p.pool = pool
	buffer := &ir.Resource{Name: "data", Class: ir.StorageBuffer}
	image := &ir.Resource{Name: "image", Class: ir.StorageImage}
	return &kernel{
		p:    p,
		buf:  &ir.View{Resource: buffer, Elem: types.Uint, Type: pool.RefTo(types.Uint, types.SpaceBuffer)},
		tile: &ir.Var{Name: "tile", Type: pool.RefTo(types.Uint, types.SpaceGroupshared)},
		img:  &ir.View{Resource: image, Elem: types.Uint, Type: pool.RefTo(types.Uint, types.SpaceImage)},
		body: &ir.Region{},
	}
}

func (k *kernel) add(in *ir.Instr) *ir.Instr {
	k.body.Instrs = append(k.body.Instrs, in)
	return in
}

func (k *kernel) atomic(at ir.Value, order builtin.Order) *ir.Instr {
	return k.add(&ir.Instr{Op: ir.OpAtomic, Atomic: builtin.AtomicAdd, Args: []ir.Value{at}, Mem: ir.Memory{Order: order}})
}

func (k *kernel) load(at ir.Value) *ir.Instr {
	return k.add(&ir.Instr{Op: ir.OpLoad, Args: []ir.Value{at}})
}

func (k *kernel) barrier(b builtin.Barrier) *ir.Instr {
	return k.add(&ir.Instr{Op: ir.OpBarrier, Barrier: &b})
}

func (k *kernel) unit() *unit {
	return &unit{p: k.p, funcs: []*ir.Func{{Name: "main", Result: types.Void, Body: k.body}}}
}

// decide decides the kernel together with the given other entry points.
func (k *kernel) decide(others ...*kernel) entryFacts {
	k.p.units = []*unit{k.unit()}
	for _, o := range others {
		k.p.units = append(k.p.units, o.unit())
	}
	k.p.decide()
	return k.p.units[0].facts
}

// touch makes the kernel access spaces plainly.
func (k *kernel) touch(s builtin.Spaces) {
	if s&builtin.Buffers != 0 {
		k.load(k.buf)
	}
	if s&builtin.Groupshared != 0 {
		k.load(k.tile)
	}
	if s&builtin.Images != 0 {
		k.add(&ir.Instr{Op: ir.OpImageRead, Args: []ir.Value{k.img}})
	}
}

const (
	none  = builtin.ScopeNone
	wave  = builtin.ScopeWave
	group = builtin.ScopeWorkgroup
	dev   = builtin.ScopeDevice

	bufs   = builtin.Buffers
	imgs   = builtin.Images
	gshare = builtin.Groupshared
	all    = builtin.AllSpaces
)

// TestBarrierTable: the rows of lowering.md §1, "Barriers", with all spaces touched and no atomics.
func TestBarrierTable(t *testing.T) {
	acqRel := builtin.AcquireRelease
	rows := []struct {
		name  string
		b     builtin.Barrier
		exec  builtin.Scope
		scope builtin.Scope
		mask  builtin.Spaces
	}{
		{"AllMemoryBarrier", builtin.Barrier{Scope: dev, Spaces: all}, none, dev, all},
		{"AllMemoryBarrierWithGroupSync", builtin.Barrier{Exec: group, Scope: dev, Spaces: all}, group, dev, all},
		{"AllMemoryBarrierWithWaveSync", builtin.Barrier{Exec: wave, Scope: dev, Spaces: all, Narrow: true}, wave, wave, all},
		{"DeviceMemoryBarrier", builtin.Barrier{Scope: dev, Spaces: bufs | imgs}, none, dev, bufs | imgs},
		{"DeviceMemoryBarrierWithGroupSync", builtin.Barrier{Exec: group, Scope: dev, Spaces: bufs | imgs}, group, dev, bufs | imgs},
		{"GroupMemoryBarrier", builtin.Barrier{Scope: group, Spaces: gshare}, none, group, gshare},
		{"GroupMemoryBarrierWithGroupSync", builtin.Barrier{Exec: group, Scope: group, Spaces: gshare}, group, group, gshare},
		{"GroupMemoryBarrierWithWaveSync", builtin.Barrier{Exec: wave, Scope: group, Spaces: gshare, Narrow: true}, wave, wave, gshare},
		{"subgroupMemoryBarrierShared", builtin.Barrier{Scope: wave, Spaces: gshare, SourceNarrow: true}, none, wave, gshare},
		{"subgroupBarrier", builtin.Barrier{Exec: wave, Scope: wave, Spaces: all, SourceNarrow: true}, wave, wave, all},
		{"memoryBarrierShared", builtin.Barrier{Scope: group, Spaces: gshare}, none, group, gshare},
		{"groupMemoryBarrier", builtin.Barrier{Scope: group, Spaces: all, SourceNarrow: true}, none, group, all},
		{"barrier", builtin.Barrier{Exec: group, Scope: group, Spaces: gshare}, group, group, gshare},
	}
	for _, r := range rows {
		k := newKernel()
		k.touch(all)
		in := k.barrier(r.b)
		k.decide()
		want := ir.Memory{Order: acqRel, Scope: r.scope, Spaces: r.mask}
		if in.Exec != r.exec || in.Mem != want {
			t.Errorf("%s: exec %s, %+v; want exec %s, %+v", r.name, in.Exec, in.Mem, r.exec, want)
		}
	}
}

// TestBarrierSpaces: groupshared leaves the mask when this entry point touches none, buffers and images
// when no entry point does; an empty mask leaves pure execution or nothing.
func TestBarrierSpaces(t *testing.T) {
	allSync := builtin.Barrier{Exec: group, Scope: dev, Spaces: all}
	rows := []struct {
		name         string
		own, other   builtin.Spaces
		b            builtin.Barrier
		want         builtin.Spaces
		gone, noMask bool
	}{
		{name: "only buffers", own: bufs, b: allSync, want: bufs},
		{name: "images of another entry point", own: bufs, other: imgs, b: allSync, want: bufs | imgs},
		{name: "groupshared of another entry point", own: bufs, other: gshare, b: allSync, want: bufs},
		{name: "buffers of another entry point", own: gshare, other: bufs, b: allSync, want: bufs | gshare},
		{name: "pure execution", own: bufs, b: builtin.Barrier{Exec: group, Scope: group, Spaces: gshare}, noMask: true},
		{name: "nothing", own: bufs, b: builtin.Barrier{Scope: group, Spaces: gshare}, gone: true},
	}
	for _, r := range rows {
		k, o := newKernel(), newKernel()
		k.touch(r.own)
		o.touch(r.other)
		in := k.barrier(r.b)
		k.decide(o)
		last := k.body.Instrs[len(k.body.Instrs)-1]
		if r.gone != (last != in) {
			t.Errorf("%s: emitted %v", r.name, last == in)
		}
		if r.noMask && (in.Mem != ir.Memory{} || in.Exec != group) {
			t.Errorf("%s: %+v exec %s, want pure execution", r.name, in.Mem, in.Exec)
		}
		if !r.noMask && !r.gone && in.Mem.Spaces != r.want {
			t.Errorf("%s: spaces %s, want %s", r.name, in.Mem.Spaces, r.want)
		}
	}
}

// TestNarrowing: the scope of the WaveSync forms (lowering.md §1, "Scope narrowing").
func TestNarrowing(t *testing.T) {
	allWave := builtin.Barrier{Exec: wave, Scope: dev, Spaces: all, Narrow: true}
	groupWave := builtin.Barrier{Exec: wave, Scope: group, Spaces: gshare, Narrow: true}
	rows := []struct {
		name   string
		with   func(*kernel)
		all    builtin.Scope
		shared builtin.Scope
	}{
		{"nothing", func(*kernel) {}, wave, wave},
		{"buffer atomic", func(k *kernel) { k.atomic(k.buf, builtin.Relaxed) }, dev, group},
		{"image atomic", func(k *kernel) { k.atomic(k.img, builtin.Relaxed) }, dev, group},
		{"groupshared atomic", func(k *kernel) { k.atomic(k.tile, builtin.Relaxed) }, group, group},
		{"workgroup barrier", func(k *kernel) { k.barrier(builtin.Barrier{Exec: group, Scope: group, Spaces: gshare}) }, group, group},
		{"workgroup barrier that orders nothing here", func(k *kernel) { k.barrier(builtin.Barrier{Exec: group}) }, group, group},
		{"device fence without atomics", func(k *kernel) { k.barrier(builtin.Barrier{Scope: dev, Spaces: all}) }, wave, wave},
	}
	for _, r := range rows {
		k := newKernel()
		k.touch(all)
		x, y := k.barrier(allWave), k.barrier(groupWave)
		r.with(k)
		k.decide()
		if x.Mem.Scope != r.all || y.Mem.Scope != r.shared {
			t.Errorf("%s: All… %s, Group… %s; want %s, %s", r.name, x.Mem.Scope, y.Mem.Scope, r.all, r.shared)
		}
	}
}

// TestAtomicMeaning: scope and mask of atomics.
func TestAtomicMeaning(t *testing.T) {
	rows := []struct {
		name  string
		at    func(*kernel) ir.Value
		order builtin.Order
		with  func(*kernel)
		scope builtin.Scope
		mask  builtin.Spaces
	}{
		{"buffer, relaxed", (*kernel).bufferAt, builtin.Relaxed, nil, dev, 0},
		{"buffer, release", (*kernel).bufferAt, builtin.Release, nil, dev, bufs},
		{"buffer, acquire, all touched", (*kernel).bufferAt, builtin.Acquire, func(k *kernel) { k.touch(all) }, dev, all},
		{"image, acquire", (*kernel).imageAt, builtin.Acquire, nil, dev, imgs},
		{"groupshared, relaxed", (*kernel).tileAt, builtin.Relaxed, nil, group, 0},
		{"groupshared, relaxed, with a device atomic", (*kernel).tileAt, builtin.Relaxed,
			func(k *kernel) { k.atomic(k.buf, builtin.Relaxed) }, group, 0},
		{"groupshared, release", (*kernel).tileAt, builtin.Release, func(k *kernel) { k.touch(bufs) }, group, bufs | gshare},
		{"groupshared, release, with a device atomic", (*kernel).tileAt, builtin.Release,
			func(k *kernel) { k.atomic(k.buf, builtin.Relaxed) }, dev, bufs | gshare},
		{"groupshared, SeqCst, with an image atomic", (*kernel).tileAt, builtin.SeqCst,
			func(k *kernel) { k.atomic(k.img, builtin.Relaxed) }, dev, imgs | gshare},
	}
	for _, r := range rows {
		k := newKernel()
		in := k.atomic(r.at(k), r.order)
		if r.with != nil {
			r.with(k)
		}
		k.decide()
		want := ir.Memory{Order: r.order, Scope: r.scope, Spaces: r.mask}
		if in.Mem != want {
			t.Errorf("%s: %+v, want %+v", r.name, in.Mem, want)
		}
	}
}

func (k *kernel) bufferAt() ir.Value { return k.buf }
func (k *kernel) imageAt() ir.Value  { return k.img }
func (k *kernel) tileAt() ir.Value   { return k.tile }

// TestFailOrder: a compare-exchange has one scope; its failure mask follows its order.
func TestFailOrder(t *testing.T) {
	k := newKernel()
	in := k.add(&ir.Instr{Op: ir.OpAtomic, Atomic: builtin.AtomicCompareExchange, Args: []ir.Value{k.buf},
		Mem: ir.Memory{Order: builtin.AcquireRelease}, Fail: ir.Memory{Order: builtin.Relaxed}})
	k.decide()
	if want := (ir.Memory{Order: builtin.AcquireRelease, Scope: dev, Spaces: bufs}); in.Mem != want {
		t.Errorf("success %+v, want %+v", in.Mem, want)
	}
	if want := (ir.Memory{Scope: dev}); in.Fail != want {
		t.Errorf("failure %+v, want %+v", in.Fail, want)
	}
}

// TestCrossGroup: an atomic on device memory and a device-scope ordering operation; and
// which resources text targets must then declare coherent (lowering.md §3).
func TestCrossGroup(t *testing.T) {
	devFence := builtin.Barrier{Scope: dev, Spaces: all}
	store := func(k *kernel) { k.add(&ir.Instr{Op: ir.OpStore, Args: []ir.Value{k.buf, uintConst(1)}}) }
	rows := []struct {
		name       string
		with       func(*kernel)
		cross, buf bool
	}{
		{"relaxed atomic alone", func(k *kernel) { k.atomic(k.buf, builtin.Relaxed); store(k) }, false, false},
		{"ordered atomic on it", func(k *kernel) { k.atomic(k.buf, builtin.Release) }, true, true},
		{"relaxed only, ordered on an image", func(k *kernel) { k.atomic(k.buf, builtin.Relaxed); k.atomic(k.img, builtin.Release) }, true, false},
		{"written plainly", func(k *kernel) { k.atomic(k.img, builtin.Relaxed); k.barrier(devFence); store(k) }, true, true},
		{"only read", func(k *kernel) { k.atomic(k.img, builtin.Release); k.load(k.buf) }, true, false},
		{"groupshared atomics only", func(k *kernel) { k.atomic(k.tile, builtin.AcquireRelease); store(k) }, false, false},
		{"fence without atomic", func(k *kernel) { store(k); k.barrier(devFence) }, false, false},
		{"wave sync widened by the atomic", func(k *kernel) {
			store(k)
			k.barrier(builtin.Barrier{Exec: wave, Scope: dev, Spaces: all, Narrow: true})
			k.atomic(k.img, builtin.Relaxed)
		}, true, true},
	}
	for _, r := range rows {
		k := newKernel()
		r.with(k)
		f := k.decide()
		got := k.buf.(*ir.View).Resource.CrossGroup
		if f.crossGroup != r.cross || got != r.buf {
			t.Errorf("%s: cross-group %v, buffer %v; want %v, %v", r.name, f.crossGroup, got, r.cross, r.buf)
		}
	}
}

// TestScopeChains: source that asks for a narrow scope and publishes wider needs the
// availability/visibility chain feature; our own narrowing never does.
func TestScopeChains(t *testing.T) {
	sub := builtin.Barrier{Exec: wave, Scope: wave, Spaces: all, SourceNarrow: true}
	groupAll := builtin.Barrier{Scope: group, Spaces: all, SourceNarrow: true}
	rows := []struct {
		name string
		with func(*kernel)
		want bool
	}{
		{"wave only", func(k *kernel) { k.barrier(sub) }, false},
		{"wave, then a groupshared atomic", func(k *kernel) { k.barrier(sub); k.atomic(k.tile, builtin.Relaxed) }, true},
		{"workgroup only", func(k *kernel) { k.barrier(groupAll) }, false},
		{"workgroup, then a device atomic", func(k *kernel) { k.barrier(groupAll); k.atomic(k.buf, builtin.Relaxed) }, true},
		{"our narrowing", func(k *kernel) {
			k.barrier(builtin.Barrier{Exec: wave, Scope: dev, Spaces: all, Narrow: true})
			k.atomic(k.tile, builtin.Relaxed)
		}, false},
	}
	for _, r := range rows {
		k := newKernel()
		k.touch(all)
		r.with(k)
		if f := k.decide(); f.scopeChains != r.want {
			t.Errorf("%s: %v, want %v", r.name, f.scopeChains, r.want)
		}
	}
}

// TestAccess: which plain accesses are shared, coherent, volatile (lowering.md §2).
func TestAccess(t *testing.T) {
	pool := types.NewPool()
	view := func(space types.Space, r ir.Resource) ir.Value {
		return &ir.View{Resource: &r, Elem: types.Uint, Type: pool.RefTo(types.Uint, space)}
	}
	rows := []struct {
		name string
		op   ir.Op
		at   ir.Value
		want ir.Access
	}{
		{"buffer", ir.OpLoad, view(types.SpaceBuffer, ir.Resource{}), ir.Access{Shared: true}},
		{"read-only buffer", ir.OpLoad, view(types.SpaceBuffer, ir.Resource{ReadOnly: true}), ir.Access{}},
		{"coherent buffer", ir.OpStore, view(types.SpaceBuffer, ir.Resource{Coherent: true}), ir.Access{Shared: true, Coherent: dev}},
		{"volatile buffer", ir.OpLoad, view(types.SpaceBuffer, ir.Resource{Volatile: true}), ir.Access{Shared: true, Volatile: true}},
		{"uniform", ir.OpLoad, view(types.SpaceUniform, ir.Resource{ReadOnly: true}), ir.Access{}},
		{"push constant", ir.OpLoad, view(types.SpacePush, ir.Resource{ReadOnly: true}), ir.Access{}},
		{"storage image", ir.OpImageRead, view(types.SpaceImage, ir.Resource{Class: ir.StorageImage}), ir.Access{Shared: true}},
		{"sampled image", ir.OpImageRead, view(types.SpaceImage, ir.Resource{Class: ir.SampledImage, ReadOnly: true}), ir.Access{}},
		{"groupshared", ir.OpLoad, &ir.Var{Type: pool.RefTo(types.Uint, types.SpaceGroupshared)}, ir.Access{Shared: true}},
		{"static", ir.OpLoad, &ir.Var{Type: pool.RefTo(types.Uint, types.SpacePrivate)}, ir.Access{}},
		{"local", ir.OpLoad, &ir.Instr{Op: ir.OpVar, Type: pool.RefTo(types.Uint, types.SpaceFunction)}, ir.Access{}},
		{"pointer", ir.OpLoad, &ir.Instr{Op: ir.OpDeref, Type: pool.RefTo(types.Uint, types.SpacePhysical), Args: []ir.Value{uintConst(0)}}, ir.Access{Shared: true}},
	}
	for _, r := range rows {
		if got := access(&ir.Instr{Op: r.op, Args: []ir.Value{r.at}}); got != r.want {
			t.Errorf("%s: %+v, want %+v", r.name, got, r.want)
		}
	}
}
