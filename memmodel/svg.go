package memmodel

import (
	"fmt"
	"html"
	"strings"
)

// The measures of a picture, in pixels.
const (
	boxWidth  = 270
	boxGap    = 120 // between columns
	rowHeight = 64
	boxHeight = 40
	headRoom  = 44
	margin    = 16
	lineWidth = 36 // characters that fit into a box
)

// arrow is a kind of arrow of a picture.
type arrow struct {
	name, colour, dash, means string
	pairs                     func(x *Execution) [][2]int
}

// arrows are the kinds of arrows of pictures, in the order of their legend.
func arrows() []arrow {
	return []arrow{
		{"po", "#777777", "", "program order", (*Execution).nextInThread},
		{"rf", "#1b7f3b", "", "reads from", func(x *Execution) [][2]int { return x.ReadsFrom.Pairs() }},
		{"sw", "#c55a00", "", "synchronizes with", func(x *Execution) [][2]int { return x.SynchronizesWith().Pairs() }},
		{"av/vis", "#2456b3", "2 3", "makes available, makes visible", (*Execution).carried},
		{"race", "#c00020", "7 4", "data race: nothing orders the two", (*Execution).racing},
	}
}

// nextInThread relates each event to the next one of its thread.
func (x *Execution) nextInThread() [][2]int {
	var out [][2]int
	for _, t := range x.s.p.Threads {
		for i := 1; i < len(t.Events); i++ {
			out = append(out, [2]int{t.Events[i-1], t.Events[i]})
		}
	}
	return out
}

// carried are the plain writes with the operations that make them available, and the
// plain reads with those that make them visible, where these synchronise.
func (x *Execution) carried() [][2]int {
	releases, acquires := map[int]bool{}, map[int]bool{}
	for _, p := range x.SynchronizesWith().Pairs() {
		releases[p[0]], acquires[p[1]] = true, true
	}
	var out [][2]int
	for _, p := range x.s.own.Pairs() {
		a, b := &x.s.p.Events[p[0]], &x.s.p.Events[p[1]]
		write := a.is(Write) && !a.is(Atomic) && releases[p[1]] && b.is(MakeAvailable)
		read := b.is(Read) && !b.is(Atomic) && acquires[p[0]] && a.is(MakeVisible)
		if p[0] != p[1] && (write || read) {
			out = append(out, p)
		}
	}
	return out
}

// racing are the data races, each pair once.
func (x *Execution) racing() [][2]int {
	var out [][2]int
	for _, p := range x.DataRace().Pairs() {
		if p[0] < p[1] {
			out = append(out, p)
		}
	}
	return out
}

// box is where an event stands.
type box struct{ column, row, x, y int }

// picture draws an execution.
type picture struct {
	b     strings.Builder
	boxes map[int]box
	rows  int
}

// SVG is the execution as a picture: a column an invocation, a box an event, and arrows
// for the relations that decide what it may read.
func (x *Execution) SVG(title string) string {
	p := &picture{boxes: map[int]box{}}
	columns := 0
	for _, t := range x.s.p.Threads {
		if len(t.Events) == 0 {
			continue
		}
		for row, e := range t.Events {
			p.boxes[e] = box{columns, row, margin + columns*(boxWidth+boxGap), headRoom + row*rowHeight + margin}
			p.rows = max(p.rows, row+1)
		}
		columns++
	}
	var used []arrow
	for _, a := range arrows() {
		if len(a.pairs(x)) > 0 {
			used = append(used, a)
		}
	}
	width := 2*margin + columns*boxWidth + (columns-1)*boxGap
	height := headRoom + p.rows*rowHeight + 2*margin + 20*len(used)
	p.head(title, width, height, used)
	for t := range x.s.p.Threads {
		if events := x.s.p.Threads[t].Events; len(events) > 0 {
			p.text(p.boxes[events[0]].x, headRoom, "head", x.s.p.threadName(t))
		}
	}
	for i, a := range used {
		for _, pair := range a.pairs(x) {
			p.arrow(i, &a, pair)
		}
	}
	for t := range x.s.p.Threads {
		for _, e := range x.s.p.Threads[t].Events {
			p.event(p.boxes[e], x.label(e), x.s.p.Events[e].is(Atomic))
		}
	}
	p.legend(used)
	p.b.WriteString("</svg>\n")
	return p.b.String()
}

func (p *picture) head(title string, width, height int, used []arrow) {
	fmt.Fprintf(&p.b, `<svg xmlns="http://www.w3.org/2000/svg" width="%[1]d" height="%[2]d" viewBox="0 0 %[1]d %[2]d" role="img" aria-label=%[3]q>`+"\n", width, height, html.EscapeString(title))
	p.b.WriteString("<style>text { font: 12px monospace; fill: #111 } .head { font: bold 13px sans-serif } .legend { font: 12px sans-serif } .title { font: bold 15px sans-serif }</style>\n")
	fmt.Fprintf(&p.b, `<rect width="%d" height="%d" fill="#ffffff"/>`+"\n", width, height)
	p.b.WriteString("<defs>\n")
	for i, a := range used {
		fmt.Fprintf(&p.b, `<marker id="a%d" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" markerHeight="7" orient="auto-start-reverse"><path d="M0 0L8 4L0 8z" fill="%s"/></marker>`+"\n", i, a.colour)
	}
	p.b.WriteString("</defs>\n")
	p.text(margin, margin+6, "title", title)
}

