package text

import (
	"slices"

	"slc/lower/ir"
	"slc/sema/types"
)

// empty reports whether a region does nothing but end.
func empty(r *ir.Region) bool {
	return len(r.Instrs) == 1 && r.Instrs[0].Op == ir.OpYield && len(r.Instrs[0].Args) == 0
}

// nothing reports whether a region prints as nothing.
func (f *Func) nothing(r *ir.Region) bool {
	n := len(r.Instrs) - 1
	if t := r.Terminator(); t == nil || t.Op != ir.OpYield || len(t.Args) > 0 && !f.a.dead[t] {
		return false
	}
	return !slices.ContainsFunc(r.Instrs[:n], func(in *ir.Instr) bool { return !f.a.dead[in] })
}

func (f *Func) ifStmt(in *ir.Instr) {
	cond := f.Value(in.Args[0])
	f.flush()
	name := ""
	if f.Used(in) {
		name = f.Declare(in)
	}
	then, other := in.Regions[0], in.Regions[1]
	if f.nothing(then) {
		then, other, cond = other, then, Not(cond)
	}
	f.hint(in)
	f.Open("if (" + cond.Text + ") {")
	f.nested(then, 0, name)
	for !f.nothing(other) {
		cond, next := f.elseIf(other)
		if next == nil {
			f.reopen("} else {")
			f.nested(other, 0, name)
			break
		}
		f.reopen("} else if (" + cond.Text + ") {")
		f.nested(next.Regions[0], 0, "")
		other = next.Regions[1]
	}
	f.Close("}")
}

// elseIf finds the OpIf that an else region consists of, and spells its
// condition; nil when the region holds more.
func (f *Func) elseIf(r *ir.Region) (Expr, *ir.Instr) {
	n := len(r.Instrs)
	if n < 2 || !isPlainYield(r.Instrs[n-1]) {
		return Expr{}, nil
	}
	next := r.Instrs[n-2]
	if next.Op != ir.OpIf || next.IsValue() || next.Hint != ir.NoHint || f.condLine(next) {
		return Expr{}, nil
	}
	x, ok := f.leading(r.Instrs[:n-2], next.Args[0])
	if !ok {
		return Expr{}, nil
	}
	return x, next
}

func (f *Func) condLine(in *ir.Instr) bool { return empty(in.Regions[0]) && !empty(in.Regions[1]) }

func isPlainYield(in *ir.Instr) bool { return in.Op == ir.OpYield && len(in.Args) == 0 }

// leading tries to spell v from instructions that all fold into it. Nothing is
// printed when it fails.
func (f *Func) leading(ins []*ir.Instr, v ir.Value) (Expr, bool) {
	for _, in := range ins {
		if !f.folds(in) {
			return Expr{}, false
		}
	}
	m := f.mark()
	for _, in := range ins {
		f.instr(in)
	}
	x := f.Value(v)
	if len(f.buf) != m.buf {
		f.rollback(m)
		return Expr{}, false
	}
	return x, true
}

func (f *Func) hint(in *ir.Instr) {
	if h := f.Dialect.Hint(in); h != "" {
		f.Line(h)
	}
}

func (f *Func) loop(in *ir.Instr) {
	body, cont := in.Regions[0], in.Regions[1]
	f.flush()
	exit := ir.Value(nil)
	if t := cont.Terminator(); t != nil && len(t.Args) == 1 {
		exit = t.Args[0]
	}
	again, fallsThrough := continues(body)
	switch {
	case exit == nil:
		if step, ok := f.stepText(cont); ok {
			f.forLoop(in, body, step)
			return
		}
	default:
		if x, ok := f.leading(cont.Instrs[:len(cont.Instrs)-1], exit); ok {
			f.hint(in)
			f.Open("do {")
			f.loopBody(body, 0)
			f.Close("} while (" + Not(x).Text + ");")
			return
		}
	}
	if again {
		f.flagLoop(in, body, cont, exit)
		return
	}
	f.hint(in)
	from := f.openWhile(body)
	f.loopBody(body, from)
	if fallsThrough {
		f.continuing(cont, exit)
	}
	f.Close("}")
}

// openWhile prints the head of a loop, with the condition that the body starts
// with if it is an expression, and returns where the rest of the body starts.
func (f *Func) openWhile(body *ir.Region) int {
	cond, from := f.condition(body)
	if from == 0 {
		f.Open("for (;;) {")
		return 0
	}
	f.Open("while (" + cond.Text + ") {")
	f.flush()
	return from
}

// forLoop prints a loop whose step is an expression, or has none.
func (f *Func) forLoop(in *ir.Instr, body *ir.Region, step string) {
	init := ""
	if step != "" {
		init = f.takeInit(in)
	}
	f.hint(in)
	if step == "" {
		f.loopBody(body, f.openWhile(body))
		f.Close("}")
		return
	}
	cond, from := f.condition(body)
	if from == 0 {
		cond.Text = ""
	}
	f.Open("for (" + init + "; " + cond.Text + "; " + step + ") {")
	f.flush()
	f.loopBody(body, from)
	f.Close("}")
}

