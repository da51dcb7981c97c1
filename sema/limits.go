package sema

import (
	"slc/frontend/diag"
	"slc/frontend/source"
	"slc/sema/types"
)

// Limits that keep compilation bounded whatever the source says. Those on structs, depth,
// parameters and cases are SPIR-V's (specification 2.17, Universal Limits).
const (
	maxParts  = 1 << 20 // numbers in a value of one type
	maxFields = 16383   // fields of a struct, those of structs inside it included
	maxDepth  = 255     // structs and arrays inside each other
	maxParams = 255     // parameters of a function
	maxCases  = 16383   // values in the cases of a switch
)

// extent is the size of a type: what a walk over it or a value of it may meet.
type extent struct {
	parts, fields, depth int
}

// extentOf measures a type; numbers beyond a limit are not exact. A struct is measured
// once, when its fields are known.
func (c *checker) extentOf(t types.Type) extent {
	switch t := t.(type) {
	case *types.Array:
		e := c.extentOf(t.Elem)
		e.depth++
		if t.Len > 0 && e.parts > 0 {
			if e.parts > maxParts/t.Len {
				e.parts = maxParts + 1
			} else {
				e.parts *= t.Len
			}
		}
		return e
	case *types.Struct:
		if e, ok := c.extents[t]; ok {
			return e
		}
		var e extent
		for _, f := range t.Fields {
			e.add(c.extentOf(f.Type))
		}
		e.fields, e.depth = max(e.fields, 1), e.depth+1 // an empty struct is a part of what holds it
		info := c.infoOf(t)
		if info != nil && info.tooLarge {
			return extent{fields: len(t.Fields), depth: 1} // reported; what holds it is not its fault
		}
		if info == nil || info.sym.state == resolved {
			if c.extents == nil {
				c.extents = map[*types.Struct]extent{}
			}
			c.extents[t] = e
		}
		return e
	case *types.Resource:
		return extent{fields: 1}
	}
	return extent{parts: max(types.NumComponents(t), 1), fields: 1}
}

// add makes e the extent of a struct with one more field.
func (e *extent) add(f extent) {
	e.parts = min(e.parts+f.parts, maxParts+1)
	e.fields = min(e.fields+f.fields, maxFields+1)
	e.depth = max(e.depth, f.depth)
}

func (e extent) within() bool {
	return e.parts <= maxParts && e.fields <= maxFields && e.depth <= maxDepth
}

// withinLimits reports a type that exceeds a limit.
func (c *checker) withinLimits(e extent, span source.Span, what string) bool {
	switch {
	case e.parts > maxParts:
		c.errorf(diag.TooLarge, span, "%s would hold more than %d numbers", what, maxParts)
	case e.fields > maxFields:
		c.errorf(diag.TooLarge, span, "%s would have more than %d fields, those of nested structs included", what, maxFields)
	case e.depth > maxDepth:
		c.errorf(diag.TooLarge, span, "%s would have structs and arrays nested more than %d deep", what, maxDepth)
	default:
		return true
	}
	return false
}

// growStruct counts a field, and gives up on one that makes its struct too large.
func (c *checker) growStruct(info *structInfo, f *types.Field) {
	if info.tooLarge {
		f.Type = types.Poison
		return
	}
	info.extent.add(c.extentOf(f.Type))
	e := info.extent
	e.depth++
	if c.oversized && !e.within() || !c.oversized && !c.withinLimits(e, f.Span, "struct '"+info.t.Name+"'") {
		c.oversized = true // one report: the others come of doubling the same structs
		f.Type, info.tooLarge = types.Poison, true
		for _, g := range info.t.Fields { // no walk over the type meets what is too large
			g.Type = types.Poison
		}
	}
}
