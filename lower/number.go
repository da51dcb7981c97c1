package lower

import (
	"fmt"
	"slices"

	"slc/frontend/diag"
	"slc/lower/ir"
	"slc/sema/types"
)

// Shift is -fvk-b-shift and its kin: resources of a register class and space get
// binding register+Amount in the set of the space's number.
type Shift struct {
	Class  byte // b, t, u, s
	Amount int
	Space  int // -1: all spaces
}

// numbers hands out the numbers of one space of one numbering.
type numbers struct {
	used []taken // sorted
}

type taken struct {
	start, count int
	slot         *slot
}

// claim takes explicit numbers; it returns the slot that has one of them already.
func (n *numbers) claim(start, count int, s *slot) *slot {
	at, _ := slices.BinarySearchFunc(n.used, start, func(t taken, v int) int { return t.start - v })
	for _, i := range []int{at - 1, at} {
		if i >= 0 && i < len(n.used) && n.used[i].start < start+count && start < n.used[i].start+n.used[i].count {
			return n.used[i].slot
		}
	}
	n.used = slices.Insert(n.used, at, taken{start, count, s})
	return nil
}

// alloc takes the lowest free run of count numbers.
func (n *numbers) alloc(count int, s *slot) int {
	start := 0
	for i, t := range n.used {
		if start+count <= t.start {
			n.used = slices.Insert(n.used, i, taken{start, count, s})
			return start
		}
		start = max(start, t.start+t.count)
	}
	n.used = append(n.used, taken{start, count, s})
	return start
}

// numbering is one way of numbering: Vulkan's bindings, HLSL's registers, Metal's indices.
type numbering struct {
	diags *diag.List
	// kind groups what shares numbers inside a space: registers of a class.
	kind func(*slot) byte
	// size is how many numbers a slot takes.
	size func(*slot) int
	// explicit returns the number and space that the source gives, ok false for none.
	explicit func(*slot) (number, space int, ok bool)
	// only returns the space of a slot for which the source gives a space but no number.
	only func(*slot) (space int, ok bool)
	set  func(s *slot, number, space int)
	// apart says what keeps two slots from having the same explicit number, "" if they may share it; nil: they never may.
	apart func(first, second *slot) string
	flat  bool // parameter blocks and unbounded arrays have no space of their own
	skip  func(*slot) bool

	tables map[int]map[byte]*numbers
}

func (n *numbering) table(space int, kind byte) *numbers {
	if n.tables[space] == nil {
		n.tables[space] = map[byte]*numbers{}
	}
	t := n.tables[space][kind]
	if t == nil {
		t = &numbers{}
		n.tables[space][kind] = t
	}
	return t
}

// overlap lets two slots with one explicit number share it, or reports them.
func (n *numbering) overlap(first, second *slot) {
	why := ""
	if n.apart != nil {
		if why = n.apart(first, second); why == "" {
			first.res.Aliased, second.res.Aliased = true, true
			return
		}
	}
	d := n.diags.Report(diag.BindingOverlap, second.span, "%s is bound where %s is bound already", second.res.Name, first.res.Name).
		Note(first.span, "%s is declared here", first.res.Name)
	if why != "" {
		d.WithHelp("%s", why)
	}
}

// newSpace returns the lowest space that nothing uses.
func (n *numbering) newSpace() int {
	for s := 0; ; s++ {
		if n.tables[s] == nil {
			n.tables[s] = map[byte]*numbers{}
			return s
		}
	}
}

