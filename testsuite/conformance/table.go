package conformance

import (
	"bufio"
	"fmt"
	"io"
	"slices"
	"strings"
	"text/tabwriter"
)

// A Row is a line of the list: a file and the language that it needs.
type Row struct {
	Path string
	Need string // core, extended
}

// ReadList reads lines of a path and a need, separated by a tab; further columns and
// lines that start with # are left out.
func ReadList(r io.Reader) (rows []Row, err error) {
	s := bufio.NewScanner(r)
	for s.Scan() {
		columns := strings.Split(s.Text(), "\t")
		if strings.HasPrefix(s.Text(), "#") || len(columns) < 2 {
			continue
		}
		rows = append(rows, Row{columns[0], columns[1]})
	}
	return rows, s.Err()
}

// A Report is the outcomes of a row.
type Report struct {
	Row
	Outcomes []*Outcome
}

// Counted reports whether any test of the row asks something of us.
func (r *Report) Counted() bool {
	return slices.ContainsFunc(r.Outcomes, (*Outcome).Counted)
}

// Passed reports whether every test of ours went as the peer expects.
func (r *Report) Passed() bool {
	return !slices.ContainsFunc(r.Outcomes, func(o *Outcome) bool { return o.Counted() && !o.Passed() })
}

// WriteTable prints every test whose outcome needs a word, then the totals by need.
func WriteTable(w io.Writer, reports []*Report, all bool) {
	tw := tabwriter.NewWriter(w, 0, 8, 2, ' ', 0)
	for _, r := range reports {
		for _, o := range r.Outcomes {
			bad := o.Counted() && !o.Passed() || o.Run != nil && o.Run.Status != Right
			if !bad && !all {
				continue
			}
			fmt.Fprintf(tw, "%s:%d\t%s\t%s\t%s\t%s\n", r.Path, o.Line, r.Need, o.language(), o.word(), o.why())
		}
	}
	tw.Flush()
	fmt.Fprintln(w)
	for _, need := range needs(reports) {
		writeTotals(w, need, reports)
	}
}

func (o *Outcome) language() string {
	switch {
	case o.Status == NotOurs:
		return "-"
	case o.Check:
		return "check"
	}
	return o.Target.String()
}

func (o *Outcome) word() string {
	if o.Run != nil {
		return string(o.Status) + ", " + string(o.Run.Status)
	}
	return string(o.Status)
}

func (o *Outcome) why() string {
	if o.Run != nil && o.Run.Reason != "" {
		return o.Run.Reason
	}
	return o.Reason
}

func needs(reports []*Report) (all []string) {
	for _, r := range reports {
		if !slices.Contains(all, r.Need) {
			all = append(all, r.Need)
		}
	}
	return all
}

// Totals counts the rows and tests of a need.
type Totals struct {
	Rows, Counted, Passed int
	Tests                 map[string]int // by target and status
	Runs                  map[RunStatus]int
}

// Count adds up the reports of a need.
func Count(need string, reports []*Report) *Totals {
	t := &Totals{Tests: map[string]int{}, Runs: map[RunStatus]int{}}
	for _, r := range reports {
		if r.Need != need {
			continue
		}
		t.Rows++
		if r.Counted() {
			t.Counted++
			if r.Passed() {
				t.Passed++
			}
		}
		for _, o := range r.Outcomes {
			t.Tests[o.language()+" "+string(o.Status)]++
			if o.Run != nil {
				t.Runs[o.Run.Status]++
			}
		}
	}
	return t
}

func writeTotals(w io.Writer, need string, reports []*Report) {
	t := Count(need, reports)
	fmt.Fprintf(w, "%s: %d rows, %d ask something of us, %d pass (%.1f %%)\n", need, t.Rows, t.Counted, t.Passed, 100*float64(t.Passed)/float64(max(t.Counted, 1)))
	for _, language := range []string{"spirv", "hlsl", "metal", "check", "-"} {
		var parts []string
		for _, s := range []Status{OK, Diagnosed, Undiagnosed, Refused, Invalid, NotOurs, Disabled} {
			if n := t.Tests[language+" "+string(s)]; n > 0 {
				parts = append(parts, fmt.Sprintf("%d %s", n, s))
			}
		}
		if len(parts) > 0 {
			fmt.Fprintf(w, "  %-6s %s\n", language, strings.Join(parts, ", "))
		}
	}
	fmt.Fprintf(w, "  run    %d right, %d wrong, %d not on this device, %d not bound\n", t.Runs[Right], t.Runs[Wrong], t.Runs[Device], t.Runs[Unbound])
}
