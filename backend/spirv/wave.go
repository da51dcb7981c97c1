package spirv

import (
	"slc/backend/spirv/binary"
	"slc/lower/ir"
	"slc/sema/builtin"
	"slc/sema/types"
)

// Wave operations are GroupNonUniform instructions of subgroup scope.

// reduction opcodes by kind.
var (
	waveAdd = opRow{binary.OpGroupNonUniformIAdd, binary.OpGroupNonUniformIAdd, binary.OpGroupNonUniformFAdd, 0}
	waveMul = opRow{binary.OpGroupNonUniformIMul, binary.OpGroupNonUniformIMul, binary.OpGroupNonUniformFMul, 0}
	waveMin = opRow{binary.OpGroupNonUniformSMin, binary.OpGroupNonUniformUMin, binary.OpGroupNonUniformFMin, 0}
	waveMax = opRow{binary.OpGroupNonUniformSMax, binary.OpGroupNonUniformUMax, binary.OpGroupNonUniformFMax, 0}
	waveAnd = opRow{binary.OpGroupNonUniformBitwiseAnd, binary.OpGroupNonUniformBitwiseAnd, 0, binary.OpGroupNonUniformLogicalAnd}
	waveOr  = opRow{binary.OpGroupNonUniformBitwiseOr, binary.OpGroupNonUniformBitwiseOr, 0, binary.OpGroupNonUniformLogicalOr}
	waveXor = opRow{binary.OpGroupNonUniformBitwiseXor, binary.OpGroupNonUniformBitwiseXor, 0, binary.OpGroupNonUniformLogicalXor}
)

// waveGroup is a family of reductions: seven operations in the order of builtin (sum,
// product, min, max, and, or, xor), with the group operation and its capability.
type waveGroup struct {
	first     builtin.Op
	operation uint32
	need      binary.Capability
}

var waveReductions = [...]*opRow{&waveAdd, &waveMul, &waveMin, &waveMax, &waveAnd, &waveOr, &waveXor}

// waveGroups: a clustered reduction has the cluster size as last operand, a partitioned one
// the ballot of the partition.
var waveGroups = [...]waveGroup{
	{builtin.OpWaveSum, binary.GroupOperationReduce, binary.CapabilityGroupNonUniformArithmetic},
	{builtin.OpWavePrefixSum, binary.GroupOperationExclusiveScan, binary.CapabilityGroupNonUniformArithmetic},
	{builtin.OpWaveInclusiveSum, binary.GroupOperationInclusiveScan, binary.CapabilityGroupNonUniformArithmetic},
	{builtin.OpWaveClusteredSum, binary.GroupOperationClusteredReduce, binary.CapabilityGroupNonUniformClustered},
	{builtin.OpWaveMultiSum, binary.GroupOperationPartitionedReduceNV, binary.CapabilityGroupNonUniformPartitionedNV},
	{builtin.OpWaveMultiPrefixSum, binary.GroupOperationPartitionedExclusiveScanNV, binary.CapabilityGroupNonUniformPartitionedNV},
	{builtin.OpWaveMultiInclusiveSum, binary.GroupOperationPartitionedInclusiveScanNV, binary.CapabilityGroupNonUniformPartitionedNV},
}

// reductionOf returns the family and the instruction of a reduction, nil for other operations.
func reductionOf(op builtin.Op) (*waveGroup, *opRow) {
	for i := range waveGroups {
		if g := &waveGroups[i]; op >= g.first && int(op-g.first) < len(waveReductions) {
			return g, waveReductions[op-g.first]
		}
	}
	return nil, nil
}

// waveRow is an operation that is one instruction: result, scope, operands in order.
type waveRow struct {
	op   builtin.Op
	code binary.Opcode
	need binary.Capability
}

