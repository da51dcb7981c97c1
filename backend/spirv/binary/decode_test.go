package binary

import (
	"encoding/binary"
	"os"
	"slices"
	"strings"
	"testing"
)

func decodeFile(t *testing.T, name string) *Parsed {
	t.Helper()
	text, err := os.ReadFile("testdata/" + name)
	if err != nil {
		t.Fatal(err)
	}
	p, err := Decode(assemble(t, text))
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func TestDecodeErrors(t *testing.T) {
	header := []uint32{Magic, uint32(Version1_5), 0, 10, 0}
	for _, c := range []struct {
		name  string
		words []uint32
		want  string
	}{
		{"short", header[:4], "too few"},
		{"magic", []uint32{1, 2, 3, 4, 5}, "magic number is 0x00000001"},
		{"bound", []uint32{Magic, uint32(Version1_5), 0, 1 << 30, 0}, "id bound is 1073741824"},
		{"zero word count", append(header[:5:5], 0), "word 5: word count is 0"},
		{"word count past the end", append(header[:5:5], 3<<16|225, 1), "word count is 3, 2 words are left"},
		{"unknown opcode", append(header[:5:5], 1<<16|9999), "unknown instruction"},
		{"missing operand", append(header[:5:5], 2<<16|225, 1), "OpMemoryBarrier: an operand is missing"},
		{"too many", append(header[:5:5], 2<<16|253, 1), "OpReturn: 1 words too many"},
		{"id 0", append(header[:5:5], 3<<16|225, 0, 1), "id 0 is not below the bound 10"},
		{"id bound", append(header[:5:5], 3<<16|225, 10, 1), "id 10 is not below the bound 10"},
		{"twice", append(header[:5:5], 2<<16|19, 1, 2<<16|19, 1), "%1 is defined twice"},
		{"string", append(header[:5:5], 3<<16|5, 1, 0x61616161), "a string has no end"},
		{"enum", append(header[:5:5], 2<<16|17, 4711), "4711 is no Capability"},
		{"mask bit", append(header[:5:5], 5<<16|61, 1, 2, 3, 0x80), "bit 0x80 is no MemoryAccess"},
		{"mask parameter", append(header[:5:5], 5<<16|61, 1, 2, 3, 2), "OpLoad: an operand is missing"},
		{"constant type", append(header[:5:5], 4<<16|43, 1, 2, 3), "%1 is no numeric type"},
		{"wide literal", append(header[:5:5], 4<<16|21, 1, 128, 0, 7<<16|43, 1, 2, 0, 0, 0, 0), "128 bits"},
		{"spec op", append(header[:5:5], 4<<16|52, 1, 2, 52), "opcode 52 cannot be a constant operation"},
	} {
		_, err := DecodeWords(c.words)
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: error %v, want one with %q", c.name, err, c.want)
		}
	}
	if _, err := Decode([]byte{1, 2, 3}); err == nil {
		t.Error("3 bytes decoded")
	}
}

func TestDecodeBigEndian(t *testing.T) {
	data := encode(t, buildCounter(Version1_5))
	var swapped []byte
	for i := 0; i < len(data); i += 4 {
		swapped = binary.BigEndian.AppendUint32(swapped, binary.LittleEndian.Uint32(data[i:]))
	}
	a, err := Decode(data)
	if err != nil {
		t.Fatal(err)
	}
	b, err := Decode(swapped)
	if err != nil {
		t.Fatal(err)
	}
	if x, y := a.Disassemble(Options{}), b.Disassemble(Options{}); x != y {
		t.Errorf("big-endian gives\n%s\nlittle-endian\n%s", y, x)
	}
}

// TestOperandKinds checks that parameters of masks are classified in the order of the bits.
func TestOperandKinds(t *testing.T) {
	p := decodeFile(t, "compute.spvasm")
	var store *Inst
	for in := range p.All(OpStore) {
		store = in
	}
	var kinds []Kind
	for _, o := range store.Operands {
		kinds = append(kinds, o.Kind)
	}
	// Aligned|MakePointerAvailable|NonPrivatePointer 16 %scope
	want := []Kind{KindIdRef, KindIdRef, KindMemoryAccess, KindLiteralInteger, KindIdScope}
	if !slices.Equal(kinds, want) {
		t.Errorf("OpStore has operands %v, want %v", kinds, want)
	}
	if access, ok := store.Operand(KindMemoryAccess); !ok ||
		access.Word() != MemoryAccessAligned|MemoryAccessMakePointerAvailable|MemoryAccessNonPrivatePointer {
		t.Errorf("memory access %v", access)
	}
	if scope, ok := store.Operand(KindIdScope); !ok || constant(t, p, scope.Word()) != ScopeDevice {
		t.Errorf("scope operand %v", scope)
	}
}

func constant(t *testing.T, p *Parsed, id ID) uint64 {
	t.Helper()
	v, ok := p.Const(id)
	if !ok {
		t.Fatalf("%%%d is no constant", id)
	}
	return v
}

