package sema

import (
	"slc/frontend/ast"
	"slc/frontend/diag"
	"slc/frontend/source"
	"slc/sema/builtin"
	"slc/sema/types"
)

// typeExpr resolves a type as written; types.Poison after an error.
func (c *checker) typeExpr(te ast.TypeExpr) types.Type {
	switch te := te.(type) {
	case *ast.NamedType:
		return c.namedType(te)
	case *ast.ArrayType:
		return c.arrayType(c.typeExpr(te.Elem), te.Size, te.Span())
	case *ast.PointerType:
		return c.pointerTo(types.Pointer{Elem: c.typeExpr(te.Elem)}, te.Span())
	case *ast.ModifiedType:
		c.qualify(te.Keywords)
		for _, k := range te.Keywords {
			if k.Text == "some" {
				c.unsupported(te.Span(), "some is")
				return types.Poison
			}
		}
		return c.typeExpr(te.Elem)
	case *ast.StructType:
		return c.inlineType(te.Decl)
	case *ast.ConjunctionType:
		c.unsupported(te.Span(), "a value of a conjunction of interfaces is")
	case *ast.UnsupportedType:
		c.unsupported(te.Span(), te.What+" is")
	}
	return types.Poison
}

// typeModifiers returns the modifier keywords that stand on the type itself.
func typeModifiers(te ast.TypeExpr) []ast.Name {
	var out []ast.Name
	for {
		m, ok := te.(*ast.ModifiedType)
		if !ok {
			return out
		}
		out = append(out, m.Keywords...)
		te = m.Elem
	}
}

// inlineType is a struct or enum that is defined where its type is used.
func (c *checker) inlineType(d ast.Decl) types.Type {
	sd, ok := d.(*ast.StructDecl)
	if !ok {
		if ed, ok := d.(*ast.EnumDecl); ok {
			if sym := c.scope.find(ed.Name.Text); sym != nil && sym.decl == ast.Decl(ed) {
				c.resolve(sym)
				return sym.typ
			}
			c.declareEnum(ed)
			if sym := c.scope.find(ed.Name.Text); sym != nil {
				c.resolve(sym)
				return sym.typ
			}
		}
		return types.Poison
	}
	sym := c.inline[sd]
	if sym == nil {
		if sym = c.declareStruct(sd); sym == nil {
			return types.Poison
		}
		if c.inline == nil {
			c.inline = map[*ast.StructDecl]*symbol{}
		}
		c.inline[sd] = sym
	}
	c.resolve(sym)
	return sym.typ
}

// arrayType is elem[size]; size nil gives an unsized array.
func (c *checker) arrayType(elem types.Type, size ast.Expr, span source.Span) types.Type {
	n := types.Unsized
	var specialized *types.SizeExpr
	if size != nil {
		var v *types.Value
		if v, specialized = c.arraySize(size); v == nil {
			return types.Poison
		}
		if v.Int() < 0 && types.ElemScalar(v.T).Kind.IsSigned() || v.Bits > 1<<31-1 {
			c.errorf(diag.BadArraySize, size.Span(), "the size of an array must be from 0 to 2^31 - 1, but is %s", v)
			return types.Poison
		}
		if n = int(v.Bits); n == 0 && (specialized != nil || types.ContainsResource(elem)) {
			c.errorf(diag.BadArraySize, size.Span(), "the size of this array must be positive")
			return types.Poison
		}
	}
	if types.IsPoison(elem) {
		return elem
	}
	if elem == types.Type(types.Void) {
		c.errorf(diag.BadVariableType, span, "there are no arrays of void")
		return types.Poison
	}
	if a, ok := elem.(*types.Array); ok && a.Len == types.Unsized {
		c.errorf(diag.BadArraySize, span, "only the outermost dimension of an array can be without a size")
		return types.Poison
	}
	e := c.extentOf(&types.Array{Elem: elem, Len: n})
	if !c.withinLimits(e, span, "this array") {
		return types.Poison
	}
	if specialized != nil {
		return c.pool.SpecializedArrayOf(elem, n, specialized)
	}
	return c.pool.ArrayOf(elem, n)
}

