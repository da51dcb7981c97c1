package memmodel

import (
	"cmp"
	"slices"

	"slc/backend/spirv/binary"
)

// meet stops the invocation until those that it has to wait for have come.
func (v *invocation) meet(m *meeting, args []value) error {
	m.word, m.source, m.args = v.word, v.source, args
	m.position = v.position()
	if m.barrier != nil {
		m.barrier.Source, m.barrier.Word = v.source, v.word
	}
	v.impure++
	return v.ask(&request{kind: reqMeet, meet: m})
}

// position says how far the invocation is, in a form that compares in program order: the calls
// that it is in, in each of them the loops with their iterations, and the instruction. The
// blocks of a function lie in the module in the order of structured control flow.
func (v *invocation) position() []int {
	var out []int
	for i, fr := range v.frames {
		for j := range fr.loops {
			out = append(out, v.k.m.Insts[v.k.blocks[fr.loops[j].header]].Offset, fr.loops[j].iterations)
		}
		if i < len(v.frames)-1 {
			out = append(out, fr.at)
		}
	}
	return append(out, v.word)
}

// wave executes an operation of the active invocations of a wave.
func (v *invocation) wave(fr *frame, in *binary.Inst) error {
	if scope, err := v.scopeOf(fr, in.ID(0)); err != nil || scope != Subgroup {
		return errUnsupported
	}
	args := make([]value, len(in.Operands))
	for i := range args {
		args[i] = v.operand(fr, in.ID(i))
	}
	m := &meeting{scope: Subgroup, in: in}
	if err := v.meet(m, args); err != nil {
		return err
	}
	if m.failed {
		return errUnsupported
	}
	fr.values[in.Result] = m.result
	return nil
}

// before says whether a comes before b in program order.
func (m *meeting) before(b *meeting) int { return slices.Compare(m.position, b.position) }

// party is an invocation of a wave that takes part in an operation.
type party struct {
	lane int
	meet *meeting
}

// together computes what an operation of a wave returns to each of those that take part, which are
// in the order of their lanes.
func (k *Kernel) together(parties []party, size int) {
	slices.SortFunc(parties, func(a, b party) int { return cmp.Compare(a.lane, b.lane) })
	g := gathering{k: k, parties: parties, in: parties[0].meet.in, size: size}
	for i := range parties {
		r, ok := g.result(i)
		parties[i].meet.result, parties[i].meet.failed = r, !ok
	}
}

// gathering is an operation of a wave with those that take part.
type gathering struct {
	k       *Kernel
	parties []party
	in      *binary.Inst
	size    int // of a wave
}

func waveOperation(op binary.Opcode) bool {
	return binary.OpGroupNonUniformElect <= op && op <= binary.OpGroupNonUniformQuadSwap || op == binary.OpGroupNonUniformRotateKHR
}

// arg is operand j of party i.
func (g *gathering) arg(i, j int) value { return g.parties[i].meet.args[j] }

// of is operand j of the invocation in a lane. What an inactive one gives is undefined; it is
// taken as that of the asking invocation, i.
func (g *gathering) of(lane uint64, i, j int) value {
	for p := range g.parties {
		if uint64(g.parties[p].lane) == lane {
			return g.arg(p, j)
		}
	}
	return g.arg(i, j)
}

