package spirv

import (
	"fmt"
	"strings"
	"testing"

	"slc/backend/spirv/binary"
)

// wave compiles an intrinsic on parameters and returns the subgroup instructions as text; operands of main are p0, p1, ….
func waveText(t *testing.T, op, result string, params []string, opts Options) (string, *binary.Parsed) {
	t.Helper()
	args := make([]string, len(params))
	for i := range params {
		args[i] = fmt.Sprintf("%%p%d", i)
	}
	p := compile(t, paramsOf(params, result, fmt.Sprintf("%%0 = intrinsic %s {op=%s} : %s\nreturn %%0", strings.Join(args, ", "), op, result)), opts)
	var got []string
	for i := range p.Insts {
		if in := &p.Insts[i]; strings.HasPrefix(in.Op.String(), "OpGroupNonUniform") {
			got = append(got, strings.TrimPrefix(shape(p, in), "OpGroupNonUniform"))
		}
	}
	return strings.Join(got, "; "), p
}

// TestWaveReductions: seven operations, by kind, in each form: group operation Reduce 0, InclusiveScan 1,
// ExclusiveScan 2, ClusteredReduce 3, PartitionedReduceNV 6, PartitionedInclusiveScanNV 7, PartitionedExclusiveScanNV 8.
func TestWaveReductions(t *testing.T) {
	ops := []struct{ name, int, uint, float, bool string }{
		{"Sum", "IAdd", "IAdd", "FAdd", ""},
		{"Product", "IMul", "IMul", "FMul", ""},
		{"Min", "SMin", "UMin", "FMin", ""},
		{"Max", "SMax", "UMax", "FMax", ""},
		{"BitAnd", "BitwiseAnd", "BitwiseAnd", "", "LogicalAnd"},
		{"BitOr", "BitwiseOr", "BitwiseOr", "", "LogicalOr"},
		{"BitXor", "BitwiseXor", "BitwiseXor", "", "LogicalXor"},
	}
	for _, form := range []struct {
		name       string
		operation  int
		extra      string // type of the last operand
		capability binary.Capability
	}{
		{"wave", 0, "", binary.CapabilityGroupNonUniformArithmetic},
		{"wavePrefix", 2, "", binary.CapabilityGroupNonUniformArithmetic},
		{"waveInclusive", 1, "", binary.CapabilityGroupNonUniformArithmetic},
		{"waveClustered", 3, "8:uint", binary.CapabilityGroupNonUniformClustered},
		{"waveMulti", 6, "uint4", binary.CapabilityGroupNonUniformPartitionedNV},
		{"waveMultiPrefix", 8, "uint4", binary.CapabilityGroupNonUniformPartitionedNV},
		{"waveMultiInclusive", 7, "uint4", binary.CapabilityGroupNonUniformPartitionedNV},
	} {
		for _, op := range ops {
			for typ, want := range map[string]string{"int": op.int, "uint2": op.uint, "float": op.float, "bool": op.bool, "uint64_t": op.uint, "half3": op.float} {
				if want == "" {
					continue
				}
				params, operands, shown := []string{typ}, "%p0", ""
				switch {
				case strings.Contains(form.extra, ":"):
					operands, shown = "%p0, "+form.extra, " =0x8"
				case form.extra != "":
					params, operands, shown = []string{typ, form.extra}, "%p0, %p1", " %a1"
				}
				p := compile(t, paramsOf(params, typ, fmt.Sprintf("%%0 = intrinsic %s {op=%s%s} : %s\nreturn %%0", operands, form.name, op.name, typ)), Options{})
				text := fmt.Sprintf("OpGroupNonUniform%s =0x3 %#x %%a0%s", want, form.operation, shown)
				if !containsShape(p, text) || !hasCapability(p, form.capability) {
					t.Errorf("%s%s on %s: no %s\n%s", form.name, op.name, typ, text, p.Disassemble(binary.Options{}))
				}
			}
		}
	}
	if codes := refused(t, paramsOf([]string{"float"}, "float", "%0 = intrinsic %p0 {op=waveBitAnd} : float\nreturn %0"), Options{}); codes != "E0501" {
		t.Errorf("bitwise and of floats: %q", codes)
	}
}

