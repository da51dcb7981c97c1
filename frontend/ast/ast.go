// Package ast is the syntax tree of one translation unit: what the source says,
// before any name is looked up. Nodes are sealed to this package.
package ast

import "slc/frontend/source"

// Node is any node of the tree.
type Node interface {
	Span() source.Span
}

// Base carries the source range of a node.
type Base struct {
	Range source.Span
}

// Span returns the source range of the node.
func (b *Base) Span() source.Span { return b.Range }

// Name is an identifier at its place.
type Name struct {
	Text  string
	Range source.Span
}

// IsValid reports whether the name was present in the source.
func (n Name) IsValid() bool { return n.Text != "" }

// File is one parsed file.
type File struct {
	Base
	Decls []Decl
}

// ---- Declarations ---------------------------------------------------------

// Decl is a declaration at file, namespace, type or statement level.
type Decl interface {
	Node
	decl()
	Mods() *Modifiers
}

// Modifiers is everything that stands before or after a declarator and is not
// its type: modifier keywords, attributes, and the semantics after ':'.
type Modifiers struct {
	Keywords   []Name       // static, const, groupshared, in, out, inout, ref, … in source order
	Attributes []*Attribute // [numthreads(8,8,1)] [[vk::binding(0)]] [shader("compute")]
	Semantics  []*Semantic  // : SV_GroupID, : register(u0, space1), : packoffset(c0)
	Layouts    []*Attribute // layout(set = 0, binding = 1): one entry an item, Args holds the value
}

// Has returns the modifier keyword called name, or nil.
func (m *Modifiers) Has(name string) *Name {
	for i := range m.Keywords {
		if m.Keywords[i].Text == name {
			return &m.Keywords[i]
		}
	}
	return nil
}

// Attribute finds an attribute by its name without regard to scope prefix and
// underscore spelling: "vk::binding" and "vk_binding" are both looked up as
// "vk_binding".
func (m *Modifiers) Attribute(name string) *Attribute {
	for _, a := range m.Attributes {
		if a.Name.Text == name {
			return a
		}
	}
	return nil
}

// Attribute is [name(args)] or [[scope::name(args)]]. Scopes are folded into the
// name with '_', so that [[vk::binding(0)]] has the name vk_binding.
type Attribute struct {
	Base
	Name Name
	Args []Expr
}

// Semantic is what follows ':' after a declarator: SV_GroupID, register(u0,
// space1), packoffset(c0.x). Args of register and packoffset are the raw names.
type Semantic struct {
	Base
	Name Name
	Args []Name
}

// DeclBase is embedded in every declaration.
type DeclBase struct {
	Base
	Modifiers
}

func (*DeclBase) decl()              {}
func (d *DeclBase) Mods() *Modifiers { return &d.Modifiers }

