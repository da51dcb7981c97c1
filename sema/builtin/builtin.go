// Package builtin is what the language provides, as data: one row an operation.
package builtin

// Op identifies an intrinsic operation. See ops.go.
type Op uint16
