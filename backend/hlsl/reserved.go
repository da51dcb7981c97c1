package hlsl

import "strings"

// reserved lists what a name in the output must not be: keywords, types, and the
// functions that the backend calls.
func reserved() []string { return append(strings.Fields(reservedWords), shapes()...) }

// shapes are the names of vectors and matrices of every scalar.
func shapes() []string {
	var out []string
	for _, s := range strings.Fields(scalarWords) {
		for r := '1'; r <= '4'; r++ {
			out = append(out, s+string(r))
			for c := '1'; c <= '4'; c++ {
				out = append(out, s+string(r)+"x"+string(c))
			}
		}
	}
	return out
}

const scalarWords = `bool int uint dword half float double min16float min10float min16int min12int min16uint int16_t uint16_t
int32_t uint32_t int64_t uint64_t float16_t float32_t float64_t`

const reservedWords = `
AppendStructuredBuffer asm asm_fragment BlendState bool break Buffer ByteAddressBuffer case cbuffer centroid class
column_major compile compile_fragment CompileShader const continue ComputeShader ConsumeStructuredBuffer default
DepthStencilState DepthStencilView discard do double DomainShader dword else export extern false float for fxgroup
GeometryShader groupshared globallycoherent half Hullshader if in inline inout InputPatch int interface line lineadj
linear LineStream matrix min16float min10float min16int min12int min16uint namespace nointerpolation noperspective
NULL out OutputPatch packoffset pass pixelfragment PixelShader point PointStream precise RasterizerState
RenderTargetView return register row_major RWBuffer RWByteAddressBuffer RWStructuredBuffer RWTexture1D
RWTexture1DArray RWTexture2D RWTexture2DArray RWTexture3D sample sampler SamplerState SamplerComparisonState shared
snorm stateblock stateblock_state static string struct switch StructuredBuffer tbuffer technique technique10
technique11 texture Texture1D Texture1DArray Texture2D Texture2DArray Texture2DMS Texture2DMSArray Texture3D
TextureCube TextureCubeArray true typedef triangle triangleadj TriangleStream uint uniform unorm unsigned vector
vertexfragment VertexShader void volatile while auto catch char const_cast delete dynamic_cast enum explicit friend
goto long mutable new operator private protected public reinterpret_cast short signed sizeof static_cast template
this throw try typename union using virtual int8_t uint8_t int16_t uint16_t int32_t uint32_t int64_t uint64_t
float16_t float32_t float64_t
abs sign min max clamp saturate floor ceil trunc round frac fmod modf frexp ldexp sqrt rsqrt rcp pow exp exp2 log
log2 log10 sin cos tan sincos asin acos atan atan2 sinh cosh tanh degrees radians mad fma lerp step smoothstep isnan
isinf isfinite any all dot cross length distance normalize reflect refract faceforward mul transpose determinant
countbits firstbithigh firstbitlow reversebits asuint asint asfloat asdouble asuint16 asint16 asfloat16 f16tof32
f32tof16 msad4 dot2add dot4add_u8packed dot4add_i8packed select and or not ddx ddy fwidth clip abort errorf printf
NonUniformResourceIndex AllMemoryBarrier AllMemoryBarrierWithGroupSync DeviceMemoryBarrier
DeviceMemoryBarrierWithGroupSync GroupMemoryBarrier GroupMemoryBarrierWithGroupSync Barrier ConstantBuffer
ParameterBlock
InterlockedAdd InterlockedAnd InterlockedOr InterlockedXor InterlockedMin InterlockedMax InterlockedExchange
InterlockedCompareExchange InterlockedCompareStore
WaveGetLaneIndex WaveGetLaneCount WaveIsFirstLane WaveActiveBallot WaveActiveAllTrue WaveActiveAnyTrue
WaveActiveAllEqual WaveActiveCountBits WaveActiveSum WaveActiveProduct WaveActiveMin WaveActiveMax WaveActiveBitAnd
WaveActiveBitOr WaveActiveBitXor WavePrefixSum WavePrefixProduct WavePrefixCountBits WaveReadLaneFirst
WaveReadLaneAt WaveMatch WaveMultiPrefixSum WaveMultiPrefixProduct WaveMultiPrefixBitAnd WaveMultiPrefixBitOr
WaveMultiPrefixBitXor WaveMultiPrefixCountBits QuadReadLaneAt QuadReadAcrossX QuadReadAcrossY
QuadReadAcrossDiagonal QuadAny QuadAll
UAV_MEMORY GROUP_SHARED_MEMORY NODE_INPUT_MEMORY NODE_OUTPUT_MEMORY ALL_MEMORY REORDER GROUP_SYNC GROUP_SCOPE
DEVICE_SCOPE
slc_number_waves slc_wave_index slc_num_waves slc_tickets
slc_lane_eq_mask slc_lane_lt_mask slc_lane_all_mask slc_ballot_bit slc_ballot_count slc_ballot_lsb slc_ballot_msb
slc_bitfield_extract slc_bitfield_insert slc_pack_8 slc_unpack_u8 slc_unpack_s8 slc_pack_half_2x16
slc_unpack_half_2x16 slc_pack_unorm_2x16 slc_unpack_unorm_2x16 slc_pack_snorm_2x16 slc_unpack_snorm_2x16
slc_pack_unorm_4x8 slc_unpack_unorm_4x8 slc_pack_snorm_4x8 slc_unpack_snorm_4x8
`
