package litmus

import "testing"

func hlslRows() []textRow { return hlslPassing() }

// TestHLSLRows proves every row of lowering.md §3 on the text that is emitted.
func TestHLSLRows(t *testing.T) {
	for _, r := range hlslRows() {
		t.Run(r.name, func(t *testing.T) { r.prove(t) })
	}
}
