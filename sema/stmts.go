package sema

import (
	"slc/frontend/ast"
	"slc/frontend/diag"
	"slc/frontend/source"
	"slc/sema/builtin"
	"slc/sema/typed"
	"slc/sema/types"
)

// stmts checks a statement list in the current scope, which ends with it.
func (c *checker) stmts(list []ast.Stmt) []typed.Stmt {
	outer := len(c.defers)
	out := c.plainStmts(list)
	if len(c.defers) > outer {
		if !endsFlow(out) {
			out = c.leaveTo(outer, out)
		}
		c.defers = c.defers[:outer]
	}
	return out
}

func (c *checker) plainStmts(list []ast.Stmt) []typed.Stmt {
	out := make([]typed.Stmt, 0, len(list))
	for _, s := range list {
		out = c.stmt(s, out)
	}
	return out
}

// stmt checks s and appends what it becomes. Temporaries that its expressions
// need are declared before it.
func (c *checker) stmt(s ast.Stmt, out []typed.Stmt) []typed.Stmt {
	saved := c.hoist
	c.hoist = nil
	at := len(out)
	out = c.plainStmt(s, out)
	if len(c.hoist) > 0 {
		tail := append([]typed.Stmt(nil), out[at:]...)
		out = append(append(out[:at], c.hoist...), tail...)
	}
	c.hoist = saved
	return out
}

func (c *checker) plainStmt(s ast.Stmt, out []typed.Stmt) []typed.Stmt {
	switch s.(type) {
	case *ast.IfStmt, *ast.ForStmt, *ast.WhileStmt, *ast.DoStmt, *ast.SwitchStmt, *ast.UnsupportedStmt:
	default:
		c.checkAttributes(s.Attrs(), onStatement)
	}
	switch s := s.(type) {
	case *ast.BlockStmt:
		return append(out, c.block(s))
	case *ast.DeclStmt:
		for _, d := range s.Decls {
			out = c.localDecl(d, out)
		}
		return out
	case *ast.ExprStmt:
		if x := c.exprStmt(s.X); x != nil {
			out = append(out, &typed.ExprStmt{St: typed.St{S: s.Span()}, X: x})
		}
		return out
	case *ast.IfStmt:
		if x := c.ifStmt(s); x != nil {
			out = append(out, x)
		}
		return out
	case *ast.ForStmt:
		return append(out, c.forStmt(s, ""))
	case *ast.WhileStmt:
		return append(out, c.whileStmt(s, ""))
	case *ast.DoStmt:
		return append(out, c.doStmt(s, ""))
	case *ast.SwitchStmt:
		return append(out, c.switchStmt(s, ""))
	case *ast.LabeledStmt:
		return c.labeledStmt(s, out)
	case *ast.BreakStmt:
		return c.breakStmt(s, out)
	case *ast.ContinueStmt:
		for i := len(c.breaks) - 1; i >= 0; i-- {
			if c.breaks[i].loop {
				out = c.leaveTo(c.breaks[i].defers, out)
				return append(out, &typed.Continue{St: typed.St{S: s.Span()}})
			}
		}
		c.errorf(diag.ContinueOutside, s.Span(), "'continue' outside of a loop")
		return out
	case *ast.ReturnStmt:
		return c.returnStmt(s, out)
	case *ast.DeferStmt:
		c.deferStmt(s)
	case *ast.UnsupportedStmt:
		c.unsupported(s.Span(), s.What+" is")
	case *ast.EmptyStmt:
	}
	return out
}

// block checks { … } in a scope of its own.
func (c *checker) block(s *ast.BlockStmt) *typed.Block {
	pop := c.push(blockScope)
	b := &typed.Block{St: typed.St{S: s.Span()}, List: c.stmts(s.List)}
	pop()
	return b
}

// branch checks the body of a compound statement; a lone statement gets a block.
func (c *checker) branch(s ast.Stmt) *typed.Block {
	if s == nil {
		return &typed.Block{}
	}
	if b, ok := s.(*ast.BlockStmt); ok {
		return c.block(b)
	}
	pop := c.push(blockScope)
	b := &typed.Block{St: typed.St{S: s.Span()}, List: c.stmts([]ast.Stmt{s})}
	pop()
	return b
}

