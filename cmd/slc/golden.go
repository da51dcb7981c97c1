package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"

	"github.com/urfave/cli/v2"
	"golang.org/x/term"

	"slc/cmd/slc/golden"
)

// maxWorkers bounds -j.
const maxWorkers = 1024

func goldenCommand(env *environment) *cli.Command {
	return &cli.Command{
		Name:      "golden",
		Usage:     "compare what kernels compile to with the expected files beside them",
		ArgsUsage: "check|update|review DIR",
		Description: "check compiles every kernel of DIR, compares with KERNEL.slang.spvasm, .hlsl and .metal beside it, and reports what changed\n" +
			"and what that means: memory operations, bindings and layouts, renumbering. Exit code 0: the same; 1: something differs or does not compile.\n" +
			"update writes the expected files after showing what changes; -prune also removes those that nothing gives any more.\n" +
			"review shows change by change: a accepts, r rejects, s skips, q quits; the next review goes on where it stopped.\n" +
			"slc.toml in DIR or below says which files, targets and options; see docs/golden.md.",
		Flags: []cli.Flag{
			&cli.StringFlag{Name: "format", Usage: "text, json, or html: one self-contained page", Value: "text"},
			&cli.StringFlag{Name: "o", Usage: "write the report to `FILE`"},
			&cli.BoolFlag{Name: "y", Usage: "side by side, on a terminal of 100 columns or more"},
			&cli.BoolFlag{Name: "prune", Usage: "update: remove orphaned expected files"},
			&cli.IntFlag{Name: "j", Usage: "compile `N` kernels at once; 0: one a processor"},
			&cli.IntFlag{Name: "width", Usage: "columns of the output; 0: those of the terminal"},
			&cli.StringFlag{Name: "color", Usage: "auto, always or never", Value: "auto"},
		},
		OnUsageError: usageErrorHandler,
		Action:       func(c *cli.Context) error { return runGolden(c, env) },
	}
}

// goldenRun is one run of slc golden.
type goldenRun struct {
	env    *environment
	report *golden.Report
	format int
	file   string // of the report, "" for standard output
	text   golden.TextOptions
}

func runGolden(c *cli.Context, env *environment) error {
	if c.NArg() != 2 {
		return usagef("golden takes a command and a folder: slc golden check|update|review DIR")
	}
	verb := c.Args().First()
	if verb != "check" && verb != "update" && verb != "review" {
		return usagef("unknown command 'golden %s': check, update, review", verb)
	}
	g := &goldenRun{env: env, file: c.String("o")}
	var err error
	if g.format, err = choice(c, "format", "text", "json", "html"); err != nil {
		return err
	}
	workers := c.Int("j")
	switch {
	case workers < 0 || workers > maxWorkers:
		return usagef("-j must be 0 to %d", maxWorkers)
	case c.Bool("prune") && verb != "update":
		return usagef("-prune belongs to golden update")
	case verb == "review" && (g.format != 0 || g.file != ""):
		return usagef("golden review shows text on standard output: no -format and no -o")
	case workers == 0:
		workers = runtime.GOMAXPROCS(0)
	}
	if g.text, err = g.textOptions(c); err != nil {
		return err
	}
	g.report, err = golden.Examine(c.Context, c.Args().Get(1), golden.Options{Workers: workers})
	if err != nil {
		return goldenError(c, err)
	}
	if err := g.checkReportFile(c.Args().Get(1)); err != nil {
		return err
	}
	if g.report.Kernels == 0 && !(verb == "update" && c.Bool("prune")) {
		return usagef("%s: no kernel: %s", c.Args().Get(1), g.report.WhyNone())
	}
	switch verb {
	case "update":
		return g.update(c.Bool("prune"))
	case "review":
		return g.review()
	}
	if err := g.show(); err != nil {
		return err
	}
	return g.exit(g.report.Clean())
}

// checkReportFile refuses a report that would replace a kernel or an expected file.
func (g *goldenRun) checkReportFile(dir string) error {
	var files []string
	for _, i := range g.report.Items {
		files = append(files, i.Path())
		if i.Kernel != "" {
			files = append(files, filepath.Join(dir, filepath.FromSlash(i.Kernel)))
		}
	}
	return checkWritten([]string{g.file}, files)
}

// goldenError spells a fault of slc.toml or of the file system.
func goldenError(c *cli.Context, err error) error {
	if c.Context.Err() != nil {
		return exitError{exitUsage, "interrupted"}
	}
	return usagef("%v", cause(err))
}

