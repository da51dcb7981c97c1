package hlsl

import (
	"fmt"

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
	needs    []ir.SystemValue
}

var systems = [ir.NumSystemValues]systemRow{
	ir.DispatchThreadID: {semantic: "SV_DispatchThreadID", name: "dispatchThreadID"},
	ir.GroupID:          {semantic: "SV_GroupID", name: "groupID"},
	ir.GroupThreadID:    {semantic: "SV_GroupThreadID", name: "groupThreadID"},
	ir.GroupIndex:       {semantic: "SV_GroupIndex", name: "groupIndex"},
	ir.NumWorkgroups:    {},
	ir.LaneIndex:        {expr: "WaveGetLaneIndex()"},
	ir.LaneCount:        {expr: "WaveGetLaneCount()"},
	ir.WaveIndex:        {expr: "$0 / WaveGetLaneCount()", needs: []ir.SystemValue{ir.GroupIndex}},
	ir.NumWaves:         {expr: "($0 + WaveGetLaneCount() - 1u) / WaveGetLaneCount()"},
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
	if systems[s].semantic != "" {
		return []ir.SystemValue{s}
	}
	return systems[s].needs
}

// SystemName is the default name of an argument.
func (e *emitter) SystemName(s ir.SystemValue) string { return systems[s].name }

// SystemIsName reports whether s is an argument of the entry point.
func (e *emitter) SystemIsName(s ir.SystemValue) bool { return systems[s].semantic != "" }

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
	var arg text.Expr
	if s == ir.NumWaves {
		n := e.m.Entries[0].NumThreads
		for _, en := range e.m.Entries[1:] {
			if en.NumThreads != n {
				e.diags.Report(diag.NotSupported, in.Span, "the number of waves in an output whose entry points differ in size is not supported for HLSL yet")
				break
			}
		}
		arg = text.Atom(fmt.Sprintf("%du", n[0]*n[1]*n[2]))
	} else if len(row.needs) > 0 {
		arg = text.Atom(f.Hidden(text.Need{System: row.needs[0]}))
	}
	return text.Template(row.expr, []text.Expr{arg})
}

// Hidden lets only system values be passed on: resources and variables are
// global in HLSL.
func (e *emitter) Hidden(n text.Need) bool { return n.Resource == nil && n.Var == nil }

// HiddenParam declares the parameter for a system value.
func (e *emitter) HiddenParam(f *text.Func, n text.Need, name string) string {
	return e.Type(n.System.Type()) + " " + name
}
