package litmus

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"slc"
	"slc/memmodel"
	"slc/memmodel/machine"
)

// textRow is a row of lowering.md §3 or §4 as a litmus test on the text that is emitted.
type textRow struct {
	name    string
	target  slc.Target
	profile string
	text    string
	options machine.Options
	want    []string // final states of seen, without a race
	weaker  []weakerText
	// prepare changes the text before the test begins.
	prepare []replace
	// steps makes further weaker texts of what was emitted.
	steps func(text string) []weakerText
}

// replace changes a text: every occurrence of from, of which there must be one.
type replace struct{ from, to string }

// weakerText is a text that is weaker by one step.
type weakerText struct {
	name     string
	edits    []replace
	allows   string // a state that turns up; "": there is a data race
	emitted  bool   // what was emitted, without what prepare adds to it
	weakly   bool   // under the weaker assumption: options.Complete is off
	harmless string // why the outcome stays forbidden in this kernel
}

func (r *textRow) language() machine.Language {
	if r.target == slc.HLSL {
		return machine.HLSL
	}
	return machine.MSL
}

// execute returns what all executions of a text end as.
func (r *textRow) execute(t *testing.T, text string, weakly bool) outcome {
	t.Helper()
	s, err := machine.Read(r.language(), text)
	if err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	o := r.options
	o.Complete = o.Complete && !weakly
	report, err := s.Verify(o)
	if err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	q := row{}
	return q.outcome(t, report)
}

func edited(t *testing.T, text string, edits []replace) string {
	t.Helper()
	for _, e := range edits {
		if !strings.Contains(text, e.from) {
			t.Fatalf("nothing like %q to change in\n%s", e.from, text)
		}
		text = strings.ReplaceAll(text, e.from, e.to)
	}
	return text
}

// prove checks the row.
func (r *textRow) prove(t *testing.T) {
	emitted := string(emit(t, r.text, slc.Output{Target: r.target, Profile: r.profile}, glslNames).Outputs[0])
	text := edited(t, emitted, r.prepare)
	if got := r.execute(t, text, false); got.racy || !slices.Equal(got.states, withoutZeros(r.want)) {
		t.Errorf("states %q, race %s; want %q without one\n%s", got.states, raceText(got.report), r.want, text)
	}
	all := r.weaker
	if r.steps != nil {
		all = append(slices.Clip(all), r.steps(text)...)
	}
	if len(all) == 0 {
		t.Error("no weaker text")
	}
	for _, w := range all {
		t.Run(w.name, func(t *testing.T) {
			weak := edited(t, text, w.edits)
			if w.emitted {
				weak = emitted
			}
			got := r.execute(t, weak, w.weakly)
			switch {
			case w.harmless != "":
				if got.racy || !slices.Equal(got.states, withoutZeros(r.want)) {
					t.Errorf("states %q, race %t; said to be harmless\n%s", got.states, got.racy, weak)
				}
			case w.allows != "":
				if !slices.Contains(got.states, withoutZeros([]string{w.allows})[0]) {
					t.Errorf("states %q; want %s among them\n%s", got.states, w.allows, weak)
				}
			case !got.racy:
				t.Errorf("states %q without a race; the step changes nothing\n%s", got.states, weak)
			}
		})
	}
}

func raceText(r *memmodel.Report) string {
	if len(r.Races) == 0 {
		return "none"
	}
	return fmt.Sprintf("of %s and %s\n%s", r.Races[0].First, r.Races[0].Second, r.Races[0].Witness.Table())
}
