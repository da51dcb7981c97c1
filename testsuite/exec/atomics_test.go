package exec

import (
	"fmt"
	"math"
	"os"
	"slices"
	"strings"
	"testing"

	"slc"
	"slc/testsuite/cases"
)

// TestAtomics runs every atomic operation on every type in every kind of memory.
// Operands come from buffers, so that nothing is folded; what must come out is computed
// by the functions of atomicOps, which know only the definition of the operation.
func TestAtomics(t *testing.T) {
	t.Parallel()
	for _, typ := range atomicTypes() {
		for _, form := range atomicForms() {
			if form.only != nil && !slices.Contains(form.only, typ.name) {
				continue
			}
			t.Run(typ.name+"/"+form.name, func(t *testing.T) {
				rows := atomicRows(&typ, &form)
				runGenerated(t, form.kernel(&typ, rows), form.run(&typ, rows), typ.refused)
			})
		}
	}
}

// runGenerated runs a kernel that a test made on every path.
func runGenerated(t *testing.T, src string, run cases.Run, refused []cases.Refusal) {
	t.Helper()
	run.Dispatch, run.Refused = [3]uint32{1, 1, 1}, refused
	request := func(target slc.Target) slc.Request {
		return slc.Request{
			Files: []string{"kernel.slang"}, Options: slc.Options{Optimize: 1}, Outputs: []slc.Output{{Target: target}},
			ReadFile: func(name string) ([]byte, error) {
				if name != "kernel.slang" {
					return nil, os.ErrNotExist
				}
				return []byte(src), nil
			},
		}
	}
	Run(t, Kernel{Request: request, Targets: []slc.Target{slc.SPIRV, slc.HLSL, slc.Metal}}, []cases.Run{run})
	if t.Failed() {
		t.Log(src)
	}
}

// atomicType is a type of atomic objects with values at its edges.
type atomicType struct {
	name    string
	bits    uint
	signed  bool
	float   bool
	values  []uint64 // bits
	refused []cases.Refusal
}

func atomicTypes() []atomicType {
	f := func(v float32) uint64 { return uint64(math.Float32bits(v)) }
	// Metal has 64-bit min and max only, and these without a result (lowering.md §4).
	wide := []cases.Refusal{{Target: "metal", Code: "E0503"}}
	return []atomicType{
		{"uint", 32, false, false, []uint64{0, 1, 7, 0x7fffffff, 0x80000000, 0xffffffff}, nil},
		{"int", 32, true, false, []uint64{0, 1, 7, 0x7fffffff, 0x80000000, 0xffffffff}, nil},
		{"uint64_t", 64, false, false, []uint64{0, 1, 0xffffffff, 1 << 32, 1<<63 - 1, 1 << 63, 1<<64 - 1}, wide},
		{"int64_t", 64, true, false, []uint64{0, 1, 0xffffffff, 1 << 32, 1<<63 - 1, 1 << 63, 1<<64 - 1}, wide},
		{"float", 32, false, true, []uint64{f(0), 0x80000000, f(1.5), f(-2.25), f(1 << 24), 0x7f800000, 1, 0x7fc00001}, nil},
	}
}

// atomicOp is an operation: how it is written and what it leaves.
type atomicOp struct {
	method      string // call of the method with operands a[i] and b[i]
	interlocked string // the function, "" if there is none
	float       int    // of floats: 0 no, 1 bits are moved or compared, 2 arithmetic
	result      func(t *atomicType, old, a, b uint64) uint64
}

