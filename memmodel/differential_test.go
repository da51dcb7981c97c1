package memmodel

import (
	stdbinary "encoding/binary"
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	"slc"
	"slc/testsuite/crosscheck"
)

// compileWords compiles Slang text: what is checked is what ships.
func compileWords(t *testing.T, text string) []uint32 {
	t.Helper()
	r, err := slc.Compile(t.Context(), slc.Request{Files: []string{"kernel.slang"}, Outputs: []slc.Output{{Target: slc.SPIRV}},
		ReadFile: func(string) ([]byte, error) { return []byte(text), nil }})
	if err != nil || r.HasErrors() {
		t.Fatalf("%v %v\n%s", err, r.Diagnostics, text)
	}
	words := make([]uint32, len(r.Words[0])/4)
	for i := range words {
		words[i] = stdbinary.LittleEndian.Uint32(r.Words[0][4*i:])
	}
	return words
}

const (
	differentialPrograms = 60    // a run, unless SLC_DIFFERENTIAL says otherwise
	differentialBudget   = 400   // combinations of paths of the reference
	differentialLimit    = 4_000 // executions of the explorer, candidates of a combination
)

func environmentNumber(name string, otherwise int) int {
	if n, err := strconv.Atoi(os.Getenv(name)); err == nil {
		return n
	}
	return otherwise
}

// TestDifferential compares the explorer with the plain search on random programs: they have the same
// final states, or both have a race. SLC_DIFFERENTIAL is the number of programs and
// SLC_DIFFERENTIAL_SEED the first seed.
func TestDifferential(t *testing.T) {
	var c differential
	first, n := environmentNumber("SLC_DIFFERENTIAL_SEED", 1), environmentNumber("SLC_DIFFERENTIAL", differentialPrograms)
	for seed := first; seed < first+n; seed++ {
		p := crosscheck.Generate(uint64(seed))
		c.compare(t, "seed "+strconv.Itoa(seed), p.Text, Launch{Groups: p.Groups, Invocations: crosscheck.WaveSize + 1, Wave: crosscheck.WaveSize})
	}
	c.report(t, n)
}

// TestDifferentialLoops is the same of programs that are made to break the explorer's reductions: loops
// that wait or count, whose counter is stored or not, that write, and read what plain accesses
// write; load buffering; and workgroups without numbers, told apart by what they find.
func TestDifferentialLoops(t *testing.T) {
	var c differential
	first, n := environmentNumber("SLC_DIFFERENTIAL_SEED", 1), environmentNumber("SLC_DIFFERENTIAL", differentialPrograms)
	for seed := first; seed < first+n; seed++ {
		text, groups := adverse(uint64(seed))
		c.compare(t, "seed "+strconv.Itoa(seed), text, Launch{Groups: groups})
	}
	c.report(t, n)
}

// adverse makes up a kernel of groups of one invocation.
func adverse(seed uint64) (text string, groups int) {
	g := &adverseGenerator{Rand: rand.New(rand.NewPCG(seed, 7))}
	groups = 2 + g.IntN(2)
	ticket := g.IntN(3) == 0
	var b strings.Builder
	for a := range groups {
		fmt.Fprintf(&b, "    if (agent == %d)\n    {\n", a)
		for range 1 + g.IntN(4-groups+1) {
			b.WriteString("        " + g.statement(a) + "\n")
		}
		b.WriteString("    }\n")
	}
	who := "gid.x"
	input := "uint3 gid : SV_GroupID"
	if ticket {
		who, input = "ticket[0].add(1, "+g.order()+")", ""
	}
	return fmt.Sprintf(`RWStructuredBuffer<uint> data;
RWStructuredBuffer<Atomic<uint>> x;
RWStructuredBuffer<Atomic<uint>> y;
RWStructuredBuffer<Atomic<uint>> ticket;
RWStructuredBuffer<uint> seen;

[shader("compute")] [numthreads(1, 1, 1)]
void computeMain(%s)
{
    uint agent = %s;
    uint r = 0;
%s}
`, input, who, b.String()), groups
}

type adverseGenerator struct {
	*rand.Rand
	results int
}

func (g *adverseGenerator) pick(list ...string) string { return list[g.IntN(len(list))] }

func (g *adverseGenerator) order() string {
	return "MemoryOrder." + g.pick("Relaxed", "Relaxed", "AcquireRelease")
}

