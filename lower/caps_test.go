package lower

import (
	"testing"

	"slc/sema/builtin"
	"slc/sema/types"
)

// TestCaps: every row of the capability table, by the operations that it decides. The letters say
// how load, store, exchange, compareExchange, add, sub, increment, decrement, and, or,
// xor, min, max are carried out: n natively, u on the bits, l by a loop, - not at all.
func TestCaps(t *testing.T) {
	rows := []struct {
		target  Target
		version int
		elem    *types.Scalar
		space   types.Space
		cas     bool
		unused  bool
		want    string
	}{
		{SPIRV, 0, types.Uint, types.SpaceBuffer, false, false, "nnnnnnnnnnnnn"},
		{SPIRV, 0, types.Int64, types.SpaceGroupshared, false, false, "nnnnnnnnnnnnn"},
		{SPIRV, 0, types.Uint64, types.SpaceImage, true, false, "nnnnnnnnnnnnn"},
		{SPIRV, 0, types.Float, types.SpaceBuffer, false, false, "nnnunn-----nn"},
		{SPIRV, 0, types.Float, types.SpacePhysical, true, false, "nnnull-----ll"},
		{SPIRV, 0, types.Double, types.SpaceGroupshared, false, false, "nnnunn-----nn"},
		{SPIRV, 0, types.Half, types.SpaceBuffer, false, false, "nnn-nn-----nn"},
		{SPIRV, 0, types.Half, types.SpaceBuffer, true, false, "nnn----------"},
		{SPIRV, 0, types.Uint16, types.SpaceBuffer, false, false, "-------------"},

		{HLSL, 60, types.Int, types.SpaceGroupshared, false, false, "nnnnnnnnnnnnn"},
		{HLSL, 66, types.Uint64, types.SpaceBuffer, false, false, "nnnnnnnnnnnnn"},
		{HLSL, 65, types.Int64, types.SpaceBuffer, false, true, "-------------"},
		{HLSL, 60, types.Float, types.SpaceImage, false, false, "uuuull-----ll"},
		{HLSL, 66, types.Double, types.SpaceBuffer, false, false, "uuuull-----ll"},
		{HLSL, 65, types.Double, types.SpaceBuffer, false, false, "-------------"},
		{HLSL, 66, types.Half, types.SpaceBuffer, false, false, "-------------"},

		{Metal, 204, types.Uint, types.SpaceBuffer, false, false, "nnnnnnnnnnnnn"},
		{Metal, 204, types.Int, types.SpaceGroupshared, false, false, "nnnnnnnnnnnnn"},
		{Metal, 300, types.Uint, types.SpaceImage, false, false, "-------------"},
		{Metal, 301, types.Uint, types.SpaceImage, false, false, "nnnnnnnnnnnnn"},
		{Metal, 302, types.Uint64, types.SpaceBuffer, false, false, "-------------"},
		{Metal, 302, types.Uint64, types.SpaceBuffer, false, true, "-----------nn"},
		{Metal, 302, types.Uint64, types.SpaceGroupshared, false, true, "-------------"},
		{Metal, 302, types.Int64, types.SpaceBuffer, false, true, "-------------"},
		{Metal, 302, types.Float, types.SpaceBuffer, false, false, "nnnunn-----ll"},
		{Metal, 302, types.Float, types.SpaceBuffer, true, false, "nnnull-----ll"},
		{Metal, 204, types.Float, types.SpaceBuffer, false, false, "uuuull-----ll"},
		{Metal, 302, types.Float, types.SpaceGroupshared, false, false, "uuuull-----ll"},
		{Metal, 401, types.Float, types.SpaceGroupshared, false, false, "nnnunl-----ll"},
		{Metal, 302, types.Float, types.SpaceImage, false, false, "uuuull-----ll"},
		{Metal, 302, types.Half, types.SpaceBuffer, false, false, "-------------"},
		{Metal, 302, types.Double, types.SpaceBuffer, false, false, "-------------"},
	}
	for _, r := range rows {
		c := CapsFor(r.target, r.version)
		c.FloatCAS = r.cas
		got := ""
		for op := builtin.AtomicOp(0); op < builtin.NumAtomicOps; op++ {
			got += string("-nul"[c.Atomic(op, r.elem, r.space, !r.unused)])
		}
		if got != r.want {
			t.Errorf("%s %d, %s in %s (cas %v, unused %v): %s, want %s", r.target, c.Version, r.elem, r.space, r.cas, r.unused, got, r.want)
		}
	}
}
