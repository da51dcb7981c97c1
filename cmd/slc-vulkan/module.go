package main

import (
	"encoding/binary"
	"errors"
	"fmt"
	"slices"
	"strings"
)

// SPIR-V opcodes that are read here.
const (
	opEntryPoint         = 15
	opCapability         = 17
	opTypeInt            = 21
	opTypeFloat          = 22
	opTypePointer        = 32
	opFunctionParameter  = 55
	opFunctionEnd        = 56
	opVariable           = 59
	opImageTexelPointer  = 60
	opLoad               = 61
	opAccessChain        = 65
	opInBoundsAccess     = 66
	opPtrAccessChain     = 67
	opCopyObject         = 83
	opBitcast            = 124
	opConvertUToPtr      = 120
	opSelect             = 169
	opPhi                = 245
	opAtomicLoad         = 227
	opAtomicStore        = 228
	opAtomicExchange     = 229
	opAtomicXor          = 242
	opAtomicFMinEXT      = 5614
	opAtomicFMaxEXT      = 5615
	opAtomicFAddEXT      = 6035
	opExecutionModeID    = 331
	executionModelKernel = 5 // GLCompute
	modeLocalSizeID      = 38
)

// Storage classes.
const (
	classWorkgroup = 4
	classImage     = 11
)

// module is what the dispatcher needs to know of a SPIR-V module.
type module struct {
	words        []uint32
	entries      []string // compute entry points
	capabilities []uint32
	features     []string // device features that it needs, in the order found
}

// pointer is a type that an atomic's pointer operand may have.
type pointer struct{ class, pointee uint32 }

// scalar is a number type.
type scalar struct {
	float bool
	width uint32
}

func parseModule(data []byte) (*module, error) {
	if len(data) < 20 || len(data)%4 != 0 {
		return nil, errors.New("not a SPIR-V module: its length is not that of a header and whole words")
	}
	m := &module{words: make([]uint32, len(data)/4)}
	for i := range m.words {
		m.words[i] = binary.LittleEndian.Uint32(data[4*i:])
	}
	if m.words[0] != 0x07230203 {
		return nil, errors.New("not a SPIR-V module: wrong magic number")
	}
	return m, m.scan()
}

// scan walks the instructions once.
func (m *module) scan() error {
	var (
		pointers = map[uint32]pointer{} // by type id
		scalars  = map[uint32]scalar{}  // by type id
		types    = map[uint32]uint32{}  // result id -> type id
		last     uint32
	)
	for rest := m.words[5:]; len(rest) > 0; {
		op, n := rest[0]&0xffff, int(rest[0]>>16)
		if n == 0 || n > len(rest) {
			return fmt.Errorf("not a SPIR-V module: an instruction of %d words at word %d", n, len(m.words)-len(rest))
		}
		w := rest[:n]
		rest, last = rest[n:], op
		switch {
		case op == opCapability && n >= 2:
			m.addCapability(w[1])
		case op == opEntryPoint && n >= 4:
			if w[1] == executionModelKernel {
				m.entries = append(m.entries, literal(w[3:]))
			}
		case op == opExecutionModeID && n >= 3 && w[2] == modeLocalSizeID:
			m.need("maintenance4") // VUID-RuntimeSpirv-LocalSizeId-06434
		case op == opTypeInt && n >= 3:
			scalars[w[1]] = scalar{false, w[2]}
		case op == opTypeFloat && n >= 3:
			scalars[w[1]] = scalar{true, w[2]}
		case op == opTypePointer && n >= 4:
			pointers[w[1]] = pointer{w[2], w[3]}
		case isAtomic(op) && n >= 4:
			at := 3
			if op == opAtomicStore {
				at = 1
			}
			p := pointers[types[w[at]]]
			m.addAtomic(op, p.class, scalars[p.pointee])
		}
		if yieldsPointer(op) && n >= 3 {
			types[w[2]] = w[1]
		}
	}
	if last != opFunctionEnd {
		return errors.New("not a complete SPIR-V module: it does not end with a function's end")
	}
	return nil
}

// literal reads a string operand.
func literal(words []uint32) string {
	var b strings.Builder
	for _, w := range words {
		for range 4 {
			if byte(w) == 0 {
				return b.String()
			}
			b.WriteByte(byte(w))
			w >>= 8
		}
	}
	return b.String()
}

// yieldsPointer reports whether an instruction can have a pointer as its result.
func yieldsPointer(op uint32) bool {
	switch op {
	case opFunctionParameter, opVariable, opImageTexelPointer, opLoad, opAccessChain, opInBoundsAccess,
		opPtrAccessChain, opCopyObject, opBitcast, opConvertUToPtr, opSelect, opPhi:
		return true
	}
	return false
}

func isAtomic(op uint32) bool {
	return op >= opAtomicLoad && op <= opAtomicXor || op == opAtomicFAddEXT || op == opAtomicFMinEXT || op == opAtomicFMaxEXT
}

func (m *module) addCapability(c uint32) {
	m.capabilities = append(m.capabilities, c)
	for _, row := range capabilities {
		if row.capability == c {
			m.need(row.feature)
		}
	}
}

// addAtomic adds the feature that an atomic needs on a 64-bit integer or on a
// float, which depends on where the object lives.
func (m *module) addAtomic(op, class uint32, s scalar) {
	where := "Buffer"
	switch class {
	case classWorkgroup:
		where = "Shared"
	case classImage:
		where = "Image"
	}
	switch {
	case !s.float && s.width == 64:
		m.need("shader" + where + "Int64Atomics")
	case !s.float:
	case op == opAtomicFAddEXT:
		m.need(fmt.Sprintf("shader%sFloat%dAtomicAdd", where, s.width))
	case op == opAtomicFMinEXT || op == opAtomicFMaxEXT:
		m.need(fmt.Sprintf("shader%sFloat%dAtomicMinMax", where, s.width))
	default: // load, store, exchange
		m.need(fmt.Sprintf("shader%sFloat%dAtomics", where, s.width))
	}
}

func (m *module) need(name string) {
	if !slices.Contains(m.features, name) {
		m.features = append(m.features, name)
	}
}

// entry resolves the name of the entry point.
func (m *module) entry(name string) (string, error) {
	switch {
	case len(m.entries) == 0:
		return "", errors.New("the module has no compute entry point")
	case name == "" && len(m.entries) == 1:
		return m.entries[0], nil
	case name == "":
		return "", fmt.Errorf("the module has several entry points (%s): name one", strings.Join(m.entries, ", "))
	case !slices.Contains(m.entries, name):
		return "", fmt.Errorf("the module has no entry point %q; it has %s", name, strings.Join(m.entries, ", "))
	}
	return name, nil
}
