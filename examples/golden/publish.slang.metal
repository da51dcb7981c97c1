// Metal Shading Language, needs Metal 3.2
#include <metal_stdlib>
using namespace metal;

// 1 x 1 x 1 threads per threadgroup
kernel void computeMain(
    uint3 group [[threadgroup_position_in_grid]],
    device coherent(device) uint* data [[buffer(0)]],
    device coherent(device) atomic_uint* flag [[buffer(1)]])
{
    if (group.x == 0u) {
        data[0] = 42u;
        atomic_thread_fence(mem_flags::mem_device, memory_order_seq_cst, thread_scope_device);
        atomic_store_explicit(&flag[0], 1u, memory_order_relaxed);
    } else {
        uint old = atomic_load_explicit(&flag[0], memory_order_relaxed);
        atomic_thread_fence(mem_flags::mem_device, memory_order_seq_cst, thread_scope_device);
        if (old == 1u) {
            uint value = data[0];
            data[group.x] = value;
        }
    }
}
