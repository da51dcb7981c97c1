package hostdata

import (
	"fmt"
	"strconv"
	"strings"
)

// leaf is a number inside a type.
type leaf struct {
	offset int
	scalar *Scalar
}

// leaves lists the numbers of a type in the order in which they are written:
// fields, elements and components in order, matrices by rows.
func (t *Type) leaves() []leaf { return t.appendLeaves(nil, 0) }

func (t *Type) appendLeaves(list []leaf, at int) []leaf {
	switch t.Kind {
	case ScalarKind:
		return append(list, leaf{at, t.Scalar})
	case StructKind:
		for _, f := range t.Fields {
			list = f.Type.appendLeaves(list, at+f.Offset)
		}
		return list
	}
	for i := range t.Count {
		elem, offset := t.element(i)
		list = elem.appendLeaves(list, at+offset)
	}
	return list
}

// element is element i of an array, component i of a vector, row i of a matrix.
func (t *Type) element(i int) (elem *Type, offset int) {
	switch t.Kind {
	case VectorKind:
		return scalarType(t.Scalar), i * max(t.Stride, t.Scalar.Bytes)
	case MatrixKind:
		// A row is a vector whose components are apart by a column when columns are contiguous.
		row := &Type{Kind: VectorKind, Scalar: t.Scalar, Count: t.Columns, Size: t.Columns * t.Scalar.Bytes}
		if t.RowMajor {
			return row, i * t.Stride
		}
		row.Stride = t.Stride
		return row, i * t.Scalar.Bytes
	}
	return t.Elem, i * t.Stride
}

// place is a part of a type.
type place struct {
	offset int
	t      *Type
}

// find walks a path such as ".inner.a[2].x".
func (t *Type) find(path string) (place, error) {
	p := place{0, t}
	for path != "" {
		var err error
		if p, path, err = p.step(path); err != nil {
			return p, err
		}
	}
	return p, nil
}

// step takes the first step of a path.
func (p place) step(path string) (next place, rest string, err error) {
	if p.t.Kind == StructKind {
		return p.field(path)
	}
	end := len(path)
	if at := strings.IndexAny(path[1:], ".["); at >= 0 {
		end = at + 1
	}
	step, rest := path[:end], path[end:]
	i := -1
	if p.t.Kind == VectorKind && step[0] == '.' && len(step) == 2 {
		i = strings.IndexByte("xyzw", step[1])
	} else if step[0] == '[' && strings.HasSuffix(step, "]") {
		if n, err := strconv.Atoi(step[1 : len(step)-1]); err == nil {
			i = n
		}
	}
	if i < 0 || i >= p.t.Count {
		return p, "", fmt.Errorf("there is no '%s': it has %d elements", step, p.t.Count)
	}
	elem, offset := p.t.element(i)
	return place{p.offset + offset, elem}, rest, nil
}

// field takes a step to a field. Names of fields that the compiler made may have dots.
func (p place) field(path string) (next place, rest string, err error) {
	for _, f := range p.t.Fields {
		rest, ok := strings.CutPrefix(path, "."+f.Name)
		if ok && (rest == "" || rest[0] == '.' || rest[0] == '[') {
			return place{p.offset + f.Offset, f.Type}, rest, nil
		}
	}
	return p, "", fmt.Errorf("there is no '%s': the fields are %s", path, p.t.fieldNames())
}

// fieldNames lists the fields for a message.
func (t *Type) fieldNames() string {
	names := make([]string, len(t.Fields))
	for i, f := range t.Fields {
		names[i] = f.Name
	}
	return strings.Join(names, ", ")
}
