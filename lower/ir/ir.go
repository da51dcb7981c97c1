// Package ir is the compiler's intermediate representation: structured control
// flow, SSA values, explicit memory.
//
// # Contract
//
// A Module is self-contained: everything that its entry points reach. It has no
// type parameters, no overloads, no matrices, no enums, no Atomic: a matrix is an
// array of vectors (rows in values; rows or columns in memory, as the layout
// says, lower/ converts), an enum its underlying integer, Atomic<T> its storage
// type. A bool in memory that is shared with the host is a uint.
//
// Values. An instruction with a Type other than void defines one value. Operands
// are Values: instructions, constants, parameters, views of resources and global
// variables. A value may be used after its definition in the same region and in
// regions nested there (structured dominance). Evaluation order is instruction
// order; an instruction is evaluated exactly once each time its region runs.
//
// Places. A Ref-typed value is an address: a root (View, Var, OpVar, Ref parameter)
// refined by OpField, OpElem, OpByteElem, OpDescriptor and OpTexel. Addresses are
// never stored, never yielded, never chosen at run time. Only OpVar places (whole variables) may be passed to
// a Ref parameter of a call. Everything else that is by-reference in the source
// has been specialised away.
//
// Memory. OpLoad and OpStore are plain accesses and carry Access; OpAtomic and
// OpBarrier carry Memory, the meaning decided by lower/memory.go. Backends express
// it and never re-derive it.
//
// Control. OpIf, OpLoop and OpSwitch own regions. A region ends in exactly one
// terminator. OpIf may yield one value: then both regions end in OpYield of that
// type or leave by another terminator. A switch has no fall-through.
package ir

import (
	"slices"

	"slc/frontend/source"
	"slc/sema/builtin"
	"slc/sema/types"
)

// Shared vocabulary, see package builtin.
type (
	Order    = builtin.Order
	Scope    = builtin.Scope
	Spaces   = builtin.Spaces
	AtomicOp = builtin.AtomicOp
)

// Memory is the meaning of an atomic operation or of the memory part of a barrier.
type Memory struct {
	Order  Order
	Scope  Scope
	Spaces Spaces // ordered spaces; empty when Order is Relaxed
}

// Access is the meaning of a plain access.
type Access struct {
	// Shared: the location may be shared between invocations, the access takes part in
	// inter-invocation ordering (NonPrivatePointer / NonPrivateTexel).
	Shared bool
	// Coherent is the scope at which a load sees and a store publishes
	// (globallycoherent); ScopeNone when not coherent.
	Coherent Scope
	Volatile bool
}

// Layout is the memory layout of a buffer.
type Layout uint8

const (
	Std430 Layout = iota
	Std140
	ScalarLayout
	// DXConstants is that of constant buffers in DirectX, in which arrays, matrices and structs start at registers of 16 bytes
	// (Direct3D, "Packing Rules for Constant Variables").
	DXConstants
)

func (l Layout) String() string { return [...]string{"std430", "std140", "scalar", "dx"}[l] }

// Module is one lowered program for one target.
type Module struct {
	Pool      *types.Pool
	Resources []*Resource // reached by an entry point, in binding order
	Unused    []*Resource // declared and bound, but reached by none; for reflection
	Shared    []*Var      // groupshared variables
	Privates  []*Var      // static variables, one an invocation; initialised at entry by instructions
	Funcs     []*Func     // callees before callers; entry functions included
	Entries   []*Entry
	Features  Features
	// Pointers is the layout of memory behind physical pointers.
	Pointers Layout

	given map[uint32]*types.Value // of specialization constants, by Specialize
}

// Features is what a module needs beyond the core of a target, found by lower/.
type Features struct {
	// ScopeChains: source asked for a narrow scope that publishes wider, which
	// needs vulkanMemoryModelAvailabilityVisibilityChains.
	ScopeChains bool
	// Precise: the source has precise values, so that no operation on floating-point numbers may be contracted
	// with another or reordered.
	Precise bool
}

// ScalarBlocks reports whether the layout of a resource needs Vulkan's feature scalarBlockLayout.
func (m *Module) ScalarBlocks() bool {
	return slices.ContainsFunc(m.Resources, func(r *Resource) bool {
		return r.Class <= PushConstant && (r.Layout == ScalarLayout || r.Layout == DXConstants)
	})
}

// StandardUniforms reports whether that of a constant buffer needs uniformBufferStandardLayout.
func (m *Module) StandardUniforms() bool {
	return slices.ContainsFunc(m.Resources, func(r *Resource) bool { return r.Class == UniformBuffer && r.Layout == Std430 })
}

// Rounds reports whether in computes floating-point numbers, so that contracting it with another operation
// could change its result.
func (in *Instr) Rounds() bool {
	s := types.ElemScalar(in.Type)
	if s == nil || !s.Kind.IsFloat() {
		return false
	}
	switch in.Op {
	case OpAdd, OpSub, OpMul, OpDiv, OpRem, OpNeg:
		return true
	case OpIntrinsic:
		return builtin.Pure(in.Intrinsic)
	}
	return false
}

