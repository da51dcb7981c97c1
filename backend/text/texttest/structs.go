package texttest

import (
	"fmt"
	"math/rand"
	"strings"

	"slc/lower/ir"
	"slc/sema/types"
)

// Structs returns a module in text form whose buffer holds a random struct in a
// layout, and the structs it declares, members before users. The kernel copies an element, so
// that all of them are printed.
func Structs(seed int64, layout ir.Layout) (*ir.Module, []*types.Struct, error) {
	g := &structGen{Rand: rand.New(rand.NewSource(seed))}
	for i := range 3 {
		g.declare(fmt.Sprintf("S%d", i))
	}
	return g.parse(fmt.Sprintf(`resource @data storage_buffer set=0 binding=0 metal=0 reg=u0,0 layout=%s source=RWStructuredBuffer
  view %%S2
resource @more storage_buffer set=0 binding=1 metal=1 reg=u1,0 layout=%s source=RWStructuredBuffer
  view float3
func @main() -> void {
  %%0 = elem @data.0, 0:uint : &buffer %%S2
  %%1 = load %%0 {shared=1} : %%S2
  %%2 = elem @data.0, 1:uint : &buffer %%S2
  store %%2, %%1 {shared=1}
  %%3 = elem @more.0, 0:uint : &buffer float3
  %%4 = load %%3 {shared=1} : float3
  %%5 = elem @more.0, 1:uint : &buffer float3
  store %%5, %%4 {shared=1}
  return
}
entry k func=@main threads=1,1,1
`, layout, layout))
}

// TwoLayouts is Structs for a struct that a structured buffer holds in one layout and a
// constant buffer in another; the kernel copies it from there.
func TwoLayouts(seed int64, storage, uniform ir.Layout) (*ir.Module, []*types.Struct, error) {
	g := &structGen{Rand: rand.New(rand.NewSource(seed))}
	for i := range 3 {
		g.declare(fmt.Sprintf("S%d", i))
	}
	return g.parse(fmt.Sprintf(`resource @data storage_buffer set=0 binding=0 metal=0 reg=u0,0 layout=%s source=RWStructuredBuffer
  view %%S2
resource @params uniform_buffer set=0 binding=1 metal=1 reg=b0,0 layout=%s readonly source=ConstantBuffer
  view %%S2
func @main() -> void {
  %%0.copy = var : &function %%S2
  %%1 = load @params.0 : %%S2
  store %%0, %%1
  %%2 = elem @data.0, 1:uint : &buffer %%S2
  %%3 = load %%0 : %%S2
  store %%2, %%3 {shared=1}
  return
}
entry k func=@main threads=1,1,1
`, storage, uniform))
}

func (g *structGen) parse(kernel string) (*ir.Module, []*types.Struct, error) {
	m, err := ir.Parse(g.text.String() + kernel)
	if err != nil {
		return nil, nil, err
	}
	return m, m.Structs(), nil
}

type structGen struct {
	*rand.Rand
	text  strings.Builder
	names []string
}

func (g *structGen) declare(name string) {
	var fields []string
	for i := range 2 + g.Intn(4) {
		fields = append(fields, fmt.Sprintf("f%d: %s", i, g.typ()))
	}
	fmt.Fprintf(&g.text, "struct %s { %s }\n", name, strings.Join(fields, ", "))
	g.names = append(g.names, name)
}

func (g *structGen) typ() string {
	if len(g.names) > 0 && g.Intn(4) == 0 {
		return "%" + g.names[g.Intn(len(g.names))]
	}
	elems := []string{"uint", "float", "int", "half", "uint64_t"}
	t := elems[g.Intn(len(elems))]
	if n := g.Intn(4); n > 0 && t != "uint64_t" {
		t += fmt.Sprint(n + 1)
	}
	switch g.Intn(4) {
	case 0:
		return fmt.Sprintf("[%d x %s]", 1+g.Intn(3), t)
	case 1:
		if g.Intn(3) == 0 {
			return fmt.Sprintf("[2 x [3 x %s]]", t)
		}
	}
	return t
}
