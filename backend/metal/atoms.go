package metal

import (
	"sort"
	"strconv"
	"strings"

	"slc/lower/ir"
	"slc/sema/types"
)

// MSL types atomic objects: what an atomic touches is declared atomic_uint and
// its kin, so that a plain access of it does not even compile. A struct with such
// members is a type of its own beside the plain struct.

// atoms is the set of atomic parts of a type, as a tree; nil: none.
type atoms struct {
	self   bool           // the scalar itself
	elem   *atoms         // the elements of the array
	fields map[int]*atoms // members of the struct
}

// atomsOf reads the paths of View.AtomicFields and Var.AtomicFields.
func atomsOf(paths []string) *atoms {
	var root *atoms
	for _, path := range paths {
		if root == nil {
			root = &atoms{}
		}
		at := root
		if path != "" {
			for _, part := range strings.Split(path, ".") {
				at = at.child(part)
			}
		}
		at.self = true
	}
	return root
}

func (a *atoms) child(part string) *atoms {
	if part == "*" {
		if a.elem == nil {
			a.elem = &atoms{}
		}
		return a.elem
	}
	n, _ := strconv.Atoi(part)
	if a.fields == nil {
		a.fields = map[int]*atoms{}
	}
	if a.fields[n] == nil {
		a.fields[n] = &atoms{}
	}
	return a.fields[n]
}

func (a *atoms) field(i int) *atoms {
	if a == nil {
		return nil
	}
	return a.fields[i]
}

func (a *atoms) element() *atoms {
	if a == nil {
		return nil
	}
	return a.elem
}

// in reports whether any part of t is atomic. Components of vectors do not
// count: they are reached by a cast.
func (a *atoms) in(t types.Type) bool {
	if a == nil {
		return false
	}
	switch t := t.(type) {
	case *types.Scalar:
		return a.self
	case *types.Array:
		return a.elem.in(t.Elem)
	case *types.Struct:
		for i, f := range t.Fields {
			if a.fields[i].in(f.Type) {
				return true
			}
		}
	}
	return false
}

// key identifies a set of parts.
func (a *atoms) key() string {
	if a == nil {
		return ""
	}
	s := ""
	if a.self {
		s = "!"
	}
	if a.elem != nil {
		s += "*(" + a.elem.key() + ")"
	}
	var ids []int
	for i := range a.fields {
		ids = append(ids, i)
	}
	sort.Ints(ids)
	for _, i := range ids {
		s += strconv.Itoa(i) + "(" + a.fields[i].key() + ")"
	}
	return s
}

// variant is a struct with atomic members.
type variant struct {
	s     *types.Struct
	atoms *atoms
	key   string
	name  string
}

// nameVariants names the structs with atomic members that resources and
// groupshared variables hold.
func (e *emitter) nameVariants() {
	for _, r := range e.m.Resources {
		for _, v := range r.Views {
			e.addVariant(v.Elem, atomsOf(v.AtomicFields))
		}
	}
	for _, v := range e.m.Shared {
		e.addVariant(v.Type.Elem, atomsOf(v.AtomicFields))
	}
}

func (e *emitter) addVariant(t types.Type, a *atoms) {
	if !a.in(t) {
		return
	}
	switch t := t.(type) {
	case *types.Array:
		e.addVariant(t.Elem, a.elem)
	case *types.Struct:
		for i, f := range t.Fields {
			e.addVariant(f.Type, a.field(i))
		}
		if e.variantOf(t, a) == nil {
			e.variants = append(e.variants, &variant{t, a, a.key(), e.u.Names.New(t.Name + "_atomic")})
		}
	}
}

func (e *emitter) variantOf(t *types.Struct, a *atoms) *variant {
	key := a.key()
	for _, v := range e.variants {
		if v.s == t && v.key == key {
			return v
		}
	}
	return nil
}

// memType spells what lies in memory: t with its atomic parts.
func (e *emitter) memType(t types.Type, a *atoms) string {
	if !a.in(t) {
		return e.Type(t)
	}
	switch t := t.(type) {
	case *types.Scalar:
		return "atomic_" + e.scalarName(t)
	case *types.Struct:
		return e.variantOf(t, a).name
	}
	return e.Type(t)
}

// memDeclare declares an object in memory. An array with atomic parts is a plain
// array: it is never copied.
func (e *emitter) memDeclare(t types.Type, a *atoms, name string) string {
	if !a.in(t) {
		return e.Declare(t, name)
	}
	return e.plainArray(t, a, name)
}

// plainArray declares an object with the dimensions of an array after its name.
func (e *emitter) plainArray(t types.Type, a *atoms, name string) string {
	for {
		arr, ok := t.(*types.Array)
		if !ok {
			return e.memType(t, a) + " " + name
		}
		name += "[" + strconv.Itoa(arr.Len) + "]"
		t, a = arr.Elem, a.element()
		if w := e.Wrappers[t]; w != "" {
			return w + " " + name
		}
	}
}

// atomsAt finds the atomic parts of what a place holds.
func atomsAt(root ir.Value, steps []*ir.Instr) *atoms {
	var a *atoms
	switch root := root.(type) {
	case *ir.View:
		a = atomsOf(root.AtomicFields)
		if root.Resource.Class == ir.StorageBuffer { // the paths start at the element
			a = &atoms{elem: a}
		}
	case *ir.Var:
		a = atomsOf(root.AtomicFields)
	}
	for _, s := range steps {
		switch s.Op {
		case ir.OpField:
			a = a.field(s.Index)
		case ir.OpElem:
			if _, ok := s.Args[0].ValueType().(*types.Ref).Elem.(*types.Vector); ok {
				return nil // components are not declared atomic
			}
			a = a.element()
		}
	}
	return a
}
