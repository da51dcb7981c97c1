package golden

import (
	"strconv"
	"strings"
)

// order is what a memory order promises; one that lacks a promise of another is weaker.
type order uint8

const (
	acquires order = 1 << iota
	releases
	sequential

	relaxed order = 0
)

func (o order) String() string {
	switch {
	case o&sequential != 0:
		return "sequentially consistent"
	case o == acquires|releases:
		return "acquire-release"
	case o == acquires:
		return "acquire"
	case o == releases:
		return "release"
	}
	return "relaxed"
}

// scope is who sees the effects in order; a larger one promises more.
type scope uint8

const (
	noScope scope = iota
	invocationScope
	subgroupScope
	workgroupScope
	queueFamilyScope
	deviceScope
	systemScope
)

var scopeWords = [...]string{"", "invocation", "subgroup", "workgroup", "queue family", "device", "system"}

func (s scope) String() string { return scopeWords[s] }

// traits are further promises: storage whose accesses are ordered, and flags of accesses.
type traits uint32

const (
	buffers traits = 1 << iota
	groupMemory
	images
	atomicCounters
	outputs
	otherStorage
	makeAvailable
	makeVisible
	volatileAccess
	nonPrivate
	coherent

	allStorage = buffers | groupMemory | images | atomicCounters | outputs | otherStorage
)

var traitWords = [...]string{"buffer memory", "groupshared memory", "image memory", "atomic counters", "outputs", "other storage",
	"make-available", "make-visible", "volatile", "non-private (visible to other invocations)", "coherence"}

// words names each trait.
func (t traits) words() []string {
	var out []string
	for i, w := range traitWords {
		if t&(1<<i) != 0 {
			out = append(out, w)
		}
	}
	return out
}

// direction is what an operation does; only operations of one direction are compared.
type direction uint8

const (
	reads direction = iota
	writes
	modifies
	compares // compare-exchange
	fences
	barriers
	declares // a declaration with qualifiers, in HLSL and MSL
)

// memoryOp is one operation on memory that other invocations see.
type memoryOp struct {
	dir    direction
	name   string // "atomic store", "plain load", "memory barrier"
	object string // "flag[pair]", "" for barriers
	fn     string
	line   int   // in the text, from 0
	beside []int // further lines that belong to it: fences that make its order, declarations of its result
	atomic bool

	// Of a fence of HLSL and MSL: the operations directly behind and before which it stands, -1: none.
	free           bool
	behind, before int

	order   order
	failure order // of a compare-exchange that fails
	scope   scope
	exec    scope // who waits at a barrier
	traits  traits
}

// title names the operation for a reader.
func (op *memoryOp) title() string {
	if op.object == "" {
		return op.name
	}
	if op.dir == declares {
		return op.object
	}
	return op.name + " " + preposition(op.dir) + " " + op.object
}

func preposition(d direction) string {
	switch d {
	case reads:
		return "from"
	case writes:
		return "to"
	}
	return "on"
}

// noPromise describes a plain access of one invocation.
const noPromise = "no promise to other invocations"

// describe spells what the operation promises.
func (op *memoryOp) describe() string {
	var parts []string
	if op.exec != noScope {
		parts = append(parts, "waits for the "+op.exec.String())
	}
	if op.atomic || op.dir == fences || op.dir == barriers && op.traits&allStorage != 0 {
		parts = append(parts, op.order.String())
		if op.dir == compares && op.failure != relaxed {
			parts = append(parts, op.failure.String()+" on failure")
		}
	}
	if op.scope != noScope && (op.order != relaxed || op.atomic) {
		parts = append(parts, op.scope.String()+" scope")
	}
	parts = append(parts, op.traits.words()...)
	if len(parts) == 0 {
		return noPromise
	}
	return strings.Join(parts, ", ")
}

// spirvOrder decodes a memory semantics mask (SPIR-V 3.25, Memory Semantics).
func spirvOrder(mask uint64) (o order, t traits) {
	for _, b := range [...]struct {
		bit uint64
		o   order
		t   traits
	}{
		{0x2, acquires, 0}, {0x4, releases, 0}, {0x8, acquires | releases, 0}, {0x10, acquires | releases | sequential, 0},
		{0x40, 0, buffers}, {0x80, 0, otherStorage}, {0x100, 0, groupMemory}, {0x200, 0, otherStorage}, {0x400, 0, atomicCounters},
		{0x800, 0, images}, {0x1000, 0, outputs}, {0x2000, 0, makeAvailable}, {0x4000, 0, makeVisible}, {0x8000, 0, volatileAccess},
	} {
		if mask&b.bit != 0 {
			o, t = o|b.o, t|b.t
		}
	}
	return o, t
}

// spirvScope decodes a scope (SPIR-V 3.27, Scope <id>).
func spirvScope(v uint64) scope {
	switch v {
	case 0:
		return systemScope
	case 1:
		return deviceScope
	case 2:
		return workgroupScope
	case 3:
		return subgroupScope
	case 4:
		return invocationScope
	case 5:
		return queueFamilyScope
	}
	return noScope
}

