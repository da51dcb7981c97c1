package lower

import (
	"fmt"

	"slc/sema/builtin"
	"slc/sema/types"
)

// Target is an output language.
type Target uint8

const (
	SPIRV Target = iota
	HLSL
	Metal
)

func (t Target) String() string { return [...]string{"spirv", "hlsl", "metal"}[t] }

// TargetCaps is what a target has natively, as far as lowering depends on it.
type TargetCaps struct {
	Target Target
	// Version is 103…106 for SPIR-V, 60…68 for HLSL shader models, 204…401 for Metal.
	Version int
	// FenceForm: an ordered operation is a relaxed one between fences, so the fences
	// of a CAS loop stand around the whole loop (lowering.md §3, §4).
	FenceForm bool
	// FailReread: a failed compare-exchange whose fail order is SeqCst re-reads the
	// location with a read-modify-write (lowering.md §2, SeqCst).
	FailReread bool
	// FloatCAS makes float arithmetic a CAS loop although the target has it (-float-atomics cas).
	FloatCAS bool
}

// CapsFor returns the capabilities of a target version; version 0 is the default profile.
func CapsFor(t Target, version int) TargetCaps {
	if version == 0 {
		version = [...]int{105, 66, 302}[t]
	}
	return TargetCaps{Target: t, Version: version, FenceForm: t != SPIRV, FailReread: t == SPIRV}
}

// signedRem reports whether the remainder of type t has to be made of a division:
// the target leaves it undefined when an operand is negative. Vulkan says so of OpSRem
// (specification, "Precision and Operation of SPIR-V Instructions"), HLSL of %.
func (c *TargetCaps) signedRem(t types.Type) bool {
	return c.Target != Metal && types.ElemScalar(t).Kind.IsSigned()
}

// Profile names the target and its version, for messages.
func (c *TargetCaps) Profile() string {
	switch c.Target {
	case HLSL:
		return fmt.Sprintf("HLSL shader model %d.%d", c.Version/10, c.Version%10)
	case Metal:
		return fmt.Sprintf("Metal %d.%d", c.Version/100, c.Version%100)
	}
	return fmt.Sprintf("SPIR-V %d.%d", c.Version/100, c.Version%100)
}

// Support says how a target carries out an atomic operation.
type Support uint8

const (
	Unsupported Support = iota
	Native              // on the object's own type
	UintView            // as itself on the bits: the object is stored as uint
	CASLoop             // by a compare-exchange loop on the bits, stored as uint
)

// class groups the scalar types that targets treat alike.
type class uint8

const (
	cInt32 class = 1 << iota
	cInt64
	cUint64
	cFloat
	cDouble
	cHalf
	cSmall
	c64 = cInt64 | cUint64
)

func classOf(s *types.Scalar) class {
	switch s.Kind {
	case types.KInt32, types.KUint32:
		return cInt32
	case types.KInt64:
		return cInt64
	case types.KUint64:
		return cUint64
	case types.KFloat:
		return cFloat
	case types.KDouble:
		return cDouble
	case types.KHalf:
		return cHalf
	}
	return cSmall
}

type opSet uint16

const (
	moves   = opSet(1<<builtin.AtomicLoad | 1<<builtin.AtomicStore | 1<<builtin.AtomicExchange)
	cas     = opSet(1 << builtin.AtomicCompareExchange)
	sums    = opSet(1<<builtin.AtomicAdd | 1<<builtin.AtomicSub)
	minmax  = opSet(1<<builtin.AtomicMin | 1<<builtin.AtomicMax)
	anyOp   = opSet(1<<builtin.NumAtomicOps - 1)
	device  = 1<<types.SpaceBuffer | 1<<types.SpacePhysical
	shared  = 1 << types.SpaceGroupshared
	images  = 1 << types.SpaceImage
	anyRoom = device | shared | images
)

// capRow is one row of the capability table: the first row that matches decides.
type capRow struct {
	target   Target
	since    int
	classes  class
	ops      opSet
	spaces   int
	noResult bool // only when the result is unused
	support  Support
	underCAS Support // support under FloatCAS
}

