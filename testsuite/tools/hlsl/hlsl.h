// The HLSL standard library as declarations, for a syntax and type check by
// clang's HLSL front end (clang -cc1 -x hlsl -finclude-default-header). The
// front end knows vectors, matrices, structured and typed buffers by itself;
// Debian ships none of the headers that declare the rest. Nothing here has a
// body: only -fsyntax-only makes sense.
//
// Signatures follow Microsoft's HLSL reference, more strictly where HLSL
// converts silently: the operands of one intrinsic must have one type, so text
// that relies on an implicit promotion is refused.
#pragma once

// ---- scalar and vector types -------------------------------------------------

typedef unsigned int uint;
typedef uint uint32_t;
typedef int int32_t;
typedef unsigned long uint64_t;
typedef long int64_t;
#ifdef __HLSL_ENABLE_16_BIT
typedef unsigned short uint16_t;
typedef short int16_t;
typedef half float16_t;
typedef vector<half, 2> float16_t2;
typedef vector<half, 3> float16_t3;
typedef vector<half, 4> float16_t4;
#endif
typedef float float32_t;
typedef double float64_t;
typedef half min16float;

// The 16-bit integers exist only with native 16-bit types.
#ifdef __HLSL_ENABLE_16_BIT
#define SHIM_EACH_SIGNED16(M) M(int16_t)
#define SHIM_EACH_UNSIGNED16(M) M(uint16_t)
#define SHIM_EACH_FLOAT16(M) M(half)
#else
#define SHIM_EACH_SIGNED16(M)
#define SHIM_EACH_UNSIGNED16(M)
#define SHIM_EACH_FLOAT16(M) M(half)
#endif
#define SHIM_EACH_SIGNED(M) M(int) M(int64_t) SHIM_EACH_SIGNED16(M)
#define SHIM_EACH_UNSIGNED(M) M(uint) M(uint64_t) SHIM_EACH_UNSIGNED16(M)
#define SHIM_EACH_FLOAT(M) M(float) SHIM_EACH_FLOAT16(M)

#define SHIM_VECTORS(T) \
  typedef vector<T, 1> T##1; typedef vector<T, 2> T##2; typedef vector<T, 3> T##3; typedef vector<T, 4> T##4;
SHIM_EACH_SIGNED(SHIM_VECTORS)
SHIM_EACH_UNSIGNED(SHIM_VECTORS)
SHIM_EACH_FLOAT(SHIM_VECTORS)
SHIM_VECTORS(bool)
SHIM_VECTORS(double)
SHIM_VECTORS(min16float)
SHIM_VECTORS(int32_t)
SHIM_VECTORS(uint32_t)
SHIM_VECTORS(float32_t)
SHIM_VECTORS(float64_t)

#define SHIM_MATRICES(T) \
  typedef matrix<T, 1, 1> T##1x1; typedef matrix<T, 1, 2> T##1x2; typedef matrix<T, 1, 3> T##1x3; typedef matrix<T, 1, 4> T##1x4; \
  typedef matrix<T, 2, 1> T##2x1; typedef matrix<T, 2, 2> T##2x2; typedef matrix<T, 2, 3> T##2x3; typedef matrix<T, 2, 4> T##2x4; \
  typedef matrix<T, 3, 1> T##3x1; typedef matrix<T, 3, 2> T##3x2; typedef matrix<T, 3, 3> T##3x3; typedef matrix<T, 3, 4> T##3x4; \
  typedef matrix<T, 4, 1> T##4x1; typedef matrix<T, 4, 2> T##4x2; typedef matrix<T, 4, 3> T##4x3; typedef matrix<T, 4, 4> T##4x4;
SHIM_EACH_SIGNED(SHIM_MATRICES)
SHIM_EACH_UNSIGNED(SHIM_MATRICES)
SHIM_EACH_FLOAT(SHIM_MATRICES)
SHIM_MATRICES(bool)
SHIM_MATRICES(double)

// ---- classes of types ---------------------------------------------------------

