package golden

import "strings"

// compareMemory pairs the memory operations of two texts, whose lines rows have aligned, and
// reports those that changed, came, went or moved.
func compareMemory(was, now []memoryOp, rows []Row) (findings []Finding, told map[lineOf]bool) {
	p := pairMemory(was, now, rows)
	var found []Finding
	for i := range was {
		if was[i].dir == declares && p.was.to[i] < 0 {
			continue // that a resource came or went is a change of the interface
		}
		if f, ok := p.findOld(i); ok {
			found = append(found, f)
		}
	}
	for j := range now {
		if now[j].dir == declares || p.now.to[j] >= 0 {
			continue
		}
		if f, ok := p.findNew(j); ok {
			found = append(found, f)
		}
	}
	return settleCoherence(found), p.keptFences()
}

// lineOf is a line of the old text (0) or of the new one (1), counted from 1.
type lineOf struct{ side, no int }

// keptFences are the lines of the fences of both texts that stand for each other: the diff may show another one of two as the one that is new.
func (p *pairing) keptFences() map[lineOf]bool {
	told := map[lineOf]bool{}
	for i := range p.was.ops {
		if j := p.was.to[i]; j >= 0 && p.was.ops[i].free {
			told[lineOf{0, p.was.ops[i].line + 1}] = true
			told[lineOf{1, p.now.ops[j].line + 1}] = true
		}
	}
	return told
}

// findOld reports what became of an operation of the old text.
func (p *pairing) findOld(i int) (Finding, bool) {
	op, j := &p.was.eff[i], p.was.to[i]
	switch {
	case j < 0 && op.free:
		return p.fenceGone(i)
	case j < 0:
		return goneOp(op), true
	case op.free && p.was.owner[i] >= 0:
		return Finding{}, false
	}
	f, changed := changedOp(op, &p.now.eff[j])
	if op.free && changed {
		f.Title = p.was.fenceTitle(i)
		f.Text = f.Title + strings.TrimPrefix(f.Text, op.title())
	}
	if p.loose[i] {
		return p.move(i, f, changed)
	}
	return f, changed
}

func (p *pairing) findNew(j int) (Finding, bool) {
	op := &p.now.eff[j]
	if !op.free {
		return newOp(op), true
	}
	if p.now.owner[j] >= 0 && !p.now.spare[j] {
		return Finding{}, false // told with its operation
	}
	f := newOp(op)
	f.Title = p.now.fenceTitle(j)
	f.Text = f.Title + " is new"
	if p.now.owner[j] < 0 && (op.behind >= 0 || op.before >= 0) {
		f.Verdict = Stronger
	}
	return f, true
}

// fenceGone reports a fence without a successor, unless that is told with its operation. When the operation that it
// made stronger still stands beside one as strong, that one is now shared.
func (p *pairing) fenceGone(i int) (Finding, bool) {
	f := goneOp(&p.was.ops[i])
	f.Title = p.was.fenceTitle(i)
	f.Text = f.Title + " is gone"
	if p.was.owner[i] >= 0 && !p.was.spare[i] {
		return f, false
	}
	if p.was.spare[i] {
		f.Verdict = Removed
		f.Text += "; the one that is left is shared by its neighbours"
	}
	return f, true
}

// move reports a pair that was found out of order: whether it passed an operation and an order between the two is lost.
func (p *pairing) move(i int, f Finding, changed bool) (Finding, bool) {
	was, now := &p.was.eff[i], &p.now.eff[p.was.to[i]]
	if !changed {
		name := titled(was)
		if was.free {
			name = p.was.fenceTitle(i)
		}
		f = Finding{Cause: Memory, Verdict: Moved, Title: was.title(), Was: was.describe(), Now: now.describe(), OldLine: was.line, NewLine: now.line,
			oldLines: was.beside, newLines: now.beside, Text: name}
	}
	sep := map[bool]string{true: "; moved ", false: " moved "}[changed]
	if was.fn != now.fn {
		f.Text += sep + "from " + was.fn + " to " + now.fn
		return f, true
	}
	k, lost := p.passed(i)
	if k < 0 {
		return f, changed
	}
	other := &p.was.eff[k]
	where := "before "
	if i < k {
		where = "behind "
	}
	f.Text += sep + where + titled(other)
	f.oldLines = append(f.oldLines, other.line) // the diff may show either of the two as the one that moved
	f.newLines = append(f.newLines, p.now.ops[p.was.to[k]].line)
	if lost {
		f.Verdict = Weaker
	}
	return f, true
}

// titled names an operation with its order.
func titled(op *memoryOp) string {
	if op.order == relaxed {
		return op.title()
	}
	return op.title() + " (" + op.order.String() + ")"
}

// passed is an operation that a moved one was on the other side of: if there is one, one to which an order is lost.
func (p *pairing) passed(i int) (k int, lost bool) {
	k = -1
	op := &p.was.eff[i]
	for n := range p.was.ops {
		to := p.was.to[n]
		other := &p.was.eff[n]
		if to < 0 || n == i || (n < i) == (to < p.was.to[i]) || other.dir == declares || p.was.owner[n] >= 0 || other.fn != op.fn || p.now.ops[to].fn != op.fn {
			continue
		}
		first, second := op, other
		if n < i {
			first, second = other, op
		}
		if first.order&acquires != 0 || second.order&releases != 0 {
			return n, true
		}
		if k < 0 {
			k = n
		}
	}
	return k, false
}

// settleCoherence: a resource that is coherent now because an atomic on it became a plain access is not stronger.
func settleCoherence(found []Finding) []Finding {
	lost := map[string]bool{}
	for k := range found {
		if found[k].unatomic != "" {
			lost[found[k].unatomic] = true
		}
	}
	for k := range found {
		if f := &found[k]; f.Verdict == Stronger && lost[f.Title] {
			f.Verdict = Changed
		}
	}
	return found
}
