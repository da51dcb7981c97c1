package slc

import (
	"context"
	"strings"
	"testing"
)

// TestSpecialize: the arguments of -specialize go to the generic entry points in their order.
func TestSpecialize(t *testing.T) {
	const source = `
RWStructuredBuffer<uint> o;
[numthreads(N, 1, 1)] void first<T : __BuiltinFloatingPointType, let N : uint>(uint i : SV_GroupIndex) { o[i] = uint(T(3.7) * T(2)); }
[numthreads(M, 2, 1)] void second<let M : int>(uint i : SV_GroupIndex) { o[i] = M; }
interface IShape { }
[numthreads(1, 1, 1)] void shaped<T : IShape>() { }
`
	for _, test := range []struct {
		entries, arguments string
		want               string // a text of the SPIR-V, or of a diagnostic
	}{
		{"first second", "float 8 3", "LocalSize 8 1 1"},
		{"first second", "float 8 3", "LocalSize 3 2 1"},
		{"second", "(1<<2)", "LocalSize 4 2 1"},
		{"first", "float", "E0415 generic entry point 'first' needs an argument for 'N'"},
		{"second", "3 4", "E0415 no generic entry point takes the argument of -specialize"},
		{"second", "3,4", "E0415 '3,4' is no generic argument"},
		{"second", "3>;void", "E0415 '3>;void' is no generic argument"},
		{"shaped", "float", "E0415 <float> does not meet the constraints of entry point 'shaped'"},
	} {
		opts := Options{Entries: strings.Fields(test.entries), Specialize: strings.Fields(test.arguments)}
		r, err := Compile(context.Background(), Request{Files: []string{"a.slang"}, Outputs: []Output{{Target: SPIRVAsm}}, Options: opts,
			ReadFile: func(string) ([]byte, error) { return []byte(source), nil }})
		if err != nil {
			t.Fatal(err)
		}
		text := ""
		for _, d := range r.Diagnostics {
			text += d.Code.ID + " " + d.Message + "\n"
		}
		for _, o := range r.Outputs {
			text += string(o)
		}
		if !strings.Contains(text, test.want) {
			t.Errorf("-entry %s -specialize %s: no %q in\n%s", test.entries, test.arguments, test.want, text)
		}
	}
}
