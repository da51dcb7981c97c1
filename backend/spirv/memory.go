package spirv

import (
	"slc/backend/spirv/binary"
	"slc/lower/ir"
	"slc/sema/builtin"
	"slc/sema/types"
)

// This file is the table that says how SPIR-V expresses the meaning of atomics,
// barriers and shared accesses: lowering.md §2. It decides nothing else, and no
// other file of the package makes a scope, a semantics mask or an access mask.

// scopeWord maps a scope to its operand (lowering.md §2, "scope"). Device scope
// needs VulkanMemoryModelDeviceScope (VUID-RuntimeSpirv-vulkanMemoryModel-06265);
// -device-scope queue-family says QueueFamily wherever the meaning says device.
func scopeWord(s ir.Scope, device DeviceScope) uint32 {
	switch s {
	case builtin.ScopeWave:
		return binary.ScopeSubgroup
	case builtin.ScopeWorkgroup:
		return binary.ScopeWorkgroup
	}
	if device == QueueFamily {
		return binary.ScopeQueueFamily
	}
	return binary.ScopeDevice
}

// orderBits: an order with its availability and visibility operation (VUID
// 10872, 10873). SequentiallyConsistent is illegal (VUID 10866); SeqCst is
// AcquireRelease on read-modify-writes only (lowering.md §2, "SeqCst").
var orderBits = [builtin.NumOrders]uint32{
	builtin.Relaxed:        binary.MemorySemanticsRelaxed,
	builtin.Acquire:        binary.MemorySemanticsAcquire | binary.MemorySemanticsMakeVisible,
	builtin.Release:        binary.MemorySemanticsRelease | binary.MemorySemanticsMakeAvailable,
	builtin.AcquireRelease: acquireRelease,
	builtin.SeqCst:         acquireRelease,
}

const acquireRelease = binary.MemorySemanticsAcquireRelease | binary.MemorySemanticsMakeAvailable | binary.MemorySemanticsMakeVisible

// spaceBits: the storage classes of the spaces. UniformMemory covers Uniform,
// StorageBuffer and PhysicalStorageBuffer.
var spaceBits = [...]struct {
	space ir.Spaces
	bit   uint32
}{
	{builtin.Buffers, binary.MemorySemanticsUniformMemory},
	{builtin.Groupshared, binary.MemorySemanticsWorkgroupMemory},
	{builtin.Images, binary.MemorySemanticsImageMemory},
}

// semantics is the memory semantics operand of m. A relaxed operation orders no
// storage class (VUID 10871), so its operand is 0.
func semantics(m ir.Memory) uint32 {
	mask := orderBits[m.Order]
	if mask == 0 {
		return 0
	}
	for _, s := range spaceBits {
		if m.Spaces&s.space != 0 {
			mask |= s.bit
		}
	}
	return mask
}

// unequalSemantics is the Unequal operand of a compare-exchange: what the fail
// order acquires, never a release (VUID 10875), no MakeAvailable, and no bit that
// Equal lacks (VUID 10877, 10878); its Acquire is part of Equal's AcquireRelease.
func unequalSemantics(success, fail ir.Memory) uint32 {
	if !fail.Order.Acquires() || !success.Order.Acquires() {
		return 0
	}
	mask := semantics(ir.Memory{Order: builtin.Acquire, Spaces: fail.Spaces})
	return mask & (semantics(success) | binary.MemorySemanticsAcquire)
}

// volatileSemantics marks an atomic on volatile memory, in Equal and Unequal alike.
const volatileSemantics = binary.MemorySemanticsVolatile

// atomicRow is the instruction of an atomic operation on signed and unsigned
// integers and floats; 0 where there is none (lower/ expands those).
type atomicRow struct {
	signed, unsigned, float binary.Opcode
}

// atomicTable: lowering.md §2. A float subtraction adds the negated operand.
var atomicTable = [builtin.NumAtomicOps]atomicRow{
	builtin.AtomicLoad:            {binary.OpAtomicLoad, binary.OpAtomicLoad, binary.OpAtomicLoad},
	builtin.AtomicStore:           {binary.OpAtomicStore, binary.OpAtomicStore, binary.OpAtomicStore},
	builtin.AtomicExchange:        {binary.OpAtomicExchange, binary.OpAtomicExchange, binary.OpAtomicExchange},
	builtin.AtomicCompareExchange: {binary.OpAtomicCompareExchange, binary.OpAtomicCompareExchange, 0},
	builtin.AtomicAdd:             {binary.OpAtomicIAdd, binary.OpAtomicIAdd, binary.OpAtomicFAddEXT},
	builtin.AtomicSub:             {binary.OpAtomicISub, binary.OpAtomicISub, binary.OpAtomicFAddEXT},
	builtin.AtomicInc:             {binary.OpAtomicIIncrement, binary.OpAtomicIIncrement, 0},
	builtin.AtomicDec:             {binary.OpAtomicIDecrement, binary.OpAtomicIDecrement, 0},
	builtin.AtomicAnd:             {binary.OpAtomicAnd, binary.OpAtomicAnd, 0},
	builtin.AtomicOr:              {binary.OpAtomicOr, binary.OpAtomicOr, 0},
	builtin.AtomicXor:             {binary.OpAtomicXor, binary.OpAtomicXor, 0},
	builtin.AtomicMin:             {binary.OpAtomicSMin, binary.OpAtomicUMin, binary.OpAtomicFMinEXT},
	builtin.AtomicMax:             {binary.OpAtomicSMax, binary.OpAtomicUMax, binary.OpAtomicFMaxEXT},
}

