package builtin

import (
	"strings"

	"slc/sema/types"
)

// Row is one overload family of the language: a function, or a method of a
// built-in type. What a call means follows from Action and the fields it names;
// how it is called from Sig, Of and Shape (notation: sig.go).
type Row struct {
	Name    string
	On      Receivers // methods: receivers that have it
	Sig     string
	Of      Class // kinds of T, zero if Sig has no T
	Shape   Shape // shapes of T, zero: scalars
	Action  Action
	Op      Op       // ActIntrinsic
	Atomic  AtomicOp // ActAtomic…
	Barrier Barrier  // ActBarrier
	// Operator is what ActOperator applies, "" for a conversion.
	Operator string
	// Explicit: T is the type argument of the call, f<T>(…), never inferred.
	Explicit bool
	// Masked: the first parameter is a lane mask that is evaluated and otherwise unused.
	Masked bool
	// At: ActTexture.
	At Location
	// GLSL: visible only with `import glsl` or -allow-glsl.
	GLSL bool

	recv types.Type // the receiver, set by Methods
}

// Action says what sema builds for a call.
type Action uint8

const (
	// ActIntrinsic: typed.Intrinsic{Op, receiver (methods), parameters}.
	ActIntrinsic Action = iota
	// ActAtomic: typed.Atomic on the receiver or, for functions, on the first
	// parameter (Dir Ref). The next NumOperands parameters are the operands, Out is
	// the out parameter, Order and FailOrder the order parameters (default Relaxed).
	ActAtomic
	// ActByteAtomic: the same on typed.ByteRef{receiver, first parameter} of type Candidate.Elem.
	ActByteAtomic
	// ActTexelAtomic: the same on typed.Index{X, I}: X is the receiver, or for
	// functions the first parameter, I the next parameter. The type of the
	// place is Candidate.Elem, a scalar also where the texel is a vector (uimage2D
	// in format r32ui).
	ActTexelAtomic
	// ActBarrier: typed.Barrier.
	ActBarrier
	// ActFlagBarrier: typed.Barrier whose meaning the constant arguments say (BarrierOf, BarrierOn).
	ActFlagBarrier
	// ActElement: the value of typed.Index{X, I}: X and I as for ActTexelAtomic.
	ActElement
	// ActElementStore: typed.Assign{typed.Index{X, I}, last parameter}.
	ActElementStore
	// ActByteLoad: the value of typed.ByteRef{receiver, first parameter} of type Candidate.Elem.
	ActByteLoad
	// ActByteStore: typed.Assign{typed.ByteRef{receiver, first parameter}, second
	// parameter} of type Candidate.Elem; a third one is an alignment, without effect.
	ActByteStore
	// ActBitcast: typed.Convert{Bitcast} of the only parameter, the parameter
	// itself when it already has the type of the result.
	ActBitcast
	// ActReinterpret: the same, to a type that may be larger.
	ActReinterpret
	// ActProduct: typed.Binary{Mul} of the parameters, component by component.
	ActProduct
	// ActOperator: Operator on the receiver and the parameter, or the receiver as a Result.
	ActOperator
	// ActTexture: a texture function of GLSL, typed.Intrinsic{Op} on the texture that is combined with
	// a sampler, the sampler if Op samples, and what At finds in the location.
	ActTexture
	// ActZero: zero, whatever the parameter is, which is evaluated.
	ActZero
	// ActCounter: Atomic on the counter of GLSL that is the first parameter.
	ActCounter
	// ActConvert: the only parameter, converted to the type of the result.
	ActConvert
)

func (a Action) String() string {
	return [...]string{"intrinsic", "atomic", "byteAtomic", "texelAtomic", "barrier", "flagBarrier", "element", "elementStore",
		"byteLoad", "byteStore", "bitcast", "reinterpret", "product", "operator", "texture", "zero", "counter", "convert"}[a]
}

// Receivers is a set of receiver types of methods.
type Receivers uint32

// The receivers. Each resource kind has its own bit.
const (
	OnStructured    Receivers = 1<<types.StructuredBuffer | 1<<types.RWStructuredBuffer
	OnRWStructured  Receivers = 1 << types.RWStructuredBuffer
	OnAnyStructured Receivers = OnStructured | OnAppend | OnConsume
	OnByte          Receivers = 1<<types.ByteAddressBuffer | 1<<types.RWByteAddressBuffer
	OnRWByte        Receivers = 1 << types.RWByteAddressBuffer
	OnTyped         Receivers = 1<<types.TypedBuffer | 1<<types.RWTypedBuffer
	OnRWTyped       Receivers = 1 << types.RWTypedBuffer
	OnTexture       Receivers = 1 << types.Texture // read-only, not multisampled
	OnRWTexture     Receivers = 1 << types.RWTexture
	OnAppend        Receivers = 1 << types.AppendStructuredBuffer
	OnConsume       Receivers = 1 << types.ConsumeStructuredBuffer
	OnWTexture      Receivers = 1 << 23 // only written
	OnTextureMS     Receivers = 1 << 30 // read-only, multisampled
	OnAtomic        Receivers = 1 << 31
	onNothing       Receivers = 0
)

