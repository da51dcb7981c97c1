package crosscheck

import (
	"fmt"
	"math/rand/v2"
	"strings"
)

// Program is a random kernel and how it is launched.
type Program struct {
	Text   string
	Groups int
}

// WaveSize is the smallest wave that the interpreter has.
const WaveSize = 4

// maxReads bounds the results of an agent.
const maxReads = 4

// generator makes up a kernel in which a few agents, each an invocation, access the same
// few locations.
type generator struct {
	*rand.Rand
	b       strings.Builder
	inGroup bool // the agents share a workgroup
	reads   int  // of the current agent
	agent   int
	written int // values are numbered, so that outcomes tell them apart
}

// Generate returns the program of a seed.
func Generate(seed uint64) Program {
	g := &generator{Rand: rand.New(rand.NewPCG(seed, 5))}
	g.inGroup = g.IntN(2) == 0
	agents := 2 + g.IntN(2)
	segments, threads, groups := 1, 1, agents
	if g.inGroup {
		threads, groups = 2*WaveSize, 1
		segments = 1 + g.IntN(2)
	}
	if g.inGroup { // groupshared memory holds nothing at first
		g.line("    if (index == 0)\n    {\n        tile = 0;\n        local.store(0, MemoryOrder.Relaxed);\n    }")
		g.line("    AllMemoryBarrierWithGroupSync();")
	}
	reads := make([]int, agents)
	for s := range segments {
		if s > 0 {
			g.line("    %s();", g.pick("GroupMemoryBarrierWithGroupSync", "AllMemoryBarrierWithGroupSync", "DeviceMemoryBarrierWithGroupSync"))
		}
		for a := range agents {
			g.agent, g.reads = a, reads[a]
			g.line("    if (%s)\n    {", g.is(a))
			for range 1 + g.IntN(3) {
				g.statement()
			}
			g.line("    }")
			reads[a] = g.reads
		}
	}
	return Program{Text: frame(threads, g.b.String()), Groups: groups}
}

// is the condition that holds in an agent: a group, or an invocation; the third one is
// in another wave.
func (g *generator) is(a int) string {
	if !g.inGroup {
		return fmt.Sprintf("gid.x == %d", a)
	}
	return fmt.Sprintf("index == %d", []int{0, WaveSize, 1}[a])
}

func frame(threads int, body string) string {
	return fmt.Sprintf(`RWStructuredBuffer<uint> data;
globallycoherent RWStructuredBuffer<uint> coherentData;
RWStructuredBuffer<Atomic<uint>> flag;
RWStructuredBuffer<Atomic<uint>> other;
groupshared uint tile;
groupshared Atomic<uint> local;
RWStructuredBuffer<uint> seen;

[shader("compute")] [numthreads(%d, 1, 1)]
void computeMain(uint3 gid : SV_GroupID, uint index : SV_GroupIndex)
{
    uint r = 0;
%s}
`, threads, body)
}

func (g *generator) line(format string, args ...any) { fmt.Fprintf(&g.b, format+"\n", args...) }

func (g *generator) pick(list ...string) string { return list[g.IntN(len(list))] }

// value is one that nothing else writes.
func (g *generator) value() int { g.written++; return g.written }

// statement prints an access or a fence, sometimes on the condition of what was read last.
func (g *generator) statement() {
	if g.reads > 0 && g.IntN(4) == 0 {
		g.line("        if (r == %d)", g.IntN(g.written+1))
	}
	switch k := g.IntN(10); {
	case k < 2:
		g.line("        %s = %d;", g.plain(), g.value())
	case k < 4:
		g.read(g.plain())
	case k < 5:
		g.line("        %s();", g.pick("AllMemoryBarrier", "DeviceMemoryBarrier", "GroupMemoryBarrier"))
	case k < 6:
		g.line("        %s.store(%d, %s);", g.atomic(), g.value(), g.order("Relaxed", "Release", "Release", "SeqCst"))
	case k < 8:
		g.read(fmt.Sprintf("%s.load(%s)", g.atomic(), g.order("Relaxed", "Acquire", "Acquire", "SeqCst")))
	default:
		g.read(g.rmw())
	}
}

// read stores a result while the agent has room for it.
func (g *generator) read(expr string) {
	if g.reads == maxReads {
		g.line("        r = %s;", expr)
		return
	}
	g.line("        { r = %s; seen[%d] = r; }", expr, g.agent*maxReads+g.reads)
	g.reads++
}

func (g *generator) plain() string {
	if g.inGroup && g.IntN(3) == 0 {
		return "tile"
	}
	return g.pick("data[0]", "data[0]", "coherentData[0]")
}

func (g *generator) atomic() string {
	if g.inGroup && g.IntN(3) == 0 {
		return "local"
	}
	return g.pick("flag[0]", "flag[0]", "other[0]")
}

func (g *generator) order(list ...string) string { return "MemoryOrder." + g.pick(list...) }

func (g *generator) rmw() string {
	order := g.order("Relaxed", "Acquire", "Release", "AcquireRelease", "SeqCst")
	switch g.IntN(3) {
	case 0:
		return fmt.Sprintf("%s.exchange(%d, %s)", g.atomic(), g.value(), order)
	case 1:
		return fmt.Sprintf("%s.add(16, %s)", g.atomic(), order)
	}
	success, fail := g.casOrders()
	return fmt.Sprintf("%s.compareExchange(%d, %d, MemoryOrder.%s, MemoryOrder.%s)", g.atomic(), g.IntN(g.written+1), g.value(), success, fail)
}

// casOrders are legal pairs of a success and a fail order.
func (g *generator) casOrders() (string, string) {
	pairs := [][2]string{{"Relaxed", "Relaxed"}, {"Acquire", "Relaxed"}, {"Acquire", "Acquire"}, {"Release", "Relaxed"},
		{"AcquireRelease", "Acquire"}, {"SeqCst", "Relaxed"}, {"SeqCst", "SeqCst"}}
	p := pairs[g.IntN(len(pairs))]
	return p[0], p[1]
}
