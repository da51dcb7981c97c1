package interp

import (
	"slc/lower/ir"
	"slc/sema/builtin"
	"slc/sema/types"
)

// site is an access to memory: an instruction with what the models need to know of it.
type site struct {
	in       *ir.Instr
	place    place
	leaves   []leaf
	size     int // bytes from the first to the last
	reads    bool
	writes   bool
	atomic   bool
	scope    builtin.Scope  // atomics: that of the operation
	orders   builtin.Spaces // atomics: what the operation orders
	shared   bool           // takes part in ordering between invocations
	coherent builtin.Scope
}

func (c *comp) site(in *ir.Instr) *site {
	s := &site{in: in, place: c.place(in.Args[0])}
	s.shared, s.coherent = in.Access.Shared, in.Access.Coherent
	if in.Op == ir.OpAtomic {
		s.atomic, s.shared, s.scope, s.orders = true, true, in.Mem.Scope, in.Mem.Spaces
	}
	s.shapeLeaves()
	return s
}

func (s *site) shapeLeaves() {
	if s.place.local {
		return
	}
	s.leaves = leavesOf(nil, s.place.elem, s.place.layout, 0)
	for _, l := range s.leaves {
		s.size = max(s.size, l.off+l.size)
	}
}

func (c *comp) load(in *ir.Instr) {
	s, d := c.site(in), c.slot(in)
	s.reads = true
	if s.place.local {
		c.loadLocal(in, s.place, d, slotsOf(in.Type))
		return
	}
	if len(s.leaves) == 1 && !c.p.track {
		c.loadOne(s, d)
		return
	}
	c.emit(func(v *inv) { v.loadLeaves(s, d, s.place.offset(v)) })
}

// loadOne is the common case: one scalar, no model to ask.
func (c *comp) loadOne(s *site, d int) {
	l, mem, p := s.leaves[0], s.place.mem, s.place
	c.emit(func(v *inv) {
		v.tick()
		m := mem(v)
		off := p.offset(v)
		if !v.inside(s, m, off) {
			v.r[d] = 0
			return
		}
		v.defined(s, m, int(off))
		v.r[d] = fromBits(l.kind, rawBits(m.data[off:], l.size))
	})
}

// inside reports whether the whole access lies in the memory.
func (v *inv) inside(s *site, m *memory, off uint64) bool {
	if off <= uint64(len(m.data)) && uint64(s.size) <= uint64(len(m.data))-off {
		return true
	}
	if off != poison {
		v.outside(s, m, off)
	}
	return false
}

// defined reports a read of groupshared memory that nobody has written.
func (v *inv) defined(s *site, m *memory, off int) {
	if m.undef == nil {
		return
	}
	for _, l := range s.leaves {
		if !m.undef[off+l.off] {
			return
		}
	}
	v.fault(Uninitialised, s.in, m.name+" is read before anything is written to it")
}

func (v *inv) loadLeaves(s *site, d int, off uint64) {
	v.tick()
	m := s.place.mem(v)
	if !v.inside(s, m, off) {
		clear(v.r[d : d+len(s.leaves)])
		return
	}
	v.defined(s, m, int(off))
	for i, l := range s.leaves {
		at := int(off) + l.off
		x := uint64(0)
		if v.t != nil {
			x = v.watchLoad(s, m, at, l.size)
		} else {
			x = rawBits(m.data[at:], l.size)
		}
		v.r[d+i] = fromBits(l.kind, x)
	}
}

func (v *inv) storeLeaves(s *site, a int, off uint64) {
	v.tick()
	m := s.place.mem(v)
	if !v.inside(s, m, off) {
		return
	}
	for i, l := range s.leaves {
		at := int(off) + l.off
		x := toBits(l.kind, v.r[a+i])
		if v.t != nil {
			v.watchStore(s, m, at, l.size, x)
		} else {
			m.put(at, l.size, x)
		}
	}
}