// typeSymbol is what the first name of a type stands for.
func (c *checker) typeSymbol(te *ast.NamedType) *symbol {
	if te.Global {
		defer c.inFileScope()()
	}
	sym := c.chosenName(te, c.lookupType(te.Path[0].Name.Text))
	if sym != nil {
		c.unambiguous(sym, te.Path[0].Name)
	}
	return sym
}

func (c *checker) namedType(te *ast.NamedType) types.Type {
	first := te.Path[0]
	sym := c.typeSymbol(te)
	if first.Name.Text == "This" && sym == nil { // unless a parameter has the name
		sym = c.thisType()
	}
	if sym == nil {
		if t := c.builtinType(first.Name, first.Args, first.Given); t != nil {
			c.choseLanguageName(te)
			if len(te.Path) == 1 || types.IsPoison(t) {
				return t
			}
			return c.builtinMemberType(t, te.Path[1].Name)
		}
		if constraintNamed(te) != nil {
			c.unsupported(first.Name.Range, "a value of interface type '"+first.Name.Text+"' is")
			return types.Poison
		}
		c.undefined(first.Name, "type")
		return types.Poison
	}
	for i, part := range te.Path {
		if i > 0 {
			if sym = c.memberOf(sym, part.Name); sym == nil {
				return types.Poison
			}
		}
		if sym.kind == symType && (part.Given || sym.generic != nil) {
			if sym = c.instantiateType(sym, part.Args, part.Given, part.Name.Range); sym == nil {
				return types.Poison
			}
		}
	}
	last := te.Path[len(te.Path)-1].Name
	return c.symbolType(sym, last)
}

// builtinMemberType is a type that is a member of a type of the language: extensions add them.
func (c *checker) builtinMemberType(t types.Type, name ast.Name) types.Type {
	if info := c.membersOf(t); info != nil {
		if sym := info.scope.find(name.Text); sym != nil {
			return c.symbolType(sym, name)
		}
	}
	if isHandleMember(t, name.Text) {
		return c.handleOf(t, name.Range)
	}
	c.errorf(diag.NoMember, name.Range, "type '%s' has no member '%s'", t, name.Text)
	return types.Poison
}

// symbolType is the type that sym names.
func (c *checker) symbolType(sym *symbol, at ast.Name) types.Type {
	switch sym.kind {
	case symType:
		c.resolve(sym)
		if sym.typ == nil {
			return types.Poison
		}
		return sym.typ
	case symInterface:
		return c.interfaceType(sym, at)
	case symUnsupported:
		if sym.why != "" {
			c.unsupported(at.Range, sym.why)
		}
		return types.Poison
	}
	c.errorf(diag.NotAType, at.Range, "'%s' is not a type", at.Text).Note(sym.span, "'%s' is declared here", sym.name)
	return types.Poison
}

// memberOf finds a namespace member, nested type or static member.
func (c *checker) memberOf(sym *symbol, name ast.Name) *symbol {
	c.resolve(sym)
	var s *scope
	switch {
	case sym.inner != nil:
		s = sym.inner
	case sym.kind == symType && isHandleMember(sym.typ, name.Text):
		return c.handleSymbol(sym.typ, name)
	case sym.kind == symType && sym.info != nil && sym.info.scope != nil:
		s = sym.info.scope
	case sym.kind == symType:
		if info := c.membersOf(sym.typ); info != nil && (info.self == nil || info.scope.find(name.Text) != nil) { // an alias
			s = info.scope
		} else if e, ok := sym.typ.(*types.Enum); ok && e.Decl != nil {
			s = e.Decl.(*symbol).inner
		}
	case sym.kind == symVar && sym.v != nil: // x.Element is a type that the type of x has
		if info := c.membersOf(sym.v.Type); info != nil {
			s = info.scope
		}
	case sym.kind == symUnsupported:
		return sym
	}
	if s == nil {
		if sym.typ != nil && c.opaqueInfo(sym.typ) != nil { // the interfaces of the language have types that are not known here
			return nil
		}
		if sym.typ == nil || !types.IsPoison(sym.typ) {
			c.errorf(diag.NoMember, name.Range, "'%s' has no member '%s'", sym.name, name.Text)
		}
		return nil
	}
	found := s.member(name.Text)
	if found == nil && c.hiddenName(name, s) {
		return nil
	}
	if found != nil && found.hidden && !c.sees(found.scope) {
		c.notPublic(name, found.span, found.scope)
		return nil
	}
	if found == nil {
		d := c.errorf(diag.NoMember, name.Range, "'%s' has no member '%s'", sym.name, name.Text)
		c.suggest(d, name, func(yield func(string)) {
			for _, m := range s.syms {
				yield(m.name)
			}
		})
	}
	return found
}

