package litmus

import (
	"slices"
	"testing"

	"slc"
)

func hlslRows() []textRow {
	return slices.Concat(hlslPassing(), textRelaxed(slc.HLSL), textBarriers(slc.HLSL), textSeqCst(slc.HLSL, ""), textScopes(slc.HLSL))
}

func metalRows() []textRow {
	return slices.Concat(metalPassing(), textRelaxed(slc.Metal), textBarriers(slc.Metal), textSeqCst(slc.Metal, ""),
		textSeqCst(slc.Metal, "metal_4_1"), textScopes(slc.Metal))
}

// TestMetalRows proves every row of lowering.md §4 on the text that is emitted.
func TestMetalRows(t *testing.T) {
	for _, r := range metalRows() {
		t.Run(r.name, func(t *testing.T) { r.prove(t) })
	}
}

// TestHLSLRows proves every row of lowering.md §3 on the text that is emitted.
func TestHLSLRows(t *testing.T) {
	for _, r := range hlslRows() {
		t.Run(r.name, func(t *testing.T) { r.prove(t) })
	}
}

// TestTextContracts: every clause of §3 and §4 is proved by rows, and every row belongs to
// a clause.
func TestTextContracts(t *testing.T) {
	for _, c := range []struct {
		contract []clause
		rows     []textRow
	}{{hlslContract, hlslRows()}, {metalContract, metalRows()}} {
		var names []string
		for _, r := range c.rows {
			if slices.Contains(names, r.name) {
				t.Errorf("two rows %q", r.name)
			}
			names = append(names, r.name)
		}
		checkContract(t, c.contract, names)
	}
}
