package ir

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"slc/sema/types"
)

// Text form. Print and Parse are inverse up to spans:
//
//	struct Node { next: uint, val: float }
//	resource @data storage_buffer set=0 binding=0 u0 space=0 metal=0 source=RWStructuredBuffer
//	  view uint
//	shared @tile [256 x uint]
//	func @main() -> void {
//	  %0.id = system dispatch_thread_id : uint3
//	  %1 = extract %0 {index=0} : uint
//	  %2 = elem @data.0, %1 : &buffer uint
//	  %3 = atomic %2, 1:uint {atomic=add mem=Relaxed,device,none} : uint
//	  if %4 { … } else { … }
//	}
//	entry @main threads=8,8,1
//
// Numbers of values restart in each function; a name after the dot is the hint.

// Number gives every value-defining instruction of the function its ID.
func (f *Func) Number() {
	n := 0
	f.Body.Walk(func(in *Instr) {
		if in.IsValue() {
			in.ID = n
			n++
		}
	})
}

// String returns the module in text form.
func (m *Module) String() string {
	p := &printer{}
	for _, s := range m.structs() {
		p.line("struct %s { %s }", quoteName(s.Name), fieldList(s))
	}
	for _, r := range m.Resources {
		p.resource(r)
	}
	for _, v := range m.Shared {
		p.line("shared @%s %s%s", v.Name, typeText(v.Type.Elem), varFlags(v))
	}
	for _, v := range m.Privates {
		p.line("private @%s %s%s", v.Name, typeText(v.Type.Elem), varFlags(v))
	}
	for _, f := range m.Funcs {
		p.fn(f)
	}
	for _, e := range m.Entries {
		p.entry(e)
	}
	if m.Pointers != Std430 && m.derefs() {
		p.line("pointers %s", m.Pointers)
	}
	if m.Features.ScopeChains {
		p.line("feature scope_chains")
	}
	if m.Features.Precise {
		p.line("feature precise")
	}
	return p.b.String()
}

// derefs reports whether a physical pointer is followed.
func (m *Module) derefs() (found bool) {
	for _, f := range m.Funcs {
		f.Body.Walk(func(in *Instr) { found = found || in.Op == OpDeref })
	}
	return found
}

// String returns the function in text form.
func (f *Func) String() string {
	p := &printer{}
	p.fn(f)
	return p.b.String()
}

type printer struct {
	b      strings.Builder
	indent int
}

// maxIndent ends indentation, so that the text of a long else-if chain (nested regions in the
// IR) stays linear in its length.
const maxIndent = 64

func (p *printer) line(format string, args ...any) {
	for range min(p.indent, maxIndent) {
		p.b.WriteString("  ")
	}
	fmt.Fprintf(&p.b, format, args...)
	p.b.WriteByte('\n')
}

func fieldList(s *types.Struct) string {
	parts := make([]string, len(s.Fields))
	for i, f := range s.Fields {
		parts[i] = quoteName(f.Name) + ": " + typeText(f.Type)
	}
	return strings.Join(parts, ", ")
}

// quoteName quotes names that are not plain identifiers (generic instances).
func quoteName(s string) string {
	for i := range len(s) {
		if !isNameByte(s[i]) {
			return strconv.Quote(s)
		}
	}
	if s == "" {
		return `""`
	}
	return s
}

func isNameByte(c byte) bool {
	return c == '_' || c == '$' || c >= '0' && c <= '9' || c >= 'A' && c <= 'Z' || c >= 'a' && c <= 'z'
}

// typeText spells an IR type: scalars and vectors as in the language, arrays
// [4 x float] or [float], refs &space T, structs %Name.
func typeText(t types.Type) string {
	switch t := t.(type) {
	case *types.Array:
		if t.Len == types.Unsized {
			return "[" + typeText(t.Elem) + "]"
		}
		return fmt.Sprintf("[%d x %s]", t.Len, typeText(t.Elem))
	case *types.Ref:
		return "&" + t.Space.String() + " " + typeText(t.Elem)
	case *types.Struct:
		return "%" + quoteName(t.Name)
	}
	return t.String()
}

// structs lists the struct types of the module, members before their users.
func (m *Module) structs() []*types.Struct {
	c := structCollector{seen: map[*types.Struct]bool{}}
	for _, r := range m.Resources {
		for _, v := range r.Views {
			c.add(v.Elem)
		}
	}
	for _, v := range m.Shared {
		c.add(v.Type)
	}
	for _, v := range m.Privates {
		c.add(v.Type)
	}
	for _, f := range m.Funcs {
		for _, p := range f.Params {
			c.add(p.Type)
		}
		c.add(f.Result)
		f.Body.Walk(func(in *Instr) {
			c.add(in.Type)
			for _, a := range in.Args {
				if k, ok := a.(*Const); ok {
					c.add(k.Value.T)
				}
			}
		})
	}
	return c.out
}

// Structs lists the struct types that the module uses, each after the structs
// that it contains, in order of first use.
func (m *Module) Structs() []*types.Struct { return m.structs() }

type structCollector struct {
	seen map[*types.Struct]bool
	out  []*types.Struct
}

func (c *structCollector) add(t types.Type) {
	switch t := t.(type) {
	case *types.Array:
		c.add(t.Elem)
	case *types.Ref:
		c.add(t.Elem)
	case *types.Struct:
		if c.seen[t] {
			return
		}
		c.seen[t] = true
		for _, f := range t.Fields {
			c.add(f.Type)
		}
		c.out = append(c.out, t)
	}
}