// run numbers all slots: first the explicit ones, then the default space, then the rest in
// order of declaration.
func (n *numbering) run(slots []*slot, spaces []*space) {
	n.tables = map[int]map[byte]*numbers{}
	done := map[*slot]bool{}
	spaceOf := map[*space]int{}
	for _, s := range slots {
		if n.skip != nil && n.skip(s) {
			done[s] = true
			continue
		}
		number, space, ok := n.explicit(s)
		if !ok {
			n.claimSpace(s, spaces[0], spaceOf)
			continue
		}
		other := n.table(space, n.kind(s)).claim(number, max(n.size(s), 1), s)
		if other != nil {
			n.overlap(other, s)
		}
		n.set(s, number, space)
		done[s] = true
		if s.space != spaces[0] {
			spaceOf[s.space] = space
		}
	}
	spaceOf[spaces[0]] = 0
	if n.needsDefault(slots, spaces[0], done) {
		n.table(0, 0)
	}
	for _, s := range slots {
		if done[s] {
			continue
		}
		own := n.size(s) == types.Unsized
		space, ok := spaceOf[s.space]
		given, hasSpace := n.spaceGiven(s)
		switch {
		case n.flat:
			space = 0
		case hasSpace:
			space = given
		case own:
			space = n.newSpace()
		case !ok:
			space = n.newSpace()
			spaceOf[s.space] = space
		}
		count := max(n.size(s), 1)
		n.set(s, n.table(space, n.kind(s)).alloc(count, s), space)
	}
}

func (n *numbering) spaceGiven(s *slot) (int, bool) {
	if n.only == nil || s.bind == nil {
		return 0, false
	}
	return n.only(s)
}

// claimSpace keeps a space that the source names, without a number, for the slot or for
// the parameter block that it belongs to.
func (n *numbering) claimSpace(s *slot, def *space, spaceOf map[*space]int) {
	if given, ok := n.spaceGiven(s); ok {
		n.table(given, n.kind(s))
		if s.space != def {
			spaceOf[s.space] = given
		}
	}
}

// needsDefault reports whether some slot takes an automatic number of the default space.
func (n *numbering) needsDefault(slots []*slot, def *space, done map[*slot]bool) bool {
	for _, s := range slots {
		if !done[s] && s.space == def && n.size(s) != types.Unsized {
			return true
		}
	}
	return false
}

// number assigns all numbers and returns the resources in binding order.
func (b *binder) number() []*ir.Resource {
	slots := append(append([]*slot(nil), b.prepend...), b.slots...)
	offsets := explicitOffsets(slots)
	target := b.p.opts.Caps.Target
	b.numberings = []*numbering{b.vulkan(offsets), b.hlsl(offsets), b.metal()}
	for _, n := range b.numberings {
		n.diags = b.p.diags
		if n.flat && target != Metal || n.skip != nil && target != SPIRV || !n.flat && n.skip == nil && target != HLSL {
			n.diags = &diag.List{} // numbers of other targets are for reflection only
		}
		n.run(slots, b.spaces)
	}
	b.numberHeaps(b.numberings[0])
	slots = append(slots, b.heaps...)
	out := make([]*ir.Resource, len(slots))
	for i, s := range slots {
		out[i] = s.res
	}
	sortBindings(out)
	return out
}

func sortBindings(list []*ir.Resource) {
	slices.SortStableFunc(list, func(x, y *ir.Resource) int {
		if x.Set != y.Set {
			return x.Set - y.Set
		}
		return x.Binding - y.Binding
	})
}

// offset is how far a slot is behind the explicit number of its parameter.
type offset struct{ binding, register int }

func explicitOffsets(slots []*slot) map[*slot]offset {
	out := map[*slot]offset{}
	var at offset
	regs := map[byte]int{}
	for _, s := range slots {
		if s.first {
			at, regs = offset{}, map[byte]int{}
		}
		at.register = regs[s.res.RegisterClass]
		out[s] = at
		if !s.combined {
			at.binding++
		}
		regs[s.res.RegisterClass] += max(s.res.Count, 1)
	}
	return out
}

