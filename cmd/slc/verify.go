package main

import (
	"slices"
	"strings"
	"time"

	"github.com/urfave/cli/v2"

	"slc"
	"slc/lower/ir"
	"slc/memmodel"
)

// exitUnknown is the code of a verification that ended without an answer (design: cli.md).
const exitUnknown = 3

// verifyArgs is what the command line of verify says.
type verifyArgs struct {
	run    runArgs
	expect cli.StringSlice
}

func verifyFlags(a *verifyArgs) []cli.Flag {
	flags := []cli.Flag{
		&cli.StringFlag{Name: "groups", Usage: "number of workgroups `X[,Y,Z]`", Value: "1"},
		&cli.IntFlag{Name: "invocations", Usage: "the first `N` invocations of each workgroup (default: all)"},
		&cli.IntFlag{Name: "wave", Usage: "`N` invocations of a wave (default: [WaveSize], else all powers of two up to the workgroup, where it matters)"},
		&cli.StringSliceFlag{Name: "buffer", Usage: "contents of a buffer: `NAME=VALUES`, NAME=TYPE:VALUES or NAME=@FILE (repeatable; default 64 elements of zeros)", Destination: &a.run.buffers},
		&cli.StringSliceFlag{Name: "set", Usage: "value of a constant: `NAME.FIELD=VALUE` (repeatable)", Destination: &a.run.sets},
		&cli.StringSliceFlag{Name: "extent", Usage: "size of an image: `NAME=W,H,D` (repeatable)", Destination: &a.run.extents},
		&cli.StringSliceFlag{Name: "expect", Usage: "`CONDITION` on the final contents, such as 'out[0]==1 || out[1]==2' (repeatable; replaces those of the file)", Destination: &a.expect},
		&cli.IntFlag{Name: "bound", Usage: "give up an invocation after `N` iterations of a loop that reads shared memory", Value: 256},
		&cli.DurationFlag{Name: "timeout", Usage: "give up after `TIME`, such as 30s", Value: time.Minute},
		&cli.IntFlag{Name: "memory-limit", Usage: "give up at about `N` MiB", Value: 2048},
		&cli.BoolFlag{Name: "chains", Usage: "a device with vulkanMemoryModelAvailabilityVisibilityChains (default: only where the module requires it)"},
		&cli.BoolFlag{Name: "no-chains", Usage: "a device without it"},
		&cli.StringFlag{Name: "witness", Usage: "how to show an execution that is wrong: text, dot, svg or none", Value: "text"},
		&cli.StringFlag{Name: "witness-file", Usage: "write it to `FILE`"},
		&cli.BoolFlag{Name: "json", Usage: "print JSON"},
		&cli.StringFlag{Name: "profile", Usage: "spirv_1_3…1_6"},
	}
	return append(flags, sourceFlags(&a.run.source)...)
}

func verifyCommand(env *environment) *cli.Command {
	a := &verifyArgs{}
	return &cli.Command{
		Name:      "verify",
		Usage:     "check every execution of a small dispatch against the memory model",
		ArgsUsage: "FILE",
		Description: "Compiles the kernel to SPIR-V and looks at all executions of the words that the Vulkan memory\n" +
			"model allows: every interleaving and every reordering. Comments of the file such as\n" +
			"    // verify: groups=2 invocations=2 buffer data=0x4\n" +
			"    // verify: expect out[0] == 1\n" +
			"give options and expectations; the command line overrides them.\n\n" +
			"Exit codes: 0 proved, 1 a race, a deadlock or a failed expectation, 2 wrong use or something that\n" +
			"verify does not support, 3 a bound or a limit was reached without an answer.",
		Flags:        verifyFlags(a),
		OnUsageError: usageErrorHandler,
		Action:       func(c *cli.Context) error { return verifyKernel(c, env, a) },
	}
}

func verifyKernel(c *cli.Context, env *environment, a *verifyArgs) error {
	files := c.Args().Slice()
	if len(files) != 1 {
		return usagef("verify takes one file, not %d", len(files))
	}
	text, err := env.readFile(files[0])
	if err != nil {
		return usagef("cannot read %v", cause(err))
	}
	check, err := mergeComments(c, a, files[0], string(text))
	if err != nil {
		return err
	}
	witness, err := choice(c, "witness", "text", "dot", "none", "svg")
	if err != nil {
		return err
	}
	if witness == witnessSVG && c.String("witness-file") == "" && !c.Bool("json") {
		return usagef("-witness svg needs -witness-file FILE")
	}
	k, err := compileVerified(c, env, check)
	if err != nil {
		return err
	}
	launch, err := k.launch(env, check)
	if err != nil {
		return err
	}
	report, waves, err := check.verify(c.Context, env, k, launch)
	if err != nil {
		return err
	}
	w := verifyReport{check: check, launch: launch, report: report, waves: waves, kernel: k, witness: witness, file: c.String("witness-file")}
	return w.write(env, c.Bool("json") || c.String("diagnostics") == "json")
}

