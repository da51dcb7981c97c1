package litmus

import (
	"fmt"
	"strings"

	"slc/backend/spirv/binary"
	"slc/memmodel"
)

// Message passing: one invocation writes a payload and then an atomic flag, another one
// reads the payload once it has seen the flag.

// payload is a kind of memory that an order has to cover.
type payload struct {
	name        string
	variable    string
	write, read string // statements of the two sides
	bit         uint32 // its storage class in memory semantics
	inGroup     bool   // only invocations of one workgroup share it
}

var payloads = []payload{
	{name: "buffers", variable: "data", write: "data[0] = 42;", read: "seen[0] = data[0];", bit: binary.MemorySemanticsUniformMemory},
	{name: "images", variable: "pic", write: "pic[0] = 42;", read: "seen[0] = pic[0];", bit: binary.MemorySemanticsImageMemory},
	{name: "groupshared", variable: "tile", write: "tile = 42;", read: "seen[0] = tile;", bit: binary.MemorySemanticsWorkgroupMemory, inGroup: true},
}

// flagKind is where the atomic lives that carries the order.
type flagKind struct {
	name, variable, place string
	inGroup               bool
	narrow                binary.Scope // the next scope below that of its ordered operations
}

var flagKinds = []flagKind{
	{"a buffer", "flag", "flag[0]", false, binary.ScopeWorkgroup},
	{"groupshared", "local", "local", true, binary.ScopeSubgroup},
}

// side is an operation that releases or acquires: what the source says.
// One that releases leaves 7 in the flag.
type side struct {
	name    string
	text    string // FLAG is the atomic
	initial int64  // of the flag, so that a releasing operation leaves 7
}

// releasing are all operations with an order that releases.
func releasing() []side {
	out := []side{{name: "store Release", text: "FLAG.store(7, MemoryOrder.Release)"}}
	for _, order := range []string{"Release", "AcquireRelease"} {
		for _, op := range rmws {
			out = append(out, side{name: op.name + " " + order, text: op.call("MemoryOrder." + order), initial: op.before})
		}
		out = append(out, side{name: "compareExchange " + order, text: "FLAG.compareExchange(0, 7, MemoryOrder." + order + ", MemoryOrder.Relaxed)"})
	}
	return out
}

// acquiring are all operations with an order that acquires; each tells whether it saw 7.
func acquiring() []side {
	out := []side{{name: "load Acquire", text: "FLAG.load(MemoryOrder.Acquire)"}}
	for _, order := range []string{"Acquire", "AcquireRelease"} {
		for _, op := range rmws {
			out = append(out, side{name: op.name + " " + order, text: op.call("MemoryOrder." + order)})
		}
		out = append(out, side{name: "compareExchange " + order, text: "FLAG.compareExchange(7, 8, MemoryOrder." + order + ", MemoryOrder.Relaxed)"})
	}
	return append(out, side{name: "compareExchange that fails Acquire", text: "FLAG.compareExchange(9, 8, MemoryOrder.Acquire, MemoryOrder.Acquire)"})
}

// rmw is a read-modify-write that makes 7 of before.
type rmw struct {
	name   string
	args   string
	before int64
}

var rmws = []rmw{
	{"exchange", "7", 0}, {"add", "7", 0}, {"sub", "2", 9}, {"increment", "", 6}, {"decrement", "", 8},
	{"and", "7", 15}, {"or", "3", 4}, {"xor", "1", 6}, {"min", "7", 9}, {"max", "7", 1},
}

func (o rmw) call(order string) string {
	args := order
	if o.args != "" {
		args = o.args + ", " + order
	}
	return "FLAG." + o.name + "(" + args + ")"
}

// passing is the body of message passing.
func passing(f flagKind, p payload, release, acquire string) string {
	return strings.NewReplacer("FLAG", f.place).Replace(fmt.Sprintf(`
    if (FIRST)
    {
        %s
        %s;
    }
    else if (%s == 7)
        %s
`, p.write, release, acquire, p.read))
}

