package main

import (
	"github.com/urfave/cli/v2"

	"slc"
)

func checkCommand(env *environment) *cli.Command {
	a := &compileArgs{}
	return &cli.Command{
		Name:         "check",
		Usage:        "report errors, warnings and lints for all targets; writes nothing but what -fix mends",
		ArgsUsage:    "FILE…",
		Flags:        checkFlags(a),
		OnUsageError: usageErrorHandler,
		Action: func(c *cli.Context) error {
			a.lints = true
			options, err := sourceOptions(c, a)
			if err != nil {
				return err
			}
			req := slc.Request{Files: c.Args().Slice(), Options: options, CheckAll: true}
			if len(req.Files) == 0 {
				return usagef("no input file")
			}
			if len(a.outputs.items) > 0 {
				if req.Outputs, _, err = resolveOutputs(a, c.StringSlice("profile")); err != nil {
					return err
				}
			}
			switch {
			case c.Bool("fix"):
				return runFix(c, env, &req)
			case c.Bool("dry-run"):
				return usagef("-dry-run goes with -fix")
			}
			_, err = compileWith(c, env, &req)
			return err
		},
	}
}

// checkFlags are the shared options and -target, which turns a limit of that
// target from a warning into an error.
func checkFlags(a *compileArgs) []cli.Flag {
	all := compileFlags(a)
	keep := all[:0:0]
	for _, f := range all {
		switch f.Names()[0] {
		case "o", "validate", "no-validate", "spirv-opt", "depfile", "cache", "batch", "j", "summary", "reflection-json", "dump":
		default:
			keep = append(keep, f)
		}
	}
	return append(keep,
		&cli.BoolFlag{Name: "fix", Usage: "make the edits that diagnostics propose, in all files or none"},
		&cli.BoolFlag{Name: "dry-run", Usage: "with -fix: print the edits as a diff and write nothing"})
}
