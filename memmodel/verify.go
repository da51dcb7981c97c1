package memmodel

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
)

// Launch says how a kernel is executed.
type Launch struct {
	Groups int // workgroups, along x
	// Invocations is how many invocations of each workgroup there are, the first ones;
	// 0: all. Fewer than the kernel declares stand for the rest.
	Invocations int
	Wave        int // invocations of a subgroup; 0: the whole workgroup
	// Families is how many queue families the workgroups are spread over, in turn; 0: one.
	Families int
	// Initial holds what locations hold before the launch, by name, as in flag[0]; others
	// hold 0.
	Initial map[string]int64
	// Buffers hold the bytes of buffers, by descriptor set and binding, before the launch;
	// of those that are here, accesses behind the end are errors. Push are the push constants,
	// Specs the values of specialization constants by SpecId.
	Buffers map[[2]uint32][]byte
	Push    []byte
	Specs   map[uint32]uint64
	Expect  []*Expectation // what must hold of every final state
	Length  int            // elements of runtime arrays, for kernels that ask; 0: 64
	Steps   int            // instructions after which an invocation is given up; 0: 4096
	Unroll  int            // iterations of a loop after which an invocation is given up; 0: 8
	// Options.Limit bounds paths and programs together, and the candidates of one program.
	Options
}

func (l *Launch) wave(k *Kernel) int {
	if l.Wave > 0 {
		return l.Wave
	}
	return l.invocations(k)
}

// invocations of one workgroup.
func (l *Launch) invocations(k *Kernel) int {
	all := int(k.size[0] * k.size[1] * k.size[2])
	if l.Invocations > 0 {
		return min(l.Invocations, all)
	}
	return all
}

func (l *Launch) length() int { return cmp.Or(l.Length, 64) }
func (l *Launch) bound() int  { return cmp.Or(l.Steps, 4096) }
func (l *Launch) unroll() int { return cmp.Or(l.Unroll, 8) }
func (l *Launch) limit() int  { return cmp.Or(l.Options.Limit, 1_000_000) }

// Report is what all executions of a launch have in common, or one of them has.
type Report struct {
	States      []string // what memory may end as, sorted
	Races       []Race
	Failed      []Failure // of the expectations, one for each final state
	Deadlock    string    // a barrier that some execution never passes, or ""
	Bound       bool      // some invocation was given up: what lies behind is not known
	Invocations int       // of each workgroup
	Executions  int       // that the model allows
	Witness     map[string]*Execution
}

// Race is a pair of accesses that some execution does not order.
type Race struct {
	At            [2]Source
	First, Second string // thread and access
	Missing       string // what would order them, if a change of some order or scope does
	Witness       *Execution
}

// path is what one invocation does to shared memory if its reads return what was chosen.
type path []operation

// Verify executes a kernel in every way that the model allows.
//
// Each invocation is executed for every choice of what its reads return, among the
// values that some invocation may write to the location or that it held before. The
// paths of all invocations, one each, make a straight-line program; the model says which
// of these programs have an execution in which the reads do return what was chosen.
func (k *Kernel) Verify(l Launch) (*Report, error) {
	v := &verifier{k: k, l: &l, domains: map[string]*domain{}, raced: map[[4]int]bool{}, report: &Report{Invocations: l.invocations(k), Witness: map[string]*Execution{}}}
	for g := range max(l.Groups, 1) {
		for i := range l.invocations(k) {
			v.threads = append(v.threads, [2]int{g, i})
			v.stands = append(v.stands, v.stand(g, i))
		}
	}
	if len(v.threads) > maxEvents {
		return nil, fmt.Errorf("%d invocations; %d can be checked", len(v.threads), maxEvents)
	}
	if err := v.expectations(); err != nil {
		return nil, err
	}
	if err := v.explore(); err != nil {
		return nil, err
	}
	if err := v.combine(); err != nil {
		return nil, err
	}
	slices.Sort(v.report.States)
	slices.SortFunc(v.report.Races, func(a, b Race) int {
		return cmp.Or(strings.Compare(a.First, b.First), strings.Compare(a.Second, b.Second))
	})
	return v.report, nil
}

type verifier struct {
	k       *Kernel
	l       *Launch
	threads [][2]int // group and index
	stands  []Thread // where each stands
	domains map[string]*domain
	fresh   bool // a location turned out to have several references
	paths   [][]path
	report  *Report
	raced   map[[4]int]bool
	named   map[string]place // what expectations name
	keys    []string         // of the locations of the program in hand
	seen    int
}

// explore finds the paths of every invocation. What is written depends on what is
// read, so it repeats until no new value turns up, or, where values grow without end,
// as often as values can pass from a write to another one at most.
func (v *verifier) explore() error {
	for round := 0; ; round++ {
		writes := 0
		v.paths, v.report.Bound = nil, false
		for t := range v.threads {
			paths, err := v.pathsOf(t)
			if err != nil {
				return err
			}
			v.paths = append(v.paths, paths)
			writes += longest(paths)
		}
		if fresh := v.learn(); !fresh || round >= writes {
			return nil
		}
	}
}

