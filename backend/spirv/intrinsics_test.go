package spirv

import (
	"fmt"
	"strings"
	"testing"

	"slc/backend/spirv/binary"
	"slc/sema/builtin"
)

// TestEveryOperationHasARow: adding an operation to package builtin needs a row here.
func TestEveryOperationHasARow(t *testing.T) {
	for op := builtin.OpInvalid + 1; op < builtin.NumOps; op++ {
		r := intrinsicOf(op)
		if r.emit == nil && !r.lowered && r.signed == 0 && r.unsigned == 0 && r.float == 0 && r.core == (opRow{}) {
			t.Errorf("%s has no row", op)
		}
		if builtin.IsWave(op) {
			if g, _ := reductionOf(op); g == nil && !inWaveTables(op) {
				t.Errorf("%s is in no table of wave.go", op)
			}
		}
	}
}

// inWaveTables reports whether a wave operation has a row or an expansion; TestWaveOps compiles each expansion.
func inWaveTables(op builtin.Op) bool {
	for _, r := range waveTable {
		if r.op == op {
			return true
		}
	}
	for _, r := range waveInputs {
		if r.op == op {
			return true
		}
	}
	switch op {
	case builtin.OpWaveActiveMask, builtin.OpWaveActiveMask32, builtin.OpWaveBallot32, builtin.OpWaveCountBits, builtin.OpWavePrefixCountBits,
		builtin.OpWaveMultiPrefixCountBits, builtin.OpWaveBallotBitCount, builtin.OpWaveBallotInclusive, builtin.OpWaveBallotExclusive,
		builtin.OpWaveReadLaneAt, builtin.OpWaveBroadcast, builtin.OpWaveMatch, builtin.OpWaveMatch32, builtin.OpQuadReadAt,
		builtin.OpQuadReadAcrossX, builtin.OpQuadReadAcrossY, builtin.OpQuadReadAcrossDiagonal, builtin.OpQuadAny, builtin.OpQuadAll:
		return true
	}
	return false
}

// bodyOf writes the instructions of function f: extended instructions by their names.
func bodyOf(p *binary.Parsed, name string) string {
	var out []string
	for _, f := range p.Functions() {
		if p.Name(f.Def.Result) != name {
			continue
		}
		for _, b := range f.Blocks {
			for i := range b.Insts {
				in := &b.Insts[i]
				switch in.Op {
				case binary.OpReturn, binary.OpReturnValue, binary.OpVariable, binary.OpLoad:
					continue
				case binary.OpExtInst:
					glsl, _ := binary.GLSLName(in.Operands[1].Word())
					text := glsl
					for _, o := range in.Operands[2:] {
						text += " " + idText(p, o.Word())
					}
					out = append(out, text)
				default:
					out = append(out, strings.TrimPrefix(shape(p, in), "Op"))
				}
			}
		}
	}
	return strings.Join(out, "; ")
}