// shim_signed<T>, shim_int<T>, shim_float<T>, … exist only for the types of the
// class and map them to the type that an intrinsic returns.
template <typename T> struct shim_int {};        // integer scalar or vector -> T
template <typename T> struct shim_float {};      // float or half -> T
template <typename T> struct shim_real {};       // float, half, double -> T
template <typename T> struct shim_num {};        // all of the above -> T
template <typename T> struct shim_any {};        // numbers and bool -> T
template <typename T> struct shim_bool {};       // anything -> bool of the same shape
template <typename T> struct shim_uint32 {};     // anything -> uint of the same shape
template <typename T> struct shim_int32 {};      // anything -> int of the same shape
template <typename T> struct shim_float32 {};    // anything -> float of the same shape
template <typename T> struct shim_elem {};       // float vector -> component
template <typename T> struct shim_bits {};       // 32-bit types -> T

#define SHIM_CLASS(C, T) \
  template <> struct C<T> { typedef T type; }; \
  template <> struct C<vector<T, 2> > { typedef vector<T, 2> type; }; \
  template <> struct C<vector<T, 3> > { typedef vector<T, 3> type; }; \
  template <> struct C<vector<T, 4> > { typedef vector<T, 4> type; };
#define SHIM_SHAPE(C, T, R) \
  template <> struct C<T> { typedef R type; }; \
  template <> struct C<vector<T, 2> > { typedef vector<R, 2> type; }; \
  template <> struct C<vector<T, 3> > { typedef vector<R, 3> type; }; \
  template <> struct C<vector<T, 4> > { typedef vector<R, 4> type; };
#define SHIM_ANY(T) \
  SHIM_CLASS(shim_any, T) SHIM_SHAPE(shim_bool, T, bool) SHIM_SHAPE(shim_uint32, T, uint) \
  SHIM_SHAPE(shim_int32, T, int) SHIM_SHAPE(shim_float32, T, float)
#define SHIM_INT(T) SHIM_CLASS(shim_int, T) SHIM_CLASS(shim_num, T) SHIM_ANY(T)
#define SHIM_ELEM(T) \
  template <> struct shim_elem<vector<T, 2> > { typedef T type; }; \
  template <> struct shim_elem<vector<T, 3> > { typedef T type; }; \
  template <> struct shim_elem<vector<T, 4> > { typedef T type; };
#define SHIM_FLOAT(T) SHIM_CLASS(shim_float, T) SHIM_CLASS(shim_real, T) SHIM_CLASS(shim_num, T) SHIM_ANY(T) SHIM_ELEM(T)
SHIM_EACH_SIGNED(SHIM_INT)
SHIM_EACH_UNSIGNED(SHIM_INT)
SHIM_EACH_FLOAT(SHIM_FLOAT)
SHIM_CLASS(shim_real, double)
SHIM_CLASS(shim_num, double)
SHIM_ANY(double)
SHIM_ANY(bool)
SHIM_CLASS(shim_bits, int)
SHIM_CLASS(shim_bits, uint)
SHIM_CLASS(shim_bits, float)

#define SHIM_UNARY(C, F) template <typename T> typename C<T>::type F(T x);
#define SHIM_BINARY(C, F) template <typename T> typename C<T>::type F(T x, T y);
#define SHIM_TERNARY(C, F) template <typename T> typename C<T>::type F(T x, T y, T z);

// ---- arithmetic ----------------------------------------------------------------

SHIM_UNARY(shim_num, abs)
SHIM_BINARY(shim_num, min)
SHIM_BINARY(shim_num, max)
SHIM_TERNARY(shim_num, clamp)
SHIM_TERNARY(shim_num, mad)
SHIM_TERNARY(shim_float, lerp)
SHIM_BINARY(shim_float, step)
SHIM_TERNARY(shim_float, smoothstep)
SHIM_BINARY(shim_float, fmod)
SHIM_BINARY(shim_float, pow)
SHIM_BINARY(shim_float, atan2)
SHIM_BINARY(shim_float, ldexp)
SHIM_UNARY(shim_real, saturate)
#define SHIM_EACH_FLOAT_FUNCTION(M) \
  M(acos) M(asin) M(atan) M(ceil) M(cos) M(cosh) M(degrees) M(exp) M(exp2) M(floor) M(frac) M(log) M(log10) M(log2) \
  M(radians) M(rcp) M(round) M(rsqrt) M(sin) M(sinh) M(sqrt) M(tan) M(tanh) M(trunc) M(normalize)
