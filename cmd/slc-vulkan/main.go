// Slc-vulkan runs compute kernels on a Vulkan device. It is a program of its own
// because it loads the Vulkan loader: the compiler stays free of it.
//
//	slc-vulkan [flags] job.json     run one job (- is standard input)
//	slc-vulkan [flags] -serve       one job a line on standard input
//	slc-vulkan -list                the devices
//
// Job and Result are those of package slc/cmd/slc-vulkan/job. Exit status: 0 the
// job ran, 1 it did not (the result's error says why), 2 wrong use.
package main

import (
	"bufio"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"time"

	"slc/cmd/slc-vulkan/job"
)

func main() {
	os.Exit(run(os.Args[1:], os.Stdin, os.Stdout, os.Stderr))
}

// Exit statuses.
const (
	exitOK = iota
	exitFailed
	exitUsage
)

func run(args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	flags := flag.NewFlagSet("slc-vulkan", flag.ContinueOnError)
	flags.SetOutput(stderr)
	list := flags.Bool("list", false, "list the devices with the features that kernels may need")
	serve := flags.Bool("serve", false, "run jobs from standard input, one a line, and answer one a line")
	validation := flags.Bool("validation", false, "load "+validationLayer+" and report its messages")
	deviceName := flags.String("device", "", "device for jobs that name none: an index or a part of the name")
	times := flags.Int("time", 0, "time `N` dispatches by timestamps (for jobs that do not say)")
	flags.Usage = func() {
		fmt.Fprintln(stderr, "usage: slc-vulkan [flags] job.json | -serve | -list")
		flags.PrintDefaults()
	}
	if err := flags.Parse(args); err != nil {
		if errors.Is(err, flag.ErrHelp) {
			return exitOK
		}
		return exitUsage
	}
	if single := !*list && !*serve; single != (flags.NArg() == 1) || flags.NArg() > 1 {
		flags.Usage()
		return exitUsage
	}
	r := &runner{validation: *validation, device: *deviceName, times: *times, out: stdout}
	switch {
	case *list:
		return r.list(stderr)
	case *serve:
		return r.serve(stdin, stderr)
	}
	return r.single(flags.Arg(0), stdin, stderr)
}

// runner answers jobs; Vulkan is opened for the first.
type runner struct {
	validation bool
	device     string
	times      int
	out        io.Writer
	inst       *instance
}

func (r *runner) open() error {
	if r.inst != nil {
		return nil
	}
	inst, err := openInstance(r.validation)
	if err != nil {
		return err
	}
	r.inst = inst
	return nil
}

func (r *runner) list(stderr io.Writer) int {
	if err := r.open(); err != nil {
		fmt.Fprintf(stderr, "slc-vulkan: %v\n", err)
		return exitFailed
	}
	enc := json.NewEncoder(r.out)
	enc.SetIndent("", "  ")
	infos := []job.DeviceInfo{}
	for _, d := range r.inst.devices {
		infos = append(infos, d.info())
	}
	if err := enc.Encode(infos); err != nil {
		return exitFailed
	}
	return exitOK
}

func (r *runner) single(file string, stdin io.Reader, stderr io.Writer) int {
	var data []byte
	var err error
	if file == "-" {
		data, err = io.ReadAll(stdin)
	} else {
		data, err = os.ReadFile(file)
	}
	if err != nil {
		fmt.Fprintf(stderr, "slc-vulkan: %v\n", err)
		return exitUsage
	}
	result := r.supervised(data)
	if err := r.write(result); err != nil {
		return exitFailed
	}
	if result.Error != "" {
		fmt.Fprintf(stderr, "slc-vulkan: %s\n", result.Error)
		return exitFailed
	}
	return exitOK
}

// supervised runs a job in a process of its own, because a driver that gets an
// invalid module may crash.
func (r *runner) supervised(data []byte) *job.Result {
	j := new(job.Job)
	if err := json.Unmarshal(data, j); err != nil {
		return &job.Result{Error: fmt.Sprintf("the job cannot be read: %v", err)}
	}
	self, err := os.Executable()
	if err != nil {
		return &job.Result{Error: err.Error()}
	}
	client := job.NewClient(self, fmt.Sprintf("-validation=%t", r.validation), "-device", r.device, fmt.Sprintf("-time=%d", r.times))
	defer client.Close()
	result, err := client.Run(j)
	if err != nil {
		return &job.Result{Error: err.Error()}
	}
	return result
}

func (r *runner) serve(stdin io.Reader, stderr io.Writer) int {
	in := bufio.NewReaderSize(stdin, 1<<16)
	for {
		line, err := in.ReadBytes('\n')
		if len(line) > 1 {
			result := r.answer(line)
			if r.write(result) != nil || result.TimedOut {
				// The queue of a device that hangs cannot be used again.
				return exitFailed
			}
		}
		if errors.Is(err, io.EOF) {
			return exitOK
		}
		if err != nil {
			fmt.Fprintf(stderr, "slc-vulkan: %v\n", err)
			return exitFailed
		}
	}
}

func (r *runner) write(result *job.Result) error {
	data, err := json.Marshal(result)
	if err != nil {
		return err
	}
	_, err = r.out.Write(append(data, '\n'))
	return err
}

// answer runs one job from its JSON. Every failure ends up in Result.Error.
func (r *runner) answer(data []byte) *job.Result {
	j := new(job.Job)
	if err := json.Unmarshal(data, j); err != nil {
		return &job.Result{Error: fmt.Sprintf("the job cannot be read: %v", err)}
	}
	if err := r.open(); err != nil {
		return &job.Result{Error: err.Error()}
	}
	if j.Device == "" {
		j.Device = r.device
	}
	if j.Time == 0 {
		j.Time = r.times
	}
	defer r.watch(j).Stop()
	return r.inst.run(j)
}

// compileAllowance is the time that a driver gets to compile a kernel.
const compileAllowance = time.Minute

// watch ends the program with a result when a driver hangs where there is no
// fence to wait for.
func (r *runner) watch(j *job.Job) *time.Timer {
	limit := compileAllowance + timeout(j)*time.Duration(max(1, j.Repeat, j.Time))
	return time.AfterFunc(limit, func() {
		_ = r.write(&job.Result{TimedOut: true, Error: fmt.Sprintf("the driver did not finish within %v", limit)})
		os.Exit(exitFailed)
	})
}