// TestWaveOps: the other wave and quad operations, with scope Subgroup (3) and the capability of each.
func TestWaveOps(t *testing.T) {
	for _, c := range []struct {
		op, result string
		params     string
		want       string
		capability binary.Capability
	}{
		{"waveIsFirstLane", "bool", "", "Elect =0x3", binary.CapabilityGroupNonUniform},
		{"waveAllTrue", "bool", "bool", "All =0x3 %a0", binary.CapabilityGroupNonUniformVote},
		{"waveAnyTrue", "bool", "bool", "Any =0x3 %a0", binary.CapabilityGroupNonUniformVote},
		{"waveAllEqual", "bool", "float3", "AllEqual =0x3 %a0", binary.CapabilityGroupNonUniformVote},
		{"waveBallot", "uint4", "bool", "Ballot =0x3 %a0", binary.CapabilityGroupNonUniformBallot},
		{"waveBallot32", "uint", "bool", "Ballot =0x3 %a0", binary.CapabilityGroupNonUniformBallot},
		{"waveActiveMask", "uint4", "", "Ballot =0x3 =0x1", binary.CapabilityGroupNonUniformBallot},
		{"waveActiveMask32", "uint", "", "Ballot =0x3 =0x1", binary.CapabilityGroupNonUniformBallot},
		{"waveCountBits", "uint", "bool", "Ballot =0x3 %a0; BallotBitCount =0x3 0x0 <GroupNonUniformBallot>", binary.CapabilityGroupNonUniformBallot},
		{"wavePrefixCountBits", "uint", "bool", "Ballot =0x3 %a0; BallotBitCount =0x3 0x2 <GroupNonUniformBallot>", binary.CapabilityGroupNonUniformBallot},
		{"waveMultiPrefixCountBits", "uint", "bool uint4", "Ballot =0x3 %a0; BallotBitCount =0x3 0x2 <BitwiseAnd>", binary.CapabilityGroupNonUniformBallot},
		{"waveReadLaneFirst", "float", "float", "BroadcastFirst =0x3 %a0", binary.CapabilityGroupNonUniformBallot},
		{"waveReadLaneAt", "uint3", "uint3 int", "Shuffle =0x3 %a0 %a1", binary.CapabilityGroupNonUniformShuffle},
		{"waveShuffle", "bool", "bool int", "Shuffle =0x3 %a0 %a1", binary.CapabilityGroupNonUniformShuffle},
		{"waveShuffleXor", "uint", "uint uint", "ShuffleXor =0x3 %a0 %a1", binary.CapabilityGroupNonUniformShuffle},
		{"waveShuffleUp", "uint", "uint uint", "ShuffleUp =0x3 %a0 %a1", binary.CapabilityGroupNonUniformShuffleRelative},
		{"waveShuffleDown", "uint", "uint uint", "ShuffleDown =0x3 %a0 %a1", binary.CapabilityGroupNonUniformShuffleRelative},
		{"waveRotate", "uint", "uint uint", "RotateKHR =0x3 %a0 %a1", binary.CapabilityGroupNonUniformRotateKHR},
		{"waveMatch", "uint4", "float", "PartitionNV %a0", binary.CapabilityGroupNonUniformPartitionedNV},
		{"waveMatch32", "uint", "float", "PartitionNV %a0", binary.CapabilityGroupNonUniformPartitionedNV},
		{"waveInverseBallot", "bool", "uint4", "InverseBallot =0x3 %a0", binary.CapabilityGroupNonUniformBallot},
		{"waveBallotBitExtract", "bool", "uint4 uint", "BallotBitExtract =0x3 %a0 %a1", binary.CapabilityGroupNonUniformBallot},
		{"waveBallotBitCount", "uint", "uint4", "BallotBitCount =0x3 0x0 %a0", binary.CapabilityGroupNonUniformBallot},
		{"waveBallotInclusive", "uint", "uint4", "BallotBitCount =0x3 0x1 %a0", binary.CapabilityGroupNonUniformBallot},
		{"waveBallotExclusive", "uint", "uint4", "BallotBitCount =0x3 0x2 %a0", binary.CapabilityGroupNonUniformBallot},
		{"waveBallotFindLSB", "uint", "uint4", "BallotFindLSB =0x3 %a0", binary.CapabilityGroupNonUniformBallot},
		{"waveBallotFindMSB", "uint", "uint4", "BallotFindMSB =0x3 %a0", binary.CapabilityGroupNonUniformBallot},
		{"quadReadAt", "uint", "uint uint", "QuadBroadcast =0x3 %a0 %a1", binary.CapabilityGroupNonUniformQuad},
		{"quadReadAcrossX", "uint", "uint", "QuadSwap =0x3 %a0 =0x0", binary.CapabilityGroupNonUniformQuad},
		{"quadReadAcrossY", "uint", "uint", "QuadSwap =0x3 %a0 =0x1", binary.CapabilityGroupNonUniformQuad},
		{"quadReadAcrossDiagonal", "uint", "uint", "QuadSwap =0x3 %a0 =0x2", binary.CapabilityGroupNonUniformQuad},
		{"quadAny", "bool", "bool", "QuadSwap =0x3 %a0 =0x0; QuadSwap =0x3 <LogicalOr> =0x1", binary.CapabilityGroupNonUniformQuad},
		{"quadAll", "bool", "bool", "QuadSwap =0x3 %a0 =0x0; QuadSwap =0x3 <LogicalAnd> =0x1", binary.CapabilityGroupNonUniformQuad},
	} {
		got, p := waveText(t, c.op, c.result, strings.Fields(c.params), Options{})
		if got != c.want {
			t.Errorf("%s:\n got %s\nwant %s", c.op, got, c.want)
		}
		// OpGroupNonUniformPartitionNV has no scope operand, and so no need of GroupNonUniform.
		if scoped := strings.Contains(c.want, "=0x3"); !hasCapability(p, c.capability) || scoped && !hasCapability(p, binary.CapabilityGroupNonUniform) {
			t.Errorf("%s: no capability %s or GroupNonUniform", c.op, c.capability)
		}
	}
}

