package mutate

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"
)

// mutatedFile is a file that is mutated, and its package.
type mutatedFile struct{ path, file string }

// mutated are the files whose every entry decides what an atomic or a barrier becomes.
var mutated = []mutatedFile{
	{"slc/lower", "memory.go"},
	{"slc/lower", "caps.go"},
	{"slc/backend/spirv", "memory.go"},
	{"slc/backend/hlsl", "memory.go"},
	{"slc/backend/metal", "memory.go"},
}

// expanded has the expansions of atomics: no table, so that only a full run mutates it.
var expanded = mutatedFile{"slc/lower", "atomics.go"}

type killer struct{ path, own, tests string }

// killers are the test binaries that a mutant is run against, the fastest and most likely first; own is the package that
// a binary belongs to: it runs for mutants of that package only.
var killers = []killer{
	{"slc/testsuite/golden", "", "."},
	{"slc/lower", "lower", "."},
	{"slc/backend/spirv", "backend/spirv", "."},
	{"slc/backend/hlsl", "backend/hlsl", "."},
	{"slc/backend/metal", "backend/metal", "."},
	{"slc/testsuite/structure", "", "Words"},
	{"slc/testsuite/field", "", "Cases"},
	{"slc/testsuite/peerfaults", "", "Cases"},
}

// fullEnv runs every mutant; a plain test run takes one in sampleStep and stops after sampleTime.
const (
	fullEnv    = "SLC_MUTATE_FULL"
	sampleStep = 5
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
	var skips []string
	for _, k := range killers {
		skips = append(skips, k.skip(t, root, binaries))
	}
	ran, survivors := 0, []string{}
	var mu sync.Mutex
	var wg sync.WaitGroup
	queue := make(chan *Site)
	for range parallel {
		wg.Go(func() {
			for s := range queue {
				dead := killed(t, root, binaries, skips, s)
				mu.Lock()
				ran++
				if _, known := equivalent[s.Key()]; !dead && !known {
					survivors = append(survivors, fmt.Sprintf("%s:%d %s", s.File, s.Line, s.Key()))
				} else if dead && known {
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
	if os.Getenv(fullEnv) == "" {
		return
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
	files := mutated
	if os.Getenv(fullEnv) != "" {
		files = append(slices.Clone(files), expanded)
	}
	for _, m := range files {
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
	for _, m := range files {
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

// killed runs the tests with a mutant alive, until one fails.
func killed(t *testing.T, root string, binaries map[string]string, skips []string, s *Site) bool {
	for i, k := range killers {
		if (k.own == "" || k.own == filepath.Dir(s.File)) && k.run(t, root, binaries, s.ID, "-test.failfast", "-test.skip", skips[i]) != "" {
			return true
		}
	}
	return false
}

// skip is a pattern of the tests that fail without a mutant, for a reason of their own: they tell nothing.
func (k killer) skip(t *testing.T, root string, binaries map[string]string) string {
	var names []string
	for _, m := range regexp.MustCompile(`(?m)^ {4}--- FAIL: (\w+)/(\S+)|^--- FAIL: (\w+)`).FindAllStringSubmatch(k.run(t, root, binaries, 0), -1) {
		if m[1] != "" {
			names = append(names, "^"+m[1]+"$/^"+regexp.QuoteMeta(m[2])+"$")
		} else if m[3] != "TestCases" {
			names = append(names, "^"+m[3]+"$")
		}
	}
	if names == nil {
		return "^$"
	}
	t.Logf("%s: these fail without a mutant and are skipped: %s", k.path, strings.Join(names, " "))
	return strings.Join(names, "|")
}

// run runs the binary with a mutant alive and returns what it says if it fails.
func (k killer) run(t *testing.T, root string, binaries map[string]string, mutant int, args ...string) string {
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	cmd := exec.CommandContext(ctx, binaries[k.path], append([]string{"-test.run", k.tests, "-test.short"}, args...)...)
	cmd.Dir = filepath.Join(root, strings.TrimPrefix(k.path, "slc/"))
	cmd.Env = append(os.Environ(), fmt.Sprintf("SLC_MUTANT=%d", mutant), "SLC_CASES_VALIDATE=off", "GOMAXPROCS=1")
	var out bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &out
	if err := cmd.Run(); err != nil {
		return fmt.Sprintf("%v\n%s", err, out.String())
	}
	return ""
}