// result is what party i gets.
func (g *gathering) result(i int) (value, bool) {
	lane := uint64(g.parties[i].lane)
	other := func() uint64 { return g.arg(i, 2).n }
	switch g.in.Op {
	case binary.OpGroupNonUniformElect:
		return value{n: truth(i == 0)}, true
	case binary.OpGroupNonUniformAll, binary.OpGroupNonUniformAny, binary.OpGroupNonUniformAllEqual:
		return value{n: truth(g.vote())}, true
	case binary.OpGroupNonUniformBroadcastFirst:
		return g.arg(0, 1), true
	case binary.OpGroupNonUniformBroadcast, binary.OpGroupNonUniformShuffle:
		return g.of(other(), i, 1), true
	case binary.OpGroupNonUniformShuffleXor:
		return g.of(lane^other(), i, 1), true
	case binary.OpGroupNonUniformShuffleUp:
		return g.of(lane-other(), i, 1), true
	case binary.OpGroupNonUniformShuffleDown:
		return g.of(lane+other(), i, 1), true
	case binary.OpGroupNonUniformQuadBroadcast:
		return g.of(lane&^3+other(), i, 1), true
	case binary.OpGroupNonUniformQuadSwap:
		if other() > 2 {
			return value{}, false
		}
		return g.of(lane^(other()+1), i, 1), true
	case binary.OpGroupNonUniformBallot:
		var mask uint64
		for p := range g.parties {
			mask |= (g.arg(p, 1).n & 1) << g.parties[p].lane
		}
		return ballot(mask), true
	case binary.OpGroupNonUniformInverseBallot:
		return value{n: mask(g.arg(i, 1)) >> lane & 1}, true
	case binary.OpGroupNonUniformBallotBitExtract:
		return value{n: mask(g.arg(i, 1)) >> (other() & 63) & 1}, true
	case binary.OpGroupNonUniformBallotBitCount:
		return g.bitCount(i)
	case binary.OpGroupNonUniformBallotFindLSB, binary.OpGroupNonUniformBallotFindMSB:
		return value{n: edgeBit(mask(g.arg(i, 1)), g.in.Op == binary.OpGroupNonUniformBallotFindLSB)}, true
	}
	return g.fold(i)
}

// ballot is a mask as a vector of four words; waves of up to 64 invocations are executed.
func ballot(mask uint64) value {
	return value{parts: []value{{n: mask & 0xffffffff}, {n: mask >> 32}, {}, {}}}
}

func mask(x value) uint64 {
	if len(x.parts) < 2 {
		return 0
	}
	return x.parts[0].n | x.parts[1].n<<32
}

func edgeBit(mask uint64, low bool) uint64 {
	for i := range uint64(64) {
		at := i
		if !low {
			at = 63 - i
		}
		if mask>>at&1 != 0 {
			return at
		}
	}
	return 0 // undefined
}

func (g *gathering) vote() bool {
	all, some, equal := true, false, true
	for p := range g.parties {
		x := g.arg(p, 1)
		all, some = all && x.n != 0, some || x.n != 0
		first := g.arg(0, 1)
		equal = equal && x.equal(&first)
	}
	switch g.in.Op {
	case binary.OpGroupNonUniformAll:
		return all
	case binary.OpGroupNonUniformAny:
		return some
	}
	return equal
}

// bitCount counts the bits of a ballot: all, up to a lane, or before it.
func (g *gathering) bitCount(i int) (value, bool) {
	m, lane := mask(g.arg(i, 2)), g.parties[i].lane
	if g.size < 64 {
		m &= 1<<g.size - 1
	}
	switch binary.GroupOperation(g.in.Word(1)) {
	case binary.GroupOperationReduce:
	case binary.GroupOperationInclusiveScan:
		m &= 2<<lane - 1
	case binary.GroupOperationExclusiveScan:
		m &= 1<<lane - 1
	default:
		return value{}, false
	}
	n, ok := g.k.unary(binary.OpBitCount, g.in.Type, g.in.Type, m)
	return value{n: n}, ok
}

// fold combines the operands of the parties that a group operation covers.
func (g *gathering) fold(i int) (value, bool) {
	op, ok := folded(g.in.Op)
	if !ok || len(g.in.Operands) < 3 {
		return value{}, false
	}
	from, to := 0, len(g.parties)
	switch binary.GroupOperation(g.in.Word(1)) {
	case binary.GroupOperationReduce:
	case binary.GroupOperationInclusiveScan:
		to = i + 1
	case binary.GroupOperationExclusiveScan:
		to = i
	default:
		return value{}, false
	}
	out := value{}
	for p := from; p < to; p++ {
		if x := g.arg(p, 2); p == from {
			out = x.clone()
		} else if out, ok = g.k.pairwise(op, g.in.Type, out, x); !ok {
			return value{}, false
		}
	}
	if from == to {
		return g.k.neutral(g.in.Op, g.in.Type, g.arg(i, 2))
	}
	return out, true
}

