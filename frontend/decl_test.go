package frontend

import (
	"strings"
	"testing"

	"slc/frontend/ast"
)

// Trees of declarations, on one line each; declarations are joined by "; ".
func TestDeclarations(t *testing.T) {
	tests := []struct{ source, want string }{
		// Variables.
		{"int a;", "(VarDecl a Type=int)"},
		{"int a = 1, b[2];", "(VarDecl a Type=int Init=(IntLit 1)); (VarDecl b Type=(ArrayType Elem=int Size=(IntLit 2)))"},
		{"int a[2][3];", "(VarDecl a Type=(ArrayType Elem=(ArrayType Elem=int Size=(IntLit 3)) Size=(IntLit 2)))"},
		{"int[2] a;", "(VarDecl a Type=(ArrayType Elem=int Size=(IntLit 2)))"},
		{"int a[];", "(VarDecl a Type=(ArrayType Elem=int))"},
		{"int** p;", "(VarDecl p Type=(PointerType Elem=(PointerType Elem=int)))"},
		{"static const uint a = 1u;", "(VarDecl Keywords=[static const] a Type=uint Init=(IntLit 1 Suffix=u))"},
		{"groupshared Atomic<uint> a;", "(VarDecl Keywords=[groupshared] a Type=(NamedType Atomic Args=[uint] Given=true))"},
		{"let a : int = 1;", "(VarDecl a Type=int Init=(IntLit 1) Let=true)"},
		{"var a = 1;", "(VarDecl a Init=(IntLit 1))"},
		{"unsigned int a;", "(VarDecl a Type=uint)"},
		{"unsigned a;", "(VarDecl a Type=uint)"},
		{"A::B<int>.C a;", "(VarDecl a Type=(NamedType [A (PathPart B Args=[int] Given=true) C]))"},
		{"Texture2D<float4> a : register(t0, space1);",
			"(VarDecl Semantics=[(Semantic register Args=[t0 space1])] a Type=(NamedType Texture2D Args=[float4] Given=true))"},
		{"float4 a : packoffset(c0.x);", "(VarDecl Semantics=[(Semantic packoffset Args=[c0.x])] a Type=float4)"},
		{"[[vk::binding(1, 2)]] RWBuffer<int> a;",
			"(VarDecl Attributes=[(Attribute vk_binding Args=[(IntLit 1) (IntLit 2)])] a Type=(NamedType RWBuffer Args=[int] Given=true))"},
		{"[[vk::push_constant]] uniform P a;", "(VarDecl Keywords=[uniform] Attributes=[(Attribute vk_push_constant)] a Type=P)"},
		{"layout(set = 0, binding = 1) uniform P a;",
			"(VarDecl Keywords=[uniform] Layouts=[(Attribute set Args=[(IntLit 0)]) (Attribute binding Args=[(IntLit 1)])] a Type=P)"},
		{"layout(local_size_x = 8) in;", "(EmptyDecl Keywords=[in] Layouts=[(Attribute local_size_x Args=[(IntLit 8)])])"},
		{"ParameterBlock<P> a;", "(VarDecl a Type=(NamedType ParameterBlock Args=[P] Given=true))"},
		{"Foo<Bar<int>> a;", "(VarDecl a Type=(NamedType Foo Args=[(NameExpr Bar Args=[int] Given=true)] Given=true))"},
		{"Foo<2 + 3> a;", "(VarDecl a Type=(NamedType Foo Args=[(BinaryExpr + (IntLit 2) (IntLit 3))] Given=true))"},
		{"RWStructuredBuffer<int> out;", "(VarDecl out Type=(NamedType RWStructuredBuffer Args=[int] Given=true))"},
		{"row_major float3x4 m;", "(VarDecl Keywords=[row_major] m Type=float3x4)"},
		{"globallycoherent RWByteAddressBuffer b;", "(VarDecl Keywords=[globallycoherent] b Type=RWByteAddressBuffer)"},
		{"some IFoo a;", "(VarDecl Keywords=[some] a Type=IFoo)"},

		// Functions.
		{"void f();", "(FuncDecl f Result=void)"},
		{"void f(void) {}", "(FuncDecl f Result=void Body=(BlockStmt))"},
		{"int f(int a, inout float b[2], out T c = 1) {}",
			"(FuncDecl f Params=[(VarDecl a Type=int) (VarDecl Keywords=[inout] b Type=(ArrayType Elem=float Size=(IntLit 2)))" +
				" (VarDecl Keywords=[out] c Type=T Init=(IntLit 1))] Result=int Body=(BlockStmt))"},
		{"void f(int, float);", "(FuncDecl f Params=[(VarDecl Type=int) (VarDecl Type=float)] Result=void)"},
		{"func f(a : int, b : inout_t<3> = 2) -> float3 {}",
			"(FuncDecl f Params=[(VarDecl a Type=int) (VarDecl b Type=(NamedType inout_t Args=[(IntLit 3)] Given=true) Init=(IntLit 2))]" +
				" Result=float3 Body=(BlockStmt))"},
		{"func f() {}", "(FuncDecl f Body=(BlockStmt))"},
		{"T f<T : IFoo & IBar, let N : int, U = int>(T a) where U : IBaz where T.X == int {}",
			"(FuncDecl f Generics=(Generics Params=[(GenericParam T false Bounds=[IFoo IBar]) (GenericParam N true Type=int)" +
				" (GenericParam U false Default=int)] Wheres=[(WhereClause Subject=U Bounds=[IBaz])" +
				" (WhereClause Subject=(NamedType [T X]) Equal=int)]) Params=[(VarDecl a Type=T)] Result=T Body=(BlockStmt))"},
		{"void f<int N>() {}", "(FuncDecl f Generics=(Generics Params=[(GenericParam N true Type=int)]) Result=void Body=(BlockStmt))"},
		{"__generic<T> G<V<T>> f();", "(FuncDecl f Generics=(Generics Params=[(GenericParam T false)]) Result=(NamedType G Args=[(NameExpr V Args=[T] Given=true)] Given=true))"},
		{"__generic<T> void f(T a);", "(FuncDecl f Generics=(Generics Params=[(GenericParam T false)]) Params=[(VarDecl a Type=T)] Result=void)"},
		{"float4 f(float4 p : SV_Position, uint i : SV_GroupIndex) : SV_Target { }",
			"(FuncDecl Semantics=[(Semantic SV_Target)] f Params=[(VarDecl Semantics=[(Semantic SV_Position)] p Type=float4)" +
				" (VarDecl Semantics=[(Semantic SV_GroupIndex)] i Type=uint)] Result=float4 Body=(BlockStmt))"},
		{`[shader("compute")] [numthreads(8, 4, N)] void f() {}`,
			"(FuncDecl Attributes=[(Attribute shader Args=[(StringLit compute)]) (Attribute numthreads Args=[(IntLit 8) (IntLit 4) N])]" +
				" f Result=void Body=(BlockStmt))"},
		{"V operator+=(V a, V b) {}", "(FuncDecl operator+= Params=[(VarDecl a Type=V) (VarDecl b Type=V)] Result=V Body=(BlockStmt))"},
		{"V operator+(V a, V b) {}", "(FuncDecl operator+ Params=[(VarDecl a Type=V) (VarDecl b Type=V)] Result=V Body=(BlockStmt))"},
		{"bool operator<(V a, V b);", "(FuncDecl operator< Params=[(VarDecl a Type=V) (VarDecl b Type=V)] Result=bool)"},
		{"func operator()(int a) -> int;", "(FuncDecl operator() Params=[(VarDecl a Type=int)] Result=int)"},
		{"void f(RWStructuredBuffer<Atomic<int>> b, int*p,);",
			"(FuncDecl f Params=[(VarDecl b Type=(NamedType RWStructuredBuffer Args=[(NameExpr Atomic Args=[int] Given=true)] Given=true))" +
				" (VarDecl p Type=(PointerType Elem=int))] Result=void)"},
		{"void f(const unsigned int x) {}", "(FuncDecl f Params=[(VarDecl Keywords=[const] x Type=uint)] Result=void Body=(BlockStmt))"},
		{"int f() throws E;", "(FuncDecl f Result=int Throws=E)"},

		{"[a b(1)] void f();", "(FuncDecl Attributes=[(Attribute a) (Attribute b Args=[(IntLit 1)])] f Result=void)"},
		{"__target_intrinsic(hlsl, \"x\") int f(functype (int) -> int g);",
			"(FuncDecl Keywords=[__target_intrinsic] f Params=[(VarDecl Keywords=[functype] g Type=int)] Result=int)"},

		// Types.
		{"struct S;", "(StructDecl S Forward=true)"},
		{"struct S { int a; float b; };", "(StructDecl S Members=[(VarDecl a Type=int) (VarDecl b Type=float)])"},
		{"struct S { } int x;", "(StructDecl S); (VarDecl x Type=int)"},
		{"struct S { int a; } x, y[2];",
			"(StructDecl S Members=[(VarDecl a Type=int)]); (VarDecl x Type=S); (VarDecl y Type=(ArrayType Elem=S Size=(IntLit 2)))"},
		{"static struct { int a; } x;",
			"(VarDecl Keywords=[static] x Type=(StructType Decl=(StructDecl Keywords=[static] Members=[(VarDecl a Type=int)])))"},
		{"struct S<T> : I, J { [mutating] void f() {} __init(int a) {} static int c; }",
			"(StructDecl S Generics=(Generics Params=[(GenericParam T false)]) Bases=[I J] Members=[(FuncDecl Attributes=[(Attribute mutating)]" +
				" f Result=void Body=(BlockStmt)) (FuncDecl $init Params=[(VarDecl a Type=int)] Body=(BlockStmt) IsInit=true)" +
				" (VarDecl Keywords=[static] c Type=int)])"},
		{"class C { }", "(StructDecl C Class=true)"},
		{"enum E { A, B = 3, C, };", "(EnumDecl E Cases=[(EnumCase A) (EnumCase B (IntLit 3)) (EnumCase C)])"},
		{"enum class E : uint { A }", "(EnumDecl E Class=true Underlying=uint Cases=[(EnumCase A)])"},
		{"interface I<T> : J { associatedtype A : K; int f(); property int p { get; set; } static const int c; }",
			"(InterfaceDecl I Generics=(Generics Params=[(GenericParam T false)]) Bases=[J] Members=[(AssociatedTypeDecl A Bounds=[K])" +
				" (FuncDecl f Result=int) (PropertyDecl p Type=int Accessors=[(Accessor Kind=get) (Accessor Kind=set)])" +
				" (VarDecl Keywords=[static const] c Type=int)])"},
		{"extension S : I { int f() { return x; } }",
			"(ExtensionDecl Target=S Bases=[I] Members=[(FuncDecl f Result=int Body=(BlockStmt [(ReturnStmt x)]))])"},
		{"extension<T : I> A<T> { }",
			"(ExtensionDecl Generics=(Generics Params=[(GenericParam T false Bounds=[I])]) Target=(NamedType A Args=[T] Given=true))"},
		{"struct S { property p : int { get { return 1; } set(int v) { } } }",
			"(StructDecl S Members=[(PropertyDecl p Type=int Accessors=[(Accessor Kind=get Body=(BlockStmt [(ReturnStmt (IntLit 1))]))" +
				" (Accessor Kind=set Param=(VarDecl v Type=int) Body=(BlockStmt))])])"},
		{"struct S { __subscript(int i) -> T { get { return a[i]; } ref { } } }",
			"(StructDecl S Members=[(SubscriptDecl Params=[(VarDecl i Type=int)] Result=T Accessors=[(Accessor Kind=get" +
				" Body=(BlockStmt [(ReturnStmt (IndexExpr a Args=[i]))])) (Accessor Kind=ref Body=(BlockStmt))])])"},
		{"typedef float4 V[2];", "(TypeAliasDecl V Type=(ArrayType Elem=float4 Size=(IntLit 2)))"},
		{"typedef struct { int a; } S;", "(TypeAliasDecl S Type=(StructType Decl=(StructDecl Members=[(VarDecl a Type=int)])))"},
		{"typedef vector<float, 3> V;", "(TypeAliasDecl V Type=(NamedType vector Args=[float (IntLit 3)] Given=true))"},
		{"typealias A<T> = B<T>;", "(TypeAliasDecl A Generics=(Generics Params=[(GenericParam T false)]) Type=(NamedType B Args=[T] Given=true))"},
		{"typealias P = const int*;", "(TypeAliasDecl P Type=(ModifiedType Keywords=[const] Elem=(PointerType Elem=int)))"},

		// The rest.
		{"namespace A.B { int x; }", "(NamespaceDecl [A B] Members=[(VarDecl x Type=int)])"},
		{"namespace A::B { }", "(NamespaceDecl [A B])"},
		{"using namespace A::B;", "(UsingDecl [A B])"},
		{"using A.B;", "(UsingDecl [A B])"},
		{"import a.b_c;", "(ImportDecl Kind=import a.b_c)"},
		{`__include "x.slang";`, "(ImportDecl Kind=__include x.slang Quoted=true)"},
		{"module m; implementing n;", "(ImportDecl Kind=module m); (ImportDecl Kind=implementing n)"},
		{"cbuffer C : register(b0) { int a; float b; }",
			"(CBufferDecl Semantics=[(Semantic register Args=[b0])] C Members=[(VarDecl a Type=int) (VarDecl b Type=float)])"},
		{"tbuffer T { int a; };", "(CBufferDecl TBuffer=true T Members=[(VarDecl a Type=int)])"},
		{`static_assert(1 < 2, "no");`, "(StaticAssertDecl Cond=(BinaryExpr < (IntLit 1) (IntLit 2)) Message=(StringLit no))"},
		{"public struct S { private int a; internal int f(); }",
			"(StructDecl Keywords=[public] S Members=[(VarDecl Keywords=[private] a Type=int) (FuncDecl Keywords=[internal] f Result=int)])"},
		{"layout(binding = 0) buffer B { int a; } b;",
			`(UnsupportedDecl Layouts=[(Attribute binding Args=[(IntLit 0)])] What="GLSL buffer block")`},
		{"attribute_syntax [Foo(int x)] : FooAttribute;", "(UnsupportedDecl What=attribute_syntax)"},
		{";;", ""},
	}
	for _, test := range tests {
		var got []string
		for _, d := range parse(t, test.source).Decls {
			got = append(got, line(d))
		}
		if got := strings.Join(got, "; "); got != test.want {
			t.Errorf("%s\n got %s\nwant %s", test.source, got, test.want)
		}
	}
}

