package typed

import (
	"fmt"
	"strconv"
	"strings"

	"slc/sema/types"
)

// Dump returns p as text, one statement a line, for -dump typed and for tests.
// Every conversion and every atomic shows; the form is for people, not for parsing.
func Dump(p *Program) string {
	d := &dumper{}
	for _, v := range p.Globals {
		d.line(d.variable(v))
	}
	for _, e := range p.Entries {
		n := e.NumThreads
		d.line(fmt.Sprintf("entry %s = %s [%d %d %d]", e.Name, e.Func.Name, n[0], n[1], n[2]))
	}
	for _, f := range p.Funcs {
		d.function(f)
	}
	return d.out.String()
}

type dumper struct {
	out    strings.Builder
	indent int
}

func (d *dumper) line(s string) {
	for range d.indent {
		d.out.WriteString("\t")
	}
	d.out.WriteString(s)
	d.out.WriteString("\n")
}

func (k VarKind) String() string {
	return [...]string{"local", "param", "static", "groupshared", "uniform", "system", "spec"}[k]
}

func (x Dir) String() string { return [...]string{"in", "out", "inout", "ref", "constref"}[x] }

func (d *dumper) variable(v *Var) string {
	s := v.Kind.String() + " " + v.Name + " : " + v.Type.String()
	if v.Semantic != "" {
		s += " " + v.Semantic
	}
	if v.Init != nil {
		s += " = " + d.expr(v.Init)
	}
	return s
}

func (d *dumper) function(f *Func) {
	var params []string
	if f.This != nil {
		params = append(params, f.This.Dir.String()+" this : "+f.This.Type.String())
	}
	for _, p := range f.Params {
		s := p.Dir.String() + " " + p.Name + " : " + p.Type.String()
		if p.Semantic != "" {
			s += " " + p.Semantic
		}
		params = append(params, s)
	}
	d.line("func " + f.Name + "(" + strings.Join(params, ", ") + ") : " + f.Result.String())
	d.block(f.Body)
}

func (d *dumper) block(b *Block) {
	if b == nil {
		return
	}
	d.indent++
	for _, s := range b.List {
		d.stmt(s)
	}
	d.indent--
}

func (d *dumper) stmt(s Stmt) {
	switch s := s.(type) {
	case *Block:
		d.line("block")
		d.block(s)
	case *Decl:
		text := "var " + s.Var.Name + " : " + s.Var.Type.String()
		if s.Init != nil {
			text += " = " + d.expr(s.Init)
		}
		d.line(text)
	case *ExprStmt:
		d.line(d.expr(s.X))
	case *If:
		d.line("if " + d.expr(s.Cond))
		d.block(s.Then)
		if s.Else != nil {
			d.line("else")
			d.block(s.Else)
		}
	case *Loop:
		d.loop(s)
	case *Switch:
		d.line("switch " + d.expr(s.X))
		for _, k := range s.Cases {
			text := "case"
			for _, v := range k.Values {
				text += " " + strconv.FormatInt(v, 10)
			}
			if k.Default {
				text += " default"
			}
			d.line(text)
			d.block(k.Body)
		}
	case *Break:
		if s.Target != nil {
			d.line("break outer")
			return
		}
		d.line("break")
	case *Continue:
		d.line("continue")
	case *Return:
		if s.X == nil {
			d.line("return")
			return
		}
		d.line("return " + d.expr(s.X))
	default:
		panic(fmt.Sprintf("typed: statement %T", s))
	}
}

func (d *dumper) loop(s *Loop) {
	text := "loop"
	if s.PostTest {
		text = "loop posttest"
	}
	if s.Cond != nil {
		text += " while " + d.expr(s.Cond)
	}
	if s.Step != nil {
		text += " step " + d.expr(s.Step)
	}
	if s.Unroll != 0 {
		text += " unroll " + strconv.Itoa(s.Unroll)
	}
	if len(s.Init) == 0 {
		d.line(text)
		d.block(s.Body)
		return
	}
	d.line("for")
	d.indent++
	for _, i := range s.Init {
		d.stmt(i)
	}
	d.line(text)
	d.block(s.Body)
	d.indent--
}

