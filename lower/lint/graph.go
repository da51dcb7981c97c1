package lint

import (
	"slc/lower/ir"
	"slc/sema/builtin"
	"slc/sema/types"
)

// kind says what a node does.
type kind uint8

const (
	joins kind = iota // nothing: control flow meets here
	reads
	writes
	atomics
	syncs // a barrier of the workgroup
)

// node is an access to memory that invocations share, a barrier of the workgroup, or a point where
// control flow meets.
type node struct {
	kind   kind
	in     *ir.Instr
	object any // *ir.Resource or *ir.Var; nil for physical memory
	space  builtin.Spaces
	path   path
	next   []*node
	prev   []*node
	id     int
}

// graph is the control flow of an entry point with its calls expanded.
type graph struct {
	nodes []*node
	over  bool
}

const maxNodes = 1 << 14

// graphOf builds the graph; false when it is too large.
func graphOf(e *ir.Entry) (*graph, bool) {
	g := &graph{}
	b := &graphBuilder{g: g, e: e}
	start := b.add(joins, nil)
	exit := b.add(joins, nil)
	b.function(e.Func, start, exit)
	return g, !g.over
}

type graphBuilder struct {
	g *graph
	e *ir.Entry
}

func (b *graphBuilder) add(k kind, in *ir.Instr) *node {
	n := &node{kind: k, in: in, id: len(b.g.nodes)}
	if n.id >= maxNodes {
		b.g.over = true
		return n
	}
	b.g.nodes = append(b.g.nodes, n)
	return n
}

func link(from, to *node) {
	if from == nil {
		return
	}
	from.next = append(from.next, to)
	to.prev = append(to.prev, from)
}

// targets is where the terminators of a region lead.
type targets struct{ brk, cont, ret *node }

func (b *graphBuilder) function(f *ir.Func, from, exit *node) {
	link(b.region(f.Body, from, targets{ret: exit}), exit)
}

// region adds the nodes of r after from and returns the last one; nil when control does not go on.
func (b *graphBuilder) region(r *ir.Region, from *node, t targets) *node {
	for _, in := range r.Instrs {
		if from == nil || b.g.over {
			return nil
		}
		switch in.Op {
		case ir.OpIf, ir.OpSwitch:
			from = b.branches(in, from, t)
		case ir.OpLoop:
			from = b.loop(in, from, t)
		case ir.OpCall:
			exit := b.add(joins, nil)
			b.function(in.Callee, from, exit)
			from = exit
		case ir.OpBreak:
			link(from, t.brk)
			return nil
		case ir.OpContinue:
			link(from, t.cont)
			return nil
		case ir.OpReturn:
			link(from, t.ret)
			return nil
		case ir.OpUnreachable:
			return nil
		default:
			from = b.event(in, from)
		}
	}
	return from
}

func (b *graphBuilder) branches(in *ir.Instr, from *node, t targets) *node {
	end := b.add(joins, nil)
	if in.Op == ir.OpSwitch {
		t.brk = end
	}
	for _, r := range in.Regions {
		start := b.add(joins, nil)
		link(from, start)
		link(b.region(r, start, t), end)
	}
	if len(end.prev) == 0 {
		return nil
	}
	return end
}

func (b *graphBuilder) loop(in *ir.Instr, from *node, t targets) *node {
	head, cont, end := b.add(joins, nil), b.add(joins, nil), b.add(joins, nil)
	link(from, head)
	inner := targets{brk: end, cont: cont, ret: t.ret}
	link(b.region(in.Regions[0], head, inner), cont)
	if last := b.region(in.Regions[1], cont, inner); last != nil {
		link(last, head)
		if y := in.Regions[1].Terminator(); y != nil && len(y.Args) > 0 {
			link(last, end)
		}
	}
	if len(end.prev) == 0 {
		return nil
	}
	return end
}

// event adds the node of an access or barrier.
func (b *graphBuilder) event(in *ir.Instr, from *node) *node {
	k := kindOf(in)
	if k == joins {
		return from
	}
	n := b.add(k, in)
	if k != syncs {
		n.object = object(in.Args[0])
		n.space = spaceOf(in.Args[0])
		n.path = pathOf(b.e, in)
	}
	link(from, n)
	return n
}

// kindOf classifies an instruction; accesses to memory that no other invocation writes are nothing.
func kindOf(in *ir.Instr) kind {
	switch in.Op {
	case ir.OpAtomic:
		return atomics
	case ir.OpBarrier:
		if in.Exec == builtin.ScopeWorkgroup && in.Barrier != nil {
			return syncs
		}
		return joins
	case ir.OpLoad, ir.OpImageRead:
		if in.Access.Shared {
			return reads
		}
	case ir.OpStore, ir.OpImageWrite:
		if in.Access.Shared {
			return writes
		}
	case ir.OpIntrinsic: // the counter of an append buffer, where the target has it
		if in.Intrinsic >= builtin.OpIncrementCounter && in.Intrinsic <= builtin.OpConsume {
			return atomics
		}
	}
	return joins
}

func spaceOf(v ir.Value) builtin.Spaces {
	r, ok := v.ValueType().(*types.Ref)
	if !ok {
		return builtin.Images
	}
	switch r.Space {
	case types.SpaceGroupshared:
		return builtin.Groupshared
	case types.SpaceImage:
		return builtin.Images
	}
	return builtin.Buffers
}

// around collects the nodes that control flow reaches from n, forwards or backwards, without
// passing a node for which stop holds.
func (g *graph) around(n *node, forward bool, stop func(*node) bool) (list []*node) {
	seen := make([]bool, len(g.nodes))
	work := []*node{n}
	for len(work) > 0 {
		x := work[len(work)-1]
		work = work[:len(work)-1]
		edges := x.next
		if !forward {
			edges = x.prev
		}
		for _, y := range edges {
			if seen[y.id] {
				continue
			}
			seen[y.id] = true
			if stop(y) {
				continue
			}
			if y.kind != joins {
				list = append(list, y)
			}
			work = append(work, y)
		}
	}
	return list
}
