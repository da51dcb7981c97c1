package text

import (
	"strconv"
	"strings"

	"slc/lower/ir"
	"slc/sema/types"
)

// Structs names the structs of a module as they are printed: with padding where the target's own
// layout would differ from ours, and with wrappers around the elements of arrays whose stride has to be
// written out (Layouts).
type Structs struct {
	*Layouts
	Names    map[*types.Struct]string
	Fields   map[*types.Struct][]string
	Pads     map[*types.Struct][]string // names of the padding, in order
	Wrappers map[types.Type]string      // by element; a dialect may add names of array types
	Used     map[*types.Struct]bool     // those that the output names
}

// NewStructs prepares to name the structs that lay has laid out.
func NewStructs(lay *Layouts) *Structs {
	return &Structs{Layouts: lay, Names: map[*types.Struct]string{}, Fields: map[*types.Struct][]string{},
		Pads: map[*types.Struct][]string{}, Wrappers: map[types.Type]string{}, Used: map[*types.Struct]bool{}}
}

// NameStructs gives the structs of u, their fields and the wrappers their names.
func (st *Structs) NameStructs(u *Unit, reserved []string) {
	for _, s := range u.Module.Structs() {
		st.Names[s] = u.Names.New(s.Name)
		names := NewNames(reserved)
		for _, f := range s.Fields {
			st.Fields[s] = append(st.Fields[s], names.New(f.Name))
		}
		for _, slot := range st.Slots(s) {
			if slot.Field < 0 {
				st.Pads[s] = append(st.Pads[s], names.New("pad"))
			}
		}
	}
	identifier := strings.NewReplacer("<", "_", ">", "", ", ", "_", " ", "_")
	for _, t := range st.WrappedTypes() {
		st.Wrappers[t] = u.Names.New("Padded_" + identifier.Replace(u.Dialect.Type(t)))
	}
}

// Struct is the name of s, which the output uses from now on.
func (st *Structs) Struct(s *types.Struct) string {
	st.Used[s] = true
	return st.Names[s]
}

// Field spells a step into a struct.
func (st *Structs) Field(x Expr, s *types.Struct, index int) Expr {
	return Member(x, st.Fields[s][index])
}

// Elem spells a step into an array or vector.
func (st *Structs) Elem(x Expr, of types.Type, index Expr) Expr {
	if v, ok := of.(*types.Vector); ok {
		if n, err := strconv.Atoi(strings.TrimSuffix(index.Text, "u")); err == nil && n >= 0 && n < v.N {
			return Member(x, "xyzw"[n:n+1])
		}
		return Index(x, index.Text)
	}
	x = Index(x, index.Text)
	if a, ok := of.(*types.Array); ok {
		return st.Unwrap(x, a.Elem)
	}
	return x
}

// Unwrap steps into the wrapper of an element, if it has one.
func (st *Structs) Unwrap(x Expr, elem types.Type) Expr {
	if _, _, ok := st.Wrapped(elem); ok {
		return Member(x, "v")
	}
	return x
}

// Result spells the result type and name of a function.
func (u *Unit) Result(fn *ir.Func, name string) string {
	if fn.Result == nil {
		return "void " + name
	}
	return u.Dialect.Type(fn.Result) + " " + name
}
