// Package interp runs the compiler's IR on the CPU: a whole dispatch, each
// invocation an agent of its own under a seeded scheduler that can switch at every
// memory operation.
//
// # Machine
//
// A function is compiled to a list of closures; an invocation has a program counter, a
// stack of frames and one flat stack of 64-bit slots. Wave operations and barriers
// block an invocation. The lanes of a wave reconverge as the structure of the control flow says:
// an operation of the wave takes place when every lane that can still reach this very
// instance of it (same path of regions and iterations) has arrived (converge.go).
//
// # Memory
//
// Memory is bytes. In the Interleaving model an access sees the last write. With
// Config.Race, vector clocks hold what happens before what, by the meaning that
// lower/memory.go gave each operation: order, scope and spaces (clock.go, sync.go, race.go;
// lowering.md §1). In the Weak model a load may return any value that coherence and
// happens-before allow (weak.go).
//
// # Limits
//
// The weak model has stale reads, store buffering, and writes that find a place before ones already made; it does
// not let a load see a write that its own invocation's later store leads to (load buffering), and it remembers
// the last 32 writes of eight bytes or so. Images have one level and one sample, their texels are those of
// the view's element type whatever the format; samplers are not there. Transcendental functions are those of
// binary64, rounded. Workgroups beyond Config.Resident start when others end.
//
// Equal inputs, options and seed give equal results on every machine.
package interp