// TestIntrinsics: one row an operation and kind; %a0 and so on are the operands.
func TestIntrinsics(t *testing.T) {
	for _, c := range []struct{ op, result, params, want string }{
		{"abs", "int", "int", "SAbs %a0"}, {"abs", "float2", "float2", "FAbs %a0"}, {"abs", "double", "double", "FAbs %a0"},
		{"sign", "int2", "float2", "FSign %a0; ConvertFToS <ExtInst>"}, {"sign", "int", "int", "SSign %a0"},
		{"sign", "int", "int64_t", "SSign %a0; SConvert <ExtInst>"},
		{"min", "int", "int int", "SMin %a0 %a1"}, {"min", "uint", "uint uint", "UMin %a0 %a1"}, {"min", "float", "float float", "NMin %a0 %a1"},
		{"max", "int3", "int3 int3", "SMax %a0 %a1"}, {"max", "uint64_t", "uint64_t uint64_t", "UMax %a0 %a1"}, {"max", "double", "double double", "NMax %a0 %a1"},
		{"clamp", "int", "int int int", "SClamp %a0 %a1 %a2"}, {"clamp", "uint", "uint uint uint", "UClamp %a0 %a1 %a2"}, {"clamp", "half", "half half half", "NClamp %a0 %a1 %a2"},
		{"saturate", "float", "float", "NClamp %a0 =0x0 =0x3f800000"},
		{"floor", "float", "float", "Floor %a0"}, {"ceil", "double", "double", "Ceil %a0"}, {"trunc", "half2", "half2", "Trunc %a0"},
		{"round", "float", "float", "RoundEven %a0"}, {"frac", "float", "float", "Fract %a0"},
		{"fmod", "float", "float float", "FRem %a0 %a1"}, {"floorMod", "float", "float float", "FMod %a0 %a1"},
		{"sqrt", "double", "double", "Sqrt %a0"}, {"rsqrt", "float", "float", "InverseSqrt %a0"}, {"rcp", "float", "float", "FDiv =0x3f800000 %a0"},
		{"pow", "float", "float float", "Pow %a0 %a1"}, {"exp", "float", "float", "Exp %a0"}, {"exp2", "half", "half", "Exp2 %a0"},
		{"log", "float", "float", "Log %a0"}, {"log2", "float", "float", "Log2 %a0"},
		{"log10", "float", "float", "Log2 %a0; FMul <ExtInst> =0x3e9a209b"}, // log10(2) = 0.30103
		{"ldexp", "float", "float float", "Exp2 %a1; FMul %a0 <ExtInst>"}, {"ldexp", "double", "double int", "Ldexp %a0 %a1"},
		{"sin", "float", "float", "Sin %a0"}, {"cos", "half", "half", "Cos %a0"}, {"tan", "float4", "float4", "Tan %a0"},
		{"asin", "float", "float", "Asin %a0"}, {"acos", "float", "float", "Acos %a0"}, {"atan", "float", "float", "Atan %a0"},
		{"atan2", "float", "float float", "Atan2 %a0 %a1"}, {"sinh", "float", "float", "Sinh %a0"}, {"cosh", "float", "float", "Cosh %a0"},
		{"tanh", "float", "float", "Tanh %a0"}, {"asinh", "float", "float", "Asinh %a0"}, {"acosh", "float", "float", "Acosh %a0"}, {"atanh", "float", "float", "Atanh %a0"},
		{"degrees", "float", "float", "FMul %a0 =0x42652ee1"}, {"radians", "float", "float", "FMul %a0 =0x3c8efa35"},
		{"mad", "float", "float float float", "FMul %a0 %a1; FAdd <FMul> %a2"}, {"mad", "uint", "uint uint uint", "IMul %a0 %a1; IAdd <IMul> %a2"},
		{"fma", "double", "double double double", "Fma %a0 %a1 %a2"}, {"lerp", "float", "float float float", "FMix %a0 %a1 %a2"},
		{"step", "float", "float float", "Step %a0 %a1"}, {"smoothstep", "float", "float float float", "SmoothStep %a0 %a1 %a2"},
		{"isNan", "bool2", "float2", "IsNan %a0"}, {"isInf", "bool", "double", "IsInf %a0"},
		{"isFinite", "bool", "float", "IsNan %a0; IsInf %a0; LogicalOr <IsNan> <IsInf>; LogicalNot <LogicalOr>"},
		{"select", "float2", "bool2 float2 float2", "Select %a0 %a1 %a2"}, {"and", "bool", "bool bool", "LogicalAnd %a0 %a1"},
		{"or", "bool2", "bool2 bool2", "LogicalOr %a0 %a1"}, {"not", "bool", "bool", "LogicalNot %a0"},
		{"any", "bool", "bool3", "Any %a0"}, {"all", "bool", "bool3", "All %a0"}, {"any", "bool", "bool", ""},
		{"any", "bool", "float2", "FUnordNotEqual %a0 <ConstantComposite>; Any <FUnordNotEqual>"},
		{"dot", "float", "float3 float3", "Dot %a0 %a1"}, {"dot", "float", "float float", "FMul %a0 %a1"},
		{"dot", "int", "int2 int2", "IMul %a0 %a1; CompositeExtract <IMul> 0x0; CompositeExtract <IMul> 0x1; IAdd <CompositeExtract> <CompositeExtract>"},
		{"cross", "float3", "float3 float3", "Cross %a0 %a1"},
		{"cross", "int3", "int3 int3", "VectorShuffle %a0 %a0 0x1 0x2 0x0; VectorShuffle %a1 %a1 0x2 0x0 0x1; IMul <VectorShuffle> <VectorShuffle>; " +
			"VectorShuffle %a0 %a0 0x2 0x0 0x1; VectorShuffle %a1 %a1 0x1 0x2 0x0; IMul <VectorShuffle> <VectorShuffle>; ISub <IMul> <IMul>"},
		{"length", "float", "float3", "Length %a0"}, {"distance", "double", "double2 double2", "Distance %a0 %a1"}, {"normalize", "float3", "float3", "Normalize %a0"},
		{"reflect", "float3", "float3 float3", "Reflect %a0 %a1"}, {"refract", "float3", "float3 float3 float", "Refract %a0 %a1 %a2"},
		{"faceforward", "float3", "float3 float3 float3", "FaceForward %a0 %a1 %a2"},
		{"countBits", "uint", "uint", "BitCount %a0"}, {"countBits", "uint2", "int2", "BitCount %a0; Bitcast <BitCount>"},
		{"countBits", "uint", "uint16_t", "UConvert %a0; BitCount <UConvert>"},
		{"firstBitLow", "uint", "uint", "FindILsb %a0"}, {"firstBitHigh", "uint", "uint", "FindUMsb %a0"}, {"firstBitHigh", "uint", "int", "FindSMsb %a0; Bitcast <ExtInst>"},
		{"firstBitHigh", "uint", "int8_t", "SConvert %a0; FindSMsb <SConvert>; Bitcast <ExtInst>"},
		{"reverseBits", "uint", "uint", "BitReverse %a0"}, {"reverseBits", "uint16_t", "uint16_t", "UConvert %a0; BitReverse <UConvert>; ShiftRightLogical <BitReverse> =0x10; UConvert <ShiftRightLogical>"},
		{"bitfieldExtract", "int", "int int int", "BitFieldSExtract %a0 %a1 %a2"}, {"bitfieldExtract", "uint", "uint int int", "BitFieldUExtract %a0 %a1 %a2"},
		{"bitfieldInsert", "uint", "uint uint int int", "BitFieldInsert %a0 %a1 %a2 %a3"},
		{"asDouble", "double", "uint uint", "CompositeConstruct %a0 %a1; Bitcast <CompositeConstruct>"},
		{"f16ToF32", "float", "uint", "UnpackHalf2x16 %a0; CompositeExtract <ExtInst> 0x0"},
		{"f32ToF16", "uint", "float", "CompositeConstruct %a0 =0x0; PackHalf2x16 <CompositeConstruct>"},
		{"dot2Add", "float", "half2 half2 float", "FConvert %a0; FConvert %a1; Dot <FConvert> <FConvert>; FAdd <Dot> %a2"},
		{"packHalf2x16", "uint", "float2", "PackHalf2x16 %a0"}, {"unpackHalf2x16", "float2", "uint", "UnpackHalf2x16 %a0"},
		{"packUnorm2x16", "uint", "float2", "PackUnorm2x16 %a0"}, {"unpackUnorm2x16", "float2", "uint", "UnpackUnorm2x16 %a0"},
		{"packSnorm2x16", "uint", "float2", "PackSnorm2x16 %a0"}, {"unpackSnorm2x16", "float2", "uint", "UnpackSnorm2x16 %a0"},
		{"packUnorm4x8", "uint", "float4", "PackUnorm4x8 %a0"}, {"unpackUnorm4x8", "float4", "uint", "UnpackUnorm4x8 %a0"},
		{"packSnorm4x8", "uint", "float4", "PackSnorm4x8 %a0"}, {"unpackSnorm4x8", "float4", "uint", "UnpackSnorm4x8 %a0"},
		{"nonUniform", "uint", "uint", ""},
	} {
		params := strings.Fields(c.params)
		args := make([]string, len(params))
		for i := range params {
			args[i] = fmt.Sprintf("%%p%d", i)
		}
		p := compile(t, paramsOf(params, c.result, fmt.Sprintf("%%0 = intrinsic %s {op=%s} : %s\nreturn %%0", strings.Join(args, ", "), c.op, c.result)), Options{})
		if got := bodyOf(p, "f"); got != c.want {
			t.Errorf("%s on %s:\n got %s\nwant %s", c.op, c.params, got, c.want)
		}
	}
}

