// Package typed is the result of semantic analysis: a typed, monomorphic tree.
//
// Every name is resolved, every conversion is explicit, every generic is
// instantiated, every constant expression is folded, and every checked rule of
// the language holds. Order of evaluation is the order of operands.
package typed

import (
	"slc/frontend/source"
	"slc/sema/builtin"
	"slc/sema/types"
)

// Program is one analysed compilation.
type Program struct {
	Pool    *types.Pool
	Globals []*Var  // global variables of every kind, in the order of their definition (also static and groupshared locals)
	Funcs   []*Func // instances, in order of first use; callees may follow callers
	Entries []*Entry
	Precise bool // something is declared precise
}

// VarKind says where a variable lives.
type VarKind uint8

const (
	Local       VarKind = iota // function local, one an activation
	Param                      // parameter of a function, Dir says how it is passed
	Static                     // static variable (global or local): one an invocation
	GroupShared                // groupshared variable: one a workgroup
	Uniform                    // shader parameter: resource, constant buffer, uniform value, push constant
	SystemValue                // entry-point parameter bound to a system value
	SpecConst                  // specialization constant
)

// Dir is the passing mode of a parameter.
type Dir uint8

const (
	In Dir = iota
	Out
	InOut
	Ref      // ref / __ref: by reference
	ConstRef // constref / __constref: by reference, read only
)

// Var is a variable, parameter or constant.
type Var struct {
	Name string
	Type types.Type
	Kind VarKind
	Dir  Dir
	Span source.Span // of the name
	Init Expr        // initial value of Static and GroupShared variables, nil if none
	// Assigned reports that the variable is written after its initialisation or
	// passed by reference: if false a Local can be bound to a value.
	Assigned bool
	Const    bool // declared const or let
	Temp     bool // made by the compiler

	Shared bool // a parameter that is declared groupshared

	// Uniform and SystemValue only.
	Semantic     string // canonical SV_ name, upper case
	Binding      *Binding
	Coherent     bool // globallycoherent / coherent
	Volatile     bool
	ReadOnly     bool // declared readonly
	RowMajor     bool // row_major on the declaration
	ColumnMajor  bool
	Std140       bool // layout(std140): whatever layout the other blocks have
	PushConstant bool
	Heap         bool   // what handles of the type of its elements choose from; made by the compiler
	CBuffer      bool   // members of a cbuffer block: Type is a hidden struct wrapped in ConstantBuffer
	Format       string // [format("r32ui")], "" if none
	EntryParam   *Entry // entry point that declares it as a uniform parameter, nil for globals
	Counter      int    // one more than the number of [[vk::counter_binding(…)]], 0 without it
	SpecID       uint32
	SpecDefault  *types.Value
}

// Binding is an explicit binding of a shader parameter. Negative numbers mean
// "not given".
type Binding struct {
	Set, Index int // [[vk::binding(index, set)]]
	// HLSL register(class index, space); Class is 0, 'b', 't', 'u' or 's'.
	Class           byte
	Register, Space int
	Span            source.Span
}

// Func is a function instance.
type Func struct {
	Name        string      // source name, with the type's name for methods: "Counter_bump"
	Span        source.Span // of the name
	This        *Var        // receiver of a method (Dir InOut when [mutating]), nil otherwise
	Params      []*Var
	Result      types.Type
	Body        *Block
	NoInline    bool
	ForceInline bool
	// Instance is how the source would name an instance of a generic, "" for other functions;
	// UsedAt is its first use.
	Instance string
	UsedAt   source.Span
}

// Entry is a compute entry point.
type Entry struct {
	Func       *Func
	Name       string
	NumThreads [3]int
	Span       source.Span
	// Sizes are the parts of NumThreads that depend on specialization constants, whose defaults
	// NumThreads has; SizeExprs computes them.
	Sizes     [3]*types.SizeExpr
	SizeExprs [3]Expr
	// WaveSize holds [WaveSize(n)] or [WaveSize(min, max, preferred)], zero if absent.
	WaveSize [3]int
	// DerivativeGroup is "", "quads" or "linear".
	DerivativeGroup string
}

// ---- Expressions ------------------------------------------------------------

// Expr is a typed expression.
type Expr interface {
	Type() types.Type
	Span() source.Span
	expr()
}

// E is embedded in every expression.
type E struct {
	T types.Type
	S source.Span
}

// Type is the type of the expression's value (of the place, for places).
func (e *E) Type() types.Type { return e.T }