// messagePassing is a row for each operation and order, flag and payload. The operations
// of one side meet the simplest of the other.
func messagePassing() []row {
	const release, acquire = "FLAG.store(7, MemoryOrder.Release)", "FLAG.load(MemoryOrder.Acquire)"
	var out []row
	for _, f := range flagKinds {
		for _, p := range payloads {
			if p.inGroup && !f.inGroup {
				continue
			}
			for _, s := range releasing() {
				out = append(out, passingRow(s.name, f, p, s.text, acquire, s.initial, true))
			}
			for _, s := range acquiring() {
				r := passingRow(s.name, f, p, release, s.text, 0, false)
				if strings.HasSuffix(s.name, "AcquireRelease") {
					r.name += ", as it acquires"
				}
				out = append(out, r)
			}
		}
	}
	return out
}

func passingRow(name string, f flagKind, p payload, release, acquire string, initial int64, releases bool) row {
	threads, launch := 1, memmodel.Launch{Groups: 2}
	if f.inGroup {
		threads, launch = 2, memmodel.Launch{Wave: 1}
	}
	launch.Initial = map[string]int64{}
	at := atomics(f.variable, 0)
	if !releases {
		at = atomics(f.variable, 1)
	}
	r := row{name: fmt.Sprintf("%s on %s, over %s", name, f.name, p.name), launch: launch,
		text: kernel(threads, passing(f, p, release, acquire)), want: []string{"", "seen[0]=42"}}
	if initial != 0 {
		r.launch.Initial[f.initialName()] = initial
	}
	r.weaker = weakerPassing(f, p, at, releases, strings.Contains(acquire, "(9, 8"))
	return r
}

func (f flagKind) initialName() string {
	if f.inGroup {
		return f.variable + "@0"
	}
	return f.place
}

// weakerPassing are the steps down from one side of message passing.
func weakerPassing(f flagKind, p payload, at which, releases, fails bool) []weaker {
	order, domain, name := uint32(binary.MemorySemanticsRelease), uint32(binary.MemorySemanticsMakeAvailable), "MakeAvailable"
	if !releases {
		order, domain, name = binary.MemorySemanticsAcquire, binary.MemorySemanticsMakeVisible, "MakeVisible"
	}
	clear := func(bits uint32) edit { return without(at, bits) }
	if fails { // what counts is what a compare-exchange that fails does
		clear = func(bits uint32) edit {
			return value(at, func(*binary.Inst) int { return 3 }, func(n uint32) uint32 { return n &^ bits })
		}
	}
	other := func(n uint32) uint32 { // what is left of AcquireRelease when one of the two goes
		const acqRel, avvis = binary.MemorySemanticsAcquireRelease, binary.MemorySemanticsMakeAvailable | binary.MemorySemanticsMakeVisible
		spaces := n &^ (acqRel | avvis | binary.MemorySemanticsAcquire | binary.MemorySemanticsRelease)
		switch {
		case n&acqRel == 0:
			return n &^ (order | domain | spaces)
		case releases:
			return spaces | binary.MemorySemanticsAcquire | binary.MemorySemanticsMakeVisible
		}
		return spaces | binary.MemorySemanticsRelease | binary.MemorySemanticsMakeAvailable
	}
	operand := semanticsOperand
	if fails {
		operand = func(*binary.Inst) int { return 3 }
	}
	return []weaker{
		{name: "without the order", edits: []edit{value(at, operand, other)}},
		{name: "without " + name, edits: []edit{clear(domain)}},
		{name: "without the storage class of the payload", edits: []edit{clear(p.bit)}},
		{name: "of narrower scope", edits: []edit{scope(at, f.narrow)}},
		{name: "with a private access of the payload", edits: []edit{access(plain(p.variable, releases))}},
	}
}
