package main

import (
	"io"
	"slices"
	"strings"

	"github.com/urfave/cli/v2"

	"slc/cmd/slc/manual"
)

// valuesOf lists the words that an option takes, or with no option those that a command takes.
func valuesOf(command, option string) []string {
	switch option {
	case "":
		switch command {
		case "golden":
			return []string{"check", "update", "review"}
		case "cache":
			return []string{"stats", "prune"}
		case "completion":
			return manual.Shells[:]
		}
	case "target":
		return []string{"spirv", "spirv-asm", "hlsl", "metal"}
	case "profile":
		return []string{"spirv_1_3", "spirv_1_4", "spirv_1_5", "spirv_1_6", "sm_6_0", "sm_6_1", "sm_6_2", "sm_6_3", "sm_6_4", "sm_6_5", "sm_6_6",
			"sm_6_7", "sm_6_8", "metal_2_4", "metal_3_0", "metal_3_1", "metal_3_2", "metal_4_0", "metal_4_1"}
	case "emit-header":
		return []string{"c", "go"}
	case "dump":
		return []string{"ast", "typed", "ir"}
	case "stage":
		return []string{"compute"}
	case "O":
		return []string{"0", "1", "2", "3"}
	case "float-atomics":
		return []string{"native", "cas"}
	case "device-scope":
		return []string{"device", "queue-family"}
	case "seqcst-objects":
		return []string{"auto", "all"}
	case "layout":
		return []string{"std430", "std140", "scalar"}
	case "line-directive-mode":
		return []string{"none", "standard"}
	case "diagnostics":
		return []string{"text", "json", "sarif"}
	case "color":
		return []string{"auto", "always", "never"}
	case "memory":
		return []string{"interleaving", "weak"}
	case "witness":
		return []string{"text", "dot", "none"}
	case "format":
		return []string{"text", "json", "html"}
	}
	return nil
}

func completionCommand(env *environment) *cli.Command {
	return &cli.Command{
		Name:         "completion",
		Usage:        "print the completion script of a shell",
		ArgsUsage:    strings.Join(manual.Shells[:], "|"),
		OnUsageError: usageErrorHandler,
		Action: func(c *cli.Context) error {
			shell := c.Args().First()
			if c.NArg() != 1 || !slices.Contains(manual.Shells[:], shell) {
				return usagef("completion needs a shell: %s", strings.Join(manual.Shells[:], ", "))
			}
			return printText(env.stdout, manual.Completion(shell, c.App.Name, manual.Describe(c.App, valuesOf)))
		},
	}
}

func manualCommand(env *environment) *cli.Command {
	return &cli.Command{
		Name:         "man",
		Usage:        "print the manual page, for man -l",
		OnUsageError: usageErrorHandler,
		Action: func(c *cli.Context) error {
			if c.NArg() > 0 {
				return usagef("man takes no arguments")
			}
			page := manual.Page{
				Program: c.App.Name, Version: version, Date: released, Usage: c.App.Usage, Commands: manual.Describe(c.App, valuesOf),
				Description: []string{
					"slc compiles compute kernels written in Slang to SPIR-V (Vulkan), HLSL (Direct3D 12) and MSL (Metal). Atomics, memory orders and " +
						"barriers are right by the memory model of the target. What a target cannot express is an error; nothing weaker is emitted.",
					"Options may be written with one or two dashes, before or after the file names. -Idir, -DNAME=VALUE, -O2 and -Wname are joined. " +
						"@file is a response file, -- ends the options, - is standard input.",
				},
				Exit: [][2]string{
					{"0", "Done."}, {"1", "The source has errors, or what was checked differs."},
					{"2", "The command line is wrong, or a file cannot be read or written."},
					{"3", "verify: a bound or limit was reached without an answer."}, {"70", "A bug of slc."},
				},
				Environment: [][2]string{
					{"SPIRV_VAL", "The program that validates SPIR-V, instead of spirv-val on the PATH."},
					{"NO_COLOR", "No colour, on terminals too."},
				},
				SeeAlso: []string{"spirv-val(1)", "spirv-dis(1)", "spirv-opt(1)"},
			}
			return printText(env.stdout, page.Roff())
		},
	}
}

func printText(w io.Writer, text string) error {
	if _, err := io.WriteString(w, text); err != nil {
		return usagef("cannot write standard output: %v", err)
	}
	return nil
}
