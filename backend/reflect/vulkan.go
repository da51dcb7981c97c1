package reflect

import (
	"slices"

	"slc/backend/spirv/binary"
	"slc/backend/spirv/features"
	"slc/lower/ir"
	"slc/sema/types"
)

// describeTarget says what a device needs to run an output.
func describeTarget(o *Output) (target, error) {
	t := target{Target: o.Target, Version: o.Version}
	if o.Target != "spirv" || o.SPIRV == nil {
		return t, nil
	}
	p, err := binary.Decode(o.SPIRV)
	if err != nil {
		return t, err
	}
	t.Version, t.Extensions = p.Version.String(), p.Extensions()
	n := needs{p: p}
	for _, c := range p.Capabilities() {
		t.Capabilities = append(t.Capabilities, c.String())
		n.capability(c)
	}
	n.atomics()
	n.module(o.Module)
	slices.Sort(n.features)
	t.Features, t.SubgroupOperations = slices.Compact(n.features), n.subgroup
	for _, e := range o.Module.Entries {
		if e.WaveSize[0] != 0 && e.WaveSize[1] == 0 {
			t.RequiredSubgroupSize = e.WaveSize[0]
		}
	}
	return t, nil
}

// needs collects Vulkan features (Vulkan specification, appendix "Vulkan Environment for SPIR-V").
type needs struct {
	p        *binary.Parsed
	features []string
	subgroup []string
}

func (n *needs) feature(name string) { n.features = append(n.features, name) }

func (n *needs) capability(c binary.Capability) {
	if f := features.OfCapability(c); f != "" {
		n.feature(f)
	}
	if s := features.SubgroupOf(c); s != nil {
		n.subgroup = append(n.subgroup, s.Name)
	}
}

// atomics adds the features of atomic instructions, which depend on storage class, width and operation.
func (n *needs) atomics() {
	for i := range n.p.Insts {
		in := &n.p.Insts[i]
		if !features.IsAtomic(in.Op) {
			continue
		}
		pointer := in.ID(0)
		object := n.p.Def(n.p.Pointee(n.p.TypeOf(pointer)))
		class, ok := n.p.StorageClassOf(pointer)
		if object == nil || !ok {
			continue
		}
		if f := features.Atomic(in.Op, class, object.Op == binary.OpTypeFloat, object.Word(0)); f != "" {
			n.feature(f)
		}
	}
}

// module adds what does not show in the words: layouts, wave sizes, chains of availability operations.
func (n *needs) module(m *ir.Module) {
	if m.Features.ScopeChains {
		n.feature("vulkanMemoryModelAvailabilityVisibilityChains")
	}
	for _, e := range m.Entries {
		if e.WaveSize != [3]int{} {
			n.feature("subgroupSizeControl")
		}
		if e.Sizes != [3]*types.SizeExpr{} && n.p.Version >= binary.Version1_6 {
			n.feature("maintenance4") // LocalSizeId
		}
	}
	if mutableHeap(m) {
		n.feature("mutableDescriptorType")
	}
	if m.ScalarBlocks() || scalarPointees(m) {
		n.feature("scalarBlockLayout")
	}
	if m.StandardUniforms() {
		n.feature("uniformBufferStandardLayout")
	}
	n.subgroupTypes()
}

// mutableHeap reports whether one binding holds descriptors of several types, as the heap of handles does
// (VK_EXT_mutable_descriptor_type).
func mutableHeap(m *ir.Module) bool {
	for i, r := range m.Resources {
		for _, o := range m.Resources[:i] {
			if r.Heap && o.Heap && r.Binding == o.Binding && r.Class != o.Class && r.Combined == nil {
				return true
			}
		}
	}
	return false
}

// scalarPointees reports whether the layout of anything that a pointer leads to is none that every
// device has: an offset or stride that std430 would not allow.
func scalarPointees(m *ir.Module) (found bool) {
	for _, f := range m.Funcs {
		f.Body.Walk(func(in *ir.Instr) {
			if ref, ok := in.Type.(*types.Ref); ok && in.Op == ir.OpDeref && m.Pointers == ir.ScalarLayout {
				found = found || !sameLayout(ref.Elem)
			}
		})
	}
	return found
}

// sameLayout reports whether the parts of a t lie at the same places in the scalar layout and in std430.
func sameLayout(t types.Type) bool {
	switch t := t.(type) {
	case *types.Array:
		return ir.ScalarLayout.Stride(t.Elem) == ir.Std430.Stride(t.Elem) && sameLayout(t.Elem)
	case *types.Struct:
		for i, f := range t.Fields {
			if ir.ScalarLayout.Offset(t, i) != ir.Std430.Offset(t, i) || !sameLayout(f.Type) {
				return false
			}
		}
	}
	return true
}

// subgroupTypes: subgroup operations on 8- and 16-bit integers, 64-bit integers and halfs, and broadcasts
// from a lane that is not constant.
func (n *needs) subgroupTypes() {
	for i := range n.p.Insts {
		in := &n.p.Insts[i]
		if in.Op < binary.OpGroupNonUniformElect || in.Op > binary.OpGroupNonUniformQuadSwap && in.Op != binary.OpGroupNonUniformRotateKHR {
			continue
		}
		t := n.p.Def(in.Type)
		if t != nil && t.Op == binary.OpTypeVector {
			t = n.p.Def(t.ID(0))
		}
		if t == nil {
			continue
		}
		if width := t.Word(0); t.Op == binary.OpTypeInt && width != 32 || t.Op == binary.OpTypeFloat && width == 16 {
			n.feature("shaderSubgroupExtendedTypes")
		}
		if in.Op == binary.OpGroupNonUniformBroadcast || in.Op == binary.OpGroupNonUniformQuadBroadcast {
			if _, constant := n.p.Const(in.ID(2)); !constant {
				n.feature("subgroupBroadcastDynamicId")
			}
		}
	}
}
