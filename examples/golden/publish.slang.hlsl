// HLSL, shader model 6.6

globallycoherent RWStructuredBuffer<uint> data : register(u0, space0);
globallycoherent RWStructuredBuffer<uint> flag : register(u1, space0);

[numthreads(1, 1, 1)]
void computeMain(uint3 group : SV_GroupID)
{
    if (group.x == 0u) {
        data[0] = 42u;
        uint unused;
        DeviceMemoryBarrier();
        InterlockedExchange(flag[0], 1u, unused);
    } else {
        uint old;
        InterlockedOr(flag[0], 0u, old);
        DeviceMemoryBarrier();
        if (old == 1u) {
            uint value = data[0];
            data[group.x] = value;
        }
    }
}
