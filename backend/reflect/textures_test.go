package reflect

import (
	"encoding/json"
	"testing"

	"slc/lower/ir"
)

// TestTextureAccess: the names of slangc for what a texture lets do; depth textures are read like others.
func TestTextureAccess(t *testing.T) {
	m, err := ir.Parse(`resource @depth sampled_image set=0 binding=0 metal=0 layout=std430 reg=t0,0 readonly source=DepthTexture2DArray
  view float
resource @written storage_image set=0 binding=1 metal=1 layout=std430 reg=u0,0 source=WTexture3D
  view float4
resource @both storage_image set=0 binding=2 metal=2 layout=std430 reg=u1,0 source=RWTexture2D
  view float4
func @main() -> void {
  return
}
entry main func=@main threads=1,1,1
`)
	if err != nil {
		t.Fatal(err)
	}
	d := &describer{target: "spirv"}
	for i, want := range []string{
		`{"kind":"resource","baseShape":"texture2D","array":true,"resultType":{"kind":"scalar","scalarType":"float32"}}`,
		`{"kind":"resource","baseShape":"texture3D","access":"write","resultType":{"kind":"vector","elementCount":4,"elementType":{"kind":"scalar","scalarType":"float32"}}}`,
		`{"kind":"resource","baseShape":"texture2D","access":"readWrite","resultType":{"kind":"vector","elementCount":4,"elementType":{"kind":"scalar","scalarType":"float32"}}}`,
	} {
		got, err := json.Marshal(d.resourceType(m.Resources[i]))
		if err != nil || string(got) != want {
			t.Errorf("%s (%v): %s, want %s", m.Resources[i].Name, err, got, want)
		}
	}
}