#define SHIM_FLOAT_FUNCTION(F) SHIM_UNARY(shim_float, F)
SHIM_EACH_FLOAT_FUNCTION(SHIM_FLOAT_FUNCTION)
double rcp(double x);
template <typename T> typename shim_int32<T>::type sign(T x);
template <typename T> typename shim_float<T>::type modf(T x, out T whole);
template <typename T> typename shim_float<T>::type frexp(T x, out T exponent);
template <typename T> void sincos(T x, out T s, out T c);
double fma(double a, double b, double c);
double2 fma(double2 a, double2 b, double2 c);
double3 fma(double3 a, double3 b, double3 c);
double4 fma(double4 a, double4 b, double4 c);
template <typename T> T dot(vector<T, 2> x, vector<T, 2> y);
template <typename T> T dot(vector<T, 3> x, vector<T, 3> y);
template <typename T> T dot(vector<T, 4> x, vector<T, 4> y);
template <typename T> vector<T, 3> cross(vector<T, 3> x, vector<T, 3> y);
template <typename T> typename shim_elem<T>::type length(T x);
template <typename T> typename shim_elem<T>::type distance(T x, T y);
template <typename T> typename shim_float<T>::type reflect(T i, T n);
template <typename T> typename shim_float<T>::type refract(T i, T n, typename shim_elem<T>::type eta);
template <typename T> typename shim_float<T>::type faceforward(T n, T i, T ng);
template <typename T, int R, int K, int C> matrix<T, R, C> mul(matrix<T, R, K> a, matrix<T, K, C> b);
template <typename T, int R, int C> vector<T, R> mul(matrix<T, R, C> a, vector<T, C> b);
template <typename T, int R, int C> vector<T, C> mul(vector<T, R> a, matrix<T, R, C> b);
template <typename T, int R, int C> matrix<T, C, R> transpose(matrix<T, R, C> a);
template <typename T, int N> T determinant(matrix<T, N, N> a);
template <typename T> typename shim_bool<T>::type isnan(T x);
template <typename T> typename shim_bool<T>::type isinf(T x);
template <typename T> typename shim_bool<T>::type isfinite(T x);

// ---- logic and bits ------------------------------------------------------------

template <typename T, typename = typename shim_any<T>::type> bool all(T x);
template <typename T, typename = typename shim_any<T>::type> bool any(T x);
template <typename T> T select(bool c, T x, T y);
template <typename T, int N> vector<T, N> select(vector<bool, N> c, vector<T, N> x, vector<T, N> y);
#define SHIM_LOGIC(F) bool F(bool x, bool y); bool2 F(bool2 x, bool2 y); bool3 F(bool3 x, bool3 y); bool4 F(bool4 x, bool4 y);
SHIM_LOGIC(and)
SHIM_LOGIC(or)

template <typename T, typename = typename shim_int<T>::type> typename shim_uint32<T>::type countbits(T x);
template <typename T, typename = typename shim_int<T>::type> typename shim_uint32<T>::type firstbithigh(T x);
template <typename T, typename = typename shim_int<T>::type> typename shim_uint32<T>::type firstbitlow(T x);
SHIM_UNARY(shim_int, reversebits)

template <typename T, typename = typename shim_bits<T>::type> typename shim_uint32<T>::type asuint(T x);
template <typename T, typename = typename shim_bits<T>::type> typename shim_int32<T>::type asint(T x);
template <typename T, typename = typename shim_bits<T>::type> typename shim_float32<T>::type asfloat(T x);
void asuint(double x, out uint lo, out uint hi);
double asdouble(uint lo, uint hi);
double2 asdouble(uint2 lo, uint2 hi);
template <typename T> typename shim_uint32<T>::type f32tof16(T x);
template <typename T> typename shim_float32<T>::type f16tof32(T x);
#ifdef __HLSL_ENABLE_16_BIT
#define SHIM_AS16(T) \
  uint16_t asuint16(T x); uint16_t2 asuint16(vector<T, 2> x); uint16_t3 asuint16(vector<T, 3> x); uint16_t4 asuint16(vector<T, 4> x); \
  int16_t asint16(T x); int16_t2 asint16(vector<T, 2> x); int16_t3 asint16(vector<T, 3> x); int16_t4 asint16(vector<T, 4> x); \
  half asfloat16(T x); half2 asfloat16(vector<T, 2> x); half3 asfloat16(vector<T, 3> x); half4 asfloat16(vector<T, 4> x);
