package builtin

import (
	"strings"

	"slc/sema/types"
)

// Atomic functions on a destination. Interlocked functions are Relaxed. That the
// destination is shared memory of an element type that has the operation is checked
// by package check.
var atomicRows = []Row{
	{Name: "InterlockedAdd", Action: ActAtomic, Atomic: AtomicAdd, Sig: "void(ref T,T)", Of: OfAny},
	{Name: "InterlockedAdd", Action: ActAtomic, Atomic: AtomicAdd, Sig: "void(ref T,T,out T)", Of: OfAny},
	{Name: "InterlockedAnd", Action: ActAtomic, Atomic: AtomicAnd, Sig: "void(ref T,T)", Of: OfAny},
	{Name: "InterlockedAnd", Action: ActAtomic, Atomic: AtomicAnd, Sig: "void(ref T,T,out T)", Of: OfAny},
	{Name: "InterlockedCompareExchange", Action: ActAtomic, Atomic: AtomicCompareExchange, Sig: "void(ref T,T,T,out T)", Of: OfAny},
	{Name: "InterlockedCompareExchangeFloatBitwise", Action: ActAtomic, Atomic: AtomicCompareExchange, Sig: "void(ref T,T,T,out T)", Of: 1 << types.KFloat},
	{Name: "InterlockedCompareExchangeFloatBitwise", Action: ActAtomic, Atomic: AtomicCompareExchange, Sig: "void(ref T,T,T)", Of: 1 << types.KFloat},
	{Name: "InterlockedCompareStore", Action: ActAtomic, Atomic: AtomicCompareExchange, Sig: "void(ref T,T,T)", Of: OfAny},
	{Name: "InterlockedCompareStoreFloatBitwise", Action: ActAtomic, Atomic: AtomicCompareExchange, Sig: "void(ref T,T,T)", Of: OfAny},
	{Name: "InterlockedExchange", Action: ActAtomic, Atomic: AtomicExchange, Sig: "void(ref T,T)", Of: OfAny},
	{Name: "InterlockedExchange", Action: ActAtomic, Atomic: AtomicExchange, Sig: "void(ref T,T,out T)", Of: OfAny},
	{Name: "InterlockedMax", Action: ActAtomic, Atomic: AtomicMax, Sig: "void(ref T,T)", Of: OfAny},
	{Name: "InterlockedMax", Action: ActAtomic, Atomic: AtomicMax, Sig: "void(ref T,T,out T)", Of: OfAny},
	{Name: "InterlockedMin", Action: ActAtomic, Atomic: AtomicMin, Sig: "void(ref T,T)", Of: OfAny},
	{Name: "InterlockedMin", Action: ActAtomic, Atomic: AtomicMin, Sig: "void(ref T,T,out T)", Of: OfAny},
	{Name: "InterlockedOr", Action: ActAtomic, Atomic: AtomicOr, Sig: "void(ref T,T)", Of: OfAny},
	{Name: "InterlockedOr", Action: ActAtomic, Atomic: AtomicOr, Sig: "void(ref T,T,out T)", Of: OfAny},
	{Name: "InterlockedXor", Action: ActAtomic, Atomic: AtomicXor, Sig: "void(ref T,T)", Of: OfAny},
	{Name: "InterlockedXor", Action: ActAtomic, Atomic: AtomicXor, Sig: "void(ref T,T,out T)", Of: OfAny},
	{Name: "__atomic_add", Action: ActAtomic, Atomic: AtomicAdd, Sig: "T(ref T,T,order)", Of: OfAny},
	{Name: "__atomic_and", Action: ActAtomic, Atomic: AtomicAnd, Sig: "T(ref T,T,order)", Of: OfAny},
	{Name: "__atomic_compare_exchange", Action: ActAtomic, Atomic: AtomicCompareExchange, Sig: "T(ref T,T,T,order,fail)", Of: OfAny},
	{Name: "__atomic_decrement", Action: ActAtomic, Atomic: AtomicDec, Sig: "T(ref T,order)", Of: OfAny},
	{Name: "__atomic_exchange", Action: ActAtomic, Atomic: AtomicExchange, Sig: "T(ref T,T,order)", Of: OfAny},
	{Name: "__atomic_increment", Action: ActAtomic, Atomic: AtomicInc, Sig: "T(ref T,order)", Of: OfAny},
	{Name: "__atomic_max", Action: ActAtomic, Atomic: AtomicMax, Sig: "T(ref T,T,order)", Of: OfAny},
	{Name: "__atomic_min", Action: ActAtomic, Atomic: AtomicMin, Sig: "T(ref T,T,order)", Of: OfAny},
	{Name: "__atomic_or", Action: ActAtomic, Atomic: AtomicOr, Sig: "T(ref T,T,order)", Of: OfAny},
	{Name: "__atomic_reduce_add", Action: ActAtomic, Atomic: AtomicAdd, Sig: "void(ref T,T,order)", Of: OfAny},
	{Name: "__atomic_reduce_and", Action: ActAtomic, Atomic: AtomicAnd, Sig: "void(ref T,T,order)", Of: OfAny},
	{Name: "__atomic_reduce_dec", Action: ActAtomic, Atomic: AtomicDec, Sig: "void(ref T,order)", Of: OfAny},
	{Name: "__atomic_reduce_inc", Action: ActAtomic, Atomic: AtomicInc, Sig: "void(ref T,order)", Of: OfAny},
	{Name: "__atomic_reduce_max", Action: ActAtomic, Atomic: AtomicMax, Sig: "void(ref T,T,order)", Of: OfAny},
	{Name: "__atomic_reduce_min", Action: ActAtomic, Atomic: AtomicMin, Sig: "void(ref T,T,order)", Of: OfAny},
	{Name: "__atomic_reduce_or", Action: ActAtomic, Atomic: AtomicOr, Sig: "void(ref T,T,order)", Of: OfAny},
	{Name: "__atomic_reduce_sub", Action: ActAtomic, Atomic: AtomicSub, Sig: "void(ref T,T,order)", Of: OfAny},
	{Name: "__atomic_reduce_xor", Action: ActAtomic, Atomic: AtomicXor, Sig: "void(ref T,T,order)", Of: OfAny},
	{Name: "__atomic_sub", Action: ActAtomic, Atomic: AtomicSub, Sig: "T(ref T,T,order)", Of: OfAny},
	{Name: "__atomic_xor", Action: ActAtomic, Atomic: AtomicXor, Sig: "T(ref T,T,order)", Of: OfAny},
}

