package job

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
)

// Client runs jobs in one slc-vulkan process, so that the device is opened once.
// It may be used by several goroutines; jobs run one after another.
type Client struct {
	program string
	args    []string

	mu     sync.Mutex
	cmd    *exec.Cmd
	in     io.WriteCloser
	out    *bufio.Reader
	stderr bytes.Buffer
}

// Find returns the slc-vulkan program beside the running program or on PATH.
func Find() (string, error) {
	if self, err := os.Executable(); err == nil {
		beside := filepath.Join(filepath.Dir(self), "slc-vulkan")
		if st, err := os.Stat(beside); err == nil && st.Mode().IsRegular() {
			return beside, nil
		}
	}
	path, err := exec.LookPath("slc-vulkan")
	if err != nil {
		return "", errors.New("the program slc-vulkan is neither beside slc nor on PATH; build it with: go build ./cmd/slc-vulkan")
	}
	return path, nil
}

// NewClient returns a client of the program at path. Extra arguments, such as
// -validation, are passed on. The process starts with the first job.
func NewClient(path string, args ...string) *Client {
	return &Client{program: path, args: args}
}

// Run executes a job. The error is about the program (it could not start or
// died); what the job itself ran into is in Result.Error.
func (c *Client) Run(j *Job) (*Result, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	line, err := json.Marshal(j)
	if err != nil {
		return nil, err
	}
	if c.cmd == nil {
		if err := c.start(); err != nil {
			return nil, err
		}
	}
	r := new(Result)
	_, err = c.in.Write(append(line, '\n'))
	var answer []byte
	if err == nil {
		answer, err = c.out.ReadBytes('\n')
	}
	if err == nil {
		err = json.Unmarshal(answer, r)
	}
	if err != nil {
		c.stop()
		return nil, c.ended(err)
	}
	if r.TimedOut {
		// The device is still busy: the program ends itself after such a job.
		c.stop()
	}
	return r, nil
}

// ended explains why the process is gone.
func (c *Client) ended(err error) error {
	log := strings.TrimSpace(c.stderr.String())
	if line, _, _ := strings.Cut(log, "\n"); strings.Contains(log, "signal arrived during cgo execution") {
		return fmt.Errorf("the Vulkan driver crashed (%s); is the module valid?", line)
	}
	return fmt.Errorf("slc-vulkan ended: %w\n%s", err, log)
}

func (c *Client) start() error {
	c.stderr.Reset()
	cmd := exec.Command(c.program, append([]string{"-serve"}, c.args...)...)
	cmd.Stderr = &c.stderr
	in, err := cmd.StdinPipe()
	if err != nil {
		return err
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		return err
	}
	if err := cmd.Start(); err != nil {
		return err
	}
	c.cmd, c.in, c.out = cmd, in, bufio.NewReaderSize(out, 1<<16)
	return nil
}

// stop ends the process, which then reads the end of its input.
func (c *Client) stop() {
	if c.cmd == nil {
		return
	}
	c.in.Close()
	// It ends by itself when its input does, unless a driver hangs.
	_ = c.cmd.Process.Kill()
	_ = c.cmd.Wait()
	c.cmd = nil
}

// Close ends the process.
func (c *Client) Close() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.stop()
}