// TestWaveConstantLanes: a constant lane is a broadcast.
func TestWaveConstantLanes(t *testing.T) {
	for op, want := range map[string]string{
		"waveReadLaneAt": "OpGroupNonUniformBroadcast =0x3 %a0 =0x5", "waveBroadcast": "OpGroupNonUniformBroadcast =0x3 %a0 =0x5",
		"waveClusteredRotate": "",
	} {
		operands := "%p0, 5:int"
		if op == "waveClusteredRotate" {
			operands, want = "%p0, 1:uint, 4:uint", "OpGroupNonUniformRotateKHR =0x3 %a0 =0x1 =0x4"
		}
		p := compile(t, paramsOf([]string{"uint"}, "uint", fmt.Sprintf("%%0 = intrinsic %s {op=%s} : uint\nreturn %%0", operands, op)), Options{Version: binary.Version1_3})
		if !containsShape(p, want) {
			t.Errorf("%s: no %s", op, want)
		}
	}
	if codes := refused(t, paramsOf([]string{"uint", "uint"}, "uint", "%0 = intrinsic %p0, %p1 {op=quadReadAt} : uint\nreturn %0"), Options{Version: binary.Version1_3}); codes != "E0501" {
		t.Errorf("quad read at a run-time lane in SPIR-V 1.3: %q", codes)
	}
}

