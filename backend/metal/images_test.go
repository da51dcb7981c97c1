package metal_test

import "testing"

// Coordinates are unsigned, the index of an array texture is an argument of its own,
// texels have four components of at least 16 bits, and the access of a texture is no wider
// than the kernel needs.
func TestTextures(t *testing.T) {
	out := emit(t, 0, `
resource @layers storage_image set=0 binding=0 metal=0 source=RWTexture2DArray
  view float2
resource @bytes storage_image set=0 binding=1 metal=1 source=RWTexture2D
  view uint8_t
resource @only storage_image set=0 binding=2 metal=2 source=RWTexture1D
  view float4
resource @input sampled_image set=0 binding=3 metal=3 readonly source=Texture3D
  view float4
resource @count storage_buffer set=0 binding=4 metal=0 source=RWStructuredBuffer
  view uint
func @main() -> void {
  %0.id = system {value=dispatch_thread_id} : uint3
  %1 = convert %0 : int3
  %2 = image_read @layers.0, %1 {shared=1} : float2
  image_write @layers.0, %0, %2 {shared=1}
  %3 = shuffle %0 {comps=xy} : uint2
  %4 = image_read @bytes.0, %3 {shared=1} : uint8_t
  %5 = convert %4 : float
  %6 = splat %5 : float4
  %7 = extract %0 {index=0} : uint
  image_write @only.0, %7, %6 {shared=1}
  %8.texel = image_read @input.0, %0, 0:int : float4
  %9 = image_size @layers.0 : uint3
  %10 = extract %9 {index=2} : uint
  %11 = extract %8 {index=1} : float
  %12 = convert %11 : uint
  %13 = add %10, %12 : uint
  %14 = elem @count.0, 0:uint : &buffer uint
  store %14, %13 {shared=1}
  return
}
entry k func=@main threads=4,4,1
`)
	want(t, out,
		"// 4 x 4 x 1 threads per threadgroup",
		"kernel void k(",
		"uint3 id [[thread_position_in_grid]],",
		"texture2d_array<float, access::read_write> layers [[texture(0)]],",
		"texture2d<ushort, access::read> bytes [[texture(1)]],",
		"texture1d<float, access::write> only [[texture(2)]],",
		"texture3d<float, access::read> input [[texture(3)]],",
		"int3 t = int3(id);",
		"float2 value = layers.read(uint2(t.xy), uint(t.z)).xy;",
		"layers.write(float4(value, 0.0f, 0.0f), id.xy, id.z);",
		"layers.fence();",
		"uchar value_1 = uchar(bytes.read(id.xy).x);",
		"only.write(float4(float(value_1)), id.x);",
		"float4 texel = input.read(id);",
		"count[0] = uint3(layers.get_width(), layers.get_height(), layers.get_array_size()).z + uint(texel.y);")
}
