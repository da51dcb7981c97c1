package sema

import (
	"testing"

	"slc/frontend/diag"
	"slc/frontend/source"
)

// TestUnreported: an expression in error is an internal error unless something was reported.
func TestUnreported(t *testing.T) {
	for _, reported := range []bool{false, true} {
		c := &checker{output: output{diags: &diag.List{}}}
		c.bad(source.Span{})
		if reported {
			c.unsupported(source.Span{}, "this is")
		}
		c.unreported(0)
		list := c.diags.All()
		if len(list) != 1 || (list[0].Code == diag.InternalError) == reported {
			t.Errorf("reported %v: %v", reported, list)
		}
	}
}
