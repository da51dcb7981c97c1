package spirv

import (
	"fmt"
	"strings"
	"testing"

	"slc/backend/spirv/binary"
	"slc/lower/ir"
	"slc/sema/types"
)

// paramsOf wraps a body in a function of typed parameters that main calls, so that no operand is a constant.
func paramsOf(params []string, result, body string) string {
	list, args := make([]string, len(params)), make([]string, len(params))
	pre := ""
	for i, p := range params {
		list[i] = fmt.Sprintf("%%p%d.a%d: %s", i, i, p)
		args[i] = fmt.Sprintf("%%%d", 2*i+1)
		pre += fmt.Sprintf("%%%d = var : &function %s\n%%%d = load %%%d : %s\n", 2*i, p, 2*i+1, 2*i, p)
	}
	call := fmt.Sprintf("%%%d = call %s {callee=f} : %s", 2*len(params), strings.Join(args, ", "), result)
	return fmt.Sprintf("func @f(%s) -> %s {\n%s\n}\n", strings.Join(list, ", "), result, body) + mainOf("", pre+call)
}

// TestArithmetic: the instruction of each operation by the kind of its operands; comparisons with NaN
// are false, except that of inequality.
func TestArithmetic(t *testing.T) {
	kinds := []string{"int", "uint", "float", "bool"}
	for _, row := range []struct {
		op   ir.Op
		args int
		want [4]string // in the order of kinds; "" is none
	}{
		{ir.OpAdd, 2, [4]string{"OpIAdd", "OpIAdd", "OpFAdd", ""}},
		{ir.OpSub, 2, [4]string{"OpISub", "OpISub", "OpFSub", ""}},
		{ir.OpMul, 2, [4]string{"OpIMul", "OpIMul", "OpFMul", ""}},
		{ir.OpDiv, 2, [4]string{"OpSDiv", "OpUDiv", "OpFDiv", ""}},
		{ir.OpRem, 2, [4]string{"OpSRem", "OpUMod", "OpFRem", ""}},
		{ir.OpAnd, 2, [4]string{"OpBitwiseAnd", "OpBitwiseAnd", "", "OpLogicalAnd"}},
		{ir.OpOr, 2, [4]string{"OpBitwiseOr", "OpBitwiseOr", "", "OpLogicalOr"}},
		{ir.OpXor, 2, [4]string{"OpBitwiseXor", "OpBitwiseXor", "", "OpLogicalNotEqual"}},
		{ir.OpShl, 2, [4]string{"OpShiftLeftLogical", "OpShiftLeftLogical", "", ""}},
		{ir.OpShr, 2, [4]string{"OpShiftRightArithmetic", "OpShiftRightLogical", "", ""}},
		{ir.OpNeg, 1, [4]string{"OpSNegate", "OpSNegate", "OpFNegate", ""}},
		{ir.OpNot, 1, [4]string{"", "", "", "OpLogicalNot"}},
		{ir.OpBitNot, 1, [4]string{"OpNot", "OpNot", "", ""}},
		{ir.OpEq, 2, [4]string{"OpIEqual", "OpIEqual", "OpFOrdEqual", "OpLogicalEqual"}},
		{ir.OpNe, 2, [4]string{"OpINotEqual", "OpINotEqual", "OpFUnordNotEqual", "OpLogicalNotEqual"}},
		{ir.OpLt, 2, [4]string{"OpSLessThan", "OpULessThan", "OpFOrdLessThan", ""}},
		{ir.OpLe, 2, [4]string{"OpSLessThanEqual", "OpULessThanEqual", "OpFOrdLessThanEqual", ""}},
		{ir.OpGt, 2, [4]string{"OpSGreaterThan", "OpUGreaterThan", "OpFOrdGreaterThan", ""}},
		{ir.OpGe, 2, [4]string{"OpSGreaterThanEqual", "OpUGreaterThanEqual", "OpFOrdGreaterThanEqual", ""}},
	} {
		for i, kind := range kinds {
			for _, suffix := range []string{"", "3"} {
				if row.want[i] == "" {
					continue
				}
				typ, result := kind+suffix, kind+suffix
				if row.op >= ir.OpEq && row.op <= ir.OpGe {
					result = "bool" + suffix
				}
				params, args := []string{typ, typ}[:row.args], "%p0, %p1"[:3+5*(row.args-1)]
				p := compile(t, paramsOf(params, result, fmt.Sprintf("%%0 = %s %s : %s\nreturn %%0", row.op, args, result)), Options{})
				want := row.want[i] + " %a0 %a1"[:4*row.args]
				if !containsShape(p, want) {
					t.Errorf("%s on %s: no %s\n%s", row.op, typ, want, p.Disassemble(binary.Options{}))
				}
			}
		}
	}
}

