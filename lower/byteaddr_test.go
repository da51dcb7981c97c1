package lower

import "testing"

// TestByteMatrices: a matrix in a byte-address buffer is kept by columns, like one in any
// other buffer, unless a field or an option says row-major.
func TestByteMatrices(t *testing.T) {
	const globals = `
struct M { float3x2 m; int k; row_major float2x2 r; };
RWByteAddressBuffer b; RWStructuredBuffer<float> f;`
	rows := []struct {
		name, body string
		rowMajor   bool
		want       []string
	}{
		{"cell of a field", "f[0] = b.Load<M>(0).m[1][0];", false, []string{"... = byte_elem @b.0, 4:uint : &buffer uint"}},
		{"cell of a matrix", "f[0] = b.Load<float3x2>(64)[2][1];", false, []string{"... = byte_elem @b.0, 84:uint : &buffer uint"}},
		{"row-major field", "f[0] = b.Load<M>(0).r[1][0];", false, []string{"... = byte_elem @b.0, 36:uint : &buffer uint"}},
		{"run-time row", "f[0] = b.Load<M>(0).m[i][1];", false, []string{
			"%1 = mul %0, 4:uint : uint", "%2 = add 12:uint, %1 : uint", "%3 = byte_elem @b.0, %2 : &buffer uint"}},
		{"row of a field", "float2 row = b.Load<M>(0).m[1]; f[0] = row.x + row.y;", false, []string{
			"... = byte_elem @b.0, 4:uint : &buffer uint", "... = byte_elem @b.0, 16:uint : &buffer uint"}},
		{"store", "b.Store<float2x2>(256, float2x2(1, 2, 3, 4));", false, []string{
			"%1 = byte_elem @b.0, 256:uint : &buffer uint", "store %1, 1065353216:uint {shared=1}", // 1
			"%2 = byte_elem @b.0, 260:uint : &buffer uint", "store %2, 1077936128:uint {shared=1}", // 3
			"%3 = byte_elem @b.0, 264:uint : &buffer uint", "store %3, 1073741824:uint {shared=1}", // 2
			"%4 = byte_elem @b.0, 268:uint : &buffer uint", "store %4, 1082130432:uint {shared=1}"}}, // 4
		{"row-major option", "f[0] = b.Load<float3x2>(64)[2][1];", true, []string{"... = byte_elem @b.0, 84:uint : &buffer uint"}},
		{"row-major option, another cell", "f[0] = b.Load<float3x2>(64)[1][0];", true, []string{"... = byte_elem @b.0, 72:uint : &buffer uint"}},
	}
	for _, r := range rows {
		t.Run(r.name, func(t *testing.T) {
			opts := spirv()
			opts.RowMajor = r.rowMajor
			wantLines(t, mustLower(t, kernelOf(globals, r.body), opts), r.want...)
		})
	}
}