func (c *checker) localDecl(d ast.Decl, out []typed.Stmt) []typed.Stmt {
	switch d := d.(type) {
	case *ast.VarDecl:
		return c.localVar(d, out)
	case *ast.StructDecl, *ast.EnumDecl, *ast.TypeAliasDecl:
		first := len(c.scope.syms)
		c.declareDecl(d)
		for _, sym := range c.scope.syms[first:] {
			c.resolve(sym)
		}
	case *ast.UsingDecl:
		c.use(d)
	case *ast.StaticAssertDecl:
		c.staticAssert(d)
	case *ast.EmptyDecl:
		c.checkLayouts(&d.Modifiers, onLocal)
	case *ast.FuncDecl:
		c.unsupported(d.Name.Range, "functions inside functions are")
	case *ast.UnsupportedDecl:
		c.unsupported(d.Span(), d.What+" is")
	default:
		c.errorf(diag.BadModifier, d.Span(), "this declaration cannot stand inside a function")
	}
	return out
}

func (c *checker) staticAssert(d *ast.StaticAssertDecl) {
	x := c.coerceSilently(c.value(d.Cond), types.Bool)
	if isBad(x) {
		return
	}
	v := c.constant(x)
	switch {
	case v == nil:
		c.errorf(diag.NotConstant, d.Cond.Span(), "the condition of static_assert must be a compile-time constant")
	case v.Bits == 0:
		message := ""
		if s, ok := d.Message.(*ast.StringLit); ok {
			message = ": " + s.Value
		}
		c.errorf(diag.StaticAssertFails, d.Cond.Span(), "static assertion failed%s", message)
	}
}

// exprStmt checks an expression whose value is not used; nil when nothing is left.
func (c *checker) exprStmt(e ast.Expr) typed.Expr {
	for {
		p, ok := e.(*ast.ParenExpr)
		if !ok {
			break
		}
		e = p.X
	}
	if b, ok := e.(*ast.BinaryExpr); ok && b.Op == "==" {
		c.errorf(diag.UnusedComparison, b.OpSpan, "the result of '==' is not used").WithHelp("use '=' to assign").WithFix(b.OpSpan, "=")
	}
	x := c.discarded(e)
	if isBad(x) {
		return nil
	}
	if a, ok := x.(*typed.Atomic); ok {
		c.unusedResult(a, e)
	}
	return x
}

// unusedResult finds a method of Atomic<T> whose result is dropped although a form without one exists.
func (c *checker) unusedResult(a *typed.Atomic, e ast.Expr) {
	call, ok := e.(*ast.CallExpr)
	if !ok || a.T == types.Void {
		return
	}
	m, ok := call.Fun.(*ast.MemberExpr)
	if !ok {
		return
	}
	if reduce := builtin.ReduceForm(m.Name.Text); reduce != "" {
		c.errorf(diag.UnusedResult, m.Name.Range, "the result of '%s' is not used", m.Name.Text).
			WithHelp("'%s' does the same and asks for no result", reduce).WithFix(m.Name.Range, reduce)
	}
}

// discarded checks an expression for its effects: its value may be void, and
// naming a place does not read it.
func (c *checker) discarded(e ast.Expr) typed.Expr {
	o := c.operand(e)
	switch o.mode {
	case modeValue:
		if isPlace(o.x) && types.ContainsAtomic(o.x.Type()) {
			return c.bad(e.Span()) // an atomic that is only named: nothing happens
		}
		return o.x
	case modeBad:
		return c.bad(e.Span())
	}
	return c.read(c.exprOf(o, e))
}

// condition checks a scalar condition.
func (c *checker) condition(e ast.Expr) typed.Expr {
	if a, ok := e.(*ast.AssignExpr); ok && a.Op == "=" {
		c.errorf(diag.BadCondition, a.OpSpan, "an assignment stands as a condition").
			WithHelp("use '==' to compare, or put the assignment into parentheses").WithFix(a.OpSpan, "==")
	}
	x := c.value(e)
	if isBad(x) {
		return x
	}
	if types.ConversionCost(x.Type(), types.Bool) >= types.CostExplicit {
		c.errorf(diag.BadCondition, e.Span(), "a condition must be a scalar that converts to bool, not '%s'", x.Type())
		return c.bad(e.Span())
	}
	return c.convert(x, types.Bool)
}

