package memmodel_test

import (
	"testing"

	. "slc/memmodel"
)

// edges are litmus tests of parts of the definitions that the published tests do not
// tell from weaker or stronger ones.
var edges = []struct{ why, text string }{
	{"a release sequence goes on through any number of read-modify-writes", `
NEWWG
NEWTHREAD
st.av.scopedev.sc0 x = 1
st.atom.rel.scopedev.sc0.semsc0 y = 1
NEWWG
NEWTHREAD
rmw.scopedev.sc0 y = 1 2
NEWWG
NEWTHREAD
rmw.scopedev.sc0 y = 2 3
NEWWG
NEWTHREAD
ld.atom.acq.scopedev.sc0.semsc0 y = 3
ld.vis.scopedev.sc0 x
SATISFIABLE consistent[X] && #dr=0
NOSOLUTION consistent[X] && #dr>0`},
	{"a release orders accesses before it in its storage classes only", `
NEWWG
NEWTHREAD
ld.vis.scopedev.sc0 x
st.atom.rel.scopedev.sc1.semsc1 y = 1
NEWWG
NEWTHREAD
ld.atom.acq.scopedev.sc1.semsc1 y = 1
st.av.scopedev.sc1 z = 1
SLOC x z
NOSOLUTION consistent[X] && #dr=0
SATISFIABLE consistent[X] && #dr>0`},
	{"an acquire orders accesses after it in its storage classes only", `
NEWWG
NEWTHREAD
ld.vis.scopedev.sc1 x
st.atom.rel.scopedev.sc1.semsc1 y = 1
NEWWG
NEWTHREAD
ld.atom.acq.scopedev.sc1.semsc1 y = 1
st.av.scopedev.sc0 z = 1
SLOC x z
NOSOLUTION consistent[X] && #dr=0
SATISFIABLE consistent[X] && #dr>0`},
	{"fences in scope do not synchronise through atomics out of scope", `
NEWWG
NEWTHREAD
membar.rel.scopedev.semsc0
st.atom.scopewg.sc0 y = 1
NEWWG
NEWTHREAD
ld.atom.scopewg.sc0 y = 1
membar.acq.scopedev.semsc0
SATISFIABLE consistent[X] && #sw=0
NOSOLUTION consistent[X] && #sw>0`},
	{"a release fence synchronises through atomics of its storage classes only", `
NEWWG
NEWTHREAD
membar.rel.scopedev.semsc1
st.atom.scopedev.sc0 y = 1
NEWWG
NEWTHREAD
ld.atom.scopedev.sc0 y = 1
membar.acq.scopedev.semsc0.semsc1
SATISFIABLE consistent[X] && #sw=0
NOSOLUTION consistent[X] && #sw>0`},
	{"so does an acquire fence", `
NEWWG
NEWTHREAD
membar.rel.scopedev.semsc0.semsc1
st.atom.scopedev.sc0 y = 1
NEWWG
NEWTHREAD
ld.atom.scopedev.sc0 y = 1
membar.acq.scopedev.semsc1
SATISFIABLE consistent[X] && #sw=0
NOSOLUTION consistent[X] && #sw>0`},
	{"fences of the atomic's storage class synchronise", `
NEWWG
NEWTHREAD
membar.rel.scopedev.semsc0
st.atom.scopedev.sc0 y = 1
NEWWG
NEWTHREAD
ld.atom.scopedev.sc0 y = 1
membar.acq.scopedev.semsc0
SATISFIABLE consistent[X] && #sw=1
NOSOLUTION consistent[X] && #sw=0`},
	{"what is available to a subgroup is widened only by one of that subgroup", `
NEWWG
NEWSG
NEWTHREAD
st.av.scopesg.sc0 x = 1
st.atom.rel.scopewg.sc0.semsc0 y = 1
NEWSG
NEWTHREAD
ld.atom.acq.scopewg.sc0.semsc0 y = 1
st.atom.rel.scopewg.sc0.semsc0.semav z = 1
NEWSG
NEWTHREAD
ld.atom.acq.scopewg.sc0.semsc0 z = 1
ld.vis.scopewg.sc0 x
NOSOLUTION consistent[X] && #dr=0
SATISFIABLE consistent[X] && #dr>0`},
	{"one of that subgroup does widen it", `
NEWWG
NEWSG
NEWTHREAD
st.av.scopesg.sc0 x = 1
st.atom.rel.scopewg.sc0.semsc0 y = 1
NEWTHREAD
ld.atom.acq.scopewg.sc0.semsc0 y = 1
st.atom.rel.scopewg.sc0.semsc0.semav z = 1
NEWSG
NEWTHREAD
ld.atom.acq.scopewg.sc0.semsc0 z = 1
ld.vis.scopewg.sc0 x
SATISFIABLE consistent[X] && #dr=0
NOSOLUTION consistent[X] && #dr>0`},
	{"a chain of availability applies to the write all along", `
NEWWG
NEWSG
NEWTHREAD
st.nonpriv.sc1 x = 1
rmw.rel.semav.scopedev.sc0.semsc0.semsc1 y = 0 1
NEWSG
NEWTHREAD
rmw.acq.rel.semav.semvis.scopedev.sc0.semsc0 y = 1 2
st.nonpriv.sc1 x = 2
NOSOLUTION consistent[X] && #dr=0
SATISFIABLE consistent[X] && #dr>0`},
	{"a private write is not made available by a release", `
NEWWG
NEWSG
NEWTHREAD
st.sc0 x = 1
st.atom.rel.semav.scopewg.sc0.semsc0 y = 1
NEWSG
NEWTHREAD
ld.atom.acq.semvis.scopewg.sc0.semsc0 y = 1
ld.nonpriv.sc0 x
NOSOLUTION consistent[X] && #dr=0
SATISFIABLE consistent[X] && #dr>0`},
	{"one thread's accesses through different references are not ordered", `
NEWWG
NEWTHREAD
st.sc0 x = 1
ld.sc0 z
SLOC x z
NOSOLUTION consistent[X] && #dr=0
SATISFIABLE consistent[X] && #dr>0`},
	{"atomics through different references race", `
NEWWG
NEWTHREAD
st.atom.scopedev.sc0 x = 1
NEWWG
NEWTHREAD
st.atom.scopedev.sc0 z = 2
SLOC x z
NOSOLUTION consistent[X] && #dr=0
SATISFIABLE consistent[X] && #dr>0`},
}

func TestEdges(t *testing.T) {
	for _, e := range edges {
		test, err := ParseLitmus("edge", e.text)
		if err != nil {
			t.Errorf("%s: %v", e.why, err)
			continue
		}
		for i := range test.Verdicts {
			if ok, a, err := test.Verdicts[i].Check(test.Program); !ok {
				t.Errorf("%s: %s: satisfiable %t (%v)", e.why, test.Verdicts[i].Text, a.Satisfiable, err)
			}
		}
	}
}
