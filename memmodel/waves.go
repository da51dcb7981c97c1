package memmodel

import "slc/backend/spirv/binary"

// UsesWaves says whether it may matter to the kernel which invocations are of one wave: it has
// operations or built-ins of waves, or a scope that may be Subgroup.
func (k *Kernel) UsesWaves() bool {
	for _, b := range k.builtins {
		switch b {
		case binary.BuiltInSubgroupSize, binary.BuiltInSubgroupLocalInvocationId, binary.BuiltInSubgroupId, binary.BuiltInNumSubgroups:
			return true
		}
	}
	for i := range k.m.Insts {
		in := &k.m.Insts[i]
		if waveOperation(in.Op) {
			return true
		}
		for _, o := range in.Operands {
			if o.Kind == binary.KindIdScope && k.maySubgroup(o.Word()) {
				return true
			}
		}
	}
	return false
}

// maySubgroup says whether the value of a scope operand may be Subgroup: of what is no constant
// that is not known.
func (k *Kernel) maySubgroup(id binary.ID) bool {
	def := k.m.Def(id)
	return def == nil || def.Op != binary.OpConstant || binary.Scope(def.Word(0)) == binary.ScopeSubgroup
}

// WaveSizes are the sizes of waves that a launch has to be checked with where nothing says which
// one devices have: the powers of two up to one that holds the whole workgroup (SubgroupSize is a
// power of two, Vulkan 1.3 section 15.9.5), or just 0, the workgroup, if the kernel does not tell them apart.
func (k *Kernel) WaveSizes(l *Launch) []int {
	if !k.UsesWaves() {
		return []int{0}
	}
	out := []int{1}
	for n := 1; n < l.invocations(k); n *= 2 {
		out = append(out, 2*n)
	}
	return out
}
