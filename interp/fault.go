package interp

import (
	"fmt"

	"slc/lower/ir"
)

// faultLog keeps one fault an instruction and kind, in the order of first occurrence.
type faultLog struct {
	list []Fault
	at   map[faultKey]int
}

type faultKey struct {
	in   *ir.Instr
	kind FaultKind
}

func (v *inv) fault(kind FaultKind, in *ir.Instr, message string) {
	l := &v.run.faults
	k := faultKey{in, kind}
	if i, ok := l.at[k]; ok {
		l.list[i].Count++
		return
	}
	if l.at == nil {
		l.at = map[faultKey]int{}
	}
	l.at[k] = len(l.list)
	l.list = append(l.list, Fault{kind, v.run.place(in), v.who(), message, 1})
}

func (v *inv) outOfBounds(in *ir.Instr, i, count int) {
	if _, seen := v.run.faults.at[faultKey{in, OutOfBounds}]; seen {
		v.fault(OutOfBounds, in, "")
		return
	}
	if count < 0 { // a buffer: its length in elements is not known here
		v.fault(OutOfBounds, in, fmt.Sprintf("index %d is negative", i))
		return
	}
	v.fault(OutOfBounds, in, fmt.Sprintf("index %d, the length is %d", i, count))
}

// outside reports an access beyond the end of a memory.
func (v *inv) outside(s *site, m *memory, off uint64) {
	if _, seen := v.run.faults.at[faultKey{s.in, OutOfBounds}]; seen {
		v.fault(OutOfBounds, s.in, "")
		return
	}
	v.fault(OutOfBounds, s.in, fmt.Sprintf("bytes %d to %d of %s, which has %d", off, off+uint64(s.size), m.name, len(m.data)))
}

func (r *run) place(in *ir.Instr) Place {
	p := Place{Span: in.Span}
	if r.p.cfg.Sources != nil && in.Span.IsValid() {
		p.At = r.p.cfg.Sources.Locate(in.Span.Start)
	}
	return p
}

// who names an invocation.
func (v *inv) who() Invocation {
	return Invocation{Group: v.grp.id, Thread: threadID(v.run.p.entry, v.index), Wave: v.wave.index, Lane: v.lane}
}

// threadID is SV_GroupThreadID of the invocation with that SV_GroupIndex.
func threadID(e *ir.Entry, index int) [3]int {
	x, y := max(e.NumThreads[0], 1), max(e.NumThreads[1], 1)
	return [3]int{index % x, index / x % y, index / (x * y)}
}
