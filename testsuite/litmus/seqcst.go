package litmus

import (
	"slc/backend/spirv/binary"
	"slc/memmodel"
)

// seqCstRows: SeqCst operations are read-modify-writes, each of which acquires and
// releases; all their executions look like an interleaving (lowering.md §2, "SeqCst").
func seqCstRows() []row {
	return []row{storeBuffering(), storeBufferingMixed(), independentReads(), casRereads(), casSucceeds(), seqCstPassing()}
}

// asStore and asLoad are what SeqCst operations would be without the rule: a release
// store, an acquire load.
func asStore(at which) edit {
	return become(at, binary.OpAtomicStore, false, []int{0, 1, 2, 3})
}

func asLoad(at which) edit {
	return become(at, binary.OpAtomicLoad, true, []int{0, 1, 2})
}

const (
	releaseOnly = binary.MemorySemanticsRelease | binary.MemorySemanticsMakeAvailable | binary.MemorySemanticsUniformMemory
	acquireOnly = binary.MemorySemanticsAcquire | binary.MemorySemanticsMakeVisible | binary.MemorySemanticsUniformMemory
)

func exchanges(variable string, n int) which {
	return nth(n, func(m *module, in *binary.Inst) bool {
		return in.Op == binary.OpAtomicExchange && m.variable(in) == variable
	})
}

func ors(variable string, n int) which {
	return nth(n, func(m *module, in *binary.Inst) bool { return in.Op == binary.OpAtomicOr && m.variable(in) == variable })
}

// both chooses what either does.
func both(a, b which) which {
	return func(m *module, in *binary.Inst) bool { return a(m, in) || b(m, in) }
}

const missed = "seen[0]=0 seen[1]=0"

var interleaved = []string{"seen[0]=0 seen[1]=1", "seen[0]=1 seen[1]=0", "seen[0]=1 seen[1]=1"}

// storeBuffering: each of two invocations sets its flag and looks at the other one. Both
// cannot miss. It takes both halves: the stores must be exchanges, the loads RMWs.
func storeBuffering() row {
	loads, stores := both(ors("flag", all), ors("other", all)), both(exchanges("flag", all), exchanges("other", all))
	return row{name: "SeqCst store buffering", launch: memmodel.Launch{Groups: 2}, want: interleaved, text: kernel(1, `
    if (FIRST)
    {
        flag[0].store(1, MemoryOrder.SeqCst);
        seen[0] = other[0].load(MemoryOrder.SeqCst);
    }
    else
    {
        other[0].store(1, MemoryOrder.SeqCst);
        seen[1] = flag[0].load(MemoryOrder.SeqCst);
    }
`), weaker: []weaker{
		{name: "stores that are stores", edits: []edit{semantics(stores, releaseOnly), asStore(stores)}, allows: missed},
		{name: "loads that are loads", edits: []edit{semantics(loads, acquireOnly), asLoad(loads)}, allows: missed},
		{name: "stores that only acquire", edits: []edit{semantics(stores, acquireOnly)}, harmless: "what is missed runs from a load to a store; message passing needs this half"},
		{name: "loads that only acquire", edits: []edit{semantics(loads, acquireOnly)}, allows: missed},
		{name: "stores that only release", edits: []edit{semantics(stores, releaseOnly)}, allows: missed},
		{name: "loads that only release", edits: []edit{semantics(loads, releaseOnly)}, harmless: "what is missed runs from a load to a store; message passing needs this half"},
		{name: "relaxed stores", edits: []edit{semantics(stores, 0)}, allows: missed},
		{name: "of workgroup scope", edits: []edit{scope(both(loads, stores), binary.ScopeWorkgroup)}},
	}}
}

// storeBufferingMixed: relaxed stores of others stand between. On a SeqCst object they
// are exchanges, so that they do not end a release sequence; were they stores, each could stand
// between a load that missed and the store that it missed.
func storeBufferingMixed() row {
	return row{name: "SeqCst mixed with relaxed stores", launch: memmodel.Launch{Groups: 4}, want: mixedStates(), text: kernel(1, `
    switch (gid.x)
    {
    case 0:
        flag[0].store(1, MemoryOrder.SeqCst);
        seen[0] = other[0].load(MemoryOrder.SeqCst);
        break;
    case 1:
        other[0].store(1, MemoryOrder.SeqCst);
        seen[1] = flag[0].load(MemoryOrder.SeqCst);
        break;
    case 2:
        flag[0].store(2, MemoryOrder.Relaxed);
        break;
    case 3:
        other[0].store(2, MemoryOrder.Relaxed);
        break;
    }
`), weaker: []weaker{{name: "relaxed stores that are stores", edits: []edit{
		asStore(relaxedExchanges("flag")), asStore(relaxedExchanges("other"))}, allows: missed}}}
}

// relaxedExchanges are those without semantics.
func relaxedExchanges(variable string) which {
	return func(m *module, in *binary.Inst) bool {
		if in.Op != binary.OpAtomicExchange || m.variable(in) != variable {
			return false
		}
		n, _ := m.m.Const(in.ID(2))
		return n == 0
	}
}