func (d *dumper) list(xs []Expr) string {
	parts := make([]string, len(xs))
	for i, x := range xs {
		parts[i] = d.expr(x)
	}
	return strings.Join(parts, ", ")
}

func (d *dumper) expr(x Expr) string {
	switch x := x.(type) {
	case nil:
		return "<nil>"
	case *Const:
		return constText(x.Value)
	case *VarRef:
		return x.Var.Name
	case *FieldRef:
		return d.expr(x.X) + "." + x.Field.Name
	case *Index:
		mark := ""
		if x.NonUniform {
			mark = "nonuniform "
		}
		return d.expr(x.X) + "[" + mark + d.expr(x.I) + "]"
	case *Swizzle:
		s := d.expr(x.X) + "."
		for _, k := range x.Comps {
			s += string("xyzw"[k])
		}
		return s
	case *MatrixSwizzle:
		s := d.expr(x.X) + "."
		for _, k := range x.Comps {
			s += fmt.Sprintf("_m%d%d", k[0], k[1])
		}
		return s
	case *ByteRef:
		return d.expr(x.Buffer) + ".bytes<" + x.T.String() + ">[" + d.expr(x.Offset) + "]"
	case *Deref:
		return "*" + d.expr(x.X)
	case *AddressOf:
		return "&" + d.expr(x.X)
	case *Unary:
		return x.Op.String() + "(" + d.expr(x.X) + ")"
	case *Binary:
		return "(" + d.expr(x.X) + " " + x.Op.String() + " " + d.expr(x.Y) + ")"
	case *Logical:
		op := " && "
		if x.Or {
			op = " || "
		}
		return "(" + d.expr(x.X) + op + d.expr(x.Y) + ")"
	case *Cond:
		return "(" + d.expr(x.C) + " ? " + d.expr(x.X) + " : " + d.expr(x.Y) + ")"
	case *Comma:
		return "(" + d.expr(x.X) + ", " + d.expr(x.Y) + ")"
	}
	return d.effect(x)
}

// effect prints the expressions that do something, and the conversions.
func (d *dumper) effect(x Expr) string {
	switch x := x.(type) {
	case *Assign:
		return d.expr(x.L) + " = " + d.expr(x.R)
	case *OpAssign:
		return d.expr(x.L) + " " + x.Op.String() + "= " + d.expr(x.R)
	case *IncDec:
		op := "++"
		if x.Dec {
			op = "--"
		}
		if x.Prefix {
			return op + d.expr(x.L)
		}
		return d.expr(x.L) + op
	case *Atomic:
		return d.atomic(x)
	case *Barrier:
		return "barrier " + x.Name
	case *Call:
		args := d.list(x.Args)
		if x.This != nil {
			args = strings.TrimSuffix(d.expr(x.This)+"; "+args, "; ")
		}
		return x.Func.Name + "(" + args + ")"
	case *Intrinsic:
		return "@" + x.Op.String() + "(" + d.list(x.Args) + ")"
	case *Construct:
		return x.T.String() + "{" + d.list(x.Args) + "}"
	case *Convert:
		return [...]string{"numeric", "splat", "truncate", "bitcast", "reshape"}[x.Kind] + "<" + x.T.String() + ">(" + d.expr(x.X) + ")"
	}
	panic(fmt.Sprintf("typed: expression %T", x))
}

func (d *dumper) atomic(x *Atomic) string {
	s := "atomic " + x.Op.String() + " " + x.Order.String()
	if x.FailOrder != 0 {
		s += "/" + x.FailOrder.String()
	}
	s += " " + d.expr(x.Dest)
	if len(x.Args) > 0 {
		s += " (" + d.list(x.Args) + ")"
	}
	if x.New {
		s += " new"
	}
	if x.Out != nil {
		s += " -> " + d.expr(x.Out)
	}
	return s
}

// constText shows the type where the value alone does not tell it.
func constText(v *types.Value) string {
	switch v.T {
	case types.Int, types.Bool, types.String:
		return v.String()
	case types.Uint:
		return v.String() + "u"
	}
	s := v.String()
	if len(s) > 200 {
		s = s[:200] + "…"
	}
	return v.T.String() + "(" + s + ")"
}
