package memmodel_test

import (
	"context"
	"errors"
	"testing"
	"time"

	"slc/memmodel"
)

// TestLimits: a check that needs more memory or time than it may have ends without an answer.
func TestLimits(t *testing.T) {
	words := compile(t, `
RWStructuredBuffer<Atomic<uint>> x;
[shader("compute")] [numthreads(1, 1, 1)]
void computeMain(uint3 gid : SV_GroupID)
{
    for (uint i = 0; i < 4; i++)
        x[x[i].add(gid.x) + i].add(1);
}`)
	k, err := memmodel.LoadKernel(words, "")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := k.Verify(memmodel.Launch{Groups: 4, Memory: 1}); !errors.Is(err, memmodel.ErrMemory) {
		t.Errorf("a heap of one byte: %v", err)
	}
	const allowed = 200 * time.Millisecond
	ctx, cancel := context.WithTimeout(t.Context(), allowed)
	defer cancel()
	start := time.Now()
	_, err = k.Verify(memmodel.Launch{Groups: 4, Options: memmodel.Options{Context: ctx}})
	if took := time.Since(start); !errors.Is(err, context.DeadlineExceeded) || took > 20*allowed {
		t.Errorf("after %v: %v", took, err)
	}
}