// Span is the source range of the expression.
func (e *E) Span() source.Span { return e.S }
func (*E) expr()               {}

type (
	// Const is a constant of any type.
	Const struct {
		E
		Value *types.Value
		// Literal marks an integer literal as written: while overloads are ranked it
		// converts cheaply to every integer type that holds it.
		Literal bool
	}

	// VarRef names a variable. Place.
	VarRef struct {
		E
		Var *Var
	}

	// FieldRef is X.Field of a struct (or of the content of a ConstantBuffer or
	// ParameterBlock). Place if X is.
	FieldRef struct {
		E
		X     Expr
		Field *types.Field
	}

	// Index is X[I]. X is an array, vector or matrix (place if X is), a structured
	// buffer (place: the element), a typed buffer or texture (place: the texel; I
	// is the integer or integer-vector coordinate), a pointer (place), or an array of
	// resources. NonUniform marks NonUniformResourceIndex on a descriptor index.
	Index struct {
		E
		X, I       Expr
		NonUniform bool
	}

	// Swizzle is X.xyz of a vector (place if X is and no component repeats); a
	// single component of a scalar is the scalar, of a vector a scalar.
	Swizzle struct {
		E
		X     Expr
		Comps []uint8
	}

	// MatrixSwizzle is X._m00_m11; pairs of row and column.
	MatrixSwizzle struct {
		E
		X     Expr
		Comps [][2]uint8
	}

	// ByteRef is the place of type T at byte offset Offset of a byte-address buffer:
	// the operand of Load<T>, Store<T> and byte-address atomics. Place.
	ByteRef struct {
		E
		Buffer, Offset Expr
	}

	// Deref is *X or the place a pointer points to. Place. Align is the alignment that the
	// source promises, 0 if none; Coherent the scope of loadCoherent and storeCoherent.
	Deref struct {
		E
		X        Expr
		Align    int
		Coherent builtin.Scope
	}

	// AddressOf is the address of the place X, a pointer.
	AddressOf struct {
		E
		X Expr
	}

	// Unary is Op X on a scalar, vector or matrix.
	Unary struct {
		E
		Op UnaryOp
		X  Expr
	}

	// Binary is X Op Y; both operands have the same type (of the same shape).
	Binary struct {
		E
		Op   BinaryOp
		X, Y Expr
	}

	// Logical is X && Y or X || Y on scalars, Y evaluated only when needed.
	Logical struct {
		E
		Or   bool
		X, Y Expr
	}

	// Cond is C ? X : Y with scalar C; only one of X and Y is evaluated.
	Cond struct {
		E
		C, X, Y Expr
	}

	// Assign stores R to the place L; its value is R.
	Assign struct {
		E
		L, R Expr
	}

	// OpAssign is L Op= R: L is read, converted to the type of R, combined,
	// converted back and stored; L's place is evaluated once. Its value is the new one.
	OpAssign struct {
		E
		Op   BinaryOp
		L, R Expr
	}

	// IncDec is ++L, --L (Prefix), L++ or L--.
	IncDec struct {
		E
		L           Expr
		Dec, Prefix bool
	}

	// Atomic is an atomic operation on the place Dest, from whichever notation.
	Atomic struct {
		E
		Op        builtin.AtomicOp
		Dest      Expr   // place of type Atomic<T>, T or ByteRef
		Args      []Expr // NumOperands values of type T
		Order     builtin.Order
		FailOrder builtin.Order // compareExchange only
		// New makes the value of a read-modify-write the new value (operators);
		// otherwise it is the old one. T is void when no value is wanted.
		New bool
		// Out receives the old value (Interlocked out argument) after the operation, nil if none.
		// Its place is evaluated before the operation; the value is converted.
		Out           Expr
		OrderSpan     source.Span // of the order argument, of the call when it has none
		FailOrderSpan source.Span // of the fail order argument, likewise
	}

	// Barrier is a barrier function.
	Barrier struct {
		E
		Barrier builtin.Barrier
		Name    string
		Mask    Expr // WaveMask forms: evaluated, otherwise unused
	}

	// Call calls a function instance. Args of Out, InOut and Ref parameters are
	// places of the parameter's type.
	Call struct {
		E
		Func *Func
		This Expr // receiver, nil for free functions
		Args []Expr
	}

	// Intrinsic applies an operation of the language that is neither atomic nor
	// a barrier. Out arguments are places.
	Intrinsic struct {
		E
		Op   builtin.Op
		Name string // of the function in the source, "" if the call is not written there
		Args []Expr
	}

	// Construct builds a vector from scalars and vectors, a matrix from rows or
	// scalars, an array from its elements, or a struct from its fields. The
	// components of Args are exactly those of T.
	Construct struct {
		E
		Args []Expr
	}

	// Convert converts X to T.
	Convert struct {
		E
		Kind ConvertKind
		X    Expr
	}

	// Comma evaluates X, then has the value of Y.
	Comma struct {
		E
		X, Y Expr
	}
)