// undefined reports an unknown name with what may have been meant.
func (c *checker) undefined(name ast.Name, what string) {
	if c.incomplete {
		return
	}
	if c.hiddenName(name, c.scope) {
		return
	}
	if of := outOfScope(name.Text, c.glslVisible()); of != "" {
		c.unsupported(name.Range, of+" is")
		return
	}
	d := c.errorf(diag.UndefinedName, name.Range, "undefined %s '%s'", what, name.Text)
	if builtin.IsGLSLName(name.Text) {
		d.WithHelp("'%s' is a name of GLSL: add `import glsl;` or compile with -allow-glsl", name.Text)
		return
	}
	if name.Text == "auto" {
		d.WithHelp("a variable whose type is that of its value is declared with var, a constant with let")
		return
	}
	c.suggest(d, name, c.visibleNames)
}

func (c *checker) suggest(d *diag.Diagnostic, name ast.Name, candidates func(yield func(string))) {
	if len(name.Text) < 3 {
		return
	}
	if s := c.similar(name.Text, candidates); s != "" {
		d.WithHelp("did you mean '%s'?", s).WithFix(name.Range, s)
	}
}

// typeArg resolves a generic argument that is a type.
func (c *checker) typeArg(e ast.Expr) types.Type {
	switch e := e.(type) {
	case *ast.TypeOperand:
		if t := c.layoutWritten(e.Type); t != nil {
			return t
		}
		t := c.typeExpr(e.Type)
		c.layoutArg(e.Type, t)
		return c.onlyVariable(t, e.Span(), "a generic argument")
	case *ast.ParenExpr:
		return c.typeArg(e.X)
	case *ast.NameExpr:
		if t := c.layoutNamed(e.Name, e.Given || e.Global); t != nil {
			return t
		}
	}
	o := c.operand(e)
	if o.mode == modeType {
		return c.onlyVariable(o.typ, e.Span(), "a generic argument")
	}
	if o.mode != modeBad {
		c.errorf(diag.NotAType, e.Span(), "a type is expected here")
	}
	return types.Poison
}

// layoutArg refuses a matrix layout on a generic argument: a matrix type has none, so it
// would be lost.
func (c *checker) layoutArg(te ast.TypeExpr, t types.Type) {
	if _, ok := t.(*types.Matrix); !ok {
		return
	}
	for _, k := range typeModifiers(te) {
		if k.Text == "row_major" || k.Text == "column_major" {
			c.unsupported(k.Range, k.Text+" on a generic argument is").
				WithHelp("put the matrix into a struct and give its field the layout")
		}
	}
}

// isTypeArg reports whether a generic argument names a type; nothing is reported.
func (c *checker) isTypeArg(e ast.Expr) bool {
	switch e := e.(type) {
	case *ast.TypeOperand:
		return true
	case *ast.ParenExpr:
		return c.isTypeArg(e.X)
	case *ast.NameExpr:
		if sym := c.lookup(e.Name.Text); sym != nil {
			return sym.kind == symType || sym.kind == symInterface || sym.kind == symUnsupported
		}
		return builtin.TypeNamed(e.Name.Text) != nil || e.Given || types.DataLayoutNamed(e.Name.Text) != nil
	case *ast.MemberExpr:
		o := c.operand(e)
		return o.mode == modeType
	case *ast.IndexExpr: // an array type
		return c.isTypeArg(e.X)
	}
	return false
}

