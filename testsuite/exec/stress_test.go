package exec

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"testing"

	"slc"
	"slc/cmd/slc-vulkan/job"
	"slc/testsuite/cases"
	"slc/testsuite/tools"
)

// SLC_STRESS is the number of dispatches of each stress test; with it, many
// workgroups take part. The default only shows that the tests run.
const (
	stressVariable    = "SLC_STRESS"
	defaultDispatches = 20
	stressBatch       = 100 // dispatches a job, which bounds what comes back
)

// storeBuffering: each of two workgroups stores to its own cell, then reads the
// other's. With SeqCst at least one must see the other's store.
const storeBuffering = `
RWStructuredBuffer<Atomic<uint>> x;
RWStructuredBuffer<Atomic<uint>> y;
RWStructuredBuffer<uint> seen;

[shader("compute")] [numthreads(1, 1, 1)]
void computeMain(uint3 group : SV_GroupID)
{
    uint pair = group.x / 2;
    if (group.x % 2 == 0)
    {
        x[pair * 64].store(1, MemoryOrder.SeqCst);
        seen[group.x] = y[pair * 64].load(MemoryOrder.SeqCst);
    }
    else
    {
        y[pair * 64].store(1, MemoryOrder.SeqCst);
        seen[group.x] = x[pair * 64].load(MemoryOrder.SeqCst);
    }
}
`

// outcome is what the buffers hold after a dispatch, by name.
type outcome map[string][]uint32

// stressTest is a kernel that must never have a bad outcome.
type stressTest struct {
	name   string
	source func(t *testing.T) []byte
	wave   int                       // lanes that a wave must have at least
	run    func(pairs int) cases.Run // the dispatch for a number of pairs of workgroups
	bad    func(o outcome, pairs int) error
	seen   func(o outcome) uint64 // observations that count
}

func file(parts ...string) func(*testing.T) []byte {
	return func(t *testing.T) []byte {
		text, err := os.ReadFile(filepath.Join(parts...))
		if err != nil {
			t.Fatal(err)
		}
		return text
	}
}

// caseKernel is the kernel of a case file.
func caseKernel(path string) func(*testing.T) []byte {
	return func(t *testing.T) []byte {
		c, err := cases.Load(path)
		if err != nil {
			t.Fatal(err)
		}
		return []byte(c.Source())
	}
}

func zeros(name string, n int) cases.RunBuffer {
	return cases.RunBuffer{Name: name, Words: make([]uint32, n)}
}

func groups(n int) [3]uint32 { return [3]uint32{uint32(n), 1, 1} }

func sum(words []uint32) (n uint64) {
	for _, w := range words {
		n += uint64(w)
	}
	return n
}

