package hostdata

import (
	"encoding/binary"
	"fmt"
	"math"
	"strconv"
	"strings"

	"slc/sema/types"
)

// Scalar is a type of number in memory.
type Scalar struct {
	Name  string // as the command line names it: u32
	Bytes int
	kind  types.Kind // in the language
}

// scalars has every scalar type once.
var scalars = [...]Scalar{
	{"u8", 1, types.KUint8},
	{"u16", 2, types.KUint16},
	{"u32", 4, types.KUint32},
	{"u64", 8, types.KUint64},
	{"i8", 1, types.KInt8},
	{"i16", 2, types.KInt16},
	{"i32", 4, types.KInt32},
	{"i64", 8, types.KInt64},
	{"f16", 2, types.KHalf},
	{"f32", 4, types.KFloat},
	{"f64", 8, types.KDouble},
	{"bool", 4, types.KBool},
}

// scalarNames lists the names for messages.
const scalarNames = "u8, u16, u32, u64, i8, i16, i32, i64, f16, f32, f64 or bool"

// scalarNamed finds a scalar type by its name on the command line, or nil.
func scalarNamed(name string) *Scalar {
	for i := range scalars {
		if scalars[i].Name == name {
			return &scalars[i]
		}
	}
	return nil
}

// reflectedScalar finds a scalar type by its name in the reflection: uint32.
func reflectedScalar(name string) (*Scalar, error) {
	short := name
	for _, long := range []string{"uint", "int", "float"} {
		if bits, ok := strings.CutPrefix(name, long); ok {
			short = long[:1] + bits
			break
		}
	}
	if s := scalarNamed(short); s != nil {
		return s, nil
	}
	return nil, fmt.Errorf("type %s has no data", name)
}

func scalarType(s *Scalar) *Type { return &Type{Scalar: s, Size: s.Bytes} }

// parse gives the bits of a number.
func (s *Scalar) parse(text string) (uint64, error) {
	bits := 8 * s.Bytes
	if !s.kind.IsFloat() {
		switch text {
		case "true":
			return 1, nil
		case "false":
			return 0, nil
		}
		v, err := s.parseInt(text, bits)
		if err == nil && s.kind == types.KBool && v > 1 {
			err = fmt.Errorf("'%s' is neither true nor false", text)
		}
		return v, err
	}
	v, err := strconv.ParseFloat(text, min(max(bits, 32), 64))
	if err != nil {
		return 0, fmt.Errorf("'%s' is no number of type %s", text, s.Name)
	}
	switch s.Bytes {
	case 2:
		return uint64(types.FloatToHalf(v)), nil
	case 4:
		return uint64(math.Float32bits(float32(v))), nil
	}
	return math.Float64bits(v), nil
}

// parseInt takes the values of the signed and of the unsigned type of the width,
// so that all ones may be written as -1.
func (s *Scalar) parseInt(text string, bits int) (uint64, error) {
	mask := ^uint64(0) >> (64 - bits)
	if v, err := strconv.ParseInt(text, 0, bits); err == nil {
		return uint64(v) & mask, nil
	}
	v, err := strconv.ParseUint(text, 0, bits)
	if err != nil {
		return 0, fmt.Errorf("'%s' is no number of type %s", text, s.Name)
	}
	return v, nil
}

// put stores the bits of a number.
func (s *Scalar) put(data []byte, bits uint64) {
	var word [8]byte
	binary.LittleEndian.PutUint64(word[:], bits)
	copy(data[:s.Bytes], word[:])
}

// value loads a number: uint64, int64, float64 or bool.
func (s *Scalar) value(data []byte) any {
	var word [8]byte
	copy(word[:], data[:s.Bytes])
	bits := binary.LittleEndian.Uint64(word[:])
	switch {
	case s.kind.IsUnsigned():
		return bits
	case s.kind.IsSigned():
		shift := 64 - 8*s.Bytes
		return int64(bits<<shift) >> shift
	case s.kind == types.KBool:
		return bits != 0
	}
	switch s.Bytes {
	case 2:
		return types.HalfToFloat(uint16(bits))
	case 4:
		return float64(math.Float32frombits(uint32(bits)))
	}
	return math.Float64frombits(bits)
}

// text prints a number as parse reads it.
func (s *Scalar) text(data []byte) string {
	v, ok := s.value(data).(float64)
	if !ok {
		return fmt.Sprint(s.value(data))
	}
	switch {
	case math.IsNaN(v):
		return "nan"
	case math.IsInf(v, 1):
		return "inf"
	case math.IsInf(v, -1):
		return "-inf"
	}
	bits := 64
	if s.Bytes < 8 {
		bits = 32
	}
	return strconv.FormatFloat(v, 'g', -1, bits)
}
