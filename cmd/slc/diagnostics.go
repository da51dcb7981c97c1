package main

import (
	"os"

	"github.com/urfave/cli/v2"

	"slc"
	"slc/frontend/diag"
	"slc/frontend/diag/render"
)

// printDiagnostics writes the diagnostics of a run to standard error in the form
// that -diagnostics asks for. The machine-readable forms are written even when there
// is nothing to report, so that a reader always finds one document.
func printDiagnostics(c *cli.Context, env *environment, r *slc.Result) error {
	form, err := choice(c, "diagnostics", "text", "json", "sarif")
	if err != nil {
		return err
	}
	colour, err := choice(c, "color", "auto", "always", "never")
	if err != nil {
		return err
	}
	switch form {
	case 1:
		return render.JSON(env.stderr, r.Diagnostics, r.Sources)
	case 2:
		return render.SARIF(env.stderr, r.Diagnostics, r.Sources, version)
	}
	return diag.RenderText(env.stderr, r.Diagnostics, r.Sources, colour == 1 || colour == 0 && useColour(env))
}

// useColour is the automatic choice: a terminal, unless NO_COLOR is set.
func useColour(env *environment) bool {
	return os.Getenv("NO_COLOR") == "" && isTerminal(env.stderr)
}