// Trees of statements, the body of a function.
func TestStatements(t *testing.T) {
	tests := []struct{ source, want string }{
		{"a = 1;", "(ExprStmt (AssignExpr = a (IntLit 1)))"},
		{";", "(EmptyStmt)"},
		{"{ a; }", "(BlockStmt [(ExprStmt a)])"},
		{"return; return 1;", "(ReturnStmt) (ReturnStmt (IntLit 1))"},
		{"break; continue; break x;", "(BreakStmt) (ContinueStmt) (BreakStmt Label=x)"},
		{"discard;", "(UnsupportedStmt What=discard)"},

		// Declarations and expressions are told apart by their first tokens.
		{"T a;", "(DeclStmt [(VarDecl a Type=T)])"},
		{"T<int> a;", "(DeclStmt [(VarDecl a Type=(NamedType T Args=[int] Given=true))])"},
		{"A.B a;", "(DeclStmt [(VarDecl a Type=(NamedType [A B]))])"},
		{"A::B* a;", "(DeclStmt [(VarDecl a Type=(PointerType Elem=(NamedType [A B])))])"},
		{"int[3] a, b;", "(DeclStmt [(VarDecl a Type=(ArrayType Elem=int Size=(IntLit 3))) (VarDecl b Type=(ArrayType Elem=int Size=(IntLit 3)))])"},
		{"a[3] = b;", "(ExprStmt (AssignExpr = (IndexExpr a Args=[(IntLit 3)]) b))"},
		{"a.b * c + d;", "(ExprStmt (BinaryExpr + (BinaryExpr * (MemberExpr a b) c) d))"},
		{"T* p = q;", "(DeclStmt [(VarDecl p Type=(PointerType Elem=T) Init=q)])"},
		{"f(x);", "(ExprStmt (CallExpr Fun=f Args=[x]))"},
		{"a < b > (c);",
			"(ExprStmt (CallExpr Fun=(NameExpr a Args=[b] Given=true) Args=[c]))"}, // generic, as in slangc
		{"a = ::b + ::c<int>(1);", "(ExprStmt (AssignExpr = a (BinaryExpr + (NameExpr b Global=true) (CallExpr Fun=(NameExpr c Args=[int] Given=true Global=true) Args=[(IntLit 1)]))))"},
		{"::T a;", "(DeclStmt [(VarDecl a Type=(NamedType [T] Global=true))])"},
		{`'A'; '\377'; '\u754C';`, "(ExprStmt (IntLit 65)) (ExprStmt (IntLit 255)) (ExprStmt (IntLit 30028))"},
		{"const T a = 1;", "(DeclStmt [(VarDecl Keywords=[const] a Type=T Init=(IntLit 1))])"},
		{"static groupshared uint a[4];", "(DeclStmt [(VarDecl Keywords=[static groupshared] a Type=(ArrayType Elem=uint Size=(IntLit 4)))])"},
		{"let x = 1; var y : int;", "(DeclStmt [(VarDecl x Init=(IntLit 1) Let=true)]) (DeclStmt [(VarDecl y Type=int)])"},
		{"struct S { int a; } s;", "(DeclStmt [(StructDecl S Members=[(VarDecl a Type=int)]) (VarDecl s Type=S)])"},
		{"typedef int I;", "(DeclStmt [(TypeAliasDecl I Type=int)])"},
		{"static_assert(a);", "(DeclStmt [(StaticAssertDecl Cond=a)])"},
		{"S a = {1, {2}};", "(DeclStmt [(VarDecl a Type=S Init=(InitListExpr Elems=[(IntLit 1) (InitListExpr Elems=[(IntLit 2)])]))])"},

		// if: an else belongs to the innermost if.
		{"if (a) b;", "(IfStmt Cond=a Then=(ExprStmt b))"},
		{"if (a) b; else c;", "(IfStmt Cond=a Then=(ExprStmt b) Else=(ExprStmt c))"},
		{"if (a) if (b) c; else d;", "(IfStmt Cond=a Then=(IfStmt Cond=b Then=(ExprStmt c) Else=(ExprStmt d)))"},
		{"if (a) if (b) c; else d; else e;", "(IfStmt Cond=a Then=(IfStmt Cond=b Then=(ExprStmt c) Else=(ExprStmt d)) Else=(ExprStmt e))"},
		{"if (a) {} else if (b) {} else if (c) {} else {}",
			"(IfStmt Cond=a Then=(BlockStmt) Else=(IfStmt Cond=b Then=(BlockStmt) Else=(IfStmt Cond=c Then=(BlockStmt) Else=(BlockStmt))))"},
		{"if (a) for (;;) if (b) c; else d; e;",
			"(IfStmt Cond=a Then=(ForStmt Body=(IfStmt Cond=b Then=(ExprStmt c) Else=(ExprStmt d)))) (ExprStmt e)"},
		{"if (a) while (b) c; else d;", "(IfStmt Cond=a Then=(WhileStmt Cond=b Body=(ExprStmt c)) Else=(ExprStmt d))"},
		{"if (let x = f()) a;", "(IfStmt Let=(VarDecl x Init=(CallExpr Fun=f) Let=true) Then=(ExprStmt a))"},
		{"[branch] if (a) b;", "(IfStmt Attributes=[(Attribute branch)] Cond=a Then=(ExprStmt b))"},

		// Loops.
		{"for (int i = 0, j; i < 2; ++i) a;",
			"(ForStmt Init=(DeclStmt [(VarDecl i Type=int Init=(IntLit 0)) (VarDecl j Type=int)])" +
				" Cond=(BinaryExpr < i (IntLit 2)) Step=(UnaryExpr ++ i) Body=(ExprStmt a))"},
		{"for (i = 0; ; i++, j++) ;", "(ForStmt Init=(ExprStmt (AssignExpr = i (IntLit 0)))" +
			" Step=(BinaryExpr , (PostfixExpr ++ i) (PostfixExpr ++ j)) Body=(EmptyStmt))"},
		{"for (;;) {}", "(ForStmt Body=(BlockStmt))"},
		{"[unroll(4)] [loop] for (;;) {}", "(ForStmt Attributes=[(Attribute unroll Args=[(IntLit 4)]) (Attribute loop)] Body=(BlockStmt))"},
		{"while (a) b;", "(WhileStmt Cond=a Body=(ExprStmt b))"},
		{"do a; while (b); c;", "(DoStmt Body=(ExprStmt a) Cond=b) (ExprStmt c)"},
		{"do if (a) b; else c; while (d);", "(DoStmt Body=(IfStmt Cond=a Then=(ExprStmt b) Else=(ExprStmt c)) Cond=d)"},
		{"do do a; while (b); while (c);", "(DoStmt Body=(DoStmt Body=(ExprStmt a) Cond=b) Cond=c)"},
		{"x: for (;;) break x;", "(LabeledStmt Label=x Body=(ForStmt Body=(BreakStmt Label=x)))"},

		// switch.
		{"switch (a) { case 1: case 2: b; break; default: c; case 3: }",
			"(SwitchStmt a Cases=[(SwitchCase Values=[(IntLit 1) (IntLit 2)] Body=[(ExprStmt b) (BreakStmt)])" +
				" (SwitchCase Default=true Body=[(ExprStmt c)]) (SwitchCase Values=[(IntLit 3)])])"},
		{"switch (a) { default: case E.A: { b; } }",
			"(SwitchStmt a Cases=[(SwitchCase Values=[(MemberExpr E A)] Default=true Body=[(BlockStmt [(ExprStmt b)])])])"},
		{"switch (a) { case 1: T x = 2; if (x) y; else z; }",
			"(SwitchStmt a Cases=[(SwitchCase Values=[(IntLit 1)] Body=[(DeclStmt [(VarDecl x Type=T Init=(IntLit 2))])" +
				" (IfStmt Cond=x Then=(ExprStmt y) Else=(ExprStmt z))])])"},
		{"switch (a) {}", "(SwitchStmt a)"},
		{"switch (a) { case b ? 1 : 2: T x; }",
			"(SwitchStmt a Cases=[(SwitchCase Values=[(CondExpr Cond=b Then=(IntLit 1) Else=(IntLit 2))] Body=[(DeclStmt [(VarDecl x Type=T)])])])"},

		// defer.
		{"defer a; b;", "(DeferStmt Body=(ExprStmt a)) (ExprStmt b)"},
		{"defer { a; }", "(DeferStmt Body=(BlockStmt [(ExprStmt a)]))"},
		{"defer if (a) b; else c;", "(DeferStmt Body=(IfStmt Cond=a Then=(ExprStmt b) Else=(ExprStmt c)))"},

		// Outside the subset.
		{"$for (i in Range(0, 5)) { a; } b;", "(DeclStmt [(UnsupportedDecl What=$)]) (ExprStmt b)"},
		{"throw a;", "(UnsupportedStmt What=throw)"},
		{"__target_switch { case spirv: return; default: break; } a;", "(SwitchStmt __target_switch Cases=[(SwitchCase Values=[spirv] Body=[(ReturnStmt)]) (SwitchCase Default=true Body=[(BreakStmt)])]) (ExprStmt a)"},
	}
	for _, test := range tests {
		f := parse(t, "void f() { "+test.source+" }")
		var got []string
		for _, s := range f.Decls[0].(*ast.FuncDecl).Body.List {
			got = append(got, line(s))
		}
		if got := strings.Join(got, " "); got != test.want {
			t.Errorf("%s\n got %s\nwant %s", test.source, got, test.want)
		}
	}
}