// ConvertKind says how Convert works.
type ConvertKind uint8

const (
	Numeric  ConvertKind = iota // elementwise between bool, integers and floats (enums as integers), same shape
	Splat                       // scalar to vector or matrix of the same element type
	Truncate                    // vector or matrix to a smaller one, leading components
	Bitcast                     // same size, bits unchanged (pointer <-> uint64 included)
	Reshape                     // vector<T,1> <-> T, enum <-> underlying: no change of bits
	Dropped                     // to void: the value is not used
)

// UnaryOp is a unary operator that yields a value.
type UnaryOp uint8

const (
	Neg    UnaryOp = iota // -x
	Not                   // !x, bool
	BitNot                // ~x
)

func (o UnaryOp) String() string { return [...]string{"-", "!", "~"}[o] }

// BinaryOp is a binary operator that evaluates both operands.
type BinaryOp uint8

const (
	Add BinaryOp = iota
	Sub
	Mul
	Div
	Rem
	BitAnd
	BitOr
	BitXor
	Shl
	Shr
	Eq
	Ne
	Lt
	Le
	Gt
	Ge
	LogicalAnd // vectors of bool, both evaluated
	LogicalOr
)

func (o BinaryOp) String() string {
	return [...]string{"+", "-", "*", "/", "%", "&", "|", "^", "<<", ">>", "==", "!=", "<", "<=", ">", ">=", "&&", "||"}[o]
}

// IsComparison reports whether the result is bool (or a vector of bool).
func (o BinaryOp) IsComparison() bool { return o >= Eq && o <= Ge }

// ---- Statements -------------------------------------------------------------

// Stmt is a typed statement.
type Stmt interface {
	Span() source.Span
	stmt()
}

// St is embedded in every statement.
type St struct {
	S source.Span
}

// Span is the source range of the statement.
func (s *St) Span() source.Span { return s.S }
func (*St) stmt()               {}

type (
	// Block is a sequence with its own scope.
	Block struct {
		St
		List []Stmt
	}

	// Decl declares a local variable; Init is nil when there is no initialiser.
	Decl struct {
		St
		Var  *Var
		Init Expr
	}

	// ExprStmt evaluates X and drops its value.
	ExprStmt struct {
		St
		X Expr
	}

	// If chooses between Then and Else (nil if none).
	If struct {
		St
		Cond       Expr
		Then, Else *Block
		Hint       Hint
	}

	// Loop is every loop: Init runs once (its variables are scoped to the loop), Cond
	// is tested before each turn (after it when PostTest), Step runs after Body and
	// on continue. Cond nil is true.
	Loop struct {
		St
		Init     []Stmt
		Cond     Expr
		Step     Expr
		Body     *Block
		PostTest bool
		Hint     Hint
		Unroll   int // count of [unroll(n)] / [ForceUnroll(n)], 0 if none
	}

	// Switch selects a case by value. A case without a terminating statement
	// falls through into the next.
	Switch struct {
		St
		X     Expr
		Cases []*Case
		Hint  Hint
		// Target says that the target that is compiled for chooses the case: its values are TargetSPIRV and the
		// like, X is unused, and no case falls into the next one.
		Target bool
	}

	// Break leaves the innermost loop or switch (Target names an outer one).
	Break struct {
		St
		Target Stmt // nil: innermost
	}

	// Continue goes to the step of the innermost loop.
	Continue struct{ St }

	// Return leaves the function.
	Return struct {
		St
		X Expr // nil if void
	}
)

// The targets that choose a case.
const (
	TargetSPIRV int64 = iota + 1
	TargetHLSL
	TargetMetal
)

// Case is one case of a Switch.
type Case struct {
	Values  []int64
	Default bool
	Body    *Block
	S       source.Span
}

// Hint is a control-flow attribute.
type Hint uint8

const (
	NoHint     Hint = iota
	Unroll          // [unroll], [ForceUnroll]
	DontUnroll      // [loop]
	Branch          // [branch]
	Flatten         // [flatten]
)