func TestConst(t *testing.T) {
	p := decodeFile(t, "numbers.spvasm")
	var got []uint64
	for in := range p.All(OpConstant) {
		got = append(got, constant(t, p, in.Result))
	}
	// -128, 255, -1, 65535, the limits of int, uint, long and ulong, 2^32
	want := []uint64{
		0xffffffffffffff80, 0xff, 0xffffffffffffffff, 0xffff, 0xffffffff80000000, 0xffffffff, 1 << 63, 1<<64 - 1, 1 << 32,
	}
	if !slices.Equal(got[:len(want)], want) {
		t.Errorf("got %#x\nwant %#x", got[:len(want)], want)
	}
	for in := range p.All(OpFunction, OpTypeInt) {
		if v, ok := p.Const(in.Result); ok {
			t.Errorf("%s has constant value %d", in.Op, v)
		}
	}
}

func TestAccessPath(t *testing.T) {
	p := decodeFile(t, "compute.spvasm")
	var roots []string
	for i := range p.Insts {
		in := &p.Insts[i]
		switch in.Op {
		case OpAtomicIAdd, OpAtomicCompareExchange, OpAtomicStore, OpAtomicUMax, OpImageRead, OpImageWrite:
			root := p.Root(in.ID(0))
			sc, _ := p.StorageClassOf(root)
			roots = append(roots, in.Op.String()+" "+p.Name(root)+" "+sc.String())
		}
	}
	want := []string{
		"OpAtomicIAdd buf StorageBuffer", // through a copy of the access chain
		"OpAtomicCompareExchange  Workgroup",
		"OpAtomicStore buf StorageBuffer",
		"OpAtomicUMax  UniformConstant", // through the texel pointer
		"OpImageRead  UniformConstant",  // through the loaded image
		"OpImageWrite  UniformConstant",
	}
	if !slices.Equal(roots, want) {
		t.Errorf("got %q\nwant %q", roots, want)
	}
	for in := range p.All(OpAtomicIAdd) {
		path := p.AccessPath(in.ID(0))
		if len(path.Steps) != 2 || path.Steps[0].Value != 0 || path.Steps[1].Value != 3 || !path.Steps[1].Const {
			t.Errorf("steps %+v, want constants 0 and 3", path.Steps)
		}
	}
}

func TestDecorations(t *testing.T) {
	p := decodeFile(t, "compute.spvasm")
	if d, ok := p.Decoration(p.Named("buf"), DecorationBinding); !ok || d.Operands[0].Word() != 1 {
		t.Errorf("binding %v", d)
	}
	block := p.Pointee(p.TypeOf(p.Named("buf")))
	if _, ok := p.MemberDecoration(block, 0, DecorationNonWritable); !ok {
		t.Error("member 0 is not NonWritable")
	}
	if _, ok := p.Decoration(block, DecorationNonWritable); ok {
		t.Error("the block itself is NonWritable")
	}
	grouped := 0
	for in := range p.All(OpVariable) {
		if _, ok := p.Decoration(in.Result, DecorationRelaxedPrecision); ok {
			grouped++
		}
	}
	if grouped != 1 {
		t.Errorf("%d variables decorated through the group, want 1", grouped)
	}
}

func TestFunctions(t *testing.T) {
	fns := decodeFile(t, "compute.spvasm").Functions()
	if len(fns) != 1 || len(fns[0].Blocks) != 5 {
		t.Fatalf("%d functions", len(fns))
	}
	blocks := fns[0].Blocks
	var shape []string
	for i := range blocks {
		s := blocks[i].Terminator().Op.String()
		if m := blocks[i].Merge(); m != nil {
			s = m.Op.String() + " " + s
		}
		shape = append(shape, s)
	}
	want := []string{"OpBranch", "OpLoopMerge OpBranchConditional", "OpBranch", "OpBranch", "OpReturn"}
	if !slices.Equal(shape, want) {
		t.Errorf("got %q, want %q", shape, want)
	}
	if got, want := blocks[1].Successors(), []ID{blocks[2].Label, blocks[4].Label}; !slices.Equal(got, want) {
		t.Errorf("successors %v, want %v", got, want)
	}
	sw := decodeFile(t, "numbers.spvasm").Functions()[0].Blocks[0]
	if got := sw.Successors(); len(got) != 3 {
		t.Errorf("successors of the switch %v, want default and two cases", got)
	}
}

// FuzzDecode reads junk: errors are fine, panics are not; what was decoded can be asked and written.
func FuzzDecode(f *testing.F) {
	data, err := buildCounter(Version1_5).Encode()
	if err != nil {
		f.Fatal(err)
	}
	f.Add(data)
	f.Add(data[:20])
	f.Fuzz(func(t *testing.T, data []byte) {
		p, err := Decode(data)
		if err != nil {
			return
		}
		p.Disassemble(Options{FriendlyNames: true, Indent: true})
		for i := range p.Insts {
			in := &p.Insts[i]
			p.Const(in.Result)
			p.AccessPath(in.Result)
			p.Decorations(in.Result)
			p.StorageClassOf(in.Result)
		}
		p.Undeclared()
		for _, fn := range p.Functions() {
			for i := range fn.Blocks {
				fn.Blocks[i].Successors()
				fn.Blocks[i].Merge()
			}
		}
	})
}
