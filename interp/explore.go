package interp

import (
	"crypto/sha256"
	"encoding/binary"

	"slc/lower/ir"
)

// Outcome is a distinct result of a dispatch: the buffers and whether there was a race, a
// deadlock or a fault.
type Outcome struct {
	Count  int
	Seed   uint64  // the first seed that gave it
	Result *Result // of that seed
}

// Summary is what came of many schedules.
type Summary struct {
	Schedules int
	Outcomes  []Outcome // in the order of discovery
	Steps     uint64
}

// Explore runs the dispatch with the seeds cfg.Seed, cfg.Seed+1, … and gathers the
// distinct outcomes.
func Explore(m *ir.Module, entry *ir.Entry, cfg Config, schedules int) (*Summary, error) {
	p, err := prepare(m, entry, cfg)
	if err != nil {
		return nil, err
	}
	s := &Summary{Schedules: schedules}
	seen := map[[sha256.Size]byte]int{}
	for i := range uint64(schedules) {
		res, err := p.run(cfg.Seed + i)
		if err != nil {
			return nil, err
		}
		s.Steps += res.Steps
		k := res.digest()
		at, ok := seen[k]
		if !ok {
			at = len(s.Outcomes)
			seen[k] = at
			s.Outcomes = append(s.Outcomes, Outcome{Seed: cfg.Seed + i, Result: res})
		}
		s.Outcomes[at].Count++
	}
	return s, nil
}

// digest tells results apart.
func (r *Result) digest() (sum [sha256.Size]byte) {
	h := sha256.New()
	number := func(n int) { h.Write(binary.LittleEndian.AppendUint64(nil, uint64(n))) }
	for _, b := range r.Buffers {
		number(len(b.Data))
		h.Write(b.Data)
	}
	number(int(truth(r.Deadlock != nil)))
	number(int(truth(len(r.Races) > 0)))
	for _, f := range r.Faults {
		number(int(f.Kind))
		number(int(f.Place.Span.Start))
	}
	h.Sum(sum[:0])
	return sum
}
