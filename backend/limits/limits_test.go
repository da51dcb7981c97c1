package limits

import (
	"fmt"
	"testing"

	"slc/frontend/diag"
	"slc/lower/ir"
)

// HLSL: 1024 threads in x and y, 64 in z, 1024 in all, 32768 bytes of groupshared memory.
func TestLimits(t *testing.T) {
	for _, tt := range []struct {
		threads       string
		floats        int
		hlsl, devices int
	}{
		{"1024,1,1", 8192, 0, 0},
		{"1,1024,1", 1, 0, 0},
		{"16,1,64", 1, 0, 0},
		{"1,1,65", 1, 1, 0},
		{"1025,1,1", 1, 2, 0},
		{"32,32,2", 1, 1, 0},
		{"8,8,1", 8193, 1, 1},
	} {
		m, err := ir.Parse(fmt.Sprintf(`shared @big [%d x float]
shared @unused [9000 x float]
func @main() -> void {
  %%0 = elem @big, 0:uint : &groupshared float
  store %%0, 1:float {shared=1}
  return
}
entry main func=@main threads=%s
`, tt.floats, tt.threads))
		if err != nil {
			t.Fatal(err)
		}
		hlsl, devices := &diag.List{}, &diag.List{}
		HLSL(m, hlsl)
		Devices(m, devices)
		if len(hlsl.All()) != tt.hlsl || len(devices.All()) != tt.devices {
			t.Errorf("%s, %d floats: %d errors, %d warnings, want %d, %d", tt.threads, tt.floats, len(hlsl.All()), len(devices.All()), tt.hlsl, tt.devices)
		}
		for _, d := range hlsl.All() {
			if d.Code != diag.TargetLimit || d.Severity != diag.Error {
				t.Errorf("%s is %v", d.Code, d.Severity)
			}
		}
	}
}