// compileVerified compiles the file, with the source positions of all instructions.
func compileVerified(c *cli.Context, env *environment, check *verifyCheck) (*kernel, error) {
	options, err := sourceOptions(c, &check.args.run.source)
	if err != nil {
		return nil, err
	}
	options.Debug = true
	for _, d := range check.defines {
		name, value, _ := strings.Cut(d, "=")
		if !slices.ContainsFunc(options.Defines, func(o slc.Define) bool { return o.Name == name }) {
			options.Defines = append(options.Defines, slc.Define{Name: name, Value: value})
		}
	}
	if len(options.Entries) == 0 && check.entry != "" {
		options.Entries = []string{check.entry}
	}
	out := slc.Output{Target: slc.SPIRV, Profile: c.String("profile")}
	if out.Profile != "" {
		if applies, err := slc.ProfileApplies(out.Profile, slc.SPIRV); err != nil || !applies {
			return nil, usagef("-profile must be one of SPIR-V, not '%s'", out.Profile)
		}
	}
	req := slc.Request{Files: c.Args().Slice(), Options: options, Outputs: []slc.Output{out}, Reflect: true}
	result, err := compileWith(c, env, &req)
	if err != nil {
		return nil, err
	}
	return newKernel(result)
}

// launch is the dispatch that the options describe.
func (k *kernel) launch(env *environment, check *verifyCheck) (*memmodel.Launch, error) {
	args := &runArgs{buffers: *cli.NewStringSlice(check.buffers...), sets: *cli.NewStringSlice(check.sets...), extents: *cli.NewStringSlice(check.extents...)}
	if len(k.samplers) > 0 {
		return nil, usagef("verify does not support samplers: '%s'", k.samplers[0].name)
	}
	if len(k.heaps) > 0 {
		return nil, usagef("verify does not support descriptor handles: what they mean is known at run time only")
	}
	k.zeros(check.buffers)
	if err := k.fill(env, args); err != nil {
		return nil, err
	}
	l := &memmodel.Launch{Groups: check.groups[0], GroupsY: check.groups[1], GroupsZ: check.groups[2], Invocations: check.invocations, Wave: check.wave, Unroll: check.bound,
		Buffers: map[[3]uint32][]byte{}, Extents: map[[3]uint32][3]uint32{}, Specs: map[uint32]uint64{}, Expect: check.expect}
	l.NoChains, l.Memory = !check.chains.of(k), check.memory<<20
	for i, data := range k.place(l) {
		switch c := k.contents[i]; {
		case c.memory:
		case c.resource.Class == ir.PushConstant:
			l.Push = data
		default:
			l.Buffers[c.descriptor()] = data
			if c.extent != nil {
				extent := [3]uint32{1, 1, 1}
				for axis, n := range c.extent {
					extent[axis] = uint32(n)
				}
				l.Extents[c.descriptor()] = extent
			}
		}
	}
	for _, s := range k.specialized {
		l.Specs[s.ID] = s.Value
	}
	return l, nil
}

// zeros gives the buffers that the options do not name 64 elements of zeros.
func (k *kernel) zeros(given []string) {
	for _, c := range k.contents {
		named := slices.ContainsFunc(given, func(arg string) bool {
			name, _, _ := strings.Cut(arg, "=")
			return name == c.name
		})
		if !named && !c.param.IsBlock() && c.param.Dims == 0 && !c.param.Hidden {
			c.data, c.given = make([]byte, defaultElements*c.param.Stride), true
		}
	}
}

// defaultElements is the size of a buffer that is not given, in elements.
const defaultElements = 64

// verifyCheck is what is to be verified: the comments of the file and the command line together.
type verifyCheck struct {
	args                   *verifyArgs
	file                   string
	groups                 [3]int
	invocations, wave      int
	bound, memory          int
	timeout                time.Duration
	chains                 chains
	entry                  string
	defines                []string
	buffers, sets, extents []string
	expect                 []*memmodel.Expectation
}

// chains says whether devices with availability and visibility chains are meant.
type chains struct{ with, without bool }

// of decides for a kernel. A module runs on devices without the feature unless it requires it,
// so that a race that only chains prevent is one.
func (c chains) of(k *kernel) bool {
	return !c.without && (c.with || k.module.Features.ScopeChains)
}