// TestConversions: from and to each scalar type, and on vectors. A bool becomes 0 or 1, a number is true unless it is
// zero (also NaN); integers are extended by the signedness of the source.
func TestConversions(t *testing.T) {
	group := func(s *types.Scalar) string {
		switch {
		case s.Kind == types.KBool:
			return "bool"
		case s.Kind.IsFloat():
			return "float"
		case s.Kind.IsSigned():
			return "int"
		}
		return "uint"
	}
	want := func(from, to *types.Scalar) string {
		f, g := group(from), group(to)
		switch {
		case from == to:
			return ""
		case f == "bool":
			return "Select"
		case g == "bool" && f == "float":
			return "FUnordNotEqual"
		case g == "bool":
			return "INotEqual"
		case f == "float" && g == "float":
			return "FConvert"
		case f == "float" && g == "int":
			return "ConvertFToS"
		case f == "float":
			return "ConvertFToU"
		case g == "float" && f == "int":
			return "ConvertSToF"
		case g == "float":
			return "ConvertUToF"
		case from.Bits == to.Bits:
			return "Bitcast"
		case f == "int":
			return "SConvert"
		case g == "uint":
			return "UConvert"
		}
		return "UConvert Bitcast"
	}
	scalars := []*types.Scalar{types.Bool, types.Int8, types.Uint8, types.Int16, types.Uint16, types.Int, types.Uint, types.Int64,
		types.Uint64, types.Half, types.Float, types.Double}
	for _, from := range scalars {
		var body, expect strings.Builder
		n := 0
		for _, to := range scalars {
			for _, suffix := range []string{"", "2"} {
				src := map[string]string{"": "%p0", "2": "%p1"}[suffix]
				fmt.Fprintf(&body, "%%%d = convert %s : %s%s\n", n, src, to.Name, suffix)
				if w := want(from, to); w != "" {
					expect.WriteString(w + " ")
				}
				n++
			}
		}
		body.WriteString("return")
		p := compile(t, paramsOf([]string{from.Name, from.Name + "2"}, "void", body.String()), Options{})
		var got strings.Builder
		for in := range p.All(binary.OpSelect, binary.OpFUnordNotEqual, binary.OpINotEqual, binary.OpFConvert, binary.OpConvertFToS,
			binary.OpConvertFToU, binary.OpConvertSToF, binary.OpConvertUToF, binary.OpBitcast, binary.OpSConvert, binary.OpUConvert) {
			got.WriteString(strings.TrimPrefix(in.Op.String(), "Op") + " ")
		}
		if got.String() != expect.String() {
			t.Errorf("from %s:\n got %s\nwant %s", from, got.String(), expect.String())
		}
	}
}

// TestSelect: before 1.4 the condition has the shape of the values, and there is no select of aggregates.
func TestSelect(t *testing.T) {
	text := "struct S { x: uint, v: float2 }\n" + paramsOf([]string{"bool", "float3", "float3", "%S", "bool3"}, "void", `%0 = select %p0, %p1, %p2 : float3
%1 = select %p0, %p3, %p3 : %S
%2 = select %p4, %p1, %p2 : float3
%3 = select %p0, 1:int, 2:int : int
return`)
	for v, want := range map[binary.Version]int{binary.Version1_3: 5, binary.Version1_4: 4, binary.Version1_6: 4} {
		if n := len(find(compile(t, text, Options{Version: v}), binary.OpSelect)); n != want {
			t.Errorf("%s: %d × OpSelect, want %d", v, n, want)
		}
	}
}

