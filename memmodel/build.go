package memmodel

import "fmt"

// Builder makes a program, thread by thread. Its first error is reported by Program.
type Builder struct {
	p       Program
	family  int
	group   int
	sub     int
	refs    map[string]int
	aliases map[string]string // variable to the one whose location it shares
	err     error
}

// NewBuilder starts a program. Threads go to family 0, group 0, subgroup 0 until
// NewFamily, NewGroup or NewSubgroup.
func NewBuilder(name string) *Builder {
	return &Builder{p: Program{Name: name}, refs: map[string]int{}, aliases: map[string]string{}}
}

// NewFamily opens a queue family, with a workgroup and a subgroup in it.
func (b *Builder) NewFamily() { b.family++; b.NewGroup() }

// NewGroup opens a workgroup, with a subgroup in it.
func (b *Builder) NewGroup() { b.group++; b.NewSubgroup() }

// NewSubgroup opens a subgroup.
func (b *Builder) NewSubgroup() { b.sub++ }

// NewThread opens a thread in the current subgroup and returns its number. What is
// added next belongs to it.
func (b *Builder) NewThread(name string) int {
	b.p.Threads = append(b.p.Threads, Thread{Family: b.family, Group: b.group, Sub: b.sub, Name: name})
	return len(b.p.Threads) - 1
}

// SystemSynchronizes says that thread a system-synchronises-with thread c.
func (b *Builder) SystemSynchronizes(a, c int) { b.p.SSW = append(b.p.SSW, [2]int{a, c}) }

// Alias says that two variables are references to one location.
func (b *Builder) Alias(x, y string) {
	if rx, ry := b.root(x), b.root(y); rx != ry {
		b.aliases[ry] = rx
	}
}

func (b *Builder) root(v string) string {
	for {
		up, ok := b.aliases[v]
		if !ok {
			return v
		}
		v = up
	}
}

// Add appends an operation of the last thread and returns its number. An access names
// its variable; barriers give "".
func (b *Builder) Add(e Event, variable string) int {
	if err := b.add(e, variable); err != nil && b.err == nil {
		b.err = err
	}
	return len(b.p.Events) - 1
}

func (b *Builder) add(e Event, variable string) error {
	if len(b.p.Threads) == 0 {
		return fmt.Errorf("%s stands in no thread", e.Text)
	}
	if access := e.Flags&(Read|Write) != 0; access != (variable != "") {
		return fmt.Errorf("%s: an access names a variable, and nothing else does", e.Text)
	}
	e.derive()
	if variable != "" {
		ref, ok := b.refs[variable]
		if !ok {
			ref = len(b.p.Refs)
			b.refs[variable] = ref
			b.p.Refs = append(b.p.Refs, variable)
		}
		e.Ref = ref
	}
	t := &b.p.Threads[len(b.p.Threads)-1]
	t.Events = append(t.Events, len(b.p.Events))
	b.p.Events = append(b.p.Events, e)
	return nil
}

// Initial gives a variable a value before the program.
func (b *Builder) Initial(variable string, n int64) {
	if b.p.Initial == nil {
		b.p.Initial = map[int]int64{}
	}
	if ref, ok := b.refs[variable]; ok {
		b.p.Initial[ref] = n // by reference until locations are known
	} else if b.err == nil {
		b.err = fmt.Errorf("no operation uses %s", variable)
	}
}

// Program returns the program, or what is wrong with it.
func (b *Builder) Program() (*Program, error) {
	p, err := b.assemble()
	if err == nil {
		err = p.check()
	}
	return p, err
}

// assemble resolves references to locations.
func (b *Builder) assemble() (*Program, error) {
	if b.err != nil {
		return nil, b.err
	}
	p := b.p
	locs := map[string]int{}
	loc := make([]int, len(p.Refs))
	for ref, v := range p.Refs {
		root := b.root(v)
		n, ok := locs[root]
		if !ok {
			n = len(p.Locations)
			locs[root] = n
			p.Locations = append(p.Locations, v)
		}
		loc[ref] = n
	}
	for i := range p.Events {
		if p.Events[i].Flags&(Read|Write) != 0 {
			p.Events[i].Loc = loc[p.Events[i].Ref]
		}
	}
	initial := map[int]int64{}
	for ref, n := range p.Initial {
		initial[loc[ref]] = n
	}
	p.Initial = initial
	return &p, nil
}
