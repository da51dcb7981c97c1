package litmus

import (
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"slc"
	"slc/memmodel"
	"slc/memmodel/machine"
)

var update = flag.Bool("update", false, "write the pictures of docs/memory-model.md")

const pictureFolder = "../../docs/img"

// passingKernel is the kernel of docs/memory-model.md.
func passingKernel(release, acquire string) string {
	return kernel(1, passing(flagKinds[0], payloads[0], "flag[0].store(7, MemoryOrder."+release+")", "flag[0].load(MemoryOrder."+acquire+")"))
}

// onWords finds an execution of emitted words that breaks an expectation, or races.
func onWords(text, expect string) func(t *testing.T) *memmodel.Execution {
	return func(t *testing.T) *memmodel.Execution {
		e, err := memmodel.ParseExpectation(expect)
		if err != nil {
			t.Fatal(err)
		}
		k, err := memmodel.LoadKernel(emitWords(t, text, slc.Options{}), "")
		if err != nil {
			t.Fatal(err)
		}
		r, err := k.Verify(memmodel.Launch{Groups: 2, Expect: []*memmodel.Expectation{e}})
		if err != nil {
			t.Fatal(err)
		}
		switch {
		case len(r.Races) > 0:
			return r.Races[0].Witness
		case len(r.Failed) > 0:
			return r.Failed[0].Witness
		}
		t.Fatalf("%s holds in every execution", expect)
		return nil
	}
}

// onText finds an execution of the text of HLSL after a change that ends as asked.
func onText(text, state string, edits ...replace) func(t *testing.T) *memmodel.Execution {
	return func(t *testing.T) *memmodel.Execution {
		s, err := machine.Read(machine.HLSL, edited(t, string(emit(t, text, slc.Output{Target: slc.HLSL}, slc.Options{}).Outputs[0]), edits))
		if err != nil {
			t.Fatal(err)
		}
		r, err := s.Verify(machine.Options{Groups: 2})
		if err != nil {
			t.Fatal(err)
		}
		for _, ends := range r.States {
			if strings.Contains(ends, state) {
				return r.Witness[ends]
			}
		}
		t.Fatalf("no execution ends with %s: %q", state, r.States)
		return nil
	}
}

// pictures are the executions that docs/memory-model.md shows.
var pictures = []struct {
	file, title string
	find        func(t *testing.T) *memmodel.Execution
}{
	{"message-passing.svg", "Release and Acquire: the payload arrives", onWords(passingKernel("Release", "Acquire"), "seen[0] != 42")},
	{"message-passing-relaxed.svg", "a Relaxed store: the flag is seen, the payload is stale", onWords(passingKernel("Relaxed", "Acquire"), "seen[0] == 42")},
	{"store-buffering.svg", "Release and Acquire: both loads may miss", onWords(kernel(1, `
    if (FIRST)
    {
        flag[0].store(1, MemoryOrder.Release);
        seen[0] = other[0].load(MemoryOrder.Acquire);
    }
    else
    {
        other[0].store(1, MemoryOrder.Release);
        seen[1] = flag[0].load(MemoryOrder.Acquire);
    }
`), "seen[0] + seen[1] != 0")},
	{"hlsl-coherent.svg", "HLSL: fences around Interlocked operations", onText(passingKernel("Release", "Acquire"), "seen[0]=42")},
	{"hlsl-not-coherent.svg", "HLSL without globallycoherent: the fence does not reach the other group", onText(passingKernel("Release", "Acquire"), "seen[0]=0", hlslDeclaration("data", true))},
}

// TestPictures: the pictures of the page are those that the checker draws (-update writes
// them).
func TestPictures(t *testing.T) {
	page, err := os.ReadFile("../../docs/memory-model.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range pictures {
		got := p.find(t).SVG(p.title)
		file := filepath.Join(pictureFolder, p.file)
		if *update {
			if err := os.WriteFile(file, []byte(got), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		if want, err := os.ReadFile(file); err != nil || string(want) != got {
			t.Errorf("%s is not current (%v); go test ./testsuite/litmus -run Pictures -update", file, err)
		}
		if !strings.Contains(string(page), "(img/"+p.file+")") {
			t.Errorf("docs/memory-model.md does not show %s", p.file)
		}
	}
}
