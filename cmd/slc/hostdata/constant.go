package hostdata

import (
	"encoding/json"
	"math"

	"slc/sema/types"
)

// Constant is a specialization constant.
type Constant struct {
	Name   string
	ID     uint32
	scalar *Scalar
}

// ParseConstants reads the specialization constants that the kernel uses.
func ParseConstants(reflection []byte) ([]Constant, error) {
	var doc document
	if err := json.Unmarshal(reflection, &doc); err != nil {
		return nil, err
	}
	var list []Constant
	for _, p := range doc.Parameters {
		if p.Binding.Kind != specialization {
			continue
		}
		s, err := reflectedScalar(p.Type.ScalarType)
		if err != nil {
			return nil, err
		}
		list = append(list, Constant{p.Name, uint32(p.Binding.Index), s})
	}
	return list, nil
}

// Parse reads a value: its bits in memory and how many bytes they are, and the same
// for the compiler.
func (c *Constant) Parse(text string) (bits uint64, size int, value *types.Value, err error) {
	if bits, err = c.scalar.parse(text); err != nil {
		return 0, 0, nil, err
	}
	data := make([]byte, 8)
	c.scalar.put(data, bits)
	value = &types.Value{T: types.ScalarOf(c.scalar.kind)}
	switch v := c.scalar.value(data).(type) {
	case uint64:
		value.Bits = v
	case int64:
		value.Bits = uint64(v)
	case float64:
		value.Bits = math.Float64bits(v)
	case bool:
		value = types.BoolValue(v)
	}
	return bits, c.scalar.Bytes, value, nil
}
