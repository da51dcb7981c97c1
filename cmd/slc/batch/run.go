package batch

import (
	"context"
	"sync"
	"sync/atomic"
)

// Outcome is what became of a job.
type Outcome struct {
	Code    int    // exit code of the job on its own
	Cached  bool   // nothing was compiled
	Report  []byte // diagnostics in the form that was asked for
	Message string // a fault that is no diagnostic
	Data    []byte // diagnostics as JSON, for the summary; nil for none
	done    bool
}

// Done reports whether the job ran to its end; one that was interrupted did not.
func (o *Outcome) Done() bool { return o.done }

// Run runs jobs 0 to jobs-1 by do on workers; do reports false for a job that was interrupted, and no
// job starts after ctx is cancelled. ended is called as jobs end; told in their order, so that it
// waits for the jobs before. Neither runs twice at a time.
func Run(ctx context.Context, jobs, workers int, do func(ctx context.Context, i int) (Outcome, bool), ended func(*Outcome), told func(int, *Outcome)) []Outcome {
	outcomes := make([]Outcome, jobs)
	var mu sync.Mutex
	next := 0 // the first that was not told
	var start atomic.Int64
	var wg sync.WaitGroup
	for range min(workers, jobs) {
		wg.Go(func() {
			for ctx.Err() == nil {
				i := int(start.Add(1)) - 1
				if i >= jobs {
					return
				}
				o, ok := do(ctx, i)
				if !ok {
					return
				}
				mu.Lock()
				o.done = true
				outcomes[i] = o
				ended(&outcomes[i])
				for next < jobs && outcomes[next].done {
					told(next, &outcomes[next])
					next++
				}
				mu.Unlock()
			}
		})
	}
	wg.Wait()
	for i := next; i < jobs; i++ { // what lies behind a job that was interrupted
		if outcomes[i].done {
			told(i, &outcomes[i])
		}
	}
	return outcomes
}