// mixedStates: anything but that both miss everything.
func mixedStates() []string {
	var out []string
	for _, a := range "012" {
		for _, b := range "012" {
			if a != '0' || b != '0' {
				out = append(out, "seen[0]="+string(a)+" seen[1]="+string(b))
			}
		}
	}
	return out
}

// independentReads: two readers agree on the order of two writes (IRIW).
func independentReads() row {
	loads, stores := both(ors("flag", all), ors("other", all)), both(exchanges("flag", all), exchanges("other", all))
	const disagree = "seen[0]=1 seen[1]=1"
	return row{name: "SeqCst independent reads of independent writes", launch: memmodel.Launch{Groups: 4}, text: kernel(1, `
    switch (gid.x)
    {
    case 0:
        flag[0].store(1, MemoryOrder.SeqCst);
        break;
    case 1:
        other[0].store(1, MemoryOrder.SeqCst);
        break;
    case 2:
        if (flag[0].load(MemoryOrder.SeqCst) == 1 && other[0].load(MemoryOrder.SeqCst) == 0)
            seen[0] = 1;
        break;
    case 3:
        if (other[0].load(MemoryOrder.SeqCst) == 1 && flag[0].load(MemoryOrder.SeqCst) == 0)
            seen[1] = 1;
        break;
    }
`), want: []string{"", "seen[0]=1", "seen[1]=1"}, weaker: []weaker{
		{name: "loads that are loads", edits: []edit{semantics(loads, acquireOnly), asLoad(loads)}, allows: disagree},
		{name: "loads that only acquire", edits: []edit{semantics(loads, acquireOnly)}, allows: disagree},
		{name: "stores that are stores", edits: []edit{semantics(stores, releaseOnly), asStore(stores)}, allows: disagree},
		{name: "stores that only release", edits: []edit{semantics(stores, releaseOnly)}, harmless: "the writers do nothing after their stores; store buffering needs this half"},
	}}
}

// casRereads: a compare-exchange that fails in order SeqCst is a SeqCst load, and so the
// re-read after it is an RMW. The comparand never turns up.
func casRereads() row {
	loads := both(ors("flag", all), ors("other", all))
	return row{name: "SeqCst compareExchange that fails", launch: memmodel.Launch{Groups: 2}, want: interleaved, text: kernel(1, `
    if (FIRST)
    {
        flag[0].store(1, MemoryOrder.SeqCst);
        seen[0] = other[0].compareExchange(9, 8, MemoryOrder.SeqCst, MemoryOrder.SeqCst);
    }
    else
    {
        other[0].store(1, MemoryOrder.SeqCst);
        seen[1] = flag[0].compareExchange(9, 8, MemoryOrder.SeqCst, MemoryOrder.SeqCst);
    }
`), weaker: []weaker{
		{name: "a re-read that is a load", edits: []edit{semantics(loads, acquireOnly), asLoad(loads)}, allows: missed},
		{name: "a re-read that only acquires", edits: []edit{semantics(loads, acquireOnly)}, allows: missed},
		{name: "a re-read that only releases", edits: []edit{semantics(loads, releaseOnly)}, harmless: "what is missed runs from a load to a store; message passing needs this half"},
	}}
}

// casSucceeds: one that succeeds is a SeqCst read-modify-write.
func casSucceeds() row {
	at := both(ops(0, binary.OpAtomicCompareExchange), ops(1, binary.OpAtomicCompareExchange))
	return row{name: "SeqCst compareExchange that succeeds", launch: memmodel.Launch{Groups: 2}, want: interleaved, text: kernel(1, `
    if (FIRST)
    {
        flag[0].compareExchange(0, 1, MemoryOrder.SeqCst, MemoryOrder.Relaxed);
        seen[0] = other[0].load(MemoryOrder.SeqCst);
    }
    else
    {
        other[0].compareExchange(0, 1, MemoryOrder.SeqCst, MemoryOrder.Relaxed);
        seen[1] = flag[0].load(MemoryOrder.SeqCst);
    }
`), weaker: []weaker{
		{name: "that only acquires", edits: []edit{semantics(at, acquireOnly)}, harmless: "what is missed runs from a load to a store; message passing needs this half"},
		{name: "that only releases", edits: []edit{semantics(at, releaseOnly)}, allows: missed},
	}}
}

// seqCstPassing: SeqCst orders plain memory too.
func seqCstPassing() row {
	store, read := exchanges("flag", 0), ors("flag", 0)
	return row{name: "SeqCst message passing", launch: memmodel.Launch{Groups: 2}, want: []string{"", "seen[0]=42"}, text: kernel(1, `
    if (FIRST)
    {
        data[0] = 42;
        flag[0].store(7, MemoryOrder.SeqCst);
    }
    else if (flag[0].load(MemoryOrder.SeqCst) == 7)
        seen[0] = data[0];
`), weaker: []weaker{
		{name: "a store that only acquires", edits: []edit{semantics(store, acquireOnly)}},
		{name: "a load that only releases", edits: []edit{semantics(read, releaseOnly)}},
		{name: "a store without MakeAvailable", edits: []edit{without(store, binary.MemorySemanticsMakeAvailable)}},
		{name: "a load without MakeVisible", edits: []edit{without(read, binary.MemorySemanticsMakeVisible)}},
	}}
}
