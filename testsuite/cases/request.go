package cases

import (
	"slices"

	"slc"
)

// Targets are the targets that the case is about.
func (c *Case) Targets() []slc.Target { return slices.Clone(c.options.targets) }

// Source is the text of the kernel.
func (c *Case) Source() string { return c.text(kernelName) }

// Request compiles the kernel for one target with the options of the case.
func (c *Case) Request(target slc.Target) slc.Request {
	return slc.Request{
		Files:    []string{kernelName},
		Outputs:  []slc.Output{{Target: target, Profile: c.options.profile(target)}},
		Options:  c.options.compile,
		ReadFile: c.readFile,
	}
}
