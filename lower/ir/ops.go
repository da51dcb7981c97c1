package ir

// Op is the operation of an instruction.
type Op uint8

const (
	OpInvalid Op = iota

	// Arithmetic on scalars and vectors; operands have the type of the result
	// except where said. Integer or float, signed or unsigned, by the element type.
	OpAdd
	OpSub
	OpMul
	OpDiv
	OpRem
	OpAnd // bitwise; logical on bool
	OpOr
	OpXor
	OpShl // count has the type of the value
	OpShr // arithmetic on signed
	OpNeg
	OpNot    // bool
	OpBitNot // integers
	OpEq     // comparisons yield bool or a vector of bool
	OpNe
	OpLt
	OpLe
	OpGt
	OpGe
	OpSelect  // cond (bool, or bool vector of the same length), true value, false value; both are evaluated already
	OpConvert // numeric conversion to Type, elementwise; bool counts as 0/1
	OpBitcast // same size; uint2 <-> uint64 low word first

	// Composites.
	OpConstruct  // Type from its parts: vector from scalars and vectors, array from elements, struct from fields
	OpSplat      // scalar to vector
	OpExtract    // Args[0] at constant Index: vector component, array element or struct field
	OpExtractDyn // Args[0] at run-time index Args[1]: vector or array value
	OpInsert     // Args[0] with part Index replaced by Args[1]
	OpShuffle    // Args[0] (a vector) rearranged by Comps

	// Places.
	OpVar        // function-local variable; Type is Ref in SpaceFunction
	OpField      // Args[0] a ref to a struct, Index
	OpElem       // Args[0] a ref to an array or vector, Args[1] the index
	OpByteElem   // Args[0] a byte-address View, Args[1] byte offset; Type is Ref to the view's element
	OpDescriptor // Args[0] a View of a descriptor array, Args[1] the index; NonUniform; Type is that of one descriptor's view
	OpTexel      // Args[0] an image View or OpDescriptor, Args[1] the coordinate, Args[2] the sample if multisampled; Type is Ref to one texel, for atomics
	OpDeref      // Args[0] a pointer value (uint64); Type is Ref in SpacePhysical

	// Memory.
	OpLoad       // Args[0] a ref
	OpStore      // Args[0] a ref, Args[1] the value
	OpImageRead  // Args[0] image View or OpDescriptor, Args[1] coordinate, Args[2] lod or sample if present
	OpImageWrite // Args[0] image, Args[1] coordinate, Args[2] value, Args[3] the sample if multisampled
	// OpAtomic: Args[0] a ref; then value operands in the order of builtin.AtomicOp. Operands and
	// result have the type of the memory, except that min and max on a word of a byte-address
	// buffer have the signedness of the operation (int operands and result on a uint word). Type is
	// void when the result is not used.
	OpAtomic
	OpBarrier   // Exec, Mem
	OpLength    // Args[0] a View or OpDescriptor of a structured (elements) or byte-address (bytes) buffer: uint
	OpImageSize // Args[0] image: uint, uint2 or uint3 (texels; layers last)

	// Calls.
	OpCall      // Callee, Args
	OpIntrinsic // Intrinsic, Args: pure or wave operation
	OpSystem    // System: a built-in input

	// Structured control flow.
	OpIf     // Args[0] condition; Regions then, else; Type of the yielded value or void
	OpLoop   // Regions body, continuing; the continuing region ends in OpYield, with an optional bool: leave the loop if true
	OpSwitch // Args[0] selector; Regions one a case, the last is the default; Cases

	// Terminators.
	OpYield    // end of an OpIf or OpSwitch region or of continuing, with an optional value
	OpBreak    // leaves the innermost OpLoop or OpSwitch
	OpContinue // goes to the continuing region of the innermost OpLoop, also from the end of its body
	OpReturn   // Args[0] if the function has a result
	OpUnreachable

	NumOps
)

// Info describes an operation.
type Info struct {
	Name       string
	Min, Max   int  // number of operands; Max -1: any
	Address    bool // defines a place
	Effect     bool // must happen even when unused
	Terminator bool
	Regions    int // number of regions, -1: any
}

