package memmodel

import (
	"fmt"
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"
)

// TestDifferentialWidths compares the explorer with the plain search on programs whose accesses have
// several sizes: plain and atomic words, pairs of them and halves, in phases that barriers divide, and
// messages.
func TestDifferentialWidths(t *testing.T) {
	var c differential
	first, n := environmentNumber("SLC_DIFFERENTIAL_SEED", 1), environmentNumber("SLC_DIFFERENTIAL", differentialPrograms)
	for seed := first; seed < first+n; seed++ {
		text := mixedWidths(uint64(seed))
		c.compare(t, "seed "+strconv.Itoa(seed), text, Launch{Wave: 1})
	}
	c.report(t, n)
}

func mixedWidths(seed uint64) string {
	g := &adverseGenerator{Rand: rand.New(rand.NewPCG(seed, 11))}
	var b strings.Builder
	for phase := range 2 + g.IntN(4)/3 {
		if phase > 0 {
			b.WriteString("    " + g.pick("AllMemoryBarrierWithGroupSync", "AllMemoryBarrierWithGroupSync", "DeviceMemoryBarrierWithGroupSync", "GroupMemoryBarrierWithGroupSync") + "();\n")
		}
		calm := g.IntN(2) == 0 // one invocation does something
		for agent := range 2 {
			if calm && agent != phase%2 {
				continue
			}
			fmt.Fprintf(&b, "    if (agent == %d) {", agent)
			for range 1 + g.IntN(4)/3 {
				b.WriteString(" " + g.wide())
			}
			b.WriteString(" }\n")
		}
	}
	return fmt.Sprintf(`RWByteAddressBuffer raw;
RWStructuredBuffer<Atomic<uint>> x;
RWStructuredBuffer<uint64_t> seen;

[shader("compute")] [numthreads(2, 1, 1)]
void computeMain(uint agent : SV_GroupIndex)
{
    uint64_t r = 1;
    uint u = 0;
%s}
`, b.String())
}

// wide is a statement on the eight bytes of raw.
func (g *adverseGenerator) wide() string {
	word, value := g.pick("0", "4"), g.pick("1u", "2u", "uint(r)")
	pair := g.pick("0x100000001ull", "0x200000000ull", "1ull")
	switch g.IntN(13) {
	case 0, 1:
		return fmt.Sprintf("raw.InterlockedAdd64(0, %s);", pair)
	case 2:
		return fmt.Sprintf("raw.InterlockedAdd64(0, %s, r); ", pair) + g.result("r")
	case 3:
		return fmt.Sprintf("raw.InterlockedExchange64(0, %s, r);", pair)
	case 4:
		return fmt.Sprintf("raw.InterlockedCompareExchange64(0, %s, %s, r);", pair, g.pick("0x300000003ull", "5ull"))
	case 5:
		return fmt.Sprintf("raw.InterlockedAdd(%s, %s);", word, value)
	case 6, 7:
		return fmt.Sprintf("raw.Store(%s, %s);", word, value)
	case 8:
		return "r = raw.Load(" + word + "); " + g.result("r")
	case 9:
		return g.result("raw.Load<uint64_t>(0)")
	case 10:
		return fmt.Sprintf("raw.Store<uint16_t>(%s, uint16_t(%s));", g.pick("0", "2", "6"), value)
	case 11:
		return "x[0].store(1, MemoryOrder.Release);"
	}
	return "if (x[0].load(MemoryOrder.Acquire) == 1) { r = raw.Load(" + word + "); " + g.result("r + 1") + " }"
}