var waveTable = [...]waveRow{
	{builtin.OpWaveIsFirstLane, binary.OpGroupNonUniformElect, binary.CapabilityGroupNonUniform},
	{builtin.OpWaveAllTrue, binary.OpGroupNonUniformAll, binary.CapabilityGroupNonUniformVote},
	{builtin.OpWaveAnyTrue, binary.OpGroupNonUniformAny, binary.CapabilityGroupNonUniformVote},
	{builtin.OpWaveAllEqual, binary.OpGroupNonUniformAllEqual, binary.CapabilityGroupNonUniformVote},
	{builtin.OpWaveBallot, binary.OpGroupNonUniformBallot, binary.CapabilityGroupNonUniformBallot},
	{builtin.OpWaveReadLaneFirst, binary.OpGroupNonUniformBroadcastFirst, binary.CapabilityGroupNonUniformBallot},
	{builtin.OpWaveShuffle, binary.OpGroupNonUniformShuffle, binary.CapabilityGroupNonUniformShuffle},
	{builtin.OpWaveShuffleXor, binary.OpGroupNonUniformShuffleXor, binary.CapabilityGroupNonUniformShuffle},
	{builtin.OpWaveShuffleUp, binary.OpGroupNonUniformShuffleUp, binary.CapabilityGroupNonUniformShuffleRelative},
	{builtin.OpWaveShuffleDown, binary.OpGroupNonUniformShuffleDown, binary.CapabilityGroupNonUniformShuffleRelative},
	{builtin.OpWaveRotate, binary.OpGroupNonUniformRotateKHR, binary.CapabilityGroupNonUniformRotateKHR},
	{builtin.OpWaveClusteredRotate, binary.OpGroupNonUniformRotateKHR, binary.CapabilityGroupNonUniformRotateKHR},
	{builtin.OpWaveInverseBallot, binary.OpGroupNonUniformInverseBallot, binary.CapabilityGroupNonUniformBallot},
	{builtin.OpWaveBallotBitExtract, binary.OpGroupNonUniformBallotBitExtract, binary.CapabilityGroupNonUniformBallot},
	{builtin.OpWaveBallotFindLSB, binary.OpGroupNonUniformBallotFindLSB, binary.CapabilityGroupNonUniformBallot},
	{builtin.OpWaveBallotFindMSB, binary.OpGroupNonUniformBallotFindMSB, binary.CapabilityGroupNonUniformBallot},
}

// waveInputs are the operations that read a built-in input.
var waveInputs = [...]struct {
	op    builtin.Op
	value ir.SystemValue
}{
	{builtin.OpWaveLaneCount, ir.LaneCount},
	{builtin.OpWaveLaneIndex, ir.LaneIndex},
	{builtin.OpWaveNumWaves, ir.NumWaves},
	{builtin.OpWaveIndex, ir.WaveIndex},
	{builtin.OpWaveLaneEqMask, ir.LaneEqMask},
	{builtin.OpWaveLaneGeMask, ir.LaneGeMask},
	{builtin.OpWaveLaneGtMask, ir.LaneGtMask},
	{builtin.OpWaveLaneLeMask, ir.LaneLeMask},
	{builtin.OpWaveLaneLtMask, ir.LaneLtMask},
}

// wave emits an operation of a subgroup instruction; operands follow the scope.
func (e *emitter) wave(code binary.Opcode, need binary.Capability, result types.Type, operands ...uint32) binary.ID {
	e.m.Capability(need)
	list := append(make([]uint32, 0, 5), e.scope(builtin.ScopeWave))
	return e.f.body.Value(code, e.typeID(result), append(list, operands...)...)
}

func (e *emitter) waveOp(in *ir.Instr) binary.ID {
	op := in.Intrinsic
	if g, row := reductionOf(op); g != nil {
		return e.reduction(in, g, row)
	}
	for i := range waveTable {
		if r := &waveTable[i]; r.op == op {
			operands := make([]uint32, len(in.Args))
			for k, a := range in.Args {
				operands[k] = e.value(a)
			}
			return e.wave(r.code, r.need, in.Type, operands...)
		}
	}
	for _, r := range waveInputs {
		if r.op == op {
			return e.system(r.value)
		}
	}
	return e.waveExpansion(in)
}

func (e *emitter) reduction(in *ir.Instr, g *waveGroup, row *opRow) binary.ID {
	s := types.ElemScalar(in.Type)
	code := binary.Opcode(0)
	if s != nil {
		code = row.pick(s.Kind)
	}
	if code == 0 {
		return e.unsupported(in.Span, in.Type, "SPIR-V has no %s on %s", in.Function(), in.Type)
	}
	operands := []uint32{g.operation, e.value(in.Args[0])}
	for _, a := range in.Args[1:] {
		operands = append(operands, e.asUint(a))
	}
	return e.wave(code, g.need, in.Type, operands...)
}

// asUint returns an operand that has to be an unsigned integer, such as a cluster size.
func (e *emitter) asUint(v ir.Value) binary.ID {
	if n, ok := constInt(v); ok && parts(v.ValueType()) == 0 {
		return e.m.ConstU32(uint32(n))
	}
	return e.value(v)
}

func (e *emitter) ballot(v binary.ID) binary.ID {
	return e.wave(binary.OpGroupNonUniformBallot, binary.CapabilityGroupNonUniformBallot, types.VectorOf(types.Uint, 4), v)
}

func (e *emitter) ballotCount(operation uint32, ballot binary.ID) binary.ID {
	return e.wave(binary.OpGroupNonUniformBallotBitCount, binary.CapabilityGroupNonUniformBallot, types.Uint, operation, ballot)
}

