package sema

import (
	"slc/frontend/ast"
	"slc/frontend/diag"
	"slc/sema/typed"
	"slc/sema/types"
)

// structInfo is what sema knows of a struct beside its type.
type structInfo struct {
	sym       *symbol
	t         *types.Struct
	scope     *scope // members
	defaults  []fieldDefault
	bases     []*symbol           // interfaces it conforms to
	instances []interfaceInstance // of the generic ones among them
	// elsewhere are extensions in other modules that make it conform to more.
	elsewhere []pendingExtension
	base      *structInfo  // the struct that it is derived from
	made      *madeStruct  // of a struct that the source does not declare
	exist     *existential // of an interface as the type of values
	self      types.Type   // of an extension of a type that is no struct
	matched   bool         // generic extensions were applied
	opaque    *opaque      // stands for a generic parameter in the check of a definition
	shadowed  []*function  // methods of extensions that its own ones take the place of
	generic   bool         // members of a generic struct are checked per instance
	enum      *symbol      // only of enumerators: the enum to resolve
	extent    extent       // of the fields so far
	tooLarge  bool         // and that it exceeds a limit was reported
}

// fieldDefault is the default value of a field.
type fieldDefault struct {
	init ast.Expr
	busy bool // its value is being checked
}

func (c *checker) infoOf(t types.Type) *structInfo {
	if s, ok := t.(*types.Struct); ok {
		info, _ := s.Decl.(*structInfo)
		return info
	}
	return nil
}

// declareStruct enters a struct and its members; nil for a forward declaration.
func (c *checker) declareStruct(d *ast.StructDecl) *symbol {
	if d.Forward {
		return nil // names are known before their declaration anyway
	}
	sym := &symbol{name: d.Name.Text, span: nameOr(d.Name, d), kind: symType, decl: d, generic: d.Generics}
	c.declare(sym)
	sym.scope = c.scope
	if d.Class {
		c.unsupported(sym.span, "classes are")
		sym.kind = symUnsupported
		return sym
	}
	if d.Generics == nil {
		c.declareMembers(sym, d, c.scope)
	}
	return sym
}

// declareMembers gives sym the scope of its members.
func (c *checker) declareMembers(sym *symbol, d *ast.StructDecl, outer *scope) {
	name := d.Name.Text
	if name == "" {
		name = "struct"
	}
	info := &structInfo{sym: sym, generic: d.Generics != nil}
	sym.info = info
	info.t = &types.Struct{Name: qualified(outer, name), Span: sym.span, Decl: info}
	info.scope = &scope{kind: typeScope, parent: outer, owner: info, name: info.t.Name}
	saved := c.scope
	c.scope = info.scope
	for _, m := range d.Members {
		if v, ok := m.(*ast.VarDecl); ok {
			kind := symField
			if v.Has("static") != nil {
				kind = symVar
			}
			sym := &symbol{name: v.Name.Text, span: v.Name.Range, kind: kind, decl: v,
				private: v.Has("private") != nil, static: kind == symVar}
			c.declare(sym)
			if sym.static {
				c.order = append(c.order, sym)
			}
			continue
		}
		c.declareDecl(m)
	}
	c.scope = saved
}

func (c *checker) resolveStruct(sym *symbol, d *ast.StructDecl) {
	info := sym.info
	sym.typ = info.t
	leave := c.enter(env{scope: info.scope, decl: d})
	defer leave()
	c.inherit(info, d.Bases)
	for _, m := range d.Members {
		if v, ok := m.(*ast.VarDecl); ok && v.Has("static") == nil {
			c.resolveField(info, v)
		}
	}
	sym.state = resolved
	c.matchPatterns(info, true)
	c.conform(info, d.Bases)
	for _, e := range info.elsewhere {
		c.conformIn(e.scope, info, e.decl.Bases)
	}
	c.inheritConformance(info)
	c.matchPatterns(info, false)
	c.checkOverrides(info, d)
	for _, m := range info.scope.syms {
		if m.kind != symField {
			c.resolve(m)
		}
	}
}

func (c *checker) resolveField(info *structInfo, d *ast.VarDecl) {
	f := &types.Field{Name: d.Name.Text, Index: len(info.t.Fields), Span: d.Name.Range, Type: types.Poison}
	if d.Type == nil {
		c.errorf(diag.NeedsInitializer, d.Name.Range, "field '%s' needs a type", f.Name)
	} else {
		f.Type = c.typeExpr(d.Type)
	}
	c.refuseField(&d.Modifiers)
	c.placeAttributes(d.Attributes, onField)
	c.checkLayouts(&d.Modifiers, onField)
	f.Format = c.imageFormat(&d.Modifiers, f.Type)
	c.formatLayout(&d.Modifiers, f.Type)
	c.incoherent(d, f.Type)
	f.Type = c.onlyVariable(f.Type, f.Span, "a field")
	c.checkFieldType(info, f, d)
	f.Access = c.accessOfField(info, &d.Modifiers)
	f.RowMajor, f.ColumnMajor = d.Has("row_major") != nil, d.Has("column_major") != nil
	f.Coherent = d.Has("globallycoherent") != nil || d.Has("coherent") != nil
	if k := d.Has("volatile"); k != nil {
		f.Volatile = true
		c.volatileMisleads(*k)
	}
	f.ReadOnly = d.Has("readonly") != nil
	f.Semantic = systemValueOf(&d.Modifiers)
	for _, s := range d.Semantics {
		if s.Name.Text == "packoffset" {
			f.PackOffset = c.packOffset(s) + 1
		}
	}
	if a := d.Attribute("vk_offset"); a != nil {
		if at := c.attrInts(a, 1, 1); len(at) == 1 {
			f.ByteOffset = int(at[0]) + 1
		}
	}
	for _, k := range append(typeModifiers(d.Type), d.Keywords...) {
		switch k.Text {
		case "groupshared", "in", "out", "inout", "ref", "__ref", "constref", "__constref", "borrow":
			c.errorf(diag.BadModifier, k.Range, "a field cannot be %s", k.Text)
		}
	}
	c.growStruct(info, f)
	info.t.Fields = append(info.t.Fields, f)
	info.defaults = append(info.defaults, fieldDefault{init: d.Init})
	if sym := info.scope.find(d.Name.Text); sym != nil && sym.decl == ast.Decl(d) {
		sym.field = f
		sym.state = resolved
	}
}

