package random

import (
	"fmt"
	"math/rand"
	"strings"
)

// generator makes up one kernel.
type generator struct {
	*rand.Rand
	b      strings.Builder
	types  []string
	vars   []variable // in scope
	names  int
	indent int
	loops  int // around
	budget int // statements left
}

type variable struct {
	name, typ string
	constant  bool // a loop counts with it
}

// Kernel returns the kernel of a seed; small adds integers of 8 and 16 bits.
func Kernel(seed int64, small bool) string {
	g := &generator{Rand: rand.New(rand.NewSource(seed)), types: []string{"int", "uint", "bool", "float"}, budget: 40}
	if small {
		g.types = append(g.types, "int16_t", "uint16_t", "int8_t", "uint8_t")
	}
	g.line("RWStructuredBuffer<int> data;")
	g.line("[numthreads(32, 1, 1)]")
	g.open("void main(uint3 id : SV_DispatchThreadID) {")
	g.vars = append(g.vars, variable{"id.x", "uint", true})
	for _, t := range g.types {
		g.declare(t)
	}
	for g.budget > 0 {
		g.statement()
	}
	for _, v := range g.vars[1:] {
		if g.Intn(2) == 0 { // the others are dead
			g.line("data[id.x] += int(%s);", v.name)
		}
	}
	g.close()
	return g.b.String()
}

func (g *generator) line(format string, args ...any) {
	fmt.Fprintf(&g.b, "%s%s\n", strings.Repeat("    ", g.indent), fmt.Sprintf(format, args...))
}

func (g *generator) open(format string, args ...any) { g.line(format, args...); g.indent++ }

func (g *generator) close() { g.indent--; g.line("}") }

func (g *generator) pick(list ...string) string { return list[g.Intn(len(list))] }

// block prints some statements with a scope of their own.
func (g *generator) block() {
	mark := len(g.vars)
	for range 1 + g.Intn(3) {
		g.statement()
	}
	g.vars = g.vars[:mark]
}

func (g *generator) name(prefix string) string {
	g.names++
	return fmt.Sprintf("%s%d", prefix, g.names)
}

func (g *generator) declare(t string) {
	n := g.name("v")
	g.line("%s %s = %s;", t, n, g.expr(t, 3))
	g.vars = append(g.vars, variable{n, t, false})
}

func (g *generator) statement() {
	g.budget--
	deep := g.indent > 4
	switch k := g.Intn(14); {
	case k < 4:
		g.declare(g.pick(g.types...))
	case k < 7:
		t := g.pick(g.types...)
		if v := g.variable(t, true); v != "" {
			g.line("%s = %s;", v, g.expr(t, 3))
		}
	case k < 8:
		g.line("data[%s & 63] = int(%s);", g.expr("int", 1), g.expr(g.pick(g.types...), 2))
	case deep:
	case k < 10:
		g.branch()
	case k < 12:
		g.loop()
	case k < 13:
		g.switches()
	case g.loops > 0:
		g.line("if (%s) %s;", g.expr("bool", 2), g.pick("break", "continue"))
	}
}

func (g *generator) branch() {
	g.open("if (%s) {", g.expr("bool", 3))
	g.block()
	g.close()
	if g.Intn(2) == 0 {
		g.open("else {")
		g.block()
		g.close()
	}
}

func (g *generator) loop() {
	i := g.name("i")
	mark := len(g.vars)
	g.loops++
	kind := g.Intn(3)
	if kind > 0 {
		g.line("int %s = 0;", i)
	}
	g.vars = append(g.vars, variable{i, "int", true})
	switch kind {
	case 0:
		g.open("for (int %s = 0; %s < %d && %s; %s++) {", i, i, 1+g.Intn(5), g.expr("bool", 1), i)
		g.block()
		g.close()
	case 1:
		g.open("while (%s++ < %d) {", i, 1+g.Intn(5))
		g.block()
		g.close()
	default:
		g.open("do {")
		g.block()
		g.indent--
		g.line("} while (++%s < %d && %s);", i, 1+g.Intn(5), g.expr("bool", 2))
	}
	g.loops--
	if kind == 0 {
		g.vars = g.vars[:mark]
	}
}

// switches prints a switch in which cases fall through.
func (g *generator) switches() {
	loops := g.loops
	g.loops = 0 // break would mean the switch
	g.open("switch (%s & 3) {", g.expr("int", 2))
	for c := range 2 + g.Intn(3) {
		g.line("case %d:", c)
		if g.Intn(3) > 0 {
			g.open("{")
			g.block()
			g.close()
			g.line("%s", g.pick("break;", ""))
		}
	}
	g.open("default: {")
	g.block()
	g.close()
	g.line("break;")
	g.close()
	g.loops = loops
}

// variable returns a variable of a type, "" if there is none.
func (g *generator) variable(t string, assigned bool) string {
	var list []string
	for _, v := range g.vars {
		if v.typ == t && !(assigned && v.constant) {
			list = append(list, v.name)
		}
	}
	if len(list) == 0 {
		return ""
	}
	return g.pick(list...)
}

// leaf is a variable, a load that happens where it is written, or a constant.
func (g *generator) leaf(t string) string {
	if v := g.variable(t, false); v != "" && g.Intn(3) > 0 {
		return v
	}
	if g.Intn(2) == 0 {
		load := g.load()
		switch t {
		case "int":
			return load
		case "bool":
			return "(" + load + " > 3)"
		}
		return t + "(" + load + ")"
	}
	switch t {
	case "bool":
		return g.pick("true", "false")
	case "float":
		return g.pick("0.5f", "2.0f", "-1.0f")
	case "uint":
		return g.pick("0u", "7u", "0x80000000u")
	case "int":
		return g.pick("0", "-1", "2147483647")
	}
	return t + "(" + g.pick("1", "77", "100") + ")"
}

func (g *generator) load() string { return fmt.Sprintf("data[(id.x + %du) & 63u]", g.Intn(64)) }

func (g *generator) expr(t string, depth int) string {
	if depth == 0 || g.Intn(6) == 0 {
		return g.leaf(t)
	}
	a, b := g.expr(t, depth-1), g.expr(t, depth-1)
	k := g.Intn(8)
	switch {
	case k == 0:
		return fmt.Sprintf("(%s ? %s : %s)", g.expr("bool", depth-1), a, b)
	case k == 1:
		return fmt.Sprintf("%s(%s)", t, g.expr(g.pick(g.types...), depth-1))
	case t == "bool" && k < 4:
		other := g.pick(g.types[:2]...)
		// Not two expressions: clang warns when they turn out to be the same.
		return fmt.Sprintf("(%s %s %s(%s))", g.expr(other, depth-1), g.pick("<", ">=", "==", "!="), other, g.load())
	case t == "bool" && k < 7:
		return fmt.Sprintf("(%s %s %s)", a, g.pick("&&", "||"), b)
	case t == "bool":
		return "(!" + a + ")"
	case k == 2:
		return fmt.Sprintf("%s(%s, %s)", g.pick("min", "max"), a, b)
	case t == "float":
		return fmt.Sprintf("(%s %s %s)", a, g.pick("+", "-", "*"), b)
	case k == 3:
		return fmt.Sprintf("(%s%s(%s))", g.pick("~", "-"), t, a)
	case k == 4:
		return fmt.Sprintf("(%s %s %s(%d))", a, g.pick("<<", ">>"), t, g.Intn(8))
	}
	return fmt.Sprintf("(%s %s %s)", a, g.pick("+", "-", "*", "&", "|", "^"), b)
}
