package reflect

import (
	"fmt"
	"slices"
	"strings"

	"slc/lower/ir"
	"slc/sema/types"
)

// A host type says how a program on the CPU declares what a buffer holds, so that
// every byte has the place that the shader gives it: padding is written out, a bool is
// its uint, a half its bits, a matrix an array of rows or columns, a pointer its address.

// hostType is a scalar or struct, or an array of them, outermost length first.
type hostType struct {
	scalar string      // slangc's name of the scalar type in memory; "" for a struct
	record *hostStruct // of a struct
	dims   []int       // types.Unsized: as many as the buffer has
	bytes  int         // of the innermost scalar or struct
}

// hostStruct is a struct with its padding.
type hostStruct struct {
	name   string
	source string // what the kernel calls it
	layout ir.Layout
	size   int // bytes, without an unsized last field
	align  int // natural alignment on the host
	fields []hostField
	open   bool // the last field is unsized
}

// hostField is a field, or padding when it has no name.
type hostField struct {
	name         string
	t            hostType
	offset, size int
}

// packed reports that the natural alignment of the host's types moves a field or grows the struct.
func (s *hostStruct) packed() bool {
	for _, f := range s.fields {
		if f.offset%f.t.align() != 0 {
			return true
		}
	}
	return s.size%s.align != 0
}

func (t hostType) align() int {
	if t.record != nil {
		return t.record.align
	}
	return t.bytes
}

func (t hostType) size() int {
	n := t.bytes
	for _, d := range t.dims {
		n *= max(d, 0)
	}
	return n
}

// hostTypes collects the structs of one header, inner ones first.
type hostTypes struct {
	d       *describer
	structs []*hostStruct
	made    map[hostKey]*hostStruct
	names   map[string]bool
	pending []types.Type // what pointers point at: a list may lead back to its own struct
}

type hostKey struct {
	t        *types.Struct
	layout   ir.Layout
	rowMajor bool
}

// collect makes the structs that the parameters of m hold.
func (h *hostTypes) collect(m *ir.Module) {
	for _, r := range m.Resources {
		mem := &memory{d: h.d, layout: r.Layout, rowMajor: h.d.opts.RowMajor}
		switch t := heldType(r); t := t.(type) {
		case *types.Struct:
			h.record(mem, t, r.Name)
		case types.Type:
			h.of(mem, t) // an array of structs, or a pointer's
		}
	}
	for len(h.pending) > 0 {
		t := h.pending[0]
		h.pending = h.pending[1:]
		h.of(&memory{d: h.d, layout: ir.ScalarLayout, rowMajor: h.d.opts.RowMajor}, t)
	}
}

// heldType is the type of what a buffer or block holds, nil for other resources.
func heldType(r *ir.Resource) types.Type {
	s := r.Source
	switch {
	case r.Class > ir.PushConstant:
		return nil
	case s != nil && s.Elem != nil:
		return s.Elem
	case s == nil && r.Content != nil:
		return r.Content
	}
	return nil
}

// of is the host's form of t.
func (h *hostTypes) of(m *memory, t types.Type) hostType {
	switch t := t.(type) {
	case *types.Scalar:
		return hostType{scalar: scalarName(t), bytes: ir.ScalarSize(t)}
	case *types.Vector:
		return h.array(h.of(m, t.Elem), t.N, ir.ScalarSize(t.Elem))
	case *types.Array:
		return h.array(h.of(m, t.Elem), t.Len, m.layout.Stride(m.stored(t.Elem)))
	case *types.Struct:
		s := h.record(m, t, "")
		return hostType{record: s, bytes: s.size}
	case *types.Pointer:
		h.pending = append(h.pending, t.Elem)
	}
	if stored := m.stored(t); stored != t {
		return h.of(m, stored)
	}
	return hostType{scalar: "uint8", bytes: 1}
}

// array is n elements a stride apart. Where the stride is more than an element's size (vectors of
// three, and everything in std140) the innermost dimension has the padding.
func (h *hostTypes) array(elem hostType, n, stride int) hostType {
	dims := elem.dims
	switch padded := stride / elem.bytes; {
	case stride == elem.size():
	case len(dims) == 0:
		dims = []int{padded}
	default:
		dims = append(slices.Clone(dims[:len(dims)-1]), padded/(elem.size()/elem.bytes/dims[len(dims)-1]))
	}
	elem.dims = append([]int{n}, dims...)
	return elem
}

// record is the struct for t; block names one that the compiler made.
func (h *hostTypes) record(m *memory, t *types.Struct, block string) *hostStruct {
	key := hostKey{t, m.layout, m.rowMajor}
	if s := h.made[key]; s != nil {
		return s
	}
	stored := m.stored(t).(*types.Struct)
	size, _ := m.layout.SizeAlign(stored)
	s := &hostStruct{source: t.Name, layout: m.layout, size: size, align: 1}
	if t.Hidden || t.Name == "" {
		s.source = block
	}
	n, end := 0, 0
	for _, f := range t.Fields {
		if !types.HasData(f.Type) {
			continue
		}
		field := hostField{name: f.Name, t: h.of(m.field(f), f.Type), offset: m.layout.Offset(stored, n)}
		field.size = field.t.size()
		s.pad(&end, field.offset)
		s.fields = append(s.fields, field)
		s.align = max(s.align, field.t.align())
		s.open = len(field.t.dims) > 0 && field.t.dims[0] == types.Unsized
		end += field.size
		n++
	}
	if s.open { // what follows the struct in memory starts where C's struct ends
		s.size = (end + s.align - 1) / s.align * s.align
	} else {
		s.pad(&end, size)
	}
	h.made[key] = s
	if len(s.fields) == 0 || s.open && len(s.fields) == 1 {
		return s // nothing of a fixed size
	}
	s.name = h.unique(s)
	h.structs = append(h.structs, s)
	return s
}

// pad fills the bytes from *end to the offset.
func (s *hostStruct) pad(end *int, offset int) {
	if n := offset - *end; n > 0 {
		s.fields = append(s.fields, hostField{t: hostType{scalar: "uint8", bytes: 1, dims: []int{n}}, offset: *end, size: n})
		*end = offset
	}
}

// unique is a name of the header's own for s: a struct in two layouts has two names.
func (h *hostTypes) unique(s *hostStruct) string {
	base := identifier(s.source)
	for _, name := range []string{base, base + "_" + s.layout.String()} {
		if !h.names[name] {
			h.names[name] = true
			return name
		}
	}
	for i := 2; ; i++ {
		if name := fmt.Sprintf("%s_%d", base, i); !h.names[name] {
			h.names[name] = true
			return name
		}
	}
}

// identifier makes an identifier of a name such as Pair<int,2>.
func identifier(name string) string {
	id := strings.Map(func(r rune) rune {
		if r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' {
			return r
		}
		return '_'
	}, name)
	id = strings.TrimRight(id, "_")
	if id == "" || id[0] >= '0' && id[0] <= '9' {
		id = "T" + id
	}
	return id
}
