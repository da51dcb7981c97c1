package litmus

import (
	"slices"
	"testing"

	"slc/backend/spirv/binary"
)

// module is a SPIR-V module whose instructions can be changed.
type module struct {
	t     *testing.T
	words []uint32
	m     *binary.Parsed
	found int // instructions that the last edit changed
	// inserted goes behind the instruction that rewrite has just changed.
	inserted []uint32
}

func load(t *testing.T, words []uint32) *module {
	t.Helper()
	m, err := binary.DecodeWords(words)
	if err != nil {
		t.Fatal(err)
	}
	return &module{t: t, words: words, m: m}
}

// edit changes what was emitted.
type edit func(m *module)

// apply returns the words after the edits. An edit that changes nothing is a mistake.
func apply(t *testing.T, words []uint32, edits ...edit) []uint32 {
	t.Helper()
	for _, e := range edits {
		m := load(t, words)
		e(m)
		if m.found == 0 {
			t.Fatal("an edit found nothing to change")
		}
		words = m.words
	}
	return words
}

// which chooses instructions.
type which func(m *module, in *binary.Inst) bool

// variable is the name of the variable that an instruction accesses.
func (m *module) variable(in *binary.Inst) string {
	id := in.ID(0)
	for {
		def := m.m.Def(id)
		if def == nil || def.Op == binary.OpVariable {
			break
		}
		id = def.ID(0)
	}
	return m.m.Name(id)
}

func isAtomic(op binary.Opcode) bool {
	switch op {
	case binary.OpAtomicFAddEXT, binary.OpAtomicFMinEXT, binary.OpAtomicFMaxEXT:
		return true
	}
	return op >= binary.OpAtomicLoad && op <= binary.OpAtomicXor
}

// atomics are the atomic instructions on a variable, from the nth to the last; n < 0:
// the last one only.
func atomics(variable string, n int) which {
	return nth(n, func(m *module, in *binary.Inst) bool { return isAtomic(in.Op) && m.variable(in) == variable })
}

// nth keeps, of the instructions that match, the nth and, for n = all, each.
func nth(n int, match which) which {
	return func(m *module, in *binary.Inst) bool {
		if !match(m, in) {
			return false
		}
		if n == all {
			return true
		}
		before := 0
		for i := range m.m.Insts {
			other := &m.m.Insts[i]
			if other.Offset == in.Offset {
				break
			}
			if match(m, other) {
				before++
			}
		}
		return before == n
	}
}

// all is the number of every instruction.
const all = -1

// ops are the instructions of an opcode.
func ops(n int, list ...binary.Opcode) which {
	return nth(n, func(_ *module, in *binary.Inst) bool { return slices.Contains(list, in.Op) })
}

// barriers are the memory and control barriers.
func barriers(n int) which { return ops(n, binary.OpMemoryBarrier, binary.OpControlBarrier) }

// plain are the plain loads or stores of a variable, images included.
func plain(variable string, stores bool) which {
	return func(m *module, in *binary.Inst) bool {
		switch in.Op {
		case binary.OpLoad:
			p := m.m.Def(m.m.Pointee(m.m.TypeOf(in.ID(0))))
			return !stores && (p == nil || p.Op != binary.OpTypeImage) && m.variable(in) == variable
		case binary.OpImageRead:
			return !stores && m.variable(in) == variable
		case binary.OpStore, binary.OpImageWrite:
			return stores && m.variable(in) == variable
		}
		return false
	}
}

// rewrite replaces the words of the chosen instructions, header included.
func (m *module) rewrite(at which, change func(in *binary.Inst, words []uint32) []uint32) {
	out := slices.Clone(m.words[:5])
	for i := range m.m.Insts {
		in := &m.m.Insts[i]
		words := slices.Clone(m.words[in.Offset : in.Offset+int(m.words[in.Offset]>>16)])
		if at(m, in) {
			words = change(in, words)
			words[0] = words[0]&0xffff | uint32(len(words))<<16
			m.found++
		}
		out = append(append(out, words...), m.inserted...)
		m.inserted = nil
	}
	m.words = out
}

