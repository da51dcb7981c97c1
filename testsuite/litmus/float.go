package litmus

import (
	"math"
	"strings"

	"slc"
	"slc/backend/spirv/binary"
)

// floatRows: atomics on floats carry orders as others do, as instructions of their own and as loops
// around a compare-exchange on the bits.
func floatRows() []row {
	const release, acquire = "FLAG.store(7, MemoryOrder.Release)", "FLAG.load(MemoryOrder.Acquire)"
	var out []row
	for _, op := range rmws {
		switch op.name {
		case "add", "sub", "min", "max":
		default:
			continue
		}
		for _, p := range payloads[:2] {
			for _, loop := range []bool{false, true} {
				out = append(out, floatRow(op.name+" Release", p, op.call("MemoryOrder.Release"), acquire, op.before, true, loop),
					floatRow(op.name+" Acquire", p, release, op.call("MemoryOrder.Acquire"), 0, false, loop))
			}
		}
	}
	return out
}

func floatRow(name string, p payload, release, acquire string, before int64, releases, loop bool) row {
	f := flagKinds[0]
	r := passingRow("float "+name, f, p, release, acquire, before, releases)
	r.text = strings.ReplaceAll(r.text, "<Atomic<uint>> flag", "<Atomic<float>> flag")
	if before != 0 {
		r.launch.Initial[f.initialName()] = int64(math.Float32bits(float32(before)))
	}
	if loop {
		r.name += ", as a loop"
		r.options.FloatAtomics = slc.FloatAtomicsCAS
		r.weaker = weakerPassing(f, p, ops(0, binary.OpAtomicCompareExchange), releases, false)
	}
	return r
}
