// Package sema is semantic analysis: it resolves names, types every expression,
// picks overloads, instantiates generics, folds constants and reports what is
// wrong. Its result is the typed, monomorphic tree of package typed.
//
// Declarations are entered into scopes first and resolved on demand, so that use
// before declaration needs no order; a symbol that is asked for while it is being
// resolved is a cycle. Function bodies are checked last, from a work list.
//
// An expression in error has the type types.Poison, which converts to and from
// everything without a word, so that one fault is reported once.
package sema

import (
	"slc/frontend/ast"
	"slc/frontend/diag"
	"slc/frontend/source"
	"slc/sema/typed"
	"slc/sema/types"
)

// Options selects what is analysed.
type Options struct {
	// Entries names the entry points (-entry). Empty: every function with
	// [shader("compute")] or [numthreads].
	Entries []string
	// Specialize are the arguments of generic entry points (-specialize), in order.
	Specialize []ast.Expr
	// GLSL makes the names of the GLSL module visible (-allow-glsl, import glsl).
	GLSL bool
	// Linked says that what the file imports and includes is loaded (ast.ImportDecl.Loaded);
	// otherwise imports are not supported.
	Linked bool
	// Inherit says that members without a modifier are as visible as their type (ast.Module.Inherit).
	Inherit bool
}

// Analyze checks file and returns its typed tree. The tree is complete only if
// nothing was reported with severity Error.
func Analyze(file *ast.File, opts Options, diags *diag.List) *typed.Program {
	c := &checker{pool: types.NewPool(), glsl: opts.GLSL, glslAll: opts.GLSL, linked: opts.Linked, inheritAccess: opts.Inherit}
	c.diags = diags
	c.prog = &typed.Program{Pool: c.pool}
	before := diags.Faults()
	c.file = &scope{kind: fileScope}
	c.scope = c.file
	c.source = file.Decls
	c.findModules(file)
	c.declareAll(file.Decls)
	c.extend()
	c.openAll()
	c.resolveBlocks()
	c.resolveScope(c.file)
	c.resolveModules()
	c.checkPromises()
	c.special = opts.Specialize
	c.findEntries(opts.Entries)
	c.idleEntryAttributes()
	c.checkWorkgroupLayouts()
	c.checkBodies()
	c.checkPromises() // of instances of generics
	c.checkRecursion()
	c.orderGlobals()
	c.unreported(before)
	if before == 0 {
		c.checkDefinitions()
	}
	return c.prog
}

// unreported fails the compilation when an expression was in error but nothing was reported
// since there were before faults: what was not understood is never compiled.
func (c *checker) unreported(before int) {
	if c.poisoned && c.diags.Faults() == before {
		c.diags.Report(diag.InternalError, c.poisonAt, "an error here was found but not reported")
	}
}

// checker is the state of one analysis.
type checker struct {
	extents        map[*types.Struct]extent
	pool           *types.Pool
	file           *scope
	glsl           bool                // GLSL names are visible in some module
	glslAll        bool                // GLSL names are visible everywhere
	linked         bool                // Options.Linked
	inheritAccess  bool                // Options.Inherit
	counters       map[*symbol]counter // GLSL's atomic counters
	counterBuffers []*counterBuffer
	autoSpec       map[*typed.Var]bool // specialization constants without a number of their own

	// getters are the calls of getters, for writes to what they return.
	getters map[typed.Expr]*propertyRead
	// builtinInterfaces are those of the language that were asked for.
	builtinInterfaces []*symbol
	// source are the declarations of the file, instanceNames what looks like instances of generics in all files.
	source        []ast.Decl
	instanceNames []instanceName
	// conformingAt is where a type is said to conform to what extends the interface that is looked at.
	conformingAt source.Span

	modules     []*module // imported, in the order of their parameters
	moduleIndex map[*ast.Module]*module

	special     []ast.Expr                     // arguments for generic entry points that none has taken
	values      map[*typed.Var]*types.Value    // variables that are compile-time constants
	derived     map[*typed.Var]*types.SizeExpr // constants that depend on specialization constants; nil if not as a size may
	extensions  []pendingExtension             // whose members are not declared yet
	patterns    []pendingExtension             // generic ones
	extended    map[types.Type]*structInfo     // members that extensions give to types that are no structs
	unopened    []*function                    // whose parameters of interface type are not opened yet
	namesKnown  bool                           // every declaration of the files is entered
	interfaces  bool                           // the source declares interfaces, or parameters of type some I
	usings      []pendingUsing                 // of the file that is declared
	madeStructs map[madeKey]*types.Struct      // of Optional and Tuple
	blocks      []*structInfo                  // cbuffers whose fields are not resolved yet
	depth       int                            // of generic instantiation
	resolving   int                            // symbols that are being resolved

	choices // of the generics
	output
	env
}