// place is the index of an operand's first word in its instruction.
func place(in *binary.Inst, operand int) int {
	at := 1
	if in.Type != 0 {
		at++
	}
	if in.Result != 0 {
		at++
	}
	for i := range operand {
		at += len(in.Operands[i].Words)
	}
	return at
}

// constant is an id for a value of the type of another constant, declared before the
// functions if there is none.
func (m *module) constant(like binary.ID, n uint32) binary.ID {
	typ := m.m.TypeOf(like)
	for in := range m.m.All(binary.OpConstant) {
		if in.Type == typ && in.Word(0) == n {
			return in.Result
		}
	}
	id := m.words[3]
	for i := range m.m.Insts {
		if in := &m.m.Insts[i]; in.Op == binary.OpFunction {
			m.words = slices.Insert(slices.Clone(m.words), in.Offset, 4<<16|uint32(binary.OpConstant), typ, id, n)
			break
		}
	}
	m.words[3]++
	found := m.found
	*m = *load(m.t, m.words)
	m.found = found
	return id
}

// value changes a number that is an operand by id: what is chosen must hold one value.
func value(at which, operand func(in *binary.Inst) int, change func(n uint32) uint32) edit {
	return func(m *module) {
		var old binary.ID
		for i := range m.m.Insts {
			if in := &m.m.Insts[i]; at(m, in) {
				old = in.ID(operand(in))
				break
			}
		}
		def := m.m.Def(old)
		if def == nil {
			return
		}
		id := m.constant(old, change(def.Word(0)))
		m.rewrite(at, func(in *binary.Inst, words []uint32) []uint32 {
			words[place(in, operand(in))] = id
			return words
		})
	}
}

func semanticsOperand(in *binary.Inst) int {
	if in.Op == binary.OpMemoryBarrier {
		return 1
	}
	return 2
}

func scopeOperand(in *binary.Inst) int {
	if in.Op == binary.OpMemoryBarrier {
		return 0
	}
	return 1
}

// without clears bits of memory semantics.
func without(at which, bits uint32) edit {
	return value(at, semanticsOperand, func(n uint32) uint32 { return n &^ bits })
}

// semantics sets the memory semantics; of a compare-exchange those of Equal.
func semantics(at which, mask uint32) edit {
	return value(at, semanticsOperand, func(uint32) uint32 { return mask })
}

// scope sets the memory scope.
func scope(at which, s binary.Scope) edit {
	return value(at, scopeOperand, func(uint32) uint32 { return uint32(s) })
}

// accessOperand is the operand that a memory access mask is.
func accessOperand(in *binary.Inst) int {
	switch in.Op {
	case binary.OpLoad:
		return 1
	case binary.OpImageWrite:
		return 3
	}
	return 2
}

// access replaces the mask of plain accesses; its operands go away. Without a mask an
// access is private.
func access(at which, mask ...uint32) edit {
	return func(m *module) {
		m.rewrite(at, func(in *binary.Inst, words []uint32) []uint32 {
			return append(words[:place(in, accessOperand(in))], mask...)
		})
	}
}

// become makes another instruction of the operands that are kept.
func become(at which, op binary.Opcode, result bool, keep []int, more ...uint32) edit {
	return func(m *module) {
		m.rewrite(at, func(in *binary.Inst, words []uint32) []uint32 {
			out := []uint32{uint32(op)}
			if result {
				out = append(out, words[1], words[2])
			}
			for _, i := range keep {
				out = append(out, words[place(in, i)])
			}
			return append(out, more...)
		})
	}
}

// drop removes instructions that have no result.
func drop(at which) edit {
	return func(m *module) {
		m.rewrite(at, func(*binary.Inst, []uint32) []uint32 { return []uint32{uint32(binary.OpNop)} })
	}
}