SHIM_AS16(int16_t)
SHIM_AS16(uint16_t)
SHIM_AS16(half)
#endif
uint dot4add_u8packed(uint a, uint b, uint acc);
int dot4add_i8packed(uint a, uint b, int acc);
float dot2add(half2 a, half2 b, float acc);
uint4 msad4(uint reference, uint2 source, uint4 accumulator);
uint NonUniformResourceIndex(uint i);

// ---- barriers ------------------------------------------------------------------

void AllMemoryBarrier();
void AllMemoryBarrierWithGroupSync();
void DeviceMemoryBarrier();
void DeviceMemoryBarrierWithGroupSync();
void GroupMemoryBarrier();
void GroupMemoryBarrierWithGroupSync();

#if __SHADER_TARGET_MAJOR > 6 || (__SHADER_TARGET_MAJOR == 6 && __SHADER_TARGET_MINOR >= 8)
// Shader model 6.8. The flag enums are distinct types so that swapped
// arguments are refused.
enum MEMORY_TYPE_FLAG { UAV_MEMORY = 1, GROUP_SHARED_MEMORY = 2, NODE_INPUT_MEMORY = 4, NODE_OUTPUT_MEMORY = 8, ALL_MEMORY = 15 };
enum BARRIER_SEMANTIC_FLAG { REORDER = 0, GROUP_SYNC = 1, GROUP_SCOPE = 2, DEVICE_SCOPE = 4 };
MEMORY_TYPE_FLAG operator|(MEMORY_TYPE_FLAG a, MEMORY_TYPE_FLAG b);
BARRIER_SEMANTIC_FLAG operator|(BARRIER_SEMANTIC_FLAG a, BARRIER_SEMANTIC_FLAG b);
void Barrier(MEMORY_TYPE_FLAG memory, BARRIER_SEMANTIC_FLAG semantics);
template <typename T> void Barrier(T resource, BARRIER_SEMANTIC_FLAG semantics);
#endif

// ---- atomics -------------------------------------------------------------------

// The destination is inout here (the front end has no reference parameters): it
// must be a modifiable l-value of the operand's exact type. shim_atomic<T> is
// void for the types that have atomics; shim_swap<T> adds float.
template <typename T> struct shim_atomic {};
template <typename T> struct shim_swap {};
#define SHIM_ATOMIC_TYPE(T) template <> struct shim_atomic<T> { typedef void type; }; template <> struct shim_swap<T> { typedef void type; };
SHIM_ATOMIC_TYPE(int)
SHIM_ATOMIC_TYPE(uint)
template <> struct shim_swap<float> { typedef void type; };
#if __SHADER_TARGET_MAJOR > 6 || (__SHADER_TARGET_MAJOR == 6 && __SHADER_TARGET_MINOR >= 7)
#define SHIM_SM67 1
#endif
#if __SHADER_TARGET_MAJOR > 6 || (__SHADER_TARGET_MAJOR == 6 && __SHADER_TARGET_MINOR >= 6)
#define SHIM_SM66 1
SHIM_ATOMIC_TYPE(int64_t)
SHIM_ATOMIC_TYPE(uint64_t)
void InterlockedCompareExchangeFloatBitwise(inout float dest, float compare, float value, out float original);
void InterlockedCompareStoreFloatBitwise(inout float dest, float compare, float value);
#endif
#define SHIM_ATOMIC(F) \
  template <typename T> typename shim_atomic<T>::type F(inout T dest, T value); \
  template <typename T> typename shim_atomic<T>::type F(inout T dest, T value, out T original);
