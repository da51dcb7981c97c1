package main

import (
	"fmt"
	"slices"
	"strings"

	"github.com/urfave/cli/v2"

	"slc"
)

// notInRow are the options of compile that a row of a manifest has fields for, or that are of
// the whole run.
var notInRow = []string{"entry", "I", "D", "stage", "target", "o", "profile", "depfile", "reflection-json", "dump", "time-report",
	"diagnostics", "color", "batch", "j", "summary", "cache", "no-validate"}

// rowOptionParser returns a function that reads the options of a row as a command line, followed by
// the warnings of the real one. Rows share few lists of options, so that each list is read once.
func rowOptionParser(warnings []string) func(words []string) (slc.Options, spirvTools, error) {
	type parsed struct {
		options slc.Options
		tools   spirvTools
		err     error
	}
	known := map[string]parsed{}
	return func(words []string) (slc.Options, spirvTools, error) {
		key := strings.Join(words, "\x00")
		p, ok := known[key]
		if !ok {
			p.options, p.tools, p.err = parseRowOptions(words, warnings)
			known[key] = p
		}
		return p.options, p.tools, p.err
	}
}

func parseRowOptions(words, warnings []string) (o slc.Options, tools spirvTools, err error) {
	a := &compileArgs{}
	flags := compileFlags(a)
	row := slices.DeleteFunc(slices.Clone(flags), func(f cli.Flag) bool { return slices.Contains(notInRow, f.Names()[0]) })
	args, err := normalise(words, row)
	if err != nil {
		return o, tools, err
	}
	app := &cli.App{
		Name: "options", Flags: flags, HideHelp: true, HideVersion: true, DisableSliceFlagSeparator: true,
		OnUsageError: usageErrorHandler, ExitErrHandler: func(*cli.Context, error) {},
		Action: func(c *cli.Context) error {
			if c.NArg() > 0 {
				return fmt.Errorf("'%s' is no option", c.Args().First())
			}
			for _, w := range warnings {
				if err := a.warnings.Set(w); err != nil {
					return err
				}
			}
			tools = toolsOf(c)
			o, err = sourceOptions(c, a)
			return err
		},
	}
	err = app.Run(append([]string{"options"}, args...))
	return o, tools, err
}