// ifStmt checks an if with its chain of else ifs, which may be long, in a loop.
func (c *checker) ifStmt(s *ast.IfStmt) typed.Stmt {
	var first *typed.If
	var last *typed.If
	for {
		x := &typed.If{St: typed.St{S: s.Span()}}
		x.Hint, _ = c.loopHint(s.Attributes, onIf)
		outer := c.hoist
		c.hoist = nil
		var let *typed.Decl
		if s.Let != nil {
			x.Cond, let = c.ifLet(s.Let)
		} else {
			x.Cond = c.condition(s.Cond)
		}
		hoisted := c.hoist
		c.hoist = outer
		switch {
		case let != nil:
			x.Then = c.letBranch(s.Then, s.Let, let)
		case isFalse(c.constant(x.Cond)) && c.unmet(s.Cond):
			x.Then = &typed.Block{St: typed.St{S: s.Then.Span()}}
		default:
			x.Then = c.branch(s.Then)
		}
		if first == nil {
			first = x
			c.hoist = append(c.hoist, hoisted...)
		} else {
			last.Else = &typed.Block{St: typed.St{S: s.Span()}, List: append(hoisted, x)}
		}
		last = x
		next, ok := s.Else.(*ast.IfStmt)
		if !ok {
			break
		}
		s = next
	}
	if s.Else != nil {
		last.Else = c.branch(s.Else)
	}
	return first
}

func isFalse(v *types.Value) bool { return v != nil && v.Bits == 0 }

// loop opens the scope of a loop and enters it as a target of break and continue.
func (c *checker) loop(l *typed.Loop, attrs []*ast.Attribute, label string) (done func()) {
	l.Hint, l.Unroll = c.loopHint(attrs, onLoop)
	c.breaks = append(c.breaks, breakable{l, true, label, len(c.defers)})
	return func() { c.breaks = c.breaks[:len(c.breaks)-1] }
}

func (c *checker) forStmt(s *ast.ForStmt, label string) typed.Stmt {
	l := &typed.Loop{St: typed.St{S: s.Span()}}
	pop := c.push(blockScope)
	defer pop()
	if s.Init != nil {
		l.Init = c.stmt(s.Init, nil)
	}
	if s.Cond != nil {
		l.Cond = c.condition(s.Cond)
	}
	if s.Step != nil {
		if x := c.discarded(s.Step); !isBad(x) {
			l.Step = x
		}
	}
	defer c.loop(l, s.Attributes, label)()
	l.Body = c.branch(s.Body)
	return l
}

func (c *checker) whileStmt(s *ast.WhileStmt, label string) typed.Stmt {
	l := &typed.Loop{St: typed.St{S: s.Span()}}
	l.Cond = c.condition(s.Cond)
	defer c.loop(l, s.Attributes, label)()
	l.Body = c.branch(s.Body)
	return l
}

func (c *checker) doStmt(s *ast.DoStmt, label string) typed.Stmt {
	l := &typed.Loop{St: typed.St{S: s.Span()}, PostTest: true}
	leave := c.loop(l, s.Attributes, label)
	l.Body = c.branch(s.Body)
	leave()
	l.Cond = c.condition(s.Cond)
	return l
}

func (c *checker) labeledStmt(s *ast.LabeledStmt, out []typed.Stmt) []typed.Stmt {
	switch body := s.Body.(type) {
	case *ast.ForStmt:
		return append(out, c.forStmt(body, s.Label.Text))
	case *ast.WhileStmt:
		return append(out, c.whileStmt(body, s.Label.Text))
	case *ast.DoStmt:
		return append(out, c.doStmt(body, s.Label.Text))
	case *ast.SwitchStmt:
		return append(out, c.switchStmt(body, s.Label.Text))
	}
	// A labelled block is a loop that runs once, so that break can leave it.
	c.unsupported(s.Label.Range, "a label on a statement that is neither a loop nor a switch is")
	return c.stmt(s.Body, out)
}

