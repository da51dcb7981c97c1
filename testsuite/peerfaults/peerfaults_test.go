// Package peerfaults shows that slc does not have the wrong lowerings seen in
// another compiler, one case a fault; see testsuite/README.md.
package peerfaults

import (
	"testing"

	"slc/testsuite/cases"
)

func TestCases(t *testing.T) { cases.RunDir(t, ".") }
