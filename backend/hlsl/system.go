package hlsl

import (
	"slices"

	"slc/backend/text"
	"slc/frontend/diag"
	"slc/lower/ir"
)

// systemRow is how HLSL gives a system value: as an argument of the entry point
// with a semantic, or as an expression.
type systemRow struct {
	semantic string
	name     string
	expr     string // if there is no semantic
	helper   string
}

// numberWaves is the helper that numbers the waves of a workgroup, called where an entry
// point starts. HLSL does not say which invocations make a wave, so an index computed from
// SV_GroupIndex could be that of two waves: each wave takes a ticket instead.
const numberWaves = "slc_number_waves"

var systems = [ir.NumSystemValues]systemRow{
	ir.DispatchThreadID: {semantic: "SV_DispatchThreadID", name: "dispatchThreadID"},
	ir.GroupID:          {semantic: "SV_GroupID", name: "groupID"},
	ir.GroupThreadID:    {semantic: "SV_GroupThreadID", name: "groupThreadID"},
	ir.GroupIndex:       {semantic: "SV_GroupIndex", name: "groupIndex"},
	ir.NumWorkgroups:    {},
	ir.LaneIndex:        {expr: "WaveGetLaneIndex()"},
	ir.LaneCount:        {expr: "WaveGetLaneCount()"},
	ir.WaveIndex:        {expr: "slc_wave_index", helper: numberWaves},
	ir.NumWaves:         {expr: "slc_num_waves", helper: numberWaves},
	ir.LaneEqMask:       {expr: "slc_lane_eq_mask()", helper: "slc_lane_eq_mask"},
	ir.LaneGeMask:       {expr: "slc_lane_all_mask() & ~slc_lane_lt_mask()", helper: "slc_lane_all_mask"},
	ir.LaneGtMask:       {expr: "slc_lane_all_mask() & ~(slc_lane_lt_mask() | slc_lane_eq_mask())", helper: "slc_lane_all_mask"},
	ir.LaneLeMask:       {expr: "slc_lane_lt_mask() | slc_lane_eq_mask()", helper: "slc_lane_lt_mask"},
	ir.LaneLtMask:       {expr: "slc_lane_lt_mask()", helper: "slc_lane_lt_mask"},
}

// SystemNeeds lists the arguments of the entry point that in needs.
func (e *emitter) SystemNeeds(in *ir.Instr) []ir.SystemValue {
	s, ok := text.SystemIn(in)
	if !ok {
		return nil
	}
	return []ir.SystemValue{s}
}

// SystemName is the default name of an argument.
func (e *emitter) SystemName(s ir.SystemValue) string { return systems[s].name }

// SystemIsName reports whether s is an argument of the entry point or a variable.
func (e *emitter) SystemIsName(s ir.SystemValue) bool {
	return systems[s].semantic != "" || systems[s].helper == numberWaves
}

// System spells a system value.
func (e *emitter) System(f *text.Func, in *ir.Instr) text.Expr {
	s, _ := text.SystemIn(in)
	row := &systems[s]
	switch {
	case row.semantic != "":
		return text.Atom(f.Hidden(text.Need{System: s}))
	case row.expr == "":
		e.lacks(diag.TargetUnsupported, in.Span, "system value for the number of workgroups; pass it in a buffer")
		return text.Atom("0")
	}
	f.UseHelper(row.helper)
	if row.helper == numberWaves {
		return text.Atom(row.expr)
	}
	return text.Template(row.expr, nil)
}

// numbersWaves reports whether an entry point, or what it calls, asks for the index or number
// of waves.
func (e *emitter) numbersWaves(en *ir.Entry) bool {
	return slices.ContainsFunc(e.u.AllNeeds(en.Func), func(n text.Need) bool {
		return n.Resource == nil && n.Var == nil && systems[n.System].helper == numberWaves
	})
}

// Hidden lets only the arguments of entry points be passed on: everything else is
// global in HLSL.
func (e *emitter) Hidden(n text.Need) bool {
	return n.Resource == nil && n.Var == nil && systems[n.System].semantic != ""
}

// HiddenParam declares the parameter for a system value.
func (e *emitter) HiddenParam(f *text.Func, n text.Need, name string) string {
	return e.Type(n.System.Type()) + " " + name
}