func receiverOf(t types.Type) Receivers {
	switch t := t.(type) {
	case *types.Atomic:
		return OnAtomic
	case *types.Resource:
		switch {
		case t.Kind == types.Texture && t.MS:
			return OnTextureMS
		case t.WriteOnly:
			return OnWTexture
		}
		return 1 << t.Kind
	}
	return valueReceiver(t)
}

// Dir is how an argument is passed to a built-in.
type Dir uint8

const (
	DirIn  Dir = iota // a value, converted to the parameter's type
	DirOut            // a place that receives a value, converted to the place's type
	DirRef            // a place: the destination of an atomic, never copied or converted
)

// ParamInst is a parameter with the type that it has in one call.
type ParamInst struct {
	Type types.Type
	Dir  Dir
	// Order marks a MemoryOrder, a compile-time constant that defaults to Relaxed;
	// Fail the order of a failed compareExchange.
	Order, Fail bool
	// Const marks an operand that must be a compile-time constant.
	Const bool
}

// Candidate is a Row applied to the types of a call's arguments.
type Candidate struct {
	Params []ParamInst // as many as the call may have arguments, order parameters included
	Result types.Type
	// T is the type that was inferred or given for the row's T, nil if it has none.
	T types.Type
	// Elem is the type of the place of a byte-address or texel action.
	Elem types.Type
	// Required is the number of parameters without a default.
	Required int
}

// Functions returns the rows of a built-in function, nil if there is none. Rows of
// the GLSL module, which overloads some names of the language, come last.
func Functions(name string) []Row {
	glsl := find(glslRows, name)
	for _, table := range functionTables {
		if rows := find(*table, name); rows != nil && table != &glslRows {
			if glsl == nil {
				return rows
			}
			return append(rows[:len(rows):len(rows)], glsl...)
		}
	}
	return glsl
}

// Methods returns the rows of the method name of recv, bound to recv.
func Methods(recv types.Type, name string) []Row {
	on := receiverOf(recv)
	if on == onNothing {
		return nil
	}
	var out []Row
	for _, table := range methodTables {
		for _, row := range find(*table, name) {
			if row.On&on != 0 && samplesShape(row.Op, recv) {
				row.recv = recv
				out = append(out, row)
			}
		}
	}
	return out
}

// MethodNames returns the names of all methods of recv, for suggestions.
func MethodNames(recv types.Type) []string {
	on := receiverOf(recv)
	var out []string
	for _, table := range methodTables {
		for i, row := range *table {
			if row.On&on != 0 && samplesShape(row.Op, recv) && (i == 0 || (*table)[i-1].Name != row.Name) {
				out = append(out, row.Name)
			}
		}
	}
	return out
}

// FunctionNames calls yield with every function name, for suggestions.
func FunctionNames(yield func(name string, glsl bool) bool) {
	for _, table := range functionTables {
		for i, row := range *table {
			if (i == 0 || (*table)[i-1].Name != row.Name) && !yield(row.Name, row.GLSL) {
				return
			}
		}
	}
}

// The tables, each sorted by name. A name's rows are all in one table, except
// that GLSL overloads a name of the language with rows in its own table.
var (
	functionTables = [...]*[]Row{&mathRows, &bitRows, &waveRows, &atomicRows, &barrierRows, &glslTextureRows, &glslRows}
	methodTables   = [...]*[]Row{&atomicMethods, &bufferMethods, &byteMethods, &textureMethods, &valueMethods}
)

// find returns the rows called name of a sorted table by binary search.
func find(rows []Row, name string) []Row {
	lo, hi := 0, len(rows)
	for lo < hi {
		if mid := (lo + hi) / 2; rows[mid].Name < name {
			lo = mid + 1
		} else {
			hi = mid
		}
	}
	for hi < len(rows) && rows[hi].Name == name {
		hi++
	}
	if lo == hi {
		return nil
	}
	return rows[lo:hi]
}

// TakesSampler reports whether the first parameter of a method is a sampler.
func (r *Row) TakesSampler() bool {
	_, params, _ := strings.Cut(r.Sig, "(")
	return strings.HasPrefix(params, "Sampler")
}
