package memmodel

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"

	"slc/backend/spirv/binary"
)

// Launch says how a kernel is executed.
type Launch struct {
	Groups           int // workgroups, along x
	GroupsY, GroupsZ int // along y and z; 0: 1
	// Families is how many queue families the workgroups are spread over, in turn; 0: one.
	Families int
	// ZeroShared: groupshared memory holds zeros at first, not nothing.
	ZeroShared bool
	// Invocations is how many invocations of each workgroup there are, the first ones;
	// 0: all. Fewer than the kernel declares stand for the rest.
	Invocations int
	Wave        int // invocations of a subgroup; 0: the whole workgroup
	// Initial holds what locations hold before the launch, by name, as in flag[0]; others
	// hold 0.
	Initial map[string]int64
	// Buffers hold the bytes of buffers, by descriptor set, binding and element of an array of
	// descriptors, before the launch; of those that are here, accesses behind the end are errors. Push are the push constants,
	// Specs the values of specialization constants by SpecId.
	Buffers map[[3]uint32][]byte
	Push    []byte
	Extents map[[3]uint32][3]uint32 // of images, by their descriptors
	// Objects are the buffers that pointers reach.
	Objects []Object
	Specs   map[uint32]uint64
	Expect  []*Expectation // what must hold of every final state
	Length  int            // elements of runtime arrays, for kernels that ask; 0: 64
	Steps   int            // instructions after which an invocation is given up; 0: 1,000,000
	Unroll  int            // iterations of a loop that reads shared memory after which an invocation is given up; 0: 256
	Memory  int            // bytes on the heap of the process after which the check is given up; 0: no limit
	// Progress is told from time to time how many executions have been begun.
	Progress func(executions int)
	// Options.Limit bounds the executions that are begun.
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
func (l *Launch) bound() int  { return cmp.Or(l.Steps, 1_000_000) }
func (l *Launch) unroll() int { return cmp.Or(l.Unroll, 256) }

// Report is what all executions of a launch have in common, or one of them has.
type Report struct {
	States      []string // what memory may end as, sorted
	Races       []Race
	Faults      []Fault
	Failed      []Failure // of the expectations, one for each final state
	Deadlock    string    // a barrier that some execution never passes, or ""
	Bound       bool      // some invocation was given up: what lies behind is not known
	BoundAt     Source    // where
	Invocations int       // of each workgroup
	Executions  int       // that the model allows
	Begun       int       // that were looked at, whole or in part
	Witness     map[string]*Execution
}

// reset forgets what was found.
func (r *Report) reset() {
	*r = Report{Invocations: r.Invocations, Witness: map[string]*Execution{}}
}

// bound notes where an invocation was given up.
func (r *Report) bound(at Source) {
	if !r.Bound {
		r.Bound, r.BoundAt = true, at
	}
}

// Race is a pair of accesses that some execution does not order.
type Race struct {
	At            [2]Source
	First, Second string // thread and access
	Missing       string // what would order them, if a change of some order or scope does
	Witness       *Execution
}

// Fault is something that has no meaning: an access outside a buffer, or a read of memory that
// holds no value.
type Fault struct {
	At      Source
	Text    string
	Witness *Execution
}

// ErrMemory says that the process needs more memory than it may.
var ErrMemory = errors.New("limit of memory reached")

// tooLarge says that an execution is larger than what can be checked.
func tooLarge() error {
	return fmt.Errorf("an execution has more than %d events: %w", maxEvents, ErrLimit)
}

// maxInvocations bounds a launch.
const maxInvocations = 64

// Verify executes a kernel in every way that the model allows; see explorer.
func (k *Kernel) Verify(l Launch) (*Report, error) {
	if err := k.prepare(&l); err != nil {
		return nil, err
	}
	x := &explorer{k: k, l: &l, report: &Report{Invocations: l.invocations(k)}, facts: map[string]*facts{}, written: map[string]place{}}
	x.symmetric = l.Families <= 1 && k.asksNotForGroup()
	for g := range k.grid[0] * k.grid[1] * k.grid[2] {
		for i := range l.invocations(k) {
			if len(x.threads) == maxInvocations {
				return nil, fmt.Errorf("more than %d invocations are not supported: give fewer with Invocations", maxInvocations)
			}
			x.threads = append(x.threads, [2]int{g, i})
			x.stands = append(x.stands, x.stand(g, i))
		}
	}
	if l.wave(k) > maxInvocations {
		return nil, fmt.Errorf("waves of more than %d invocations are not supported", maxInvocations)
	}
	if err := x.expectations(); err != nil {
		return nil, err
	}
	if err := x.deepen(); err != nil {
		return nil, err
	}
	r := x.report
	r.Begun = x.plays
	slices.Sort(r.States)
	slices.SortFunc(r.Races, func(a, b Race) int {
		return cmp.Or(strings.Compare(a.First, b.First), strings.Compare(a.Second, b.Second))
	})
	return r, nil
}

// asksNotForGroup says whether nothing tells an invocation in which workgroup it is.
func (k *Kernel) asksNotForGroup() bool {
	for _, b := range k.builtins {
		if b == binary.BuiltInWorkgroupId || b == binary.BuiltInGlobalInvocationId {
			return false
		}
	}
	return true
}

// stand is where an invocation stands in the hierarchy of execution.
func (x *explorer) stand(group, index int) Thread {
	wave := x.l.wave(x.k)
	waves := (x.l.invocations(x.k) + wave - 1) / wave
	return Thread{Family: group % max(x.l.Families, 1), Group: group, Sub: group*waves + index/wave, Name: fmt.Sprintf("group %s, invocation %d", x.k.groupName(group), index)}
}