func (c *checker) breakStmt(s *ast.BreakStmt, out []typed.Stmt) []typed.Stmt {
	b := &typed.Break{St: typed.St{S: s.Span()}}
	if s.Label.IsValid() {
		for i := len(c.breaks) - 1; i >= 0; i-- {
			if c.breaks[i].label == s.Label.Text {
				out = c.leaveTo(c.breaks[i].defers, out)
				if i != len(c.breaks)-1 {
					b.Target = c.breaks[i].stmt
				}
				return append(out, b)
			}
		}
		c.errorf(diag.UnknownLabel, s.Label.Range, "no loop or switch around this has the label '%s'", s.Label.Text)
		return out
	}
	if len(c.breaks) == 0 {
		c.errorf(diag.BreakOutside, s.Span(), "'break' outside of a loop or switch")
		return out
	}
	return append(c.leaveTo(c.breaks[len(c.breaks)-1].defers, out), b)
}

func (c *checker) returnStmt(s *ast.ReturnStmt, out []typed.Stmt) []typed.Stmt {
	if c.late {
		c.errorf(diag.BadReturn, s.Span(), "a deferred statement cannot return: it runs when its scope is left")
		return out
	}
	r := &typed.Return{St: typed.St{S: s.Span()}}
	result := c.fn.result
	switch {
	case s.X == nil:
		if result != types.Type(types.Void) && !types.IsPoison(result) {
			c.errorf(diag.BadReturn, s.Span(), "'%s' must return a value of type '%s'", c.fn.name, result)
		}
	case reference(result) != nil:
		r.X = c.returned(s.X, reference(result))
	case c.fn.decl.IsInit && c.fn.fn.This != nil: // what a constructor returns is what it makes
		this := &typed.VarRef{E: typed.E{T: c.fn.fn.This.Type, S: s.X.Span()}, Var: c.fn.fn.This}
		if t, ok := s.X.(*ast.ThisExpr); ok && !t.Type {
			break
		}
		if x := c.initFor(s.X, this.T); !isBad(x) {
			r.X = &typed.Convert{E: typed.E{T: types.Void, S: s.X.Span()}, Kind: typed.Dropped, X: assign(this, x)}
		}
	case result == types.Type(types.Void):
		x := c.expr(s.X)
		if x.Type() == types.Type(types.Void) && !isBad(x) { // return f(); of a void function
			r.X = x
			break
		}
		if !isBad(x) {
			c.errorf(diag.BadReturn, s.X.Span(), "'%s' returns nothing, but a value of type '%s' is given", c.fn.name, x.Type()).
				Note(c.fn.decl.Name.Range, "'%s' is declared here", c.fn.name)
		}
	default:
		r.X = c.initFor(s.X, result)
	}
	return append(c.leaveWith(r, out), r)
}

func (c *checker) switchStmt(s *ast.SwitchStmt, label string) typed.Stmt {
	if word := choosesTarget(s); word != "" {
		return c.targetSwitch(s, word, label)
	}
	sw := &typed.Switch{St: typed.St{S: s.Span()}}
	sw.Hint, _ = c.loopHint(s.Attributes, onSwitch)
	x := c.value(s.X)
	selector := x.Type()
	switch t := selector.(type) {
	case *types.Enum:
		sw.X = c.convert(x, t.Underlying)
		if t.Underlying.Kind == types.KBool {
			sw.X = c.convert(sw.X, types.Int)
		}
	case *types.Scalar:
		switch {
		case t.Kind == types.KBool:
			selector = types.Int
			sw.X = c.convert(x, types.Int)
		case t.Kind.IsInt() || t.Kind == types.KPoison:
			sw.X = x
		}
	}
	if sw.X == nil {
		c.errorf(diag.BadSwitch, s.X.Span(), "a switch needs an integer or an enum, not '%s'", selector)
		sw.X = c.bad(s.X.Span())
		selector = types.Poison
	}
	pop := c.push(blockScope)
	defer pop()
	c.breaks = append(c.breaks, breakable{sw, false, label, len(c.defers)})
	defer func() { c.breaks = c.breaks[:len(c.breaks)-1] }()
	seen := map[int64]source.Span{}
	var defaultAt source.Span
	for _, sc := range s.Cases {
		k := &typed.Case{S: sc.Span(), Default: sc.Default}
		if sc.Default {
			if defaultAt.IsValid() {
				c.errorf(diag.DuplicateCase, sc.Span(), "a second default in a switch").Note(defaultAt, "the first default")
			}
			defaultAt = sc.Span()
		}
		for _, v := range sc.Values {
			if n, ok := c.caseValue(v, selector); ok {
				if at, dup := seen[n]; dup {
					c.errorf(diag.DuplicateCase, v.Span(), "a second case with the value %d", n).Note(at, "the first case with this value")
					continue
				}
				seen[n] = v.Span()
				if len(seen) == maxCases+1 {
					c.errorf(diag.TooLarge, v.Span(), "a switch has at most %d cases", maxCases)
				}
				k.Values = append(k.Values, n)
			}
		}
		k.Body = &typed.Block{St: typed.St{S: sc.Span()}, List: c.stmts(sc.Body)}
		sw.Cases = append(sw.Cases, k)
	}
	return sw
}

