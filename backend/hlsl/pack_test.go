package hlsl_test

import (
	"fmt"
	"testing"
)

// TestPackSmall: packing takes vectors of 16-bit and of 32-bit elements.
func TestPackSmall(t *testing.T) {
	body := "%0 = system {value=group_index} : uint\n%1 = convert %0 : int16_t\n%2 = construct %1, %1, %1, %1 : int16_t4\n" +
		"%3 = convert %2 : uint16_t4\n%4 = convert %2 : int4\n%5 = convert %4 : uint4\n" +
		"%6 = intrinsic %2 {op=packS8} : uint\n%7 = intrinsic %3 {op=packU8} : uint\n%8 = intrinsic %4 {op=packS8} : uint\n" +
		"%9 = intrinsic %5 {op=packU8} : uint\n%10 = intrinsic %2 {op=packClampU8} : uint\n%11 = intrinsic %4 {op=packClampS8} : uint\n"
	for i := range 6 {
		body += fmt.Sprintf("%%%d = elem @o.0, %d:uint : &buffer uint\nstore %%%d, %%%d {shared=1}\n", 12+i, i, 12+i, 6+i)
	}
	emit(t, 66, "resource @o storage_buffer set=0 binding=0 metal=0 layout=std430 reg=u0,0 source=RWStructuredBuffer\n  view uint\n"+
		"func @main() -> void {\n"+body+"return\n}\nentry main func=@main threads=8,1,1\n")
}
