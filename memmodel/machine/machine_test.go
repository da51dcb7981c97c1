package machine_test

import (
	"slices"
	"strings"
	"testing"

	"slc/memmodel/machine"
)

// shader is a text of MSL with a body; g is the number of the threadgroup.
func shader(body string) string {
	return `#include <metal_stdlib>
using namespace metal;
kernel void computeMain(uint3 g [[threadgroup_position_in_grid]],
    device coherent(device) atomic_uint* x [[buffer(0)]],
    device coherent(device) atomic_uint* y [[buffer(1)]],
    device uint* seen [[buffer(2)]])
{
` + body + "}\n"
}

// states are the final values of seen.
func states(t *testing.T, language machine.Language, text string, o machine.Options) (out []string, racy bool) {
	t.Helper()
	s, err := machine.Read(language, text)
	if err != nil {
		t.Fatal(err)
	}
	r, err := s.Verify(o)
	if err != nil {
		t.Fatal(err)
	}
	for _, state := range r.States {
		var kept []string
		for _, f := range strings.Fields(state) {
			if strings.HasPrefix(f, "seen") {
				kept = append(kept, f)
			}
		}
		out = append(out, strings.Join(kept, " "))
	}
	slices.Sort(out)
	return slices.Compact(out), len(r.Races) > 0
}

// TestStoreBufferingFences: with a seq_cst fence between its store and its load in both
// threads, one of the loads sees the other store; fences that acquire and release, one
// missing fence, or fences of the threadgroup do not do that ([atomics.order] of C++).
func TestStoreBufferingFences(t *testing.T) {
	const text = `
    if (g.x == 0u) {
        atomic_store_explicit(&x[0], 1u, memory_order_relaxed);
        atomic_thread_fence(mem_flags::mem_device, ORDER, SCOPE);
        seen[0] = atomic_load_explicit(&y[0], memory_order_relaxed);
    } else {
        atomic_store_explicit(&y[0], 1u, memory_order_relaxed);
        atomic_thread_fence(mem_flags::mem_device, memory_order_seq_cst, SCOPE);
        seen[1] = atomic_load_explicit(&x[0], memory_order_relaxed);
    }
`
	strong := []string{"seen[0]=0 seen[1]=1", "seen[0]=1 seen[1]=0", "seen[0]=1 seen[1]=1"}
	weak := append([]string{"seen[0]=0 seen[1]=0"}, strong...)
	for _, c := range []struct {
		order, scope string
		want         []string
	}{
		{"memory_order_seq_cst", "thread_scope_device", strong},
		{"memory_order_acq_rel", "thread_scope_device", weak},
		{"memory_order_relaxed", "thread_scope_device", weak},
		{"memory_order_seq_cst", "thread_scope_threadgroup", weak},
	} {
		body := strings.NewReplacer("ORDER", c.order, "SCOPE", c.scope).Replace(text)
		if got, racy := states(t, machine.MSL, shader(body), machine.Options{Groups: 2}); !slices.Equal(got, c.want) || racy {
			t.Errorf("%s %s: %q, race %t; want %q", c.order, c.scope, got, racy, c.want)
		}
	}
}

// TestSeqCstOperations: store buffering of seq_cst operations, and of which one is not.
func TestSeqCstOperations(t *testing.T) {
	const text = `
    if (g.x == 0u) {
        atomic_store_explicit(&x[0], 1u, memory_order_seq_cst);
        seen[0] = atomic_load_explicit(&y[0], memory_order_seq_cst);
    } else {
        atomic_store_explicit(&y[0], 1u, memory_order_seq_cst);
        seen[1] = atomic_load_explicit(&x[0], ORDER);
    }
`
	for order, both := range map[string]bool{"memory_order_seq_cst": false, "memory_order_acquire": true} {
		got, racy := states(t, machine.MSL, shader(strings.ReplaceAll(text, "ORDER", order)), machine.Options{Groups: 2})
		if slices.Contains(got, "seen[0]=0 seen[1]=0") != both || racy {
			t.Errorf("%s: %q, race %t; both miss: %t", order, got, racy, both)
		}
	}
}

// TestWeakExchangeFails: one that fails for no reason leaves the value that it was given.
func TestWeakExchangeFails(t *testing.T) {
	got, _ := states(t, machine.MSL, shader(`
    uint old = 0u;
    bool done = atomic_compare_exchange_weak_explicit(&x[0], &old, 5u, memory_order_relaxed, memory_order_relaxed);
    seen[0] = done ? 1u : 2u;
`), machine.Options{Groups: 1})
	if want := []string{"seen[0]=1", "seen[0]=2"}; !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
}

// TestCoherence: a fence carries a plain write to another group if its buffer is
// globallycoherent, and within the group in any case.
func TestCoherence(t *testing.T) {
	const text = `
COHERENT RWStructuredBuffer<uint> data : register(u0);
RWStructuredBuffer<uint> flag : register(u1);
RWStructuredBuffer<uint> seen : register(u2);
[numthreads(THREADS, 1, 1)]
void computeMain(uint3 gid : SV_GroupID, uint index : SV_GroupIndex)
{
    uint old;
    if (gid.x + index == 0u) {
        data[0] = 42u;
        DeviceMemoryBarrier();
        InterlockedExchange(flag[0], 1u, old);
    } else {
        InterlockedOr(flag[0], 0u, old);
        DeviceMemoryBarrier();
        if (old == 1u) {
            seen[0] = data[0];
        }
    }
}
`
	for _, c := range []struct {
		coherent string
		groups   int
		threads  string
		racy     bool
	}{
		{"globallycoherent", 2, "1", false},
		{"", 2, "1", true},
		{"", 1, "2", false},
	} {
		body := strings.NewReplacer("COHERENT", c.coherent, "THREADS", c.threads).Replace(text)
		got, racy := states(t, machine.HLSL, body, machine.Options{Groups: c.groups, Wave: 1})
		if racy != c.racy || !racy && !slices.Equal(got, []string{"", "seen[0]=42"}) {
			t.Errorf("%q, %d groups: %q, race %t; want a race: %t", c.coherent, c.groups, got, racy, c.racy)
		}
	}
}

// TestUnknownText: what the reader does not know is an error with its line.
func TestUnknownText(t *testing.T) {
	for _, c := range []struct{ body, want string }{
		{"    wave_sum(3u);\n", "line 8: function wave_sum"},
		{"    seen[0] = nothing;\n", "line 8: nothing is called nothing"},
		{"    atomic_fetch_add_explicit(&x[0], 1u, memory_order_strange);\n", "line 8: order memory_order_strange"},
		{"    seen[0] = ;\n", `line 8: ";" where a value is expected`},
	} {
		s, err := machine.Read(machine.MSL, shader(c.body))
		if err == nil {
			_, err = s.Verify(machine.Options{})
		}
		if err == nil || err.Error() != c.want {
			t.Errorf("%s: error %v, want %s", c.body, err, c.want)
		}
	}
	if _, err := machine.Read(machine.HLSL, "RWBuffer<uint> a;"); err == nil {
		t.Error("a text without an entry point is read")
	}
}
