package spirv

import (
	"encoding/binary"
	"fmt"
	"math/bits"
	"strings"
	"testing"

	"slc/cmd/slc-vulkan/job"
	"slc/testsuite/tools"
)

// evaluation is an intrinsic on given words and the words that it has to give.
type evaluation struct {
	op, result string
	params     string   // types; a 64-bit one takes two words, a vector one a component
	in, want   []uint32 // narrow integers take a word each, converted
}

// TestExpansionsByExecution runs the expansions on a Vulkan device; their operands come from a buffer.
func TestExpansionsByExecution(t *testing.T) {
	cases := []evaluation{
		{"dot4AddU8", "uint", "uint uint uint", []uint32{0x01ff0302, 0x02ff0405, 1000}, []uint32{1000 + 2*5 + 3*4 + 255*255 + 2}},
		{"dot4AddI8", "int", "uint uint int", []uint32{0xff010203, 0x02ff0405, neg(5)}, []uint32{neg(5 - 3*5 - 2*4 + 1 + 2)}},
		{"packU8", "uint", "uint4", []uint32{0x101, 2, 0xff03, 0x1fc}, []uint32{0xfc030201}},
		{"packS8", "uint", "int4", []uint32{neg(1), 2, neg(128), 127}, []uint32{0x7f8002ff}},
		{"packClampU8", "uint", "int4", []uint32{neg(1), 300, 7, 255}, []uint32{0xff07ff00}},
		{"packClampS8", "uint", "int4", []uint32{neg(300), 300, neg(7), 127}, []uint32{0x7ff97f80}},
		{"unpackU8", "uint4", "uint", []uint32{0xfc03ff01}, []uint32{1, 255, 3, 252}},
		{"unpackS8", "int4", "uint", []uint32{0xfc03ff01}, []uint32{1, neg(1), 3, neg(4)}},
		{"msad4", "uint4", "uint uint2 uint4", []uint32{0x00ff0a05, 0x04030201, 0x08070605, 0, 1, 2, 3}, []uint32{
			4 + 8 + 252, 1 + 3 + 7 + 251, 2 + 2 + 6 + 250, 3 + 1 + 5 + 249}},
		{"f32ToF16", "uint", "float", []uint32{0x3fc00000}, []uint32{0x3e00}},
		{"f16ToF32", "float", "uint", []uint32{0xdead3e00}, []uint32{0x3fc00000}},
		{"cross", "int3", "int3 int3", []uint32{1, 2, 3, 4, 5, 6}, []uint32{neg(3), 6, neg(3)}},
	}
	for _, v := range []uint64{0, 1, 1 << 31, 1 << 32, 1 << 63, 0xffffffffffffffff, 0x00f0_0000_0010_0000, 0xfffffffe_ffffffff, 0xffffffff_7fffffff} {
		words := []uint32{uint32(v), uint32(v >> 32)}
		signed := v
		if int64(v) < 0 {
			signed = ^v
		}
		cases = append(cases,
			evaluation{"countBits", "uint", "uint64_t", words, []uint32{uint32(bits.OnesCount64(v))}},
			evaluation{"firstBitLow", "uint", "int64_t", words, []uint32{low(v)}},
			evaluation{"firstBitHigh", "uint", "uint64_t", words, []uint32{uint32(bits.Len64(v) - 1)}},
			evaluation{"firstBitHigh", "uint", "int64_t", words, []uint32{uint32(bits.Len64(signed) - 1)}},
			evaluation{"reverseBits", "uint64_t", "uint64_t", words, []uint32{bits.Reverse32(words[1]), bits.Reverse32(words[0])}})
	}
	for _, v := range []uint16{0, 1, 0x8000, 0xffff, 0x0ff0, 0xfffe} {
		signed := v
		if int16(v) < 0 {
			signed = ^v
		}
		word := []uint32{uint32(v)}
		cases = append(cases,
			evaluation{"countBits", "uint", "int16_t", word, []uint32{uint32(bits.OnesCount16(v))}},
			evaluation{"firstBitLow", "uint", "uint16_t", word, []uint32{low(uint64(v))}},
			evaluation{"firstBitHigh", "uint", "int16_t", word, []uint32{uint32(bits.Len16(signed) - 1)}},
			evaluation{"firstBitHigh", "uint", "uint16_t", word, []uint32{uint32(bits.Len16(v) - 1)}},
			evaluation{"reverseBits", "uint16_t", "uint16_t", word, []uint32{uint32(bits.Reverse16(v))}})
	}
	got := evaluate(t, cases)
	for _, c := range cases {
		n := len(c.want)
		if fmt.Sprintf("%x", got[:n]) != fmt.Sprintf("%x", c.want) {
			t.Errorf("%s(%s)(%x) = %x, want %x", c.op, c.params, c.in, got[:n], c.want)
		}
		got = got[n:]
	}
}

