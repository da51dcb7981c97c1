// Package golden holds a case for every row of every table of design/lowering.md: what
// an operation means, and how each target expresses it. A case is named by section
// and row; see testsuite/README.md.
package golden

import (
	"testing"

	"slc/testsuite/cases"
)

func TestCases(t *testing.T) { cases.RunDir(t, ".") }
