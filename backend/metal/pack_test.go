package metal_test

import (
	"testing"

	"slc/backend/text/texttest"
)

// TestPackSmall: packing takes vectors of 16-bit and of 32-bit elements.
func TestPackSmall(t *testing.T) { emit(t, 0, texttest.PackSmall()) }
