package main

import (
	"io"
	"slices"
	"strings"

	"github.com/urfave/cli/v2"

	"slc/frontend/diag"
	"slc/frontend/diag/explain"
)

// explainCommand prints what docs/diagnostics.md says about codes; without one it lists them all.
func explainCommand(env *environment) *cli.Command {
	return &cli.Command{
		Name:  "explain",
		Usage: "explain a diagnostic: its code, the name of a warning, or slangc's number; without one list all",
		Description: "The same text is in docs/diagnostics.md. Examples: slc explain E0312, slc explain plain-poll,\n" +
			"slc explain 30015 (the number that slangc gives the corresponding diagnostic).",
		ArgsUsage:    "[CODE…]",
		OnUsageError: usageErrorHandler,
		Action: func(c *cli.Context) error {
			if c.NArg() == 0 {
				_, err := io.WriteString(env.stdout, explain.List())
				return err
			}
			var texts []string
			for _, name := range c.Args().Slice() {
				codes := explain.Find(name)
				if strings.TrimPrefix(name, "-W") == "lint" { // the group that -Wlint names
					codes = slices.DeleteFunc(diag.Codes(), func(d *diag.Code) bool { return !d.IsLint() })
				}
				if len(codes) == 0 {
					return unknownCode(name)
				}
				for _, code := range codes {
					texts = append(texts, explain.Text(code))
				}
			}
			_, err := io.WriteString(env.stdout, strings.Join(texts, "\n"))
			return err
		},
	}
}

func unknownCode(name string) error {
	if s := explain.Suggest(name); s != "" {
		return usagef("there is no diagnostic '%s', did you mean '%s'?", name, s)
	}
	return usagef("there is no diagnostic '%s' (slc explain lists all)", name)
}