var stressTests = []stressTest{
	{
		name: "message passing", source: file(examples, "message_passing.slang"),
		run: func(pairs int) cases.Run {
			return cases.Run{Dispatch: groups(2 * pairs), Buffers: []cases.RunBuffer{
				zeros("message", 64*pairs), zeros("flag", pairs), zeros("seen", pairs), zeros("stale", pairs)}}
		},
		bad: func(o outcome, pairs int) error {
			if n := sum(o["stale"]); n != 0 {
				return fmt.Errorf("%d stale words", n)
			}
			return nil
		},
		seen: func(o outcome) uint64 { return sum(o["seen"]) },
	},
	{
		name: "store buffering", source: func(*testing.T) []byte { return []byte(storeBuffering) },
		run: func(pairs int) cases.Run {
			return cases.Run{Dispatch: groups(2 * pairs), Buffers: []cases.RunBuffer{
				zeros("x", 64*pairs), zeros("y", 64*pairs), zeros("seen", 2*pairs)}}
		},
		bad: func(o outcome, pairs int) error {
			for p := range pairs {
				if o["seen"][2*p] == 0 && o["seen"][2*p+1] == 0 {
					return fmt.Errorf("pair %d: neither saw the other's store", p)
				}
			}
			return nil
		},
		seen: func(o outcome) uint64 { return uint64(len(o["seen"]) / 2) },
	},
	{
		name: "decoupled look-back", source: file(examples, "lookback.slang"),
		run: func(pairs int) cases.Run {
			tiles := 2 * pairs
			return cases.Run{Dispatch: groups(tiles), Buffers: []cases.RunBuffer{
				{Name: "input", Words: slices.Repeat([]uint32{1}, 64*tiles)}, zeros("output", 64*tiles),
				zeros("ticket", 1), zeros("status", tiles), zeros("tileSum", tiles), zeros("tilePrefix", tiles)}}
		},
		bad: func(o outcome, pairs int) error {
			for i := range 128 * pairs { // the prefix sum of ones
				if o["output"][i] != uint32(i+1) {
					return fmt.Errorf("output[%d] is %d", i, o["output"][i])
				}
			}
			return nil
		},
		seen: func(o outcome) uint64 { return uint64(len(o["output"])) },
	},
	{
		name: "case 59, reread after acquire", source: caseKernel("../field/59-reread-after-acquire.txtar"), wave: 32,
		run: func(pairs int) cases.Run {
			return cases.Run{Dispatch: groups(2 * pairs), Buffers: []cases.RunBuffer{
				zeros("data", 2048*pairs), zeros("flags", 64*pairs), zeros("tally", 3)}}
		},
		bad: func(o outcome, pairs int) error {
			if t := o["tally"]; t[1] != 0 || t[2] != t[0] {
				return fmt.Errorf("tally %v: stale or lost observations", t)
			}
			return nil
		},
		seen: func(o outcome) uint64 { return uint64(o["tally"][0]) },
	},
}

// TestStress dispatches kernels whose workgroups communicate many times over.
func TestStress(t *testing.T) {
	dispatches, pairs := defaultDispatches, 1
	if s := os.Getenv(stressVariable); s != "" {
		n, err := strconv.Atoi(s)
		if err != nil || n < 1 {
			t.Fatalf("%s=%s is no number of dispatches", stressVariable, s)
		}
		dispatches, pairs = n, 32
	}
	for i := range stressTests {
		s := &stressTests[i]
		t.Run(s.name, func(t *testing.T) { s.dispatch(t, dispatches, pairs) })
	}
}

func (s *stressTest) dispatch(t *testing.T, dispatches, pairs int) {
	source := s.source(t)
	result, err := slc.Compile(context.Background(), slc.Request{
		Files: []string{"kernel.slang"}, Outputs: []slc.Output{{Target: slc.SPIRV}},
		ReadFile: func(string) ([]byte, error) { return source, nil },
	})
	if err != nil || result.HasErrors() {
		t.Fatalf("the kernel does not compile (%v)", err)
	}
	run := s.run(pairs)
	p := Load(result.Outputs[0], result.Modules[0])
	j, err := p.Job(&run)
	if err != nil {
		t.Fatal(err)
	}
	if device := tools.RunVulkan(t, probe(j)); int(device.SubgroupSize) < s.wave {
		t.Logf("not run: it needs waves of %d lanes, %s has %d", s.wave, device.Device, device.SubgroupSize)
		return
	}
	var seen uint64
	for left := dispatches; left > 0; left -= stressBatch {
		j.Repeat = min(left, stressBatch)
		r := tools.RunVulkan(t, j)
		for i := range r.Outcomes {
			o := p.outcome(&r.Outcomes[i])
			if err := s.bad(o, pairs); err != nil {
				t.Fatalf("%d of a batch of %d dispatches: %v", r.Outcomes[i].Count, j.Repeat, err)
			}
			seen += s.seen(o) * uint64(r.Outcomes[i].Count)
		}
	}
	if seen == 0 {
		t.Error("nothing was observed")
	}
	t.Logf("%d dispatches of %d pairs of workgroups: %d observations, none bad", dispatches, pairs, seen)
}

// outcome reads the buffers of a dispatch by the names of the resources.
func (p *program) outcome(from *job.Outcome) outcome {
	o := outcome{}
	for _, r := range p.module.Resources {
		set, binding := p.place(r)
		for _, b := range from.Buffers {
			if int(b.Set) == set && int(b.Binding) == binding {
				o[r.Name] = Words(b.Data)
			}
		}
	}
	return o
}