// ResourceClass says how a resource is bound.
type ResourceClass uint8

const (
	StorageBuffer ResourceClass = iota // structured and byte-address buffers
	UniformBuffer                      // constant buffers, implicit parameter blocks
	PushConstant
	StorageImage       // RWTexture*
	SampledImage       // Texture*
	StorageTexelBuffer // RWBuffer
	UniformTexelBuffer // Buffer
	Sampler
)

func (c ResourceClass) String() string {
	return [...]string{"storage_buffer", "uniform_buffer", "push_constant", "storage_image", "sampled_image",
		"storage_texel_buffer", "uniform_texel_buffer", "sampler"}[c]
}

// Resource is one bound object (or array of descriptors).
type Resource struct {
	Name   string
	Class  ResourceClass
	Source *types.Resource // source type; nil for cbuffer blocks and push constants made by the compiler
	// Content is the source type of what a block made by the compiler holds, for reflection.
	Content types.Type
	Span    source.Span
	// Set and Binding are the Vulkan numbers. Register (with RegisterClass b, t, u,
	// s) and RegisterSpace are HLSL's. MetalIndex is the buffer, texture or sampler index.
	Set, Binding, Register, RegisterSpace, MetalIndex int
	RegisterClass                                     byte
	// Count is 0 for one descriptor, n for an array of n, Unsized for an unbounded array.
	Count  int
	Layout Layout
	Views  []*View
	// ReadOnly: declared read-only (StructuredBuffer, ByteAddressBuffer, readonly).
	ReadOnly bool
	// Coherent: the source says globallycoherent.
	Coherent bool
	// CrossGroup: decided by lower/memory.go; text targets must declare the
	// resource coherent at device scope (lowering.md §3, §4).
	CrossGroup bool
	Volatile   bool
	Format     string // image format in GLSL spelling (r32ui), "" if unknown
	// NeedsAtomic: an atomic touches it.
	NeedsAtomic bool
	// SeqCst: it is a SeqCst object (lowering.md §1).
	SeqCst bool
	// Aliased: another variable has the same binding (lowering.md §2), or a handle may mean the same memory.
	Aliased bool
	// Combined: the sampler that a texture is combined with, or the texture of such a sampler. Vulkan binds them as one.
	Combined *Resource
	// Heap: what descriptor handles of one type choose from. HLSL does not declare it; the elements need not be different
	// resources, and what is bound may be among them.
	Heap bool
	// Hidden: made by the compiler (implicit globals block, counters).
	Hidden bool
}

// WriteOnly reports whether it is an image that the source does not let read.
func (r *Resource) WriteOnly() bool { return r.Source != nil && r.Source.WriteOnly }

// View is one typed window on a resource. Buffers: Type is Ref to an unsized
// array of Elem (structured and byte-address) or to the block struct (uniform,
// push constant). Images: Ref to the texel type. All views of a resource share its binding.
type View struct {
	Resource *Resource
	Elem     types.Type // storage type of the element, the block, or the texel
	Type     *types.Ref
	Atomic   bool // some atomic goes through this view
	// AtomicFields lists the member paths of Elem that atomics touch, as dotted field
	// indices with * for array elements ("0.*.2"), sorted; "" is the element itself. Text backends that type atomic objects
	// (MSL atomic_uint) need it.
	AtomicFields []string
}

// Var is a module-level variable: groupshared or private (static).
type Var struct {
	Name         string
	Type         *types.Ref // Elem is the storage type
	Span         source.Span
	AtomicFields []string // as in View
	SeqCst       bool
	Volatile     bool
}

// Entry is an entry point.
type Entry struct {
	Name            string
	Func            *Func // void, no parameters
	NumThreads      [3]int
	Sizes           [3]*types.SizeExpr // what of NumThreads depends on specialization constants; the text form has no place for it
	WaveSize        [3]int             // WaveSize attribute, zero if absent
	DerivativeGroup string
	// Facts of the entry point, found by lower/memory.go over everything reachable.
	CrossGroup      bool // lowering.md §1 "Cross-group entry point"
	UsesGroupshared bool
	Uses            []*Resource // resources reached, in module order
	Span            source.Span
}

// Func is a function. The Type of a parameter is a value type, or a Ref in SpaceFunction
// for inout and out parameters.
type Func struct {
	Name   string
	Params []*Param
	Result types.Type // types.Void if none
	Body   *Region
	Span   source.Span
}

// Param is a parameter of a function.
type Param struct {
	Name  string
	Type  types.Type
	Out   bool // Ref parameter whose initial value is not read
	Index int
	Span  source.Span
}

// Region is a sequence of instructions; the last one is the only terminator.
type Region struct {
	Instrs []*Instr
}

// Value is an operand: *Instr, *Const, *Param, *View, *Var.
type Value interface {
	ValueType() types.Type
	value()
}

