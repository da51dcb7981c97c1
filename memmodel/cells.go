package memmodel

import (
	"errors"
	"slices"
)

// Data races and location order are about single bytes, accesses about several. The bytes of an
// object that every access takes together or not at all are a cell, which is a location of
// the model. A plain access of several cells is one of each: nothing says that its bytes are
// accessed together. An atomic of several cells stays one operation, whose event has a part
// in each of them; it is mutually ordered with those of the same cells only ("Atomic Operation": the same
// set of memory locations), and to others like a plain access.
//
// Where cells end is learnt from the accesses: if one divides a cell, all begins anew.
type cells struct {
	cuts map[string][]uint64 // by object: bytes at which cells end
}

// errDivided says that an access divides a cell.
var errDivided = errors.New("a cell is divided")

// add ends a cell at a byte of an object.
func (c *cells) add(base string, at uint64) {
	if c.cuts == nil {
		c.cuts = map[string][]uint64{}
	}
	if n, known := slices.BinarySearch(c.cuts[base], at); !known {
		c.cuts[base] = slices.Insert(c.cuts[base], n, at)
	}
}

// divide ends cells where two places that overlap begin and end.
func (c *cells) divide(a, b *place) {
	for _, at := range []*place{a, b} {
		c.add(at.base, at.at)
		c.add(at.base, at.at+at.size)
	}
}

// split lists the cells of a place, in order.
func (c *cells) split(k *Kernel, at *place) []place {
	if c == nil || len(c.cuts[at.base]) == 0 {
		return []place{*at}
	}
	var out []place
	from := at.at
	for _, to := range c.cuts[at.base] {
		if to > from && to < at.at+at.size {
			out = append(out, k.cut(at, from, to))
			from = to
		}
	}
	return append(out, k.cut(at, from, at.at+at.size))
}
