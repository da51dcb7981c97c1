package main

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/urfave/cli/v2"

	"slc"
)

// runArgs is what the options of run say.
type runArgs struct {
	source                                        compileArgs
	buffers, sets, extents, samplers, prints, out cli.StringSlice
}

// runOptions are the options of run in the form in which they are used.
type runOptions struct {
	groups    [3]int
	schedules int
	json      bool
	vulkan    bool
	device    string
	time      int

	// Of the interpreter.
	seed     uint64
	waveSize int
	race     bool
	weak     bool
	maxSteps uint64
}

func runFlags(a *runArgs) []cli.Flag {
	flags := []cli.Flag{
		&cli.StringFlag{Name: "dispatch", Usage: "number of workgroups `X,Y,Z`", Value: "1,1,1"},
		&cli.StringSliceFlag{Name: "buffer", Usage: "contents of a buffer: `NAME=VALUES`, NAME=TYPE:VALUES or NAME=@FILE (repeatable)", Destination: &a.buffers},
		&cli.StringSliceFlag{Name: "set", Usage: "value of a constant: `NAME.FIELD=VALUE` (repeatable)", Destination: &a.sets},
		&cli.StringSliceFlag{Name: "extent", Usage: "size of an image: `NAME=W,H,D` (repeatable)", Destination: &a.extents},
		&cli.StringSliceFlag{Name: "sampler", Usage: "state of a sampler: `NAME=WORD,…` of nearest or linear, wrap, mirror or clamp, and a comparison (repeatable)", Destination: &a.samplers},
		&cli.StringSliceFlag{Name: "print", Usage: "print a buffer or a part: `NAME[:FROM..TO]` (repeatable; default all that are written)", Destination: &a.prints},
		&cli.StringSliceFlag{Name: "out", Usage: "write a buffer to a file: `NAME=FILE` (repeatable)", Destination: &a.out},
		&cli.BoolFlag{Name: "json", Usage: "print JSON"},
		&cli.IntFlag{Name: "schedules", Usage: "run `N` times, with N seeds, and report the distinct outcomes", Value: 1},
		&cli.Uint64Flag{Name: "seed", Usage: "first seed of the schedule"},
		&cli.IntFlag{Name: "wave-size", Usage: "`LANES` of a wave, a power of two from 4 to 128 (default: as the kernel asks, or 32)"},
		&cli.BoolFlag{Name: "race", Usage: "detect data races"},
		&cli.StringFlag{Name: "memory", Usage: "interleaving or weak: what a load may return", Value: "interleaving"},
		&cli.Uint64Flag{Name: "max-steps", Usage: "give up after `N` instructions of all invocations"},
		&cli.BoolFlag{Name: "vulkan", Usage: "run on a Vulkan device, by the program slc-vulkan"},
		&cli.StringFlag{Name: "device", Usage: "Vulkan device, by its index or a part of its name"},
		&cli.IntFlag{Name: "time", Usage: "GPU time, the median of `N` runs (with -vulkan)"},
	}
	return append(flags, sourceFlags(&a.source)...)
}

func runCommand(env *environment) *cli.Command {
	a := &runArgs{}
	return &cli.Command{
		Name:         "run",
		Usage:        "run a kernel on the CPU or on a Vulkan device",
		ArgsUsage:    "FILE",
		Flags:        runFlags(a),
		OnUsageError: usageErrorHandler,
		Action:       func(c *cli.Context) error { return runKernel(c, env, a) },
	}
}

func runKernel(c *cli.Context, env *environment, a *runArgs) error {
	o, err := parseRunOptions(c)
	if err != nil {
		return err
	}
	k, err := compileKernel(c, env, &a.source)
	if err != nil {
		return err
	}
	if err := k.fill(env, a); err != nil {
		return err
	}
	show, err := k.parseShown(o, a)
	if err != nil {
		return err
	}
	execute := k.onCPU
	if o.vulkan {
		execute = k.onVulkan
	}
	r, err := execute(c.Context, o, show)
	if err != nil {
		return err
	}
	return k.report(env, o, show, r)
}

// compileKernel compiles the file for the interpreter and for a Vulkan device.
func compileKernel(c *cli.Context, env *environment, a *compileArgs) (*kernel, error) {
	options, err := sourceOptions(c, a)
	if err != nil {
		return nil, err
	}
	req := slc.Request{Files: c.Args().Slice(), Options: options, Outputs: []slc.Output{{Target: slc.SPIRV}}, Reflect: true}
	if len(req.Files) == 0 {
		return nil, usagef("no input file")
	}
	result, err := compileWith(c, env, &req)
	if err != nil {
		return nil, err
	}
	return newKernel(result)
}

// cpuOnly and vulkanOnly are the options that the other way of running has not.
var (
	cpuOnly    = []string{"race", "memory", "seed", "max-steps"}
	vulkanOnly = []string{"device", "time"}
)

func parseRunOptions(c *cli.Context) (o *runOptions, err error) {
	o = &runOptions{
		json: c.Bool("json"), vulkan: c.Bool("vulkan"), schedules: c.Int("schedules"), seed: c.Uint64("seed"),
		waveSize: c.Int("wave-size"), race: c.Bool("race"), maxSteps: c.Uint64("max-steps"), device: c.String("device"), time: c.Int("time"),
	}
	memory, err := choice(c, "memory", "interleaving", "weak")
	if err != nil {
		return nil, err
	}
	o.weak = memory == 1
	wrong, why := vulkanOnly, "needs -vulkan"
	if o.vulkan {
		wrong, why = cpuOnly, "is of the interpreter: leave out -vulkan"
	}
	for _, name := range wrong {
		if c.IsSet(name) {
			return nil, usagef("-%s %s", name, why)
		}
	}
	if o.groups, err = parseGroups(c.String("dispatch")); err != nil {
		return nil, usagef("-dispatch %v", err)
	}
	switch {
	case o.schedules < 1:
		return nil, usagef("-schedules must be at least 1")
	case o.time < 0:
		return nil, usagef("-time must be at least 1")
	case c.IsSet("wave-size") && !slices.Contains([]int{4, 8, 16, 32, 64, 128}, o.waveSize):
		return nil, usagef("-wave-size must be 4, 8, 16, 32, 64 or 128, not %d", o.waveSize)
	}
	return o, nil
}

// parseGroups reads the number of workgroups along each axis.
func parseGroups(text string) ([3]int, error) {
	groups := [3]int{1, 1, 1}
	list, err := parseExtent(text)
	copy(groups[:], list)
	return groups, err
}

// parseExtent reads one to three positive numbers: 4,1,1.
func parseExtent(s string) ([]int, error) {
	var list []int
	for _, part := range strings.Split(s, ",") {
		n, err := strconv.Atoi(strings.TrimSpace(part))
		if err != nil || n < 1 || n > 1<<31-1 || len(list) == 3 {
			return nil, fmt.Errorf("must be one to three positive numbers such as 4,1,1, not '%s'", s)
		}
		list = append(list, n)
	}
	return list, nil
}