// longest is the number of writes of the path that has most.
func longest(paths []path) int {
	most := 0
	for _, p := range paths {
		n := 0
		for i := range p {
			if p[i].is(Write) {
				n++
			}
		}
		most = max(most, n)
	}
	return most
}

// pathsOf executes one invocation for every choice of what its reads return. The
// choices of a run are a number, a digit a read; the next run counts one up.
func (v *verifier) pathsOf(thread int) ([]path, error) {
	var out []path
	var digits, bases []int
	for {
		if v.seen++; v.seen > v.l.limit() {
			return nil, ErrLimit
		}
		if c := v.l.Context; c != nil && c.Err() != nil {
			return nil, c.Err()
		}
		at := 0
		p, err := v.run(thread, func(l place, before path) uint64 {
			d := v.options(l, thread, before)
			if at == len(digits) {
				digits, bases = append(digits, 0), append(bases, len(d))
			}
			at++
			return d[digits[at-1]]
		})
		switch err {
		case nil:
			out = append(out, p)
		case errBound:
			v.report.Bound = true
		default:
			return nil, fmt.Errorf("%s: %w", v.stands[thread].Name, err)
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

func (v *verifier) run(thread int, choose func(at place, before path) uint64) (path, error) {
	i := &invocation{k: v.k, launch: v.l, group: v.threads[thread][0], index: v.threads[thread][1],
		constants: map[uint32]value{}, memory: map[uint32]*value{}}
	i.choose = func(at place) uint64 { return choose(at, i.events) }
	err := i.run()
	return i.events, err
}

// check looks at every execution of one program.
func (v *verifier) check(paths []path) error {
	paths, stuck := v.cut(paths)
	p, err := v.program(paths)
	if err != nil {
		return err
	}
	if len(p.Events) > maxEvents {
		v.report.Bound = true
		return nil
	}
	return Executions(p, v.l.Options, func(x *Execution) bool {
		v.report.Executions++
		if stuck != "" && v.report.Deadlock == "" {
			v.report.Deadlock, v.report.Witness["deadlock"] = stuck, x
		}
		v.races(x)
		if stuck == "" {
			v.states(x)
		}
		return true
	})
}

// stand is where an invocation stands in the hierarchy of execution.
func (v *verifier) stand(group, index int) Thread {
	wave := v.l.wave(v.k)
	waves := (v.l.invocations(v.k) + wave - 1) / wave
	return Thread{Family: group % max(v.l.Families, 1), Group: group, Sub: group*waves + index/wave, Name: fmt.Sprintf("group %d, invocation %d", group, index)}
}

// program makes one of the paths.
func (v *verifier) program(paths []path) (*Program, error) {
	b := NewBuilder("kernel")
	first := map[string]string{} // location to its first reference
	var places []place
	v.keys = nil
	for t, p := range paths {
		b.NewThread("")
		b.p.Threads[t] = v.stands[t]
		for i := range p {
			op := &p[i]
			b.Add(op.Event, op.at.ref)
			if op.at.ref == "" {
				continue
			}
			if ref, known := first[op.at.key]; known {
				b.Alias(ref, op.at.ref)
				continue
			}
			first[op.at.key] = op.at.ref
			places = append(places, op.at)
			v.keys = append(v.keys, op.at.key)
			b.Initial(op.at.ref, int64(v.domain(op.at).initial))
		}
	}
	if err := disjoint(places); err != nil {
		return nil, err
	}
	return b.assemble()
}

// disjoint reports accesses of different sizes to one place, of which the model says
// nothing that the checker could use.
func disjoint(places []place) error {
	for i, a := range places {
		for _, b := range places[:i] {
			if a.base == b.base && a.at < b.at+b.size && b.at < a.at+a.size {
				return fmt.Errorf("%s and %s overlap: not supported yet", a.ref, b.ref)
			}
		}
	}
	return nil
}

// races records each pair of instructions and invocations once, whatever the values.
func (v *verifier) races(x *Execution) {
	p := x.Program()
	for _, pair := range x.DataRace().Pairs() {
		a, b := pair[0], pair[1]
		key := [4]int{x.s.thread[a], p.Events[a].Word, x.s.thread[b], p.Events[b].Word}
		if a > b || v.raced[key] {
			continue
		}
		v.raced[key] = true
		v.report.Races = append(v.report.Races, Race{[2]Source{p.Events[a].Source, p.Events[b].Source}, x.side(a), x.side(b), x.Missing(a, b), x})
	}
}

// states records what memory may end as. A location with a race may end as several
// values, which stand side by side.
func (v *verifier) states(x *Execution) {
	p := x.Program()
	var all []string
	for loc, name := range p.Locations {
		var values []string
		for _, n := range x.Final(loc) {
			values = append(values, n.String())
		}
		slices.Sort(values)
		all = append(all, name+"="+strings.Join(slices.Compact(values), "|"))
	}
	slices.Sort(all)
	state := strings.Join(all, " ")
	if !slices.Contains(v.report.States, state) {
		v.report.States = append(v.report.States, state)
		v.expect(state, func(key string) ([]Value, bool) {
			loc := slices.Index(v.keys, key)
			if loc < 0 {
				return nil, false
			}
			return x.Final(loc), true
		}, x)
		v.report.Witness[state] = x
	}
}
