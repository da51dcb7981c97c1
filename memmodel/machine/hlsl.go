package machine

import (
	"strings"

	"slc/memmodel"
)

// call evaluates a call of a function.
func (t *thread) call(e *expr) uint64 {
	switch e.text {
	case "uint", "int", "uint2", "uint3", "uint4", "int2", "asuint":
		return t.value(e.args[0])
	}
	if t.s.language == MSL {
		return t.metalCall(e)
	}
	if op, ok := strings.CutPrefix(e.text, "Interlocked"); ok {
		t.interlocked(op, e)
		return 0
	}
	if t.hlslBarrier(e) {
		return 0
	}
	t.fail(e.line, "function %s", e.text)
	return 0
}

// interlocked is an atomic: the place, the operands, and a variable for what was there.
func (t *thread) interlocked(op string, e *expr) {
	a, ok := t.place(e.args[0])
	if !ok {
		t.fail(e.line, "%s of no resource", e.text)
	}
	operands := 1
	if strings.HasPrefix(op, "Compare") {
		operands = 2
	}
	x := t.value(e.args[1])
	modify := func(old uint64) (uint64, bool) { return update(op, old, x), true }
	if operands == 2 {
		with := t.value(e.args[2])
		modify = func(old uint64) (uint64, bool) { return with, old == x }
	}
	old := t.access(RMW, a, Relaxed, e.line, 0, modify)
	if len(e.args) > 1+operands {
		t.set(e.args[1+operands], old)
	}
}

// update is what a read-modify-write stores; the names are those of HLSL.
func update(op string, old, x uint64) uint64 {
	switch op {
	case "Add":
		return old + x
	case "Sub":
		return old - x
	case "And":
		return old & x
	case "Or":
		return old | x
	case "Xor":
		return old ^ x
	case "Min":
		return min(old, x)
	case "Max":
		return max(old, x)
	}
	return x // Exchange
}

// hlslSpaces is the memory that a barrier function orders, and how far.
func hlslSpaces(fn string) (Spaces, memmodel.Scope, bool) {
	switch {
	case strings.HasPrefix(fn, "AllMemoryBarrier"):
		return Buffers | Images | Groupshared, memmodel.Device, true
	case strings.HasPrefix(fn, "DeviceMemoryBarrier"):
		return Buffers | Images, memmodel.Device, true
	case strings.HasPrefix(fn, "GroupMemoryBarrier"):
		return Groupshared, memmodel.Workgroup, true
	}
	return 0, 0, false
}

// hlslBarrier is one of the six barrier functions.
func (t *thread) hlslBarrier(e *expr) bool {
	s, scope, ok := hlslSpaces(e.text)
	if !ok {
		return false
	}
	order := AcqRel
	if t.o.Complete {
		order = SeqCst
	}
	t.fence(s, scope, order, e.line, e.text)
	if strings.HasSuffix(e.text, "WithGroupSync") {
		t.barrier(s, memmodel.Workgroup, e.line, e.text)
		t.fence(s, scope, order, e.line, e.text)
	}
	return true
}
