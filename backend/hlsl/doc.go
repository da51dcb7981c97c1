// Package hlsl writes a module as HLSL text for shader models 6.0 to 6.8.
//
// What the text means is decided before: package lower gives every atomic and
// barrier its order, scope and spaces (design/lowering.md §1); memory.go here is
// the table of §3 and nothing else decides about them. Below, each mismatch of
// source and target, with a source line on the left and the output on the right.
//
// # Atomic loads and stores
//
//	uint v = flag.load();            uint v;
//	                                 InterlockedOr(flag, 0u, v);
//	flag.store(1);                   uint unused;
//	                                 InterlockedExchange(flag, 1u, unused);
//
// HLSL has neither; a plain read may be stale or torn, and a compiler may drop
// or repeat it. A read-modify-write is always performed at the memory.
//
// # Orders
//
//	flag.load(Acquire)               InterlockedOr(flag, 0u, v);
//	                                 DeviceMemoryBarrier();
//	flag.store(1, Release)           DeviceMemoryBarrier();
//	                                 InterlockedExchange(flag, 1u, unused);
//
// Interlocked operations are relaxed, so an order is a fence: after the
// operation to acquire, before it to release. With groupshared memory in the entry
// point it is AllMemoryBarrier. A fence reaches other workgroups only through resources that are
// globallycoherent, so those through which data passes are declared so.
//
// # Waves cannot wait
//
//	AllMemoryBarrierWithWaveSync();  AllMemoryBarrier();   // warning hlsl-wave-sync
//
// There is no barrier for a wave. The memory half is emitted, the missing half is a warning.
//
// # Results come through out parameters
//
//	dst[i] = n.add(1);               uint old;
//	                                 InterlockedAdd(n, 1u, old);
//	                                 dst[i] = old;
//
// An atomic is a statement, so a condition that holds one becomes a loop with a
// break, and && and ?: become if and else: each operand is evaluated once, in source
// order, and independent of what -HV says about short circuits.
//
// # Structs and arrays have no expressions
//
//	f(S(1, 2));                      S t = {1u, 2u};
//	                                 f(t);
//
// Constant ones are static const tables.
//
// # Layout
//
//	struct { uint a; float3 b; }     uint a; uint pad[3]; float3 b;
//	float3 list[4];  (std430)        Padded_float3 list[4];   // list[i].v
//
// Structured buffers are packed by HLSL as tightly as scalars allow; padding is
// written out until the offsets are ours. Constant buffers follow other rules
// (16-byte registers); members that packoffset can place are placed, otherwise the
// buffer is an array of registers and loads pick their words (cbuffer.go).
//
// # Sixteen bits
//
// half, int16_t and uint16_t are native types and need -enable-16bit-types, which
// the first line says; below shader model 6.2 they are an error, since min16float is as wide in
// memory as float. There are no 8-bit types.
//
// # System values
//
// Only an entry point can name them, so they are passed on to the functions that
// need them. Wave queries are functions in HLSL and need no passing.
//
// The index of a wave is none of them, and which invocations make a wave is not said: each wave takes
// a ticket from a groupshared counter where the entry point starts (slc_number_waves).
//
// # Errors
//
// volatile memory and specialization constants have no form in HLSL.
package hlsl
