// Package manual describes the command line to shells and readers: completion scripts for
// bash, zsh and fish, and a manual page. All are made from the options that the program parses.
package manual

import (
	"slices"
	"strings"

	"github.com/urfave/cli/v2"
)

// Command is a command as the shells and the manual page see it.
type Command struct {
	Name, Usage, Args string
	Options           []Option
	Words             []string // what the first argument can be, if that is not a file
}

// Option is an option of a command.
type Option struct {
	Names      []string // without dashes
	Usage      string
	Argument   string // what the option takes, "" if nothing
	Values     []string
	Repeatable bool
}

// Values lists the words that an option takes, by its name; the words that a command takes, by its name.
type Values func(command, option string) []string

// Describe reads the commands of an application.
func Describe(app *cli.App, values Values) []Command {
	var list []Command
	for _, c := range app.Commands {
		if c.Hidden {
			continue
		}
		command := Command{Name: c.Name, Usage: c.Usage, Args: c.ArgsUsage, Words: values(c.Name, "")}
		for _, f := range c.Flags {
			if o, ok := describeOption(f); ok {
				o.Values = values(c.Name, o.Names[0])
				command.Options = append(command.Options, o)
			}
		}
		list = append(list, command)
	}
	return list
}

func describeOption(f cli.Flag) (Option, bool) {
	d, ok := f.(cli.DocGenerationFlag)
	if !ok {
		return Option{}, false
	}
	o := Option{Names: f.Names()}
	usage := d.GetUsage()
	if before, rest, ok := strings.Cut(usage, "`"); ok {
		if name, after, ok := strings.Cut(rest, "`"); ok {
			o.Argument, usage = name, before+name+after
		}
	}
	o.Usage = usage
	if d.TakesValue() && o.Argument == "" {
		o.Argument = "VALUE"
	}
	switch f.(type) {
	case *cli.StringSliceFlag, *cli.GenericFlag:
		o.Repeatable = true
	}
	return o, true
}

// dashed spells an option as it is typed: one dash, whatever its length.
func dashed(name string) string { return "-" + name }

// fileOption reports whether an option takes the name of a file or directory.
func (o Option) takesFile() bool { return slices.Contains([]string{"FILE", "DIR"}, o.Argument) }