// caseValue is the value of a case label, converted to the type of the switch.
func (c *checker) caseValue(e ast.Expr, selector types.Type) (int64, bool) {
	x := c.coerce(c.value(e), selector)
	if isBad(x) || types.IsPoison(selector) {
		return 0, false
	}
	v := c.constant(x)
	if v == nil {
		c.errorf(diag.NotConstant, e.Span(), "a case label must be a compile-time constant")
		return 0, false
	}
	return v.Int(), true
}

// endsFlow reports whether control never reaches the end of a statement list.
func endsFlow(list []typed.Stmt) bool {
	for i := len(list) - 1; i >= 0; i-- {
		if stops(list[i]) {
			return true
		}
	}
	return false
}

// stops reports whether control never goes on behind s.
func stops(s typed.Stmt) bool {
	switch s := s.(type) {
	case *typed.Return, *typed.Break, *typed.Continue:
		return true
	case *typed.Block:
		return endsFlow(s.List)
	case *typed.If:
		for { // long else-if chains are walked, not recursed into
			k, _ := s.Cond.(*typed.Const)
			never := k != nil && k.Value.Bits == 0 // if (T is I), where T does not conform
			if s.Else == nil || !never && !endsFlow(s.Then.List) {
				return false
			}
			if len(s.Else.List) == 1 {
				if next, ok := s.Else.List[0].(*typed.If); ok {
					s = next
					continue
				}
			}
			return endsFlow(s.Else.List)
		}
	case *typed.Loop:
		if s.Cond != nil {
			v, ok := s.Cond.(*typed.Const)
			if !ok || v.Value.Bits == 0 {
				return s.PostTest && s.Cond != nil && returnsAlways(s)
			}
		}
		return !leaves(s.Body.List, s, true)
	case *typed.Switch:
		hasDefault := s.Target // a target without a case is an error
		for i, k := range s.Cases {
			hasDefault = hasDefault || k.Default
			if leaves(k.Body.List, s, true) || i == len(s.Cases)-1 && !endsFlow(k.Body.List) {
				return false
			}
		}
		return hasDefault
	}
	return false
}

// returnsAlways reports whether the body of a do loop returns on its first turn.
func returnsAlways(l *typed.Loop) bool {
	return endsFlow(l.Body.List) && !leaves(l.Body.List, l, true) && !continues(l.Body.List)
}

// leaves reports whether a break in list leaves the statement target; inner says
// that a break without target does.
func leaves(list []typed.Stmt, target typed.Stmt, inner bool) bool {
	for _, s := range list {
		switch s := s.(type) {
		case *typed.Break:
			if s.Target == nil && inner || s.Target == target {
				return true
			}
		case *typed.Block:
			if leaves(s.List, target, inner) {
				return true
			}
		case *typed.If:
			if leaves(s.Then.List, target, inner) || s.Else != nil && leaves(s.Else.List, target, inner) {
				return true
			}
		case *typed.Loop:
			if leaves(s.Body.List, target, false) {
				return true
			}
		case *typed.Switch:
			for _, k := range s.Cases {
				if leaves(k.Body.List, target, false) {
					return true
				}
			}
		}
	}
	return false
}

// continues reports whether list continues the loop that it is the body of.
func continues(list []typed.Stmt) bool {
	for _, s := range list {
		switch s := s.(type) {
		case *typed.Continue:
			return true
		case *typed.Block:
			if continues(s.List) {
				return true
			}
		case *typed.If:
			if continues(s.Then.List) || s.Else != nil && continues(s.Else.List) {
				return true
			}
		case *typed.Switch:
			for _, k := range s.Cases {
				if continues(k.Body.List) {
					return true
				}
			}
		}
	}
	return false
}