// waveExpansion covers the operations that take several instructions.
func (e *emitter) waveExpansion(in *ir.Instr) binary.ID {
	arg := func(i int) binary.ID { return e.value(in.Args[i]) }
	switch in.Intrinsic {
	case builtin.OpWaveActiveMask:
		return e.ballot(e.m.ConstBool(true))
	case builtin.OpWaveActiveMask32:
		return e.extract(e.ballot(e.m.ConstBool(true)), types.Uint, 0)
	case builtin.OpWaveBallot32:
		return e.extract(e.ballot(arg(0)), types.Uint, 0)
	case builtin.OpWaveCountBits:
		return e.ballotCount(binary.GroupOperationReduce, e.ballot(arg(0)))
	case builtin.OpWavePrefixCountBits:
		return e.ballotCount(binary.GroupOperationExclusiveScan, e.ballot(arg(0)))
	case builtin.OpWaveMultiPrefixCountBits:
		masked := e.f.body.Value(binary.OpBitwiseAnd, e.typeID(types.VectorOf(types.Uint, 4)), e.ballot(arg(0)), arg(1))
		return e.ballotCount(binary.GroupOperationExclusiveScan, masked)
	case builtin.OpWaveBallotBitCount:
		return e.ballotCount(binary.GroupOperationReduce, arg(0))
	case builtin.OpWaveBallotInclusive:
		return e.ballotCount(binary.GroupOperationInclusiveScan, arg(0))
	case builtin.OpWaveBallotExclusive:
		return e.ballotCount(binary.GroupOperationExclusiveScan, arg(0))
	case builtin.OpWaveReadLaneAt, builtin.OpWaveBroadcast:
		return e.readLane(in)
	case builtin.OpWaveMatch:
		return e.match(in)
	case builtin.OpWaveMatch32:
		return e.extract(e.match(in), types.Uint, 0)
	}
	return e.quad(in)
}

// readLane broadcasts where the lane is constant. Other lanes use a shuffle: it asks for no
// uniformity, and a broadcast needs a constant before 1.5.
func (e *emitter) readLane(in *ir.Instr) binary.ID {
	if _, ok := constInt(in.Args[1]); ok {
		return e.wave(binary.OpGroupNonUniformBroadcast, binary.CapabilityGroupNonUniformBallot, in.Type, e.value(in.Args[0]), e.asUint(in.Args[1]))
	}
	return e.wave(binary.OpGroupNonUniformShuffle, binary.CapabilityGroupNonUniformShuffle, in.Type, e.value(in.Args[0]), e.value(in.Args[1]))
}

// match partitions the wave by value (SPV_NV_shader_subgroup_partitioned). The instruction has no scope operand.
func (e *emitter) match(in *ir.Instr) binary.ID {
	e.m.Capability(binary.CapabilityGroupNonUniformPartitionedNV)
	return e.f.body.Value(binary.OpGroupNonUniformPartitionNV, e.typeID(types.VectorOf(types.Uint, 4)), e.value(in.Args[0]))
}

// quadDirections: the direction operand of OpGroupNonUniformQuadSwap.
const (
	horizontal = iota
	vertical
	diagonal
)

func (e *emitter) quadSwap(t types.Type, v binary.ID, direction uint32) binary.ID {
	return e.wave(binary.OpGroupNonUniformQuadSwap, binary.CapabilityGroupNonUniformQuad, t, v, e.m.ConstU32(direction))
}

func (e *emitter) quad(in *ir.Instr) binary.ID {
	switch in.Intrinsic {
	case builtin.OpQuadReadAt:
		return e.quadRead(in)
	case builtin.OpQuadReadAcrossX:
		return e.quadSwap(in.Type, e.value(in.Args[0]), horizontal)
	case builtin.OpQuadReadAcrossY:
		return e.quadSwap(in.Type, e.value(in.Args[0]), vertical)
	case builtin.OpQuadReadAcrossDiagonal:
		return e.quadSwap(in.Type, e.value(in.Args[0]), diagonal)
	case builtin.OpQuadAny:
		return e.quadVote(in, binary.OpLogicalOr)
	case builtin.OpQuadAll:
		return e.quadVote(in, binary.OpLogicalAnd)
	}
	return e.notYet(in.Span, in.Type, in.Function())
}

// quadRead broadcasts within the quad; the lane has to be constant before 1.5.
func (e *emitter) quadRead(in *ir.Instr) binary.ID {
	if _, ok := constInt(in.Args[1]); !ok && e.opts.Version < binary.Version1_5 {
		return e.unsupported(in.Span, in.Type, "QuadReadLaneAt with a lane that is not constant needs SPIR-V 1.5")
	}
	return e.wave(binary.OpGroupNonUniformQuadBroadcast, binary.CapabilityGroupNonUniformQuad, in.Type, e.value(in.Args[0]), e.asUint(in.Args[1]))
}

// quadVote combines the four lanes by two swaps, which needs no extension.
func (e *emitter) quadVote(in *ir.Instr, combine binary.Opcode) binary.ID {
	v := e.value(in.Args[0])
	for _, direction := range [...]uint32{horizontal, vertical} {
		v = e.f.body.Value(combine, e.typeID(types.Bool), v, e.quadSwap(types.Bool, v, direction))
	}
	return v
}