func (g *adverseGenerator) load() string {
	return g.pick("x", "x", "y") + "[0].load(MemoryOrder." + g.pick("Relaxed", "Acquire") + ")"
}

// store is an atomic write of a small value.
func (g *adverseGenerator) store() string {
	value := g.pick("1", "1", "2", "r", "r + 1")
	if g.IntN(3) == 0 {
		return fmt.Sprintf("r = %s[0].%s(1, %s);", g.pick("x", "y"), g.pick("add", "exchange"), g.order())
	}
	return fmt.Sprintf("%s[0].store(%s, MemoryOrder.%s);", g.pick("x", "y"), value, g.pick("Relaxed", "Release"))
}

// result stores an expression where nobody else does.
func (g *adverseGenerator) result(expr string) string {
	g.results++
	return fmt.Sprintf("seen[%d] = %s;", g.results, expr)
}

func (g *adverseGenerator) statement(agent int) string {
	load, store := g.load(), g.store()
	value := g.pick("1", "1", "2")
	switch g.IntN(14) {
	case 0, 1:
		return store
	case 2, 3:
		return "r = " + load + "; " + g.result("r")
	case 4:
		return "if (r == " + value + ") " + store
	case 5:
		return "if (" + load + " == " + value + ") " + g.result("data[0] + 1")
	case 6:
		return fmt.Sprintf("data[0] = %d;", agent+1)
	case 7:
		return "while (" + load + " == 0) {}"
	case 8:
		return "do { r = " + load + "; } while (r != " + value + "); " + g.result("data[0]")
	case 9:
		return "for (uint i = 0; i < 3; i++) if (" + load + " == " + value + ") { " + g.result("1") + " break; }"
	case 10:
		return "{ uint i = 0; for (; i < 2; i++) if (" + load + " == " + value + ") break; " + g.result("i") + " }"
	case 11:
		return "for (uint i = 0; i < 2; i++) if (" + load + " == " + value + ") " + store
	case 12:
		return "for (uint i = 0; i < 3; i++) { r = " + load + "; if (i == 2) " + store + " }"
	}
	return "for (uint i = 0; i < 3; i++) { if (" + load + " == " + value + ") r = data[0]; } " + g.result("r")
}

// differential counts what was compared.
type differential struct{ compared, racy, large, states int }

func (c *differential) report(t *testing.T, n int) {
	t.Helper()
	t.Logf("%d programs: %d compared, %d of them racy, %d states, %d too large", n, c.compared, c.racy, c.states, c.large)
	if c.compared*2 < n || c.racy == 0 || c.racy == c.compared {
		t.Errorf("of %d programs %d are compared and %d race: the generator is not worth much", n, c.compared, c.racy)
	}
}

// compare looks at one program in both ways.
func (c *differential) compare(t *testing.T, name, text string, l Launch) {
	t.Helper()
	words := compileWords(t, text)
	l.Limit, l.NoChains = differentialLimit, true
	ref, err := LoadKernel(words, "")
	if err != nil {
		t.Fatal(err)
	}
	plain := newReference(ref, &l, differentialBudget)
	if err := plain.run(); errors.Is(err, ErrLimit) {
		c.large++
		return
	} else if err != nil {
		t.Errorf("%s: the plain search: %v\n%s", name, err, text)
		return
	}
	k, err := LoadKernel(words, "")
	if err != nil {
		t.Fatal(err)
	}
	report, err := k.Verify(l)
	if err != nil {
		t.Errorf("%s: %v\n%s", name, err, text)
		return
	}
	c.compared++
	if racy := len(report.Races) > 0; racy != plain.racy {
		t.Errorf("%s: the explorer has %d races, the plain search has one: %t\n%s", name, len(report.Races), plain.racy, text)
	}
	if plain.racy {
		c.racy++
		return
	}
	want, got := nonzero(slices.Collect(maps.Keys(plain.states))), nonzero(report.States)
	c.states += len(want)
	for _, s := range want {
		if !slices.Contains(got, s) {
			t.Errorf("%s: the explorer misses %q\n%s\n%s", name, s, plain.states[s], text)
		}
	}
	for _, s := range got {
		if !slices.Contains(want, s) {
			t.Errorf("%s: the explorer has %q, which the plain search has not: it has %q\n%s", name, s, want, text)
		}
	}
}
