package lower

import (
	"slc/frontend/diag"
	"slc/lower/ir"
	"slc/sema/builtin"
	"slc/sema/types"
)

// limits reports what the target version cannot order (lowering.md §4): before Metal 3.2 there
// is no coherent memory and no fence, so no ordered atomic, no barrier without
// execution and no wave barrier that orders memory beyond the wave. Coherence that the
// compiler itself adds follows from one of these, so only that of the source is named.
func (p *program) limits() {
	c := &p.opts.Caps
	if c.Target != Metal || c.Version >= 302 {
		return
	}
	for _, r := range p.resources {
		if r.Coherent && !r.ReadOnly && len(r.Views) > 0 {
			p.diags.Report(diag.TargetOrder, r.Span, "device coherence of '%s' needs Metal 3.2; the target is %s", r.Name, c.Profile())
		}
	}
	for _, u := range p.units {
		for _, f := range u.funcs {
			f.Body.Walk(func(in *ir.Instr) {
				if what := needsFence(in); what != "" {
					p.diags.Report(diag.TargetOrder, in.Span, "%s needs Metal 3.2; the target is %s", what, c.Profile())
				}
			})
		}
	}
}

// needsFence names what in needs a fence for, "" if nothing.
func needsFence(in *ir.Instr) string {
	switch {
	case in.Op == ir.OpAtomic && ordered(in):
		return "an atomic operation with an order other than Relaxed"
	case in.Op != ir.OpBarrier:
		return ""
	case in.Barrier == nil:
		return "an atomic operation with an order other than Relaxed"
	case in.Exec == builtin.ScopeNone:
		return "a memory barrier without execution barrier"
	case in.Exec == builtin.ScopeWave && in.Mem.Scope > builtin.ScopeWave:
		return "a wave barrier that orders memory beyond the wave"
	}
	return ""
}

// oneAtomicView reports atomics on one binding through several variables: atomic operations by
// different references are not mutually ordered (lowering.md §1, "Storage view").
func (p *program) oneAtomicView() {
	var first *ir.Resource // p.resources are in binding order
	for _, r := range p.resources {
		switch {
		case !r.Aliased || !r.NeedsAtomic || r.Heap:
		case first == nil || first.Set != r.Set || first.Binding != r.Binding:
			first = r
		default:
			p.diags.Report(diag.BindingOverlap, r.Span, "atomics touch '%s' and '%s', which have the same binding", r.Name, first.Name).
				WithHelp("atomic operations are ordered only if they go through one variable; use the same one for all of them").
				Note(first.Span, "%s is declared here", first.Name)
		}
	}
}

// onePushConstant reports entry points with more than one block of push constants
// (VUID-StandaloneSpirv-OpEntryPoint-06674). The uniform parameters of an entry point are one.
func (p *program) onePushConstant(m *ir.Module) {
	for _, e := range m.Entries {
		var first *ir.Resource
		for _, r := range e.Uses {
			switch {
			case r.Class != ir.PushConstant:
			case first == nil:
				first = r
			default:
				p.diags.Report(diag.TargetResource, r.Span, "'%s' uses more than one block of push constants; Vulkan has one", e.Name).
					WithHelp("declare all of them in one struct; the uniform parameters of an entry point are push constants as well").
					Note(first.Span, "the other block is declared here")
			}
		}
	}
}

// packOffsets reports members of blocks whose places, by packoffset or vk::offset, are not possible.
func (p *program) packOffsets() {
	for _, r := range p.resources {
		if !hasPlaces(r.Class) {
			continue
		}
		for _, v := range r.Views {
			types.Contains(v.Elem, func(t types.Type) bool {
				if s, ok := t.(*types.Struct); ok {
					p.places(s, r.Layout)
				}
				return false
			})
		}
	}
}

func hasPlaces(c ir.ResourceClass) bool {
	return c == ir.UniformBuffer || c == ir.PushConstant || c == ir.StorageBuffer
}

// places checks the places of the fields of a struct in memory: aligned (VUID-StandaloneSpirv-None-10684) and one after the other.
func (p *program) places(s *types.Struct, lay ir.Layout) {
	end := 0
	for i, f := range s.Fields {
		at := lay.Offset(s, i)
		size, align := lay.SizeAlign(f.Type)
		switch {
		case f.At == 0 && f.PackOffset > 0 && f.PackOffset-1 != at:
			p.diags.Report(diag.NotSupported, f.Span, "packoffset of byte %d in a struct is not supported yet where the layout %s puts '%s', at byte %d",
				f.PackOffset-1, lay, f.Name, at).WithHelp("packoffset(c%d.%c) is that place; order and pad the members so", at/16, "xyzw"[at%16/4])
		case f.At > 0 && at%align != 0:
			p.diags.Report(diag.BadBinding, f.Span, "'%s' cannot lie at byte %d: the layout %s aligns it to %d bytes", f.Name, at, lay, align)
		case f.At > 0 && at < end:
			p.diags.Report(diag.NotSupported, f.Span, "a place at byte %d, before the end of the member above '%s' at byte %d, is not supported yet", at, f.Name, end).
				WithHelp("declare the members in the order of their places")
		}
		end = at + size
	}
}
