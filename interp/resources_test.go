package interp_test

import (
	"encoding/binary"
	"slices"
	"testing"

	"slc/interp"
	"slc/lower/ir"
)

// resourceCase is a kernel with resources of its own, what they hold and what o must hold after it.
type resourceCase struct {
	name, text string
	buffers    map[string][]byte
	uniforms   map[string][]byte
	extents    map[string][3]int
	want       []uint32
}

func resourceCases() []resourceCase {
	const main = `
RWStructuredBuffer<uint> o;
[shader("compute")] [numthreads(1, 1, 1)] void computeMain(uint3 id : SV_DispatchThreadID) {`
	return []resourceCase{
		{"constant buffer, std140", `struct P { uint a; float3 v; uint b[2]; } ConstantBuffer<P> p;` + main + `o[0] = p.a; o[1] = asuint(p.v.z); o[2] = p.b[1]; }`,
			map[string][]byte{"p": words(5, 0, 0, 0, fbits(1), fbits(2), fbits(3), 0, 7, 0, 0, 0, 8, 0, 0, 0)}, nil, nil, []uint32{5, fbits(3), 8}},
		{"uniforms by name", `uniform uint n; uniform float2 v;` + main + `o[0] = n; o[1] = asuint(v.y); }`,
			nil, map[string][]byte{"n": words(3), "v": floats(1, 2)}, nil, []uint32{3, fbits(2)}},
		{"structs in buffers, std430", `struct S { uint a; float3 v; uint16_t h; bool b; double d; } RWStructuredBuffer<S> s;` + main + `
    s[1].h = uint16_t(9); s[1].b = true; o[0] = uint(s[0].b) + s[0].a; o[1] = asuint(s[0].v.y); o[2] = uint(s[0].d); S c = s[1]; o[3] = uint(c.h) * 10 + uint(c.b); uint n, stride; s.GetDimensions(n, stride); o[4] = n * 1000 + stride; }`,
			map[string][]byte{"s": append(words(4, 0, 0, 0, fbits(1), fbits(2), fbits(3), 0, 1, 0, 0, 0x40080000), make([]byte, 16+64)...)}, nil, nil, []uint32{5, fbits(2), 3, 91, 2048}},
		{"matrices", `RWStructuredBuffer<float2x3> m; row_major uniform float2x2 r;` + main + `float2x3 x = m[0]; o[0] = asuint(x[0][2]); o[1] = asuint(x[1][0]); o[2] = asuint(mul(x, float3(1, 1, 1)).y); m[0][1][2] = 50.0; o[3] = asuint(m[0][1][2]); }`,
			map[string][]byte{"m": floats(1, 4, 2, 5, 3, 6)}, nil, nil, []uint32{fbits(3), fbits(4), fbits(15), fbits(50)}},
		{"image 2D", `RWTexture2D<uint> t;` + main + `t[uint2(1, 2)] = 9; o[0] = t[uint2(1, 2)]; o[1] = t[uint2(2, 0)]; uint old; InterlockedAdd(t[uint2(0, 1)], 5, old); o[2] = old; o[3] = t[uint2(0, 1)]; uint w, h; t.GetDimensions(w, h); o[4] = w * 10 + h; }`,
			map[string][]byte{"t": words(0, 1, 2, 3, 10, 11, 12, 13, 20, 21, 22, 23)}, nil, map[string][3]int{"t": {4, 3, 1}}, []uint32{9, 2, 10, 15, 43}},
		{"texel buffer", `RWBuffer<float4> t; Buffer<uint> r;` + main + `t[1] = float4(1, 2, 3, 4); o[0] = asuint(t[1].z); o[1] = r[2]; }`,
			map[string][]byte{"t": make([]byte, 32), "r": words(4, 5, 6)}, nil, nil, []uint32{fbits(3), 6}},
		{"texture load", `Texture2D<float4> t;` + main + `o[0] = asuint(t.Load(int3(1, 0, 0)).w); o[1] = asuint(t[uint2(0, 1)].x); }`,
			map[string][]byte{"t": floats(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16)}, nil, map[string][3]int{"t": {2, 2, 1}}, []uint32{fbits(8), fbits(9)}},
		{"descriptor array", `RWStructuredBuffer<uint> b[3];` + main + `for (uint k = 0; k < 3; k++) { o[k] = b[k][1]; b[k][0] = k; } o[3] = b[2][0]; }`,
			map[string][]byte{"b": words(1, 2), "b[1]": words(3, 4), "b[2]": words(5, 6)}, nil, nil, []uint32{2, 4, 6, 2}},
		{"append and consume", `AppendStructuredBuffer<uint> a; ConsumeStructuredBuffer<uint> c;` + main + `a.Append(7); a.Append(8); o[0] = c.Consume(); o[1] = c.Consume(); }`,
			map[string][]byte{"c": words(3, 4, 5), "c_counter": words(3)}, nil, nil, []uint32{5, 4}},
		{"static variables", `static uint s = 5; static uint a[3]; void f() { s++; a[s % 3] = s; }` + main + `f(); f(); o[0] = s; o[1] = a[0]; o[2] = a[1]; a[2] = 1; o[3] = a[2]; }`,
			nil, nil, nil, []uint32{7, 6, 7, 1}},
		{"recursion of values through calls", `struct V { uint x; uint y[2]; } V f(V v, inout uint n, out uint k) { n += v.y[1]; k = v.x; v.y[0] = n; return v; }` + main + `
    V v; v.x = 2; v.y[0] = 3; v.y[1] = 4; uint n = 10, k; V w = f(v, n, k); o[0] = n; o[1] = k; o[2] = w.y[0]; o[3] = v.y[0]; }`,
			nil, nil, nil, []uint32{14, 2, 14, 3}},
		{"half and double", `RWStructuredBuffer<half> h; RWStructuredBuffer<double> d;` + main + `h[1] = half(1.0) / half(3.0); o[0] = uint(asuint16(h[1])); d[0] = double(1) / double(3); uint lo, hi; asuint(d[0], lo, hi); o[1] = lo; o[2] = hi; }`,
			nil, nil, nil, []uint32{0x3555, 0x55555555, 0x3fd55555}},
	}
}

