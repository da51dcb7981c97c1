package memmodel

import (
	"errors"
	"fmt"
	"maps"

	"slc/backend/spirv/binary"
)

// value is what an id stands for: a scalar's bits, the parts of a composite, or a pointer.
type value struct {
	n     uint64
	parts []value
	ptr   *pointer
}

// invocation executes one invocation of a kernel. It stops for whatever it does to shared
// memory: what a read returns is not known yet.
type invocation struct {
	k         *Kernel
	launch    *Launch
	cells     *cells
	traits    *loopTraits
	group     int
	index     int // in the workgroup
	steps     int
	depth     int // of calls
	word      int // of the instruction that is executed
	source    Source
	constants map[binary.ID]value
	memory    map[binary.ID]*value // the thread's own variables
	frames    []*frame

	yield   func(*request) bool
	err     error // why it ended
	boundAt Source
	impure  int // operations that change memory, or wait for others
	// idempotent operations change no memory, but may synchronise: fences, and read-modify-writes
	// that write what they read.
	idempotent int
	iterations int                // of a loop that reads shared memory after which the invocation is given up; 0: as the launch says
	log        []readLog          // what it read
	compared   map[int]comparison // by offset of the instruction
}

// errBound says that an invocation was still running when its steps or the iterations of a loop
// ran out; errUnsupported that an instruction is none that is known here.
var (
	errBound       = errors.New("bound reached")
	errUnsupported = errors.New("not supported")
)

// where is the place in the source, to begin a message with.
func (v *invocation) where() string {
	if v.source.Line == 0 {
		return ""
	}
	return fmt.Sprintf("%s:%d:%d: ", v.source.File, v.source.Line, v.source.Column)
}

// maxDepth is how deep calls may nest.
const maxDepth = 32

// run executes the entry point.
func (v *invocation) run() error {
	_, err := v.call(v.k.entry, nil)
	return err
}

// frame is one call of a function.
type frame struct {
	values   map[binary.ID]value
	previous binary.ID // the block that control came from
	block    binary.ID
	loops    []loop
	at       int // offset of the call that is executed
}

func (v *invocation) call(id binary.ID, args []value) (value, error) {
	f := v.k.functions[id]
	if f == nil || f.first == 0 {
		return value{}, fmt.Errorf("no function %%%d", id)
	}
	if v.depth++; v.depth > maxDepth {
		return value{}, errBound
	}
	fr := &frame{values: map[binary.ID]value{}}
	v.frames = append(v.frames, fr)
	defer func() { v.depth--; v.frames = v.frames[:len(v.frames)-1] }()
	for i, p := range f.params {
		if i < len(args) {
			fr.values[p] = args[i]
		}
	}
	for at := f.first; ; {
		if v.steps++; v.steps > v.launch.bound() {
			v.boundAt = v.source
			return value{}, errBound
		}
		in := &v.k.m.Insts[at]
		v.word = in.Offset
		switch in.Op {
		case binary.OpReturn, binary.OpUnreachable:
			return value{}, nil
		case binary.OpReturnValue:
			return v.operand(fr, in.ID(0)), nil
		}
		target, err := v.control(fr, in)
		if err != nil {
			return value{}, err
		}
		if target == 0 {
			if err := v.execute(fr, in); err != nil {
				if err == errUnsupported {
					err = fmt.Errorf("%s%s is not supported by verify", v.where(), in.Op)
				}
				return value{}, err
			}
			at++
			continue
		}
		fr.previous = fr.block
		next, ok := f.labels[target]
		if !ok {
			return value{}, fmt.Errorf("no block %%%d", target)
		}
		at = next
		v.phis(fr, target, at+1)
		if err := v.enter(fr, target); err != nil {
			return value{}, err
		}
	}
}

// phis gives the phis at the start of a block their values, all at once.
func (v *invocation) phis(fr *frame, block binary.ID, at int) {
	fr.block = block
	next := map[binary.ID]value{}
	for ; at < len(v.k.m.Insts) && v.k.m.Insts[at].Op == binary.OpPhi; at++ {
		in := &v.k.m.Insts[at]
		for i := 0; i+1 < len(in.Operands); i += 2 {
			if in.ID(i+1) == fr.previous {
				next[in.Result] = v.operand(fr, in.ID(i))
			}
		}
	}
	maps.Copy(fr.values, next)
}

// control is the block that a branch goes to, 0 for any other instruction.
func (v *invocation) control(fr *frame, in *binary.Inst) (binary.ID, error) {
	switch in.Op {
	case binary.OpBranch:
		return in.ID(0), nil
	case binary.OpBranchConditional:
		if v.operand(fr, in.ID(0)).n != 0 {
			return in.ID(1), nil
		}
		return in.ID(2), nil
	case binary.OpSwitch:
		selector := v.operand(fr, in.ID(0)).n
		for i := 2; i+1 < len(in.Operands); i += 2 {
			if in.Operands[i].Uint64() == selector {
				return in.ID(i + 1), nil
			}
		}
		return in.ID(1), nil
	case binary.OpLabel:
		fr.block = in.Result
	}
	return 0, nil
}