// folded is the instruction of two operands that a group operation repeats.
func folded(op binary.Opcode) (binary.Opcode, bool) {
	switch op {
	case binary.OpGroupNonUniformIAdd:
		return binary.OpIAdd, true
	case binary.OpGroupNonUniformFAdd:
		return binary.OpFAdd, true
	case binary.OpGroupNonUniformIMul:
		return binary.OpIMul, true
	case binary.OpGroupNonUniformFMul:
		return binary.OpFMul, true
	case binary.OpGroupNonUniformBitwiseAnd:
		return binary.OpBitwiseAnd, true
	case binary.OpGroupNonUniformBitwiseOr:
		return binary.OpBitwiseOr, true
	case binary.OpGroupNonUniformBitwiseXor:
		return binary.OpBitwiseXor, true
	case binary.OpGroupNonUniformLogicalAnd:
		return binary.OpLogicalAnd, true
	case binary.OpGroupNonUniformLogicalOr:
		return binary.OpLogicalOr, true
	case binary.OpGroupNonUniformLogicalXor:
		return binary.OpLogicalNotEqual, true
	case binary.OpGroupNonUniformSMin, binary.OpGroupNonUniformUMin, binary.OpGroupNonUniformFMin,
		binary.OpGroupNonUniformSMax, binary.OpGroupNonUniformUMax, binary.OpGroupNonUniformFMax:
		return op, true
	}
	return 0, false
}

// pairwise combines two values, part by part.
func (k *Kernel) pairwise(op binary.Opcode, typ binary.ID, a, b value) (value, bool) {
	if a.parts == nil {
		n, ok := k.combine(op, typ, a.n, b.n)
		return value{n: n}, ok
	}
	out := value{parts: make([]value, len(a.parts))}
	for i := range out.parts {
		n, ok := k.combine(op, k.part(typ, i), a.parts[i].n, b.parts[i].n)
		if !ok {
			return value{}, false
		}
		out.parts[i].n = n
	}
	return out, true
}

// combine is arithmetic, with the minimum and maximum of group operations.
func (k *Kernel) combine(op binary.Opcode, typ binary.ID, a, b uint64) (uint64, bool) {
	var less uint64
	ok := true
	switch w := k.width(typ); op {
	case binary.OpGroupNonUniformUMin, binary.OpGroupNonUniformUMax:
		less = truth(a < b)
	case binary.OpGroupNonUniformSMin, binary.OpGroupNonUniformSMax:
		less = truth(signed(a, w) < signed(b, w))
	case binary.OpGroupNonUniformFMin, binary.OpGroupNonUniformFMax:
		less, ok = k.floating(binary.OpFOrdLessThan, w, a, b)
	default:
		return k.arithmetic(op, typ, typ, a, b)
	}
	switch op {
	case binary.OpGroupNonUniformUMax, binary.OpGroupNonUniformSMax, binary.OpGroupNonUniformFMax:
		less ^= 1
	}
	if less != 0 {
		return a, ok
	}
	return b, ok
}

// neutral is what a scan gives before the first operand: 0, 1 or all ones.
func (k *Kernel) neutral(op binary.Opcode, typ binary.ID, like value) (value, bool) {
	if like.parts != nil {
		out := value{parts: make([]value, len(like.parts))}
		for i := range out.parts {
			x, ok := k.neutral(op, k.part(typ, i), like.parts[i])
			if !ok {
				return value{}, false
			}
			out.parts[i] = x
		}
		return out, true
	}
	switch w := k.width(typ); op {
	case binary.OpGroupNonUniformIAdd, binary.OpGroupNonUniformBitwiseOr, binary.OpGroupNonUniformBitwiseXor,
		binary.OpGroupNonUniformLogicalOr, binary.OpGroupNonUniformLogicalXor, binary.OpGroupNonUniformUMax,
		binary.OpGroupNonUniformFAdd:
		return value{}, true
	case binary.OpGroupNonUniformIMul, binary.OpGroupNonUniformLogicalAnd:
		return value{n: 1}, true
	case binary.OpGroupNonUniformFMul:
		n, ok := fromFloat(1, w)
		return value{n: n}, ok
	case binary.OpGroupNonUniformBitwiseAnd, binary.OpGroupNonUniformUMin:
		return value{n: lowBits(^uint64(0), w)}, true
	}
	return value{}, false
}
