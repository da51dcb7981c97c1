package lower

import (
	"fmt"
	"slices"
	"strings"

	"slc/lower/ir"
	"slc/sema/types"
)

// merger puts the functions of all entry points into one module. Functions that are equal, with
// the meaning of their memory operations decided, are kept once.
type merger struct {
	m      *ir.Module
	byName map[string]*namesakes // by the name before it was made unique
	names  map[string]bool
}

// namesakes are the functions of one name, an instance of a generic each, or a function as several
// entry points have it. Their texts are made only when there is something to compare.
type namesakes struct {
	first  *ir.Func
	byText map[string]*ir.Func // nil while there is but the first
	next   int                 // number that the next one's name may have
}

func newMerger(m *ir.Module) *merger {
	return &merger{m: m, byName: map[string]*namesakes{}, names: map[string]bool{}}
}

// unit adds the functions of one entry point and returns its entry function.
func (g *merger) unit(u *unit) *ir.Func {
	same := map[*ir.Func]*ir.Func{}
	var last *ir.Func
	for i, f := range u.funcs {
		f.Body.Walk(func(in *ir.Instr) {
			if in.Callee != nil && same[in.Callee] != nil {
				in.Callee = same[in.Callee]
			}
		})
		last = g.add(f, i == len(u.funcs)-1)
		same[f] = last
	}
	return last
}

// add returns the function of the module that is equal to f, adding f if there is none. Entry
// functions are never merged.
func (g *merger) add(f *ir.Func, entry bool) *ir.Func {
	name := f.Name
	same := g.byName[name]
	switch {
	case same == nil:
		same = &namesakes{next: 2}
		g.byName[name] = same
		fallthrough
	case same.first == nil:
		if !entry {
			same.first = f
		}
	case !entry:
		if same.byText == nil {
			same.byText = map[string]*ir.Func{spell(same.first, name): same.first}
		}
		text := spell(f, name)
		if old := same.byText[text]; old != nil {
			return old
		}
		same.byText[text] = f
	}
	for ; g.names[f.Name]; same.next++ {
		f.Name = fmt.Sprintf("%s_%d", name, same.next)
	}
	g.names[f.Name] = true
	g.m.Funcs = append(g.m.Funcs, f)
	return f
}

// spell is the text of the function under the given name.
func spell(f *ir.Func, name string) string {
	own := f.Name
	f.Name = name
	text := f.String()
	f.Name = own
	return text
}

// collectGlobals lists the globals that the module reaches, and what each entry point uses.
func (p *program) collectGlobals(m *ir.Module) {
	vars := map[*ir.Var]bool{}
	used := map[*ir.Resource]bool{}
	for _, e := range m.Entries {
		own := map[*ir.Resource]bool{}
		reach(e.Func, map[*ir.Func]bool{}, func(v ir.Value) {
			switch v := v.(type) {
			case *ir.View:
				own[v.Resource] = true
				used[v.Resource] = true
			case *ir.Var:
				vars[v] = true
			}
		})
		for _, r := range p.resources {
			if own[r] {
				e.Uses = append(e.Uses, r)
			}
		}
	}
	for _, r := range p.resources {
		if used[r] {
			m.Resources = append(m.Resources, r)
		} else {
			m.Unused = append(m.Unused, r)
		}
	}
	for _, o := range p.objects {
		switch {
		case o.res != nil && len(o.res.Views) == 0:
			p.view(o, p.elemType(o))
		case o.v == nil || !vars[o.v]:
		case o.space == types.SpaceGroupshared:
			m.Shared = append(m.Shared, o.v)
		default:
			m.Privates = append(m.Privates, o.v)
		}
	}
	for _, f := range m.Funcs {
		f.Body.Walk(markAtomic)
	}
}

// reach calls f for every operand of the functions reachable from fn.
func reach(fn *ir.Func, seen map[*ir.Func]bool, f func(ir.Value)) {
	if seen[fn] {
		return
	}
	seen[fn] = true
	fn.Body.Walk(func(in *ir.Instr) {
		for _, a := range in.Args {
			f(a)
		}
		if in.Callee != nil {
			reach(in.Callee, seen, f)
		}
	})
}

// markAtomic records which member of a view or variable an atomic touches.
func markAtomic(in *ir.Instr) {
	if in.Op != ir.OpAtomic {
		return
	}
	path, root := memberPath(in.Args[0])
	switch root := root.(type) {
	case *ir.View:
		root.Atomic = true
		root.AtomicFields = insertPath(root.AtomicFields, path)
	case *ir.Var:
		root.AtomicFields = insertPath(root.AtomicFields, path)
	}
}

func insertPath(list []string, path string) []string {
	at, found := slices.BinarySearch(list, path)
	if found {
		return list
	}
	return slices.Insert(list, at, path)
}

// memberPath spells the path from an element (or variable) to an address: field
// indices, * for elements of arrays and vectors.
func memberPath(v ir.Value) (string, ir.Value) {
	var parts []string
	root := ir.Root(v)
	for {
		in, ok := v.(*ir.Instr)
		if !ok || ir.Value(in) == root {
			break
		}
		switch in.Op {
		case ir.OpField:
			parts = append(parts, fmt.Sprint(in.Index))
		case ir.OpElem:
			if !elementOfBuffer(in) {
				parts = append(parts, "*")
			}
		}
		v = in.Args[0]
	}
	slices.Reverse(parts)
	return strings.Join(parts, "."), root
}

// elementOfBuffer reports whether an OpElem selects the element of a structured buffer.
func elementOfBuffer(in *ir.Instr) bool {
	a, ok := in.Args[0].ValueType().(*types.Ref).Elem.(*types.Array)
	return ok && a.Len == types.Unsized
}