type (
	// VarDecl declares one variable, parameter or field. Declarators of one
	// statement become several VarDecls that share Type and modifiers; arrays in
	// declarators are folded into Type (outermost dimension first).
	VarDecl struct {
		DeclBase
		Name Name     // may be absent for unnamed parameters
		Type TypeExpr // nil: inferred (let x = …, var x = …)
		Init Expr     // nil if none
		Let  bool     // declared by let
	}

	// FuncDecl is a function, method, operator, constructor or accessor.
	FuncDecl struct {
		DeclBase
		Name     Name // "operator+" for operators, "$init" for __init, "$subscript" for accessors' owner
		Generics *Generics
		Params   []*VarDecl
		Result   TypeExpr   // nil: void by inference (func f() {})
		Throws   TypeExpr   // nil if none
		Body     *BlockStmt // nil: declared only
		IsInit   bool
	}

	// StructDecl is a struct or class.
	StructDecl struct {
		DeclBase
		Name     Name // absent for anonymous structs
		Class    bool
		Generics *Generics
		Bases    []TypeExpr
		Members  []Decl
		Forward  bool // struct S;
	}

	// InterfaceDecl is an interface.
	InterfaceDecl struct {
		DeclBase
		Name     Name
		Generics *Generics
		Bases    []TypeExpr
		Members  []Decl
	}

	// ExtensionDecl is extension T : I { … }.
	ExtensionDecl struct {
		DeclBase
		Generics *Generics
		Target   TypeExpr
		Bases    []TypeExpr
		Members  []Decl
	}

	// EnumDecl is an enum or enum class.
	EnumDecl struct {
		DeclBase
		Name       Name
		Class      bool
		Underlying TypeExpr // nil: int
		Cases      []*EnumCase
	}

	// EnumCase is one enumerator.
	EnumCase struct {
		DeclBase
		Name  Name
		Value Expr // nil: previous plus one
	}

	// TypeAliasDecl is typedef T Name; or typealias Name = T;
	TypeAliasDecl struct {
		DeclBase
		Name     Name
		Generics *Generics
		Type     TypeExpr
	}

	// AssociatedTypeDecl is associatedtype T : I;
	AssociatedTypeDecl struct {
		DeclBase
		Name   Name
		Bounds []TypeExpr
		Wheres []*WhereClause
	}

	// PropertyDecl is property name : T { get; set; }.
	PropertyDecl struct {
		DeclBase
		Name      Name
		Type      TypeExpr
		Accessors []*Accessor
	}

	// SubscriptDecl is __subscript(params) -> T { get; set; ref; }.
	SubscriptDecl struct {
		DeclBase
		Generics  *Generics
		Params    []*VarDecl
		Result    TypeExpr
		Accessors []*Accessor
	}

	// Accessor is get, set, ref or modify of a property or subscript.
	Accessor struct {
		DeclBase
		Kind  Name
		Param *VarDecl // set(T newValue), nil when implicit
		Extra *VarDecl // a second parameter, which no accessor has
		Body  *BlockStmt
	}

	// NamespaceDecl is namespace A.B { … }; Path has one name a level.
	NamespaceDecl struct {
		DeclBase
		Path    []Name
		Members []Decl
	}

	// UsingDecl is using namespace A.B; or using A::B;
	UsingDecl struct {
		DeclBase
		Path []Name
	}

	// CBufferDecl is cbuffer Name : register(b0) { members }, or tbuffer.
	CBufferDecl struct {
		DeclBase
		TBuffer bool
		Name    Name
		Members []Decl
	}

	// ImportDecl is import a.b; __include a; implementing a; module a;
	ImportDecl struct {
		DeclBase
		Kind   Name    // import, __include, implementing, module
		Path   string  // dots and underscores as written, quotes removed
		Quoted bool    // written as a string literal: a file name
		Target Name    // the name as written, with where it stands
		Loaded *Module // what an import names; nil until it is loaded, and if it cannot be
	}

	// Module is the source of one module: all its files as one.
	Module struct {
		Name string // of its module declaration, else of its file
		Path string // of its primary file
		File *File
		// Open says that every name is public: no file of the module has a module
		// declaration, an __include or a visibility modifier.
		Open bool
		// Inherit says that a member without a modifier is as visible as the type around it, as
		// since version 2026 of the language.
		Inherit bool
	}

	// StaticAssertDecl is static_assert(cond, "message");
	StaticAssertDecl struct {
		DeclBase
		Cond    Expr
		Message Expr // nil if none
	}

	// UnsupportedDecl is an attribute declaration or another construct that is
	// parsed as a whole but that the subset does not know; What names it.
	UnsupportedDecl struct {
		DeclBase
		What string
	}

	// EmptyDecl is a stray semicolon.
	EmptyDecl struct{ DeclBase }
)

// Generics is <T : I, let N : int> with its where clauses.
type Generics struct {
	Base
	Params []*GenericParam
	Wheres []*WhereClause
}

// GenericParam is a type parameter or, when Value is set, a value parameter.
type GenericParam struct {
	Base
	Name    Name
	Value   bool       // let N : int
	Each    bool       // variadic: each T
	Type    TypeExpr   // type of a value parameter
	Bounds  []TypeExpr // constraints of a type parameter
	Default Expr       // default value or *TypeOperand, nil if none
}

// WhereClause is where T : I, J or where T == U.
type WhereClause struct {
	Base
	Optional bool // where optional T : I, which arguments need not meet
	Subject  TypeExpr
	Bounds   []TypeExpr
	Equal    TypeExpr // nil unless T == U
}

// ---- Types ----------------------------------------------------------------

