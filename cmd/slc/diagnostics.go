package main

import (
	"io"
	"os"

	"github.com/urfave/cli/v2"

	"slc/frontend/diag"
	"slc/frontend/diag/render"
	"slc/frontend/source"
)

// diagnosticForm is the form that -diagnostics and -color ask for.
func diagnosticForm(c *cli.Context, env *environment) (int, error) {
	form, err := choice(c, "diagnostics", "text", "json", "sarif")
	if err != nil {
		return 0, err
	}
	colour, err := choice(c, "color", "auto", "always", "never")
	if err != nil {
		return 0, err
	}
	if form == formText && (colour == 1 || colour == 0 && useColour(env)) {
		form = formColour
	}
	return form, nil
}

// renderDiagnostics writes diagnostics in one of the forms. The machine-readable forms are
// written even when there is nothing to report, so that a reader always finds one document.
func renderDiagnostics(w io.Writer, form int, list []*diag.Diagnostic, m *source.Map) error {
	switch form {
	case formJSON:
		return render.JSON(w, list, m)
	case formSARIF:
		return render.SARIF(w, list, m, version)
	}
	return diag.RenderText(w, list, m, form == formColour)
}

// useColour is the automatic choice: a terminal, unless NO_COLOR is set.
func useColour(env *environment) bool {
	return os.Getenv("NO_COLOR") == "" && isTerminal(env.stderr)
}
