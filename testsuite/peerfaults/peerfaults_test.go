// Package peerfaults shows that slc does not have the wrong lowerings seen in
// another compiler, one case a fault; see testsuite/README.md.
package peerfaults

import (
	"testing"

	"slc/testsuite/cases"
	"slc/testsuite/exec"
)

func TestCases(t *testing.T) { cases.RunDir(t, ".") }

// TestRuns executes the cases that say what must come out.
func TestRuns(t *testing.T) { exec.RunCases(t, ".") }
