package interp_test

import (
	"slices"
	"strings"
	"testing"

	"slc/interp"
)

// The heaps of handles are sparse, and one descriptor is one memory for handles of all types.
func TestHeaps(t *testing.T) {
	m, sources := kernel(t, `struct Table { RWStructuredBuffer<uint>.Handle a; RWByteAddressBuffer.Handle b; StructuredBuffer<uint>.Handle c; }
StructuredBuffer<Table> table;
[shader("compute")] [numthreads(1, 1, 1)] void computeMain() {
    table[0].a[1] = 7;
    table[0].b.Store(8, table[0].a[1] + 1);
    table[0].a[3] = table[0].c[2];
}`)
	for _, c := range []struct {
		name    string
		buffers map[string][]byte
		want    map[string][]uint32 // after the dispatch
		fault   string
		refused string
	}{
		{"three descriptors", map[string][]byte{"table": words(2, 0, 40, 0, 9, 0), "heap_RWStructuredBuffer_uint[2]": words(0, 0, 0, 0),
			"heap_RWByteAddressBuffer[40]": words(1, 2, 3), "heap_StructuredBuffer_uint[9]": words(4, 5, 6)},
			map[string][]uint32{"heap_RWStructuredBuffer_uint[2]": {0, 7, 0, 6}, "heap_RWByteAddressBuffer[40]": {1, 2, 8}}, "", ""},
		{"one descriptor, given as bytes", map[string][]byte{"table": words(1, 0, 1, 0, 1, 0), "heap_RWByteAddressBuffer[1]": words(0, 0, 0, 0)},
			map[string][]uint32{"heap_RWByteAddressBuffer[1]": {0, 7, 8, 8}}, "", ""},
		{"one descriptor, given as what is read", map[string][]byte{"table": words(0, 0, 0, 0, 0, 0), "heap_StructuredBuffer_uint": words(0, 0, 0, 0)},
			map[string][]uint32{"heap_StructuredBuffer_uint": {0, 7, 8, 8}}, "", ""},
		{"a gap", map[string][]byte{"table": words(1, 0, 3, 0, 3, 0), "heap_RWStructuredBuffer_uint[2]": words(0, 0, 0, 0), "heap_RWByteAddressBuffer[3]": words(0, 0, 0)},
			nil, "no resource is bound to element 1 of 'heap_RWStructuredBuffer_uint'", ""},
		{"behind the last", map[string][]byte{"table": words(1, 0, 3000000, 0, 1, 0), "heap_RWStructuredBuffer_uint[1]": words(0, 0, 0, 0)},
			nil, "no resource is bound to element 3000000 of 'heap_RWByteAddressBuffer'", ""},
		{"given twice", map[string][]byte{"table": words(1, 0, 1, 0, 1, 0), "heap_RWByteAddressBuffer[1]": words(0), "heap_StructuredBuffer_uint[1]": words(0)},
			nil, "", "are one descriptor: give the contents of one of them"},
		{"too many", map[string][]byte{"heap_RWByteAddressBuffer[65536]": words(0)}, nil, "", "a heap has at most 65536 elements here"},
	} {
		t.Run(c.name, func(t *testing.T) {
			r, err := interp.Run(m, m.Entries[0], interp.Config{Groups: [3]int{1, 1, 1}, Sources: sources, Race: true, Buffers: c.buffers})
			if c.refused != "" {
				if err == nil || !strings.Contains(err.Error(), c.refused) {
					t.Fatalf("%v, want %s", err, c.refused)
				}
				return
			}
			if err != nil {
				t.Fatal(err)
			}
			fault := ""
			if len(r.Faults) > 0 {
				fault = r.Faults[0].String()
			}
			if (c.fault == "") != (fault == "") || !strings.Contains(fault, c.fault) {
				t.Errorf("fault %q, want %q", fault, c.fault)
			}
			for name, want := range c.want {
				if got := unwords(r.Buffer(name)); !slices.Equal(got, want) {
					t.Errorf("%s is %v, want %v", name, got, want)
				}
			}
		})
	}
}
