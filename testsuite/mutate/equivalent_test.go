package mutate

// equivalent are mutants that change nothing that the language can express, with the reason.
var equivalent = map[string]string{
	"backend/metal/memory.go: onOperation: p.Space == types.SpacePhysical -> negated":          "the mask of an atomic in groupshared memory or on a texel holds that space, so it is never device memory alone",
	"backend/spirv/memory.go: atomicCapability: 0 -> 1":                                        "the capability is not looked at when the second result is false",
	"lower/atomics.go: apply: builtin.AtomicExchange -> builtin.AtomicLoad":                    "moves are no compare-exchange loop on any target",
	"lower/atomics.go: apply: builtin.AtomicStore -> builtin.AtomicCompareExchange":            "moves are no compare-exchange loop on any target",
	"lower/atomics.go: atomic: dest.pl == nil || elem == nil -> dest.pl == nil && elem == nil": "package check has reported what it guards against",
	"lower/atomics.go: atomic: loc.obj == nil || !onDevice(loc.space) && loc.space != types.SpaceGroupshared -> loc.obj == nil && !onDevice(loc.space) && loc.space != types.SpaceGroupshared":                                         "package check has reported what it guards against",
	"lower/atomics.go: atomic: loc.obj == nil || !onDevice(loc.space) && loc.space != types.SpaceGroupshared || loc.obj.readOnly -> loc.obj == nil || !onDevice(loc.space) && loc.space != types.SpaceGroupshared && loc.obj.readOnly": "package check has reported what it guards against",
	"lower/atomics.go: atomicRef: a.stored == nil || loc.row != nil -> a.stored == nil && loc.row != nil":                                                                                                                              "package check has reported what it guards against",
	"lower/atomics.go: atomicRef: a.stored == nil || loc.row != nil || loc.comps != nil -> a.stored == nil || loc.row != nil && loc.comps != nil":                                                                                      "package check has reported what it guards against",
	"lower/atomics.go: atomicRef: loc.comps != nil || loc.coord == nil -> loc.comps != nil && loc.coord == nil":                                                                                                                        "package check has reported what it guards against",
	"lower/atomics.go: casLoop: builtin.Relaxed -> builtin.Release":                                                                                                                                                                    "a load has no fail order",
	"lower/atomics.go: casLoop: builtin.Relaxed -> builtin.Release #4":                                                                                                                                                                 "a failed exchange releases nothing",
	"lower/atomics.go: newValue: builtin.AtomicExchange -> builtin.AtomicLoad":                                                                                                                                                         "no operator of the language is an exchange",
	"lower/atomics.go: note: a.op == builtin.AtomicCompareExchange -> negated":                                                                                                                                                         "a fail order SeqCst has a success order SeqCst, and no other operation has one",
	"lower/atomics.go: note: builtin.AtomicCompareExchange -> builtin.AtomicMin":                                                                                                                                                       "a fail order SeqCst has a success order SeqCst, and no other operation has one",
	"lower/atomics.go: perform: builtin.AtomicLoad -> builtin.AtomicInc":                                                                                                                                                               "an unused load is emitted all the same, without a result",
	"lower/atomics.go: rereadLoop: builtin.Relaxed -> builtin.Release #2":                                                                                                                                                              "a load has no fail order",
	"lower/atomics.go: zeroOf: 0 -> 1":                                                          "the value after an error is not looked at",
	"lower/atomics.go: zeroOf: z != nil -> negated":                                             "the value after an error is not looked at",
	"lower/caps.go: Profile: 100 -> 101 #3":                                                     "SPIR-V 103 to 106 are 1 both ways",
	"lower/caps.go: anyOp: 1 -> 2":                                                              "a bit more than there are operations",
	"lower/memory.go: atomic: d.touched | own -> (d.touched)":                                   "gather has counted the atomic's own space",
	"lower/memory.go: barrier: in.Mem.Scope < d.f.narrowest -> (in.Mem.Scope <= d.f.narrowest)": "an equal scope is assigned again",
	"lower/memory.go: decide: u.facts.touched&sharedSpace -> (u.facts.touched)":                 "the program's spaces, which are added, hold the others already",
}
