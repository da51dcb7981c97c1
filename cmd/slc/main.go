// Command slc compiles compute kernels written in Slang to SPIR-V, HLSL and MSL.
// It holds flags, files and exit codes; the compiler is package slc.
package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"runtime/debug"
	"slices"
	"syscall"

	"github.com/urfave/cli/v2"
)

// Exit codes (design: cli.md).
const (
	exitOK       = 0
	exitSource   = 1  // the source has errors
	exitUsage    = 2  // the command line is wrong, or a file cannot be read or written
	exitInternal = 70 // the compiler failed
)

// memoryLimit lets a one-shot run finish without the garbage collector unless
// its heap grows this large.
const memoryLimit = 512 << 20

func main() {
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(-1)
		debug.SetMemoryLimit(memoryLimit)
	}
	os.Exit(run(os.Args, os.Stdin, os.Stdout, os.Stderr))
}

// exitError carries an exit code to run; the message, if any, is printed there.
type exitError struct {
	code int
	msg  string
}

func (e exitError) Error() string { return e.msg }

func run(args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	env := &environment{stdin: stdin, stdout: stdout, stderr: stderr}
	app := newApp(env)
	args, err := prepare(app, args)
	if err == nil {
		err = app.RunContext(ctx, args)
	}
	return report(err, stderr)
}

// report prints err and gives its exit code.
func report(err error, stderr io.Writer) int {
	var exit exitError
	switch {
	case err == nil:
		return exitOK
	case errors.As(err, &exit):
		if exit.msg != "" {
			fmt.Fprintln(stderr, "slc: error: "+exit.msg)
		}
		return exit.code
	}
	fmt.Fprintln(stderr, "slc: error: "+err.Error())
	return exitUsage
}

// environment is what a command reads and writes besides files.
type environment struct {
	stdin          io.Reader
	stdout, stderr io.Writer

	stdinRead bool
	stdinData []byte
	stdinErr  error
}

func newApp(env *environment) *cli.App {
	cli.VersionPrinter = nil
	return &cli.App{
		Name:                      "slc",
		Usage:                     "a Slang compiler whose atomics are right",
		HideVersion:               true,
		Writer:                    env.stdout,
		ErrWriter:                 env.stderr,
		ExitErrHandler:            func(*cli.Context, error) {},
		OnUsageError:              usageErrorHandler,
		DisableSliceFlagSeparator: true,
		Commands: []*cli.Command{
			compileCommand(env),
			checkCommand(env),
			runCommand(env),
			verifyCommand(env),
			cacheCommand(env),
			explainCommand(env),
			goldenCommand(env),
			completionCommand(env),
			manualCommand(env),
			versionCommand(env),
		},
		Action: func(c *cli.Context) error {
			if c.NArg() > 0 {
				return usagef("unknown command '%s' (see slc help)", c.Args().First())
			}
			return cli.ShowAppHelp(c)
		},
	}
}

func usageErrorHandler(_ *cli.Context, err error, _ bool) error { return usagef("%v", err) }

// prepare puts the arguments of a known subcommand into the order that the
// library parses.
func prepare(app *cli.App, args []string) ([]string, error) {
	if len(args) < 2 {
		return args, nil
	}
	if slices.Contains([]string{"-v", "-version", "--version"}, args[1]) {
		args = append([]string{args[0], "version"}, args[2:]...)
	}
	for _, c := range app.Commands {
		if !c.HasName(args[1]) {
			continue
		}
		rest, err := normalise(args[2:], c.Flags)
		if err != nil {
			return nil, err
		}
		return append([]string{args[0], args[1]}, rest...), nil
	}
	return args, nil
}

func versionCommand(env *environment) *cli.Command {
	return &cli.Command{
		Name:  "version",
		Usage: "print the version of slc and of the tools it finds",
		Action: func(c *cli.Context) error {
			if c.NArg() > 0 {
				return usagef("version takes no arguments")
			}
			return printVersion(env.stdout)
		},
	}
}
