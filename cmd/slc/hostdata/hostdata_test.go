package hostdata

import (
	"bytes"
	"context"
	"encoding/binary"
	"strconv"
	"strings"
	"testing"

	"slc"
)

// params are the parameters of a kernel with the given declarations; body uses them.
func params(t *testing.T, declarations, body string) map[string]*Parameter {
	t.Helper()
	src := declarations + "\nRWStructuredBuffer<uint> sink;\n[numthreads(1,1,1)] void f() { sink[0] = 1; " + body + " }"
	result, err := slc.Compile(context.Background(), slc.Request{
		Files: []string{"k.slang"}, Outputs: []slc.Output{{Target: slc.SPIRV}}, Reflect: true,
		ReadFile: func(string) ([]byte, error) { return []byte(src), nil },
	})
	if err != nil || result.HasErrors() {
		for _, d := range result.Diagnostics {
			t.Error(d.Message)
		}
		t.Fatal(src, err)
	}
	list, err := Parse(result.Reflection)
	if err != nil {
		t.Fatal(err)
	}
	byName := map[string]*Parameter{}
	for _, p := range list {
		byName[p.Name] = p
	}
	return byName
}

func words(list ...uint32) (b []byte) {
	for _, w := range list {
		b = binary.LittleEndian.AppendUint32(b, w)
	}
	return b
}

// TestEncode: contents worked out by hand from the std430 rules (Vulkan specification,
// "Offset and Stride Assignment"): a float3 in an array takes 16 bytes, a matrix is
// stored by columns unless declared row_major.
func TestEncode(t *testing.T) {
	p := params(t, `struct S { uint8_t small; float3 v; bool b; half h; }
StructuredBuffer<uint> u; StructuredBuffer<float3> v3; StructuredBuffer<S> s; ByteAddressBuffer raw;
StructuredBuffer<float2x3> m; struct R { row_major float2x3 m; } StructuredBuffer<R> rm; StructuredBuffer<int64_t> wide;`,
		"sink[1] = u[0] + uint(v3[0].x) + uint(s[0].v.x) + raw.Load(0) + uint(m[0][0][0]) + uint(rm[0].m[0][0]) + uint(wide[0]);")
	const one, two, three, four, five, six = 0x3f800000, 0x40000000, 0x40400000, 0x40800000, 0x40a00000, 0x40c00000
	for _, c := range []struct {
		name, text string
		want       []byte
	}{
		{"u", "1,2,3", words(1, 2, 3)},
		{"u", "u32:0x3", words(0, 0, 0)},
		{"u", "7x2,-1,0xff", words(7, 7, 0xffffffff, 0xff)},
		{"u", "0x10x1", words(16)},
		{"u", "0x03020105,0x0A", words(0x03020105, 10)},
		{"u", "0x4", words(0, 0, 0, 0)},
		{"u", "-0x5,10x2", words(0xfffffffb, 10, 10)},
		{"u", "14..0x10", words(14, 15, 16)},
		{"u", "1..3,6..2/-2,2..0", words(1, 2, 3, 6, 4, 2, 2, 1, 0)},
		{"u", "1..2x2", words(1, 2, 1, 2)},
		{"u", "f32:1,-0.0,nan", words(one, 0x80000000, 0x7fc00000)},
		{"u", "u8:1,2,3,4", words(0x04030201)},
		{"u", "i16:-1,2", words(0x0002ffff)},
		{"u", "f16:1,-2", words(0xc0003c00)},
		{"u", "u64:0x100000001x1", words(1, 1)},
		{"u", "bool:true,false", words(1, 0)},
		{"v3", "1,2,3,4,5,6", words(one, two, three, 0, four, five, six, 0)},
		{"s", "255,1,2,3,true,0.5", words(0xff, 0, 0, 0, one, two, three, 1, 0x3800, 0, 0, 0)},
		{"raw", "1,2", words(1, 2)},
		{"m", "1..6", words(one, four, two, five, three, six)},
		{"rm", "1..6", words(one, two, three, 0, four, five, six, 0)},
		{"wide", "-2", words(0xfffffffe, 0xffffffff)},
	} {
		got, _, err := p[c.name].Encode(c.text)
		if err != nil || !bytes.Equal(got, c.want) {
			t.Errorf("%s=%s: %x, %v, want %x", c.name, c.text, got, err, c.want)
		}
	}
}

