package lint

import (
	"slices"

	"slc/lower/ir"
)

// coherence finds buffers and textures that one workgroup writes plainly and another reads, in an
// entry point that orders device memory between workgroups, and that the source does not declare
// globallycoherent. slc declares them so where the target needs it (lowering.md §3, §4); other
// compilers of the same source do not.
func coherence(c *context) {
	for _, e := range c.m.Entries {
		if !e.CrossGroup {
			continue
		}
		for _, r := range e.Uses {
			if !r.CrossGroup || r.Coherent || r.ReadOnly || r.Hidden || !r.Span.IsValid() {
				continue
			}
			w, rd := passes(e, r)
			if rd == nil {
				continue
			}
			c.diags.Report(c.code, r.Span, "'%s' passes data between workgroups and is not declared globallycoherent", r.Name).
				Note(w.Span, "one workgroup writes it").
				Note(rd.Span, "another may read it").
				WithHelp("declare it globallycoherent: slc does so by itself for HLSL and Metal, other compilers of this source do not")
		}
	}
}

// passes returns a plain write of r and a plain read of what another workgroup may have written.
func passes(e *ir.Entry, r *ir.Resource) (write, read *ir.Instr) {
	g, ok := graphOf(e)
	if !ok {
		return nil, nil
	}
	for _, w := range g.nodes {
		if w.object != any(r) || w.kind != writes {
			continue
		}
		i := slices.IndexFunc(g.nodes, func(x *node) bool {
			return x.object == any(r) && x.kind == reads && !sameGroup(w, x)
		})
		if i >= 0 {
			return w.in, g.nodes[i].in
		}
	}
	return nil, nil
}
