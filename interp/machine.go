package interp

import (
	"fmt"

	"slc/lower/ir"
)

// step executes one instruction of an invocation.
type step func(*inv)

// fn is a compiled function.
type fn struct {
	f      *ir.Func
	code   []step
	at     []*ir.Instr          // what each step came from
	size   int                  // slots of a frame
	consts []uint64             // the first slots of a frame
	params []int                // slot of each parameter
	result int                  // number of slots of the result
	meet   map[int]func([]*inv) // operations of a wave, by step
}

// hop is an entry of an invocation's path: a construct that it is in. Paths order
// the lanes of a wave (converge.go).
type hop struct {
	pc, region, iter int
}

// frame is a call in progress.
type frame struct {
	fn   *fn
	pc   int
	base int // first slot
	path int // length of the path at the call
	ret  int // absolute slot for the result
}

type state uint8

const (
	running   state = iota
	atWave          // waits for the lanes of its wave
	atBarrier       // waits for its workgroup
	finished
)

// inv is one invocation.
type inv struct {
	run   *run
	grp   *group
	fn    *fn
	r     []uint64 // slots of the running function
	pc    int
	fuel  int  // memory operations until the scheduler may choose another
	stop  bool // give control back
	state state
	index int // in the workgroup
	lane  int
	wave  *wave
	slot  int // position in run.ready

	stack  []uint64
	undef  []bool // by slot of the stack: a variable that nobody has written
	base   int
	ret    int
	pathAt int // length of the path at the call of the running function
	frames []frame
	path   []hop
	t      *thread // clocks, nil without race detection and weak memory
}

// wave is the invocations that share wave operations.
type wave struct {
	index int
	lanes []*inv
	wait  int // lanes that wait for others of the wave
	end   int // lanes that have ended
}

// group is a workgroup in progress.
type group struct {
	id     [3]int
	linear int
	invs   []*inv
	waves  []*wave
	shared []*memory
	wait   int
	end    int
}

// program is a module made ready for a configuration.
type program struct {
	m       *ir.Module
	entry   *ir.Entry
	cfg     Config
	b       *binder
	fns     map[*ir.Func]*fn
	main    *fn
	stack   int             // slots that a chain of calls needs
	private map[*ir.Var]int // absolute slot
	globals int             // slots of private variables
	shared  map[*ir.Var]int
	threads int
	wave    int
	track   bool // clocks are kept
}

// run is one execution of a program.
type run struct {
	p      *program
	mems   []*memory
	rng    rng
	ready  []*inv
	groups []*group // resident
	free   []*group // to be used again
	next   int      // workgroups started
	order  []int    // in which they start
	steps  uint64
	limit  uint64
	faults faultLog
	races  raceLog
	dead   *Deadlock
}

// rng is SplitMix64: the same sequence everywhere.
type rng uint64

func (r *rng) next() uint64 {
	*r += 0x9e3779b97f4a7c15
	z := uint64(*r)
	z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
	z = (z ^ z>>27) * 0x94d049bb133111eb
	return z ^ z>>31
}

// below returns a number from 0 to n-1.
func (r *rng) below(n int) int { return int((r.next() >> 33) * uint64(n) >> 31) }

const (
	defaultSteps    = 1 << 30
	defaultResident = 4096
	maxGroups       = 1 << 24
	maxThreads      = 1 << 16
)

func prepare(m *ir.Module, entry *ir.Entry, cfg Config) (*program, error) {
	p := &program{m: m, entry: entry, cfg: cfg, track: cfg.Race || cfg.Memory == Weak}
	n := entry.NumThreads
	p.threads = 1
	for i := range 3 { // one by one: a product of specialization constants may overflow
		if p.threads *= min(max(n[i], 1), maxThreads+1); p.threads > maxThreads {
			return nil, fmt.Errorf("a workgroup of %d x %d x %d threads: more than %d", n[0], n[1], n[2], maxThreads)
		}
	}
	groups := 1
	for i := range 3 {
		if cfg.Groups[i] < 0 || cfg.Groups[i] > maxGroups {
			return nil, fmt.Errorf("the number of workgroups %v is out of range", cfg.Groups)
		}
		if groups *= cfg.Groups[i]; groups > maxGroups {
			return nil, fmt.Errorf("more than %d workgroups", maxGroups)
		}
	}
	if err := p.chooseWave(); err != nil {
		return nil, err
	}
	var err error
	if p.b, err = bind(m, &cfg); err != nil {
		return nil, err
	}
	return p, p.compile()
}

// chooseWave takes the size asked for, that of the entry point's WaveSize attribute, or 32.
func (p *program) chooseWave() error {
	asked := p.entry.WaveSize
	p.wave = p.cfg.WaveSize
	if p.wave == 0 {
		p.wave = 32
		switch {
		case asked[2] != 0:
			p.wave = asked[2] // preferred
		case asked[0] != 0 && (p.wave < asked[0] || p.wave > max(asked[0], asked[1])):
			p.wave = asked[0]
		}
	}
	if p.wave < 4 || p.wave > 128 || p.wave&(p.wave-1) != 0 {
		return fmt.Errorf("a wave of %d lanes is not a power of two from 4 to 128", p.wave)
	}
	if asked[0] != 0 && (p.wave < asked[0] || p.wave > max(asked[0], asked[1])) {
		return fmt.Errorf("%s needs waves of %d to %d lanes", p.entry.Name, asked[0], max(asked[0], asked[1]))
	}
	return nil
}
