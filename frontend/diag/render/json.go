// Package render writes diagnostics for programs: as JSON and as SARIF. It is
// apart from package diag so that a compile run that prints text does not carry
// an encoder.
package render

import (
	"encoding/json"
	"io"

	"slc/frontend/diag"
	"slc/frontend/source"
)

// The JSON form is one array of objects. Fields are never renamed or removed;
// new ones may be added. Lines and columns count from 1, columns and offsets
// count bytes, ends are exclusive. What does not apply is left out.

// jsonDiagnostic is one element of the array.
type jsonDiagnostic struct {
	Code     string        `json:"code"`             // "E0312"
	Name     string        `json:"name"`             // "illegal-order", as -W options name it
	Slangc   int           `json:"slangc,omitempty"` // number of the corresponding diagnostic of slangc
	Severity string        `json:"severity"`         // "note", "warning", "error" or "internal error"
	Message  string        `json:"message"`
	Location *jsonLocation `json:"location,omitempty"`
	Macros   []string      `json:"macros,omitempty"` // macros it was expanded from, outermost first
	Targets  []string      `json:"targets,omitempty"`
	Notes    []jsonNote    `json:"notes,omitempty"`
	Help     string        `json:"help,omitempty"`
	Fixes    []jsonFix     `json:"fixes,omitempty"`
}

// jsonLocation is a range of a file; file and lines obey #line.
type jsonLocation struct {
	File      string `json:"file"`
	Line      int    `json:"line"`
	Column    int    `json:"column"`
	EndLine   int    `json:"endLine"`
	EndColumn int    `json:"endColumn"`
	Offset    int    `json:"offset"` // in the real file
	EndOffset int    `json:"endOffset"`
}

type jsonNote struct {
	Message  string        `json:"message"`
	Location *jsonLocation `json:"location,omitempty"`
}

// jsonFix replaces the text at a location; those of a diagnostic are made all or none.
type jsonFix struct {
	Location *jsonLocation `json:"location"`
	Text     string        `json:"text"`
}

// JSON writes list as one JSON document, an array that is empty when there is
// nothing to tell.
func JSON(w io.Writer, list []*diag.Diagnostic, m *source.Map) error {
	out := make([]jsonDiagnostic, 0, len(list))
	for _, d := range diag.Ordered(list, m) {
		j := jsonDiagnostic{Code: d.Code.ID, Name: d.Code.Name, Slangc: d.Code.Slangc, Severity: d.Severity.String(),
			Message: d.Message, Location: locate(m, d.Span), Targets: d.Targets, Help: d.Help}
		if m != nil && d.Span.IsValid() {
			j.Macros, _ = m.Spelling(d.Span.Start)
		}
		for _, n := range d.Notes {
			j.Notes = append(j.Notes, jsonNote{n.Message, locate(m, n.Span)})
		}
		if len(d.Edits(m)) > 0 { // none that only a part of can be made
			for _, f := range d.Fixes {
				j.Fixes = append(j.Fixes, jsonFix{locate(m, f.Span), f.Text})
			}
		}
		out = append(out, j)
	}
	return encode(w, out)
}

func encode(w io.Writer, v any) error {
	e := json.NewEncoder(w)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	return e.Encode(v)
}

// locate resolves a span to what a user is shown; nil when it has no place.
func locate(m *source.Map, span source.Span) *jsonLocation {
	if m == nil || !span.IsValid() {
		return nil
	}
	span = m.Visible(span)
	start, end := m.Locate(span.Start), m.Locate(span.End)
	if m.FileOf(span.End) != m.FileOf(span.Start) {
		end = start
	}
	return &jsonLocation{File: start.File, Line: start.Line, Column: start.Column, EndLine: end.Line,
		EndColumn: end.Column, Offset: start.Offset, EndOffset: end.Offset}
}
