//go:build !race

package preproc

const raceEnabled = false
