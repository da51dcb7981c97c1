//go:build race

package preproc

// raceEnabled says that the race detector slows everything down, about tenfold.
const raceEnabled = true
