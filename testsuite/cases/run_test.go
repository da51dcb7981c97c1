package cases

import (
	"slices"
	"testing"
)

func TestParseRuns(t *testing.T) {
	runs, err := ParseRuns(`
dispatch 2 1 1
wave 32
except hlsl
refused metal E0503
races a b
buffer a = 1 -1 0x10 0.5 3*2
buffer b = 9..3/-3 1..2
# a comment
expect a = {0,4..6} _ 7*2
dispatch 1 1 1
expect sorted b = 1 2 3
`)
	if err != nil || len(runs) != 2 {
		t.Fatal(runs, err)
	}
	r := runs[0]
	if r.Dispatch != [3]uint32{2, 1, 1} || r.Wave != 32 {
		t.Error(r)
	}
	if !slices.Equal(r.Except, []string{"hlsl"}) || !slices.Equal(r.Refused, []Refusal{{"metal", "E0503"}}) || !slices.Equal(r.Races, []string{"a", "b"}) {
		t.Error(r.Except, r.Refused, r.Races)
	}
	if w := r.Buffers[0].Words; !slices.Equal(w, []uint32{1, 0xFFFFFFFF, 16, 0x3F000000, 3, 3}) {
		t.Error(w)
	}
	if w := r.Buffers[1].Words; !slices.Equal(w, []uint32{9, 6, 3, 1, 2}) {
		t.Error(w)
	}
	for _, test := range []struct {
		e    Expectation
		got  []uint32
		want bool
	}{
		{r.Expect[0], []uint32{5, 99, 7, 7, 1}, true},
		{r.Expect[0], []uint32{0, 0, 7, 7}, true},
		{r.Expect[0], []uint32{3, 0, 7, 7}, false},
		{r.Expect[0], []uint32{0, 0, 7, 8}, false},
		{r.Expect[0], []uint32{0, 0, 7}, false},
		{runs[1].Expect[0], []uint32{3, 1, 2}, true},
		{runs[1].Expect[0], []uint32{3, 1, 1}, false},
	} {
		if err := test.e.Check(test.got); (err == nil) != test.want {
			t.Errorf("%v: %v", test.got, err)
		}
	}
}

func TestParseRunsErrors(t *testing.T) {
	for _, text := range []string{
		"buffer a = 1", "dispatch 1 1", "dispatch 1 1 1\nbuffer a", "dispatch 1 1 1\nbuffer a = _", "dispatch 1 1 1\nbuffer a = {1,2}",
		"dispatch 1 1 1\nexpect a = x", "dispatch 1 1 1\nexpect a = 4294967296", "dispatch 1 1 1\nexpect a = 1..4/2",
		"dispatch 1 1 1\nexpect a = 1*0", "dispatch 1 1 1\nfoo", "dispatch 1 1 1\nexcept foo", "dispatch 1 1 1\nrefused foo E0503",
	} {
		if _, err := ParseRuns(text); err == nil {
			t.Errorf("%q was accepted", text)
		}
	}
}
