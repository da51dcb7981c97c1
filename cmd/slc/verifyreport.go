package main

import (
	"encoding/json"
	"fmt"
	"io"
	"os"
	"strconv"
	"strings"
	"time"

	"slc/memmodel"
)

// verifyReport is what a verification found, to be written.
type verifyReport struct {
	check   *verifyCheck
	launch  *memmodel.Launch
	report  *memmodel.Report
	waves   []int // sizes that the report is of; none: they do not matter
	kernel  *kernel
	witness int // as -witness: text, dot, none, svg
	file    string
}

// witnessSVG is the place of svg among the choices of -witness.
const witnessSVG = 3

// maxStates is the number of final states that are listed.
const maxStates = 20

// witnessed is a fault with the execution that shows it.
type witnessed struct {
	Kind    string        `json:"kind"` // race, deadlock, expectation
	Text    []string      `json:"text"`
	At      []sourcePlace `json:"at,omitempty"`
	Advice  string        `json:"advice,omitempty"`
	State   string        `json:"state,omitempty"`
	Witness string        `json:"witness,omitempty"`

	execution *memmodel.Execution
}

// sourcePlace is a place in a source file.
type sourcePlace struct {
	File   string `json:"file"`
	Line   int    `json:"line"`
	Column int    `json:"column"`
}

func (w *verifyReport) faults() []witnessed {
	var out []witnessed
	for _, r := range w.report.Races {
		f := witnessed{Kind: "race", Text: []string{r.First, r.Second}, Advice: r.Missing, execution: r.Witness}
		for _, at := range r.At {
			f.At = append(f.At, sourcePlace{at.File, at.Line, at.Column})
		}
		out = append(out, f)
	}
	if w.report.Deadlock != "" {
		out = append(out, witnessed{Kind: "deadlock", Text: []string{w.report.Deadlock}, execution: w.report.Witness["deadlock"]})
	}
	for _, f := range w.report.Faults {
		out = append(out, witnessed{Kind: "fault", Text: []string{f.Text}, At: []sourcePlace{{f.At.File, f.At.Line, f.At.Column}}, execution: f.Witness})
	}
	for _, f := range w.report.Failed {
		out = append(out, witnessed{Kind: "expectation", Text: []string{f.Expectation.Text}, State: f.State, execution: f.Witness})
	}
	return out
}

// write reports, and gives the exit code as an error.
func (w *verifyReport) write(env *environment, asJSON bool) error {
	faults := w.faults()
	code := exitOK
	switch {
	case len(faults) > 0:
		code = exitSource
	case w.report.Bound || w.report.Executions == 0: // every dispatch has an execution
		code = exitUnknown
	}
	if err := w.writeWitness(faults); err != nil {
		return err
	}
	if asJSON {
		if err := w.json(env.stdout, faults, code); err != nil {
			return err
		}
		return exitError{code, ""}
	}
	for i := range faults {
		w.fault(env.stderr, &faults[i], i == 0)
	}
	w.summary(env.stdout, code)
	if code == exitOK {
		return nil
	}
	return exitError{code, ""}
}

// writeWitness puts the first witness where -witness-file says.
func (w *verifyReport) writeWitness(faults []witnessed) error {
	if w.file == "" || len(faults) == 0 || faults[0].execution == nil {
		return nil
	}
	if err := os.WriteFile(w.file, []byte(w.show(faults[0].execution)), 0o666); err != nil {
		return usagef("cannot write %v", cause(err))
	}
	return nil
}

func (w *verifyReport) show(x *memmodel.Execution) string {
	switch {
	case x == nil || w.witness == 2:
		return ""
	case w.witness == 1:
		return x.Graphviz()
	case w.witness == witnessSVG:
		return x.SVG(w.check.file)
	}
	return x.Table()
}

func (w *verifyReport) fault(out io.Writer, f *witnessed, first bool) {
	switch f.Kind {
	case "race":
		fmt.Fprintf(out, "%serror: data race\n", prefix(f.At[0]))
		fmt.Fprintf(out, "    %s%s\n    %s%s\n", prefix(f.At[0]), f.Text[0], prefix(f.At[1]), f.Text[1])
		if f.Advice != "" {
			fmt.Fprintf(out, "  help: %s\n", f.Advice)
		}
	case "fault":
		fmt.Fprintf(out, "%serror: %s\n", prefix(f.At[0]), f.Text[0])
	case "deadlock":
		fmt.Fprintf(out, "error: deadlock: %s\n", f.Text[0])
	case "expectation":
		fmt.Fprintf(out, "error: %s does not hold: the kernel may end with\n    %s\n", f.Text[0], w.shorten(f.State))
	}
	if first && w.file == "" {
		for _, line := range strings.Split(strings.TrimSpace(w.show(f.execution)), "\n") {
			if line != "" {
				fmt.Fprintln(out, "    "+line)
			}
		}
	}
}

