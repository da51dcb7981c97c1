package tools

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"
)

// MSLBuffer is the contents of [[buffer(Index)]].
type MSLBuffer struct {
	Index int
	Data  []byte
}

// MSLAddress puts the address of [[buffer(Of)]], plus Plus, into [[buffer(Into)]].
type MSLAddress struct {
	Into, Offset, Of int
	Plus             uint64
}

// MSLTexture is the contents of [[texture(Index)]]: rows of texels of Channels
// components of Element bytes (those of the texture's type).
type MSLTexture struct {
	Index                int
	Width, Height, Depth int // Depth: also the layers of an array; 0 is 1
	Channels, Element    int
	Data                 []byte
}

// MSLSampler is the state of [[sampler(Index)]]. Address: 0 wrap, 1 mirror, 2 clamp. Compare is a
// VkCompareOp.
type MSLSampler struct {
	Index            int
	Linear           bool
	Address, Compare int
}

// MSLJob is a dispatch of a Metal kernel on CPU threads.
type MSLJob struct {
	Source  string
	Kernel  string // "" is the only one
	Groups  [3]int // 0 is 1
	Threads [3]int // threads of a threadgroup; 0 is 1
	// SimdSize is the number of lanes of a SIMD-group, at most 64; 0 is 32.
	SimdSize int
	// Concurrent is the number of threadgroups that run at a time; 0 is 4.
	Concurrent  int
	Buffers     []MSLBuffer
	Textures    []MSLTexture
	Samplers    []MSLSampler
	Threadgroup map[int]int // bytes of [[threadgroup(n)]]
	Addresses   []MSLAddress
	// Constants are the values of function constants, by index; one that is not there is not defined.
	Constants map[uint32]uint32
	// Race compiles with ThreadSanitizer: a data race is an error.
	Race bool
	// Timeout bounds the run; 0 is 30 seconds.
	Timeout time.Duration
}

// MSLResult holds the contents after the dispatch, in the order of the job.
type MSLResult struct {
	Buffers, Textures [][]byte
}

// RunMSL compiles a job's kernel as C++ with our shim of the Metal library
// (-Wall -Wextra -Werror) and runs it on CPU threads, one an invocation.
//
// Threadgroups run concurrently, Concurrent at a time in the order of their
// index. SIMD-group functions work in divergent flow: lanes that wait at the same
// place exchange values once no lane of the SIMD-group runs. Weak compare-exchange
// fails spuriously now and then. Fences are sequentially consistent.
func RunMSL(t testing.TB, j *MSLJob) *MSLResult {
	t.Helper()
	r, err := RunMSLError(t, j)
	must(t, err)
	return r
}

// CompileMSL only compiles: every statement is checked by a plain C++ compiler.
func CompileMSL(t testing.TB, src, kernel string) {
	t.Helper()
	_, err := compileMSL(t, &MSLJob{Source: src, Kernel: kernel})
	must(t, err)
}

// RunMSLError is RunMSL for kernels that may be refused, race or hang.
func RunMSLError(t testing.TB, j *MSLJob) (*MSLResult, error) {
	t.Helper()
	program, err := compileMSL(t, j)
	if err != nil {
		return nil, err
	}
	dir := t.TempDir()
	path := filepath.Join(dir, "kernel")
	if err := os.WriteFile(path, program, 0o700); err != nil {
		t.Fatalf("tools: %v", err)
	}
	if err := j.writeFiles(dir); err != nil {
		t.Fatalf("tools: %v", err)
	}
	if err := j.execute(dir); err != nil {
		return nil, err
	}
	r := new(MSLResult)
	for i := range j.Buffers {
		r.Buffers = append(r.Buffers, readBack(t, dir, "buffer", i))
	}
	for i := range j.Textures {
		r.Textures = append(r.Textures, readBack(t, dir, "texture", i))
	}
	return r, nil
}

func readBack(t testing.TB, dir, kind string, i int) []byte {
	t.Helper()
	data, err := os.ReadFile(filepath.Join(dir, fmt.Sprintf("%s%d", kind, i)))
	if err != nil {
		t.Fatalf("tools: %v", err)
	}
	return data
}