func (g *goldenRun) textOptions(c *cli.Context) (golden.TextOptions, error) {
	colour, err := choice(c, "color", "auto", "always", "never")
	o := golden.TextOptions{SideBySide: c.Bool("y"), Width: c.Int("width"), Context: golden.DefaultContext}
	terminal := g.file == "" && isTerminal(g.env.stdout)
	o.Colour = colour == 1 || colour == 0 && terminal && os.Getenv("NO_COLOR") == ""
	if f, ok := g.env.stdout.(*os.File); ok && terminal && o.Width == 0 {
		o.Width, _, _ = term.GetSize(int(f.Fd()))
	}
	return o, err
}

// show writes the report. Diagnostics of kernels that do not compile go to standard error; a
// document holds them.
func (g *goldenRun) show() error {
	var b bytes.Buffer
	var err error
	switch g.format {
	case 0:
		g.diagnostics()
		err = golden.WriteText(&b, g.report, g.text)
	case 1:
		err = golden.WriteJSON(&b, g.report)
	case 2:
		err = golden.WriteHTML(&b, g.report)
	}
	if err != nil {
		return err
	}
	name := g.file
	if name == "" {
		name = stdName
	}
	return writeAll(g.env, []outFile{{name, b.Bytes()}})
}

func (g *goldenRun) diagnostics() {
	for _, text := range g.report.Diagnostics(useColour(g.env)) {
		io.WriteString(g.env.stderr, text)
	}
}

// exit is 1 when something differs, and 70 when the compiler failed.
func (g *goldenRun) exit(clean bool) error {
	switch {
	case g.report.Internal:
		return exitError{exitInternal, ""}
	case !clean:
		return exitError{exitSource, ""}
	}
	return nil
}

// update writes every expected file that changed or is missing, all or none.
func (g *goldenRun) update(prune bool) error {
	if err := g.show(); err != nil {
		return err
	}
	var files []outFile
	orphans := 0
	for _, i := range g.report.Items {
		switch i.State {
		case golden.Differs, golden.New:
			files = append(files, outFile{i.Path(), []byte(i.Now)})
		case golden.Orphan:
			orphans++
		}
	}
	if err := writeAll(g.env, files); err != nil {
		return err
	}
	if prune {
		for _, i := range g.report.Items {
			if i.State == golden.Orphan {
				if err := i.Apply(goldenStore{g.env}); err != nil {
					return goldenRemoveError(err)
				}
				if g.format == 0 && g.file == "" {
					fmt.Fprintf(g.env.stdout, "%s: removed\n", i.File)
				}
			}
		}
		orphans = 0
	}
	return g.exit(g.report.Count(golden.Failed) == 0 && orphans == 0)
}

func goldenRemoveError(err error) error {
	var usage usageError
	if errors.As(err, &usage) {
		return err
	}
	return usagef("%v", cause(err))
}

func (g *goldenRun) review() error {
	g.diagnostics()
	clean, err := golden.Review(g.report, g.keys(), g.env.stdout, g.text, goldenStore{g.env})
	if err != nil {
		return goldenRemoveError(err)
	}
	return g.exit(clean)
}

// keys reads single keys from a terminal, and lines from everything else.
func (g *goldenRun) keys() golden.Keys {
	if f, ok := g.env.stdin.(*os.File); ok && term.IsTerminal(int(f.Fd())) {
		return terminalKeys{f}
	}
	return golden.LineKeys(g.env.stdin)
}

// terminalKeys reads keys without waiting for the end of a line. The terminal is as before
// whenever anything is written.
type terminalKeys struct{ f *os.File }

func (k terminalKeys) Next() (byte, error) {
	old, err := term.MakeRaw(int(k.f.Fd()))
	if err != nil {
		return 0, err
	}
	defer term.Restore(int(k.f.Fd()), old)
	var b [1]byte
	if n, err := k.f.Read(b[:]); n == 0 {
		if err == nil {
			err = io.EOF
		}
		return 0, err
	}
	return b[0], nil
}

// goldenStore writes expected files as outputs are written: whole or not at all.
type goldenStore struct{ env *environment }

func (s goldenStore) Write(name string, data []byte) error {
	return writeAll(s.env, []outFile{{name, data}})
}

func (s goldenStore) Remove(name string) error { return os.Remove(name) }
