package lint

import (
	"slc/frontend/diag"
	"slc/frontend/source"
	"slc/lower/ir"
	"slc/sema/builtin"
)

// barriers finds workgroup barriers over which nothing passes (idle-barrier), and those that order
// device memory although only groupshared memory passes over them (wide-barrier).
//
// Only the accesses since the barrier before and until the next one count: what lies further away
// is separated by those. A barrier with an atomic operation on either side is left alone, since
// synchronisation may go through it; and in an entry point with an atomic on device memory none is
// too wide, because the data may be for another workgroup.
func barriers(c *context) {
	p := &barrierPass{c: c, verdicts: map[*ir.Instr]verdict{}}
	for _, e := range c.m.Entries {
		g, ok := graphOf(e)
		if !ok {
			return
		}
		p.entry(e, g)
	}
	// A barrier of a generic function is one in the source, whatever its instances need it for.
	spans := map[source.Span]verdict{}
	for _, in := range p.order {
		spans[in.Span] = max(spans[in.Span], p.verdicts[in])
	}
	for _, in := range p.order {
		p.report(in, spans[in.Span])
	}
}

// verdict is what a barrier is needed for, ordered by how much that is.
type verdict uint8

const (
	unneeded verdict = iota
	groupOnly
	needed
)

type barrierPass struct {
	c        *context
	verdicts map[*ir.Instr]verdict
	order    []*ir.Instr
}

// entry judges the barriers of an entry point one after the other: one that was found to be
// unneeded or too wide separates nothing, or no device memory, for those that follow.
func (p *barrierPass) entry(e *ir.Entry, g *graph) {
	device := false
	for _, n := range g.nodes {
		device = device || n.kind == atomics && n.space != builtin.Groupshared
	}
	for _, n := range g.nodes {
		if n.kind != syncs {
			continue
		}
		v := needed
		if !alone(e) {
			v = p.judge(g, n, device)
		}
		old, seen := p.verdicts[n.in]
		if !seen {
			p.order = append(p.order, n.in)
		}
		p.verdicts[n.in] = max(old, v)
	}
}

func (p *barrierPass) judge(g *graph, b *node, device bool) verdict {
	spaces := b.in.Barrier.Spaces
	stop := func(n *node) bool {
		if n.kind != syncs || n.in == b.in {
			return n == b
		}
		v, judged := p.verdicts[n.in]
		has := n.in.Barrier.Spaces
		if judged && v == groupOnly {
			has &= builtin.Groupshared
		}
		return !(judged && v == unneeded) && has&spaces == spaces
	}
	before, after := g.around(b, false, stop), g.around(b, true, stop)
	if len(before) == 0 && len(after) == 0 {
		return needed // nothing is known of what it is for
	}
	v := unneeded
	for _, x := range before {
		for _, y := range after {
			v = max(v, p.conflict(x, y, device))
		}
	}
	if v == groupOnly && (spaces&^builtin.Groupshared == 0 || b.in.Mem.Spaces&^builtin.Groupshared == 0) {
		return needed
	}
	return v
}

// conflict says what the barrier is needed for between an access before and one after it.
func (p *barrierPass) conflict(x, y *node, device bool) verdict {
	switch {
	case x.kind == syncs || y.kind == syncs:
		return unneeded
	case x.kind == atomics || y.kind == atomics:
		shared := x.space == builtin.Groupshared && y.space == builtin.Groupshared
		// What an atomic in groupshared memory publishes or acquires may lie in device memory; that
		// device memory is read before it or written after it is no matter of order.
		shared = shared || x.kind == reads && y.space == builtin.Groupshared || x.space == builtin.Groupshared && y.kind == writes
		if shared && !device {
			return groupOnly
		}
		return needed
	case x.kind == reads && y.kind == reads:
		return unneeded
	case x.object != y.object && x.object != nil && y.object != nil && !aliased(x.object) && !aliased(y.object):
		return unneeded
	case x.space != builtin.Groupshared && y.space == builtin.Groupshared, x.space == builtin.Groupshared && y.space != builtin.Groupshared:
		return unneeded
	case x.object != nil && x.object == y.object && apart(x, y):
		return unneeded
	case x.space == builtin.Groupshared && !device:
		return groupOnly
	}
	return needed
}

func aliased(o any) bool {
	r, ok := o.(*ir.Resource)
	return ok && r.Aliased
}

func (p *barrierPass) report(in *ir.Instr, v verdict) {
	switch {
	case v == unneeded && p.c.code == diag.IdleBarrier:
		p.c.diags.Report(p.c.code, in.Span, "no access before this barrier can conflict with one after it").
			WithHelp("remove it, if it is not there for what the compiler cannot see")
	case v == groupOnly && p.c.code == diag.WideBarrier:
		d := p.c.diags.Report(p.c.code, in.Span, "only groupshared memory passes data over this barrier, and it orders device memory").
			WithHelp("GroupMemoryBarrierWithGroupSync() is enough")
		if p.c.whole(in.Span) {
			d.WithFix(in.Span, "GroupMemoryBarrierWithGroupSync()")
		}
	}
}
