// Package pass holds the IR-to-IR passes, one a file, and the pipeline that orders them.
package pass

import "slc/lower/ir"

// Pass is one transformation of a module.
type Pass struct {
	Name  string
	Level int // lowest -O level that runs it
	Why   string
	Run   func(*ir.Func) bool // reports whether it changed the function
}

// Pipeline is the order of the passes; Why gives the reason for each one's place.
func Pipeline() []Pass {
	return []Pass{
		{"forward", 1, "first: what it makes of loads, fold sees as operands", forward},
		{"fold", 1, "after forward, whose values may be constants", fold},
		{"dce", 1, "last: it removes what the others left unused", dce},
	}
}

// Run applies the pipeline to a module.
func Run(m *ir.Module, level int) {
	for _, p := range Pipeline() {
		if p.Level > level {
			continue
		}
		for _, f := range m.Funcs {
			p.Run(f)
		}
	}
}