// Methods of Atomic<R>. All read-modify-writes return the old value.
var atomicMethods = []Row{
	{Name: "add", Action: ActAtomic, Atomic: AtomicAdd, Sig: "R(R,order)", On: OnAtomic},
	{Name: "and", Action: ActAtomic, Atomic: AtomicAnd, Sig: "R(R,order)", On: OnAtomic},
	{Name: "compareExchange", Action: ActAtomic, Atomic: AtomicCompareExchange, Sig: "R(R,R,order,fail)", On: OnAtomic},
	{Name: "decrement", Action: ActAtomic, Atomic: AtomicDec, Sig: "R(order)", On: OnAtomic},
	{Name: "exchange", Action: ActAtomic, Atomic: AtomicExchange, Sig: "R(R,order)", On: OnAtomic},
	{Name: "increment", Action: ActAtomic, Atomic: AtomicInc, Sig: "R(order)", On: OnAtomic},
	{Name: "load", Action: ActAtomic, Atomic: AtomicLoad, Sig: "R(order)", On: OnAtomic},
	{Name: "max", Action: ActAtomic, Atomic: AtomicMax, Sig: "R(R,order)", On: OnAtomic},
	{Name: "min", Action: ActAtomic, Atomic: AtomicMin, Sig: "R(R,order)", On: OnAtomic},
	{Name: "or", Action: ActAtomic, Atomic: AtomicOr, Sig: "R(R,order)", On: OnAtomic},
	{Name: "reduceAdd", Action: ActAtomic, Atomic: AtomicAdd, Sig: "void(R,order)", On: OnAtomic},
	{Name: "reduceAnd", Action: ActAtomic, Atomic: AtomicAnd, Sig: "void(R,order)", On: OnAtomic},
	{Name: "reduceDec", Action: ActAtomic, Atomic: AtomicDec, Sig: "void(order)", On: OnAtomic},
	{Name: "reduceInc", Action: ActAtomic, Atomic: AtomicInc, Sig: "void(order)", On: OnAtomic},
	{Name: "reduceMax", Action: ActAtomic, Atomic: AtomicMax, Sig: "void(R,order)", On: OnAtomic},
	{Name: "reduceMin", Action: ActAtomic, Atomic: AtomicMin, Sig: "void(R,order)", On: OnAtomic},
	{Name: "reduceOr", Action: ActAtomic, Atomic: AtomicOr, Sig: "void(R,order)", On: OnAtomic},
	{Name: "reduceSub", Action: ActAtomic, Atomic: AtomicSub, Sig: "void(R,order)", On: OnAtomic},
	{Name: "reduceXor", Action: ActAtomic, Atomic: AtomicXor, Sig: "void(R,order)", On: OnAtomic},
	{Name: "store", Action: ActAtomic, Atomic: AtomicStore, Sig: "void(R,order)", On: OnAtomic},
	{Name: "sub", Action: ActAtomic, Atomic: AtomicSub, Sig: "R(R,order)", On: OnAtomic},
	{Name: "xor", Action: ActAtomic, Atomic: AtomicXor, Sig: "R(R,order)", On: OnAtomic},
}

// ReduceForm names the method of Atomic<T> that does what method name does and has no result; "" if
// there is none.
func ReduceForm(name string) string {
	for i := range atomicMethods {
		m := &atomicMethods[i]
		if m.Name != name || !strings.HasPrefix(m.Sig, "R(") {
			continue
		}
		for j := range atomicMethods {
			if r := &atomicMethods[j]; r.Atomic == m.Atomic && strings.HasPrefix(r.Name, "reduce") {
				return r.Name
			}
		}
	}
	return ""
}
