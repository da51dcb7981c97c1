package golden

import (
	_ "embed"
	"fmt"
	"html"
	"io"
	"strconv"
	"strings"
)

// pageStyle is the whole style of the page, which loads nothing and runs no script.
//
//go:embed page.css
var pageStyle string

// htmlWriter writes elements whose text it escapes.
type htmlWriter struct{ b strings.Builder }

// open starts an element; attributes come as name and value.
func (w *htmlWriter) open(tag string, attributes ...string) {
	w.b.WriteString("<" + tag)
	for i := 0; i+1 < len(attributes); i += 2 {
		if attributes[i+1] != "" {
			w.b.WriteString(" " + attributes[i] + `="` + html.EscapeString(attributes[i+1]) + `"`)
		}
	}
	w.b.WriteString(">")
}

func (w *htmlWriter) close(tag string) { w.b.WriteString("</" + tag + ">") }

func (w *htmlWriter) text(s string) { w.b.WriteString(html.EscapeString(s)) }

// element writes an element with text in it.
func (w *htmlWriter) element(tag, class, text string) {
	w.open(tag, "class", class)
	w.text(text)
	w.close(tag)
}

// WriteHTML writes the report as one page for a pull request: no script, no other file.
func WriteHTML(out io.Writer, r *Report) error {
	w := &htmlWriter{}
	w.b.WriteString("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n" +
		"<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<meta name=\"color-scheme\" content=\"light dark\">\n")
	w.element("title", "", "slc golden: "+r.Summary())
	w.b.WriteString("\n<style>\n" + pageStyle + "</style>\n</head>\n<body>\n<main>\n")
	w.element("h1", "", "Golden files")
	w.element("p", "summary", r.Summary())
	w.b.WriteString("\n")
	w.contents(r)
	for n, i := range r.Items {
		if i.State != Matches {
			w.item(n, i, r.sameFault(n))
		}
	}
	w.b.WriteString("</main>\n</body>\n</html>\n")
	_, err := io.WriteString(out, w.b.String())
	return err
}

// badges are the words that a reader looks for first.
func (i *Item) badges() []string {
	out := []string{string(i.State)}
	if i.Diff == nil {
		return out
	}
	out = nil
	if i.Diff.Weaker() {
		out = append(out, "weaker")
	}
	if i.Diff.ABIBreak() {
		out = append(out, "ABI break")
	}
	if i.Diff.Other > 0 {
		out = append(out, "other code")
	}
	if len(out) == 0 {
		if len(i.Diff.Findings) == 0 {
			return []string{"only renumbering"}
		}
		out = append(out, "changed")
	}
	return out
}

func (w *htmlWriter) badgesOf(i *Item) {
	for _, b := range i.badges() {
		w.element("span", "badge "+strings.ReplaceAll(b, " ", "-"), b)
	}
}

// contents lists what is not as expected, with links.
func (w *htmlWriter) contents(r *Report) {
	if r.Clean() {
		w.element("p", "clean", "Everything is as expected.")
		return
	}
	w.open("ul", "class", "contents")
	w.b.WriteString("\n")
	for n, i := range r.Items {
		if i.State == Matches {
			continue
		}
		w.open("li")
		w.open("a", "href", "#item-"+strconv.Itoa(n))
		w.text(i.File)
		w.close("a")
		w.text(" ")
		w.badgesOf(i)
		w.close("li")
		w.b.WriteString("\n")
	}
	w.close("ul")
	w.b.WriteString("\n")
}

// item writes a section; first is an earlier item that fails in the same way.
func (w *htmlWriter) item(n int, i, first *Item) {
	w.open("section", "id", "item-"+strconv.Itoa(n))
	w.b.WriteString("\n")
	w.open("h2")
	w.text(i.File + " ")
	w.badgesOf(i)
	w.close("h2")
	w.b.WriteString("\n")
	switch i.State {
	case Differs:
		w.findings(i.Diff)
		w.table(i.Diff)
	case New:
		w.element("p", "", "There is no expected file yet.")
		w.whole(i.Now)
	case Orphan:
		w.element("p", "", "No kernel and target give this file any more.")
	case Failed:
		w.element("p", "", i.fault(first)+".")
		if first == nil {
			w.element("pre", "diagnostics", i.diagnostics(false))
		}
	}
	w.close("section")
	w.b.WriteString("\n")
}

