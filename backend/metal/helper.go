package metal

import "slc/backend/text"

// helpers are the functions that rows of the intrinsic table call.
func helpers() []text.Helper {
	return []text.Helper{
		{Name: "slc_lanes", Text: `static uint4 slc_lanes(ulong bits)
{
    return uint4(uint(bits), uint(bits >> 32), 0u, 0u);
}
`},
		{Name: "slc_ballot_bit", Text: `static bool slc_ballot_bit(uint4 mask, uint lane)
{
    return ((mask[lane >> 5] >> (lane & 31u)) & 1u) != 0u;
}
`},
		{Name: "slc_ballot_count", Needs: "slc_lanes", Text: `static uint slc_ballot_count(uint4 mask)
{
    uint4 n = popcount(mask);
    return n.x + n.y + n.z + n.w;
}
`},
		{Name: "slc_ballot_lsb", Text: `static uint slc_ballot_lsb(uint4 mask)
{
    return mask.x != 0u ? ctz(mask.x) : mask.y != 0u ? 32u + ctz(mask.y) : mask.z != 0u ? 64u + ctz(mask.z) : 96u + ctz(mask.w);
}
`},
		{Name: "slc_ballot_msb", Text: `static uint slc_ballot_msb(uint4 mask)
{
    return mask.w != 0u ? 127u - clz(mask.w) : mask.z != 0u ? 95u - clz(mask.z) : mask.y != 0u ? 63u - clz(mask.y) : 31u - clz(mask.x);
}
`},
		{Name: "slc_dot4_add_u8", Text: `static uint slc_dot4_add_u8(uint x, uint y, uint acc)
{
    uint4 p = uint4(as_type<uchar4>(x)) * uint4(as_type<uchar4>(y));
    return acc + p.x + p.y + p.z + p.w;
}
`},
		{Name: "slc_dot4_add_i8", Text: `static int slc_dot4_add_i8(uint x, uint y, int acc)
{
    int4 p = int4(as_type<char4>(x)) * int4(as_type<char4>(y));
    return acc + p.x + p.y + p.z + p.w;
}
`},
	}
}