// TestExpansionsAreValid: longer expansions; their values are checked by execution.
func TestExpansionsAreValid(t *testing.T) {
	for _, c := range []struct{ op, result, params string }{
		{"countBits", "uint", "uint64_t"}, {"countBits", "uint2", "int64_t2"}, {"countBits", "uint", "int8_t"}, {"firstBitHigh", "uint", "uint64_t"},
		{"firstBitHigh", "uint2", "int64_t2"}, {"firstBitLow", "uint", "int64_t"}, {"firstBitLow", "uint3", "uint16_t3"}, {"reverseBits", "uint64_t", "uint64_t"},
		{"reverseBits", "int64_t2", "int64_t2"}, {"reverseBits", "int16_t", "int16_t"}, {"reverseBits", "uint8_t", "uint8_t"}, {"dot4AddU8", "uint", "uint uint uint"},
		{"dot4AddI8", "int", "uint uint int"}, {"msad4", "uint4", "uint uint2 uint4"}, {"packU8", "uint", "uint4"}, {"packU8", "uint", "uint16_t4"},
		{"packS8", "uint", "int4"}, {"packClampU8", "uint", "int16_t4"}, {"packClampS8", "uint", "int4"}, {"unpackU8", "uint4", "uint"},
		{"unpackU8", "uint16_t4", "uint"}, {"unpackS8", "int16_t4", "uint"}, {"unpackS8", "int4", "uint"}, {"asDouble", "double2", "uint2 uint2"},
		{"f16ToF32", "float3", "uint3"}, {"f32ToF16", "uint3", "float3"},
	} {
		params := strings.Fields(c.params)
		args := make([]string, len(params))
		for i := range params {
			args[i] = fmt.Sprintf("%%p%d", i)
		}
		compile(t, paramsOf(params, c.result, fmt.Sprintf("%%0 = intrinsic %s {op=%s} : %s\nreturn %%0", strings.Join(args, ", "), c.op, c.result)), Options{})
	}
	compile(t, mainOf("", `%0 = var : &function float2
%1 = var : &function int2
%2 = var : &function uint
%3 = load %0 : float2
%4 = intrinsic %3, %0 {op=modf} : float2
%5 = intrinsic %3, %1 {op=frexp} : float2
intrinsic %3, %0, %0 {op=sincos}
intrinsic 1.5:double, %2, %2 {op=splitDouble}
intrinsic 1:uint {op=printf}`), Options{})
}