// whole shows a new file, folded.
func (w *htmlWriter) whole(text string) {
	w.open("details")
	w.element("summary", "", plural(len(splitLines(text)), "line"))
	w.element("pre", "", text)
	w.close("details")
}

func (w *htmlWriter) findings(c *Comparison) {
	for _, part := range [...]struct {
		cause Cause
		title string
	}{{Memory, "Memory operations"}, {Interface, "Bindings and layouts"}} {
		open := false
		for k := range c.Findings {
			f := &c.Findings[k]
			if f.Cause != part.cause {
				continue
			}
			if !open {
				w.element("h3", "", part.title)
				w.open("ul", "class", "findings")
				open = true
			}
			w.finding(f)
		}
		if open {
			w.close("ul")
			w.b.WriteString("\n")
		}
	}
	if c.Other > 0 {
		w.element("p", "note", "Other code: "+plural(c.Other, "line")+".")
	}
	if c.Renumbered > 0 {
		w.element("p", "note", "Renumbering: "+plural(c.Renumbered, "line")+" with other ids, shown as unchanged.")
	}
}

func (w *htmlWriter) finding(f *Finding) {
	w.open("li")
	w.element("span", "badge "+strings.ReplaceAll(f.label(), " ", "-"), f.label())
	w.text(" " + f.Text)
	if promises := f.promises(); len(promises) > 0 {
		w.open("dl")
		for _, p := range promises {
			w.element("dt", "", p[0])
			w.element("dd", "", p[1])
		}
		w.close("dl")
	}
	if s := f.Source; s != nil {
		near := ""
		if f.Near {
			near = "near "
		}
		w.open("div", "class", "source")
		w.text(fmt.Sprintf("%s%s:%d: ", near, s.File, s.Line))
		w.element("code", "", s.Text)
		w.close("div")
	}
	w.close("li")
	w.b.WriteString("\n")
}

// table shows the diff in two columns.
func (w *htmlWriter) table(c *Comparison) {
	list := hunks(c.Rows, DefaultContext)
	if c.Same() {
		w.element("p", "note", sameLines)
	}
	if len(list) == 0 {
		return
	}
	w.open("div", "class", "scroll")
	w.open("table", "class", "diff")
	w.b.WriteString(`<colgroup><col class="no"><col><col class="no"><col></colgroup>` + "\n<tbody>\n")
	for _, h := range list {
		w.b.WriteString(`<tr class="hunk"><td colspan="4">`)
		w.text(h.header())
		w.b.WriteString("</td></tr>\n")
		marks := h.marks()
		for _, s := range h.sides() {
			w.open("tr")
			w.side(h, s.was, marks, true)
			w.side(h, s.now, marks, false)
			w.close("tr")
			w.b.WriteString("\n")
		}
	}
	w.b.WriteString("</tbody>\n")
	w.close("table")
	w.close("div")
	w.b.WriteString("\n")
}

// side writes the number and text of one side of a row.
func (w *htmlWriter) side(h hunk, i int, marks map[int][]Piece, left bool) {
	if i < 0 {
		w.b.WriteString(`<td class="no none"></td><td class="none"></td>`)
		return
	}
	r := h[i]
	no, text, class := r.NowNo, r.Now, ""
	if left {
		no, text = r.WasNo, r.Was
	}
	list := []Piece{{Text: text}}
	switch r.Kind {
	case Deleted:
		class, list = "deleted", marks[i]
	case Inserted:
		class, list = "inserted", marks[i]
	case Renumbered:
		class = "renumbered"
	}
	w.element("td", strings.TrimSpace("no "+class), strconv.Itoa(no))
	w.open("td", "class", class)
	for _, p := range list {
		if p.Marked {
			w.element("mark", "", p.Text)
		} else {
			w.text(p.Text)
		}
	}
	w.close("td")
}