func (p *printer) resource(r *Resource) {
	flags := ""
	for _, f := range resourceFlags(r) {
		if *f.on {
			flags += " " + f.name
		}
	}
	if r.RegisterClass != 0 {
		flags += fmt.Sprintf(" reg=%c%d,%d", r.RegisterClass, r.Register, r.RegisterSpace)
	}
	if r.Count != 0 {
		flags += fmt.Sprintf(" count=%d", r.Count)
	}
	if r.Format != "" {
		flags += " format=" + r.Format
	}
	if s := r.Source; s != nil {
		flags += " source=" + s.Name
	}
	p.line("resource @%s %s set=%d binding=%d metal=%d layout=%s%s", r.Name, r.Class, r.Set, r.Binding, r.MetalIndex, r.Layout, flags)
	p.indent++
	for _, v := range r.Views {
		p.line("view %s%s", typeText(v.Elem), atomicFlags(v.Atomic, v.AtomicFields))
	}
	p.indent--
}

type flag struct {
	name string
	on   *bool
}

func resourceFlags(r *Resource) []flag {
	return []flag{{"readonly", &r.ReadOnly}, {"coherent", &r.Coherent}, {"crossgroup", &r.CrossGroup},
		{"volatile", &r.Volatile}, {"atomic", &r.NeedsAtomic}, {"seqcst", &r.SeqCst}, {"aliased", &r.Aliased}, {"heap", &r.Heap}, {"hidden", &r.Hidden}}
}

func atomicFlags(atomic bool, fields []string) string {
	s := ""
	if atomic {
		s = " atomic"
	}
	if len(fields) > 0 {
		s += fmt.Sprintf(" fields=%q", strings.Join(fields, ","))
	}
	return s
}

func varFlags(v *Var) string {
	s := ""
	if v.SeqCst {
		s += " seqcst"
	}
	if v.Volatile {
		s += " volatile"
	}
	return s + atomicFlags(false, v.AtomicFields)
}

func (p *printer) entry(e *Entry) {
	flags := ""
	if e.WaveSize != [3]int{} {
		flags += fmt.Sprintf(" wave=%d,%d,%d", e.WaveSize[0], e.WaveSize[1], e.WaveSize[2])
	}
	if e.DerivativeGroup != "" {
		flags += " derivative=" + e.DerivativeGroup
	}
	if e.CrossGroup {
		flags += " crossgroup"
	}
	if e.UsesGroupshared {
		flags += " groupshared"
	}
	for _, r := range e.Uses {
		flags += " uses=@" + r.Name
	}
	p.line("entry %s func=@%s threads=%d,%d,%d%s", quoteName(e.Name), e.Func.Name, e.NumThreads[0], e.NumThreads[1], e.NumThreads[2], flags)
}

func (p *printer) fn(f *Func) {
	f.Number()
	params := make([]string, len(f.Params))
	for i, q := range f.Params {
		out := ""
		if q.Out {
			out = "out "
		}
		params[i] = fmt.Sprintf("%s%%p%d.%s: %s", out, i, q.Name, typeText(q.Type))
	}
	p.line("func @%s(%s) -> %s {", f.Name, strings.Join(params, ", "), typeText(f.Result))
	p.region(f.Body)
	p.line("}")
}

func (p *printer) region(r *Region) {
	p.indent++
	for _, in := range r.Instrs {
		p.instr(in)
	}
	p.indent--
}

func (p *printer) instr(in *Instr) {
	head := ""
	if in.IsValue() {
		head = fmt.Sprintf("%%%d", in.ID)
		if in.Name != "" {
			head += "." + quoteName(in.Name)
		}
		head += " = "
	}
	head += in.Op.String()
	for i, a := range in.Args {
		if i > 0 {
			head += ","
		}
		head += " " + valueText(a)
	}
	if attrs := attrText(in); attrs != "" {
		head += " {" + attrs + "}"
	}
	if in.IsValue() {
		head += " : " + typeText(in.Type)
	}
	if len(in.Regions) == 0 {
		p.line("%s", head)
		return
	}
	for i, r := range in.Regions {
		if i == 0 {
			p.line("%s {", head)
		} else {
			p.line("} %s {", regionName(in, i))
		}
		p.region(r)
	}
	p.line("}")
}

// regionName labels the regions after the first, for readers; the parser
// skips it.
func regionName(in *Instr, i int) string {
	switch {
	case in.Op == OpIf:
		return "else"
	case in.Op == OpLoop:
		return "continuing"
	case i < len(in.Cases):
		return "case"
	}
	return "default"
}

func valueText(v Value) string {
	switch v := v.(type) {
	case *Instr:
		return fmt.Sprintf("%%%d", v.ID)
	case *Param:
		return fmt.Sprintf("%%p%d", v.Index)
	case *Const:
		if v.Spec != nil {
			return fmt.Sprintf("spec(%s %d %s)", quoteName(v.Spec.Name), v.Spec.ID, constText(v.Value)+":"+typeText(v.Value.T))
		}
		return constText(v.Value) + ":" + typeText(v.Value.T)
	case *View:
		for i, w := range v.Resource.Views {
			if w == v {
				return fmt.Sprintf("@%s.%d", v.Resource.Name, i)
			}
		}
		return "@" + v.Resource.Name + ".?"
	case *Var:
		return "@" + v.Name
	}
	return "?"
}

// constText spells a constant; floats that decimal text cannot carry are
// written as the bits of their binary64 image.
func constText(v *types.Value) string {
	if _, composite := v.T.(*types.Scalar); !composite {
		parts := make([]string, len(v.Elems))
		for i, e := range v.Elems {
			parts[i] = constText(e)
		}
		return "{" + strings.Join(parts, " ") + "}"
	}
	if types.ElemScalar(v.T).Kind.IsFloat() {
		f := v.Float()
		if math.IsNaN(f) || math.IsInf(f, 0) || f == 0 && v.Bits != 0 {
			return fmt.Sprintf("0x%x", v.Bits)
		}
	}
	return v.String()
}