func TestResources(t *testing.T) {
	for _, c := range resourceCases() {
		t.Run(c.name, func(t *testing.T) {
			m, sources := kernel(t, c.text)
			for _, model := range []interp.Model{interp.Interleaving, interp.Weak} {
				cfg := interp.Config{Groups: [3]int{1, 1, 1}, Extents: c.extents, Sources: sources, Memory: model, Race: model == interp.Weak, Buffers: map[string][]byte{}}
				for k, v := range c.buffers {
					cfg.Buffers[k] = v
				}
				for k, v := range c.uniforms {
					if err := interp.SetUniform(m, &cfg, k, v); err != nil {
						t.Fatal(err)
					}
				}
				res := run(t, m, cfg)
				if got := unwords(res.Buffer("o"))[:max(len(c.want), 1)]; !res.Clean() || c.want != nil && !slices.Equal(got, c.want) {
					t.Fatalf("%#x, want %#x %v %v\n%s", got, c.want, res.Faults, res.Races, m)
				}
			}
		})
	}
}

// TestPointers: a physical pointer in a uniform points into memory that the configuration names.
func TestPointers(t *testing.T) {
	m, err := ir.Parse(`struct Params { head: uint64_t }
resource @p uniform_buffer set=0 binding=0 metal=0 layout=std140 readonly reg=b0,0
  view %Params
resource @o storage_buffer set=0 binding=1 metal=1 layout=std430 reg=u0,0
  view uint
func @computeMain() -> void {
  %0 = field @p.0 {index=0} : &uniform uint64_t
  %1 = load %0 : uint64_t
  %2 = deref %1 : &physical uint
  %3 = load %2 {shared=1} : uint
  %4 = elem @o.0, 0:uint : &buffer uint
  store %4, %3 {shared=1}
  %5 = add %1, 4:uint64_t : uint64_t
  %6 = deref %5 : &physical uint
  %7 = atomic %6, 1:uint {atomic=add mem=Relaxed,device,none} : uint
  %8 = elem @o.0, 1:uint : &buffer uint
  store %8, %7 {shared=1}
  return
}
entry computeMain func=@computeMain threads=1,1,1 uses=@p uses=@o
`)
	if err != nil {
		t.Fatal(err)
	}
	cfg := interp.Config{Groups: [3]int{1, 1, 1}, Race: true, Buffers: map[string][]byte{"nodes": words(4, 8)}}
	if err := interp.SetUniform(m, &cfg, "head", binary.LittleEndian.AppendUint64(nil, interp.Address(m, cfg, "nodes"))); err != nil {
		t.Fatal(err)
	}
	res := run(t, m, cfg)
	if got := unwords(res.Buffer("o"))[:2]; !slices.Equal(got, []uint32{4, 8}) || !res.Clean() || !slices.Equal(unwords(res.Buffer("nodes")), []uint32{4, 9}) {
		t.Error(got, res.Faults, res.Races)
	}
	cfg.Buffers["p"] = make([]byte, 16) // a null pointer
	if res = run(t, m, cfg); len(res.Faults) != 2 || res.Faults[0].Kind != interp.OutOfBounds {
		t.Error(res.Faults)
	}
}
