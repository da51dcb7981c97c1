package golden

import (
	"bytes"
	"context"
	"os/exec"
	"regexp"
	"strings"
	"testing"

	"slc"
)

func compile(t *testing.T, source string) []byte {
	t.Helper()
	r, err := slc.Compile(context.Background(), slc.Request{Files: []string{"k.slang"}, Outputs: []slc.Output{{Target: slc.SPIRV}},
		Options: slc.Options{Optimize: 1}, ReadFile: func(string) ([]byte, error) { return []byte(source), nil }})
	if err != nil || r.HasErrors() {
		t.Fatalf("%v %v", err, r.Diagnostics)
	}
	return r.Outputs[0]
}

func canonical(t *testing.T, source string) string {
	t.Helper()
	text, err := Canonical(compile(t, source))
	if err != nil {
		t.Fatal(err)
	}
	return text
}

const loopKernel = `RWStructuredBuffer<Atomic<uint>> flag;
RWStructuredBuffer<uint> data;
uint twice(uint x) { if (x > 8) return x * 2; return data[x]; }
[numthreads(64, 1, 1)]
void main0(uint3 id : SV_DispatchThreadID)
{
    HERE
    for (uint i = 0; i < 100; i++) {
        if (flag[id.x].load(MemoryOrder.Acquire) == i) {
            data[i] = twice(id.x + i);
            break;
        }
    }
    switch (id.x) {
    case 3: data[0] = 1; break;
    default: data[1] = 2; break;
    }
    flag[0].store(1, MemoryOrder.Release);
}
`

// TestCanonicalAssembles: the text is a module that the assembler reads, and the validator accepts.
func TestCanonicalAssembles(t *testing.T) {
	text := canonical(t, strings.Replace(loopKernel, "HERE", "", 1))
	var module bytes.Buffer
	for _, c := range []struct {
		in   string
		out  *bytes.Buffer
		args []string
	}{{text, &module, []string{"spirv-as", "--target-env", "vulkan1.2", "-", "-o", "-"}}, {"", &bytes.Buffer{}, []string{"spirv-val", "--target-env", "vulkan1.2", "-"}}} {
		cmd := exec.Command(c.args[0], c.args[1:]...)
		if cmd.Err != nil {
			t.Fatalf("%s is needed: apt-get install spirv-tools", c.args[0])
		}
		cmd.Stdin, cmd.Stdout = strings.NewReader(c.in), c.out
		if c.in == "" {
			cmd.Stdin = &module
		}
		var stderr bytes.Buffer
		if cmd.Stderr = &stderr; cmd.Run() != nil {
			t.Fatalf("%s: %s\n%s", c.args[0], stderr.String(), text)
		}
	}
}

// TestUpdateIsLocal: a statement more adds its own lines to the expected file and touches no
// others, and what was written is then as expected.
func TestUpdateIsLocal(t *testing.T) {
	was := canonical(t, strings.Replace(loopKernel, "HERE", "", 1))
	fresh := canonical(t, strings.Replace(loopKernel, "HERE", "data[id.x] = id.x / 3;", 1))
	now, same := keepNames(was, fresh)
	if same {
		t.Fatal("nothing is said to differ")
	}
	if again, same := keepNames(now, fresh); !same || again != now {
		t.Error("what was written is not as expected")
	}
	if _, same := keepNames(strings.Replace(was, "OpULessThan %bool %main0__load_i %uint_100", "OpULessThan %bool %main0__load_i %uint_1", 1), was); same {
		t.Error("another operand is taken for renumbering")
	}
	added := 0
	for _, r := range diffRows(splitLines(was), splitLines(now), func(s string) string { return s }, func(s string) string { return s }) {
		switch {
		case r.Kind == Deleted:
			t.Errorf("a line that the statement has nothing to do with changed: %s", r.Was)
		case r.Kind == Inserted:
			added++
		}
	}
	// A component is taken twice, one divided, a place computed, one store; one constant is new.
	if added != 6 {
		t.Errorf("%d lines were added, want 6\n%s", added, Explain(Plain, was, now))
	}
}

// TestCanonicalNames: names say what an id is; the words of semantics are spelled out.
func TestCanonicalNames(t *testing.T) {
	text := canonical(t, strings.Replace(loopKernel, "HERE", "", 1))
	for _, want := range []string{
		`OpAtomicLoad .* ; acquire, device scope, buffer memory, make-visible\n`,
		`OpAtomicStore .* ; release, device scope, buffer memory, make-available\n`,
		`%main0__at_flag_id_0 = OpAccessChain`, `%twice__\w+ = OpUGreaterThan`, `%main0__case_3\w* = OpLabel`, `%main0__loop_\w+ = OpLabel`,
		`^; SPIR-V 1\.5\n`,
	} {
		if !regexp.MustCompile(want).MatchString(text) {
			t.Errorf("no match for %s in\n%s", want, text)
		}
	}
	if m := regexp.MustCompile(`%\d+\b`).FindString(text); m != "" {
		t.Errorf("%s has no name", m)
	}
}

// TestSideBySideShowsTheDifference: a line that is longer than its column is wrapped, so that what differs is seen.
func TestSideBySideShowsTheDifference(t *testing.T) {
	long := strings.Repeat("x = x + 1; ", 12)
	c := Compare(Plain, long+"was\n", long+"now\n", nil)
	w := &textWriter{o: TextOptions{SideBySide: true, Width: 100}}
	w.sideBySide(c)
	lines := strings.Split(strings.TrimSuffix(w.b.String(), "\n"), "\n")
	last := lines[len(lines)-1]
	if !strings.Contains(last, "was") || !strings.HasSuffix(last, "now") {
		t.Errorf("the last line is %q", last)
	}
	for _, l := range lines {
		if len(l) > 100 {
			t.Errorf("%d columns: %q", len(l), l)
		}
	}
}
