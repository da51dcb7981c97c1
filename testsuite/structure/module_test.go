package structure

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"slc/backend/spirv/binary"
)

// checkModule checks what spirv-val does not, or not in every version (lowering.md §5, 1). exempt
// names the objects of plain type that the source itself accesses both ways.
func checkModule(t *testing.T, words []byte, exempt func(object string) bool) {
	t.Helper()
	for _, fault := range moduleFaults(t, words, exempt) {
		t.Error(fault)
	}
}

func moduleFaults(t *testing.T, words []byte, exempt func(string) bool) []string {
	t.Helper()
	p, err := binary.Decode(words)
	if err != nil {
		t.Fatal(err)
	}
	m := &module{p: p}
	for _, u := range p.Undeclared() {
		m.fault("not declared: %s", u)
	}
	m.scopes()
	m.semantics()
	m.decorations()
	m.mixed(exempt)
	return m.faults
}

type module struct {
	p      *binary.Parsed
	faults []string
}

func (m *module) fault(format string, args ...any) {
	m.faults = append(m.faults, fmt.Sprintf(format, args...))
}

// scopes: GroupNonUniform is declared when a scope is Subgroup, VulkanMemoryModelDeviceScope
// exactly when one is Device (VUID-RuntimeSpirv-vulkanMemoryModel-06265).
func (m *module) scopes() {
	var device, subgroup bool
	for i := range m.p.Insts {
		in := &m.p.Insts[i]
		memory := isAtomic(in.Op) || slices.Contains([]binary.Opcode{binary.OpMemoryBarrier, binary.OpControlBarrier, binary.OpLoad, binary.OpStore,
			binary.OpCopyMemory, binary.OpImageRead, binary.OpImageWrite}, in.Op)
		for _, o := range in.Operands {
			if o.Kind != binary.KindIdScope {
				continue
			}
			scope, ok := m.p.Const(o.Word())
			if !ok {
				m.fault("%v: the scope is no constant", in.Op)
			}
			device = device || memory && scope == scopeDevice
			subgroup = subgroup || scope == scopeSubgroup
			if !slices.Contains([]uint64{scopeDevice, scopeWorkgroup, scopeSubgroup, scopeQueueFamily}, scope) {
				m.fault("%v: scope %d", in.Op, scope)
			}
		}
	}
	declared := m.p.Capabilities()
	if has := slices.Contains(declared, binary.CapabilityVulkanMemoryModelDeviceScope); has != device {
		m.fault("device scope is used: %v, VulkanMemoryModelDeviceScope is declared: %v", device, has)
	}
	if subgroup && !slices.ContainsFunc(declared, func(c binary.Capability) bool {
		return c == binary.CapabilityGroupNonUniform || slices.Contains(c.Implies(), binary.CapabilityGroupNonUniform)
	}) {
		m.fault("wave scope without GroupNonUniform")
	}
}

// semantics: an ordered operation names a space, SequentiallyConsistent is never set, at most
// one order is, and barriers that order nothing have mask 0.
func (m *module) semantics() {
	for i := range m.p.Insts {
		in := &m.p.Insts[i]
		for _, o := range in.Operands {
			if o.Kind != binary.KindIdMemorySemantics {
				continue
			}
			mask, ok := m.p.Const(o.Word())
			order := mask & orderBits
			switch {
			case !ok:
				m.fault("%v: the semantics are no constant", in.Op)
			case mask&semSeqCst != 0:
				m.fault("%v: SequentiallyConsistent (VUID 10866)", in.Op)
			case order&(order-1) != 0:
				m.fault("%v: %#x has several orders", in.Op, mask)
			case order != 0 && mask&spaceBits == 0:
				m.fault("%v: %#x orders no storage class", in.Op, mask)
			case order == 0 && mask&(spaceBits|semMakeAvailable|semMakeVisible) != 0:
				m.fault("%v: %#x names storage classes without an order", in.Op, mask)
			}
		}
	}
}

// decorations: Coherent and Volatile are illegal under the Vulkan memory model.
func (m *module) decorations() {
	for in := range m.p.All(binary.OpDecorate, binary.OpMemberDecorate) {
		for _, o := range in.Operands {
			if o.Kind == binary.KindDecoration && (o.Word() == binary.DecorationCoherent || o.Word() == binary.DecorationVolatile) {
				m.fault("decoration %s", binary.EnumName(o.Kind, o.Word()))
			}
		}
	}
}

// access is one access to shared memory: the object and the parts of it, a struct member or vector
// component by its number, an element of an array as anyPart, since all elements have one type.
type access struct {
	object string
	parts  []uint64
	op     binary.Opcode
}

const anyPart = ^uint64(0)

func (m *module) access(in *binary.Inst, operand int) (access, bool) {
	class, _ := m.p.StorageClassOf(in.ID(operand))
	switch class {
	case binary.StorageClassFunction, binary.StorageClassPrivate, binary.StorageClassInput, binary.StorageClassPushConstant, binary.StorageClassUniformConstant:
		return access{}, false
	}
	path := m.p.AccessPath(in.ID(operand))
	if path.Root == nil {
		return access{}, false
	}
	return access{m.p.Name(path.Root.Result), m.parts(path), in.Op}, true
}

func (m *module) parts(path binary.Path) (parts []uint64) {
	t := m.p.Def(m.p.Pointee(path.Root.Type))
	for _, s := range path.Steps {
		part := anyPart
		if t == nil {
			return append(parts, part)
		}
		switch t.Op {
		case binary.OpTypeStruct:
			part, t = s.Value, m.p.Def(t.ID(int(s.Value)))
		case binary.OpTypeVector:
			if s.Const {
				part = s.Value
			}
			fallthrough
		default:
			t = m.p.Def(t.ID(0))
		}
		parts = append(parts, part)
	}
	return parts
}

// accesses lists the atomic and the plain accesses of buffers and groupshared memory.
func (m *module) accesses() (atomic, plain []access) {
	add := func(list *[]access, in *binary.Inst, operand int) {
		if a, ok := m.access(in, operand); ok {
			*list = append(*list, a)
		}
	}
	for i := range m.p.Insts {
		switch in := &m.p.Insts[i]; {
		case isAtomic(in.Op):
			add(&atomic, in, 0)
		case in.Op == binary.OpLoad || in.Op == binary.OpStore:
			add(&plain, in, 0)
		case in.Op == binary.OpCopyMemory:
			add(&plain, in, 0)
			add(&plain, in, 1)
		}
	}
	return atomic, plain
}

// mixed: what an atomic acts on has no plain load or store, nor has anything that holds it.
func (m *module) mixed(exempt func(string) bool) {
	atomic, plain := m.accesses()
	for _, a := range atomic {
		if exempt != nil && exempt(a.object) {
			continue
		}
		for _, b := range plain {
			if a.object == b.object && overlap(a.parts, b.parts) {
				m.fault("%v of %s, on which %v acts", b.op, a.object, a.op)
			}
		}
	}
}

// overlap reports whether one path is part of the other.
func overlap(a, b []uint64) bool {
	for i := range min(len(a), len(b)) {
		if a[i] != anyPart && b[i] != anyPart && a[i] != b[i] {
			return false
		}
	}
	return true
}

func isAtomic(op binary.Opcode) bool {
	return strings.HasPrefix(op.String(), "OpAtomic")
}
