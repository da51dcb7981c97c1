package check

import (
	"strings"

	"slc/frontend/diag"
	"slc/frontend/source"
	"slc/sema/builtin"
	"slc/sema/typed"
)

// orderSet is a set of memory orders.
type orderSet uint8

func setOf(orders ...builtin.Order) (s orderSet) {
	for _, o := range orders {
		s |= 1 << o
	}
	return s
}

func (s orderSet) has(o builtin.Order) bool { return s&(1<<o) != 0 }

func (s orderSet) String() string {
	var names []string
	for o := builtin.Order(0); o < builtin.NumOrders; o++ {
		if s.has(o) {
			names = append(names, o.String())
		}
	}
	return strings.Join(names[:len(names)-1], ", ") + " and " + names[len(names)-1]
}

// legalOrders is the first table of lowering.md §1: a load releases nothing, a
// store acquires nothing, a failed compareExchange is a load.
func legalOrders(op builtin.AtomicOp) orderSet {
	switch op {
	case builtin.AtomicLoad:
		return setOf(builtin.Relaxed, builtin.Acquire, builtin.SeqCst)
	case builtin.AtomicStore:
		return setOf(builtin.Relaxed, builtin.Release, builtin.SeqCst)
	}
	return 1<<builtin.NumOrders - 1
}

// weakest returns the weakest order that is at least as strong as a and b.
func weakest(a, b builtin.Order) builtin.Order {
	switch {
	case a == builtin.SeqCst || b == builtin.SeqCst:
		return builtin.SeqCst
	case a.Acquires() && b.Releases() || a.Releases() && b.Acquires():
		return builtin.AcquireRelease
	}
	return max(a, b)
}

// orders checks the memory orders of one operation.
func (c *checker) orders(a *typed.Atomic) {
	if legal := legalOrders(a.Op); !legal.has(a.Order) {
		d := c.diags.Report(diag.IllegalOrder, orderSpan(a, a.OrderSpan), "an atomic %s cannot have order %s", a.Op, a.Order).
			WithHelp("the orders of %s are %s", a.Op, legal)
		withOrder(d, a.OrderSpan, nearest(legal))
	}
	if a.Op != builtin.AtomicCompareExchange {
		return
	}
	fail := legalOrders(builtin.AtomicLoad)
	switch span := orderSpan(a, a.FailOrderSpan); {
	case !fail.has(a.FailOrder):
		d := c.diags.Report(diag.IllegalFailOrder, span, "a failed compareExchange only reads and cannot have order %s", a.FailOrder).
			WithHelp("the orders of a failed compareExchange are %s", fail)
		withOrder(d, a.FailOrderSpan, nearest(fail))
	case weakest(a.Order, a.FailOrder) != a.Order:
		d := c.diags.Report(diag.StrongFailOrder, span, "the order of failure, %s, is stronger than that of success, %s", a.FailOrder, a.Order).
			WithHelp("make the order of success %s", weakest(a.Order, a.FailOrder))
		withOrder(d, a.OrderSpan, weakest(a.Order, a.FailOrder))
	}
}

// nearest is the ordered one of the legal orders, which a slip means: a store releases, a load
// acquires.
func nearest(legal orderSet) builtin.Order {
	if legal.has(builtin.Release) {
		return builtin.Release
	}
	return builtin.Acquire
}

// withOrder proposes another order where one is written.
func withOrder(d *diag.Diagnostic, span source.Span, o builtin.Order) {
	if span != (source.Span{}) {
		d.WithFix(span, "MemoryOrder."+o.String())
	}
}

// orderSpan is the span of an order argument, or of the operation when the order
// is not written.
func orderSpan(a *typed.Atomic, order source.Span) source.Span {
	if order == (source.Span{}) {
		return a.Span()
	}
	return order
}