// TypeExpr is a type as written. In expression position a type is written as an
// Expr; the two meet in TypeOperand and in NamedType's Path.
type TypeExpr interface {
	Node
	typeExpr()
}

// TypeBase is embedded in all types.
type TypeBase struct{ Base }

func (*TypeBase) typeExpr() {}

type (
	// NamedType is a (qualified, possibly generic) name: uint3, A.B, Atomic<uint>.
	NamedType struct {
		TypeBase
		Path   []PathPart
		Global bool // :: stands before it
	}

	// ArrayType is Elem[Size]; Size nil is an unsized array.
	ArrayType struct {
		TypeBase
		Elem TypeExpr
		Size Expr
	}

	// PointerType is Elem*.
	PointerType struct {
		TypeBase
		Elem TypeExpr
	}

	// ModifiedType is a type with modifiers that belong to it: const T, unorm float4.
	ModifiedType struct {
		TypeBase
		Keywords []Name
		Elem     TypeExpr
	}

	// StructType is an inline struct definition used as a type.
	StructType struct {
		TypeBase
		Decl Decl // *StructDecl or *EnumDecl
	}

	// ConjunctionType is A & B where it is no constraint, whose list of interfaces would have them one by one.
	ConjunctionType struct {
		TypeBase
		Types []TypeExpr
	}
	// UnsupportedType is a type that is parsed but outside the subset: function
	// types, tuples, some I, dyn I.
	UnsupportedType struct {
		TypeBase
		What string
	}
)

// PathPart is one component of a qualified name with its generic arguments.
type PathPart struct {
	Name  Name
	Args  []Expr // generic arguments; a type argument is a *TypeOperand or a name expression
	Given bool   // <> was written
}

// ---- Statements -----------------------------------------------------------

// Stmt is a statement.
type Stmt interface {
	Node
	stmt()
	Attrs() []*Attribute
}

// StmtBase is embedded in all statements.
type StmtBase struct {
	Base
	Attributes []*Attribute // those before the statement; of a declaration, its Decls have them
}

func (*StmtBase) stmt() {}

// Attrs are the attributes before the statement.
func (s *StmtBase) Attrs() []*Attribute { return s.Attributes }

type (
	// BlockStmt is { … }.
	BlockStmt struct {
		StmtBase
		List []Stmt
	}

	// DeclStmt is a declaration in statement position; a statement that declares
	// several variables has several Decls.
	DeclStmt struct {
		StmtBase
		Decls []Decl
	}

	// ExprStmt is expression;
	ExprStmt struct {
		StmtBase
		X Expr
	}

	// IfStmt is if (cond) then else; `if (let x = …)` has Let.
	IfStmt struct {
		StmtBase
		Let  *VarDecl
		Cond Expr
		Then Stmt
		Else Stmt // nil if none
	}

	// ForStmt is for (init; cond; step) body.
	ForStmt struct {
		StmtBase
		Init Stmt // nil, DeclStmt or ExprStmt
		Cond Expr // nil: true
		Step Expr // nil if none
		Body Stmt
	}

	// WhileStmt is while (cond) body.
	WhileStmt struct {
		StmtBase
		Cond Expr
		Body Stmt
	}

	// DoStmt is do body while (cond);
	DoStmt struct {
		StmtBase
		Body Stmt
		Cond Expr
	}

	// SwitchStmt is switch (x) { … }.
	SwitchStmt struct {
		StmtBase
		X     Expr
		Cases []*SwitchCase
	}

	// BreakStmt is break; or break label;
	BreakStmt struct {
		StmtBase
		Label Name
	}
	// ContinueStmt is continue;
	ContinueStmt struct{ StmtBase }
	// ReturnStmt is return x;
	ReturnStmt struct {
		StmtBase
		X Expr // nil if none
	}
	// LabeledStmt is label: statement.
	LabeledStmt struct {
		StmtBase
		Label Name
		Body  Stmt
	}
	// DeferStmt is defer statement.
	DeferStmt struct {
		StmtBase
		Body Stmt
	}
	// UnsupportedStmt is a statement outside the subset: discard, try, throw …
	UnsupportedStmt struct {
		StmtBase
		What string
	}
	// EmptyStmt is a lone semicolon.
	EmptyStmt struct{ StmtBase }
)

