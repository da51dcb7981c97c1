package main

import "context"

// onCPU runs the kernel in the interpreter.
func (k *kernel) onCPU(context.Context, *runOptions) (*ran, error) {
	return nil, usagef("the interpreter is not built in: use -vulkan")
}