// prefix is the place of a message, as a compiler writes it.
func prefix(at sourcePlace) string {
	if at.Line == 0 {
		return ""
	}
	return fmt.Sprintf("%s:%d:%d: ", at.File, at.Line, at.Column)
}

// shorten drops the zeros of a state that does not fit a line.
func (w *verifyReport) shorten(state string) string {
	const most = 400
	if len(state) > most {
		return state[:most] + " …"
	}
	return state
}

func (w *verifyReport) summary(out io.Writer, code int) {
	r := w.report
	what := fmt.Sprintf("%s of %s", w.groups(), count(r.Invocations, "invocation")) + sizes(w.waves)
	verdict := map[int]string{exitOK: "proved", exitSource: "wrong", exitUnknown: "no answer"}[code]
	fmt.Fprintf(out, "%s: %s, %s, %s\n", verdict, what, count(r.Executions, "execution"), count(len(r.States), "final state"))
	if code == exitUnknown && !w.report.Bound {
		fmt.Fprintln(out, "no execution was found: this is a fault of slc verify")
	} else if code == exitUnknown {
		at := w.report.BoundAt
		fmt.Fprintf(out, "%sa bound was reached here: what lies behind it is not known (see -bound)\n", prefix(sourcePlace{at.File, at.Line, at.Column}))
	}
	if len(r.Races) > 0 {
		return // states mean nothing
	}
	for i, s := range r.States {
		if i == maxStates {
			fmt.Fprintf(out, "  … and %d more\n", len(r.States)-i)
			break
		}
		fmt.Fprintf(out, "  %s\n", w.shorten(s))
	}
}

// groups counts the workgroups.
func (w *verifyReport) groups() string {
	n := w.check.groups
	if n[1] == 1 && n[2] == 1 {
		return count(n[0], "group")
	}
	return fmt.Sprintf("%d x %d x %d groups", n[0], n[1], n[2])
}

// sizes names sizes of waves.
func sizes(waves []int) string {
	var out string
	for i, n := range waves {
		switch i {
		case 0:
			out = ", waves of "
		case len(waves) - 1:
			out += " and "
		default:
			out += ", "
		}
		out += strconv.Itoa(n)
	}
	return out
}

func count(n int, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return fmt.Sprintf("%d %ss", n, what)
}

func (w *verifyReport) json(out io.Writer, faults []witnessed, code int) error {
	for i := range faults {
		faults[i].Witness = w.show(faults[i].execution)
	}
	if faults == nil {
		faults = []witnessed{}
	}
	e := json.NewEncoder(out)
	e.SetEscapeHTML(false)
	return e.Encode(struct {
		Verdict    string      `json:"verdict"`
		Executions int         `json:"executions"`
		Waves      []int       `json:"waves,omitempty"`
		Chains     bool        `json:"chains"`
		Bound      bool        `json:"bound"`
		Faults     []witnessed `json:"faults"`
		States     []string    `json:"states"`
	}{map[int]string{exitOK: "proved", exitSource: "wrong", exitUnknown: "unknown"}[code], w.report.Executions, w.waves, !w.launch.NoChains, w.report.Bound, faults, w.report.States})
}

// progress shows on a terminal that a check of more than two seconds is alive; the function that
// it returns ends that.
func (check *verifyCheck) progress(env *environment) func() {
	if !isTerminal(env.stderr) {
		return func() {}
	}
	done, stopped := make(chan struct{}), make(chan struct{})
	start := time.Now()
	go func() {
		defer close(stopped)
		tick := time.NewTicker(500 * time.Millisecond)
		defer tick.Stop()
		shown := false
		for {
			select {
			case <-done:
				if shown {
					fmt.Fprint(env.stderr, "\r\x1b[K")
				}
				return
			case <-tick.C:
				if took := time.Since(start); took > 2*time.Second {
					shown = true
					fmt.Fprintf(env.stderr, "\r\x1b[Kverifying: %d s", int(took.Seconds()))
				}
			}
		}
	}()
	return func() { close(done); <-stopped }
}
