package check

import (
	"slc/frontend/diag"
	"slc/frontend/source"
	"slc/sema/typed"
	"slc/sema/types"
)

// storage checks where an Atomic may stand: elements of writable buffers,
// groupshared memory, and what a by-reference parameter stands for.
func (c *checker) storage() {
	for _, v := range c.program.Globals {
		switch v.Kind {
		case typed.Uniform:
			if where := readOnlyAtomic(v.Type, v); where != "" {
				c.badStorage(v.Span, v, where)
			}
		case typed.Static:
			if types.ContainsAtomic(v.Type) {
				c.badStorage(v.Span, v, "a static variable, of which each invocation has its own")
			}
		case typed.GroupShared:
			if v.Init != nil {
				c.diags.Report(diag.GroupInit, v.Init.Span(), "groupshared '%s' cannot have an initial value", v.Name).
					WithHelp("let one invocation store it, then wait with GroupMemoryBarrierWithGroupSync()")
			}
		}
	}
	for _, f := range c.program.Funcs {
		leave := c.within(f)
		c.signatureStorage(f)
		if f.Body != nil {
			locals := &visitor{stmt: c.localStorage}
			locals.visit(f.Body)
		}
		leave()
	}
}

func (c *checker) signatureStorage(f *typed.Func) {
	for _, p := range f.Params {
		switch {
		case p.Type == nil:
		case p.Kind == typed.Uniform:
			if where := readOnlyAtomic(p.Type, p); where != "" {
				c.badStorage(p.Span, p, where)
			}
		case (p.Dir == typed.In || p.Dir == typed.Out) && types.ContainsAtomic(p.Type):
			c.badStorage(p.Span, p, "a parameter passed by value").WithHelp("pass it inout, or by ref")
		}
	}
	if f.Result != nil && types.ContainsAtomic(f.Result) {
		c.diags.Report(diag.AtomicStorage, f.Span, "'%s' returns a copy of an Atomic in its result of type %s", f.Name, f.Result)
	}
}

// localStorage reports locals that hold an Atomic. One with an initial value is
// a copy, which sema has reported.
func (c *checker) localStorage(s typed.Stmt) {
	if d, ok := s.(*typed.Decl); ok && d.Init == nil && d.Var != nil && d.Var.Type != nil && types.ContainsAtomic(d.Var.Type) {
		c.badStorage(d.Var.Span, d.Var, "a local variable, which no other invocation sees")
	}
}

func (c *checker) badStorage(span source.Span, v *typed.Var, where string) *diag.Diagnostic {
	return c.diags.Report(diag.AtomicStorage, span, "'%s' of type %s holds an Atomic, but is %s", v.Name, v.Type, where)
}

// readOnlyAtomic returns the words for the read-only memory in which a shader
// parameter of type t would hold an Atomic, "" if it holds none there.
func readOnlyAtomic(t types.Type, v *typed.Var) string {
	switch t := t.(type) {
	case *types.Array:
		return readOnlyAtomic(t.Elem, v)
	case *types.Struct:
		for _, f := range t.Fields {
			if where := readOnlyAtomic(f.Type, v); where != "" {
				return where
			}
		}
	case *types.Atomic:
		if v.PushConstant {
			return "a push constant"
		}
		return "a uniform parameter, which is read-only"
	case *types.Resource:
		return readOnlyResource(t, v)
	}
	return ""
}

func readOnlyResource(t *types.Resource, v *typed.Var) string {
	switch {
	case t.Elem == nil:
		return ""
	case t.Kind == types.ConstantBuffer || t.Kind == types.ParameterBlock:
		if types.ContainsAtomic(t.Elem) {
			return "a constant buffer"
		}
	case types.ContainsAtomic(t.Elem) && !t.Writable():
		return "read-only"
	case types.ContainsAtomic(t.Elem) && v.ReadOnly:
		return "declared readonly"
	}
	return ""
}
