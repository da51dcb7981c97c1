package binary

import (
	"cmp"
	"slices"
	"strconv"
)

// Opcode is the number of an instruction.
type Opcode uint16

// Kind is an operand kind of the grammar: how the words of an operand are to be read.
type Kind uint8

// Version is a SPIR-V version as the header word has it: 0x00MMmm00.
type Version uint32

// The published versions.
const (
	Version1_0 Version = 0x00010000
	Version1_1 Version = 0x00010100
	Version1_2 Version = 0x00010200
	Version1_3 Version = 0x00010300
	Version1_4 Version = 0x00010400
	Version1_5 Version = 0x00010500
	Version1_6 Version = 0x00010600

	never Version = 0xffffffff // only through an extension
)

// String returns "1.5" for Version1_5.
func (v Version) String() string {
	return strconv.Itoa(int(v>>16&0xff)) + "." + strconv.Itoa(int(v>>8&0xff))
}

// The rows of the generated tables.
type (
	quantifier uint8

	operandSpec struct {
		kind  Kind
		quant quantifier
	}
	instInfo struct {
		op                 Opcode
		hasType, hasResult bool
		name               string
		operands           []operandSpec // without result type and result
		caps               []Capability  // any of them allows the instruction; empty: always allowed
		since              Version       // in core from this version; before it, any of exts
		exts               []string
	}
	enumerant struct {
		value  uint32
		name   string
		params []operandSpec
		caps   []Capability // of a capability: those it implies
		since  Version
		exts   []string
	}
	extInst struct {
		number uint32
		name   string
	}
)

const (
	one quantifier = iota
	optional
	many
)

// info returns the row of op, nil for an unknown opcode.
func (op Opcode) info() *instInfo {
	i, ok := slices.BinarySearchFunc(instTable[:], op, func(row instInfo, op Opcode) int { return cmp.Compare(row.op, op) })
	if !ok {
		return nil
	}
	return &instTable[i]
}

// String returns the name with its prefix ("OpAtomicIAdd").
func (op Opcode) String() string {
	if info := op.info(); info != nil {
		return info.name
	}
	return "Op" + strconv.Itoa(int(op))
}

// Known reports whether the tables describe op.
func (op Opcode) Known() bool { return op.info() != nil }

// Shape reports whether op has a result type and a result id.
func (op Opcode) Shape() (hasType, hasResult bool) {
	if info := op.info(); info != nil {
		return info.hasType, info.hasResult
	}
	return false, false
}

// Capabilities returns the capabilities any one of which allows op; none for an instruction that is always allowed.
func (op Opcode) Capabilities() []Capability {
	if info := op.info(); info != nil {
		return info.caps
	}
	return nil
}

// String returns the grammar's name of k.
func (k Kind) String() string {
	if k < numKinds && kindNames[k] != "" {
		return kindNames[k]
	}
	return "Kind" + strconv.Itoa(int(k))
}

// IsID reports whether an operand of kind k is an id.
func (k Kind) IsID() bool { return k > 0 && k < firstLiteral }

// IsEnum reports whether an operand of kind k is a value or mask with names.
func (k Kind) IsEnum() bool { return k >= firstValueEnum && k < numKinds }

func (k Kind) isMask() bool { return k >= firstBitEnum && k < numKinds }

// lookup returns the enumerant of kind k with the value, nil if there is none.
func (k Kind) lookup(value uint32) *enumerant {
	if k >= numKinds {
		return nil
	}
	table := enumTables[k]
	i, ok := slices.BinarySearchFunc(table, value, func(e enumerant, v uint32) int { return cmp.Compare(e.value, v) })
	if !ok {
		return nil
	}
	return &table[i]
}

// EnumName returns the name of a value of kind k; for a mask the names of its bits joined by '|', "None" if it is zero.
// What has no name is written as a number.
func EnumName(k Kind, value uint32) string {
	if e := k.lookup(value); e != nil && !k.isMask() {
		return e.name
	}
	if !k.isMask() {
		return strconv.FormatUint(uint64(value), 10)
	}
	if value == 0 {
		return "None"
	}
	name := ""
	for rest := value; rest != 0; rest &= rest - 1 {
		bit := rest & -rest
		if name != "" {
			name += "|"
		}
		if e := k.lookup(bit); e != nil {
			name += e.name
		} else {
			name += "0x" + strconv.FormatUint(uint64(bit), 16)
		}
	}
	return name
}

// ParseEnum returns the value of kind k with exactly this name.
func ParseEnum(k Kind, name string) (uint32, bool) {
	if k < numKinds {
		for i := range enumTables[k] {
			if enumTables[k][i].name == name {
				return enumTables[k][i].value, true
			}
		}
	}
	return 0, false
}

// Implies returns the capabilities that declaring c declares as well.
func (c Capability) Implies() []Capability {
	if e := KindCapability.lookup(uint32(c)); e != nil {
		return e.caps
	}
	return nil
}

// Extensions returns the extensions any one of which provides c in version v; none where c is part of v.
func (c Capability) Extensions(v Version) []string {
	if e := KindCapability.lookup(uint32(c)); e != nil && e.since > v {
		return e.exts
	}
	return nil
}

// GLSLName returns the name of an instruction of GLSL.std.450.
func GLSLName(number uint32) (string, bool) {
	i, ok := slices.BinarySearchFunc(glslTable[:], number, func(e extInst, n uint32) int { return cmp.Compare(e.number, n) })
	if !ok {
		return "", false
	}
	return glslTable[i].name, true
}
