package memmodel

import (
	"fmt"
	"strings"
	"text/tabwriter"
)

// Table is the execution as text: a row an event, with what each read returned and
// from where, and then the relations that say why.
func (x *Execution) Table() string {
	var b strings.Builder
	w := tabwriter.NewWriter(&b, 0, 0, 2, ' ', 0)
	fmt.Fprintln(w, "#\tthread\toperation\treads\tfrom\twrites")
	source := x.sources()
	for t := range x.s.p.Threads {
		for _, i := range x.s.p.Threads[t].Events {
			e := &x.s.p.Events[i]
			var read, from, wrote string
			if e.is(Read) {
				read, from = x.reads[i].String(), source[i]
			}
			if e.is(Write) {
				wrote = x.values[i].String()
			}
			fmt.Fprintf(w, "%d\t%s\t%s\t%s\t%s\t%s\n", i, x.s.p.threadName(t), e.Text, read, from, wrote)
		}
	}
	w.Flush()
	for _, d := range x.drawn() {
		if pairs := d.pairs(x); len(pairs) > 0 {
			fmt.Fprintf(&b, "%s:", d.name)
			for _, p := range pairs {
				fmt.Fprintf(&b, " %d→%d", p[0], p[1])
			}
			b.WriteByte('\n')
		}
	}
	return trimLines(b.String())
}

// trimLines drops the spaces that end lines, which columns without entries leave.
func trimLines(s string) string {
	lines := strings.Split(s, "\n")
	for i := range lines {
		lines[i] = strings.TrimRight(lines[i], " ")
	}
	return strings.Join(lines, "\n")
}

// String is the value, or ? where it is not known.
func (v Value) String() string {
	if !v.Known {
		return "?"
	}
	return fmt.Sprint(v.N)
}

// sources says for each event that reads where it reads from.
func (x *Execution) sources() []string {
	out := make([]string, x.s.n)
	for i := range x.Initial.all {
		out[i] = "initial"
	}
	for _, p := range x.ReadsFrom.Pairs() {
		out[p[1]] = fmt.Sprint(p[0])
	}
	return out
}

// drawing is a relation as tables and graphs show it.
type drawing struct {
	name, style string
	relation    func(x *Execution) Relation
	immediate   bool // leave out what chains of pairs say already
	symmetric   bool
}

// drawn are the relations that are shown.
func (x *Execution) drawn() []drawing {
	modified := func(x *Execution) Relation { return x.Modification }
	return []drawing{
		{"modification order", `color=blue label=mo`, modified, true, false},
		{"synchronizes-with", `color=darkorange penwidth=2 label=sw`, (*Execution).SynchronizesWith, false, false},
		{"location-ordered", `color=gray label=locord`, (*Execution).LocationOrdered, true, false},
		{"from-read", `color=purple style=dashed label=fr`, (*Execution).FromRead, true, false},
		{"data race", `color=red style=dashed dir=both penwidth=2 label=race`, (*Execution).DataRace, false, true},
	}
}

func (d *drawing) pairs(x *Execution) [][2]int {
	r := d.relation(x)
	if d.immediate {
		r = r.immediate()
	}
	pairs := r.Pairs()
	if !d.symmetric {
		return pairs
	}
	var once [][2]int
	for _, p := range pairs {
		if p[0] < p[1] {
			once = append(once, p)
		}
	}
	return once
}

// Graphviz is the execution as a graph in the language dot: a column a thread.
func (x *Execution) Graphviz() string {
	var b strings.Builder
	b.WriteString("digraph execution {\n\tnode [shape=box fontname=monospace];\n\tedge [fontname=monospace];\n")
	for t := range x.s.p.Threads {
		th := &x.s.p.Threads[t]
		fmt.Fprintf(&b, "\tsubgraph cluster%d {\n\t\tlabel=%q;\n", t, x.s.p.threadName(t))
		for k, i := range th.Events {
			fmt.Fprintf(&b, "\t\te%d [label=%q];\n", i, x.label(i))
			if k > 0 {
				fmt.Fprintf(&b, "\t\te%d -> e%d;\n", th.Events[k-1], i)
			}
		}
		b.WriteString("\t}\n")
	}
	edges := func(pairs [][2]int, style string) {
		for _, p := range pairs {
			fmt.Fprintf(&b, "\te%d -> e%d [constraint=false %s];\n", p[0], p[1], style)
		}
	}
	edges(x.ReadsFrom.Pairs(), "color=darkgreen label=rf")
	for _, d := range x.drawn() {
		if d.name != "from-read" && d.name != "location-ordered" {
			edges(d.pairs(x), d.style)
		}
	}
	b.WriteString("}\n")
	return b.String()
}

// label is an event with what it returned, where its text does not say so.
func (x *Execution) label(i int) string {
	e := &x.s.p.Events[i]
	if e.is(Read) && !e.Reads.Known {
		return fmt.Sprintf("%d: %s → %s", i, e.Text, x.reads[i])
	}
	return fmt.Sprintf("%d: %s", i, e.Text)
}