// spirvMemory lists the memory operations of a module in the order of the text.
func spirvMemory(m *module) []memoryOp {
	var ops []memoryOp
	fn := ""
	for i := range m.insts {
		in := &m.insts[i]
		if in.op == "OpFunction" {
			fn = in.result
		}
		if op, ok := m.memoryOp(in); ok {
			op.fn, op.line = fn, in.line
			ops = append(ops, op)
		}
	}
	return ops
}

// memoryOp reads one instruction; false for one that does nothing to shared memory.
func (m *module) memoryOp(in *inst) (op memoryOp, ok bool) {
	scopeOf := func(i int) scope {
		v, known := m.constant(in.arg(i))
		if !known {
			return noScope
		}
		return spirvScope(v)
	}
	semantics := func(i int) (order, traits) {
		v, _ := m.constant(in.arg(i))
		return spirvOrder(v)
	}
	switch in.op {
	case "OpMemoryBarrier":
		op = memoryOp{dir: fences, name: "memory barrier", scope: scopeOf(0)}
		op.order, op.traits = semantics(1)
	case "OpControlBarrier":
		op = memoryOp{dir: barriers, name: "control barrier", exec: scopeOf(0), scope: scopeOf(1)}
		op.order, op.traits = semantics(2)
	case "OpAtomicStore":
		op = memoryOp{dir: writes, name: "atomic store", object: m.object(in.arg(0)), atomic: true, scope: scopeOf(1)}
		op.order, op.traits = semantics(2)
	case "OpLoad", "OpImageRead":
		op = memoryOp{dir: reads, name: "plain load", object: m.object(in.arg(1)), traits: accessTraits(in.args)}
	case "OpStore", "OpImageWrite", "OpCopyMemory":
		op = memoryOp{dir: writes, name: "plain store", object: m.object(in.arg(0)), traits: accessTraits(in.args)}
	default:
		if !strings.HasPrefix(in.op, "OpAtomic") {
			return op, false
		}
		op = memoryOp{dir: modifies, name: "atomic " + atomicName(in.op), object: m.object(in.arg(1)), atomic: true, scope: scopeOf(2)}
		op.order, op.traits = semantics(3)
		switch in.op {
		case "OpAtomicLoad":
			op.dir = reads
		case "OpAtomicCompareExchange":
			op.dir = compares
			op.failure, _ = semantics(4)
		}
		return op, true
	}
	return op, op.atomic || op.object == "" || m.shared(in, &op)
}

// shared reports whether a plain access is of memory that other invocations see.
func (m *module) shared(in *inst, op *memoryOp) bool {
	pointer := in.arg(0)
	switch in.op {
	case "OpLoad":
		pointer = in.arg(1)
	case "OpImageRead", "OpImageWrite":
		return true
	}
	switch m.storageClass(pointer) {
	case "StorageBuffer", "Workgroup", "PhysicalStorageBuffer":
		return true
	}
	return op.traits != 0
}

// atomicName is the name of a read-modify-write operation: OpAtomicUMax is "max".
func atomicName(op string) string {
	name := strings.TrimSuffix(strings.TrimPrefix(op, "OpAtomic"), "EXT")
	switch name {
	case "IIncrement":
		return "increment"
	case "IDecrement":
		return "decrement"
	case "CompareExchange":
		return "compare-exchange"
	}
	return strings.ToLower(strings.TrimLeft(name[:min(1, len(name))], "IUSF") + name[min(1, len(name)):])
}

// accessTraits reads the memory operands of a plain access; those of an image carry Texel.
func accessTraits(args []string) (t traits) {
	for _, a := range args {
		if strings.HasPrefix(a, "%") || strings.HasPrefix(a, "\"") {
			continue
		}
		for _, word := range strings.Split(a, "|") {
			switch word {
			case "Volatile", "VolatileTexel":
				t |= volatileAccess
			case "NonPrivatePointer", "NonPrivateTexel":
				t |= nonPrivate
			case "MakePointerAvailable", "MakeTexelAvailable":
				t |= makeAvailable
			case "MakePointerVisible", "MakeTexelVisible":
				t |= makeVisible
			}
		}
	}
	return t
}

// annotate appends what scope and semantics mean to the lines of memory operations.
func annotate(text string) string {
	lines := strings.Split(text, "\n")
	m := parseAsm(lines)
	for i := range m.insts {
		in := &m.insts[i]
		if op, ok := m.memoryOp(in); ok && (op.atomic || op.object == "") {
			lines[in.line] += " ; " + op.describe()
		}
	}
	return strings.Join(lines, "\n")
}

// number reads a literal of an assembly text or source.
func number(s string) (int, bool) {
	v, err := strconv.Atoi(strings.TrimSuffix(s, "u"))
	return v, err == nil
}
