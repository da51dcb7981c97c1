package tools

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// toolTimeout bounds one run of a tool; the slowest takes under a second.
const toolTimeout = 2 * time.Minute

// program is an external tool and where a user gets it.
type program struct {
	name string // looked up on PATH
	pkg  string // Debian package
}

// The tools that this package runs.
var (
	spirvVal  = program{"spirv-val", "spirv-tools"}
	spirvAs   = program{"spirv-as", "spirv-tools"}
	spirvDis  = program{"spirv-dis", "spirv-tools"}
	glslang   = program{"glslangValidator", "glslang-tools"}
	clangHLSL = program{"clang-22", "clang-22 (bookworm-security)"}
	clangMSL  = program{"clang-14", "clang-14"} // also C
	clangCPP  = program{"clang++-14", "clang-14"}
	// For half, which clang 14 has not.
	clangCPP22 = program{"clang++-22", "clang-22 (bookworm-security)"}
)

// Missing says that a tool is not installed.
type Missing struct {
	Tool, Package string
}

func (m *Missing) Error() string {
	return fmt.Sprintf("%s is not installed (Debian package %s; testsuite/install.sh installs everything)", m.Tool, m.Package)
}

// Refused is a tool's refusal of a text.
type Refused struct {
	Tool string
	Log  string // what the tool printed
	Text string // the text with line numbers
}

func (r *Refused) Error() string {
	return fmt.Sprintf("%s refuses the text:\n%s\n%s", r.Tool, strings.TrimRight(r.Log, "\n"), r.Text)
}

// toolRun is one run of a tool. It runs in an empty folder that holds only the
// input, so arguments name files without a path and messages are the same
// wherever the test runs.
type toolRun struct {
	tool  program
	args  []string
	input []byte // written to inName
	// inName is the name of the input file.
	inName string
	// outName is the file that the tool writes, or "".
	outName string
	// text is what an error prints; "" stands for the input itself.
	text string
}

// outcome is what a run left behind.
type outcome struct {
	Code   int
	Log    string // standard output and standard error
	Output []byte // contents of outName
}

// run executes j, or answers from the cache. Its error is about the machine (a
// missing tool, a full disk), never about the input.
func (j *toolRun) run() (*outcome, error) {
	path, err := exec.LookPath(j.tool.name)
	if err != nil {
		return nil, &Missing{j.tool.name, j.tool.pkg}
	}
	key := j.key(path)
	if o := cacheGet(key); o != nil {
		return o, nil
	}
	o, err := j.execute(path)
	if err != nil {
		return nil, err
	}
	cachePut(key, o)
	return o, nil
}

func (j *toolRun) execute(path string) (*outcome, error) {
	dir, err := os.MkdirTemp("", "slc-tool-")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	if err := os.WriteFile(filepath.Join(dir, j.inName), j.input, 0o600); err != nil {
		return nil, err
	}
	ctx, cancel := context.WithTimeout(context.Background(), toolTimeout)
	defer cancel()
	cmd := exec.CommandContext(ctx, path, j.args...)
	cmd.Dir = dir
	var log bytes.Buffer
	cmd.Stdout, cmd.Stderr = &log, &log
	err = cmd.Run()
	if ctx.Err() != nil {
		return nil, fmt.Errorf("%s did not finish within %v", j.tool.name, toolTimeout)
	}
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) {
		return nil, fmt.Errorf("%s: %w", j.tool.name, err)
	}
	o := &outcome{Code: cmd.ProcessState.ExitCode(), Log: log.String()}
	if o.Code < 0 {
		return nil, fmt.Errorf("%s was ended by a signal: %v\n%s", j.tool.name, err, o.Log)
	}
	if j.outName != "" && o.Code == 0 {
		if o.Output, err = os.ReadFile(filepath.Join(dir, j.outName)); err != nil {
			return nil, fmt.Errorf("%s reported success but left no output: %w\n%s", j.tool.name, err, o.Log)
		}
	}
	return o, nil
}

// check runs j and turns an exit status other than 0 into a *Refused.
func (j *toolRun) check(t testing.TB) (*outcome, error) {
	t.Helper()
	o, err := j.run()
	if err != nil {
		t.Fatalf("tools: %v", err)
	}
	if o.Code != 0 {
		return o, j.refused(o.Log)
	}
	return o, nil
}

func (j *toolRun) refused(log string) error {
	text := j.text
	if text == "" {
		text = Numbered(string(j.input))
	}
	return &Refused{Tool: j.tool.name, Log: log, Text: text}
}

// must fails the test with a refusal.
func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// Numbered returns src with line numbers.
func Numbered(src string) string {
	var b strings.Builder
	for i, line := range strings.Split(strings.TrimRight(src, "\n"), "\n") {
		fmt.Fprintf(&b, "%4d  %s\n", i+1, line)
	}
	return b.String()
}
