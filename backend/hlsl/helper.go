package hlsl

import "slc/backend/text"

// helpers are the functions that rows of the intrinsic table call. A function is
// printed when something uses it; those that it needs stand before it.
func helpers() []text.Helper {
	return []text.Helper{
		{Name: numberWaves, Text: `groupshared uint slc_tickets;
static uint slc_wave_index;
static uint slc_num_waves;

void slc_number_waves(uint groupIndex)
{
    if (groupIndex == 0u) {
        slc_tickets = 0u;
    }
    GroupMemoryBarrierWithGroupSync();
    uint ticket = 0u;
    if (WaveIsFirstLane()) {
        InterlockedAdd(slc_tickets, 1u, ticket);
    }
    slc_wave_index = WaveReadLaneFirst(ticket);
    GroupMemoryBarrierWithGroupSync();
    slc_num_waves = slc_tickets;
}
`},
		{Name: "slc_lane_eq_mask", Text: `uint4 slc_lane_eq_mask()
{
    uint lane = WaveGetLaneIndex();
    uint bit = 1u << (lane & 31u);
    uint word = lane >> 5;
    return uint4(word == 0u ? bit : 0u, word == 1u ? bit : 0u, word == 2u ? bit : 0u, word == 3u ? bit : 0u);
}
`},
		{Name: "slc_lane_lt_mask", Needs: "slc_lane_eq_mask", Text: `uint4 slc_lane_lt_mask()
{
    uint lane = WaveGetLaneIndex();
    uint below = (1u << (lane & 31u)) - 1u;
    uint word = lane >> 5;
    return uint4(word > 0u ? 0xffffffffu : below, word > 1u ? 0xffffffffu : word == 1u ? below : 0u,
        word > 2u ? 0xffffffffu : word == 2u ? below : 0u, word == 3u ? below : 0u);
}
`},
		{Name: "slc_lane_all_mask", Needs: "slc_lane_lt_mask", Text: `uint4 slc_lane_all_mask()
{
    uint n = WaveGetLaneCount();
    return uint4(n >= 32u ? 0xffffffffu : (1u << n) - 1u, n >= 64u ? 0xffffffffu : 0u,
        n >= 128u ? 0xffffffffu : 0u, n >= 128u ? 0xffffffffu : 0u);
}
`},
		{Name: "slc_ballot_bit", Text: `bool slc_ballot_bit(uint4 mask, uint lane)
{
    return ((mask[lane >> 5] >> (lane & 31u)) & 1u) != 0u;
}
`},
		{Name: "slc_ballot_count", Needs: "slc_lane_lt_mask", Text: `uint slc_ballot_count(uint4 mask)
{
    uint4 n = countbits(mask);
    return n.x + n.y + n.z + n.w;
}
`},
		{Name: "slc_ballot_lsb", Text: `uint slc_ballot_lsb(uint4 mask)
{
    return mask.x != 0u ? firstbitlow(mask.x) : mask.y != 0u ? 32u + firstbitlow(mask.y)
        : mask.z != 0u ? 64u + firstbitlow(mask.z) : 96u + firstbitlow(mask.w);
}
`},
		{Name: "slc_ballot_msb", Text: `uint slc_ballot_msb(uint4 mask)
{
    return mask.w != 0u ? 96u + firstbithigh(mask.w) : mask.z != 0u ? 64u + firstbithigh(mask.z)
        : mask.y != 0u ? 32u + firstbithigh(mask.y) : firstbithigh(mask.x);
}
`},
		{Name: "slc_bitfield_extract", Text: `uint slc_bitfield_extract(uint x, int offset, int bits)
{
    return bits == 0 ? 0u : (x << uint(32 - bits - offset)) >> uint(32 - bits);
}

int slc_bitfield_extract(int x, int offset, int bits)
{
    return bits == 0 ? 0 : (x << uint(32 - bits - offset)) >> uint(32 - bits);
}
`},
		{Name: "slc_bitfield_insert", Text: `uint slc_bitfield_insert(uint x, uint y, int offset, int bits)
{
    uint mask = bits == 32 ? 0xffffffffu : ((1u << uint(bits)) - 1u) << uint(offset);
    return (x & ~mask) | ((y << uint(offset)) & mask);
}

int slc_bitfield_insert(int x, int y, int offset, int bits)
{
    return int(slc_bitfield_insert(uint(x), uint(y), offset, bits));
}
`},
		{Name: "slc_pack_8", Text: `uint slc_pack_8(uint4 v)
{
    uint4 b = v & 255u;
    return b.x | (b.y << 8) | (b.z << 16) | (b.w << 24);
}

uint slc_pack_8(int4 v)
{
    return slc_pack_8(uint4(v));
}
`},
		{Name: "slc_unpack_u8", Text: `uint4 slc_unpack_u8(uint v)
{
    return uint4(v & 255u, (v >> 8) & 255u, (v >> 16) & 255u, v >> 24);
}
`},
		{Name: "slc_unpack_s8", Text: `int4 slc_unpack_s8(uint v)
{
    int i = int(v);
    return int4((i << 24) >> 24, (i << 16) >> 24, (i << 8) >> 24, i >> 24);
}
`},
		{Name: "slc_pack_half_2x16", Text: `uint slc_pack_half_2x16(float2 v)
{
    return f32tof16(v.x) | (f32tof16(v.y) << 16);
}
`},
		{Name: "slc_unpack_half_2x16", Text: `float2 slc_unpack_half_2x16(uint v)
{
    return float2(f16tof32(v & 0xffffu), f16tof32(v >> 16));
}
`},
		{Name: "slc_pack_unorm_2x16", Text: `uint slc_pack_unorm_2x16(float2 v)
{
    uint2 u = uint2(round(saturate(v) * 65535.0f));
    return u.x | (u.y << 16);
}
`},
		{Name: "slc_unpack_unorm_2x16", Text: `float2 slc_unpack_unorm_2x16(uint v)
{
    return float2(uint2(v & 0xffffu, v >> 16)) / 65535.0f;
}
`},
		{Name: "slc_pack_snorm_2x16", Text: `uint slc_pack_snorm_2x16(float2 v)
{
    int2 i = int2(round(clamp(v, (float2)-1.0f, (float2)1.0f) * 32767.0f));
    return (uint(i.x) & 0xffffu) | (uint(i.y) << 16);
}
`},
		{Name: "slc_unpack_snorm_2x16", Text: `float2 slc_unpack_snorm_2x16(uint v)
{
    int i = int(v);
    return max(float2(int2((i << 16) >> 16, i >> 16)) / 32767.0f, (float2)-1.0f);
}
`},
		{Name: "slc_pack_unorm_4x8", Needs: "slc_pack_8", Text: `uint slc_pack_unorm_4x8(float4 v)
{
    return slc_pack_8(uint4(round(saturate(v) * 255.0f)));
}
`},
		{Name: "slc_unpack_unorm_4x8", Needs: "slc_unpack_u8", Text: `float4 slc_unpack_unorm_4x8(uint v)
{
    return float4(slc_unpack_u8(v)) / 255.0f;
}
`},
		{Name: "slc_pack_snorm_4x8", Needs: "slc_pack_8", Text: `uint slc_pack_snorm_4x8(float4 v)
{
    return slc_pack_8(int4(round(clamp(v, (float4)-1.0f, (float4)1.0f) * 127.0f)));
}
`},
		{Name: "slc_unpack_snorm_4x8", Needs: "slc_unpack_s8", Text: `float4 slc_unpack_snorm_4x8(uint v)
{
    return max(float4(slc_unpack_s8(v)) / 127.0f, (float4)-1.0f);
}
`},
	}
}
