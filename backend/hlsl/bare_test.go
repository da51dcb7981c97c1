package hlsl_test

import (
	"strings"
	"testing"
)

// TestBareArrays: a groupshared array has no padding, unless it is stored from a buffer as a whole.
func TestBareArrays(t *testing.T) {
	const head = `resource @src storage_buffer set=0 binding=0 metal=0 layout=std430 reg=t0,0 readonly source=StructuredBuffer
  view [4 x float3]
shared @tile [2 x [4 x float3]]
func @main() -> void {
  %1 = elem @src.0, 0:uint : &buffer [4 x float3]
`
	const tail = "  return\n}\nentry main func=@main threads=64,1,1 groupshared uses=@src\n"
	out := emit(t, 0, head+`  %2 = elem %1, 1:uint : &buffer float3
  %3 = load %2 : float3
  %4 = elem @tile, 1:uint : &groupshared [4 x float3]
  %5 = elem %4, 2:uint : &groupshared float3
  store %5, %3 {shared=1}
`+tail)
	want(t, out, "groupshared float3 tile[2][4];")
	if strings.Contains(out, "tile[1][2].v") {
		t.Errorf("the element of a bare array has no member:\n%s", out)
	}
	out = emit(t, 0, head+`  %3 = load %1 : [4 x float3]
  %4 = elem @tile, 1:uint : &groupshared [4 x float3]
  store %4, %3 {shared=1}
`+tail)
	want(t, out, "groupshared Padded_float3 tile[2][4];")
}
