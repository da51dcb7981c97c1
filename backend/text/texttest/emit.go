package texttest

import (
	"fmt"
	"strings"
	"testing"

	"slc/lower/ir"
)

// Emit parses and verifies a module in text form and writes it twice with print, which must give
// the same text.
func Emit(t *testing.T, src string, print func(*ir.Module) []byte) string {
	t.Helper()
	m, err := ir.Parse(src)
	if err != nil {
		t.Fatal(err)
	}
	if err := ir.Verify(m); err != nil {
		t.Fatal(err)
	}
	out := string(print(m))
	if again := string(print(m)); again != out {
		t.Error("two runs differ")
	}
	return out
}

// Lines checks that the lines stand in the output in this order, each as a whole
// line but for its indentation.
func Lines(t *testing.T, out string, lines ...string) {
	t.Helper()
	rest := strings.Split(out, "\n")
	for _, w := range lines {
		i := 0
		for i < len(rest) && strings.TrimSpace(rest[i]) != w {
			i++
		}
		if i == len(rest) {
			t.Fatalf("no line %q (in order) in\n%s", w, out)
		}
		rest = rest[i+1:]
	}
}

// PackSmall is a module that packs vectors of 16-bit and of 32-bit elements.
func PackSmall() string {
	body := "%0 = system {value=group_index} : uint\n%1 = convert %0 : int16_t\n%2 = construct %1, %1, %1, %1 : int16_t4\n" +
		"%3 = convert %2 : uint16_t4\n%4 = convert %2 : int4\n%5 = convert %4 : uint4\n" +
		"%6 = intrinsic %2 {op=packS8} : uint\n%7 = intrinsic %3 {op=packU8} : uint\n%8 = intrinsic %4 {op=packS8} : uint\n" +
		"%9 = intrinsic %5 {op=packU8} : uint\n%10 = intrinsic %2 {op=packClampU8} : uint\n%11 = intrinsic %4 {op=packClampS8} : uint\n"
	for i := range 6 {
		body += fmt.Sprintf("%%%d = elem @o.0, %d:uint : &buffer uint\nstore %%%d, %%%d {shared=1}\n", 12+i, i, 12+i, 6+i)
	}
	return "resource @o storage_buffer set=0 binding=0 metal=0 layout=std430 reg=u0,0 source=RWStructuredBuffer\n  view uint\n" +
		"func @main() -> void {\n" + body + "return\n}\nentry main func=@main threads=8,1,1\n"
}
