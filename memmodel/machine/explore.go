package machine

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"slc/memmodel"
)

// Options say how a shader is launched and what is assumed of the device.
type Options struct {
	Groups  int // workgroups, along x
	Threads int // invocations of each, for texts that do not say; 0: one
	Wave    int // invocations of a wave; 0: the whole workgroup
	// Initial holds what locations hold before the launch, by name, as in flag[0].
	Initial map[string]int64
	// Complete: a memory barrier of HLSL completes all accesses before later ones.
	Complete bool
}

// limit bounds paths and programs.
const limit = 100_000

// program is one choice of paths, with what the axioms need to know of it.
type program struct {
	*memmodel.Program
	seqCst map[int]bool // operations and fences
	thread []int        // of each event
}

// explorer finds all executions.
type explorer struct {
	s       *Shader
	o       *Options
	threads [][2]int
	domains map[string][]written
	paths   [][][]Op
	seen    int
	report  *memmodel.Report
}

// Verify executes a shader in every way that its machine allows.
func (s *Shader) Verify(o Options) (*memmodel.Report, error) {
	x := &explorer{s: s, o: &o, domains: map[string][]written{}, report: &memmodel.Report{Witness: map[string]*memmodel.Execution{}}}
	for g := range max(o.Groups, 1) {
		for i := range max(s.threads, o.Threads) {
			x.threads = append(x.threads, [2]int{g, i})
		}
	}
	if err := x.explore(); err != nil {
		return nil, err
	}
	if err := x.combine(nil); err != nil {
		return nil, err
	}
	slices.Sort(x.report.States)
	return x.report, nil
}

// written is a value that some invocations may write to a location.
type written struct {
	n  uint64
	by map[int]bool
}

func (o *Op) writes() bool { return o.Kind == Store || o.Kind == AtomicStore || o.Kind == RMW }
func (o *Op) reads() bool  { return o.Kind == Load || o.Kind == AtomicLoad || o.Kind == RMW }

// explore finds the paths of all invocations, again as long as new values turn up, but
// no more often than values can pass from a write to another one.
func (x *explorer) explore() error {
	for round := 0; ; round++ {
		x.paths, x.report.Bound = nil, false
		for n := range x.threads {
			paths, err := x.pathsOf(n)
			if err != nil {
				return err
			}
			x.paths = append(x.paths, paths)
		}
		fresh, writes := x.learn()
		if !fresh || round >= writes {
			return nil
		}
	}
}

// learn notes what the paths write. It says whether any of it is new, and how many writes
// there are at most in one execution.
func (x *explorer) learn() (fresh bool, writes int) {
	for n, paths := range x.paths {
		most := 0
		for _, p := range paths {
			count := 0
			for i := range p {
				if p[i].writes() {
					count++
					fresh = x.note(n, &p[i]) || fresh
				}
			}
			most = max(most, count)
		}
		writes += most
	}
	return fresh, writes
}

func (x *explorer) note(thread int, o *Op) bool {
	for _, w := range x.domains[o.Object] {
		if w.n == uint64(o.Writes) {
			known := w.by[thread]
			w.by[thread] = true
			return !known
		}
	}
	x.domains[o.Object] = append(x.domains[o.Object], written{uint64(o.Writes), map[int]bool{thread: true}})
	return true
}

// values are what a read of a thread may return: what it last wrote itself, or without that
// the initial value, and what others write.
func (x *explorer) values(thread int, key string, own uint64, wrote bool) []uint64 {
	if key == spurious {
		return []uint64{0, 1}
	}
	out := []uint64{uint64(x.o.Initial[key])}
	if wrote {
		out[0] = own
	}
	for _, w := range x.domains[key] {
		others := len(w.by) > 1 || !w.by[thread]
		if others && !slices.Contains(out, w.n) {
			out = append(out, w.n)
		}
	}
	return out
}

// pathsOf executes one invocation for every choice of what its reads return.
func (x *explorer) pathsOf(n int) ([][]Op, error) {
	var out [][]Op
	var digits, bases []int
	th := x.threads[n]
	for {
		if x.seen++; x.seen > limit {
			return nil, memmodel.ErrLimit
		}
		at := 0
		t := &thread{s: x.s, o: x.o, group: th[0], index: th[1], vars: map[string]uint64{}, dirty: map[string]bool{}, wrote: map[string]uint64{}}
		t.choose = func(key string, own uint64, wrote bool) uint64 {
			d := x.values(n, key, own, wrote)
			if at == len(digits) {
				digits, bases = append(digits, 0), append(bases, len(d))
			}
			at++
			return d[digits[at-1]]
		}
		switch err := t.run(); err {
		case nil:
			out = append(out, t.ops)
		case errBound:
			x.report.Bound = true
		default:
			return nil, err
		}
		last := len(digits) - 1
		for last >= 0 && digits[last]+1 >= bases[last] {
			last--
		}
		if last < 0 {
			return out, nil
		}
		digits, bases = digits[:last+1], bases[:last+1]
		digits[last]++
	}
}

