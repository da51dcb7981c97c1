package crosscheck

import (
	stdbinary "encoding/binary"
	"errors"
	"os"
	"strconv"
	"strings"
	"testing"

	"slc"
	"slc/interp"
	"slc/memmodel"
)

const (
	programs  = 150   // a run, unless SLC_CROSSCHECK says otherwise
	schedules = 100   // of the interpreter a program
	patience  = 20    // times as many where it is to find a race
	limit     = 4_000 // of the axioms: paths and programs
)

// TestFound compares them on the programs of seeds that once told them apart: an acquire
// that makes all its spaces visible although only one leads to it, in a fence after a barrier, in
// an atomic, and of its own object.
func TestFound(t *testing.T) {
	for _, seed := range []uint64{1367, 2206, 3076} {
		new(tally).compare(t, seed)
	}
}

// TestCrossCheck compares the interpreter and the axioms. SLC_CROSSCHECK is the number of
// programs, SLC_CROSSCHECK_SEED the first seed.
func TestCrossCheck(t *testing.T) {
	var c tally
	first := number("SLC_CROSSCHECK_SEED", 1)
	n := number("SLC_CROSSCHECK", programs)
	for seed := first; seed < first+n; seed++ {
		c.compare(t, uint64(seed))
	}
	t.Logf("%d programs: %d outcomes of the interpreter, %d states allowed, %d racy, %d races not found, %d too large",
		n, c.outcomes, c.states, c.racy, c.missed, c.large)
	if n >= programs && (c.racy == 0 || c.racy == n || c.large*10 > n) {
		t.Errorf("of %d programs %d race and %d are too large: the generator is not worth much", n, c.racy, c.large)
	}
}

func number(name string, otherwise int) int {
	if n, err := strconv.Atoi(os.Getenv(name)); err == nil {
		return n
	}
	return otherwise
}

// tally is what a run has seen.
type tally struct{ outcomes, states, racy, missed, large int }

// compare checks the program of a seed.
func (c *tally) compare(t *testing.T, seed uint64) {
	p := Generate(seed)
	r, err := slc.Compile(t.Context(), slc.Request{Files: []string{"kernel.slang"}, Outputs: []slc.Output{{Target: slc.SPIRV}},
		ReadFile: func(string) ([]byte, error) { return []byte(p.Text), nil }})
	if err != nil || r.HasErrors() {
		t.Fatalf("seed %d: %v %v\n%s", seed, err, r.Diagnostics, p.Text)
	}
	report, err := allowed(r.Words[0], p)
	if errors.Is(err, memmodel.ErrLimit) || err == nil && report.Bound {
		c.large++
		return
	}
	if err != nil || report.Deadlock != "" {
		t.Fatalf("seed %d: %v, deadlock %q\n%s", seed, err, report.Deadlock, p.Text)
	}
	c.states += len(report.States)
	reached, raced := c.reach(t, r, p, schedules, 0)
	for _, o := range reached { // a program with a race has no final states
		if len(report.Races) == 0 && !anyMatches(report.States, o) {
			t.Errorf("seed %d: the interpreter reaches %v, which the axioms do not allow (%q)\n%s", seed, o, report.States, p.Text)
		}
	}
	switch {
	case len(report.Races) > 0:
		c.racy++
		if raced == "" && !loadBuffering(report) {
			if _, raced = c.reach(t, r, p, patience*schedules, schedules); raced == "" {
				c.missed++
				t.Errorf("seed %d: the interpreter does not find the race of %s and %s\n%s\n%s", seed,
					report.Races[0].First, report.Races[0].Second, report.Races[0].Witness.Table(), p.Text)
			}
		}
	case raced != "":
		t.Errorf("seed %d: the interpreter sees a race, the axioms none: %s\n%s", seed, raced, p.Text)
	}
}

