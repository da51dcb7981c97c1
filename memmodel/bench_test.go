package memmodel_test

import (
	"fmt"
	"testing"

	. "slc/memmodel"
)

// lastGroup is groups that each write their part and take a ticket; the last one in
// the program reads all parts.
func lastGroup(groups int) *shape {
	s := newShape("last workgroup")
	for g := range groups {
		s.thread()
		s.write(fmt.Sprint("part", g), 1)
		s.rmw("counter", add(1), acqRel)
	}
	for g := range groups {
		s.read(fmt.Sprint("part", g))
	}
	return s
}

// lookBack is groups that each publish a part under a flag and look at the flag of
// each group before them, twice.
func lookBack(groups int) *shape {
	s := newShape("look-back")
	for g := range groups {
		s.thread()
		s.write(fmt.Sprint("part", g), 1)
		s.store(fmt.Sprint("flag", g), 1, Release)
		for before := range g {
			s.load(fmt.Sprint("flag", before), Acquire)
			s.load(fmt.Sprint("flag", before), Acquire)
			s.read(fmt.Sprint("part", before))
		}
	}
	return s
}

func BenchmarkExecutions(b *testing.B) {
	for _, c := range []struct {
		build  func(int) *shape
		groups int
	}{{lastGroup, 3}, {lastGroup, 5}, {lookBack, 2}, {lookBack, 3}} {
		p, err := c.build(c.groups).Program()
		if err != nil {
			b.Fatal(err)
		}
		b.Run(fmt.Sprint(p.Name, " of ", c.groups), func(b *testing.B) {
			n := 0
			for b.Loop() {
				n = 0
				if err := Executions(p, Options{}, func(*Execution) bool { n++; return true }); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(float64(n), "executions")
		})
	}
}
