package main

import (
	"bytes"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

// verifyFile runs slc verify in this process.
func verifyFile(file string, options ...string) (code int, stdout, stderr string) {
	var out, errs bytes.Buffer
	code = run(append([]string{"slc", "verify", file}, options...), strings.NewReader(""), &out, &errs)
	return code, out.String(), errs.String()
}

// TestVerifyExamples: every example is proved, with what its comments expect.
func TestVerifyExamples(t *testing.T) {
	files, err := filepath.Glob("../../examples/*.slang")
	if err != nil || len(files) < 13 {
		t.Fatalf("%d examples, %v", len(files), err)
	}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if !strings.Contains(string(text), "// verify: expect") {
			t.Errorf("%s expects nothing", file)
		}
		if code, out, errs := verifyFile(file); code != exitOK || !strings.HasPrefix(out, "proved: ") {
			t.Errorf("%s: exit %d\n%s%s", file, code, out, errs)
		}
	}
}

// TestVerifyWeakened: an example with one order or barrier weakened has a race or ends wrongly, and the
// report names both accesses and what is missing. LINE{x} is the line of the first x in the file.
func TestVerifyWeakened(t *testing.T) {
	for _, c := range []struct {
		file, from, to string
		nth            int // which from, from 0
		want           []string
	}{
		{"message_passing", "AllMemoryBarrierWithGroupSync();", "GroupMemoryBarrierWithGroupSync();", 0, []string{
			`line LINE{message[word] = word}, .* store message\[1\] = 4`, `line LINE{if (message[word] ==}, .* load message\[1\] = 0`,
			`help: the barrier at line LINE{GroupMemoryBarrierWithGroupSync} covers groupshared memory only; one that covers buffers and groupshared memory would order the store to message\[1\] at line LINE{message[word] = word} before it`}},
		{"last_group", "DeviceMemoryBarrier();", "", 0, []string{
			`line LINE{partial[group.x] = }, .* store partial\[0\]`, `line LINE{total += partial}, .* load partial\[0\]`,
			`help: the atomic read-modify-write of done\[0\] at line LINE{isLast = done} is Relaxed; Release would order the store to partial\[0\] at line LINE{partial[group.x] = } before it`}},
		{"lookback", "HasPrefix, MemoryOrder.Release", "HasPrefix, MemoryOrder.Relaxed", 0, []string{
			`line LINE{tilePrefix[mine] = }, .* store tilePrefix\[0\]`, `line LINE{sum += tilePrefix}, .* load tilePrefix\[0\]`,
			`help: the atomic store to status\[0\] at line LINE{HasPrefix, MemoryOrder} is Relaxed; Release would order the store to tilePrefix\[0\] at line LINE{tilePrefix[mine] = } before it`}},
		{"lookback", "HasSum, MemoryOrder.Release", "HasSum, MemoryOrder.Relaxed", 0, []string{
			`line LINE{tileSum[mine] = }, .* store tileSum\[0\]`, `line LINE{sum += tileSum}, .* load tileSum\[0\]`,
			`help: the atomic store to status\[0\] at line LINE{HasSum, MemoryOrder} is Relaxed; Release would order the store to tileSum\[0\] at line LINE{tileSum[mine] = } before it`}},
		{"lookback", "MemoryOrder.Acquire", "MemoryOrder.Relaxed", 0, []string{
			`help: the atomic load of status\[0\] at line LINE{status[at].load} is Relaxed; Acquire would order the load of tilePrefix\[0\] at line LINE{sum += tilePrefix} after it`}},
		{"wave_signal", "AllMemoryBarrierWithWaveSync();\n", "GroupMemoryBarrierWithWaveSync();\n", 0, []string{
			`line LINE{data[index] = }, .* store data\[`, `line LINE{if (data[at] !=}, .* load data\[`, `help: .* would order the store to data\[\d\] at line LINE{data[index] = } before it`}},
		{"wave_signal", "MemoryOrder.Acquire", "MemoryOrder.Relaxed", 0, []string{
			`help: the atomic load of ready\[0\] at line LINE{seen = ready} is Relaxed; Acquire would order the load of data\[0\] at line LINE{if (data[at] !=} after it`}},
		{"ring_queue", "ticket + 1, MemoryOrder.Release", "ticket + 1, MemoryOrder.Relaxed", 0, []string{
			`line LINE{ring[slot].value = value}, .* store ring\[0\].value = 1`, `line LINE{value = ring[slot].value}, .* load ring\[0\].value = 0`,
			`help: the atomic store to ring\[0\].sequence at line LINE{ticket + 1, MemoryOrder} is Relaxed; Release would order the store to ring\[0\].value at line LINE{ring[slot].value = value} before it`}},
		{"ring_queue", "MemoryOrder.Acquire", "MemoryOrder.Relaxed", 1, []string{
			`help: the atomic load of ring\[0\].sequence at line LINE{load(MemoryOrder.Relaxed)} is Relaxed; Acquire would order the load of ring\[0\].value at line LINE{value = ring[slot].value} after it`}},
		{"reduction", "    GroupMemoryBarrierWithGroupSync();", "", 0, []string{
			`line LINE{partial[index / }, .* store partial@0\[1\]`, `line LINE{total += partial}, .* load partial@0\[1\]`}},
		{"histogram", "    GroupMemoryBarrierWithGroupSync();", "", 0, []string{`reads local@\d\[\d\], which nobody has written`}},
		{"bounding_box", "    GroupMemoryBarrierWithGroupSync();", "", 1, []string{`error: box\[0\].lowX == 2 .* does not hold`}},
	} {
		t.Run(c.file, func(t *testing.T) {
			text, err := os.ReadFile("../../examples/" + c.file + ".slang")
			if err != nil {
				t.Fatal(err)
			}
			parts := strings.Split(string(text), c.from)
			if len(parts) < c.nth+2 {
				t.Fatalf("%q is there %d times", c.from, len(parts)-1)
			}
			weak := strings.Join(parts[:c.nth+1], c.from) + c.to + strings.Join(parts[c.nth+1:], c.from)
			file := filepath.Join(t.TempDir(), c.file+".slang")
			if err := os.WriteFile(file, []byte(weak), 0o666); err != nil {
				t.Fatal(err)
			}
			code, out, errs := verifyFile(file, "-witness", "none")
			if code != exitSource || !strings.HasPrefix(out, "wrong: ") {
				t.Errorf("exit %d\n%s", code, out)
			}
			for _, want := range c.want {
				if !regexp.MustCompile(lines(t, weak, want)).MatchString(errs) {
					t.Errorf("no match for %s in\n%s", lines(t, weak, want), errs)
				}
			}
		})
	}
}

// lines replaces LINE{x} by the number of the first line of text that has x.
func lines(t *testing.T, text, want string) string {
	t.Helper()
	return regexp.MustCompile(`LINE\{[^}]*\}`).ReplaceAllStringFunc(want, func(m string) string {
		at := strings.Index(text, m[len("LINE{"):len(m)-1])
		if at < 0 {
			t.Fatalf("there is no %q", m)
		}
		return strconv.Itoa(1 + strings.Count(text[:at], "\n"))
	})
}