// capTable: SPIR-V by lowering.md §2 (float add, min, max have extensions; a compare-exchange
// takes integers only), HLSL by §3 (32-bit integers; 64-bit from SM 6.6; floats as their bits),
// Metal by §4 (atomic_float on the device from 3.0, in threadgroup memory from 4.1; atomic_ulong
// min and max without result; texture atomics from 3.1).
var capTable = [...]capRow{
	{target: SPIRV, classes: cInt32 | c64, ops: anyOp, spaces: anyRoom, support: Native, underCAS: Native},
	{target: SPIRV, classes: cFloat | cDouble | cHalf, ops: moves, spaces: anyRoom, support: Native, underCAS: Native},
	{target: SPIRV, classes: cFloat | cDouble, ops: sums | minmax, spaces: anyRoom, support: Native, underCAS: CASLoop},
	{target: SPIRV, classes: cHalf, ops: sums | minmax, spaces: anyRoom, support: Native},
	{target: SPIRV, classes: cFloat | cDouble, ops: cas, spaces: anyRoom, support: UintView, underCAS: UintView},

	{target: HLSL, classes: cInt32, ops: anyOp, spaces: anyRoom, support: Native, underCAS: Native},
	{target: HLSL, since: 66, classes: c64, ops: anyOp, spaces: anyRoom, support: Native, underCAS: Native},
	{target: HLSL, classes: cFloat, ops: moves | cas, spaces: anyRoom, support: UintView, underCAS: UintView},
	{target: HLSL, classes: cFloat, ops: sums | minmax, spaces: anyRoom, support: CASLoop, underCAS: CASLoop},
	{target: HLSL, since: 66, classes: cDouble, ops: moves | cas, spaces: anyRoom, support: UintView, underCAS: UintView},
	{target: HLSL, since: 66, classes: cDouble, ops: sums | minmax, spaces: anyRoom, support: CASLoop, underCAS: CASLoop},

	{target: Metal, classes: cInt32, ops: anyOp, spaces: device | shared, support: Native, underCAS: Native},
	{target: Metal, since: 301, classes: cInt32, ops: anyOp, spaces: images, support: Native, underCAS: Native},
	{target: Metal, classes: cUint64, ops: minmax, spaces: device, noResult: true, support: Native, underCAS: Native},
	{target: Metal, since: 300, classes: cFloat, ops: moves, spaces: device, support: Native, underCAS: Native},
	{target: Metal, since: 300, classes: cFloat, ops: sums, spaces: device, support: Native, underCAS: CASLoop},
	{target: Metal, since: 401, classes: cFloat, ops: moves, spaces: shared, support: Native, underCAS: Native},
	{target: Metal, since: 401, classes: cFloat, ops: 1 << builtin.AtomicAdd, spaces: shared, support: Native, underCAS: CASLoop},
	{target: Metal, since: 301, classes: cFloat, ops: moves | cas, spaces: images, support: UintView, underCAS: UintView},
	{target: Metal, since: 301, classes: cFloat, ops: sums | minmax, spaces: images, support: CASLoop, underCAS: CASLoop},
	{target: Metal, classes: cFloat, ops: moves | cas, spaces: device | shared, support: UintView, underCAS: UintView},
	{target: Metal, classes: cFloat, ops: sums | minmax, spaces: device | shared, support: CASLoop, underCAS: CASLoop},
}

// Atomic returns how the target carries out op on an object of type elem in
// space; used tells whether the result is wanted.
func (c *TargetCaps) Atomic(op builtin.AtomicOp, elem *types.Scalar, space types.Space, used bool) Support {
	cl := classOf(elem)
	for i := range capTable {
		r := &capTable[i]
		if r.target != c.Target || c.Version < r.since || r.classes&cl == 0 || r.ops&(1<<op) == 0 ||
			r.spaces&(1<<space) == 0 || r.noResult && used {
			continue
		}
		if c.FloatCAS {
			return r.underCAS
		}
		return r.support
	}
	return Unsupported
}
