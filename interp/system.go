package interp

import (
	"slc/lower/ir"
	"slc/sema/builtin"
	"sync"
)

// systemTable says how an invocation knows each built-in input; a vector is filled
// from the first slot on.
var systemTable = [ir.NumSystemValues]func(v *inv, out []uint64){
	ir.DispatchThreadID: func(v *inv, out []uint64) {
		e, t := v.run.p.entry, threadID(v.run.p.entry, v.index)
		for i := range out {
			out[i] = uint64(uint32(v.grp.id[i]*max(e.NumThreads[i], 1) + t[i]))
		}
	},
	ir.GroupID: func(v *inv, out []uint64) { put3(out, v.grp.id) },
	ir.GroupThreadID: func(v *inv, out []uint64) {
		put3(out, threadID(v.run.p.entry, v.index))
	},
	ir.GroupIndex:    func(v *inv, out []uint64) { out[0] = uint64(v.index) },
	ir.NumWorkgroups: func(v *inv, out []uint64) { put3(out, v.run.p.cfg.Groups) },
	ir.LaneIndex:     func(v *inv, out []uint64) { out[0] = uint64(v.lane) },
	ir.LaneCount:     func(v *inv, out []uint64) { out[0] = uint64(v.run.p.wave) },
	ir.WaveIndex:     func(v *inv, out []uint64) { out[0] = uint64(v.wave.index) },
	ir.NumWaves:      func(v *inv, out []uint64) { out[0] = uint64(len(v.grp.waves)) },
	ir.LaneEqMask:    func(v *inv, out []uint64) { laneMask(v, out, func(l, me int) bool { return l == me }) },
	ir.LaneGeMask:    func(v *inv, out []uint64) { laneMask(v, out, func(l, me int) bool { return l >= me }) },
	ir.LaneGtMask:    func(v *inv, out []uint64) { laneMask(v, out, func(l, me int) bool { return l > me }) },
	ir.LaneLeMask:    func(v *inv, out []uint64) { laneMask(v, out, func(l, me int) bool { return l <= me }) },
	ir.LaneLtMask:    func(v *inv, out []uint64) { laneMask(v, out, func(l, me int) bool { return l < me }) },
}

// systemOfOp maps the queries that are built-in inputs too.
var systemOfOp = sync.OnceValue(func() map[builtin.Op]ir.SystemValue {
	return map[builtin.Op]ir.SystemValue{
		builtin.OpWaveLaneCount: ir.LaneCount, builtin.OpWaveLaneIndex: ir.LaneIndex,
		builtin.OpWaveNumWaves: ir.NumWaves, builtin.OpWaveIndex: ir.WaveIndex,
		builtin.OpWaveLaneEqMask: ir.LaneEqMask, builtin.OpWaveLaneGeMask: ir.LaneGeMask, builtin.OpWaveLaneGtMask: ir.LaneGtMask,
		builtin.OpWaveLaneLeMask: ir.LaneLeMask, builtin.OpWaveLaneLtMask: ir.LaneLtMask,
	}
})

func put3(out []uint64, x [3]int) {
	for i := range out {
		out[i] = uint64(x[i])
	}
}

// laneMask sets the bit of each lane of the wave for which in holds.
func laneMask(v *inv, out []uint64, in func(lane, me int) bool) {
	clear(out)
	for l := range v.run.p.wave {
		if in(l, v.lane) {
			out[l/32] |= 1 << (l % 32)
		}
	}
}

func (c *comp) system(in *ir.Instr) { c.systemValue(in, in.System) }

func (c *comp) systemValue(in *ir.Instr, s ir.SystemValue) {
	d, n, f := c.slot(in), slotsOf(in.Type), systemTable[s]
	c.emit(func(v *inv) { f(v, v.r[d:d+n]) })
}