func atomicOps() []atomicOp {
	type values = func(t *atomicType, old, a, b uint64) uint64
	less := func(t *atomicType, x, y uint64) bool {
		switch {
		case t.float:
			return math.Float32frombits(uint32(x)) < math.Float32frombits(uint32(y))
		case t.signed:
			return t.extend(x) < t.extend(y)
		}
		return x < y
	}
	sum := func(sign int) values {
		return func(t *atomicType, old, a, _ uint64) uint64 {
			if t.float {
				return uint64(math.Float32bits(math.Float32frombits(uint32(old)) + float32(sign)*math.Float32frombits(uint32(a))))
			}
			return t.wrap(old + uint64(sign)*a)
		}
	}
	return []atomicOp{
		{"load()", "", 1, func(_ *atomicType, old, _, _ uint64) uint64 { return old }},
		{"store(a[i])", "", 1, func(_ *atomicType, _, a, _ uint64) uint64 { return a }},
		{"exchange(a[i])", "Exchange", 1, func(_ *atomicType, _, a, _ uint64) uint64 { return a }},
		{"compareExchange(a[i], b[i])", "CompareExchange", 1, func(_ *atomicType, old, a, b uint64) uint64 {
			if old == a {
				return b
			}
			return old
		}},
		{"add(a[i])", "Add", 2, sum(1)},
		{"sub(a[i])", "", 2, sum(-1)},
		{"min(a[i])", "Min", 2, func(t *atomicType, old, a, _ uint64) uint64 {
			if less(t, a, old) {
				return a
			}
			return old
		}},
		{"max(a[i])", "Max", 2, func(t *atomicType, old, a, _ uint64) uint64 {
			if less(t, old, a) {
				return a
			}
			return old
		}},
		{"and(a[i])", "And", 0, func(_ *atomicType, old, a, _ uint64) uint64 { return old & a }},
		{"or(a[i])", "Or", 0, func(_ *atomicType, old, a, _ uint64) uint64 { return old | a }},
		{"xor(a[i])", "Xor", 0, func(_ *atomicType, old, a, _ uint64) uint64 { return old ^ a }},
		{"increment()", "", 0, func(t *atomicType, old, _, _ uint64) uint64 { return t.wrap(old + 1) }},
		{"decrement()", "", 0, func(t *atomicType, old, _, _ uint64) uint64 { return t.wrap(old - 1) }},
	}
}

// wrap keeps the bits of the type.
func (t *atomicType) wrap(v uint64) uint64 { return v & (1<<t.bits - 1) }

// extend is the value of a signed type.
func (t *atomicType) extend(v uint64) int64 { return int64(v<<(64-t.bits)) >> (64 - t.bits) }

// atomicRow is one execution of an operation.
type atomicRow struct {
	op          *atomicOp
	start, a, b uint64
}

// atomicRows combines the operations of a form with values: each with each, every
// compare-exchange once with the value that is there and once with another.
func atomicRows(t *atomicType, form *atomicForm) (rows []atomicRow) {
	ops := atomicOps()
	for i := range ops {
		op := &ops[i]
		if t.float && op.float == 0 || form.interlocked && op.interlocked == "" {
			continue
		}
		for j, start := range t.values {
			for k, a := range t.values {
				b := t.values[(j+k+1)%len(t.values)]
				if t.float && op.float == 2 && !t.exact(start, a) || !form.takesAll && k != (j+i)%len(t.values) && k != j {
					continue
				}
				rows = append(rows, atomicRow{op, start, a, b})
			}
		}
	}
	return rows
}

// exact reports whether arithmetic on floats gives the same bits on every device: no NaN,
// whose bits are free; no denormal, which may be flushed; not two zeros, whose
// minimum may be either.
func (t *atomicType) exact(x, y uint64) bool {
	zeros := 0
	for _, v := range []uint64{x, y} {
		f := math.Abs(float64(math.Float32frombits(uint32(v))))
		if f != f || f > 0 && f < 0x1p-126 {
			return false
		}
		if f == 0 {
			zeros++
		}
	}
	return zeros < 2
}

// atomicForm is a kind of memory and a way to write the operations.
type atomicForm struct {
	name        string
	only        []string // types; nil: all
	interlocked bool     // functions instead of methods
	takesAll    bool     // every pair of values
	// declare has the objects: $T is the type, $N their number.
	declare string
	// place is object i.
	place string
	// before and after: the objects are set by and copied to buffers.
	copies bool
	// words are the words of object i in the buffer "cell".
	stride, offset int // in objects; 0 is 1 and 0
	bytes          bool
}

func atomicForms() []atomicForm {
	return []atomicForm{
		{name: "buffer", takesAll: true, declare: "RWStructuredBuffer<Atomic<$T>> cell;", place: "cell[i]"},
		{name: "groupshared", declare: "RWStructuredBuffer<$T> cell; groupshared Atomic<$T> shared_[$N];", place: "shared_[i]", copies: true},
		{name: "field", only: []string{"uint", "int", "float"}, declare: "struct Row { $T pad; Atomic<$T> x[2][2]; $T tail[3]; } RWStructuredBuffer<Row> cell;", place: "cell[i].x[1][0]", stride: 8, offset: 3},
		{name: "Interlocked", declare: "RWStructuredBuffer<$T> cell;", place: "cell[i]", interlocked: true},
		{name: "Interlocked groupshared", only: []string{"uint", "int"}, declare: "RWStructuredBuffer<$T> cell; groupshared $T shared_[$N];", place: "shared_[i]", copies: true, interlocked: true},
		{name: "bytes", only: []string{"uint"}, declare: "RWByteAddressBuffer cell;", place: "4 * i", interlocked: true, bytes: true},
		{name: "image", only: []string{"uint", "int"}, declare: "RWTexture3D<$T> cell;", place: "cell[uint3(i % 8, i / 8 % 8, i / 64)]", interlocked: true},
		{name: "typed buffer", only: []string{"uint", "int"}, declare: "RWBuffer<$T> cell;", place: "cell[i]", interlocked: true},
	}
}

