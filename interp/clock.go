package interp

// clock is a set of events: for each workgroup, for each of its invocations, all events up to
// an epoch. It is immutable and shared; nil is empty.
type clock struct {
	parts []clockPart // ordered by group
}

type clockPart struct {
	group  int
	epochs []uint32
}

// has reports whether the event of that epoch is in the set.
func (c *clock) has(group, index int, epoch uint32) bool {
	if c == nil {
		return false
	}
	i := c.find(group)
	return i < len(c.parts) && c.parts[i].group == group && c.parts[i].epochs[index] >= epoch
}

// find is the position of the first part of a group not less.
func (c *clock) find(group int) int {
	lo, hi := 0, len(c.parts)
	for lo < hi {
		if mid := (lo + hi) / 2; c.parts[mid].group < group {
			lo = mid + 1
		} else {
			hi = mid
		}
	}
	return lo
}

// with adds the events of one invocation up to epoch; n is the size of its workgroup.
func (c *clock) with(group, index, n int, epoch uint32) *clock {
	if epoch == 0 || c.has(group, index, epoch) {
		return c
	}
	epochs := make([]uint32, n)
	var parts []clockPart
	if c != nil {
		if i := c.find(group); i < len(c.parts) && c.parts[i].group == group {
			copy(epochs, c.parts[i].epochs)
		}
		parts = c.parts
	}
	epochs[index] = epoch
	return &clock{put(parts, clockPart{group, epochs})}
}

// put returns a copy of the parts with one replaced or added.
func put(parts []clockPart, p clockPart) []clockPart {
	out := make([]clockPart, 0, len(parts)+1)
	i := 0
	for ; i < len(parts) && parts[i].group < p.group; i++ {
		out = append(out, parts[i])
	}
	out = append(out, p)
	if i < len(parts) && parts[i].group == p.group {
		i++
	}
	return append(out, parts[i:]...)
}

// join is the union.
func join(a, b *clock) *clock {
	switch {
	case a == b || b == nil:
		return a
	case a == nil:
		return b
	}
	if covers(a, b) {
		return a
	}
	out := make([]clockPart, 0, len(a.parts)+len(b.parts))
	i, k := 0, 0
	for i < len(a.parts) || k < len(b.parts) {
		switch {
		case k == len(b.parts) || i < len(a.parts) && a.parts[i].group < b.parts[k].group:
			out = append(out, a.parts[i])
			i++
		case i == len(a.parts) || b.parts[k].group < a.parts[i].group:
			out = append(out, b.parts[k])
			k++
		default:
			out = append(out, clockPart{a.parts[i].group, later(a.parts[i].epochs, b.parts[k].epochs)})
			i++
			k++
		}
	}
	return &clock{out}
}

// covers reports whether b is a subset of a.
func covers(a, b *clock) bool {
	for _, p := range b.parts {
		i := a.find(p.group)
		if i == len(a.parts) || a.parts[i].group != p.group {
			return false
		}
		if e := a.parts[i].epochs; &e[0] != &p.epochs[0] {
			for k, x := range p.epochs {
				if x > e[k] {
					return false
				}
			}
		}
	}
	return true
}

// later is the maximum of each invocation's epochs.
func later(a, b []uint32) []uint32 {
	if &a[0] == &b[0] {
		return a
	}
	out := make([]uint32, len(a))
	for i := range out {
		out[i] = max(a[i], b[i])
	}
	return out
}