// allowed is what the axioms allow for the words, on a device without availability and
// visibility chains: that is what the interpreter has unless a source needs them.
func allowed(data []byte, p Program) (*memmodel.Report, error) {
	words := make([]uint32, len(data)/4)
	for i := range words {
		words[i] = stdbinary.LittleEndian.Uint32(data[4*i:])
	}
	k, err := memmodel.LoadKernel(words, "")
	if err != nil {
		return nil, err
	}
	return k.Verify(memmodel.Launch{Groups: p.Groups, Invocations: WaveSize + 1, Wave: WaveSize, Options: memmodel.Options{Limit: limit, NoChains: true}})
}

// words is what buffers hold: by name and index, zeros left out.
type words map[string]uint64

// reach runs the interpreter and returns the distinct outcomes, and a race if it saw one.
func (c *tally) reach(t *testing.T, r *slc.Result, p Program, n int, seed uint64) ([]words, string) {
	m := r.Modules[0]
	cfg := interp.Config{Groups: [3]int{p.Groups, 1, 1}, WaveSize: WaveSize, Race: true, Memory: interp.Weak, Seed: seed, Sources: r.Sources,
		Buffers: map[string][]byte{}}
	for _, res := range m.Resources {
		cfg.Buffers[res.Name] = make([]byte, 4*4*maxReads)
	}
	s, err := interp.Explore(m, m.Entries[0], cfg, n)
	if err != nil {
		t.Fatal(err)
	}
	var out []words
	race := ""
	for _, o := range s.Outcomes {
		if o.Result.Deadlock != nil || len(o.Result.Faults) > 0 {
			t.Fatalf("deadlock %v, faults %v\n%s", o.Result.Deadlock, o.Result.Faults, p.Text)
		}
		if len(o.Result.Races) > 0 {
			race = o.Result.Races[0].String()
		}
		w := words{}
		for _, b := range o.Result.Buffers {
			for i := 0; i+4 <= len(b.Data); i += 4 {
				if n := stdbinary.LittleEndian.Uint32(b.Data[i:]); n != 0 {
					w[b.Name+"["+strconv.Itoa(i/4)+"]"] = uint64(n)
				}
			}
		}
		out = append(out, w)
	}
	c.outcomes += len(out)
	return out, race
}

func anyMatches(states []string, o words) bool {
	for _, s := range states {
		if matches(s, o) {
			return true
		}
	}
	return false
}

// matches says whether memory may end as the interpreter left it. What a state does not
// name holds 0; groupshared memory, which it names with its group, is gone. Where accesses
// race it has several values for one location.
func matches(state string, o words) bool {
	named := 0
	for _, f := range strings.Fields(state) {
		name, value, _ := strings.Cut(f, "=")
		if strings.Contains(name, "@") {
			continue
		}
		have, nonzero := o[name]
		if nonzero {
			named++
		}
		fits := false
		for v := range strings.SplitSeq(value, "|") {
			fits = fits || v == strconv.FormatUint(have, 10)
		}
		if !fits {
			return false
		}
	}
	return named == len(o)
}

// loadBuffering says whether the races turn up only where program order and reads-from
// form a cycle, which the interpreter has not.
func loadBuffering(r *memmodel.Report) bool {
	for _, race := range r.Races {
		if !cyclic(race.Witness) {
			return false
		}
	}
	return true
}

// cyclic says whether some thread reads what its own later store leads to.
func cyclic(x *memmodel.Execution) bool {
	p := x.Program()
	next := make([][]int, len(p.Events))
	for _, th := range p.Threads {
		for i := 1; i < len(th.Events); i++ {
			next[th.Events[i-1]] = append(next[th.Events[i-1]], th.Events[i])
		}
	}
	for _, pair := range x.ReadsFrom.Pairs() {
		next[pair[0]] = append(next[pair[0]], pair[1])
	}
	state := make([]byte, len(p.Events)) // 1: on the way, 2: done
	var visit func(e int) bool
	visit = func(e int) bool {
		if state[e] != 0 {
			return state[e] == 1
		}
		state[e] = 1
		for _, n := range next[e] {
			if visit(n) {
				return true
			}
		}
		state[e] = 2
		return false
	}
	for e := range p.Events {
		if visit(e) {
			return true
		}
	}
	return false
}