// SwitchCase is a run of case labels with the statements that follow it.
type SwitchCase struct {
	Base
	Values  []Expr // several labels may share a body
	Default bool   // default: is among the labels
	Body    []Stmt
}

// ---- Expressions ----------------------------------------------------------

// Expr is an expression.
type Expr interface {
	Node
	expr()
}

// ExprBase is embedded in all expressions.
type ExprBase struct{ Base }

func (*ExprBase) expr() {}

type (
	// IntLit is an integer literal: value, and suffix in lower case ("", u, l, ul, ll, ull, z, uz).
	IntLit struct {
		ExprBase
		Value   uint64
		Suffix  string
		Decimal bool
	}

	// FloatLit is a floating-point literal; Suffix is "", f, h, l or lf.
	FloatLit struct {
		ExprBase
		Value  float64
		Suffix string
	}

	// BoolLit is true or false.
	BoolLit struct {
		ExprBase
		Value bool
	}

	// StringLit is a string literal with escapes resolved; adjacent ones are joined.
	StringLit struct {
		ExprBase
		Value string
	}

	// NullLit is nullptr or none.
	NullLit struct {
		ExprBase
		Text string
	}

	// NameExpr is an identifier, with generic arguments if given: f<int>, Atomic<uint>.
	NameExpr struct {
		ExprBase
		Name   Name
		Args   []Expr
		Given  bool // <> was written
		Global bool // :: stands before it
	}

	// ThisExpr is this; Type is set for This.
	ThisExpr struct {
		ExprBase
		Type bool
	}

	// MemberExpr is X.Name, X->Name or X::Name, with generic arguments if given.
	MemberExpr struct {
		ExprBase
		X      Expr
		Name   Name
		Arrow  bool
		Static bool // ::
		Args   []Expr
		Given  bool
	}

	// IndexExpr is X[Args]; an empty list is X[] in type position.
	IndexExpr struct {
		ExprBase
		X    Expr
		Args []Expr
	}

	// CallExpr is Fun(Args). Constructor calls (float3(…)) are calls of a name.
	CallExpr struct {
		ExprBase
		Fun  Expr
		Args []Expr
	}

	// CastExpr is (Type)X.
	CastExpr struct {
		ExprBase
		Type TypeExpr
		X    Expr
	}

	// InitListExpr is { a, b, … }.
	InitListExpr struct {
		ExprBase
		Elems []Expr
	}

	// UnaryExpr is a prefix operator: + - ! ~ ++ -- & *.
	UnaryExpr struct {
		ExprBase
		Op     string
		OpSpan source.Span
		X      Expr
	}

	// PostfixExpr is X++ or X--.
	PostfixExpr struct {
		ExprBase
		Op     string
		OpSpan source.Span
		X      Expr
	}

	// BinaryExpr is X Op Y for every binary operator that is not an assignment,
	// including && || and the comma.
	BinaryExpr struct {
		ExprBase
		Op     string
		OpSpan source.Span
		X, Y   Expr
	}

	// AssignExpr is X Op Y with Op one of = += -= *= /= %= &= |= ^= <<= >>=.
	AssignExpr struct {
		ExprBase
		Op     string
		OpSpan source.Span
		X, Y   Expr
	}

	// CondExpr is Cond ? Then : Else.
	CondExpr struct {
		ExprBase
		Cond, Then, Else Expr
	}

	// SizeofExpr is sizeof(T) or alignof(T); the operand may be an expression.
	SizeofExpr struct {
		ExprBase
		Op   string
		Type TypeExpr // nil when X is set
		X    Expr
	}

	// IsExpr is X is Type and, with As, X as Type.
	IsExpr struct {
		ExprBase
		X    Expr
		As   bool
		Type TypeExpr
	}

	// TypeOperand is a type that stands where an expression may stand (generic
	// argument, constructor of an array type).
	TypeOperand struct {
		ExprBase
		Type TypeExpr
	}

	// ParenExpr is (X); kept because it separates comma operators and casts.
	ParenExpr struct {
		ExprBase
		X Expr
	}

	// UnsupportedExpr is an expression outside the subset: lambdas, spirv_asm, try …
	UnsupportedExpr struct {
		ExprBase
		What string
	}
)
