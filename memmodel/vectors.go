package memmodel

import "slc/backend/spirv/binary"

// vectors executes an instruction that mixes the parts of vectors; a and b are its operands.
func (v *invocation) vectors(in *binary.Inst, a, b value) (out value, ok bool) {
	width := v.k.width(in.Type)
	switch in.Op {
	case binary.OpVectorShuffle:
		all := append(append([]value{}, a.parts...), b.parts...)
		for _, at := range in.Operands[2:] {
			x := value{} // 0xFFFFFFFF: undefined
			if int(at.Word()) < len(all) {
				x = all[at.Word()]
			}
			out.parts = append(out.parts, x)
		}
		return out, true
	case binary.OpVectorTimesScalar:
		for _, x := range a.parts {
			n, ok := v.k.floating(binary.OpFMul, width, x.n, b.n)
			if !ok {
				return value{}, false
			}
			out.parts = append(out.parts, value{n: n})
		}
		return out, true
	case binary.OpDot:
		for i := range min(len(a.parts), len(b.parts)) {
			product, ok := v.k.floating(binary.OpFMul, width, a.parts[i].n, b.parts[i].n)
			if !ok {
				return value{}, false
			}
			out.n, _ = v.k.floating(binary.OpFAdd, width, out.n, product)
		}
		return out, true
	}
	trues := 0
	for _, x := range a.parts {
		trues += int(x.n & 1)
	}
	return value{n: truth(trues > 0 && in.Op == binary.OpAny || trues == len(a.parts))}, true
}
