package check

import (
	"slc/sema/typed"
	"slc/sema/types"
)

// rootKind says what memory a place lies in.
type rootKind uint8

const (
	rootValue       rootKind = iota // no memory: the value of an expression
	rootLocal                       // a local variable or by-value parameter
	rootParam                       // what a by-reference parameter or receiver stands for
	rootStatic                      // a variable of one invocation
	rootGroupshared                 //
	rootBuffer                      // an element of a writable buffer
	rootImage                       // a texel of a writable texture or texel buffer
	rootReadOnly                    // a read-only resource
	rootConstant                    // constant buffer, push constant, uniform or specialization constant
	rootPointer                     // through a physical pointer
	rootInput                       // a system value
	rootUnknown                     // poison, or missing
)

// shared reports whether other invocations see the memory and it can be written.
func (k rootKind) shared() bool {
	return k == rootGroupshared || k == rootBuffer || k == rootImage || k == rootPointer
}

// root is where a place lies.
type root struct {
	kind rootKind
	v    *typed.Var // variable that the place starts from, nil if none
	// resource is the type whose element the place is, nil outside of resources.
	resource *types.Resource
	// through says that a pointer leads to it through which nothing may be written.
	through bool
}

// rootOf follows a place to its memory.
func rootOf(e typed.Expr) root {
	for {
		switch x := e.(type) {
		case nil:
			return root{kind: rootUnknown}
		case *typed.FieldRef:
			if r, ok := typeOf(x.X).(*types.Resource); ok {
				return root{kind: rootConstant, v: baseVar(x.X), resource: r}
			}
			e = x.X
		case *typed.Index:
			switch t := typeOf(x.X).(type) {
			case *types.Resource:
				return resourceRoot(t, baseVar(x.X))
			case *types.Pointer:
				return pointerRoot(t, baseVar(x.X))
			}
			e = x.X
		case *typed.Swizzle:
			e = x.X
		case *typed.MatrixSwizzle:
			e = x.X
		case *typed.ByteRef:
			if t, ok := typeOf(x.Buffer).(*types.Resource); ok {
				return resourceRoot(t, baseVar(x.Buffer))
			}
			return root{kind: rootUnknown}
		case *typed.Deref:
			p, _ := typeOf(x.X).(*types.Pointer)
			return pointerRoot(p, baseVar(x.X))
		case *typed.VarRef:
			return varRoot(x.Var)
		default:
			if types.IsPoison(typeOf(e)) {
				return root{kind: rootUnknown}
			}
			return root{kind: rootValue}
		}
	}
}

// pointerRoot is where what p points to lies; v is the variable that holds the pointer.
func pointerRoot(p *types.Pointer, v *typed.Var) root {
	switch {
	case p == nil || p.Space == types.DevicePointer && p.Access != types.Immutable:
		return root{kind: rootPointer, v: v, through: p != nil && p.Access == types.ReadOnly}
	case p.Access == types.Immutable:
		return root{kind: rootReadOnly, v: v, through: true}
	case p.Space == types.Reference:
		return root{kind: rootUnknown}
	}
	return root{kind: rootGroupshared, v: v, through: p.Access == types.ReadOnly}
}

func resourceRoot(t *types.Resource, v *typed.Var) root {
	switch {
	case !t.Writable() || v != nil && v.ReadOnly:
		return root{kind: rootReadOnly, v: v, resource: t}
	case t.IsImage():
		return root{kind: rootImage, v: v, resource: t}
	}
	return root{kind: rootBuffer, v: v, resource: t}
}

func varRoot(v *typed.Var) root {
	if v == nil {
		return root{kind: rootUnknown}
	}
	kind := rootLocal
	switch v.Kind {
	case typed.Param:
		switch v.Dir {
		case typed.Ref, typed.InOut:
			kind = rootParam
		case typed.ConstRef:
			kind = rootReadOnly
		}
	case typed.Static:
		kind = rootStatic
	case typed.GroupShared:
		kind = rootGroupshared
	case typed.Uniform, typed.SpecConst:
		kind = rootConstant
	case typed.SystemValue:
		kind = rootInput
	}
	return root{kind: kind, v: v}
}

// baseVar is the variable that a chain of members and elements starts from, through what it points to
// and the bytes that it holds.
func baseVar(e typed.Expr) *typed.Var {
	for e != nil {
		switch x := e.(type) {
		case *typed.VarRef:
			return x.Var
		case *typed.ByteRef:
			e = x.Buffer
		case *typed.Deref:
			e = x.X
		default:
			e = typed.Whole(e)
		}
	}
	return nil
}

// typeOf is e's type, poison if e is missing.
func typeOf(e typed.Expr) types.Type {
	if e == nil {
		return types.Poison
	}
	if t := e.Type(); t != nil {
		return t
	}
	return types.Poison
}

// describe names what memory a place lies in, for messages.
func (r root) describe() string {
	name := ""
	if r.v != nil && r.v.Name != "" {
		name = "'" + r.v.Name + "' "
	}
	if r.through && r.kind.shared() {
		return "what " + name + "points to is read-only"
	}
	switch r.kind {
	case rootLocal:
		if r.v.Kind == typed.Param {
			return name + "is a parameter passed by value"
		}
		return name + "is a local variable"
	case rootStatic:
		return name + "is a static variable, of which each invocation has its own"
	case rootReadOnly:
		return name + "is read-only"
	case rootConstant:
		if r.v != nil && r.v.PushConstant {
			return name + "is a push constant"
		}
		if r.v != nil && r.v.Kind == typed.SpecConst {
			return name + "is a specialization constant"
		}
		return name + "is constant"
	case rootInput:
		return name + "is an input of the entry point"
	}
	return "this is a value, not memory"
}
