package sema

import (
	"slices"

	"slc/frontend/ast"
	"slc/frontend/diag"
	"slc/frontend/source"
	"slc/sema/builtin"
	"slc/sema/typed"
	"slc/sema/types"
)

type scopeKind uint8

const (
	fileScope scopeKind = iota
	namespaceScope
	typeScope
	functionScope
	blockScope
)

// scope is a region of names. Names hide those of outer scopes; the names of
// using directives come after those of the scope itself.
type scope struct {
	kind   scopeKind
	parent *scope
	name   string // of namespaces and types
	syms   []*symbol
	index  map[string]*symbol // built when syms grow
	using  []*scope
	owner  *structInfo // typeScope
	// imports are the scopes of other modules whose public names are visible here.
	imports []*scope
	module  *module // fileScope of an imported module
	glsl    bool    // fileScope with import glsl
	binds   bool    // the arguments of a generic
	// generics are the parameters and constraints that belong to them.
	generics *ast.Generics
	scratch  bool // of the check of a definition
}

// smallScope is the number of symbols up to which a scope is searched linearly.
const smallScope = 8

func (s *scope) find(name string) *symbol {
	if s.index != nil {
		return s.index[name]
	}
	for i := len(s.syms) - 1; i >= 0; i-- {
		if s.syms[i].name == name {
			return s.syms[i]
		}
	}
	return nil
}

func (s *scope) add(sym *symbol) {
	s.syms = append(s.syms, sym)
	switch {
	case s.index != nil:
		s.index[sym.name] = sym
	case len(s.syms) > smallScope:
		s.index = make(map[string]*symbol, 4*smallScope)
		for _, sym := range s.syms {
			s.index[sym.name] = sym
		}
	}
}

// member finds name in s, in the namespaces it uses or in the modules it imports.
func (s *scope) member(name string) *symbol {
	if sym := s.find(name); sym != nil {
		return sym
	}
	if s.using == nil && s.imports == nil {
		return nil
	}
	return s.further(name, false, &[]*scope{s})
}

type symbolKind uint8

const (
	symVar         symbolKind = iota
	symField                  // data member of a struct
	symBlockMember            // member of a cbuffer
	symFunc                   // overload set
	symType
	symNamespace
	symConst // enumerator or generic value
	symInterface
	symProperty    // property, or the subscripts of a type
	symUnsupported // declared by a construct that is not supported
)

type state uint8

const (
	unresolved state = iota
	resolving
	resolved
)

// symbol is a declared name.
type symbol struct {
	name  string
	span  source.Span
	kind  symbolKind
	scope *scope // that it is declared in
	decl  ast.Decl
	state state

	builtin *builtin.Constraint // symInterface: one of the language
	typ     types.Type          // symType
	v       *typed.Var          // symVar, and the block of symBlockMember
	field   *types.Field
	value   *types.Value // symConst
	fns     []*function  // symFunc
	inner   *scope       // symNamespace
	info    *structInfo  // symType of structs
	exist   *existential // symInterface, once it is the type of values
	why     string       // symUnsupported: what is not supported
	generic *ast.Generics
	// conjunction marks the symInterface of an alias of A & B.
	conjunction bool
	bounds      []ast.TypeExpr     // of a type parameter in an instance
	insts       instances[*symbol] // instances of a generic type
	instanceOf  *symbol            // the generic type that this is an instance of
	private     bool
	hidden      bool       // from other modules
	access      *accessors // symProperty
	static      bool       // static member
}

// declare enters a symbol into the current scope and reports a second
// declaration of the name there.
func (c *checker) declare(sym *symbol) {
	sym.scope = c.scope
	sym.hidden = c.hides(sym.decl)
	if sym.name == "" {
		return
	}
	if old := c.scope.find(sym.name); old != nil {
		c.redefined(sym, old)
		if sym.kind != symVar {
			return
		}
	}
	c.scope.add(sym)
}

// lookup finds the nearest declaration of name, from the current scope outwards.
func (c *checker) lookup(name string) *symbol {
	for s := c.scope; s != nil; s = s.parent {
		if sym := s.member(name); sym != nil {
			return sym
		}
	}
	return nil
}

// inFileScope makes the scope of the file the current one, for names after a leading
// ::, and returns a function that goes back.
func (c *checker) inFileScope() (back func()) {
	saved := c.scope
	c.scope = c.scope.root()
	return func() { c.scope = saved }
}

// lookupType is lookup where a type stands: a field or variable of the same name
// does not hide a type or namespace further out.
func (c *checker) lookupType(name string) *symbol {
	var first *symbol
	for s := c.scope; s != nil; s = s.parent {
		sym := s.member(name)
		switch {
		case sym == nil:
		case sym.decl == c.decl && c.decl != nil && sym.state == resolving && isAlias(sym) && (builtin.TypeNamed(name) != nil || c.outerType(s.parent, name)):
			// typedef T T in a namespace: what it names is further out
		case sym.kind == symType || sym.kind == symNamespace || sym.kind == symInterface || sym.kind == symUnsupported:
			return sym
		case first == nil:
			first = sym
		}
	}
	return first
}

func isAlias(sym *symbol) bool {
	_, ok := sym.decl.(*ast.TypeAliasDecl)
	return ok && sym.kind == symType
}

// outerType reports whether a name is that of a type in s.
func (c *checker) outerType(s *scope, name string) bool {
	defer c.enter(env{scope: s})()
	sym := c.lookupType(name)
	return sym != nil && (sym.kind == symType || sym.kind == symInterface)
}

// overloads collects the functions called name from the current scope
// outwards; a declaration of another kind ends the search. At equal cost the inner
// one is called.
func (c *checker) overloads(name string) []*function {
	var out []*function
	for s := c.scope; s != nil; s = s.parent {
		sym := s.member(name)
		if sym == nil {
			continue
		}
		if sym.kind != symFunc {
			break
		}
		for _, f := range c.functionsIn(s, sym) {
			// A namespace may be around the place and used as well. The receiver is of the nearest type.
			if !slices.Contains(out, f) && (len(out) == 0 || f.owner == nil || f.static || f.owner == out[0].owner) {
				out = append(out, f)
			}
		}
	}
	return out
}

// similar returns the visible name that name is most likely a misspelling of.
func (c *checker) similar(name string, candidates func(yield func(string))) string {
	best, bestDistance := "", max(1, len(name)/3)+1
	consider := func(s string) {
		if s == name || s == "" {
			return
		}
		if d := diag.Distance(name, s, bestDistance); d < bestDistance {
			best, bestDistance = s, d
		}
	}
	candidates(consider)
	return best
}

// visibleNames yields every name in scope, innermost first, then the built-ins.
func (c *checker) visibleNames(yield func(string)) {
	for s := c.scope; s != nil; s = s.parent {
		for _, sym := range s.syms {
			yield(sym.name)
		}
		for _, u := range s.using {
			for _, sym := range u.syms {
				yield(sym.name)
			}
		}
	}
	builtin.FunctionNames(func(name string, glsl bool) bool {
		if !glsl || c.glslVisible() {
			yield(name)
		}
		return true
	})
}
