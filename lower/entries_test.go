package lower

import (
	"testing"

	"slc/lower/ir"
	"slc/sema/builtin"
	"slc/sema/types"
)

// The entries of memory.go that no kernel tells apart, because later stages do not look at them, or because earlier
// ones never make what they guard against.

// TestNoAddress: a value that is no reference lies in no space that anything orders.
func TestNoAddress(t *testing.T) {
	if s := addressSpace(uintConst(1)); s != types.SpaceNone || spaceOf(s) != builtin.NoSpaces {
		t.Errorf("space %v", s)
	}
	for _, s := range []types.Space{types.SpaceFunction, types.SpacePrivate, types.SpacePush, types.SpaceNone} {
		if spaceOf(s) != builtin.NoSpaces {
			t.Errorf("%v is ordered", s)
		}
	}
}

// TestMeaningReplaces: deciding replaces what an operation had: the mask of a Relaxed atomic is empty, and only a
// compare-exchange has a failure.
func TestMeaningReplaces(t *testing.T) {
	k := newKernel()
	in := k.atomic(k.buf, builtin.Relaxed)
	in.Mem.Spaces = all
	in.Fail = ir.Memory{Scope: wave, Spaces: all}
	k.decide()
	if want := (ir.Memory{Scope: dev}); in.Mem != want || in.Fail != (ir.Memory{}) {
		t.Errorf("%+v, fail %+v; want %+v and no failure", in.Mem, in.Fail, want)
	}
}

// TestNarrowestSourceScope: of several barriers for which the source asks a narrow scope the narrowest counts, in any
// order; barriers whose scope is their own do not.
func TestNarrowestSourceScope(t *testing.T) {
	subgroup := builtin.Barrier{Scope: wave, Spaces: all, SourceNarrow: true}
	workgroup := builtin.Barrier{Scope: group, Spaces: all, SourceNarrow: true}
	own := builtin.Barrier{Scope: group, Spaces: gshare}
	for _, r := range []struct {
		name     string
		barriers []builtin.Barrier
		at       func(*kernel) ir.Value
		order    builtin.Order
		want     bool
	}{
		{"wave, workgroup; published in the workgroup", []builtin.Barrier{subgroup, workgroup}, (*kernel).tileAt, builtin.Relaxed, true},
		{"workgroup, wave; published in the workgroup", []builtin.Barrier{workgroup, subgroup}, (*kernel).tileAt, builtin.Relaxed, true},
		{"workgroup; published in the workgroup", []builtin.Barrier{workgroup}, (*kernel).tileAt, builtin.Relaxed, false},
		{"workgroup; published in the workgroup by an ordered atomic", []builtin.Barrier{workgroup}, (*kernel).tileAt, builtin.Release, false},
		{"workgroup; published on the device by an ordered atomic", []builtin.Barrier{workgroup}, (*kernel).bufferAt, builtin.Release, true},
		{"GroupMemoryBarrier; published on the device", []builtin.Barrier{own}, (*kernel).bufferAt, builtin.Relaxed, false},
		{"GroupMemoryBarrier, wave; published in the workgroup", []builtin.Barrier{own, subgroup}, (*kernel).tileAt, builtin.Relaxed, true},
	} {
		k := newKernel()
		k.touch(all)
		for _, b := range r.barriers {
			k.barrier(b)
		}
		k.atomic(r.at(k), r.order)
		if f := k.decide(); f.scopeChains != r.want {
			t.Errorf("%s: %v, want %v", r.name, f.scopeChains, r.want)
		}
	}
}

// TestSampledImageIsPrivate: only storage images and texel buffers are shared, whatever else their declaration says.
func TestSampledImageIsPrivate(t *testing.T) {
	pool := types.NewPool()
	sampled := &ir.View{Resource: &ir.Resource{Class: ir.SampledImage}, Elem: types.Uint, Type: pool.RefTo(types.Uint, types.SpaceImage)}
	if got := access(&ir.Instr{Op: ir.OpImageRead, Args: []ir.Value{sampled}}); got != (ir.Access{}) {
		t.Errorf("%+v", got)
	}
}

// TestAtomicResources: a resource that an atomic touches is marked, others are not.
func TestAtomicResources(t *testing.T) {
	k := newKernel()
	k.touch(all)
	k.atomic(k.img, builtin.Relaxed)
	k.decide()
	if !k.img.(*ir.View).Resource.NeedsAtomic || k.buf.(*ir.View).Resource.NeedsAtomic {
		t.Error("the image has an atomic, the buffer none")
	}
}

// TestTargetNames: messages name a target as -target does.
func TestTargetNames(t *testing.T) {
	for target, want := range map[Target]string{SPIRV: "spirv", HLSL: "hlsl", Metal: "metal"} {
		if target.String() != want {
			t.Errorf("%q, want %q", target, want)
		}
	}
}

// TestCompilerFence: the fence of a compare-exchange loop has the scope and spaces of an ordered atomic, and makes an entry
// point cross-group where that has device scope.
func TestCompilerFence(t *testing.T) {
	for _, r := range []struct {
		name   string
		at     func(*kernel) ir.Value
		scope  builtin.Scope
		spaces builtin.Spaces
		cross  bool
	}{
		{"groupshared", (*kernel).tileAt, group, gshare, false},
		{"buffer", (*kernel).bufferAt, dev, bufs, true},
	} {
		k := newKernel()
		k.barrier(builtin.Barrier{Scope: group, Spaces: all, SourceNarrow: true})
		fence := k.add(&ir.Instr{Op: ir.OpBarrier, Mem: ir.Memory{Order: builtin.Release}})
		k.atomic(r.at(k), builtin.Relaxed)
		f := k.decide()
		if want := (ir.Memory{Order: builtin.Release, Scope: r.scope, Spaces: r.spaces}); fence.Mem != want || fence.Exec != none {
			t.Errorf("%s: %+v, want %+v", r.name, fence.Mem, want)
		}
		if f.crossGroup != r.cross || f.scopeChains != r.cross {
			t.Errorf("%s: cross-group %v, chains %v, want %v", r.name, f.crossGroup, f.scopeChains, r.cross)
		}
	}
}
