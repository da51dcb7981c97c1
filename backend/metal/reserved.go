package metal

import "strings"

// reserved lists what a name in the output must not be: keywords, types, macros
// and the functions that the backend calls.
func reserved() []string { return append(strings.Fields(reservedWords), shapes()...) }

// shapes are the names of vectors, packed too, and of matrices of every scalar.
func shapes() []string {
	var out []string
	for _, s := range strings.Fields("bool char uchar short ushort int uint long ulong half float bfloat") {
		for r := '2'; r <= '4'; r++ {
			out = append(out, s+string(r), "packed_"+s+string(r))
			if s == "half" || s == "float" {
				for c := '2'; c <= '4'; c++ {
					out = append(out, s+string(r)+"x"+string(c))
				}
			}
		}
	}
	return out
}

const reservedWords = `
alignas alignof and and_eq asm auto bitand bitor bool break case catch char char16_t char32_t class compl const
const_cast constexpr continue decltype default delete do double dynamic_cast else enum explicit export extern false
float for friend goto if inline int long mutable namespace new noexcept not not_eq nullptr operator or or_eq private
protected public register reinterpret_cast return short signed sizeof static static_assert static_cast struct switch
template this thread_local throw true try typedef typeid typename union unsigned using virtual void volatile wchar_t
while xor xor_eq
kernel vertex fragment device constant threadgroup thread threadgroup_imageblock ray_data object_data main metal
coherent half bfloat uchar ushort uint ulong size_t ptrdiff_t int8_t uint8_t int16_t uint16_t int32_t uint32_t int64_t
uint64_t
atomic atomic_int atomic_uint atomic_bool atomic_float atomic_ulong memory_order memory_order_relaxed
memory_order_acquire memory_order_release memory_order_acq_rel memory_order_seq_cst thread_scope thread_scope_thread
thread_scope_simdgroup thread_scope_threadgroup thread_scope_device mem_flags mem_none mem_device mem_threadgroup
mem_texture atomic_thread_fence threadgroup_barrier simdgroup_barrier
array vec matrix access level bias component gradient2d gradient3d gradientcube sampler texture1d texture1d_array texture2d texture2d_array texture2d_ms
texture2d_ms_array texture3d depth2d depth2d_array depth2d_ms depth2d_ms_array depthcube depthcube_array
texturecube texturecube_array texture_buffer memory_coherence_device memory_coherence_threadgroup as_type
is_function_constant_defined
abs sign min max clamp saturate floor ceil trunc rint round fract fmod modf frexp ldexp sqrt rsqrt pow powr exp exp2
exp10 log log2 log10 sin cos tan sincos asin acos atan atan2 sinh cosh tanh asinh acosh atanh fma mix step smoothstep
isnan isinf isfinite isnormal signbit any all dot cross length distance normalize reflect refract faceforward popcount
clz ctz reverse_bits extract_bits insert_bits select absdiff addsat subsat hadd rhadd mulhi madhi madsat rotate min3
max3 median3 fmin fmax fabs copysign fdim nextafter
simd_vote quad_vote simd_is_first simd_all simd_any simd_ballot simd_active_threads_mask simd_sum simd_product
simd_min simd_max simd_and simd_or simd_xor simd_prefix_exclusive_sum simd_prefix_inclusive_sum
simd_prefix_exclusive_product simd_prefix_inclusive_product simd_broadcast simd_broadcast_first simd_shuffle
simd_shuffle_xor simd_shuffle_up simd_shuffle_down simd_shuffle_rotate_down simd_shuffle_rotate_up quad_broadcast
quad_shuffle quad_shuffle_xor quad_any quad_all
INFINITY NAN MAXFLOAT M_PI_F NULL
slc_lanes slc_ballot_bit slc_ballot_count slc_ballot_lsb slc_ballot_msb slc_dot4_add_u8 slc_dot4_add_i8
`
