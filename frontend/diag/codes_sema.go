package diag

// Codes of: names, types, overloads and constants.
var (
	UndefinedName     = &Code{"E0201", "undefined-name", Error, 30015, "A name is used that is not declared in any scope around its use."}
	Redefinition      = &Code{"E0202", "redefinition", Error, 30200, "A name is declared twice in one scope, or a function is defined twice."}
	NotAType          = &Code{"E0203", "not-a-type", Error, 30060, "A type is expected where something else stands."}
	NotAValue         = &Code{"E0204", "not-a-value", Error, 30106, "A value is expected where a type, a function or a namespace stands."}
	TypeMismatch      = &Code{"E0205", "type-mismatch", Error, 30019, "A value does not convert implicitly to the type that its place needs."}
	NoMember          = &Code{"E0206", "no-member", Error, 30027, "A type or a namespace has no member of that name."}
	BadSwizzle        = &Code{"E0207", "bad-swizzle", Error, 30052, "A swizzle names components that the vector or matrix does not have."}
	NotCallable       = &Code{"E0208", "not-callable", Error, 30016, "Something is called that is neither a function nor a type."}
	NoOverload        = &Code{"E0209", "no-overload", Error, 39999, "No overload of a function takes the arguments of a call."}
	AmbiguousCall     = &Code{"E0210", "ambiguous-call", Error, 39999, "Several overloads of a function fit a call equally well, or a name is declared by several imported modules."}
	NotAssignable     = &Code{"E0212", "not-assignable", Error, 30011, "The left side of an assignment is not a place that can be written."}
	ReadOnly          = &Code{"E0213", "read-only", Error, 30049, "Something that is read-only is written or passed by reference."}
	ArgumentNotPlace  = &Code{"E0214", "argument-not-place", Error, 30047, "An out, inout or ref parameter is given an argument that is not a variable."}
	CyclicDefinition  = &Code{"E0215", "cyclic-definition", Error, 39999, "A definition needs itself."}
	NotConstant       = &Code{"E0216", "not-constant", Error, 39999, "A compile-time constant is needed."}
	BadArraySize      = &Code{"E0217", "bad-array-size", Error, 30025, "The size of an array is not a positive integer constant, or missing."}
	IndexOutOfBounds  = &Code{"E0218", "index-out-of-bounds", Error, 30029, "A constant index lies outside the array, vector or matrix."}
	NotIndexable      = &Code{"E0219", "not-indexable", Error, 30013, "A value that has no elements is indexed."}
	BadOperands       = &Code{"E0220", "bad-operands", Error, 39999, "An operator does not exist for the types of its operands."}
	BadCondition      = &Code{"E0221", "bad-condition", Error, 30019, "A condition is not a scalar that converts to bool."}
	BreakOutside      = &Code{"E0222", "break-outside-loop", Error, 30003, "A break stands outside of loops and switches."}
	ContinueOutside   = &Code{"E0223", "continue-outside-loop", Error, 30004, "A continue stands outside of loops."}
	BadReturn         = &Code{"E0224", "bad-return", Error, 30006, "A return has a value in a void function, or none in another."}
	DuplicateCase     = &Code{"E0225", "duplicate-case", Error, 30605, "Two case labels of a switch have the same value, or there are two defaults."}
	BadSwitch         = &Code{"E0227", "bad-switch", Error, 30607, "The value of a switch is not an integer or an enum."}
	TooManyValues     = &Code{"E0228", "too-many-initializers", Error, 30523, "An initialiser list or a constructor has more values than the type has parts."}
	BadConstructor    = &Code{"E0229", "bad-constructor", Error, 39999, "A type cannot be built from these values."}
	NeedsInitializer  = &Code{"E0230", "needs-initializer", Error, 30620, "A declaration needs an initial value."}
	BadVariableType   = &Code{"E0231", "bad-variable-type", Error, 30009, "A variable, field or parameter cannot have this type."}
	NotAccessible     = &Code{"E0232", "not-accessible", Error, 30600, "A private member is used outside of its type, or an internal name outside of its module."}
	StaticMisuse      = &Code{"E0233", "static-misuse", Error, 30100, "An instance member is used without an instance."}
	Recursion         = &Code{"E0234", "recursion", Error, 0, "A function calls itself, directly or through others; shaders have no call stack."}
	StaticAssertFails = &Code{"E0235", "static-assert", Error, 41400, "The condition of a static_assert is false."}
	DivisionByZero    = &Code{"E0236", "division-by-zero", Error, 30002, "A constant expression divides by zero."}
	BadTypeArguments  = &Code{"E0238", "bad-type-arguments", Error, 30441, "A generic type or function is given the wrong arguments."}
	ImmutableReceiver = &Code{"E0239", "immutable-receiver", Error, 30050, "A [mutating] method is called on something that is read-only."}
	BadModifier       = &Code{"E0240", "bad-modifier", Error, 31201, "A modifier cannot stand on this declaration."}
	NoBody            = &Code{"E0242", "no-body", Error, 0, "A function is called that is declared but not defined."}
	UnknownLabel      = &Code{"E0243", "unknown-label", Error, 30053, "A break names a label that no statement around it has."}
	ResultConflict    = &Code{"E0244", "result-conflict", Error, 30202, "Two declarations of a function differ in their result."}
	NoThis            = &Code{"E0245", "no-this", Error, 30120, "this is used outside of a method, or in a static one."}
	NoInitializer     = &Code{"E0247", "no-initializer", Error, 30623, "A declaration has an initial value that it cannot have."}
	NotConforming     = &Code{"E0249", "not-conforming", Error, 38100, "A struct lacks a member that one of its interfaces requires."}

	BadPointer      = &Code{"E0250", "bad-pointer", Error, 0, "A pointer to something that is no value in memory: a resource, a string, another reference."}
	BadDeref        = &Code{"E0251", "bad-dereference", Error, 0, "Something is dereferenced that is no pointer, or that points to nothing that can be accessed."}
	BadAddress      = &Code{"E0252", "bad-address", Error, 0, "The address is taken of something that has none: a value, a local variable, an element of a bound buffer."}
	CoherentPointer = &Code{"E0253", "coherent-pointer", Error, 30078, "globallycoherent qualifies a pointer; accesses through pointers say it themselves."}
	InterfaceField  = &Code{"E0254", "interface-field", Error, 30303, "An interface has a field: what it requires as a value is static const or a property."}

	ImplicitConversion = &Code{"W0201", "implicit-conversion", Warning, 30081, "An implicit conversion may lose part of the value."}
	ConstantOverflow   = &Code{"W0202", "constant-overflow", Warning, 39999, "A constant does not fit the type that it is converted to."}
	MissingReturn      = &Code{"W0203", "missing-return", Warning, 41010, "A function that has a result may reach its end; the result is then zero."}
	UnusedComparison   = &Code{"W0204", "unused-comparison", Warning, 30058, "The result of a comparison is not used; an assignment may be meant."}
	UnsetRead          = &Code{"W0250", "unset-variable", Warning, 41016, "A local variable is read where no path has given it a value."}
	VolatileAccess     = &Code{"W0205", "volatile", Warning, 31231, "volatile, outside of GLSL, makes no access atomic and orders nothing: Atomic<T> does."}
)

var semaCodes = []*Code{UndefinedName, Redefinition, NotAType, NotAValue, TypeMismatch, NoMember, BadSwizzle, NotCallable,
	NoOverload, AmbiguousCall, NotAssignable, ReadOnly, ArgumentNotPlace, CyclicDefinition, NotConstant, BadArraySize,
	IndexOutOfBounds, NotIndexable, BadOperands, BadCondition, BreakOutside, ContinueOutside, BadReturn, DuplicateCase,
	BadSwitch, TooManyValues, BadConstructor, NeedsInitializer, BadVariableType, NotAccessible, StaticMisuse, Recursion,
	StaticAssertFails, DivisionByZero, BadTypeArguments, ImmutableReceiver, BadModifier, NoBody,
	UnknownLabel, ResultConflict, NoThis, NoInitializer, NotConforming,
	BadPointer, BadDeref, BadAddress, CoherentPointer, InterfaceField,
	ImplicitConversion, ConstantOverflow, MissingReturn, UnusedComparison, VolatileAccess, UnsetRead}