// TestSystemValues: the built-in of each system value and of each wave query.
func TestSystemValues(t *testing.T) {
	for _, c := range []struct {
		instr      string
		builtin    binary.BuiltIn
		capability binary.Capability
	}{
		{"system {value=dispatch_thread_id} : uint3", binary.BuiltInGlobalInvocationId, binary.CapabilityShader},
		{"system {value=group_id} : uint3", binary.BuiltInWorkgroupId, binary.CapabilityShader},
		{"system {value=group_thread_id} : uint3", binary.BuiltInLocalInvocationId, binary.CapabilityShader},
		{"system {value=group_index} : uint", binary.BuiltInLocalInvocationIndex, binary.CapabilityShader},
		{"system {value=num_workgroups} : uint3", binary.BuiltInNumWorkgroups, binary.CapabilityShader},
		{"system {value=lane_index} : uint", binary.BuiltInSubgroupLocalInvocationId, binary.CapabilityGroupNonUniform},
		{"system {value=lane_count} : uint", binary.BuiltInSubgroupSize, binary.CapabilityGroupNonUniform},
		{"system {value=wave_index} : uint", binary.BuiltInSubgroupId, binary.CapabilityGroupNonUniform},
		{"system {value=num_waves} : uint", binary.BuiltInNumSubgroups, binary.CapabilityGroupNonUniform},
		{"system {value=lane_eq_mask} : uint4", binary.BuiltInSubgroupEqMask, binary.CapabilityGroupNonUniformBallot},
		{"system {value=lane_ge_mask} : uint4", binary.BuiltInSubgroupGeMask, binary.CapabilityGroupNonUniformBallot},
		{"system {value=lane_gt_mask} : uint4", binary.BuiltInSubgroupGtMask, binary.CapabilityGroupNonUniformBallot},
		{"system {value=lane_le_mask} : uint4", binary.BuiltInSubgroupLeMask, binary.CapabilityGroupNonUniformBallot},
		{"system {value=lane_lt_mask} : uint4", binary.BuiltInSubgroupLtMask, binary.CapabilityGroupNonUniformBallot},
		{"intrinsic {op=waveLaneCount} : uint", binary.BuiltInSubgroupSize, binary.CapabilityGroupNonUniform},
		{"intrinsic {op=waveLaneIndex} : uint", binary.BuiltInSubgroupLocalInvocationId, binary.CapabilityGroupNonUniform},
		{"intrinsic {op=waveNumWaves} : uint", binary.BuiltInNumSubgroups, binary.CapabilityGroupNonUniform},
		{"intrinsic {op=waveIndex} : uint", binary.BuiltInSubgroupId, binary.CapabilityGroupNonUniform},
		{"intrinsic {op=waveLaneEqMask} : uint4", binary.BuiltInSubgroupEqMask, binary.CapabilityGroupNonUniformBallot},
		{"intrinsic {op=waveLaneGeMask} : uint4", binary.BuiltInSubgroupGeMask, binary.CapabilityGroupNonUniformBallot},
		{"intrinsic {op=waveLaneGtMask} : uint4", binary.BuiltInSubgroupGtMask, binary.CapabilityGroupNonUniformBallot},
		{"intrinsic {op=waveLaneLeMask} : uint4", binary.BuiltInSubgroupLeMask, binary.CapabilityGroupNonUniformBallot},
		{"intrinsic {op=waveLaneLtMask} : uint4", binary.BuiltInSubgroupLtMask, binary.CapabilityGroupNonUniformBallot},
	} {
		p := compile(t, mainOf("", "%0 = "+c.instr), Options{})
		variable := only(t, p, binary.OpVariable)
		d, ok := p.Decoration(variable.Result, binary.DecorationBuiltIn)
		if !ok || binary.BuiltIn(d.Operands[0].Word()) != c.builtin || !hasCapability(p, c.capability) {
			t.Errorf("%s: built-in %v, want %s with %s", c.instr, d, c.builtin, c.capability)
		}
	}
}