// Const is a constant operand.
type Const struct {
	Value *types.Value
	// Spec is set for a specialization constant; Value is then its default.
	Spec *SpecConst
}

// SpecConst is a specialization constant.
type SpecConst struct {
	Name string
	ID   uint32
	Span source.Span
}

// Instr is an instruction; which of the attributes apply depends on Op (see ops.go).
type Instr struct {
	Op   Op
	Type types.Type // types.Void if it defines no value
	Args []Value
	Span source.Span
	Name string // name from the source, a hint for output
	ID   int    // set by Number, for printing

	Index      int              // OpField, OpExtract, OpInsert
	Comps      []uint8          // OpShuffle
	Intrinsic  builtin.Op       // OpIntrinsic
	Called     string           // OpIntrinsic: the name in the source, for messages
	System     SystemValue      // OpSystem
	Atomic     AtomicOp         // OpAtomic
	Mem        Memory           // OpAtomic, OpBarrier
	Fail       Memory           // OpAtomic compareExchange: failure order
	Exec       Scope            // OpBarrier
	Barrier    *builtin.Barrier // OpBarrier: what the source said, nil for fences made by the compiler
	Access     Access           // OpLoad, OpStore, OpImageRead, OpImageWrite; OpDeref: Coherent, which text targets declare
	Align      int              // OpDeref: alignment that the source promises, 0 if none
	Volatile   bool             // OpAtomic
	NonUniform bool             // OpDescriptor
	Callee     *Func            // OpCall
	Regions    []*Region        // OpIf: then, else; OpLoop: body, continuing; OpSwitch: one a case, default last
	Cases      [][]int64        // OpSwitch: values of each case; the default region has none
	Hint       Hint             // OpIf, OpLoop, OpSwitch
	Unroll     int              // OpLoop with HintUnroll: count, 0 if none
}

// Hint is a control-flow hint from the source.
type Hint uint8

const (
	NoHint Hint = iota
	HintUnroll
	HintLoop
	HintBranch
	HintFlatten
)

func (h Hint) String() string { return [...]string{"none", "unroll", "loop", "branch", "flatten"}[h] }

// SystemValue is a built-in input.
type SystemValue uint8

const (
	DispatchThreadID SystemValue = iota // uint3
	GroupID                             // uint3
	GroupThreadID                       // uint3
	GroupIndex                          // uint
	NumWorkgroups                       // uint3
	LaneIndex                           // uint
	LaneCount                           // uint
	WaveIndex                           // uint
	NumWaves                            // uint
	LaneEqMask                          // uint4, and the four below
	LaneGeMask
	LaneGtMask
	LaneLeMask
	LaneLtMask
	NumSystemValues
)

func (s SystemValue) String() string {
	return [...]string{"dispatch_thread_id", "group_id", "group_thread_id", "group_index", "num_workgroups",
		"lane_index", "lane_count", "wave_index", "num_waves",
		"lane_eq_mask", "lane_ge_mask", "lane_gt_mask", "lane_le_mask", "lane_lt_mask"}[s]
}

// Type returns the type of the system value.
func (s SystemValue) Type() types.Type {
	switch {
	case s == GroupIndex, s >= LaneIndex && s <= NumWaves:
		return types.Uint
	case s >= LaneEqMask:
		return types.VectorOf(types.Uint, 4)
	}
	return types.VectorOf(types.Uint, 3)
}

func (i *Instr) ValueType() types.Type { return i.Type }
func (c *Const) ValueType() types.Type { return c.Value.T }
func (p *Param) ValueType() types.Type { return p.Type }
func (v *View) ValueType() types.Type  { return v.Type }
func (v *Var) ValueType() types.Type   { return v.Type }

func (*Instr) value() {}
func (*Const) value() {}
func (*Param) value() {}
func (*View) value()  {}
func (*Var) value()   {}

// IsValue reports whether the instruction defines a value.
func (i *Instr) IsValue() bool { return i.Type != nil && i.Type != types.Type(types.Void) }

// Function names the function of an OpIntrinsic in messages: as the source does, where there is one.
func (i *Instr) Function() string {
	if i.Called != "" {
		return i.Called
	}
	return i.Intrinsic.String()
}

// Terminator returns the last instruction of the region when it is a terminator.
func (r *Region) Terminator() *Instr {
	if n := len(r.Instrs); n > 0 && r.Instrs[n-1].Op.Info().Terminator {
		return r.Instrs[n-1]
	}
	return nil
}

// Walk calls f for every instruction of the region and of nested regions, in order.
func (r *Region) Walk(f func(*Instr)) {
	for _, in := range r.Instrs {
		f(in)
		for _, sub := range in.Regions {
			sub.Walk(f)
		}
	}
}

// Root returns what an address is an address in: *View, *Var, *Param or the
// OpVar instruction.
func Root(v Value) Value {
	for {
		in, ok := v.(*Instr)
		if !ok || !in.Op.Info().Address || in.Op == OpVar {
			return v
		}
		v = in.Args[0]
	}
}
