package memmodel

// chains are the availability and visibility chains to each domain, "Availability
// Chain" and "Visibility Chain": an availability operation to a domain, or a row of
// operations to ever wider domains, each of which happens before the next within the
// narrower domain and applies to what the row began with.
type chains struct {
	available, visible [domains]Relation
}

// link is a step from an operation of domain d to one of a wider domain.
func (x *Execution) link(d int) Relation {
	return x.HappensBefore().intersect(x.s.widens[d])
}

// supported drops what an implementation without availability and visibility chains
// (vulkanMemoryModelAvailabilityVisibilityChains) does not do.
func (x *Execution) supported(chain Relation) Relation {
	if x.s.chains {
		return chain
	}
	return chain.intersect(identity(x.s.n, x.s.all))
}

func (x *Execution) chainsOf() *chains {
	if x.domain != nil {
		return x.domain
	}
	s, c := x.s, &chains{}
	var wider [domains]struct{ available, visible Relation } // a step to a wider domain, or none
	for d := range domains {
		available, visible := identity(s.n, s.all), identity(s.n, s.all)
		for k := range d {
			available = available.then(wider[k].available)
			visible = wider[k].visible.then(visible)
		}
		c.available[d] = x.supported(available).between(s.all, s.available[d])
		c.visible[d] = x.supported(visible).between(s.visible[d], s.all)
		link := x.link(d)
		wider[d].available = c.available[d].then(link).maybe()
		wider[d].visible = link.then(c.visible[d]).maybe()
	}
	x.domain = c
	return c
}

// LocationOrdered is the relation of that name: accesses to one location of which the
// first is done, and what it wrote is seen, before the second.
func (x *Execution) LocationOrdered() Relation {
	return memo(&x.locord, func() Relation {
		out := x.orderedInThread().union(x.orderedAfterRead(), x.orderedByDevice())
		for d := range domains {
			out = out.union(x.orderedInDomain(d))
		}
		return out.intersect(x.s.loc)
	})
}

// orderedInThread: one thread, one reference, program order.
func (x *Execution) orderedInThread() Relation {
	return x.HappensBefore().intersect(x.s.same).intersect(x.s.ref)
}

// orderedAfterRead: nothing needs to be made visible after a read. Of private
// accesses only system-synchronises-with orders any.
func (x *Execution) orderedAfterRead() Relation {
	s := x.s
	np := x.HappensBefore().between(s.reads.and(s.nonPrivate), s.nonPrivate)
	return np.union(s.ssw.plus().between(s.reads, s.accesses()))
}

// orderedInDomain: a write that is available to domain d before another write, or
// before an operation that makes it visible from d to a read.
func (x *Execution) orderedInDomain(d int) Relation {
	s, c := x.s, x.chainsOf()
	happens := x.HappensBefore().intersect(s.within[d])
	applies := s.own.union(s.included) // what ends a chain applies to the write too, what begins one to the read
	available := s.own.between(s.writes.and(s.nonPrivate), s.all).then(c.available[d]).intersect(applies).then(happens)
	write := available.between(s.all, s.writes.and(s.nonPrivate))
	visible := c.visible[d].then(s.own).between(s.all, s.reads.and(s.nonPrivate)).intersect(applies)
	read := available.then(visible)
	return write.union(read).intersect(s.ref)
}

// orderedByDevice: a write that an operation outside shaders makes available to the
// device domain, whatever the references.
func (x *Execution) orderedByDevice() Relation {
	s, hb := x.s, x.HappensBefore()
	applies := hb.intersect(s.included)
	available := applies.between(s.writes, s.avDevice).then(hb)
	read := available.between(s.all, s.visDevice).then(applies).between(s.all, s.reads)
	return available.between(s.all, s.writes).union(read)
}

// DataRace relates accesses to one location, one of them a write, that are neither
// mutually ordered atomics nor location-ordered ("Data Race").
func (x *Execution) DataRace() Relation {
	return memo(&x.race, func() Relation {
		s := x.s
		pairs := s.loc.between(s.writes, s.accesses()).union(s.loc.between(s.reads, s.writes))
		return pairs.minus(s.mutual).minus(x.LocationOrdered().both()).irreflexive()
	})
}
