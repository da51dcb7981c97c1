package diag

import (
	"fmt"
	"slices"
	"testing"

	"slc/frontend/source"
)

func TestListMergesTargets(t *testing.T) {
	var l List
	at := source.Span{Start: 1, End: 2}
	l.ForTarget("hlsl")
	l.Report(AtomicRead, at, "x").Note(at, "once")
	l.ForTarget("metal")
	l.Report(AtomicRead, at, "x").Note(at, "once")
	l.Report(AtomicRead, at, "y")
	if all := l.All(); len(all) != 2 || !slices.Equal(all[0].Targets, []string{"hlsl", "metal"}) || len(all[0].Notes) != 1 || l.ErrorCount() != 2 {
		t.Errorf("%d reports, the first %+v", len(all), all[0])
	}
	l.ForTarget("")
	l.Report(AtomicRead, at, "x")
	if all := l.All(); all[0].Targets != nil {
		t.Errorf("still for %v", all[0].Targets)
	}
}

// A type that a target lacks is reported where it is first used.
func TestTypeOncePerTarget(t *testing.T) {
	var l List
	at := func(n int) source.Span { return source.Span{Start: source.Pos(n), End: source.Pos(n + 1)} }
	l.ForTarget("metal")
	l.Report(TargetType, source.Span{}, "no 'double'")
	l.Report(TargetType, at(9), "no 'double'")
	l.Report(TargetType, at(5), "no 'double'")
	l.Report(TargetType, at(7), "no 'int8_t'")
	l.Report(TargetAtomic, at(6), "no atomic")
	l.Report(TargetAtomic, at(8), "no atomic")
	var got []string
	for _, d := range l.All() {
		got = append(got, fmt.Sprint(d.Span.Start, d.Message))
	}
	if want := []string{"5no 'double'", "6no atomic", "7no 'int8_t'", "8no atomic"}; !slices.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
}

func TestListIsBounded(t *testing.T) {
	var l List
	for i := range 250 {
		l.Report(AtomicRead, source.Span{Start: source.Pos(300 - i)}, "x")
		l.Report(MacroRedefined, source.Span{}, "%d", i)
	}
	l.Report(InternalError, source.Span{}, "always told")
	all := l.All()
	if len(all) != 203 || l.ErrorCount() != 251 {
		t.Fatalf("%d reports, %d errors", len(all), l.ErrorCount())
	}
	if got := fmt.Sprint(all[201].Message, "; ", all[202].Message); got != "151 further errors are not shown; 150 further warnings are not shown" {
		t.Error(got)
	}
	if all[101].Span.Start >= all[102].Span.Start {
		t.Error("not in order of position")
	}
}
