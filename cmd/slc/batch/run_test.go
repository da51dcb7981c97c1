package batch

import (
	"bytes"
	"context"
	"runtime"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
)

// TestRun: outcomes are told in the order of the jobs, whichever ends first.
func TestRun(t *testing.T) {
	const jobs = 100
	for _, workers := range []int{1, 3, 200} {
		var order []int
		ended := 0
		out := Run(context.Background(), jobs, workers,
			func(_ context.Context, i int) (Outcome, bool) {
				if i%7 == 0 {
					runtime.Gosched()
				}
				return Outcome{Code: i % 3}, true
			},
			func(*Outcome) { ended++ },
			func(i int, o *Outcome) { order = append(order, i*10+o.Code) })
		if len(out) != jobs || ended != jobs || len(order) != jobs {
			t.Fatalf("%d workers: %d outcomes, %d ended, %d told", workers, len(out), ended, len(order))
		}
		for i, x := range order {
			if x != i*10+i%3 {
				t.Fatalf("%d workers: told %d at %d", workers, x, i)
			}
		}
	}
}

// TestRunCancelled: no job starts afterwards, what ended is told, what did not is no outcome.
func TestRunCancelled(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	var started atomic.Int64
	var told []int
	out := Run(ctx, 100, 2, func(_ context.Context, i int) (Outcome, bool) {
		started.Add(1)
		if i == 0 { // it waits for the end and is interrupted
			<-ctx.Done()
			return Outcome{}, false
		}
		if i == 5 {
			cancel()
		}
		return Outcome{}, true
	}, func(*Outcome) {}, func(i int, _ *Outcome) { told = append(told, i) })
	if started.Load() != 6 || !slices.Equal(told, []int{1, 2, 3, 4, 5}) || out[0].Done() || !out[5].Done() || out[6].Done() {
		t.Errorf("started %d, told %v", started.Load(), told)
	}
}

func TestBar(t *testing.T) {
	var w bytes.Buffer
	b := Bar{W: &w, Total: 2}
	b.Ended(true)
	if got := w.String(); !strings.Contains(got, "] 1/2, 1 failed") || strings.Count(got, "#") != barWidth/2 {
		t.Errorf("%q", got)
	}
	b.Clear()
	b.Clear()
	if got := w.String(); strings.Count(got, eraseLine) != 2 || !strings.HasSuffix(got, eraseLine) {
		t.Errorf("%q", got)
	}
	silent := Bar{Total: 1}
	silent.Ended(false) // without a terminal nothing is drawn
	silent.Clear()
}
