package metal

import (
	"slc/backend/text"
	"slc/lower/ir"
)

// systemRow is how MSL gives a system value: as an argument of the kernel with
// an attribute, or as an expression of others.
type systemRow struct {
	attribute string
	name      string
	expr      string
	helper    string
}

var systems = [ir.NumSystemValues]systemRow{
	ir.DispatchThreadID: {attribute: "thread_position_in_grid", name: "dispatchThreadID"},
	ir.GroupID:          {attribute: "threadgroup_position_in_grid", name: "groupID"},
	ir.GroupThreadID:    {attribute: "thread_position_in_threadgroup", name: "groupThreadID"},
	ir.GroupIndex:       {attribute: "thread_index_in_threadgroup", name: "groupIndex"},
	ir.NumWorkgroups:    {attribute: "threadgroups_per_grid", name: "numGroups"},
	ir.LaneIndex:        {attribute: "thread_index_in_simdgroup", name: "laneIndex"},
	ir.LaneCount:        {attribute: "threads_per_simdgroup", name: "laneCount"},
	ir.WaveIndex:        {attribute: "simdgroup_index_in_threadgroup", name: "waveIndex"},
	ir.NumWaves:         {attribute: "simdgroups_per_threadgroup", name: "numWaves"},
	ir.LaneEqMask:       {expr: "slc_lanes(1ul << $0)", helper: "slc_lanes"},
	ir.LaneGeMask:       {expr: "slc_lanes((~0ul << $0) & (~0ul >> (64u - $1)))", helper: "slc_lanes"},
	ir.LaneGtMask:       {expr: "slc_lanes((~0ul << $0 << 1) & (~0ul >> (64u - $1)))", helper: "slc_lanes"},
	ir.LaneLeMask:       {expr: "slc_lanes(~(~0ul << $0 << 1))", helper: "slc_lanes"},
	ir.LaneLtMask:       {expr: "slc_lanes(~(~0ul << $0))", helper: "slc_lanes"},
}

// SystemNeeds lists the arguments of the kernel that in needs.
func (e *emitter) SystemNeeds(in *ir.Instr) []ir.SystemValue {
	s, ok := text.SystemIn(in)
	switch {
	case ok && systems[s].attribute != "":
		return []ir.SystemValue{s}
	case ok: // the masks
		return []ir.SystemValue{ir.LaneIndex, ir.LaneCount}
	case in.Op == ir.OpIntrinsic && intrinsics[in.Intrinsic].lane:
		return []ir.SystemValue{ir.LaneIndex}
	}
	return nil
}

// SystemName is the default name of an argument.
func (e *emitter) SystemName(s ir.SystemValue) string { return systems[s].name }

// SystemIsName reports whether s is an argument of the kernel.
func (e *emitter) SystemIsName(s ir.SystemValue) bool { return systems[s].attribute != "" }

// System spells a system value.
func (e *emitter) System(f *text.Func, in *ir.Instr) text.Expr {
	s, _ := text.SystemIn(in)
	row := &systems[s]
	if row.attribute != "" {
		return text.Atom(f.Hidden(text.Need{System: s}))
	}
	f.UseHelper(row.helper)
	return text.Template(row.expr, []text.Expr{text.Atom(f.Hidden(text.Need{System: ir.LaneIndex})),
		text.Atom(f.Hidden(text.Need{System: ir.LaneCount}))})
}