// writeFiles writes the job for runtime.cpp.
func (j *MSLJob) writeFiles(dir string) error {
	var b strings.Builder
	one := func(n int) int { return max(n, 1) }
	fmt.Fprintf(&b, "groups %d %d %d\n", one(j.Groups[0]), one(j.Groups[1]), one(j.Groups[2]))
	fmt.Fprintf(&b, "threads %d %d %d\n", one(j.Threads[0]), one(j.Threads[1]), one(j.Threads[2]))
	if j.SimdSize > 0 {
		fmt.Fprintf(&b, "simd %d\n", min(j.SimdSize, 64))
	}
	if j.Concurrent > 0 {
		fmt.Fprintf(&b, "concurrent %d\n", j.Concurrent)
	}
	for index, size := range j.Threadgroup {
		fmt.Fprintf(&b, "threadgroup %d %d\n", index, size)
	}
	for i, buf := range j.Buffers {
		name := fmt.Sprintf("buffer%d", i)
		fmt.Fprintf(&b, "buffer %d %d %s\n", buf.Index, len(buf.Data), name)
		if err := os.WriteFile(filepath.Join(dir, name), buf.Data, 0o600); err != nil {
			return err
		}
	}
	for _, s := range j.Samplers {
		linear := 0
		if s.Linear {
			linear = 1
		}
		fmt.Fprintf(&b, "sampler %d %d %d %d\n", s.Index, linear, s.Address, s.Compare)
	}
	for _, a := range j.Addresses {
		fmt.Fprintf(&b, "address %d %d %d %d\n", a.Into, a.Offset, a.Of, a.Plus)
	}
	for i, tex := range j.Textures {
		name := fmt.Sprintf("texture%d", i)
		fmt.Fprintf(&b, "texture %d %d %d %d %d %d %s\n", tex.Index, tex.Width, one(tex.Height), one(tex.Depth), tex.Channels, tex.Element, name)
		if want := tex.Width * one(tex.Height) * one(tex.Depth) * tex.Channels * tex.Element; len(tex.Data) != want {
			return fmt.Errorf("texture(%d) has %d bytes of contents, not %d", tex.Index, len(tex.Data), want)
		}
		if err := os.WriteFile(filepath.Join(dir, name), tex.Data, 0o600); err != nil {
			return err
		}
	}
	return os.WriteFile(filepath.Join(dir, "job"), []byte(b.String()), 0o600)
}

func (j *MSLJob) execute(dir string) error {
	limit := j.Timeout
	if limit == 0 {
		limit = 30 * time.Second
	}
	ctx, cancel := context.WithTimeout(context.Background(), limit)
	defer cancel()
	args := []string{"./kernel", "job"}
	if j.Race {
		// ThreadSanitizer of clang 14 needs addresses as they were before
		// kernels spread them further.
		args = append([]string{"setarch", "-R"}, args...)
	}
	cmd := exec.CommandContext(ctx, args[0], args[1:]...)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "TSAN_OPTIONS=exitcode=66 halt_on_error=1")
	var log bytes.Buffer
	cmd.Stdout, cmd.Stderr = &log, &log
	err := cmd.Run()
	switch {
	case ctx.Err() != nil:
		return &Refused{Tool: "the kernel on the CPU", Log: fmt.Sprintf("it did not finish within %v", limit), Text: Numbered(j.Source)}
	case err != nil:
		return &Refused{Tool: "the kernel on the CPU", Log: err.Error() + "\n" + log.String(), Text: Numbered(j.Source)}
	}
	return nil
}

var halfType = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`\bhalf[234]?\b`)
})

// compileMSL returns the executable.
func compileMSL(t testing.TB, j *MSLJob) ([]byte, error) {
	t.Helper()
	program, err := mslProgram(functionConstants(j.Source, j.Constants), j.Kernel)
	if err != nil {
		return nil, &Refused{Tool: "RunMSL", Log: err.Error(), Text: Numbered(j.Source)}
	}
	tool, flags := clangCPP, []string{"-std=c++20", "-O1", "-g1", "-pthread"}
	if j.Race {
		flags = append(flags, "-fsanitize=thread")
	}
	object := runtimeObject(t, j.Race, flags)
	if halfType().MatchString(j.Source) {
		// clang 14 has no _Float16 on x86; ThreadSanitizer comes with clang 14 only.
		if j.Race {
			return nil, &Refused{Tool: "RunMSL", Log: "half cannot be checked for races here", Text: Numbered(j.Source)}
		}
		tool = clangCPP22
		flags = append(flags, "-DSHIM_HALF", "-Wno-user-defined-literals")
	}
	run := &toolRun{
		tool: tool,
		args: append(flags, "-Wall", "-Wextra", "-Werror", "-fwrapv",
			// Attributes are checked by ClangMSL; a name that is not used is no error in Metal.
			"-Wno-unknown-attributes", "-Wno-unused", "-Wno-unused-parameter", "-Wno-duplicate-decl-specifier",
			"-I"+shimDir(t, "metal/run"), "-o", "kernel", "in.cpp", object),
		input: []byte(program), inName: "in.cpp", outName: "kernel", text: Numbered(j.Source),
	}
	o, err := run.check(t)
	if err != nil {
		return nil, err
	}
	return o.Output, nil
}

// runtimeObject compiles metal/runtime once and returns the object's path.
func runtimeObject(t testing.TB, race bool, flags []string) string {
	t.Helper()
	path := filepath.Join(shimDir(t, "metal/runtime"), fmt.Sprintf("runtime-race-%t.o", race))
	if _, err := os.Stat(path); err == nil {
		return path
	}
	source := shimDir(t, "metal/runtime/runtime.cpp")
	text, err := os.ReadFile(source)
	if err != nil {
		t.Fatalf("tools: %v", err)
	}
	run := &toolRun{
		tool:  clangCPP,
		args:  append(append([]string{}, flags...), "-Wall", "-Wextra", "-Werror", "-I"+filepath.Dir(source), "-c", "-o", "out.o", "in.cpp"),
		input: text, inName: "in.cpp", outName: "out.o",
	}
	o, err := run.check(t)
	must(t, err)
	if err := writeAtomically(path, o.Output); err != nil {
		t.Fatalf("tools: %v", err)
	}
	return path
}