func (p *picture) text(x, y int, class, text string) {
	fmt.Fprintf(&p.b, `<text x="%d" y="%d" class="%s">%s</text>`+"\n", x, y, class, html.EscapeString(text))
}

// event draws a box with its text in one line or two.
func (p *picture) event(at box, label string, atomic bool) {
	if _, text, ok := strings.Cut(label, ": "); ok && !strings.Contains(label[:strings.Index(label, ": ")], " ") {
		label = text // without the number
	}
	fill, stroke := "#f4f4f4", "#888888"
	if atomic {
		fill, stroke = "#fff6d8", "#a07a00"
	}
	fmt.Fprintf(&p.b, `<rect x="%d" y="%d" width="%d" height="%d" rx="4" fill="%s" stroke="%s"/>`+"\n", at.x, at.y, boxWidth, boxHeight, fill, stroke)
	lines := wrap(label)
	y := at.y + boxHeight/2 + 4
	if len(lines) > 1 {
		y -= 8
	}
	for i, line := range lines {
		p.text(at.x+8, y+16*i, "event", line)
	}
}

// wrap breaks a label at a comma or a space, into two lines at most.
func wrap(label string) []string {
	if len(label) <= lineWidth {
		return []string{label}
	}
	cut := strings.LastIndex(label[:lineWidth], ", ") + 1
	if cut <= 0 {
		cut = strings.LastIndexByte(label[:lineWidth], ' ')
	}
	if cut <= 0 {
		cut = lineWidth
	}
	rest := strings.TrimSpace(label[cut:])
	if r := []rune(rest); len(r) > lineWidth {
		rest = string(r[:lineWidth-1]) + "…"
	}
	return []string{label[:cut], rest}
}

// arrow draws an arrow of kind i: straight down in a thread, or else from side to side.
func (p *picture) arrow(i int, a *arrow, pair [2]int) {
	from, to := p.boxes[pair[0]], p.boxes[pair[1]]
	shift := 8 * (i - 2) // so that arrows of two kinds do not cover each other
	var path string
	switch {
	case from.column == to.column && a.name == "po":
		path = fmt.Sprintf("M%d %dL%d %d", from.x+boxWidth/2, from.y+boxHeight, to.x+boxWidth/2, to.y)
	case from.column == to.column:
		bulge := 34 + 10*i
		x := from.x + boxWidth
		path = fmt.Sprintf("M%d %dC%d %d %d %d %d %d", x, from.y+boxHeight/2+shift, x+bulge, from.y+boxHeight/2+shift, x+bulge, to.y+boxHeight/2+shift, x, to.y+boxHeight/2+shift)
		if from.column > 0 {
			path = fmt.Sprintf("M%d %dC%d %d %d %d %d %d", from.x, from.y+boxHeight/2+shift, from.x-bulge, from.y+boxHeight/2+shift, from.x-bulge, to.y+boxHeight/2+shift, to.x, to.y+boxHeight/2+shift)
		}
	default:
		x1, x2, turn := from.x+boxWidth, to.x, 50
		if from.column > to.column {
			x1, x2, turn = from.x, to.x+boxWidth, -50
		}
		path = fmt.Sprintf("M%d %dC%d %d %d %d %d %d", x1, from.y+boxHeight/2+shift, x1+turn, from.y+boxHeight/2+shift, x2-turn, to.y+boxHeight/2+shift, x2, to.y+boxHeight/2+shift)
	}
	start, width := "", "2"
	if a.name == "po" {
		width = "1.2"
	}
	if a.name == "race" {
		start = fmt.Sprintf(` marker-start="url(#a%d)"`, i)
	}
	fmt.Fprintf(&p.b, `<path d="%s" fill="none" stroke="%s" stroke-width="%s" stroke-dasharray="%s"%s marker-end="url(#a%d)"/>`+"\n",
		path, a.colour, width, a.dash, start, i)
}

func (p *picture) legend(used []arrow) {
	y := headRoom + p.rows*rowHeight + margin + 6
	for i, a := range used {
		fmt.Fprintf(&p.b, `<path d="M%d %dH%d" stroke="%s" stroke-width="2" stroke-dasharray="%s" marker-end="url(#a%d)"/>`+"\n", margin, y+20*i, margin+46, a.colour, a.dash, i)
		p.text(margin+56, y+20*i+4, "legend", a.name+": "+a.means)
	}
	x := margin + 330
	for i, c := range []struct{ fill, stroke, text string }{{"#fff6d8", "#a07a00", "atomic"}, {"#f4f4f4", "#888888", "plain access, fence or barrier"}} {
		fmt.Fprintf(&p.b, `<rect x="%d" y="%d" width="24" height="14" rx="3" fill="%s" stroke="%s"/>`+"\n", x, y+20*i-8, c.fill, c.stroke)
		p.text(x+32, y+20*i+4, "legend", c.text)
	}
}