// operand is the value of an id: of the function, a constant, or a variable.
func (v *invocation) operand(fr *frame, id binary.ID) value {
	if x, ok := fr.values[id]; ok {
		return x
	}
	if x, ok := v.constants[id]; ok {
		return x
	}
	x := v.constant(id)
	v.constants[id] = x
	return x
}

// constant is the value of a module-scope id. What has no value is zero.
func (v *invocation) constant(id binary.ID) value {
	def := v.k.m.Def(id)
	if def == nil {
		return value{}
	}
	switch def.Op {
	case binary.OpSpecConstant, binary.OpSpecConstantTrue, binary.OpSpecConstantFalse:
		return value{n: v.specialized(def)}
	case binary.OpConstant:
		return value{n: def.Operands[0].Uint64()}
	case binary.OpConstantTrue:
		return value{n: 1}
	case binary.OpConstantComposite, binary.OpSpecConstantComposite:
		out := value{parts: make([]value, len(def.Operands))}
		for i := range out.parts {
			out.parts[i] = v.constant(def.ID(i))
		}
		return out
	case binary.OpSpecConstantOp:
		x, _ := v.specializedOp(def) // see prepare
		return x
	case binary.OpVariable:
		return value{ptr: &pointer{base: id, typ: v.k.m.Pointee(def.Type)}}
	}
	return v.zero(def.Type)
}

// specialized is the value of a specialization constant: the launch's, or its default.
func (v *invocation) specialized(def *binary.Inst) uint64 {
	if id, ok := v.k.specs[def.Result]; ok {
		if n, ok := v.launch.Specs[id]; ok {
			return n
		}
	}
	if def.Op == binary.OpSpecConstant {
		return def.Operands[0].Uint64()
	}
	return truth(def.Op == binary.OpSpecConstantTrue)
}

// zero is the value of a type in which every bit is 0.
func (v *invocation) zero(typ binary.ID) value {
	n, ok := v.k.parts(typ)
	if !ok {
		return value{}
	}
	out := value{parts: make([]value, n)}
	for i := range out.parts {
		out.parts[i] = v.zero(v.k.part(typ, i))
	}
	return out
}

// part is the type of a composite's part.
func (k *Kernel) part(typ binary.ID, i int) binary.ID {
	if def := k.m.Def(typ); def != nil {
		if def.Op == binary.OpTypeStruct {
			return def.ID(i)
		}
		return def.ID(0)
	}
	return 0
}

// own is the thread's own memory that a pointer points to.
func (v *invocation) own(p *pointer) (*value, error) {
	m := v.memory[p.base]
	if m == nil {
		first, err := v.initial(p.base)
		if err != nil {
			return nil, err
		}
		m = &first
		v.memory[p.base] = m
	}
	for _, i := range p.path {
		if i >= uint64(len(m.parts)) {
			return nil, fmt.Errorf("index %d of %s is out of bounds", i, v.k.names[p.base])
		}
		m = &m.parts[i]
	}
	return m, nil
}

// initial is what a variable of the thread holds at first: a built-in's value, its
// initializer, or nothing, which is taken as 0.
func (v *invocation) initial(id binary.ID) (value, error) {
	def := v.k.m.Def(id)
	if binary.StorageClass(def.Word(0)) == binary.StorageClassInput {
		return v.builtin(id)
	}
	if len(def.Operands) > 1 {
		return v.constant(def.ID(1)), nil
	}
	return v.zero(v.k.m.Pointee(def.Type)), nil
}

// builtin is the value of an input of a compute shader.
func (v *invocation) builtin(id binary.ID) (value, error) {
	size := [3]int{int(v.k.size[0]), int(v.k.size[1]), int(v.k.size[2])}
	local, group := position3(v.index, size), position3(v.group, v.k.grid)
	wave := v.launch.wave(v.k)
	vector := func(n func(axis int) int) value {
		out := value{parts: make([]value, 3)}
		for i := range out.parts {
			out.parts[i] = value{n: uint64(uint32(n(i)))}
		}
		return out
	}
	switch b := v.k.builtins[id]; b {
	case binary.BuiltInWorkgroupId:
		return vector(func(i int) int { return group[i] }), nil
	case binary.BuiltInNumWorkgroups:
		return vector(func(i int) int { return v.k.grid[i] }), nil
	case binary.BuiltInLocalInvocationId:
		return vector(func(i int) int { return local[i] }), nil
	case binary.BuiltInGlobalInvocationId:
		return vector(func(i int) int { return group[i]*size[i] + local[i] }), nil
	case binary.BuiltInLocalInvocationIndex:
		return value{n: uint64(v.index)}, nil
	case binary.BuiltInSubgroupSize:
		return value{n: uint64(wave)}, nil
	case binary.BuiltInSubgroupLocalInvocationId:
		return value{n: uint64(v.index % wave)}, nil
	case binary.BuiltInNumSubgroups:
		return value{n: uint64((v.launch.invocations(v.k) + wave - 1) / wave)}, nil
	case binary.BuiltInSubgroupId:
		return value{n: uint64(v.index / wave)}, nil
	default:
		return value{}, fmt.Errorf("built-in %s is not supported yet", b)
	}
}
