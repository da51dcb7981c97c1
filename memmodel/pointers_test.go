package memmodel_test

import (
	stdbinary "encoding/binary"
	"strings"
	"testing"

	"slc/backend/spirv/binary"
	"slc/memmodel"
)

// passingByPointers is passing through device memory that only pointers reach.
const passingByPointers = `
struct Message { uint data; uint unused; Atomic<uint>* flag; }
struct Arguments { Message* message; }
[[vk::push_constant]] ConstantBuffer<Arguments> arguments;
RWStructuredBuffer<uint> seen;

[shader("compute")] [numthreads(1, 1, 1)]
void computeMain(uint3 gid : SV_GroupID)
{
    Message* message = arguments.message;
    if (gid.x == 0)
    {
        message.data = 42;
        message.flag.store(7, MemoryOrder.Release);
    }
    else if (message.flag.load(MemoryOrder.Acquire) == 7)
        seen[0] = message.data;
}
`

// pointed is a launch with a message and a flag in two buffers; the message holds the flag's address.
func pointed() memmodel.Launch {
	const at, flag = 0x10000000, 0x20000000
	message := stdbinary.LittleEndian.AppendUint64(make([]byte, 8), flag)
	return memmodel.Launch{Groups: 2, Push: stdbinary.LittleEndian.AppendUint64(nil, at), Objects: []memmodel.Object{
		{Name: "message", Address: at, Data: message, Size: 4}, {Name: "flag", Address: flag, Data: make([]byte, 4), Size: 4}}}
}

// TestPointers: message passing through pointers is right; each weakening of the words is a race, with what is missing.
func TestPointers(t *testing.T) {
	// What the parts of the semantics are: SPIR-V 3.25, lowering.md §2.
	const release, acquire = 0x4 | 0x40 | 0x2000, 0x2 | 0x40 | 0x4000
	plain := func(op binary.Opcode, mask int) func(t *testing.T, words []uint32) []uint32 {
		return func(t *testing.T, words []uint32) []uint32 {
			m, err := binary.DecodeWords(words)
			if err != nil {
				t.Fatal(err)
			}
			data := func(in *binary.Inst) bool { // an access of four bytes through a pointer
				c, ok := m.StorageClassOf(in.ID(0))
				return ok && c == binary.StorageClassPhysicalStorageBuffer && in.Op == op && in.Word(mask+1) == 4
			}
			// The mask is followed by the alignment and no scope, so that a bit can be dropped.
			return patch(t, words, data, wordOf(op, mask), uint32(binary.MemoryAccessAligned))
		}
	}
	scope := func(op binary.Opcode) func(t *testing.T, words []uint32) []uint32 {
		return func(t *testing.T, words []uint32) []uint32 {
			m, err := binary.DecodeWords(words)
			if err != nil {
				t.Fatal(err)
			}
			for in := range m.All(binary.OpConstant) { // 2 is the scope Workgroup
				if in.Word(0) == 2 && m.Def(in.Type).Op == binary.OpTypeInt {
					return patch(t, words, func(in *binary.Inst) bool { return in.Op == op }, wordOf(op, 1), uint32(in.Result))
				}
			}
			t.Fatal("there is no constant 2")
			return nil
		}
	}
	for _, c := range []struct {
		name    string
		weaken  func(t *testing.T, words []uint32) []uint32
		missing string // of the race; none: there is none
	}{
		{"right", func(_ *testing.T, words []uint32) []uint32 { return words }, ""},
		{"relaxed store", func(t *testing.T, words []uint32) []uint32 { return constant(t, words, release, 0) },
			"the atomic store to flag[0] is Relaxed; Release would order the store to message[0] before it"},
		{"relaxed load", func(t *testing.T, words []uint32) []uint32 { return constant(t, words, acquire, 0) },
			"the atomic load of flag[0] is Relaxed; Acquire would order the load of message[0] after it"},
		{"release of groupshared memory", func(t *testing.T, words []uint32) []uint32 { return constant(t, words, release, 0x4|0x100|0x2000) },
			"the atomic store to flag[0] covers groupshared memory only; Release would order the store to message[0] before it"},
		{"private store", plain(binary.OpStore, 2), "the store to message[0] is private; a NonPrivate access would order the accesses"},
		{"private load", plain(binary.OpLoad, 1), "the load of message[0] is private; a NonPrivate access would order the accesses"},
		{"store of workgroup scope", scope(binary.OpAtomicStore), "the atomic store to flag[0] reaches its workgroup only; device scope would order the store to message[0] before it"},
		{"load of workgroup scope", scope(binary.OpAtomicLoad), "the atomic load of flag[0] reaches its workgroup only; device scope would order"},
	} {
		t.Run(c.name, func(t *testing.T) {
			r := verify(t, c.weaken(t, compile(t, passingByPointers)), pointed())
			if c.missing == "" {
				expect(t, r, false, []string{"message", "flag", "seen"}, "flag[0]=7 message[0]=42 seen[0]=0", "flag[0]=7 message[0]=42 seen[0]=42")
				return
			}
			expect(t, r, true, nil)
			said := ""
			for _, race := range r.Races {
				said += race.Missing + "\n"
			}
			if !strings.Contains(said, c.missing) {
				t.Errorf("missing %q, want %q", said, c.missing)
			}
		})
	}
}

// wordOf is the word of an instruction that holds an operand; a load has a type and a result before.
func wordOf(op binary.Opcode, operand int) int {
	if op == binary.OpLoad || op == binary.OpAtomicLoad {
		return 3 + operand
	}
	return 1 + operand
}