// TestWidthsThatAreNone: GLSL.std.450 has trigonometry, powers and logarithms of 16 and 32 bits only.
func TestWidthsThatAreNone(t *testing.T) {
	for _, op := range []string{"sin", "cos", "tan", "asin", "acos", "atan", "sinh", "cosh", "tanh", "asinh", "acosh", "atanh", "exp", "exp2", "log", "log2", "log10"} {
		if codes := refused(t, paramsOf([]string{"double"}, "double", "%0 = intrinsic %p0 {op="+op+"} : double\nreturn %0"), Options{}); codes != "E0501" {
			t.Errorf("%s on double: %q", op, codes)
		}
	}
	for _, text := range []string{"%0 = intrinsic %p0, %p0 {op=pow} : double\nreturn %0", "%0 = intrinsic %p0, %p0 {op=atan2} : double\nreturn %0"} {
		if codes := refused(t, paramsOf([]string{"double"}, "double", text), Options{}); codes != "E0501" {
			t.Errorf("%s: %q", text, codes)
		}
	}
	if codes := refused(t, paramsOf([]string{"uint64_t", "int"}, "uint64_t", "%0 = intrinsic %p0, %p1, %p1 {op=bitfieldExtract} : uint64_t\nreturn %0"), Options{}); codes != "E0501" {
		t.Errorf("bitfieldExtract of 64 bits: %q", codes)
	}
}