// combine checks the program of every combination of paths that may fit together.
func (x *explorer) combine(taken [][]Op) error {
	if len(taken) == len(x.paths) {
		if !x.fits(taken) {
			return nil
		}
		return x.check(taken)
	}
	for _, p := range x.paths[len(taken)] {
		if x.seen++; x.seen > limit {
			return memmodel.ErrLimit
		}
		if err := x.combine(append(taken[:len(taken):len(taken)], p)); err != nil {
			return err
		}
	}
	return nil
}

// fits says whether every value that is read is written, or there at first.
func (x *explorer) fits(taken [][]Op) bool {
	type fact struct {
		key string
		n   int64
	}
	written := map[fact]bool{}
	for _, p := range taken {
		for i := range p {
			if o := &p[i]; o.writes() {
				written[fact{o.Object, o.Writes}] = true
			}
		}
	}
	for _, p := range taken {
		for i := range p {
			if o := &p[i]; o.reads() {
				if o.Reads != x.o.Initial[o.Object] && !written[fact{o.Object, o.Reads}] {
					return false
				}
			}
		}
	}
	return true
}

// check looks at every execution of one program.
func (x *explorer) check(taken [][]Op) error {
	p, err := x.program(taken)
	if err != nil {
		return err
	}
	return memmodel.Executions(p.Program, memmodel.Options{NoChains: true}, func(e *memmodel.Execution) bool {
		if !p.ordered(e) {
			return true
		}
		x.report.Executions++
		for _, pair := range e.DataRace().Pairs() {
			if pair[0] < pair[1] && len(x.report.Races) == 0 {
				x.report.Races = append(x.report.Races, memmodel.Race{First: p.Events[pair[0]].Text, Second: p.Events[pair[1]].Text, Witness: e})
			}
		}
		x.state(e)
		return true
	})
}

// state records what memory ends as.
func (x *explorer) state(e *memmodel.Execution) {
	var all []string
	for loc, name := range e.Program().Locations {
		var values []string
		for _, n := range e.Final(loc) {
			values = append(values, n.String())
		}
		slices.Sort(values)
		all = append(all, name+"="+strings.Join(slices.Compact(values), "|"))
	}
	slices.Sort(all)
	state := strings.Join(all, " ")
	if !slices.Contains(x.report.States, state) {
		x.report.States = append(x.report.States, state)
		x.report.Witness[state] = e
	}
}

// program makes a program of paths, one a thread.
func (x *explorer) program(taken [][]Op) (*program, error) {
	b := memmodel.NewBuilder("shader")
	out := &program{seqCst: map[int]bool{}}
	size := max(x.s.threads, x.o.Threads)
	wave := cmp.Or(x.o.Wave, size)
	for i, path := range taken {
		g, index := x.threads[i][0], x.threads[i][1]
		if i > 0 {
			if index == 0 {
				b.NewGroup()
			} else if index%wave == 0 {
				b.NewSubgroup()
			}
		}
		b.NewThread(fmt.Sprintf("group %d, invocation %d", g, index))
		for k := range path {
			x.add(b, out, i, &path[k])
		}
	}
	for key, n := range x.o.Initial {
		if slices.ContainsFunc(taken, func(p []Op) bool {
			return slices.ContainsFunc(p, func(o Op) bool { return o.Object == key })
		}) {
			b.Initial(key, n)
		}
	}
	var err error
	out.Program, err = b.Program()
	return out, err
}

// add adds the events of an operation.
func (x *explorer) add(b *memmodel.Builder, p *program, thread int, o *Op) {
	for n, e := range o.events() {
		ref := o.Object
		if o.Unfenced {
			ref += " unfenced"
			b.Alias(o.Object, ref)
		}
		if o.Kind >= Fence {
			ref = ""
		}
		at := b.Add(e, ref)
		p.thread = append(p.thread, thread)
		if o.Order == SeqCst && n == 0 {
			p.seqCst[at] = true
		}
	}
}
