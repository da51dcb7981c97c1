package memmodel

import (
	"fmt"
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"
)

// TestDifferentialCommuting compares the explorer with the plain search on programs whose read-modify-writes mostly
// commute: results that nothing uses, with loads, fences, orders and other operations that make a difference among them.
func TestDifferentialCommuting(t *testing.T) {
	var c differential
	first, n := environmentNumber("SLC_DIFFERENTIAL_SEED", 1), environmentNumber("SLC_DIFFERENTIAL", differentialPrograms)
	for seed := first; seed < first+n; seed++ {
		text, groups := counting(uint64(seed))
		c.compare(t, "seed "+strconv.Itoa(seed), text, Launch{Groups: groups})
	}
	c.report(t, n)
}

func counting(seed uint64) (text string, groups int) {
	g := &adverseGenerator{Rand: rand.New(rand.NewPCG(seed, 13))}
	groups = 2 + g.IntN(4)/3
	op := g.pick("add", "add", "or", "max", "min", "xor", "sub")
	var b strings.Builder
	for a := range groups {
		fmt.Fprintf(&b, "    if (gid.x == %d)\n    {\n", a)
		for range 1 + g.IntN(4-groups+1) {
			b.WriteString("        " + g.count(op, a) + "\n")
		}
		b.WriteString("    }\n")
	}
	return fmt.Sprintf(`RWStructuredBuffer<uint> data;
RWStructuredBuffer<Atomic<uint>> x;
RWStructuredBuffer<Atomic<uint>> c;
RWStructuredBuffer<uint> seen;

[shader("compute")] [numthreads(1, 1, 1)]
void computeMain(uint3 gid : SV_GroupID)
{
    uint r = 0;
%s}
`, b.String()), groups
}

// count is a statement, mostly one that counts in c.
func (g *adverseGenerator) count(op string, agent int) string {
	order := g.pick("Relaxed", "Relaxed", "Relaxed", "Release", "Acquire", "AcquireRelease")
	plain := fmt.Sprintf("c[0].%s(%s, MemoryOrder.%s);", op, g.pick("1", "2", "r", "6"), order)
	switch g.IntN(16) {
	case 0, 1, 2, 3, 4:
		return plain
	case 5:
		return "DeviceMemoryBarrier(); " + plain
	case 6:
		return plain + " DeviceMemoryBarrier(); " + g.pick("", g.result("data[0] + 1"))
	case 7:
		return "data[0] = 5; DeviceMemoryBarrier(); " + plain
	case 8:
		return g.pick("r = c[0].load(); ", "r = c[0].add(1, MemoryOrder.Relaxed); ", "c[0].max(3, MemoryOrder.Relaxed); ", "c[0].store(1); ")
	case 9:
		return "if (" + g.peek() + " == 1) " + plain
	case 10:
		return "if (" + g.peek() + " == 1) " + g.result("data[0] + 1")
	case 11:
		return "r = " + g.peek() + "; " + plain + " x[0].store(1, MemoryOrder." + g.pick("Relaxed", "Release") + ");"
	case 12:
		return "r = x[0].load(MemoryOrder.Acquire); " + plain
	case 13:
		return fmt.Sprintf("data[0] = %d;", agent+1)
	case 14:
		return "for (uint i = 0; i < 2; i++) { if (" + g.peek() + " == 1) break; c[0].or(1, MemoryOrder.Relaxed); }"
	}
	return "x[0].store(1, MemoryOrder." + g.pick("Relaxed", "Release") + ");"
}

// peek is a load of x.
func (g *adverseGenerator) peek() string {
	return "x[0].load(MemoryOrder." + g.pick("Relaxed", "Acquire") + ")"
}