func TestEncodeErrors(t *testing.T) {
	p := params(t, "StructuredBuffer<uint> u; StructuredBuffer<float3> v3;", "sink[1] = u[0] + uint(v3[0].x);")
	for _, c := range []struct{ name, text, want string }{
		{"u", "", "no values"},
		{"u", "u32:", "no values"},
		{"u", "u33:1", "unknown type 'u33'"},
		{"u", "1,x", "'x' is no number of type u32"},
		{"u", "4294967296", "no number of type u32"},
		{"u", "1.5", "no number of type u32"},
		{"u", "5x010", "the count 010 begins with a zero: write 5x10"},
		{"u", "0x99999999999999999999", "count must be between 1"},
		{"u", "5x0A", "no number"},
		{"u", "0x0", "count must be between 1"},
		{"u", "0x9999999999", "count must be between 1"},
		{"u", "1..4/2", "no sequence"},
		{"u", "4..1/1", "no sequence"},
		{"u", "0x1073741824,0", "larger than"},
		{"u", "u64:0x536870912", "larger than"},
		{"u", "bool:2", "neither true nor false"},
		{"u", "u8:1,2,3", "3 bytes are no whole number of elements of 4 bytes"},
		{"v3", "1,2", "each element takes as many values as it has numbers, 3; the list has 2"},
		{"v3", "f32:1,2,3", "12 bytes are no whole number of elements of 16 bytes"},
	} {
		_, _, err := p[c.name].Encode(c.text)
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s=%s: error %v, want one with %q", c.name, c.text, err, c.want)
		}
	}
}

// TestBlock: std140 puts each element of an array 16 bytes apart.
func TestBlock(t *testing.T) {
	p := params(t, "struct In { uint2 xy; uint a[2]; } cbuffer C { uint n; In in_; float3 dir; }",
		"sink[1] = n + in_.xy.y + in_.a[1] + uint(dir.x);")["C"]
	b := p.NewBlock(nil)
	if got := strings.Join(b.Missing(), " "); got != "n in_ dir" {
		t.Errorf("missing are %s", got)
	}
	for _, s := range [][2]string{{".n", "7"}, {".in_.xy", "1,2"}, {".in_.a[0]", "3"}, {".in_.a", "4,5"}, {".in_.xy.y", "6"}, {".dir", "0x2,1"}} {
		if err := b.Set(s[0], s[1]); err != nil {
			t.Errorf("%s=%s: %v", s[0], s[1], err)
		}
	}
	// n, padding to 16; xy, padding; a[0], a[1], each 16 bytes; dir.
	want := words(7, 0, 0, 0, 1, 6, 0, 0, 4, 0, 0, 0, 5, 0, 0, 0, 0, 0, 0x3f800000)
	if !bytes.Equal(b.Data[:len(want)], want) || len(b.Missing()) != 0 {
		t.Errorf("the block is %x, want %x; missing are %v", b.Data, want, b.Missing())
	}
	if p.Member("dir") != ".dir" || p.Member("xy") != "" {
		t.Error("members are found by other names than theirs")
	}
	for _, s := range [][2]string{{"0x1", "1"}, {"0x10", "16"}, {"0x010", "16"}, {"0xff", "255"}} { // one number is hexadecimal
		n, _ := strconv.Atoi(s[1])
		if err := b.Set(".n", s[0]); err != nil || int(b.Data[0]) != n {
			t.Errorf(".n=%s: %d, %v, want %s", s[0], b.Data[0], err, s[1])
		}
	}
	for _, s := range [][3]string{
		{".nn", "1", "fields are n, in_, dir"}, {".in_.a[2]", "1", "2 elements"}, {".dir.w", "1", "3 elements"}, {".dir[-1]", "1", "3 elements"},
		{".n.x", "1", "no '.x'"}, {".in_", "1", "it has numbers, 4, not 1"}, {"", "1", "it has numbers, 8, not 1"}, {".n", "1.5", "no number"}, {".n.", "1", "no '.'"}, {".in_.a[", "1", "no '['"},
	} {
		if err := b.Set(s[0], s[1]); err == nil || !strings.Contains(err.Error(), s[2]) {
			t.Errorf("%s=%s: error %v, want one with %q", s[0], s[1], err, s[2])
		}
	}
}

func TestView(t *testing.T) {
	p := params(t, "struct S { float2 v; int n; bool b; } RWStructuredBuffer<S> s; RWTexture2D<float2> img;", "s[0].n = 1; img[uint2(0, 0)] = 1;")
	data, _, err := p["s"].Encode("0.1,-0.0,-3,true,nan,inf,0,false")
	if err != nil {
		t.Fatal(err)
	}
	v := p["s"].View(data, nil)
	if got := v.Text(0); got != "{v=[0.1 -0] n=-3 b=true}" {
		t.Error(got)
	}
	if got := string(v.JSON(0, 1)); got != `[{"v":[0.1,-0],"n":-3,"b":true},{"v":["nan","inf"],"n":0,"b":false}]` {
		t.Error(got)
	}
	if v := p["s"].View(data, scalarNamed("i32")); v.Len() != 8 || v.Text(2) != "-3" {
		t.Error(v.Len(), v.Text(2))
	}
	img := p["img"]
	if img.Dims != 2 || img.Stride != 8 || !img.Writable || img.View(words(0x3f800000, 0xff800000), nil).Text(0) != "[1 -inf]" {
		t.Errorf("%+v", img)
	}
}
