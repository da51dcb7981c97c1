package memmodel

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
)

// cut ends paths before a control barrier that not all invocations of its scope reach,
// until there is none; it describes the first such barrier.
func (v *verifier) cut(paths []path) ([]path, string) {
	paths = slices.Clone(paths)
	stuck := ""
	for {
		short, what := v.unmatched(paths)
		if what == "" {
			return paths, stuck
		}
		stuck = cmp.Or(stuck, what)
		for t, n := range short {
			paths[t] = paths[t][:n]
		}
	}
}

// unmatched finds a barrier that waits for ever, and where the paths end that wait.
func (v *verifier) unmatched(paths []path) (map[int]int, string) {
	type meeting struct {
		scope    Scope
		instance int
		number   int
	}
	arrive := map[meeting]map[int]int{} // thread to event
	for t, p := range paths {
		var count [Device + 1]int
		th := &v.stands[t]
		for i := range p {
			if op := &p[i]; op.is(ControlBarrier) {
				m := meeting{op.Execution, th.instance(op.Execution), count[op.Execution]}
				count[op.Execution]++
				if arrive[m] == nil {
					arrive[m] = map[int]int{}
				}
				arrive[m][t] = i
			}
		}
	}
	order := slices.SortedFunc(maps.Keys(arrive), func(a, b meeting) int {
		return cmp.Or(cmp.Compare(a.number, b.number), cmp.Compare(a.scope, b.scope), cmp.Compare(a.instance, b.instance))
	})
	for _, m := range order {
		for t := range v.threads {
			if _, came := arrive[m][t]; !came && v.stands[t].instance(m.scope) == m.instance {
				return arrive[m], fmt.Sprintf("a %s barrier waits for %s, which does not reach it", m.scope.name(), v.stands[t].Name)
			}
		}
	}
	return nil, ""
}