// kernel is the text of the kernel: one loop over the rows of each operation, in one
// invocation.
func (f *atomicForm) kernel(t *atomicType, rows []atomicRow) string {
	var b strings.Builder
	declare := strings.NewReplacer("$T", t.name, "$N", fmt.Sprint(len(rows))).Replace(f.declare)
	fmt.Fprintf(&b, "%s\nRWStructuredBuffer<%s> old;\nStructuredBuffer<%[2]s> a, b;\n", declare, t.name)
	b.WriteString("[numthreads(1, 1, 1)]\nvoid main()\n{\n")
	loop := func(first, last int, statement string) {
		fmt.Fprintf(&b, "    for (uint i = %d; i < %d; i++) %s\n", first, last, statement)
	}
	set, get := f.place+".store(cell[i]);", "cell[i] = "+f.place+".load();"
	if f.interlocked {
		set, get = f.place+" = cell[i];", "cell[i] = "+f.place+";"
	}
	if f.copies {
		loop(0, len(rows), set)
	}
	for first := 0; first < len(rows); {
		last := first
		for last < len(rows) && rows[last].op == rows[first].op {
			last++
		}
		loop(first, last, f.statement(rows[first].op))
		first = last
	}
	if f.copies {
		loop(0, len(rows), get)
	}
	b.WriteString("}\n")
	return b.String()
}

func (f *atomicForm) statement(op *atomicOp) string {
	operands := "a[i]"
	if strings.Contains(op.method, "b[i]") {
		operands = "a[i], b[i]"
	}
	switch {
	case f.bytes:
		return "cell.Interlocked" + op.interlocked + "(" + f.place + ", " + operands + ", old[i]);"
	case f.interlocked:
		return "Interlocked" + op.interlocked + "(" + f.place + ", " + operands + ", old[i]);"
	case strings.HasPrefix(op.method, "store"):
		return f.place + "." + op.method + ";"
	}
	return "old[i] = " + f.place + "." + op.method + ";"
}

// run is what the buffers hold before and must hold after.
func (f *atomicForm) run(t *atomicType, rows []atomicRow) (run cases.Run) {
	var cell, after, old, a, b []uint64
	free := map[int]bool{} // places in cell where arithmetic makes a NaN
	stride := max(f.stride, 1)
	for _, r := range rows {
		for k := range stride {
			if k == f.offset {
				if r.op.float == 2 && t.float && isNaN(r.op.result(t, r.start, r.a, r.b)) {
					free[len(cell)] = true
				}
				cell, after = append(cell, r.start), append(after, r.op.result(t, r.start, r.a, r.b))
			} else { // a neighbour stays as it is
				cell, after = append(cell, uint64(k)), append(after, uint64(k))
			}
		}
		seen := r.start
		if strings.HasPrefix(r.op.method, "store") {
			seen = 9
		}
		old, a, b = append(old, seen), append(a, r.a), append(b, r.b)
	}
	before := make([]uint64, len(rows))
	for i := range before {
		before[i] = 9
	}
	run.Buffers = []cases.RunBuffer{
		{Name: "cell", Words: t.words(cell)}, {Name: "old", Words: t.words(before)}, {Name: "a", Words: t.words(a)}, {Name: "b", Words: t.words(b)},
	}
	run.Expect = []cases.Expectation{expectation("old", t.words(old)), expectation("cell", t.words(after))}
	for i := range free {
		run.Expect[1].Words[i] = append(run.Expect[1].Words[i], arithmeticNaNs[:]...)
	}
	return run
}

// arithmeticNaNs are the NaNs that arithmetic may make: which one is free in IEEE 754 and in SPIR-V. x86 makes
// the negative one, NVIDIA's GPUs the one of all ones; others pass that of an operand on.
var arithmeticNaNs = [...]uint32{0xffc00000, 0x7fc00000, 0x7fffffff, 0x7fc00001, 0xffc00001}

func isNaN(bits uint64) bool { f := math.Float32frombits(uint32(bits)); return f != f }

// words are the values in memory.
func (t *atomicType) words(values []uint64) (words []uint32) {
	for _, v := range values {
		words = append(words, uint32(v))
		if t.bits == 64 {
			words = append(words, uint32(v>>32))
		}
	}
	return words
}

func expectation(name string, words []uint32) cases.Expectation {
	e := cases.Expectation{Name: name}
	for _, w := range words {
		e.Words = append(e.Words, cases.Word{w})
	}
	return e
}
