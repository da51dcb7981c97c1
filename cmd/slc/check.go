package main

import (
	"github.com/urfave/cli/v2"

	"slc"
)

func checkCommand(env *environment) *cli.Command {
	a := &compileArgs{}
	return &cli.Command{
		Name:         "check",
		Usage:        "report errors and warnings for all targets without writing anything",
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
	return keep
}
