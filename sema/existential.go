package sema

import (
	"slices"

	"slc/frontend/ast"
	"slc/frontend/diag"
	"slc/frontend/source"
	"slc/sema/typed"
	"slc/sema/types"
)

// A value of interface type holds a value of one of the types that conform to the interface: it is
// a struct of a tag, which says which one, and of a field for each of them. They are all
// known, since a compilation sees all of its source. Calling a method of the interface calls a
// function that switches on the tag (dispatch.go). The struct has no layout that a host could
// know, so such values cannot be part of shader parameters or buffers.

// existential is an interface as the type of values.
type existential struct {
	iface *symbol
	info  *structInfo
	tag   *types.Field
	types []types.Type // that conform; the tag counts them
	// fields hold the values of the types; nil for a type without data.
	fields []*types.Field
	// conversions are the functions that make values of other interfaces of this one's.
	conversions map[*existential]*function
	extended    bool // an extension names the interface
}

// existentialOf is the interface that t is the type of values of; nil if it is none.
func (c *checker) existentialOf(t types.Type) *existential {
	if info := c.infoOf(t); info != nil {
		return info.exist
	}
	return nil
}

// holdsInterface reports whether a value of t holds a value of interface type.
func (c *checker) holdsInterface(t types.Type) bool {
	return types.Contains(t, func(t types.Type) bool { return c.existentialOf(t) != nil })
}

// noInterface reports a value of interface type in memory that the host fills or reads.
func (c *checker) noInterface(t types.Type, at source.Span, where string) bool {
	if !c.holdsInterface(t) {
		return false
	}
	c.unsupported(at, "a value of interface type in "+where+" is")
	return true
}

// interfaceType is the type of the values of interface sym.
func (c *checker) interfaceType(sym *symbol, at ast.Name) types.Type {
	if sym.exist == nil {
		if c.def != nil {
			defer c.trial(sym)()
		}
		c.makeExistential(sym, at)
	}
	if sym.exist.info == nil {
		return types.Poison
	}
	return sym.exist.info.t
}

func (c *checker) makeExistential(sym *symbol, at ast.Name) {
	e := &existential{iface: sym}
	sym.exist = e
	if sym.conjunction {
		c.unsupported(at.Range, "a value of a conjunction of interfaces is")
		return
	}
	if sym.decl.(*ast.InterfaceDecl).Generics != nil {
		c.unsupported(at.Range, "a value of generic interface '"+at.Text+"' is")
		return
	}
	info := &structInfo{exist: e, t: &types.Struct{Name: qualified(sym.scope, sym.name), Span: sym.span}}
	info.t.Decl = info
	info.sym = &symbol{name: sym.name, span: sym.span, kind: symType, typ: info.t, state: resolving, scope: sym.scope, info: info}
	info.scope = &scope{kind: typeScope, parent: sym.scope, owner: info, name: info.t.Name}
	leave := c.enter(env{scope: sym.scope})
	defer leave()
	info.bases = c.interfacesOf([]ast.TypeExpr{&ast.NamedType{Path: []ast.PathPart{{Name: ast.Name{Text: sym.name}}}}})
	if !slices.Contains(info.bases, sym) {
		info.bases = append(info.bases, sym)
	}
	e.info = info
	e.tag = e.addField("tag", types.Uint)
	for _, t := range c.conforming(sym) {
		if c.storable(e, t) {
			e.types = append(e.types, t)
			if e.fields = append(e.fields, nil); !c.empty(t) {
				f := e.addField(identifier(t.String()), t)
				c.growStruct(info, f)
				e.fields[len(e.fields)-1] = f
			}
		}
	}
	if len(e.types) == 0 {
		c.unsupported(at.Range, "a value of interface type '"+at.Text+"', to which no type conforms, is")
		e.info = nil
		return
	}
	info.sym.state = resolved
	for _, b := range info.bases {
		c.dispatchMembers(e, b.decl.(*ast.InterfaceDecl))
	}
}

func (e *existential) addField(name string, t types.Type) *types.Field {
	info := e.info
	f := &types.Field{Name: name, Type: t, Index: len(info.t.Fields), Span: info.t.Span}
	info.t.Fields = append(info.t.Fields, f)
	info.defaults = append(info.defaults, fieldDefault{})
	return f
}

// empty reports whether a value of t has no data.
func (c *checker) empty(t types.Type) bool {
	s, ok := t.(*types.Struct)
	if !ok {
		return false
	}
	if info := c.infoOf(t); info != nil && info.sym.state != resolved {
		return false // its fields are not known yet
	}
	for _, f := range s.Fields {
		if !c.empty(f.Type) {
			return false
		}
	}
	return true
}

