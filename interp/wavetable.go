package interp

import (
	"math/bits"
	"sync"

	"slc/sema/builtin"
)

// waveTable is one row a wave operation that is no reduction.
var waveTable = sync.OnceValue(func() map[builtin.Op]waveFn {
	quad := func(flip int) waveFn { return from(func(_ waveArgs, v *inv) int { return v.lane ^ flip }) }
	return map[builtin.Op]waveFn{
		builtin.OpWaveIsFirstLane: eachLane(func(_ waveArgs, lanes []*inv, v *inv) []uint64 { return []uint64{truth(v == lanes[0])} }),
		builtin.OpWaveActiveMask:  same(func(_ waveArgs, lanes []*inv) []uint64 { m := ballot(lanes, everyone); return m[:] }),
		builtin.OpWaveActiveMask32: same(func(_ waveArgs, lanes []*inv) []uint64 {
			m := ballot(lanes, everyone)
			return m[:1]
		}),
		builtin.OpWaveBallot:   same(func(w waveArgs, lanes []*inv) []uint64 { m := ballot(lanes, holds(w)); return m[:] }),
		builtin.OpWaveBallot32: same(func(w waveArgs, lanes []*inv) []uint64 { m := ballot(lanes, holds(w)); return m[:1] }),
		builtin.OpWaveCountBits: same(func(w waveArgs, lanes []*inv) []uint64 {
			m := ballot(lanes, holds(w))
			return []uint64{popCount(m[:])}
		}),
		builtin.OpWaveAllTrue: same(func(w waveArgs, lanes []*inv) []uint64 {
			return []uint64{truth(ballot(lanes, holds(w)) == ballot(lanes, everyone))}
		}),
		builtin.OpWaveAnyTrue: same(func(w waveArgs, lanes []*inv) []uint64 {
			return []uint64{truth(ballot(lanes, holds(w)) != [4]uint64{})}
		}),
		builtin.OpWaveAllEqual: same(func(w waveArgs, lanes []*inv) []uint64 {
			all := true
			for _, v := range lanes {
				all = all && equal(w, v, lanes[0])
			}
			return []uint64{truth(all)}
		}),
		builtin.OpWavePrefixCountBits: eachLane(func(w waveArgs, lanes []*inv, v *inv) []uint64 { return votes(w, lanes, v, false) }),
		builtin.OpWaveMultiPrefixCountBits: eachLane(func(w waveArgs, lanes []*inv, v *inv) []uint64 {
			return votes(w, lanes, v, true)
		}),
		builtin.OpWaveReadLaneFirst: same(func(w waveArgs, lanes []*inv) []uint64 {
			return append([]uint64(nil), lanes[0].r[w.a:w.a+w.m]...)
		}),
		builtin.OpWaveReadLaneAt:  from(func(w waveArgs, v *inv) int { return laneNumber(v.r[w.b]) }),
		builtin.OpWaveBroadcast:   from(func(w waveArgs, v *inv) int { return laneNumber(v.r[w.b]) }),
		builtin.OpWaveShuffle:     from(func(w waveArgs, v *inv) int { return laneNumber(v.r[w.b]) }),
		builtin.OpWaveShuffleXor:  from(func(w waveArgs, v *inv) int { return v.lane ^ laneNumber(v.r[w.b]) }),
		builtin.OpWaveShuffleUp:   from(func(w waveArgs, v *inv) int { return v.lane - laneNumber(v.r[w.b]) }),
		builtin.OpWaveShuffleDown: from(func(w waveArgs, v *inv) int { return v.lane + laneNumber(v.r[w.b]) }),
		builtin.OpWaveRotate:      from(func(w waveArgs, v *inv) int { return (v.lane + laneNumber(v.r[w.b])) & (v.run.p.wave - 1) }),
		builtin.OpWaveClusteredRotate: from(func(w waveArgs, v *inv) int {
			size := max(laneNumber(v.r[w.c]), 1)
			return v.lane/size*size + (v.lane+laneNumber(v.r[w.b]))%size
		}),
		builtin.OpWaveMatch:   eachLane(func(w waveArgs, lanes []*inv, v *inv) []uint64 { m := match(w, lanes, v); return m[:] }),
		builtin.OpWaveMatch32: eachLane(func(w waveArgs, lanes []*inv, v *inv) []uint64 { m := match(w, lanes, v); return m[:1] }),

		builtin.OpWaveInverseBallot: eachLane(func(w waveArgs, _ []*inv, v *inv) []uint64 {
			return []uint64{truth(bitOf(v.r[w.a:w.a+4], v.lane))}
		}),
		builtin.OpWaveBallotBitExtract: eachLane(func(w waveArgs, _ []*inv, v *inv) []uint64 {
			return []uint64{truth(bitOf(v.r[w.a:w.a+4], int(v.r[w.b]&127)))}
		}),
		builtin.OpWaveBallotBitCount:  ballotCount(func(lane, me int) bool { return true }),
		builtin.OpWaveBallotInclusive: ballotCount(func(lane, me int) bool { return lane <= me }),
		builtin.OpWaveBallotExclusive: ballotCount(func(lane, me int) bool { return lane < me }),
		builtin.OpWaveBallotFindLSB: eachLane(func(w waveArgs, _ []*inv, v *inv) []uint64 {
			for l := range v.run.p.wave {
				if bitOf(v.r[w.a:w.a+4], l) {
					return []uint64{uint64(l)}
				}
			}
			return []uint64{none}
		}),
		builtin.OpWaveBallotFindMSB: eachLane(func(w waveArgs, _ []*inv, v *inv) []uint64 {
			for l := v.run.p.wave - 1; l >= 0; l-- {
				if bitOf(v.r[w.a:w.a+4], l) {
					return []uint64{uint64(l)}
				}
			}
			return []uint64{none}
		}),

		builtin.OpDdx:       derivative(0, false),
		builtin.OpDdy:       derivative(1, false),
		builtin.OpDdxFine:   derivative(0, false),
		builtin.OpDdyFine:   derivative(1, false),
		builtin.OpDdxCoarse: derivative(0, true),
		builtin.OpDdyCoarse: derivative(1, true),

		builtin.OpQuadReadAt:             from(func(w waveArgs, v *inv) int { return v.lane&^3 | laneNumber(v.r[w.b])&3 }),
		builtin.OpQuadReadAcrossX:        quad(1),
		builtin.OpQuadReadAcrossY:        quad(2),
		builtin.OpQuadReadAcrossDiagonal: quad(3),
		builtin.OpQuadAny:                eachLane(func(w waveArgs, lanes []*inv, v *inv) []uint64 { return []uint64{truth(quadVotes(w, lanes, v) > 0)} }),
		builtin.OpQuadAll: eachLane(func(w waveArgs, lanes []*inv, v *inv) []uint64 {
			all := waveArgs{a: w.a}
			n := 0
			for _, y := range lanes {
				if y.lane&^3 == v.lane&^3 {
					n++
				}
			}
			return []uint64{truth(quadVotes(all, lanes, v) == n)}
		}),
	}
})

// laneNumber reads a lane operand; what is no lane of any wave stays none.
func laneNumber(x uint64) int {
	if int64(x) < 0 || x > 1<<16 {
		return 1 << 16
	}
	return int(x)
}

func popCount(mask []uint64) uint64 {
	n := 0
	for _, m := range mask {
		n += bits.OnesCount32(uint32(m))
	}
	return uint64(n)
}

func match(w waveArgs, lanes []*inv, v *inv) [4]uint64 {
	return ballot(lanes, func(y *inv) bool { return equal(w, v, y) })
}

func quadVotes(w waveArgs, lanes []*inv, v *inv) int {
	n := 0
	for _, y := range lanes {
		if y.lane&^3 == v.lane&^3 && y.r[w.a] != 0 {
			n++
		}
	}
	return n
}

// ballotCount counts the bits of a ballot; bits beyond the wave do not count.
func ballotCount(in func(lane, me int) bool) waveFn {
	return eachLane(func(w waveArgs, _ []*inv, v *inv) []uint64 {
		n := uint64(0)
		for l := range v.run.p.wave {
			if in(l, v.lane) && bitOf(v.r[w.a:w.a+4], l) {
				n++
			}
		}
		return []uint64{n}
	})
}
