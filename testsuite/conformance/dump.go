package conformance

import (
	"encoding/binary"
	"fmt"
	"math"
	"strconv"
	"strings"

	"slc/lower/ir"
	"slc/sema/types"
	"slc/testsuite/exec"
)

// dump prints the outputs in the order of the inputs, as the peer's runner does: words
// in hexadecimal, or values by the element's type after a line that names it.
func (t *Test) dump(after contents) (string, error) {
	var b strings.Builder
	for i := range t.Kernel.Inputs {
		in := &t.Kernel.Inputs[i]
		if !in.Out {
			continue
		}
		data, resource := after(in.Name)
		if resource == nil {
			return "", fmt.Errorf("%s is not bound", in.Name)
		}
		if len(in.Data) > 0 && len(data) > len(in.Data) {
			data = data[:len(in.Data)]
		}
		printer := hexWords
		if scalar := elementScalar(resource); t.Typed && scalar != nil {
			fmt.Fprintf(&b, "type: %s\n", peerName(scalar))
			printer = valuesOf(scalar)
		}
		printer(&b, data)
	}
	return b.String(), nil
}

// elementScalar is the scalar that the elements of a resource are made of; nil for
// structs and untyped buffers.
func elementScalar(r *ir.Resource) *types.Scalar {
	if r.Source == nil || r.Source.Elem == nil {
		return nil
	}
	if s := types.ElemScalar(r.Source.Elem); s != nil && s.Kind.IsNumeric() {
		return s
	}
	return nil
}

// peerName is the peer's name of a scalar.
func peerName(s *types.Scalar) string {
	switch s.Kind {
	case types.KInt32:
		return "int32_t"
	case types.KUint32:
		return "uint32_t"
	}
	return s.String()
}

func hexWords(b *strings.Builder, data []byte) {
	for _, w := range exec.Words(data) {
		fmt.Fprintf(b, "%X\n", w)
	}
}

func valuesOf(s *types.Scalar) func(*strings.Builder, []byte) {
	return func(b *strings.Builder, data []byte) {
		for size := s.Bits / 8; len(data) >= size; data = data[size:] {
			var word [8]byte
			copy(word[:], data[:size])
			b.WriteString(printValue(s, binary.LittleEndian.Uint64(word[:])) + "\n")
		}
	}
}

func printValue(s *types.Scalar, bits uint64) string {
	switch {
	case s.Kind == types.KHalf:
		return fmt.Sprintf("%f", types.HalfToFloat(uint16(bits)))
	case s.Kind == types.KDouble:
		return fmt.Sprintf("%f", math.Float64frombits(bits))
	case s.Kind.IsFloat():
		return fmt.Sprintf("%f", math.Float32frombits(uint32(bits)))
	case s.Kind.IsSigned():
		unused := 64 - s.Bits
		return strconv.FormatInt(int64(bits<<unused)>>unused, 10)
	}
	return strconv.FormatUint(bits, 10)
}

// compareLines compares a dump with the expected lines, as far as those go: floats
// within 1e-4 (1e-5 of a large value: results of built-in functions differ) after a line "type:", text otherwise.
func compareLines(expected, dump string) error {
	want, got := split(expected, "\n"), split(dump, "\n")
	floats := false
	for i, w := range want {
		if i >= len(got) {
			return fmt.Errorf("value %d is missing, expected is %s", i, w)
		}
		if strings.HasPrefix(w, "type:") {
			floats = true
		}
		a, err1 := strconv.ParseFloat(w, 64)
		b, err2 := strconv.ParseFloat(got[i], 64)
		if w != got[i] && !(floats && err1 == nil && err2 == nil && math.Abs(a-b) <= 1e-4+1e-5*math.Abs(a)) {
			return fmt.Errorf("line %d is %s, expected is %s", i+1, got[i], w)
		}
	}
	return nil
}
