package binary

import "slices"

// uniqueTable finds an earlier equal declaration of a type or constant in the globals section itself: a type other than an
// aggregate or pointer must not be declared twice (2.8), and one id for equal constants keeps modules small. Aggregates and
// pointers carry layout decorations; declarations of them are equal only with the layout word (an array stride) that
// their decorations were written from.
type uniqueTable struct {
	slots []uniqueSlot // open addressing; the length is a power of two
	used  int
}

type uniqueSlot struct {
	hash   uint32
	end    uint32 // where the instruction ends in the globals section; 0 for an empty slot
	start  uint32
	layout uint32
}

// Declare returns the id of the type (typ is 0) or constant (typ is its type) that op with these operands declares, adding it to the
// globals section if there is no equal one yet.
func (m *Module) Declare(op Opcode, typ ID, operands ...uint32) ID {
	id, _ := m.declare(op, typ, 0, operands)
	return id
}

func (m *Module) declare(op Opcode, typ ID, layout uint32, operands []uint32) (id ID, fresh bool) {
	if 2*m.unique.used >= len(m.unique.slots) {
		m.growUnique()
	}
	hash := hashDeclaration(op, typ, layout, operands)
	probe := hash
	for ; m.unique.slot(probe).end != 0; probe++ {
		if s := m.unique.slot(probe); s.hash == hash && s.layout == layout {
			if id, ok := m.matchDeclaration(s, op, typ, operands); ok {
				return id, false
			}
		}
	}
	start := len(m.Globals().words)
	if typ == 0 {
		id = m.Globals().Define(op, operands...)
	} else {
		id = m.Globals().Value(op, typ, operands...)
	}
	*m.unique.slot(probe) = uniqueSlot{hash: hash, start: uint32(start), end: uint32(len(m.Globals().words)), layout: layout}
	m.unique.used++
	return id, true
}

func (t *uniqueTable) slot(hash uint32) *uniqueSlot { return &t.slots[hash&uint32(len(t.slots)-1)] }

// matchDeclaration reports whether the instruction of the slot is the one asked for, and its result id.
func (m *Module) matchDeclaration(s *uniqueSlot, op Opcode, typ ID, operands []uint32) (ID, bool) {
	inst := m.Globals().words[s.start:s.end]
	if Opcode(inst[0]) != op {
		return 0, false
	}
	if typ == 0 {
		return inst[1], slices.Equal(inst[2:], operands)
	}
	return inst[2], inst[1] == typ && slices.Equal(inst[3:], operands)
}

// growUnique doubles the table.
func (m *Module) growUnique() {
	old := m.unique.slots
	m.unique.slots = make([]uniqueSlot, max(64, 2*len(old)))
	for _, s := range old {
		if s.end == 0 {
			continue
		}
		probe := s.hash
		for m.unique.slot(probe).end != 0 {
			probe++
		}
		*m.unique.slot(probe) = s
	}
}

// hashDeclaration mixes the words; it is the same in every process, though nothing in the output depends on it.
func hashDeclaration(op Opcode, typ ID, layout uint32, operands []uint32) uint32 {
	h := uint64(op)<<32 | uint64(typ)
	mix := func(w uint32) { h = (h ^ uint64(w)) * 0x9e3779b97f4a7c15; h ^= h >> 29 }
	mix(layout)
	for _, w := range operands {
		mix(w)
	}
	return uint32(h ^ h>>32)
}
