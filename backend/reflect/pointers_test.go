package reflect

import (
	"testing"

	"slc/backend/spirv"
	"slc/frontend/diag"
	"slc/lower/ir"
)

// TestPointerFeatures: a kernel that follows pointers needs bufferDeviceAddress and 64-bit integers, and
// scalarBlockLayout if std430 has the parts of what they lead to elsewhere: a float3 at 4 and not at 16.
func TestPointerFeatures(t *testing.T) {
	for _, c := range []struct{ fields, want string }{
		{"a: uint, b: uint", `["bufferDeviceAddress","shaderInt64","vulkanMemoryModel"]`},
		{"a: uint, v: float3", `["bufferDeviceAddress","scalarBlockLayout","shaderInt64","vulkanMemoryModel"]`},
		{"a: uint, v: [2 x float3]", `["bufferDeviceAddress","scalarBlockLayout","shaderInt64","vulkanMemoryModel"]`},
		{"a: float3, b: uint, c: float4", `["bufferDeviceAddress","shaderInt64","vulkanMemoryModel"]`},
	} {
		m, err := ir.Parse(`struct S { ` + c.fields + ` }
struct P { p: uint64_t }
resource @pc push_constant set=0 binding=0 metal=0 layout=std430
  view %P
func @main() -> void {
  %0 = field @pc.0 {index=0} : &push uint64_t
  %1 = load %0 : uint64_t
  %2 = deref %1 : &physical %S
  %3 = load %2 {shared=1} : %S
  return
}
entry main func=@main threads=1,1,1 uses=@pc
pointers scalar
`)
		if err != nil {
			t.Fatal(err)
		}
		var diags diag.List
		words := spirv.Emit(m, spirv.Options{}, &diags)
		if words == nil {
			t.Fatalf("%v", diags.All()[0].Message)
		}
		text, err := JSON([]Output{{Target: "spirv", Version: "1.5", Module: m, SPIRV: words}}, Options{})
		if err != nil {
			t.Fatal(err)
		}
		if got := at(t, text, "targets.0.features"); got != c.want {
			t.Errorf("%s: %s, want %s", c.fields, got, c.want)
		}
	}
}