func neg(n int32) uint32 { return uint32(-n) }

// low is the index of the lowest set bit, -1 if there is none.
func low(v uint64) uint32 {
	if v == 0 {
		return 0xffffffff
	}
	return uint32(bits.TrailingZeros64(v))
}

// evaluate compiles all cases into one kernel of one invocation and returns its output.
func evaluate(t *testing.T, cases []evaluation) []uint32 {
	var g irGen
	var in []uint32
	out := 0
	for _, c := range cases {
		var args []string
		at := len(in)
		for _, typ := range strings.Fields(c.params) {
			var v string
			v, at = g.read(typ, at)
			args = append(args, v)
		}
		in = append(in, c.in...)
		v := g.def(fmt.Sprintf("intrinsic %s {op=%s} : %s", strings.Join(args, ", "), c.op, c.result))
		out = g.write(c.result, v, out)
	}
	text := `resource @in storage_buffer set=0 binding=0 metal=0 layout=std430 readonly
  view uint
resource @out storage_buffer set=0 binding=1 metal=0 layout=std430
  view uint
func @main() -> void {
` + g.b.String() + "return\n}\nentry main func=@main threads=1,1,1\n"
	r := tools.RunVulkan(t, &job.Job{SPIRV: emitText(t, text, Options{}), Groups: []uint32{1},
		Bindings: []job.Binding{{Binding: 0, U32: in}, {Binding: 1, Size: uint64(4 * out)}}})
	var words []uint32
	for _, b := range r.Buffers {
		if b.Binding == 1 {
			for i := 0; i+4 <= len(b.Data); i += 4 {
				words = append(words, binary.LittleEndian.Uint32(b.Data[i:]))
			}
		}
	}
	return words
}

// irGen writes IR text.
type irGen struct {
	b strings.Builder
	n int
}

func (g *irGen) def(s string) string {
	fmt.Fprintf(&g.b, "%%%d = %s\n", g.n, s)
	g.n++
	return fmt.Sprintf("%%%d", g.n-1)
}

func (g *irGen) word(i int) string {
	ref := g.def(fmt.Sprintf("elem @in.0, %d:uint : &buffer uint", i))
	return g.def("load " + ref + " : uint")
}

func split(typ string) (elem string, n int) {
	if k := typ[len(typ)-1]; k >= '2' && k <= '4' && !strings.HasSuffix(typ, "64") {
		return typ[:len(typ)-1], int(k - '0')
	}
	return typ, 1
}

// read makes a value of typ from the words from i on.
func (g *irGen) read(typ string, i int) (string, int) {
	elem, n := split(typ)
	var parts []string
	for range n {
		w := g.word(i)
		i++
		switch elem {
		case "uint64_t", "int64_t":
			pair := g.def(fmt.Sprintf("construct %s, %s : uint2", w, g.word(i)))
			i++
			w = g.def("bitcast " + pair + " : " + elem)
		case "int", "float":
			w = g.def("bitcast " + w + " : " + elem)
		case "uint16_t", "int16_t":
			w = g.def("convert " + w + " : " + elem)
		}
		parts = append(parts, w)
	}
	if n == 1 {
		return parts[0], i
	}
	return g.def("construct " + strings.Join(parts, ", ") + " : " + typ), i
}

// write stores the words of a value from word i on and returns the next.
func (g *irGen) write(typ, v string, i int) int {
	elem, n := split(typ)
	for k := range n {
		w := v
		if n > 1 {
			w = g.def(fmt.Sprintf("extract %s {index=%d} : %s", v, k, elem))
		}
		words := []string{w}
		switch elem {
		case "uint64_t":
			pair := g.def("bitcast " + w + " : uint2")
			words = []string{g.def("extract " + pair + " {index=0} : uint"), g.def("extract " + pair + " {index=1} : uint")}
		case "int", "float":
			words[0] = g.def("bitcast " + w + " : uint")
		case "uint16_t":
			words[0] = g.def("convert " + w + " : uint")
		}
		for _, w := range words {
			ref := g.def(fmt.Sprintf("elem @out.0, %d:uint : &buffer uint", i))
			fmt.Fprintf(&g.b, "store %s, %s {shared=1}\n", ref, w)
			i++
		}
	}
	return i
}
