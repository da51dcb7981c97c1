package litmus

import (
	"slices"
	"strings"
	"testing"

	"slc"
	"slc/memmodel"
)

// row is a row of the contract as a litmus test.
type row struct {
	name    string // of the row, unique
	text    string
	options slc.Options
	launch  memmodel.Launch
	// prepare changes what was emitted before the test begins, so that it is about one of
	// two things that each would do.
	prepare []edit
	objects []string // whose final values are looked at; nil: seen
	// want are the final states that the emission has, without a race.
	want   []string
	weaker []weaker
}

// weaker is an emission that is weaker by one step.
type weaker struct {
	name  string
	edits []edit
	// allows is a state that turns up; "": there is a data race.
	allows   string
	noChains bool // on implementations without availability and visibility chains
	// emitted: what was emitted, without what prepare adds to it.
	emitted bool
	// harmless says why the outcome stays forbidden in this kernel; another row needs
	// what the step leaves out.
	harmless string
}

// outcome is what all executions of some words end as, of the objects that are asked for.
type outcome struct {
	states []string
	racy   bool
	report *memmodel.Report
}

func (r *row) execute(t *testing.T, words []uint32, noChains bool) outcome {
	t.Helper()
	k, err := memmodel.LoadKernel(words, "")
	if err != nil {
		t.Fatal(err)
	}
	l := r.launch
	l.NoChains, l.ZeroShared = noChains, true
	report, err := k.Verify(l)
	if err != nil {
		t.Fatal(err)
	}
	return r.outcome(t, report)
}

// outcome keeps the final states of the objects that the row looks at, without what holds 0 as at first.
func (r *row) outcome(t *testing.T, report *memmodel.Report) outcome {
	t.Helper()
	if report.Executions == 0 && len(report.Races) == 0 || report.Deadlock != "" {
		t.Fatalf("%d executions, deadlock %q", report.Executions, report.Deadlock)
	}
	out := outcome{racy: len(report.Races) > 0, report: report}
	objects := r.objects
	if objects == nil {
		objects = []string{"seen"}
	}
	for _, s := range report.States {
		var kept []string
		for _, v := range strings.Fields(s) {
			if name, _, _ := strings.Cut(v, "["); slices.Contains(objects, name) {
				kept = append(kept, v)
			}
		}
		out.states = append(out.states, strings.Join(kept, " "))
	}
	out.states = withoutZeros(out.states)
	return out
}

// withoutZeros drops from states what holds 0, as everything does at first.
func withoutZeros(states []string) (out []string) {
	for _, s := range states {
		kept := slices.DeleteFunc(strings.Fields(s), func(v string) bool { return strings.HasSuffix(v, "=0") })
		out = append(out, strings.Join(kept, " "))
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// prove checks the row: the emission forbids all but what is wanted, each weaker one
// allows more.
func (r *row) prove(t *testing.T) {
	emitted := emitWords(t, r.text, r.options)
	words := apply(t, emitted, r.prepare...)
	for _, noChains := range []bool{false, true} {
		got := r.execute(t, words, noChains)
		if got.racy || !slices.Equal(got.states, withoutZeros(r.want)) {
			t.Errorf("as emitted (no chains: %t): states %q, race %t; want %q without one\n%s", noChains, got.states, got.racy, r.want, r.text)
			for _, race := range got.report.Races {
				t.Logf("%s\n%s\n%s", race.First, race.Second, race.Missing)
			}
		}
	}
	for _, w := range r.weaker {
		t.Run(w.name, func(t *testing.T) {
			weak := apply(t, words, w.edits...)
			if w.emitted {
				weak = emitted
			}
			got := r.execute(t, weak, w.noChains)
			switch {
			case w.harmless != "":
				if got.racy || !slices.Equal(got.states, withoutZeros(r.want)) {
					t.Errorf("%s: states %q, race %t; said to be harmless", w.name, got.states, got.racy)
				}
			case w.allows != "":
				if got.racy || !slices.Contains(got.states, withoutZeros([]string{w.allows})[0]) {
					t.Errorf("%s: states %q, race %t; want %s among them, without a race", w.name, got.states, got.racy, w.allows)
				}
			case !got.racy:
				t.Errorf("%s: states %q without a race; the step changes nothing", w.name, got.states)
			}
		})
	}
}
