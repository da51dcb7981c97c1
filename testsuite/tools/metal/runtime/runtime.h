// What a kernel compiled for the CPU calls: identity of an invocation, barriers,
// lane exchange, threadgroup memory, arguments. Implemented in runtime.cpp.
#pragma once

namespace shim {

// Position of an invocation in three dimensions, and what follows from it.
struct Invocation {
  unsigned thread_in_grid[3], thread_in_group[3], group[3];
  unsigned group_size[3], groups[3];
  unsigned index_in_group, lane, simd_index, simd_size, simd_count;
};
const Invocation &self();

// All live invocations of the threadgroup meet.
void group_barrier();

// The lanes of a SIMD-group that are at the same place of the program exchange
// values: each gives size bytes (at most 16) and gets those of all lanes, 16
// bytes apart. The result is the mask of the lanes that took part. Lanes count as
// being at the same place when every other live lane waits too, the lowest place
// first: the usual way to reconverge. A place is that of the operation and, before it,
// those of the calls that led there.
unsigned long simd_gather(unsigned long place, const void *in, unsigned size, unsigned char (*out)[16]);

// A call of a function of the program, from its place on.
struct Call {
  explicit Call(unsigned long place);
  ~Call();
  Call(const Call &) = delete;
  Call &operator=(const Call &) = delete;
};

// A sequentially consistent fence.
void fence();

// Memory of the threadgroup for the n-th declaration of a kernel, zeroed.
void *shared(unsigned n, unsigned long size);

// Arguments.
void *buffer(unsigned n);
void *threadgroup_argument(unsigned n);
struct Texture {
  unsigned width, height, depth, channels, element; // element: bytes of a channel
  unsigned char *data;
};
const Texture *texture(unsigned n);
struct Sampler {
  unsigned linear, address, compare; // address: wrap, mirror, clamp; compare: never, less, equal, … as in Vulkan
};
const Sampler *sampler(unsigned n);

// The kernel, generated: calls the entry point with its arguments.
void invoke();

} // namespace shim