// takeInit moves a declaration printed just before the loop into its head when
// the variable is used nowhere else.
func (f *Func) takeInit(in *ir.Instr) string {
	v := f.decl.v
	if v == nil || f.decl.end != len(f.buf) || f.a.home[v] != f.a.home[in] {
		return ""
	}
	inside := 0
	for _, r := range in.Regions {
		inside += f.a.countIn(r, v)
	}
	if inside+1 != f.a.count(v) { // one use is the initialising store
		return ""
	}
	f.buf = f.buf[:f.decl.start]
	f.line--
	return f.decl.text
}

// condition spells the condition that a loop body starts with: an OpIf that
// leaves the loop on one side and does nothing on the other.
func (f *Func) condition(body *ir.Region) (Expr, int) {
	k := 0
	for k < len(body.Instrs) && f.folds(body.Instrs[k]) {
		k++
	}
	if k == len(body.Instrs) {
		return Expr{}, 0
	}
	test := body.Instrs[k]
	if test.Op != ir.OpIf || test.IsValue() {
		return Expr{}, 0
	}
	stay := -1
	for i := range 2 {
		if isBreak(test.Regions[i]) && empty(test.Regions[1-i]) {
			stay = 1 - i
		}
	}
	if stay < 0 {
		return Expr{}, 0
	}
	x, ok := f.leading(body.Instrs[:k], test.Args[0])
	if !ok {
		return Expr{}, 0
	}
	if stay == 1 {
		x = Not(x)
	}
	return x, k + 1
}

func isBreak(r *ir.Region) bool { return len(r.Instrs) == 1 && r.Instrs[0].Op == ir.OpBreak }

// stepText spells a continuing region as one expression; "" if it is empty.
func (f *Func) stepText(cont *ir.Region) (string, bool) {
	if empty(cont) {
		return "", true
	}
	m, binds := f.mark(), f.binds
	lines := f.lines
	f.lines = nil
	f.indent = 0
	for _, in := range cont.Instrs[:len(cont.Instrs)-1] {
		f.instr(in)
	}
	s := string(f.buf[m.buf:])
	f.lines = lines
	f.rollback(m)
	n := len(s)
	if n < 3 || s[n-2] != ';' || f.binds != binds { // a declaration is no expression
		return "", false
	}
	for i := range n - 1 {
		if s[i] == '\n' {
			return "", false
		}
	}
	return s[:n-2], true
}

// flagLoop prints a loop whose step takes statements and is reached from
// several places: it stands at the start of the body, behind a flag.
func (f *Func) flagLoop(in *ir.Instr, body, cont *ir.Region, exit ir.Value) {
	first := f.Names.New("first")
	f.Line("bool " + first + " = true;")
	f.hint(in)
	f.Open("for (;;) {")
	f.Open("if (!" + first + ") {")
	f.continuing(cont, exit)
	f.Close("}")
	f.Line(first + " = false;")
	f.loopBody(body, 0)
	f.Close("}")
}

// continuing prints a continuing region as statements.
func (f *Func) continuing(cont *ir.Region, exit ir.Value) {
	for _, in := range cont.Instrs[:len(cont.Instrs)-1] {
		f.instr(in)
	}
	if exit != nil {
		f.Open("if (" + f.Value(exit).Text + ") {")
		f.Line("break;")
		f.Close("}")
	}
	f.leave(cont)
	f.flush()
}

// loopBody prints a loop body; the continue at its end is implied.
func (f *Func) loopBody(body *ir.Region, from int) {
	outer := f.loopEnd
	f.loopEnd = nil
	if t := body.Terminator(); t != nil && t.Op == ir.OpContinue {
		f.loopEnd = t
	}
	end := f.loopEnd
	f.yields = append(f.yields, "")
	for _, in := range body.Instrs[from:] {
		f.loopEnd = end
		f.instr(in)
	}
	f.leave(body)
	f.yields = f.yields[:len(f.yields)-1]
	f.loopEnd = outer
}

// continues reports whether anything inside the body but its end continues, and
// whether its end does.
func continues(body *ir.Region) (inside, end bool) {
	last := body.Terminator()
	var walk func(r *ir.Region)
	walk = func(r *ir.Region) {
		for _, in := range r.Instrs {
			if in.Op == ir.OpContinue && in != last {
				inside = true
			}
			if in.Op == ir.OpLoop { // its continues are its own
				continue
			}
			for _, sub := range in.Regions {
				walk(sub)
			}
		}
	}
	walk(body)
	return inside, last != nil && (last.Op == ir.OpContinue || last.Op == ir.OpYield)
}

func (f *Func) switchStmt(in *ir.Instr) {
	sel := f.Value(in.Args[0])
	f.flush()
	f.hint(in)
	f.Open("switch (" + sel.Text + ") {")
	for i, r := range in.Regions {
		if i == len(in.Regions)-1 {
			if empty(r) {
				break
			}
			f.Open("default: {")
		} else {
			vals := in.Cases[i]
			for _, v := range vals[:len(vals)-1] {
				f.Line("case " + f.caseLabel(in, v) + ":")
			}
			f.Open("case " + f.caseLabel(in, vals[len(vals)-1]) + ": {")
		}
		f.nested(r, 0, yieldBreak)
		f.Close("}")
	}
	f.Close("}")
}

func (f *Func) caseLabel(in *ir.Instr, v int64) string {
	return f.Dialect.Scalar(types.IntValue(in.Args[0].ValueType(), v)).Text
}