// keepsApart says why two variables may not stand for one Vulkan binding, "" if they may (lowering.md §2: all
// are Aliased). Both say the same of the memory: what one calls read-only the other does not write, since
// accesses to read-only buffers are private; what one calls coherent is coherent to the other.
func keepsApart(first, second *slot) string {
	x, y := first.res, second.res
	only := func(first bool, what string) string {
		one, other := x, y
		if !first {
			one, other = y, x
		}
		return fmt.Sprintf("variables share a binding only if they agree: '%s' is %s and '%s' is not", one.Name, what, other.Name)
	}
	switch {
	case x.Class != ir.StorageBuffer:
		return fmt.Sprintf("only storage buffers can share a binding, and '%s' is none", x.Name)
	case y.Class != ir.StorageBuffer:
		return fmt.Sprintf("only storage buffers can share a binding, and '%s' is none", y.Name)
	case x.Count != y.Count:
		return fmt.Sprintf("variables share a binding only if they agree: '%s' and '%s' are arrays of different lengths, or one is no array", x.Name, y.Name)
	case x.ReadOnly != y.ReadOnly:
		return only(x.ReadOnly, "read-only")
	case x.Coherent != y.Coherent:
		return only(x.Coherent, "globallycoherent")
	case x.Volatile != y.Volatile:
		return only(x.Volatile, "volatile")
	}
	return ""
}

// vulkan numbers descriptor bindings: one for each resource or array of them.
func (b *binder) vulkan(offsets map[*slot]offset) *numbering {
	var apart func(first, second *slot) string
	if b.p.opts.Caps.Target == SPIRV {
		apart = keepsApart
	}
	return &numbering{
		apart: apart,
		kind:  func(*slot) byte { return 0 },
		size:  func(*slot) int { return 1 },
		explicit: func(s *slot) (int, int, bool) {
			if s.bind == nil {
				return 0, 0, false
			}
			if s.bind.Index >= 0 {
				return s.bind.Index + offsets[s].binding, max(s.bind.Set, 0), true
			}
			for _, sh := range b.p.opts.Shifts {
				if sh.Class == s.res.RegisterClass && sh.Class == s.bind.Class && (sh.Space < 0 || sh.Space == max(s.bind.Space, 0)) {
					return s.bind.Register + offsets[s].register + sh.Amount, max(s.bind.Space, 0), true
				}
			}
			return 0, 0, false
		},
		only: func(s *slot) (int, bool) { return s.bind.Set, s.bind.Index < 0 && s.bind.Set >= 0 },
		set: func(s *slot, number, space int) {
			s.res.Set, s.res.Binding = space, number
			if s.sampler != nil {
				s.sampler.res.Set, s.sampler.res.Binding = space, number
			}
		},
		skip: func(s *slot) bool { return s.push || s.combined },
	}
}

// hlsl numbers registers: a range for an array, a space for an unbounded one.
func (b *binder) hlsl(offsets map[*slot]offset) *numbering {
	return &numbering{
		kind: func(s *slot) byte { return s.res.RegisterClass },
		size: func(s *slot) int {
			if s.res.Count == types.Unsized {
				return types.Unsized
			}
			return max(s.res.Count, 1)
		},
		explicit: func(s *slot) (int, int, bool) {
			if s.bind == nil || s.bind.Class != s.res.RegisterClass || s.bind.Register < 0 {
				return 0, 0, false
			}
			return s.bind.Register + offsets[s].register, max(s.bind.Space, 0), true
		},
		only: func(s *slot) (int, bool) { return s.bind.Space, s.bind.Register < 0 && s.bind.Space >= 0 },
		set:  func(s *slot, number, space int) { s.res.Register, s.res.RegisterSpace = number, space },
	}
}

// metal numbers buffers, textures and samplers by position.
func (b *binder) metal() *numbering {
	return &numbering{
		kind: func(s *slot) byte {
			switch s.res.Class {
			case ir.StorageImage, ir.SampledImage, ir.StorageTexelBuffer, ir.UniformTexelBuffer:
				return 't'
			case ir.Sampler:
				return 's'
			}
			return 'b'
		},
		size:     func(s *slot) int { return max(s.res.Count, 1) },
		explicit: func(*slot) (int, int, bool) { return 0, 0, false },
		set:      func(s *slot, number, _ int) { s.res.MetalIndex = number },
		flat:     true,
	}
}
