package main

import (
	"encoding/binary"
	"errors"
	"fmt"
	"slices"
	"strings"

	spirv "slc/backend/spirv/binary"
	"slc/backend/spirv/features"
)

// module is what the dispatcher needs to know of a SPIR-V module.
type module struct {
	words     []uint32
	entries   []string // compute entry points
	features  []string // device features that it needs, in the order found
	subgroups []features.Subgroup
}

// pointer is a type that an atomic's pointer operand may have.
type pointer struct {
	class   spirv.StorageClass
	pointee uint32
}

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
		last     spirv.Opcode
	)
	for rest := m.words[5:]; len(rest) > 0; {
		op, n := spirv.Opcode(rest[0]&0xffff), int(rest[0]>>16)
		if n == 0 || n > len(rest) {
			return fmt.Errorf("not a SPIR-V module: an instruction of %d words at word %d", n, len(m.words)-len(rest))
		}
		w := rest[:n]
		rest, last = rest[n:], op
		switch {
		case op == spirv.OpCapability && n >= 2:
			m.addCapability(spirv.Capability(w[1]))
		case op == spirv.OpEntryPoint && n >= 4:
			if spirv.ExecutionModel(w[1]) == spirv.ExecutionModelGLCompute {
				m.entries = append(m.entries, literal(w[3:]))
			}
		case op == spirv.OpExecutionModeId && n >= 3 && spirv.ExecutionMode(w[2]) == spirv.ExecutionModeLocalSizeId:
			m.need("maintenance4") // VUID-RuntimeSpirv-LocalSizeId-06434
		case op == spirv.OpTypeInt && n >= 3:
			scalars[w[1]] = scalar{false, w[2]}
		case op == spirv.OpTypeFloat && n >= 3:
			scalars[w[1]] = scalar{true, w[2]}
		case op == spirv.OpTypePointer && n >= 4:
			pointers[w[1]] = pointer{spirv.StorageClass(w[2]), w[3]}
		case features.IsAtomic(op) && n >= 4:
			at := 3
			if op == spirv.OpAtomicStore {
				at = 1
			}
			p := pointers[types[w[at]]]
			of := scalars[p.pointee]
			m.need(features.Atomic(op, p.class, of.float, of.width))
		}
		if yieldsPointer(op) && n >= 3 {
			types[w[2]] = w[1]
		}
	}
	if last != spirv.OpFunctionEnd {
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
func yieldsPointer(op spirv.Opcode) bool {
	switch op {
	case spirv.OpFunctionParameter, spirv.OpVariable, spirv.OpImageTexelPointer, spirv.OpLoad, spirv.OpAccessChain, spirv.OpInBoundsAccessChain,
		spirv.OpPtrAccessChain, spirv.OpCopyObject, spirv.OpBitcast, spirv.OpConvertUToPtr, spirv.OpSelect, spirv.OpPhi:
		return true
	}
	return false
}

func (m *module) addCapability(c spirv.Capability) {
	m.need(features.OfCapability(c))
	if s := features.SubgroupOf(c); s != nil {
		m.subgroups = append(m.subgroups, *s)
	}
}

func (m *module) need(name string) {
	if name != "" && !slices.Contains(m.features, name) {
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
