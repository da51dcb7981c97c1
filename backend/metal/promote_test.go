package metal_test

import "testing"

const smallHead = `resource @data storage_buffer set=0 binding=0 reg=u0,0 source=RWStructuredBuffer
  view uint
func @main() -> void {
  %100.x = system {value=group_index} : uint
  %101.a = convert %100 : uint16_t
  %102 = elem @data.0, 0:uint : &buffer uint
`

const smallTail = `
  return
}
entry main func=@main threads=8,1,1
`

// MSL computes with int what is narrower (C++14): comparisons, conversions and overloads must not see it,
// and the product of two ushort must not overflow int.
func TestSmallIntegers(t *testing.T) {
	for _, tt := range []struct{ instrs, want string }{
		{"%0 = add %101, %101 : uint16_t\n %1 = lt %0, %101 : bool\n %2 = convert %1 : uint", "data[0] = uint(ushort(a + a) < a);"},
		{"%0 = mul %101, %101 : uint16_t\n %2 = convert %0 : uint", "data[0] = uint(ushort(uint(a) * a));"},
		{"%0 = bitnot %101 : uint16_t\n %1 = shr %0, 3:uint16_t : uint16_t\n %2 = convert %1 : uint", "data[0] = uint(ushort(ushort(~ushort(x)) >> ushort(3)));"},
		{"%0 = neg %101 : uint16_t\n %1 = intrinsic %0, %101 {op=max} : uint16_t\n %2 = convert %1 : uint", "data[0] = uint(max(ushort(-a), a));"},
		{"%0.v = var : &function uint16_t\n %1 = add %101, %101 : uint16_t\n store %0, %1\n %2 = convert %101 : uint", "ushort v = a + a;"},
		{"%0 = splat %101 : uint16_t2\n %1 = add %0, %0 : uint16_t2\n %2 = extract %1 {index=1} : uint16_t\n %3 = convert %2 : uint\n store %102, %3 {shared=1}\n %4 = convert %101 : uint", ""},
	} {
		result := "%2"
		if tt.want == "" { // vectors are not promoted
			result, tt.want = "%4", "ushort2 t = ushort2(a);"
		}
		want(t, emit(t, 0, smallHead+tt.instrs+"\n store %102, "+result+" {shared=1}"+smallTail), tt.want)
	}
}

// A broadcast takes a lane that all lanes agree on; a shuffle takes any.
func TestLanes(t *testing.T) {
	for _, tt := range []struct{ instrs, want string }{
		{"%0.r = intrinsic %100, 5:uint {op=waveReadLaneAt} : uint", "uint r = simd_broadcast(x, ushort(5u));"},
		{"%0.r = intrinsic %100, %100 {op=waveReadLaneAt} : uint", "uint r = simd_shuffle(x, ushort(x));"},
		{"%1.l = intrinsic %100 {op=waveReadLaneFirst} : uint\n %0.r = intrinsic %100, %1 {op=waveReadLaneAt} : uint", "uint r = simd_broadcast(x, ushort(l));"},
		{"%0.r = intrinsic %100, 2:uint {op=quadReadAt} : uint", "uint r = quad_broadcast(x, ushort(2u));"},
		{"%0.r = intrinsic %100, %100 {op=quadReadAt} : uint", "uint r = quad_shuffle(x, ushort(x));"},
	} {
		want(t, emit(t, 0, smallHead+tt.instrs+"\n store %102, %0 {shared=1}"+smallTail), tt.want)
	}
}