SHIM_ATOMIC(InterlockedAdd)
SHIM_ATOMIC(InterlockedAnd)
SHIM_ATOMIC(InterlockedOr)
SHIM_ATOMIC(InterlockedXor)
SHIM_ATOMIC(InterlockedMin)
SHIM_ATOMIC(InterlockedMax)
template <typename T> typename shim_swap<T>::type InterlockedExchange(inout T dest, T value, out T original);
template <typename T> typename shim_atomic<T>::type InterlockedCompareExchange(inout T dest, T compare, T value, out T original);
template <typename T> typename shim_atomic<T>::type InterlockedCompareStore(inout T dest, T compare, T value);

// ---- waves ---------------------------------------------------------------------

uint WaveGetLaneCount();
uint WaveGetLaneIndex();
bool WaveIsFirstLane();
bool WaveActiveAnyTrue(bool x);
bool WaveActiveAllTrue(bool x);
uint4 WaveActiveBallot(bool x);
uint WaveActiveCountBits(bool x);
uint WavePrefixCountBits(bool x);
template <typename T, typename = typename shim_any<T>::type> typename shim_bool<T>::type WaveActiveAllEqual(T x);
template <typename T> typename shim_any<T>::type WaveReadLaneAt(T x, uint lane);
SHIM_UNARY(shim_any, WaveReadLaneFirst)
SHIM_UNARY(shim_num, WaveActiveSum)
SHIM_UNARY(shim_num, WaveActiveProduct)
SHIM_UNARY(shim_num, WaveActiveMin)
SHIM_UNARY(shim_num, WaveActiveMax)
SHIM_UNARY(shim_int, WaveActiveBitAnd)
SHIM_UNARY(shim_int, WaveActiveBitOr)
SHIM_UNARY(shim_int, WaveActiveBitXor)
SHIM_UNARY(shim_num, WavePrefixSum)
SHIM_UNARY(shim_num, WavePrefixProduct)
template <typename T> typename shim_any<T>::type QuadReadLaneAt(T x, uint lane);
SHIM_UNARY(shim_any, QuadReadAcrossX)
SHIM_UNARY(shim_any, QuadReadAcrossY)
SHIM_UNARY(shim_any, QuadReadAcrossDiagonal)
#ifdef SHIM_SM66
SHIM_UNARY(shim_float, ddx)
SHIM_UNARY(shim_float, ddy)
SHIM_UNARY(shim_float, ddx_fine)
SHIM_UNARY(shim_float, ddy_fine)
SHIM_UNARY(shim_float, ddx_coarse)
SHIM_UNARY(shim_float, ddy_coarse)
#endif
#if __SHADER_TARGET_MAJOR > 6 || (__SHADER_TARGET_MAJOR == 6 && __SHADER_TARGET_MINOR >= 5)
template <typename T, typename = typename shim_any<T>::type> uint4 WaveMatch(T x);
template <typename T> typename shim_num<T>::type WaveMultiPrefixSum(T x, uint4 mask);
template <typename T> typename shim_num<T>::type WaveMultiPrefixProduct(T x, uint4 mask);
template <typename T> typename shim_int<T>::type WaveMultiPrefixBitAnd(T x, uint4 mask);
template <typename T> typename shim_int<T>::type WaveMultiPrefixBitOr(T x, uint4 mask);
template <typename T> typename shim_int<T>::type WaveMultiPrefixBitXor(T x, uint4 mask);
uint WaveMultiPrefixCountBits(bool x, uint4 mask);
#endif
#if __SHADER_TARGET_MAJOR > 6 || (__SHADER_TARGET_MAJOR == 6 && __SHADER_TARGET_MINOR >= 7)
bool QuadAny(bool x);
bool QuadAll(bool x);
#endif

// ---- constant buffers, byte-address buffers and textures -------------------------------------------

template <typename T> struct shim_ConstantBuffer : T {
  __hlsl_resource_t [[hlsl::resource_class(CBuffer)]] [[hlsl::contained_type(T)]] handle;
  shim_ConstantBuffer();
};
#define ConstantBuffer const shim_ConstantBuffer

