package interp

import (
	"slc/lower/ir"
	"slc/sema/types"
)

// Derivatives: differences of floats within quads of invocations, as SPV_NV_compute_shader_derivatives forms them: four in a row, or two by two
// of the first dimensions of the workgroup. Those that are not coarse are fine: the differences of the own row or column.

// derivative is the difference along an axis: 0 is x.
func derivative(axis int, coarse bool) waveFn {
	return eachLane(func(w waveArgs, lanes []*inv, v *inv) []uint64 {
		low, step := quadPair(v, axis, coarse)
		a, b := laneOf(lanes, low), laneOf(lanes, low+step)
		out := make([]uint64, w.n)
		if a == nil || b == nil { // not all of the quad take part: undefined
			return out
		}
		for i := range out {
			out[i] = fromFloat(types.KFloat, toFloat(types.KFloat, b.r[w.a+i])-toFloat(types.KFloat, a.r[w.a+i]))
		}
		return out
	})
}

// quadPair is the lower lane of the pair of a quad that differs along the axis, and how far the other is from it.
func quadPair(v *inv, axis int, coarse bool) (low, step int) {
	e := v.run.p.entry
	row := 2 // lanes from a row of the quad to the next
	at := [2]int{v.lane & 1, v.lane >> 1 & 1}
	if e.DerivativeGroup == "quads" {
		row = max(e.NumThreads[0], 1)
		t := threadID(e, v.index)
		at = [2]int{t[0] & 1, t[1] & 1}
	}
	first := v.lane - at[0] - at[1]*row // of the quad
	if axis == 0 {
		if coarse {
			return first, 1
		}
		return first + at[1]*row, 1
	}
	if coarse {
		return first, row
	}
	return first + at[0], row
}

// wholeQuads reports whether each quad of the entry point lies in one wave.
func wholeQuads(e *ir.Entry, wave int) bool {
	x, y := max(e.NumThreads[0], 1), max(e.NumThreads[1], 1)
	return e.DerivativeGroup != "quads" || wave%(2*x) == 0 || x*y*max(e.NumThreads[2], 1) <= wave
}
