package hostdata

import (
	"encoding/json"
	"fmt"
	"math"
	"strings"
)

// View shows the contents of a parameter: as elements of its own type, or as
// numbers of another.
type View struct {
	elem   *Type
	stride int
	data   []byte
}

// View shows data as elements of the parameter's type; as, if not nil, is the type
// of numbers to show instead.
func (p *Parameter) View(data []byte, as *Scalar) View {
	switch {
	case as != nil:
		return View{scalarType(as), as.Bytes, data}
	case p.IsBlock():
		return View{p.Elem, max(p.Elem.Size, 1), data}
	}
	return View{p.Elem, p.Stride, data}
}

// Len is the number of elements.
func (v View) Len() int { return len(v.data) / v.stride }

// Bytes are elements from to to, both included.
func (v View) Bytes(from, to int) []byte { return v.data[from*v.stride : (to+1)*v.stride] }

// Text prints element i: a number, [components], {field=value …}.
func (v View) Text(i int) string {
	var b strings.Builder
	v.elem.print(&b, v.data[i*v.stride:])
	return b.String()
}

func (t *Type) print(b *strings.Builder, data []byte) {
	switch t.Kind {
	case ScalarKind:
		b.WriteString(t.Scalar.text(data))
	case StructKind:
		b.WriteByte('{')
		for i, f := range t.Fields {
			if i > 0 {
				b.WriteByte(' ')
			}
			b.WriteString(f.Name + "=")
			f.Type.print(b, data[f.Offset:])
		}
		b.WriteByte('}')
	default:
		b.WriteByte('[')
		for i := range t.Count {
			if i > 0 {
				b.WriteByte(' ')
			}
			elem, offset := t.element(i)
			elem.print(b, data[offset:])
		}
		b.WriteByte(']')
	}
}

// JSON gives elements from to to, both included. Numbers that JSON has not are strings.
func (v View) JSON(from, to int) json.RawMessage {
	var b strings.Builder
	b.WriteByte('[')
	for i := from; i <= to; i++ {
		if i > from {
			b.WriteByte(',')
		}
		v.elem.json(&b, v.data[i*v.stride:])
	}
	b.WriteByte(']')
	return json.RawMessage(b.String())
}

func (t *Type) json(b *strings.Builder, data []byte) {
	switch t.Kind {
	case ScalarKind:
		text := t.Scalar.text(data)
		if f, ok := t.Scalar.value(data).(float64); ok && (math.IsNaN(f) || math.IsInf(f, 0)) {
			text = fmt.Sprintf("%q", text)
		}
		b.WriteString(text)
	case StructKind:
		b.WriteByte('{')
		for i, f := range t.Fields {
			if i > 0 {
				b.WriteByte(',')
			}
			fmt.Fprintf(b, "%q:", f.Name)
			f.Type.json(b, data[f.Offset:])
		}
		b.WriteByte('}')
	default:
		b.WriteByte('[')
		for i := range t.Count {
			if i > 0 {
				b.WriteByte(',')
			}
			elem, offset := t.element(i)
			elem.json(b, data[offset:])
		}
		b.WriteByte(']')
	}
}