// put writes bytes, which are defined from now on.
func (m *memory) put(at, size int, x uint64) {
	putBits(m.data[at:], size, x)
	m.define(at, size)
}

// define notes that bytes have been written.
func (m *memory) define(at, size int) {
	if m.undef != nil {
		clear(m.undef[at : at+size])
	}
}

func (c *comp) store(in *ir.Instr) {
	s, a := c.site(in), c.slot(in.Args[1])
	s.writes = true
	if s.place.local {
		c.storeLocal(s.place, a, slotsOf(in.Args[1].ValueType()))
		return
	}
	c.emit(func(v *inv) { v.storeLeaves(s, a, s.place.offset(v)) })
}

func (c *comp) loadLocal(in *ir.Instr, p place, d, n int) {
	name := in.Op.String()
	if root, ok := rootOf(in.Args[0]).(*ir.Instr); ok && root.Name != "" {
		name = root.Name
	} else if x, ok := rootOf(in.Args[0]).(*ir.Var); ok {
		name = x.Name
	}
	c.emit(func(v *inv) {
		off := p.offset(v)
		if off == poison {
			clear(v.r[d : d+n])
			return
		}
		at := int(off)
		if n == 1 {
			if v.undef[at] {
				v.fault(Uninitialised, in, name+" is read before anything is written to it")
				v.undef[at] = false // once is enough
				v.stack[at] = 0
			}
			v.r[d] = v.stack[at]
			return
		}
		v.checkLocal(in, name, at, n)
		copy(v.r[d:d+n], v.stack[at:])
	})
}

// checkLocal reports a composite of which no part has been written. Parts that have not are zero.
func (v *inv) checkLocal(in *ir.Instr, name string, at, n int) {
	missing := 0
	for i := at; i < at+n; i++ {
		if v.undef[i] {
			v.stack[i] = 0
			missing++
		}
	}
	if missing == n && n > 0 {
		v.fault(Uninitialised, in, name+" is read before anything is written to it")
		clear(v.undef[at : at+n])
	}
}

func (c *comp) storeLocal(p place, a, n int) {
	c.emit(func(v *inv) {
		off := p.offset(v)
		if off == poison {
			return
		}
		at := int(off)
		if n == 1 {
			v.stack[at], v.undef[at] = v.r[a], false
			return
		}
		copy(v.stack[at:at+n], v.r[a:a+n])
		clear(v.undef[at : at+n])
	})
}

// imageSite is the access of an image read or write.
func (c *comp) imageSite(in *ir.Instr, texel types.Type) (s *site, coord, n int) {
	s = c.site(in)
	s.place.elem, s.place.layout = texel, ir.ScalarLayout
	s.leaves, s.size = nil, 0
	s.shapeLeaves()
	return s, c.slot(in.Args[1]), slotsOf(in.Args[1].ValueType())
}

// imageRead reads a texel; the level or sample must be the first, others are not kept.
func (c *comp) imageRead(in *ir.Instr) {
	s, x, n := c.imageSite(in, in.Type)
	s.reads = true
	d, level := c.slot(in), -1
	if len(in.Args) > 2 {
		level = c.slot(in.Args[2])
	}
	c.emit(func(v *inv) {
		if level >= 0 && v.r[level] != 0 {
			v.fault(OutOfBounds, in, "the interpreter keeps one level and one sample of an image")
			clear(v.r[d : d+len(s.leaves)])
			return
		}
		v.loadLeaves(s, d, v.texelOffset(in, s.place.mem(v), x, n))
	})
}

func (c *comp) imageWrite(in *ir.Instr) {
	s, x, n := c.imageSite(in, in.Args[2].ValueType())
	s.writes = true
	a := c.slot(in.Args[2])
	c.emit(func(v *inv) { v.storeLeaves(s, a, v.texelOffset(in, s.place.mem(v), x, n)) })
}
