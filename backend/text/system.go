package text

import (
	"slc/lower/ir"
	"slc/sema/builtin"
)

// SystemOf maps the wave queries among the intrinsics to system values.
func SystemOf(op builtin.Op) (ir.SystemValue, bool) {
	switch op {
	case builtin.OpWaveLaneIndex:
		return ir.LaneIndex, true
	case builtin.OpWaveLaneCount:
		return ir.LaneCount, true
	case builtin.OpWaveIndex:
		return ir.WaveIndex, true
	case builtin.OpWaveNumWaves:
		return ir.NumWaves, true
	case builtin.OpWaveLaneEqMask:
		return ir.LaneEqMask, true
	case builtin.OpWaveLaneGeMask:
		return ir.LaneGeMask, true
	case builtin.OpWaveLaneGtMask:
		return ir.LaneGtMask, true
	case builtin.OpWaveLaneLeMask:
		return ir.LaneLeMask, true
	case builtin.OpWaveLaneLtMask:
		return ir.LaneLtMask, true
	}
	return 0, false
}

// SystemIn returns the system value that an instruction asks for.
func SystemIn(in *ir.Instr) (ir.SystemValue, bool) {
	switch in.Op {
	case ir.OpSystem:
		return in.System, true
	case ir.OpIntrinsic:
		return SystemOf(in.Intrinsic)
	}
	return 0, false
}