// output is the part of the state that the program and what is left to do of it are collected in. The check of a
// definition (definition.go) has one of its own, which is thrown away.
type output struct {
	diags *diag.List
	prog  *typed.Program
	// oversized says that a struct that exceeds a limit was reported.
	oversized bool
	// incomplete is set by constructs that are not supported and may declare
	// names (import): unknown names are then silent.
	incomplete bool
	// poisoned says that bad was called, poisonAt where first.
	poisoned bool
	poisonAt source.Span
	// endless says that a generic that instantiates itself without end was reported.
	endless bool

	functions     []*function                 // non-generic functions, in order of declaration
	templates     []*function                 // generic functions of files and namespaces
	foreign       []*function                 // functions of imported modules
	all           []*function                 // functions whose bodies were checked
	order         []*symbol                   // global variables in order of declaration
	queue         []*function                 // functions whose bodies are to be checked
	inline        map[*ast.StructDecl]*symbol // structs defined inside a type
	extendedTypes []*structInfo               // of checker.extended, in order
	workgroups    []*workgroupLayout          // layout(local_size_x = 8) in;
	asserts       []pendingAssert             // static_assert at file, namespace and struct level
	promises      []promise                   // members to compare with the requirements of interfaces
	instances     int                         // of generics, in all
	heaps         map[types.Type]*typed.Var   // of handles, by what they mean: globals of prog
	computed      []*typed.Var                // static constants without a value that is known, in the order of their definition
	deferred      int                         // copies of deferred statements
}

// env is the part of the state that changes with the place in the source.
type env struct {
	scope      *scope
	decl       ast.Decl     // that is checked: of a function, type or global variable
	fn         *function    // function whose body is checked, nil outside
	hoist      []typed.Stmt // declarations of temporaries, to go before the current statement
	breaks     []breakable  // enclosing loops, switches and labelled blocks
	defers     []deferred   // of the enclosing scopes, outermost first
	late       bool         // inside a deferred statement
	resultType bool         // the type of a result is resolved, which can be a reference
	recording  bool         // what is checked is written in the generic whose definition is checked
	from       memberSource // that declares the members which are declared
}

type breakable struct {
	stmt  typed.Stmt
	loop  bool
	label string
	// defers is the number of deferred statements around it.
	defers int
}

type pendingUsing struct {
	decl  *ast.UsingDecl
	scope *scope
}

type pendingAssert struct {
	decl  *ast.StaticAssertDecl
	scope *scope
}

// enter switches to another place in the source; the result switches back.
func (c *checker) enter(e env) (leave func()) {
	saved := c.env
	c.env = e
	return func() { c.env = saved }
}

// push opens a scope inside the current one; the result closes it.
func (c *checker) push(kind scopeKind) (pop func()) {
	c.scope = &scope{kind: kind, parent: c.scope}
	saved := c.scope.parent
	return func() { c.scope = saved }
}

func (c *checker) errorf(code *diag.Code, span source.Span, format string, args ...any) *diag.Diagnostic {
	return c.diags.Report(code, span, format, args...)
}

// unsupported reports a construct that is parsed but not compiled.
func (c *checker) unsupported(span source.Span, what string) *diag.Diagnostic {
	return c.diags.Report(diag.NotSupported, span, "%s not supported yet", what)
}

// bad is an expression in error.
func (c *checker) bad(span source.Span) typed.Expr {
	if !c.poisoned {
		c.poisoned, c.poisonAt = true, span
	}
	return &typed.Const{E: typed.E{T: types.Poison, S: span}, Value: &types.Value{T: types.Poison}}
}

func isBad(x typed.Expr) bool { return types.IsPoison(x.Type()) }
