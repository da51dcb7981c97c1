package memmodel

import (
	"fmt"
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"
)

// TestDifferentialCircles compares the explorer with the plain search on programs whose invocations read first
// and write then, of all orders, so that they may read from each other in circles.
func TestDifferentialCircles(t *testing.T) {
	var c differential
	first, n := environmentNumber("SLC_DIFFERENTIAL_SEED", 1), environmentNumber("SLC_DIFFERENTIAL", differentialPrograms)
	for seed := first; seed < first+n; seed++ {
		text, groups := circular(uint64(seed))
		c.compare(t, "seed "+strconv.Itoa(seed), text, Launch{Groups: groups})
	}
	c.report(t, n)
}

func circular(seed uint64) (text string, groups int) {
	g := &adverseGenerator{Rand: rand.New(rand.NewPCG(seed, 17))}
	groups = 2 + g.IntN(2)
	names := []string{"x[0]", "y[0]", "z[0]"}
	var b strings.Builder
	for a := range groups {
		from, to := names[a], names[(a+1)%groups]
		if g.IntN(6) == 0 {
			to = g.pick(names...)
		}
		fmt.Fprintf(&b, "    if (gid.x == %d)\n    {\n", a)
		b.WriteString("        " + g.readOf(from) + "\n")
		if g.IntN(5) < 3 {
			b.WriteString("        " + g.pick("data[0] = 1;", "data[0] = 2;", "DeviceMemoryBarrier();", g.readOf(from), g.writeTo(to), g.result("data[0]")) + "\n")
		}
		b.WriteString("        " + g.pick("", "", "", "if (r == 1) ") + g.writeTo(to) + "\n    }\n")
	}
	return fmt.Sprintf(`RWStructuredBuffer<uint> data;
RWStructuredBuffer<Atomic<uint>> x, y, z;
RWStructuredBuffer<uint> seen;

[shader("compute")] [numthreads(1, 1, 1)]
void computeMain(uint3 gid : SV_GroupID)
{
    uint r = 0;
%s}
`, b.String()), groups
}

// readOf is a read of an atomic, by itself or in a loop.
func (g *adverseGenerator) readOf(name string) string {
	read := g.pick(".load(MemoryOrder.Relaxed)", ".load(MemoryOrder.Acquire)", ".exchange(2, MemoryOrder.AcquireRelease)", ".add(1, MemoryOrder.Acquire)", ".add(1, MemoryOrder.Relaxed)")
	if g.IntN(5) == 0 {
		return "for (uint i = 0; i < 2; i++) { r = " + name + ".load(MemoryOrder." + g.pick("Relaxed", "Acquire") + "); if (r == 1) break; } " + g.result("r")
	}
	return "r = " + name + read + "; " + g.result("r")
}

// writeTo is a write of a small value.
func (g *adverseGenerator) writeTo(name string) string {
	return name + g.pick(".store(1, MemoryOrder.Relaxed);", ".store(1, MemoryOrder.Release);", ".store(r + 1, MemoryOrder.Relaxed);", ".exchange(1, MemoryOrder.Release);", ".max(1, MemoryOrder.AcquireRelease);")
}