// The front end's own byte-address buffers have no atomics and it has no
// textures; these types take their names. A member of __hlsl_resource_t makes a
// type a resource, so register classes are checked.
#define SHIM_BYTES_LOAD \
  uint Load(uint address) const; uint2 Load2(uint address) const; uint3 Load3(uint address) const; uint4 Load4(uint address) const; \
  template <typename T> T Load(uint address) const; \
  void GetDimensions(out uint bytes) const;
struct shim_ByteAddressBuffer {
  __hlsl_resource_t [[hlsl::resource_class(SRV)]] [[hlsl::raw_buffer]] [[hlsl::contained_type(char)]] handle;
  SHIM_BYTES_LOAD
};
#define SHIM_BYTES_ATOMIC(F, T) void F(uint address, T value) const; void F(uint address, T value, out T original) const;
#define SHIM_BYTES_ATOMIC_OUT(F, T) void F(uint address, T value, out T original) const;
#define SHIM_BYTES_CAS(S, T) \
  void InterlockedCompareExchange##S(uint address, T compare, T value, out T original) const; \
  void InterlockedCompareStore##S(uint address, T compare, T value) const;
#define SHIM_BYTES_ATOMICS(S, I, U) \
  SHIM_BYTES_ATOMIC(InterlockedAdd##S, U) SHIM_BYTES_ATOMIC(InterlockedAnd##S, U) SHIM_BYTES_ATOMIC(InterlockedOr##S, U) \
  SHIM_BYTES_ATOMIC(InterlockedXor##S, U) SHIM_BYTES_ATOMIC(InterlockedMin##S, U) SHIM_BYTES_ATOMIC(InterlockedMin##S, I) \
  SHIM_BYTES_ATOMIC(InterlockedMax##S, U) SHIM_BYTES_ATOMIC(InterlockedMax##S, I) SHIM_BYTES_ATOMIC_OUT(InterlockedExchange##S, U) SHIM_BYTES_CAS(S, U)
struct shim_RWByteAddressBuffer {
  __hlsl_resource_t [[hlsl::resource_class(UAV)]] [[hlsl::raw_buffer]] [[hlsl::contained_type(char)]] handle;
  SHIM_BYTES_LOAD
  void Store(uint address, uint value) const;
  void Store2(uint address, uint2 value) const;
  void Store3(uint address, uint3 value) const;
  void Store4(uint address, uint4 value) const;
  template <typename T> void Store(uint address, T value) const;
  SHIM_BYTES_ATOMICS(, int, uint)
#ifdef SHIM_SM66
  SHIM_BYTES_ATOMICS(64, int64_t, uint64_t)
  void InterlockedExchangeFloat(uint address, float value, out float original) const;
  void InterlockedCompareExchangeFloatBitwise(uint address, float compare, float value, out float original) const;
  void InterlockedCompareStoreFloatBitwise(uint address, float compare, float value) const;
#endif
};
#define ByteAddressBuffer shim_ByteAddressBuffer
#define RWByteAddressBuffer shim_RWByteAddressBuffer

#define SHIM_DIMS1 void GetDimensions(out uint width) const;
#define SHIM_LEVELS1 SHIM_DIMS1 void GetDimensions(uint level, out uint width, out uint levels) const;
#define SHIM_DIMS2 void GetDimensions(out uint width, out uint height) const;
#define SHIM_LEVELS2 SHIM_DIMS2 void GetDimensions(uint level, out uint width, out uint height, out uint levels) const;
#define SHIM_DIMS3 void GetDimensions(out uint width, out uint height, out uint depth) const;
#define SHIM_LEVELS3 SHIM_DIMS3 void GetDimensions(uint level, out uint width, out uint height, out uint depth, out uint levels) const;
// A reference type can only be had from an expression: that of a typed buffer's element.
template <typename T> RWBuffer<T> shim_rw;
template <typename T> Buffer<T> shim_ro;
#define SHIM_RWTEXTURE(NAME, COORD, DIMS) \
  template <typename T> struct NAME { \
    __hlsl_resource_t [[hlsl::resource_class(UAV)]] [[hlsl::contained_type(T)]] handle; \
    decltype(shim_rw<T>[0u]) operator[](COORD position) const; \
    T Load(COORD position) const; \
    DIMS \
  };
struct shim_SamplerState { __hlsl_resource_t [[hlsl::resource_class(Sampler)]] [[hlsl::contained_type(float)]] handle; };
struct shim_SamplerComparisonState { __hlsl_resource_t [[hlsl::resource_class(Sampler)]] [[hlsl::contained_type(float)]] handle; };
#define SamplerState shim_SamplerState
#define SamplerComparisonState shim_SamplerComparisonState
// What a compute kernel may do with a sampler; what needs derivatives from shader model 6.6 on. LOC is the location,
// GRAD its derivatives, MORE perhaps an offset.
#ifdef SHIM_SM66
#define SHIM_SAMPLE_IMPLICIT(LOC, ...) T Sample(SamplerState s, LOC location __VA_ARGS__) const; T SampleBias(SamplerState s, LOC location, float bias __VA_ARGS__) const;
#define SHIM_COMPARE_IMPLICIT(LOC, ...) float SampleCmp(SamplerComparisonState s, LOC location, float reference __VA_ARGS__) const;
#else
#define SHIM_SAMPLE_IMPLICIT(LOC, ...)
#define SHIM_COMPARE_IMPLICIT(LOC, ...)
#endif
#define SHIM_SAMPLE(LOC, GRAD, ...) \
    SHIM_SAMPLE_IMPLICIT(LOC, __VA_ARGS__) \
    T SampleLevel(SamplerState s, LOC location, float level __VA_ARGS__) const; \
    T SampleGrad(SamplerState s, LOC location, GRAD ddx, GRAD ddy __VA_ARGS__) const;
#ifdef SHIM_SM67
#define SHIM_COMPARE_LEVEL(LOC, ...) float SampleCmpLevel(SamplerComparisonState s, LOC location, float reference, float level __VA_ARGS__) const;
#else
#define SHIM_COMPARE_LEVEL(LOC, ...)
#endif
#if __SHADER_TARGET_MAJOR > 6 || (__SHADER_TARGET_MAJOR == 6 && __SHADER_TARGET_MINOR >= 8)
#define SHIM_COMPARE_GRAD(LOC, GRAD, ...) float SampleCmpGrad(SamplerComparisonState s, LOC location, float reference, GRAD ddx, GRAD ddy __VA_ARGS__) const;
#else
#define SHIM_COMPARE_GRAD(LOC, GRAD, ...)
#endif
#define SHIM_COMPARE(LOC, ...) \
    SHIM_COMPARE_IMPLICIT(LOC, __VA_ARGS__) \
    float SampleCmpLevelZero(SamplerComparisonState s, LOC location, float reference __VA_ARGS__) const; SHIM_COMPARE_LEVEL(LOC, __VA_ARGS__)
#define SHIM_GATHER(LOC, ...) \
    float4 GatherRed(SamplerState s, LOC location __VA_ARGS__) const; float4 GatherGreen(SamplerState s, LOC location __VA_ARGS__) const; \
    float4 GatherBlue(SamplerState s, LOC location __VA_ARGS__) const; float4 GatherAlpha(SamplerState s, LOC location __VA_ARGS__) const; \
    float4 GatherCmp(SamplerComparisonState s, LOC location, float reference __VA_ARGS__) const;
#define SHIM_COMMA ,
#define SHIM_SAMPLE1(LOC) SHIM_SAMPLE(LOC, float) SHIM_SAMPLE(LOC, float, SHIM_COMMA int offset) SHIM_COMPARE(LOC) SHIM_COMPARE(LOC, SHIM_COMMA int offset) \
    SHIM_COMPARE_GRAD(LOC, float) SHIM_COMPARE_GRAD(LOC, float, SHIM_COMMA int offset)
#define SHIM_SAMPLE2(LOC) SHIM_SAMPLE(LOC, float2) SHIM_SAMPLE(LOC, float2, SHIM_COMMA int2 offset) \
    SHIM_COMPARE(LOC) SHIM_COMPARE(LOC, SHIM_COMMA int2 offset) SHIM_COMPARE_GRAD(LOC, float2) \
    SHIM_COMPARE_GRAD(LOC, float2, SHIM_COMMA int2 offset) SHIM_GATHER(LOC) SHIM_GATHER(LOC, SHIM_COMMA int2 offset)
#define SHIM_SAMPLE3(LOC) SHIM_SAMPLE(LOC, float3) SHIM_SAMPLE(LOC, float3, SHIM_COMMA int3 offset)
#define SHIM_SAMPLECUBE(LOC) SHIM_SAMPLE(LOC, float3) SHIM_COMPARE(LOC) SHIM_COMPARE_GRAD(LOC, float3) SHIM_GATHER(LOC)
#define SHIM_TEXTURE(NAME, COORD, LOADCOORD, DIMS) \
  template <typename T> struct NAME { \
    __hlsl_resource_t [[hlsl::resource_class(SRV)]] [[hlsl::contained_type(T)]] handle; \
    decltype(shim_ro<T>[0u]) operator[](COORD position) const; \
    T Load(LOADCOORD position) const; \
    DIMS \
  };
#define SHIM_CUBE(NAME, DIMS) \
  template <typename T> struct NAME { \
    __hlsl_resource_t [[hlsl::resource_class(SRV)]] [[hlsl::contained_type(T)]] handle; \
    DIMS \
  };
SHIM_RWTEXTURE(RWTexture1D, uint, SHIM_DIMS1)
SHIM_RWTEXTURE(RWTexture1DArray, uint2, SHIM_DIMS2)
SHIM_RWTEXTURE(RWTexture2D, uint2, SHIM_DIMS2)
SHIM_RWTEXTURE(RWTexture2DArray, uint3, SHIM_DIMS3)
SHIM_RWTEXTURE(RWTexture3D, uint3, SHIM_DIMS3)
SHIM_TEXTURE(Texture1D, uint, int2, SHIM_LEVELS1 SHIM_SAMPLE1(float))
SHIM_TEXTURE(Texture1DArray, uint2, int3, SHIM_LEVELS2 SHIM_SAMPLE1(float2))
SHIM_TEXTURE(Texture2D, uint2, int3, SHIM_LEVELS2 SHIM_SAMPLE2(float2))
SHIM_TEXTURE(Texture2DArray, uint3, int4, SHIM_LEVELS3 SHIM_SAMPLE2(float3))
SHIM_TEXTURE(Texture3D, uint3, int4, SHIM_LEVELS3 SHIM_SAMPLE3(float3))
SHIM_CUBE(TextureCube, SHIM_LEVELS2 SHIM_SAMPLECUBE(float3))
SHIM_CUBE(TextureCubeArray, SHIM_LEVELS3 SHIM_SAMPLECUBE(float4))
#define SHIM_MSTEXTURE(NAME, COORD, DIMS) \
  template <typename T> struct NAME { \
    __hlsl_resource_t [[hlsl::resource_class(SRV)]] [[hlsl::contained_type(T)]] handle; \
    T Load(COORD position, int sample) const; \
    DIMS \
  };
SHIM_MSTEXTURE(Texture2DMS, int2, void GetDimensions(out uint width, out uint height, out uint samples) const;)
SHIM_MSTEXTURE(Texture2DMSArray, int3, void GetDimensions(out uint width, out uint height, out uint depth, out uint samples) const;)

// ---- heaps of descriptors (shader model 6.6) ----------------------------------

// An element becomes the resource that a variable of its type is initialised with; samplers have a heap of their own.
struct shim_resource_element {
  template <typename T> operator T();
  operator SamplerState() = delete;
  operator SamplerComparisonState() = delete;
};
struct shim_sampler_element {
  operator SamplerState();
  operator SamplerComparisonState();
};
struct shim_resource_heap { shim_resource_element operator[](uint index); };
struct shim_sampler_heap { shim_sampler_element operator[](uint index); };
static shim_resource_heap ResourceDescriptorHeap;
static shim_sampler_heap SamplerDescriptorHeap;