// atomicOpcode picks the instruction for op on an object of scalar type s. The
// result is 0 if there is none: 8- and 16-bit integers have no atomics at all.
func atomicOpcode(op builtin.AtomicOp, s *types.Scalar) binary.Opcode {
	row := &atomicTable[op]
	switch k := s.Kind; {
	case k.IsFloat():
		return row.float
	case !k.IsInt() || s.Bits < 32:
		return 0
	case k.IsSigned():
		return row.signed
	}
	return row.unsigned
}

// seqCstAtomic is the operation that a SeqCst one becomes: only
// read-modify-writes give a total order (lowering.md §2, "SeqCst"). A load is an
// Or with 0, a store an exchange. On a SeqCst object a store of any order is an
// exchange of that order (§1, "SeqCst objects").
func seqCstAtomic(op builtin.AtomicOp, order ir.Order, object bool) builtin.AtomicOp {
	switch {
	case op == builtin.AtomicLoad && order == builtin.SeqCst:
		return builtin.AtomicOr
	case op == builtin.AtomicStore && (order == builtin.SeqCst || object):
		return builtin.AtomicExchange
	}
	return op
}

// atomicCapability is the capability of an atomic instruction on a scalar type,
// beyond Shader; ok is false if it needs none.
func atomicCapability(op binary.Opcode, s *types.Scalar) (c binary.Capability, ok bool) {
	switch {
	case op == binary.OpAtomicFAddEXT:
		return byWidth(s, binary.CapabilityAtomicFloat16AddEXT, binary.CapabilityAtomicFloat32AddEXT, binary.CapabilityAtomicFloat64AddEXT), true
	case op == binary.OpAtomicFMinEXT || op == binary.OpAtomicFMaxEXT:
		return byWidth(s, binary.CapabilityAtomicFloat16MinMaxEXT, binary.CapabilityAtomicFloat32MinMaxEXT, binary.CapabilityAtomicFloat64MinMaxEXT), true
	case s.Bits == 64 && s.Kind.IsInt():
		return binary.CapabilityInt64Atomics, true
	}
	return 0, false
}

func byWidth(s *types.Scalar, c16, c32, c64 binary.Capability) binary.Capability {
	switch s.Bits {
	case 16:
		return c16
	case 64:
		return c64
	}
	return c32
}

// canBeShared reports whether accesses to a storage class may carry NonPrivatePointer: the
// memory that several invocations reach. It is illegal, or says nothing, elsewhere.
func canBeShared(sc binary.StorageClass) bool {
	switch sc {
	case binary.StorageClassStorageBuffer, binary.StorageClassWorkgroup, binary.StorageClassPhysicalStorageBuffer:
		return true
	}
	return false
}

// accessKind tells the two sides of an access apart: a load sees, a store publishes.
type accessKind uint8

const (
	reads accessKind = iota
	writes
)

// pointerAccess is the memory access mask of a plain access; align is its alignment in
// physical memory, 0 elsewhere. Operands follow in the order of the bits: alignment, scope
// of Available, scope of Visible; the last two exclude each other here.
func pointerAccess(a ir.Access, sc binary.StorageClass, kind accessKind, align uint32) (mask uint32) {
	if align != 0 {
		mask |= binary.MemoryAccessAligned
	}
	if !canBeShared(sc) {
		return mask
	}
	if a.Volatile {
		mask |= binary.MemoryAccessVolatile
	}
	if a.Shared || a.Coherent != builtin.ScopeNone {
		mask |= binary.MemoryAccessNonPrivatePointer
	}
	if a.Coherent != builtin.ScopeNone {
		mask |= [...]uint32{reads: binary.MemoryAccessMakePointerVisible, writes: binary.MemoryAccessMakePointerAvailable}[kind]
	}
	return mask
}

// texelAccess is the image operands mask of a read or write of a writable image.
func texelAccess(a ir.Access, kind accessKind) (mask uint32) {
	if a.Volatile {
		mask |= binary.ImageOperandsVolatileTexel
	}
	if a.Shared || a.Coherent != builtin.ScopeNone {
		mask |= binary.ImageOperandsNonPrivateTexel
	}
	if a.Coherent != builtin.ScopeNone {
		mask |= [...]uint32{reads: binary.ImageOperandsMakeTexelVisible, writes: binary.ImageOperandsMakeTexelAvailable}[kind]
	}
	return mask
}
