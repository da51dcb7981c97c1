package cases

import (
	"strings"

	"slc/sema/builtin"
)

// WaveCall is a call of a row of the wave functions, on the variables "uint v" and "uint4 mask".
type WaveCall struct{ Name, Text string }

// WaveCalls are calls of every row of every wave and quad function, GLSL's included, on uint.
func WaveCalls() (calls []WaveCall) {
	builtin.FunctionNames(func(name string, _ bool) bool {
		for _, row := range builtin.Functions(name) {
			if row.Action == builtin.ActIntrinsic && builtin.IsWave(row.Op) {
				calls = append(calls, WaveCall{name, name + "(" + waveArguments(row.Sig) + ")"})
			}
		}
		return true
	})
	return calls
}

// waveArguments are arguments for the parameters of a signature. A constant is the size of a cluster or a lane: 2 is both.
func waveArguments(sig string) string {
	_, list, _ := strings.Cut(strings.TrimSuffix(sig, ")"), "(")
	if list == "" {
		return ""
	}
	var args []string
	for _, p := range strings.Split(list, ",") {
		switch kind, constant := strings.CutPrefix(p, "const "); {
		case constant:
			args = append(args, "2")
		case kind == "T":
			args = append(args, "v")
		case kind == "bool":
			args = append(args, "v > 3")
		case kind == "uint4":
			args = append(args, "mask")
		default:
			args = append(args, "uint(1)")
		}
	}
	return strings.Join(args, ", ")
}