// checkFieldType refuses types that a field cannot have and replaces them by poison.
func (c *checker) checkFieldType(info *structInfo, f *types.Field, d *ast.VarDecl) {
	f.Type = c.noCounter(f.Type, f.Span)
	switch t := f.Type.(type) {
	case *types.Scalar:
		if t.Kind == types.KVoid {
			c.errorf(diag.BadVariableType, d.Type.Span(), "field '%s' cannot have type 'void'", f.Name)
			f.Type = types.Poison
		}
	case *types.Array:
		if t.Len == types.Unsized {
			c.unsupported(d.Type.Span(), "arrays without a size in structs are")
			f.Type = types.Poison
		}
	}
	incomplete := func(t types.Type) bool {
		s, ok := t.(*types.Struct)
		return ok && (s == info.t || c.infoOf(s) != nil && c.infoOf(s).sym.state == resolving)
	}
	if c.existentialOf(f.Type) != nil && types.Contains(f.Type, incomplete) {
		c.unsupported(d.Name.Range, "a value of an interface, in a struct that conforms to it, is")
		f.Type = types.Poison
		return
	}
	if types.Contains(f.Type, incomplete) {
		c.errorf(diag.CyclicDefinition, d.Name.Range, "struct '%s' contains itself through field '%s'", info.t.Name, f.Name)
		f.Type = types.Poison
	}
}

func accessOf(m *ast.Modifiers) types.Access {
	switch {
	case m.Has("private") != nil:
		return types.Private
	case m.Has("public") != nil:
		return types.Public
	}
	return types.Internal
}

// since2026 reports whether what stands in s follows the rules of version 2026 of the language.
func (c *checker) since2026(s *scope) bool {
	if module := s.root().module; module != nil {
		return module.decl.Inherit
	}
	return c.inheritAccess
}

// accessOfField is the access of a field with modifiers m: without one the struct's in new versions of the language.
func (c *checker) accessOfField(info *structInfo, m *ast.Modifiers) types.Access {
	if d, ok := info.sym.decl.(*ast.StructDecl); ok && c.since2026(info.scope) && m.Has("internal") == nil && m.Has("private") == nil {
		return max(accessOf(m), accessOf(&d.Modifiers))
	}
	return accessOf(m)
}

// accessible reports whether private members of info may be used here.
func (c *checker) accessible(info *structInfo) bool {
	for s := c.scope; s != nil; s = s.parent {
		if s.owner == info {
			return true
		}
	}
	return false
}

// declareCBuffer enters a cbuffer block: its members are names of the scope
// around it.
func (c *checker) declareCBuffer(d *ast.CBufferDecl) {
	if d.TBuffer {
		c.unsupported(nameOr(d.Name, d), "tbuffer is")
		c.incomplete = true
		return
	}
	info := &structInfo{t: &types.Struct{Name: d.Name.Text, Span: nameOr(d.Name, d), Hidden: true}}
	info.t.Decl = info
	block := &symbol{name: "", span: info.t.Span, kind: symType, decl: d, typ: info.t, state: resolved, info: info, scope: c.scope}
	info.sym = block
	info.scope = &scope{kind: typeScope, parent: c.scope, name: d.Name.Text}
	v := &typed.Var{Name: d.Name.Text, Kind: typed.Uniform, Span: info.t.Span, CBuffer: true, Const: true}
	v.Type = c.pool.ResourceOf(types.Resource{Kind: types.ConstantBuffer, Elem: info.t, Name: "ConstantBuffer"})
	c.order = append(c.order, &symbol{v: v})
	c.refuse(&d.Modifiers)
	v.Binding = c.binding(&d.Modifiers, v.Type)
	v.PushConstant = c.isPushConstant(&d.Modifiers)
	c.parameterLayout(&d.Modifiers, v)
	for _, m := range d.Members {
		vd, ok := m.(*ast.VarDecl)
		if !ok {
			c.declareDecl(m)
			continue
		}
		sym := &symbol{name: vd.Name.Text, span: vd.Name.Range, kind: symBlockMember, decl: vd, v: v, info: info}
		c.declare(sym)
		info.scope.syms = append(info.scope.syms, sym)
	}
	c.blocks = append(c.blocks, info)
}

// resolveBlocks gives the cbuffers their fields, in the order of declaration.
func (c *checker) resolveBlocks() {
	for _, info := range c.blocks {
		leave := c.enter(env{scope: info.scope.parent})
		for _, sym := range info.scope.syms {
			d := sym.decl.(*ast.VarDecl)
			c.resolveField(info, d)
			sym.field = info.t.Fields[len(info.t.Fields)-1]
			if c.noInterface(sym.field.Type, sym.span, "a shader parameter") {
				sym.field.Type = types.Poison
			}
			sym.state = resolved
		}
		leave()
	}
	c.blocks = nil
}