// storable reports whether a value of interface type can hold a t. A type with resources cannot,
// which is an error only where one is stored.
func (c *checker) storable(e *existential, t types.Type) bool {
	info := c.membersOf(t)
	switch {
	case types.ContainsAtomic(t) && info.self != nil: // an atomic itself
	case types.ContainsAtomic(t):
		c.errorf(diag.AtomicStorage, info.sym.span, "'%s' cannot be stored as a value of interface '%s': it holds an Atomic", t, e.iface.name)
	case types.Contains(t, func(t types.Type) bool { return t == types.Type(e.info.t) }):
		c.errorf(diag.CyclicDefinition, info.sym.span, "'%s' conforms to '%s' and holds a value of it: it would contain itself", t, e.iface.name)
	default:
		return !types.ContainsResource(t) && !types.Contains(t, types.IsPoison) && !types.Contains(t, unsized)
	}
	return false
}

// conforming lists the types of the source that conform to an interface, in the order of their
// declaration. Of the instances of generics those are among them that the source names.
func (c *checker) conforming(iface *symbol) []types.Type {
	var out []types.Type
	add := func(info *structInfo) {
		if info.conformsTo(iface) || c.lists(info, iface) {
			out = append(out, info.this())
		}
	}
	var visit func(s *scope)
	visit = func(s *scope) {
		for _, sym := range s.syms {
			switch {
			case sym.kind == symNamespace && sym.scope == s:
				visit(sym.inner)
			case sym.kind == symType && sym.info != nil && sym.info.scope != nil && sym.generic == nil && sym.scope == s:
				d, ok := sym.decl.(*ast.StructDecl)
				if !ok {
					continue
				}
				if sym.state == unresolved && (c.lists(sym.info, iface) || c.namesStruct(sym.info, d.Bases)) { // others may hold the interface
					c.resolve(sym)
				}
				add(sym.info)
				visit(sym.info.scope)
			case sym.kind == symType && sym.generic != nil && sym.scope == s && c.listsGeneric(sym, iface):
				for _, info := range c.storedInstances(sym) {
					c.resolve(info.sym)
					add(info)
				}
			}
		}
	}
	visit(c.file)
	for _, m := range c.modules {
		visit(m.scope)
	}
	for _, info := range c.extendedTypes {
		add(info)
	}
	return out
}

// wraps reports whether a value of type t can become one of the interface.
func (c *checker) wraps(e *existential, t types.Type) bool {
	if slices.Contains(e.types, t) {
		return true
	}
	if c.opaqueInfo(t) != nil {
		return c.opaqueInfo(t).conformsTo(e.iface)
	}
	other := c.existentialOf(t)
	return other != nil && other.info != nil && other.info.conformsTo(e.iface)
}

// wrap makes a value of interface type of x.
func (c *checker) wrap(x typed.Expr, e *existential) typed.Expr {
	t := x.Type()
	if t == types.Type(e.info.t) {
		return x
	}
	if c.opaqueInfo(t) != nil && c.wraps(e, t) {
		return conversion(x, e.info.t, typed.Bitcast)
	}
	if other := c.existentialOf(t); other != nil && c.wraps(e, t) {
		return c.callConversion(other, e, x)
	}
	at := slices.Index(e.types, t)
	if at < 0 {
		c.notWrapped(x, e)
		return c.bad(x.Span())
	}
	parts := []typed.Expr{&typed.Const{E: typed.E{T: types.Uint, S: x.Span()}, Value: types.UintValue(types.Uint, uint64(at))}}
	for i, t := range e.types {
		if e.fields[i] == nil {
			continue
		}
		if i == at {
			parts = append(parts, x)
		} else {
			parts = append(parts, &typed.Const{E: typed.E{T: t, S: x.Span()}, Value: types.Zero(t)})
		}
	}
	return c.construct(e.info.t, parts, x.Span())
}

func (c *checker) notWrapped(x typed.Expr, e *existential) {
	t := x.Type()
	info := c.membersOf(t)
	switch {
	case info == nil || !info.conformsTo(e.iface):
		c.errorf(diag.TypeMismatch, x.Span(), "cannot convert '%s' to '%s': it does not conform to the interface", t, e.iface.name)
	case types.ContainsResource(t):
		c.unsupported(x.Span(), "a value of interface type that holds a resource is").WithHelp("pass it to a parameter of the interface's type")
	default:
		c.unsupported(x.Span(), "'"+t.String()+"' as a value of interface type is").
			WithHelp("structs that are not local to a function can be values of an interface, and instances of generic ones that are named with their arguments")
	}
}
