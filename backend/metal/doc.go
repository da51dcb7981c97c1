// Package metal writes a module as Metal Shading Language text, versions 2.4 to 4.1.
//
// What the text means is decided before: package lower gives every atomic and
// barrier its order, scope and spaces (design/lowering.md §1); memory.go here is
// the table of §4 and nothing else decides about them. Below, each mismatch of
// source and target, with a source line on the left and the output on the right.
//
// # Orders
//
//	flag.load(Acquire)        atomic_load_explicit(&flag[0], memory_order_relaxed);
//	                          atomic_thread_fence(mem_flags::mem_device, memory_order_seq_cst, thread_scope_device);
//
// Up to Metal 4.0 an atomic function takes memory_order_relaxed only, and a fence
// relaxed or seq_cst: the order is a fence, after the operation to acquire, before it to
// release. From 4.1 on the function takes the order, but it orders the space of
// its object only: where the mask is wider the fences stay. Before 3.2 there is no fence: error.
//
// # Compare-exchange
//
//	old = a.compareExchange(c, v);   uint old;
//	                                 do {
//	                                     old = c;
//	                                 } while (!atomic_compare_exchange_weak_explicit(&a, &old, v, …) && old == c);
//
// MSL has the weak form only. Done once, a spurious failure would leave old == c
// and read as success.
//
// # Fences are not barriers
//
//	DeviceMemoryBarrier();    atomic_thread_fence(mem_flags::mem_device | …, memory_order_seq_cst, thread_scope_device);
//
// threadgroup_barrier would hang where not all threads come by, and reaches the threadgroup
// only. For the same reason a workgroup barrier with device memory scope stands
// between two fences in a kernel through which data passes between workgroups.
//
// # Atomic objects have types
//
//	RWStructuredBuffer<Atomic<uint>> b;      device atomic_uint* b
//	struct Ring { Atomic<uint> head; … }     struct Ring_atomic { atomic_uint head; … }
//
// What an atomic touches is declared atomic, so that no plain access of it
// compiles. Words of byte-address buffers and components of vectors are reached
// by a cast of the pointer: there is no address of a component.
//
// # No globals
//
// Buffers, textures, system values, groupshared and static variables exist in the
// kernel only and are passed on to the functions that need them, each in its address space:
// a function is specialised per object before it comes here.
//
// # Layout
//
//	struct { uint a; float3 b; float c; }    uint a; uchar pad[12]; packed_float3 b; float c;
//
// float3 takes 16 bytes in MSL and 12 in the layouts of buffers: where the next
// member starts at once the packed form is used. Padding is written out.
//
// A type has one layout: where a constant buffer (std140) lays out a struct or array otherwise than
// structured buffers (std430), it gets types of its own, see split.go.
//
// # Arrays of buffers
//
//	RWStructuredBuffer<uint> b[2];   device uint* b_0 [[buffer(0)]], device uint* b_1 [[buffer(1)]]
//	                                 array<device uint*, 2> b = {b_0, b_1};
//
// A kernel has no array of buffers as argument; textures and samplers it has.
//
// # Arrays
//
// C arrays cannot be copied, so values are array<T, N>; groupshared variables,
// never copied as a whole, are C arrays passed by reference.
//
// # Textures
//
// read returns four components and write takes four. A texture that is written
// and read gets fence() after each write, so that the thread reads what it wrote.
package metal
