package litmus

import (
	stdbinary "encoding/binary"
	"strings"

	"slc/backend/spirv/binary"
	"slc/memmodel"
)

// pointerRows: memory behind pointers; what is copied or accessed in several parts, or volatile.
func pointerRows() []row {
	return []row{physical("a flag behind a pointer", "*args.flag", "data[0]", "data"), physical("data behind a pointer", "flag[0]", "*args.data", "args"),
		physical("both behind pointers", "*args.flag", "*args.data", "args"), copied(), volatileRow()}
}

// physical is message passing through device memory that is reached by its address.
func physical(name, flag, data, variable string) row {
	const dataAt, flagAt = 0x1000000, 0x2000000
	push := stdbinary.LittleEndian.AppendUint64(stdbinary.LittleEndian.AppendUint64(nil, dataAt), flagAt)
	// The first access of the arguments reads a pointer, so that data is what stores or loads four bytes.
	payload := func(store bool) which {
		return func(m *module, in *binary.Inst) bool {
			if !plain(variable, store)(m, in) {
				return false
			}
			c, _ := m.m.StorageClassOf(in.ID(0))
			return c == binary.StorageClassPhysicalStorageBuffer || c == binary.StorageClassStorageBuffer
		}
	}
	aligned := []uint32{binary.MemoryAccessAligned, 4}
	if variable == "data" {
		aligned = nil
	}
	at := atomics("flag", all)
	if strings.HasPrefix(flag, "*") {
		at = atomics("args", all)
	}
	store, read := nth(0, at), nth(1, at)
	// (*p).store is p->store.
	method := strings.TrimPrefix(flag, "*") + "."
	return row{name: "physical pointers, " + name, want: []string{"", "seen[0]=42"},
		launch: memmodel.Launch{Groups: 2, Push: push, Objects: []memmodel.Object{
			{Name: "ofData", Address: dataAt, Data: make([]byte, 4), Size: 4}, {Name: "ofFlag", Address: flagAt, Data: make([]byte, 4), Size: 4}}},
		text: strings.Replace(kernel(1, `
    if (FIRST)
    {
        `+data+` = 42;
        `+method+`store(7, MemoryOrder.Release);
    }
    else if (`+method+`load(MemoryOrder.Acquire) == 7)
        seen[0] = `+data+`;
`), "RWStructuredBuffer<uint> data;", "RWStructuredBuffer<uint> data;\nstruct Args { uint* data; Atomic<uint>* flag; }\n[[vk::push_constant]] ConstantBuffer<Args> args;", 1),
		weaker: []weaker{
			{name: "a relaxed store", edits: []edit{semantics(store, 0)}},
			{name: "a relaxed load", edits: []edit{semantics(read, 0)}},
			{name: "without MakeAvailable", edits: []edit{without(store, binary.MemorySemanticsMakeAvailable)}},
			{name: "without MakeVisible", edits: []edit{without(read, binary.MemorySemanticsMakeVisible)}},
			{name: "release without UniformMemory", edits: []edit{without(store, binary.MemorySemanticsUniformMemory)}},
			{name: "acquire without UniformMemory", edits: []edit{without(read, binary.MemorySemanticsUniformMemory)}},
			{name: "a store of narrower scope", edits: []edit{scope(store, binary.ScopeWorkgroup)}},
			{name: "a load of narrower scope", edits: []edit{scope(read, binary.ScopeWorkgroup)}},
			{name: "a private store", edits: []edit{access(payload(true), aligned...)}},
			{name: "a private load", edits: []edit{access(payload(false), aligned...)}},
		}}
}

// copied: a struct is copied from one buffer to another, as loads and stores, each of which is not private.
// (OpCopyMemory is not emitted.)
func copied() row {
	store, read := atomics("flag", 0), atomics("flag", 1)
	return row{name: "copy of a struct", launch: memmodel.Launch{Groups: 2, Initial: map[string]int64{"from[0].x": 2, "from[0].y[1]": 40}}, want: []string{"", "seen[0]=42"},
		text: strings.Replace(kernel(1, `
    if (FIRST)
    {
        to[0] = from[0];
        flag[0].store(7, MemoryOrder.Release);
    }
    else if (flag[0].load(MemoryOrder.Acquire) == 7)
    {
        back[0] = to[0];
        seen[0] = back[0].x + back[0].y[1];
    }
`), "RWStructuredBuffer<uint> seen;", "struct Pair { uint x; uint2 y; }\nRWStructuredBuffer<Pair> from, to, back;\nRWStructuredBuffer<uint> seen;", 1),
		weaker: []weaker{
			{name: "a relaxed store", edits: []edit{semantics(store, 0)}},
			{name: "a relaxed load", edits: []edit{semantics(read, 0)}},
			{name: "private stores", edits: []edit{access(plain("to", true))}},
			{name: "private loads", edits: []edit{access(plain("to", false))}},
		}}
}

// volatileRow: volatile does not take away what orders, nor does it order by itself.
func volatileRow() row {
	store, read := atomics("flag", 0), atomics("flag", 1)
	const bit = binary.MemorySemanticsVolatile
	return row{name: "volatile payload and flag", launch: memmodel.Launch{Groups: 2}, want: []string{"", "seen[0]=42"},
		text: strings.NewReplacer("RWStructuredBuffer<uint> data", "volatile RWStructuredBuffer<uint> data", "RWStructuredBuffer<Atomic<uint>> flag", "volatile RWStructuredBuffer<Atomic<uint>> flag").
			Replace(kernel(1, passing(flagKinds[0], payloads[0], "flag[0].store(7, MemoryOrder.Release)", "flag[0].load(MemoryOrder.Acquire)"))),
		weaker: []weaker{
			{name: "a store that is volatile only", edits: []edit{semantics(store, bit)}},
			{name: "a load that is volatile only", edits: []edit{semantics(read, bit)}},
			{name: "a payload that is volatile only", edits: []edit{access(plain("data", true), binary.MemoryAccessVolatile)}},
			{name: "a payload that is read as volatile only", edits: []edit{access(plain("data", false), binary.MemoryAccessVolatile)}},
		}}
}
