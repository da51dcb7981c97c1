package token

import (
	"cmp"
	"math"
	"testing"
)

func TestParseInt(t *testing.T) {
	for _, c := range []struct {
		text     string
		value    uint64
		suffix   string
		overflow bool
		ok       bool
	}{
		{"0", 0, "", false, true}, {"1_234u", 1234, "u", false, true}, {"0xFFull", 255, "ull", false, true},
		{"0b101", 5, "", false, true}, {"017L", 15, "L", false, true}, {"08", 0, "", false, false}, {"0x", 0, "", false, false},
		{"18446744073709551615", math.MaxUint64, "", false, true}, {"18446744073709551616", 0, "", true, true},
	} {
		value, suffix, overflow, ok := ParseInt(c.text)
		if value != c.value || suffix != c.suffix || overflow != c.overflow || ok != c.ok {
			t.Errorf("%s: %d %q %v %v", c.text, value, suffix, overflow, ok)
		}
	}
}

func TestParseFloat(t *testing.T) {
	for _, c := range []struct {
		text   string
		value  float64
		suffix string
	}{
		{"1.5", 1.5, ""}, {"1.f", 1, "f"}, {".25h", 0.25, "h"}, {"2e3lf", 2000, "lf"}, {"1f", 1, "f"}, {"1_0.5", 10.5, ""},
		{"0x1.8p-2f", 0.375, "f"}, {"0x1.8", 1.5, ""}, {"0xAp1h", 20, "h"}, {"1.#INFf", math.Inf(1), "f"}, {"1e999", math.Inf(1), ""}, {"1e-999", 0, ""},
	} {
		if value, suffix, ok := ParseFloat(c.text); !ok || value != c.value || suffix != c.suffix {
			t.Errorf("%s: %v %q %v", c.text, value, suffix, ok)
		}
	}
}

// A literal is rounded once: 2^23 + 0.5 lies halfway between two floats, 61456 between two halves, and 2^-150
// between 0 and the least float.
func TestParseFloatRounding(t *testing.T) {
	for _, c := range []struct {
		text    string
		than    float64 // the value that lies halfway
		compare int
	}{
		{"8388608.5f", 8388608.5, 0}, {"8388608.5000000000000000001f", 8388608.5, 1}, {"8388608.4999999999999999999f", 8388608.5, -1},
		{"8388608.5000000000000000001", 8388608.5, 1}, {"8388608.5000000000000000001l", 8388608.5, 0},
		{"61456.0h", 61456, 0}, {"61456.00000000000000000001h", 61456, 1}, {"61455.99999999999999999999hf", 61456, -1},
		{"0x1.0000010000000000001p0f", 0x1.000001p0, 1}, {"0x1p-150f", 0x1p-150, 0}, {"0x1.00000000000000001p-150f", 0x1p-150, 1},
	} {
		value, _, ok := ParseFloat(c.text)
		if !ok || cmp.Compare(value, c.than) != c.compare || math.Abs(value-c.than) > c.than*0x1p-52 {
			t.Errorf("%s: %x %v, compared with %x", c.text, value, ok, c.than)
		}
	}
}

func TestUnquote(t *testing.T) {
	for _, c := range []struct {
		text, value string
		bad         int
	}{
		{`"a b"`, "a b", -1}, {`"\n\t\\\"\x41\101\0\u00e9"`, "\n\t\\\"AA\x00é", -1}, {`"\x{41}\u{1F60A}\U0000e4"`, "A😊", 16}, {`"\x{6F}\u{e4}"`, "oä", -1}, {`"\x100"`, "", 1},
		{`R"(a\n"b)"`, `a\n"b`, -1}, {`R"x()")x"`, `)"`, -1}, {`"a\q"`, "a", 2}, {`"\ud800"`, "", 1}, {`"open`, "", 0}, {`"`, "", 0}, {`R"(`, "", 0},
	} {
		if value, bad := Unquote(c.text); value != c.value || bad != c.bad {
			t.Errorf("%s: %q %d", c.text, value, bad)
		}
	}
}

func TestCharValue(t *testing.T) {
	for _, c := range []struct {
		text  string
		value uint32
		bad   int
	}{
		{`'a'`, 'a', -1}, {`'世'`, '世', -1}, {`'\n'`, '\n', -1}, {`'\''`, '\'', -1}, {`'\377'`, 255, -1}, {`'\xFEDC1234'`, 0xFEDC1234, -1},
		{`'\x{7f}'`, 0x7f, -1}, {`'\u{00fefefefe}'`, 0xfefefefe, -1}, {`'\U12345678'`, 0x12345678, -1}, {`'\uabcd'`, 0xabcd, -1},
		{`''`, 0, 0}, {`'ab'`, 0, 0}, {`'\q'`, 0, 1}, {`'\x'`, 0, 1}, {`'\x{}'`, 0, 1}, {`'\x100000000'`, 0, 1}, {`'\u12'`, 0, 1}, {`'\nn'`, 0, 0}, {`'a`, 0, 0},
	} {
		if value, bad := CharValue(c.text); value != c.value || bad != c.bad {
			t.Errorf("%s: %#x %d", c.text, value, bad)
		}
	}
	for suffix, want := range map[string]bool{"": true, "uLL": true, "LLu": true, "Ll": false, "lLu": false, "uz": true, "uu": false, "f": false} {
		if IsIntSuffix(suffix) != want {
			t.Errorf("suffix %q", suffix)
		}
	}
}
