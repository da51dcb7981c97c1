package golden

import (
	"encoding/json"
	"io"
)

// The JSON form of a report; docs/golden.md describes it.
type (
	jsonReport struct {
		Kernels     int        `json:"kernels"`
		Same        int        `json:"same"`
		Changed     int        `json:"changed"`
		New         int        `json:"new"`
		Orphaned    int        `json:"orphaned"`
		NotCompiled int        `json:"notCompiled"`
		Skipped     []string   `json:"withoutEntryPoint"`
		Items       []jsonItem `json:"items"`
	}
	jsonItem struct {
		File        string        `json:"file"`
		Kernel      string        `json:"kernel,omitempty"`
		Target      string        `json:"target"`
		State       State         `json:"state"`
		Weaker      bool          `json:"weaker,omitempty"`
		ABIBreak    bool          `json:"abiBreak,omitempty"`
		Findings    []jsonFinding `json:"findings,omitempty"`
		Renumbered  int           `json:"renumberedLines,omitempty"`
		Other       int           `json:"otherLines,omitempty"`
		Diff        []jsonRow     `json:"diff,omitempty"`
		Diagnostics string        `json:"diagnostics,omitempty"`
	}
	jsonFinding struct {
		Cause    Cause   `json:"cause"`
		Verdict  Verdict `json:"verdict"`
		ABIBreak bool    `json:"abiBreak,omitempty"`
		Title    string  `json:"title"`
		Text     string  `json:"text"`
		Was      string  `json:"was,omitempty"`
		Now      string  `json:"now,omitempty"`
		OldLine  int     `json:"oldLine,omitempty"`
		NewLine  int     `json:"newLine,omitempty"`
		Source   *Source `json:"source,omitempty"`
	}
	jsonRow struct {
		Kind    string `json:"kind"`
		OldLine int    `json:"oldLine,omitempty"`
		NewLine int    `json:"newLine,omitempty"`
		Old     string `json:"old,omitempty"`
		New     string `json:"new,omitempty"`
	}
)

var rowKinds = [...]string{Same: "same", Renumbered: "renumbered", Deleted: "deleted", Inserted: "inserted"}

// WriteJSON writes the report as one JSON document: everything that is not as expected.
func WriteJSON(out io.Writer, r *Report) error {
	doc := jsonReport{Kernels: r.Kernels, Same: r.Count(Matches), Changed: r.Count(Differs), New: r.Count(New), Orphaned: r.Count(Orphan),
		NotCompiled: r.Count(Failed), Skipped: append([]string{}, r.Skipped...), Items: []jsonItem{}}
	for _, i := range r.Items {
		if i.State != Matches {
			doc.Items = append(doc.Items, i.json())
		}
	}
	e := json.NewEncoder(out)
	e.SetIndent("", "  ")
	e.SetEscapeHTML(false)
	return e.Encode(doc)
}

func (i *Item) json() jsonItem {
	j := jsonItem{File: i.File, Kernel: i.Kernel, Target: i.Target, State: i.State}
	if i.State == Failed {
		j.Diagnostics = i.diagnostics(false)
	}
	if i.Diff == nil {
		return j
	}
	j.Weaker, j.ABIBreak, j.Renumbered, j.Other = i.Diff.Weaker(), i.Diff.ABIBreak(), i.Diff.Renumbered, i.Diff.Other
	for _, f := range i.Diff.Findings {
		j.Findings = append(j.Findings, jsonFinding{f.Cause, f.Verdict, f.ABIBreak, f.Title, f.Text, f.Was, f.Now, f.OldLine + 1, f.NewLine + 1, f.Source})
	}
	for _, row := range i.Diff.Rows {
		if row.Kind == Deleted || row.Kind == Inserted || row.Kind == Renumbered {
			j.Diff = append(j.Diff, jsonRow{rowKinds[row.Kind], row.WasNo, row.NowNo, row.Was, row.Now})
		}
	}
	return j
}
