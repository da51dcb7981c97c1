package interp_test

import (
	"fmt"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"slc"
	"slc/interp"
	"slc/testsuite/cases"
)

// TestExplore: two workgroups write one word; there are two outcomes, and each seed replays its own.
func TestExplore(t *testing.T) {
	m, _ := kernel(t, entry("1", `out0[0] = group.x + 1;`))
	cfg := interp.Config{Groups: [3]int{2, 1, 1}, Buffers: map[string][]byte{"out0": make([]byte, 4)}}
	sum, err := interp.Explore(m, m.Entries[0], cfg, 100)
	if err != nil || len(sum.Outcomes) != 2 || sum.Schedules != 100 {
		t.Fatal(sum, err)
	}
	n, seen := 0, map[uint32]bool{}
	for _, o := range sum.Outcomes {
		n += o.Count
		cfg.Seed = o.Seed
		x := unwords(o.Result.Buffer("out0"))[0]
		seen[x] = true
		if again := unwords(run(t, m, cfg).Buffer("out0"))[0]; again != x || o.Count < 20 {
			t.Errorf("seed %d: %d, then %d; %d times", o.Seed, x, again, o.Count)
		}
	}
	if n != 100 || !seen[1] || !seen[2] {
		t.Error(n, seen)
	}
}

// TestReplay: the same seed gives the same result, step for step, in each model.
func TestReplay(t *testing.T) {
	m, sources, list := example(t, "ring_queue")
	steps := map[uint64]bool{}
	for seed := range uint64(6) {
		cfg := configOf(t, m, &list[1])
		cfg.Seed, cfg.Sources, cfg.Race, cfg.Memory = seed, sources, seed%2 == 1, interp.Model(seed/2%2)
		a, b := run(t, m, cfg), run(t, m, cfg)
		if !reflect.DeepEqual(a, b) {
			t.Errorf("seed %d gives two results", seed)
		}
		steps[a.Steps] = true
	}
	if len(steps) < 3 {
		t.Error("the seed changes nothing")
	}
}

func TestConfigErrors(t *testing.T) {
	m, _ := kernel(t, `uniform uint n; RWTexture2D<uint> t;`+entry("4", `out0[0] = n + t[uint2(0, 0)];`))
	for _, c := range []struct {
		name string
		cfg  interp.Config
		want string
	}{
		{"wave size", interp.Config{WaveSize: 3}, "a wave of 3 lanes"},
		{"large waves", interp.Config{WaveSize: 256}, "a wave of 256 lanes"},
		{"negative", interp.Config{Groups: [3]int{-1, 1, 1}}, "out of range"},
		{"too many", interp.Config{Groups: [3]int{1 << 20, 1 << 20, 1}}, "more than"},
		{"short block", interp.Config{Buffers: map[string][]byte{"globalParams": make([]byte, 2)}}, "its type needs"},
		{"short image", interp.Config{Extents: map[string][3]int{"t": {4, 4, 1}}, Buffers: map[string][]byte{"t": make([]byte, 2)}}, "texels need 64"},
	} {
		if _, err := interp.Run(m, m.Entries[0], c.cfg); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v", c.name, err)
		}
	}
	if err := interp.SetUniform(m, &interp.Config{}, "nothing", nil); err == nil {
		t.Error("a uniform that is not there was set")
	}
	if err := interp.SetUniform(m, &interp.Config{}, "n", make([]byte, 5)); err == nil {
		t.Error("five bytes went into a uint")
	}
	if res := run(t, m, interp.Config{}); res.Steps != 0 || !res.Clean() { // no workgroup
		t.Error(res.Steps)
	}
}

// TestEveryKernel runs all kernels of the test suite with all that is watched: none may make the
// interpreter fail, whatever it does itself.
func TestEveryKernel(t *testing.T) {
	ran := 0
	for _, dir := range []string{"field", "golden", "peerfaults"} {
		files, _ := filepath.Glob(filepath.Join("../testsuite", dir, "*.txtar"))
		for _, f := range files {
			c, err := cases.Load(f)
			if err != nil {
				continue // its owner's test says so
			}
			result, err := slc.Compile(t.Context(), c.Request(slc.SPIRV))
			if err != nil || len(result.Modules) == 0 {
				continue
			}
			m := result.Modules[0]
			for _, e := range m.Entries {
				ran++
				for _, model := range []interp.Model{interp.Interleaving, interp.Weak} {
					cfg := interp.Config{Groups: [3]int{2, 1, 1}, MaxSteps: 100000, Sources: result.Sources, Memory: model, Race: model == interp.Weak}
					res, err := interp.Run(m, e, cfg)
					if err != nil {
						t.Errorf("%s: %v", f, err)
						continue
					}
					for _, x := range res.Faults {
						if x.Kind == interp.Unsupported {
							fmt.Printf("%s: not run: %s\n", filepath.Base(f), x)
						}
					}
				}
			}
		}
	}
	if ran < 100 {
		t.Errorf("%d kernels ran", ran)
	}
}