// builtinType resolves the name of a type that the language provides; nil if
// there is none of that name.
func (c *checker) builtinType(name ast.Name, args []ast.Expr, given bool) types.Type {
	if !given {
		if t := builtin.TypeNamed(name.Text); t != nil {
			return t
		}
		if c.glslVisible() {
			if t := builtin.GLSLTypeNamed(name.Text); t != nil {
				return t
			}
			if name.Text == "atomic_uint" {
				return c.pool.Counter()
			}
		}
	}
	switch name.Text {
	case "vector":
		return c.vectorType(name, args)
	case "matrix":
		return c.matrixType(name, args)
	case "Atomic":
		return c.atomicType(name, args)
	case "Array":
		if len(args) != 2 {
			return c.badArgs(name, "an element type and a size")
		}
		return c.arrayType(c.typeArg(args[0]), args[1], name.Range)
	case "Ptr", "ImmutablePtr", "LayoutPtr", "Ref", "ConstRef":
		return c.pointerType(name, args)
	case "Optional":
		return c.optionalType(name, args)
	case "Tuple":
		return c.tupleType(name, args)
	case handleName:
		return c.handleType(name, args)
	case "String", "NativeString", "ConstBufferPointer", "BFloat16":
		c.unsupported(name.Range, name.Text+" is")
		return types.Poison
	case "string":
		return types.String
	}
	return c.resourceType(name, args, given)
}

func (c *checker) badArgs(name ast.Name, want string) types.Type {
	c.errorf(diag.BadTypeArguments, name.Range, "'%s' takes %s", name.Text, want)
	return types.Poison
}

// elementArg is the scalar type argument of vector, matrix and Atomic.
func (c *checker) elementArg(e ast.Expr, of string) *types.Scalar {
	t := c.typeArg(e)
	s, ok := t.(*types.Scalar)
	if ok && (s.Kind.IsNumeric() || s.Kind == types.KBool) {
		return s
	}
	if !types.IsPoison(t) {
		c.errorf(diag.BadTypeArguments, e.Span(), "the elements of %s are numbers or bool, not '%s'", of, t)
	}
	return nil
}

// sizeArg is the length argument of vector and matrix.
func (c *checker) sizeArg(e ast.Expr) int {
	v := c.constInt(e, "the number of components")
	if v == nil {
		return 0
	}
	if v.Bits < 1 || v.Bits > 4 {
		c.errorf(diag.BadTypeArguments, e.Span(), "the number of components must be 1 to 4, but is %s", v)
		return 0
	}
	return int(v.Bits)
}

func (c *checker) vectorType(name ast.Name, args []ast.Expr) types.Type {
	elem, n := types.Float, 4
	switch {
	case len(args) > 2:
		return c.badArgs(name, "an element type and a length")
	case len(args) == 2:
		if n = c.sizeArg(args[1]); n == 0 {
			return types.Poison
		}
	}
	if len(args) > 0 {
		if elem = c.elementArg(args[0], "a vector"); elem == nil {
			return types.Poison
		}
	}
	return types.VectorOf(elem, n)
}

func (c *checker) matrixType(name ast.Name, args []ast.Expr) types.Type {
	if len(args) == 0 {
		return types.MatrixOf(types.Float, 4, 4)
	}
	if len(args) != 3 {
		return c.badArgs(name, "an element type and the numbers of rows and columns")
	}
	elem := c.elementArg(args[0], "a matrix")
	rows, cols := c.sizeArg(args[1]), c.sizeArg(args[2])
	if elem == nil || rows == 0 || cols == 0 {
		return types.Poison
	}
	return types.MatrixOf(elem, rows, cols)
}

func (c *checker) atomicType(name ast.Name, args []ast.Expr) types.Type {
	if len(args) != 1 {
		return c.badArgs(name, "one type")
	}
	t := c.typeArg(args[0])
	if types.IsPoison(t) {
		return t
	}
	if !builtin.AtomicTypes(t) {
		c.errorf(diag.AtomicType, args[0].Span(), "there is no Atomic<%s>", t).
			WithHelp("an Atomic holds one int, uint, int64_t, uint64_t, half, float or double")
		return types.Poison
	}
	return types.AtomicOf(t.(*types.Scalar))
}