var infos = [NumOps]Info{
	OpInvalid:     {Name: "invalid"},
	OpAdd:         {Name: "add", Min: 2, Max: 2},
	OpSub:         {Name: "sub", Min: 2, Max: 2},
	OpMul:         {Name: "mul", Min: 2, Max: 2},
	OpDiv:         {Name: "div", Min: 2, Max: 2},
	OpRem:         {Name: "rem", Min: 2, Max: 2},
	OpAnd:         {Name: "and", Min: 2, Max: 2},
	OpOr:          {Name: "or", Min: 2, Max: 2},
	OpXor:         {Name: "xor", Min: 2, Max: 2},
	OpShl:         {Name: "shl", Min: 2, Max: 2},
	OpShr:         {Name: "shr", Min: 2, Max: 2},
	OpNeg:         {Name: "neg", Min: 1, Max: 1},
	OpNot:         {Name: "not", Min: 1, Max: 1},
	OpBitNot:      {Name: "bitnot", Min: 1, Max: 1},
	OpEq:          {Name: "eq", Min: 2, Max: 2},
	OpNe:          {Name: "ne", Min: 2, Max: 2},
	OpLt:          {Name: "lt", Min: 2, Max: 2},
	OpLe:          {Name: "le", Min: 2, Max: 2},
	OpGt:          {Name: "gt", Min: 2, Max: 2},
	OpGe:          {Name: "ge", Min: 2, Max: 2},
	OpSelect:      {Name: "select", Min: 3, Max: 3},
	OpConvert:     {Name: "convert", Min: 1, Max: 1},
	OpBitcast:     {Name: "bitcast", Min: 1, Max: 1},
	OpConstruct:   {Name: "construct", Min: 0, Max: -1},
	OpSplat:       {Name: "splat", Min: 1, Max: 1},
	OpExtract:     {Name: "extract", Min: 1, Max: 1},
	OpExtractDyn:  {Name: "extract_dyn", Min: 2, Max: 2},
	OpInsert:      {Name: "insert", Min: 2, Max: 2},
	OpShuffle:     {Name: "shuffle", Min: 1, Max: 1},
	OpVar:         {Name: "var", Address: true},
	OpField:       {Name: "field", Min: 1, Max: 1, Address: true},
	OpElem:        {Name: "elem", Min: 2, Max: 2, Address: true},
	OpByteElem:    {Name: "byte_elem", Min: 2, Max: 2, Address: true},
	OpDescriptor:  {Name: "descriptor", Min: 2, Max: 2, Address: true},
	OpTexel:       {Name: "texel", Min: 2, Max: 3, Address: true},
	OpDeref:       {Name: "deref", Min: 1, Max: 1, Address: true},
	OpLoad:        {Name: "load", Min: 1, Max: 1, Effect: true},
	OpStore:       {Name: "store", Min: 2, Max: 2, Effect: true},
	OpImageRead:   {Name: "image_read", Min: 2, Max: 3, Effect: true},
	OpImageWrite:  {Name: "image_write", Min: 3, Max: 4, Effect: true},
	OpAtomic:      {Name: "atomic", Min: 1, Max: 3, Effect: true},
	OpBarrier:     {Name: "barrier", Effect: true},
	OpLength:      {Name: "length", Min: 1, Max: 1},
	OpImageSize:   {Name: "image_size", Min: 1, Max: 1},
	OpCall:        {Name: "call", Max: -1, Effect: true},
	OpIntrinsic:   {Name: "intrinsic", Max: -1},
	OpSystem:      {Name: "system"},
	OpIf:          {Name: "if", Min: 1, Max: 1, Effect: true, Regions: 2},
	OpLoop:        {Name: "loop", Effect: true, Regions: 2},
	OpSwitch:      {Name: "switch", Min: 1, Max: 1, Effect: true, Regions: -1},
	OpYield:       {Name: "yield", Max: 1, Effect: true, Terminator: true},
	OpBreak:       {Name: "break", Effect: true, Terminator: true},
	OpContinue:    {Name: "continue", Effect: true, Terminator: true},
	OpReturn:      {Name: "return", Max: 1, Effect: true, Terminator: true},
	OpUnreachable: {Name: "unreachable", Effect: true, Terminator: true},
}

// Info returns the description of the operation.
func (op Op) Info() *Info { return &infos[op] }

func (op Op) String() string { return infos[op].Name }
