package mutate

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"
)

// The files that are mutated.
var mutated = []struct{ path, file string }{
	{"slc/lower", "memory.go"},
	{"slc/backend/spirv", "memory.go"},
	{"slc/backend/hlsl", "memory.go"},
	{"slc/backend/metal", "memory.go"},
}

// killers are the test binaries that a mutant is run against, the fastest and most likely first; own is the package that
// a binary belongs to: it runs for mutants of that package only.
var killers = []struct{ path, own, run string }{
	{"slc/testsuite/golden", "", "."},
	{"slc/lower", "lower", "."},
	{"slc/backend/spirv", "backend/spirv", "."},
	{"slc/testsuite/structure", "", "Words"},
	{"slc/testsuite/field", "", "Cases"},
	{"slc/testsuite/peerfaults", "", "Cases"},
}

// fullEnv runs every mutant; a plain test run takes one in sampleStep and stops after sampleTime.
const (
	fullEnv    = "SLC_MUTATE_FULL"
	sampleStep = 6
	sampleTime = 20 * time.Second
	parallel   = 2
)

func TestMutants(t *testing.T) {
	root, err := filepath.Abs("../..")
	if err != nil {
		t.Fatal(err)
	}
	sites, binaries := build(t, root)
	chosen := sites
	stop := time.Now().Add(time.Hour)
	if os.Getenv(fullEnv) == "" {
		chosen = nil
		for i := 0; i < len(sites); i += sampleStep {
			chosen = append(chosen, sites[i])
		}
		stop = time.Now().Add(sampleTime)
	}
	if out := runAll(t, root, binaries, &Site{ID: 0}); out != "" {
		t.Fatalf("the tests fail without a mutant:\n%s", out)
	}
	ran, survivors := 0, []string{}
	var mu sync.Mutex
	var wg sync.WaitGroup
	queue := make(chan *Site)
	for range parallel {
		wg.Go(func() {
			for s := range queue {
				killed := runAll(t, root, binaries, s) != ""
				mu.Lock()
				ran++
				if _, known := equivalent[s.Key()]; !killed && !known {
					survivors = append(survivors, fmt.Sprintf("%s:%d %s", s.File, s.Line, s.Key()))
				} else if killed && known {
					survivors = append(survivors, "killed, but listed as equivalent: "+s.Key())
				}
				mu.Unlock()
			}
		})
	}
	for _, s := range chosen {
		if time.Now().After(stop) {
			break
		}
		queue <- s
	}
	close(queue)
	wg.Wait()
	t.Logf("%d of %d mutants ran", ran, len(sites))
	for _, s := range survivors {
		t.Errorf("survives: %s", s)
	}
	known := map[string]bool{}
	for _, s := range sites {
		known[s.Key()] = true
	}
	for key := range equivalent {
		if !known[key] {
			t.Errorf("listed as equivalent, but there is no such mutant: %s", key)
		}
	}
}

// build finds the mutants and builds the test binaries that hold them all.
func build(t *testing.T, root string) (sites []*Site, binaries map[string]string) {
	t.Helper()
	var paths, packages []string
	for _, m := range mutated {
		paths = append(paths, m.path)
	}
	for _, k := range killers {
		packages = append(packages, k.path)
	}
	all, err := list(root, paths)
	if err != nil {
		t.Fatal(err)
	}
	var sources []*source
	for _, m := range mutated {
		s, err := load(all, m.path, m.file, len(sites)+1)
		if err != nil {
			t.Fatal(err)
		}
		sources = append(sources, s)
		sites = append(sites, s.sites...)
	}
	dir := t.TempDir()
	file, err := overlay(dir, all, paths, sources)
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command("go", append([]string{"test", "-c", "-overlay", file, "-vet=off", "-o", dir + string(filepath.Separator)}, packages...)...)
	cmd.Dir = root
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	binaries = map[string]string{}
	for _, p := range packages {
		binaries[p] = filepath.Join(dir, filepath.Base(p)+".test")
	}
	return sites, binaries
}

// runAll runs the tests with a mutant alive, until one fails, and returns what that one said.
func runAll(t *testing.T, root string, binaries map[string]string, s *Site) string {
	for _, k := range killers {
		if k.own != "" && s.ID != 0 && k.own != filepath.Dir(s.File) {
			continue
		}
		ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
		cmd := exec.CommandContext(ctx, binaries[k.path], "-test.run", k.run, "-test.failfast", "-test.short")
		cmd.Dir = filepath.Join(root, strings.TrimPrefix(k.path, "slc/"))
		cmd.Env = append(os.Environ(), fmt.Sprintf("SLC_MUTANT=%d", s.ID), "SLC_CASES_VALIDATE=off", "GOMAXPROCS=1")
		var out bytes.Buffer
		cmd.Stdout, cmd.Stderr = &out, &out
		err := cmd.Run()
		cancel()
		if err != nil {
			return k.path + "\n" + out.String()
		}
	}
	return ""
}

// equivalent are mutants that change nothing that the language can express, with the reason.
var equivalent = map[string]string{}