// TestComposites: the instruction of each operation on composites.
func TestComposites(t *testing.T) {
	p := compile(t, "struct S { x: uint, v: float2 }\n"+paramsOf([]string{"uint", "float2", "%S", "[3 x uint]", "int"}, "void", `%0 = construct %p0, %p1 : %S
%1 = construct %p1, 1.0:float : float3
%2 = splat %p0 : uint4
%3 = extract %p2 {index=1} : float2
%4 = extract_dyn %p1, %p4 : float
%5 = extract_dyn %p3, %p0 : uint
%6 = insert %p2, %p0 {index=0} : %S
%7 = shuffle %1 {comps=zx} : float2
%8 = splat 3:uint : uint2
%9 = construct %p0, %p0, 7:uint : [3 x uint]
%10 = extract %p1 {index=1} : float
%11 = bitcast %p1 : uint64_t
%12 = bitcast %p0 : int
return`), Options{})
	for _, want := range []string{
		"OpCompositeConstruct %a0 %a1", "OpCompositeConstruct %a1 =0x3f800000", "OpCompositeConstruct %a0 %a0 %a0 %a0",
		"OpCompositeExtract %a2 0x1", "OpVectorExtractDynamic %a1 %a4", "OpCompositeInsert %a0 %a2 0x0",
		"OpVectorShuffle <CompositeConstruct> <CompositeConstruct> 0x2 0x0", "OpConstantComposite =0x3 =0x3",
		"OpCompositeConstruct %a0 %a0 =0x7", "OpCompositeExtract %a1 0x1", "OpBitcast %a1", "OpBitcast %a0",
		"OpStore <Variable> %a3", "OpAccessChain <Variable> %a0",
	} {
		if !containsShape(p, want) {
			t.Errorf("no %s\n%s", want, p.Disassemble(binary.Options{}))
		}
	}
}

// TestConstants: each scalar type at its limits, composites, null aggregates, specialization constants.
func TestConstants(t *testing.T) {
	p := compile(t, "struct S { x: uint, v: float2 }\n"+mainOf("", `%0 = splat -128:int8_t : int8_t2
%1 = splat 65535:uint16_t : uint16_t2
%2 = splat -1:int : int2
%3 = splat 18446744073709551615:uint64_t : uint64_t2
%4 = splat -9223372036854775808:int64_t : int64_t2
%5 = splat 1.5:half : half2
%6 = splat -2.0:float : float2
%7 = splat 0.1:double : double2
%8 = splat true:bool : bool2
%9 = extract {0 {0 0}}:%S {index=0} : uint
%10 = extract {3 {1 2}}:%S {index=0} : uint
%11 = add spec(N 7 32:uint), 1:uint : uint
%12 = add spec(N 7 32:uint), 2:uint : uint
%13 = splat 0x7ff0000000000000:float : float2
%14 = not spec(B 8 true:bool) : bool`), Options{})
	for _, want := range []string{
		"OpConstant 0xffffff80", "OpConstant 0xffff", "OpConstant 0xffffffff", "OpConstant 0x3e00", "OpConstant 0xc0000000",
		"OpConstant 0x7f800000", "OpConstantTrue", "OpSpecConstant 0x20", "OpSpecConstantTrue", "OpConstantNull",
		"OpConstantComposite =0x3 <ConstantComposite>",
	} {
		if !containsShape(p, want) {
			t.Errorf("no %s\n%s", want, p.Disassemble(binary.Options{}))
		}
	}
	var wide []uint64
	for in := range p.All(binary.OpConstant) {
		if len(in.Operands[0].Words) == 2 {
			wide = append(wide, in.Operands[0].Uint64())
		}
	}
	if fmt.Sprintf("%x", wide) != "[ffffffffffffffff 8000000000000000 3fb999999999999a]" {
		t.Errorf("64-bit constants %x", wide)
	}
	spec := only(t, p, binary.OpSpecConstant)
	if d, ok := p.Decoration(spec.Result, binary.DecorationSpecId); !ok || d.Operands[0].Word() != 7 || p.Name(spec.Result) != "N" {
		t.Error("N has not SpecId 7, or is not named")
	}
}
