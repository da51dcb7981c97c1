package metal_test

import (
	"fmt"
	"testing"

	"slc/backend/metal"
	"slc/backend/text/texttest"
	"slc/frontend/diag"
	"slc/lower/ir"
	"slc/testsuite/tools"
)

// The C++ compiler's own offsets of the printed structs must be those of our
// layouts: it is asked by static_assert.
func TestLayouts(t *testing.T) {
	for _, layout := range []ir.Layout{ir.Std430, ir.Std140, ir.ScalarLayout} {
		for seed := range int64(12) {
			m, structs, err := texttest.Structs(seed, layout)
			if err != nil {
				t.Fatal(err)
			}
			diags := &diag.List{}
			out := string(metal.Emit(m, metal.Options{}, diags))
			for _, d := range diags.All() {
				t.Fatal(d.Message)
			}
			for _, s := range structs {
				if s.Name != "S2" { // others are printed when S2 holds them; their layout shows in its
					continue
				}
				size, _ := layout.SizeAlign(s)
				out += fmt.Sprintf("static_assert(sizeof(%s) == %d, \"size\");\n", s.Name, size)
				for i, f := range s.Fields {
					out += fmt.Sprintf("static_assert(__builtin_offsetof(%s, %s) == %d, \"%s\");\n", s.Name, f.Name, layout.Offset(s, i), f.Type)
				}
			}
			tools.ClangMSL(t, out, "")
		}
	}
}
