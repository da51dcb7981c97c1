// Package limits checks what every device of a target is asked for: sizes of workgroups and of
// groupshared memory.
package limits

import (
	"slc/frontend/diag"
	"slc/lower/ir"
	"slc/sema/types"
)

const (
	sharedBytes = 32 << 10 // DirectX 12 and the common size of devices; Vulkan guarantees half of it
	threads     = 1024
)

// hlslThreads are the largest sizes of a workgroup in x, y and z that HLSL takes.
var hlslThreads = [3]int{threads, threads, 64}

// HLSL reports entry points beyond the limits of DirectX, which are the same on every device: its
// compiler rejects them.
func HLSL(m *ir.Module, diags *diag.List) {
	for _, en := range m.Entries {
		n := en.NumThreads
		for i, size := range n {
			if size > hlslThreads[i] {
				diags.Report(diag.TargetLimit, en.Span, "HLSL takes at most %d threads in %s, and '%s' has %d", hlslThreads[i], "xyz"[i:i+1], en.Name, size)
			}
		}
		if total := n[0] * n[1] * n[2]; total > threads {
			diags.Report(diag.TargetLimit, en.Span, "HLSL takes workgroups of at most %d threads, and '%s' has %d", threads, en.Name, total)
		}
		if bytes := groupshared(m, en); bytes > sharedBytes {
			diags.Report(diag.TargetLimit, en.Span, "HLSL has %d bytes of groupshared memory, and '%s' uses %d", sharedBytes, en.Name, bytes)
		}
	}
}

// Devices warns of entry points that use more groupshared memory than devices usually have.
func Devices(m *ir.Module, diags *diag.List) {
	for _, en := range m.Entries {
		if bytes := groupshared(m, en); bytes > sharedBytes {
			diags.Report(diag.LargeGroupshared, en.Span, "'%s' uses %d bytes of groupshared memory; few devices have more than %d", en.Name, bytes, sharedBytes)
		}
	}
}

// groupshared is the size of the groupshared variables that an entry point uses.
func groupshared(m *ir.Module, en *ir.Entry) int {
	if len(m.Shared) == 0 {
		return 0
	}
	used := map[*ir.Var]bool{}
	seen := map[*ir.Func]bool{}
	var walk func(f *ir.Func)
	walk = func(f *ir.Func) {
		if seen[f] {
			return
		}
		seen[f] = true
		f.Body.Walk(func(in *ir.Instr) {
			if in.Op == ir.OpCall {
				walk(in.Callee)
			}
			for _, a := range in.Args {
				if v, ok := a.(*ir.Var); ok && v.Type.Space == types.SpaceGroupshared {
					used[v] = true
				}
			}
		})
	}
	walk(en.Func)
	total := 0
	for _, v := range m.Shared {
		if used[v] {
			size, align := ir.ScalarLayout.SizeAlign(v.Type.Elem)
			total = (total+align-1)/align*align + size
		}
	}
	return total
}
