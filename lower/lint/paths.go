package lint

import (
	"fmt"
	"strings"

	"slc/lower/ir"
)

// path is where in its object an access goes: a text for every step. Equal texts are equal places
// for one invocation.
type path struct {
	steps []string
	known bool // made of constants and indices of the invocation only
	own   bool // no two invocations of a workgroup have equal steps
	group bool // equal steps may be different places in different workgroups
}

// pathOf reads the path of an access.
func pathOf(e *ir.Entry, in *ir.Instr) path {
	p := path{known: true}
	var parts threadParts
	if in.Op == ir.OpImageRead || in.Op == ir.OpImageWrite {
		p.add(in.Args[1], &parts)
	}
	for v := in.Args[0]; ; {
		a, ok := v.(*ir.Instr)
		if !ok || !a.Op.Info().Address || a.Op == ir.OpVar {
			break
		}
		switch a.Op {
		case ir.OpField:
			p.steps = append(p.steps, fmt.Sprintf(".%d", a.Index))
		case ir.OpDeref:
			p.add(a.Args[0], &parts)
		case ir.OpDescriptor:
			if w, ok := a.Args[0].(*ir.View); ok && w.Resource.Heap { // whatever the handle: others may mean the same memory
				p.steps = append(p.steps, "heap")
				break
			}
			p.add(a.Args[1], &parts)
		default:
			for _, x := range a.Args[1:] {
				p.add(x, &parts)
			}
		}
		v = a.Args[0]
	}
	p.own = p.known && parts.covers(e)
	return p
}

func (p *path) add(v ir.Value, parts *threadParts) {
	text, known := textOf(v, 0)
	p.steps = append(p.steps, text)
	p.known = p.known && known
	p.group = p.group || perGroup(v, 0)
	parts.index(v)
}

// textOf spells a value so that equal texts are equal values in one invocation, as long as no
// variable in it changes; known when there is none.
func textOf(v ir.Value, depth int) (text string, known bool) {
	switch v := v.(type) {
	case *ir.Const:
		if v.Spec != nil {
			return "spec " + v.Spec.Name, true
		}
		if len(v.Value.Elems) > 0 {
			return fmt.Sprintf("%p", v), true
		}
		return fmt.Sprint(v.Value.Bits), true
	case *ir.Instr:
		switch {
		case depth > maxDepth/4:
		case v.Op == ir.OpSystem:
			return v.System.String(), true
		case v.Op == ir.OpLoad && !v.Access.Shared:
			if o := object(v.Args[0]); o == nil {
				return fmt.Sprintf("var %p", ir.Root(v.Args[0])), false
			}
			return fmt.Sprintf("%p %v", object(v.Args[0]), v.Op), false
		case v.Op >= ir.OpAdd && v.Op <= ir.OpShuffle && v.Op != ir.OpExtractDyn:
			parts := []string{fmt.Sprintf("%v%d%v:%v", v.Op, v.Index, v.Comps, v.Type)}
			known = true
			for _, a := range v.Args {
				t, k := textOf(a, depth+1)
				parts, known = append(parts, t), known && k
			}
			return "(" + strings.Join(parts, " ") + ")", known
		}
	}
	return fmt.Sprintf("%p", v), false
}

// threadParts are the components of the invocation's own index that a path contains.
type threadParts struct {
	local [3]bool // GroupThreadID or DispatchThreadID
	whole bool    // GroupIndex
}

// index notes an index that is a thread index itself, or one plus what is no thread index.
func (t *threadParts) index(v ir.Value) {
	in, ok := v.(*ir.Instr)
	if !ok {
		return
	}
	switch in.Op {
	case ir.OpSystem:
		t.system(in.System, 0, 1, 2)
	case ir.OpShuffle:
		if s, ok := in.Args[0].(*ir.Instr); ok && s.Op == ir.OpSystem {
			for _, c := range in.Comps {
				t.system(s.System, int(c))
			}
		}
	case ir.OpExtract:
		if s, ok := in.Args[0].(*ir.Instr); ok && s.Op == ir.OpSystem {
			t.system(s.System, in.Index)
		}
	case ir.OpConvert, ir.OpBitcast:
		t.index(in.Args[0])
	case ir.OpConstruct:
		for _, a := range in.Args {
			t.index(a)
		}
	case ir.OpAdd:
		for i, a := range in.Args {
			if !perInvocation(in.Args[1-i], 0) {
				t.index(a)
			}
		}
	}
}

func (t *threadParts) system(s ir.SystemValue, components ...int) {
	for _, c := range components {
		switch {
		case s == ir.GroupIndex:
			t.whole = true
		case c > 2:
		case perThread(s):
			t.local[c] = true
		}
	}
}

// perInvocation reports whether a value may differ between the invocations of a workgroup.
func perInvocation(v ir.Value, depth int) bool {
	in, ok := v.(*ir.Instr)
	if !ok {
		_, param := v.(*ir.Param)
		return param
	}
	if in.Op == ir.OpSystem {
		return in.System != ir.GroupID && in.System != ir.NumWorkgroups
	}
	if depth > maxDepth/4 || in.Op > ir.OpShuffle {
		return true
	}
	for _, a := range in.Args {
		if perInvocation(a, depth+1) {
			return true
		}
	}
	return false
}

// perGroup reports whether a value may differ between workgroups of one dispatch in invocations of the same index
// in their group: what is made of constants and of such an index (SV_GroupIndex, SV_GroupThreadID) does not.
func perGroup(v ir.Value, depth int) bool {
	in, ok := v.(*ir.Instr)
	if !ok {
		_, param := v.(*ir.Param)
		return param
	}
	switch {
	case in.Op == ir.OpSystem:
		return in.System == ir.DispatchThreadID || in.System == ir.GroupID
	case depth > maxDepth/4 || in.Op > ir.OpShuffle:
		return true
	}
	for _, a := range in.Args {
		if perGroup(a, depth+1) {
			return true
		}
	}
	return false
}

// covers reports whether the parts tell the invocations of a workgroup apart.
func (t *threadParts) covers(e *ir.Entry) bool {
	own := true
	for i := range e.NumThreads {
		own = own && (t.local[i] || oneIn(e, i))
	}
	return own || t.whole
}

// apart reports whether two accesses to one object touch different places, or are of one invocation.
func apart(x, y *node) bool {
	if x.path.own && y.path.own && equalSteps(x, y) {
		return true
	}
	return differ(x, y)
}

func equalSteps(x, y *node) bool {
	return strings.Join(x.path.steps, " ") == strings.Join(y.path.steps, " ")
}

// differ: the last steps, which are those nearest to the object, lead to different members or
// constant elements.
func differ(x, y *node) bool {
	a, b := x.path.steps, y.path.steps
	for i := 1; i <= min(len(a), len(b)); i++ {
		p, q := a[len(a)-i], b[len(b)-i]
		if p != q {
			return constantStep(p) && constantStep(q)
		}
	}
	return false
}

func constantStep(s string) bool { return s != "" && strings.Trim(s, ".0123456789") == "" }

// sameGroup reports whether what y reads is what the same workgroup wrote at x.
func sameGroup(x, y *node) bool {
	return equalSteps(x, y) && x.path.group || differ(x, y)
}
