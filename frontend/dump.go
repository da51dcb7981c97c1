package frontend

import (
	"bufio"
	"fmt"
	"io"
	"reflect"
	"strconv"
	"strings"

	"slc/frontend/ast"
)

// Dump writes the tree as indented S-expressions: a node is (Kind fields…), a
// field that holds its zero value is left out, names and literals are written as
// they are. Positions are not shown.
func Dump(w io.Writer, n ast.Node) error {
	d := dumper{w: bufio.NewWriter(w)}
	d.value(reflect.ValueOf(n), 0)
	d.w.WriteByte('\n')
	return d.w.Flush()
}

type dumper struct{ w *bufio.Writer }

const (
	dumpWidth  = 100 // a node that fits is written on one line
	dumpIndent = 40  // deeper levels are not indented further
)

// value writes v; the cursor stands behind indent levels of indentation.
func (d *dumper) value(v reflect.Value, indent int) {
	var line strings.Builder
	if flat(&line, v, dumpWidth-2*min(indent, dumpIndent)) {
		d.w.WriteString(line.String())
		return
	}
	switch v.Kind() {
	case reflect.Interface, reflect.Pointer:
		d.value(v.Elem(), indent)
	case reflect.Slice:
		d.w.WriteByte('[')
		for i := range v.Len() {
			d.newline(indent + 1)
			d.value(v.Index(i), indent+1)
		}
		d.w.WriteByte(']')
	case reflect.Struct:
		d.node(v, indent)
	default:
		line.Reset()
		flat(&line, v, 1<<30)
		d.w.WriteString(line.String())
	}
}

// node writes a node over several lines: short fields behind its kind, the
// others below.
func (d *dumper) node(v reflect.Value, indent int) {
	kind, v := unwrap(v)
	d.w.WriteString("(" + kind)
	below := false
	for _, f := range fields(v) {
		var line strings.Builder
		if !below && flat(&line, f.value, 40) && !isNode(f.value) {
			d.w.WriteString(" " + f.label() + line.String())
			continue
		}
		below = true
		d.newline(indent + 1)
		d.w.WriteString(f.label())
		d.value(f.value, indent+1)
	}
	d.w.WriteByte(')')
}

func (d *dumper) newline(indent int) {
	d.w.WriteByte('\n')
	for range min(indent, dumpIndent) {
		d.w.WriteString("  ")
	}
}

// unwrap returns the kind of a node and the struct with its fields: those of its
// only part for a type name without qualification.
func unwrap(v reflect.Value) (kind string, fields reflect.Value) {
	kind = v.Type().Name()
	if v.Type() == reflect.TypeFor[ast.NamedType]() && v.FieldByName("Path").Len() == 1 && !v.FieldByName("Global").Bool() {
		return kind, v.FieldByName("Path").Index(0)
	}
	return kind, v
}

type field struct {
	name  string
	value reflect.Value
}

func (f field) label() string {
	switch f.name {
	case "Name", "Op", "Value", "X", "Y", "List", "Decls", "Path":
		return ""
	}
	return f.name + "="
}

// fields lists the fields of a node that are set, those of embedded bases first.
func fields(v reflect.Value) []field {
	var list []field
	for i := range v.NumField() {
		f, t := v.Field(i), v.Type().Field(i)
		switch {
		case t.Name == "Range" || t.Name == "OpSpan" || t.Name == "Decimal" || t.Name == "Target" && t.Type == reflect.TypeFor[ast.Name]() || t.Name == "Loaded":
		case t.Anonymous:
			list = append(list, fields(f)...)
		case f.IsZero() && !(t.Name == "Value" && f.Kind() != reflect.Interface):
		default:
			list = append(list, field{t.Name, f})
		}
	}
	return list
}

func isNode(v reflect.Value) bool {
	for v.Kind() == reflect.Interface || v.Kind() == reflect.Pointer {
		v = v.Elem()
	}
	return v.Kind() == reflect.Struct && v.Type() != reflect.TypeFor[ast.Name]()
}

// flat writes v on one line; it gives up and returns false when the line grows
// beyond limit.
func flat(out *strings.Builder, v reflect.Value, limit int) bool {
	if out.Len() > limit {
		return false
	}
	switch v.Kind() {
	case reflect.Interface, reflect.Pointer:
		if v.IsNil() {
			out.WriteString("()")
			return true
		}
		return flat(out, v.Elem(), limit)
	case reflect.Slice:
		out.WriteByte('[')
		for i := range v.Len() {
			if i > 0 {
				out.WriteByte(' ')
			}
			if !flat(out, v.Index(i), limit) {
				return false
			}
		}
		out.WriteByte(']')
	case reflect.Struct:
		return flatNode(out, v, limit)
	case reflect.String:
		s := v.String()
		if s == "" || strings.ContainsAny(s, " \t\n\"\\()") {
			s = strconv.Quote(s)
		}
		out.WriteString(s)
	default:
		fmt.Fprint(out, v.Interface())
	}
	return out.Len() <= limit
}

func flatNode(out *strings.Builder, v reflect.Value, limit int) bool {
	if v.Type() == reflect.TypeFor[ast.Name]() {
		out.WriteString(v.Field(0).String())
		return out.Len() <= limit
	}
	kind, v := unwrap(v)
	list := fields(v)
	switch v.Type() {
	case reflect.TypeFor[ast.NameExpr](), reflect.TypeFor[ast.PathPart]():
		if len(list) == 1 { // only the name
			return flat(out, list[0].value, limit)
		}
	}
	out.WriteString("(" + kind)
	for _, f := range list {
		out.WriteString(" " + f.label())
		if !flat(out, f.value, limit) {
			return false
		}
	}
	out.WriteByte(')')
	return out.Len() <= limit
}
