// Package field holds kernels made from what users of other compilers, and
// papers, report about atomics, barriers and memory orders; see testsuite/README.md.
package field

import (
	"testing"

	"slc/testsuite/cases"
	"slc/testsuite/exec"
)

func TestCases(t *testing.T) { cases.RunDir(t, ".") }

// TestRuns executes the cases that say what must come out.
func TestRuns(t *testing.T) { exec.RunCases(t, ".") }
