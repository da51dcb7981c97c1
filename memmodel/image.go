package memmodel

import (
	"fmt"
	"strconv"
	"strings"

	"slc/backend/spirv/binary"
)

// isImage says whether a type is an image.
func (k *Kernel) isImage(typ binary.ID) bool {
	def := k.m.Def(typ)
	return def != nil && def.Op == binary.OpTypeImage
}

// components is how many components the texels of an image have, if they are stored as they are.
func (k *Kernel) components(typ binary.ID) (n int, ok bool) {
	switch binary.ImageFormat(k.m.Def(typ).Word(6)) {
	case binary.ImageFormatR32f, binary.ImageFormatR32i, binary.ImageFormatR32ui, binary.ImageFormatR64i, binary.ImageFormatR64ui:
		return 1, true
	case binary.ImageFormatRg32f, binary.ImageFormatRg32i, binary.ImageFormatRg32ui:
		return 2, true
	case binary.ImageFormatRgba32f, binary.ImageFormatRgba32i, binary.ImageFormatRgba32ui:
		return 4, true
	}
	return 1, false
}

// image executes accesses of storage images and texel buffers. A texel is one location, whatever it
// has of components: an access writes or reads all of them.
func (v *invocation) image(fr *frame, in *binary.Inst) error {
	img := v.operand(fr, in.ID(0)).ptr
	if img == nil || !v.k.isImage(img.typ) {
		return fmt.Errorf("%%%d is no image that is supported yet", in.ID(0))
	}
	n, ok := v.k.components(img.typ)
	if !ok {
		return fmt.Errorf("%simages of a format that converts are not supported by verify", v.where())
	}
	if in.Op == binary.OpImageQuerySize {
		return v.imageSize(fr, in, img)
	}
	index, err := v.texel(img, v.operand(fr, in.ID(1)))
	if err != nil {
		return err
	}
	at := img.at(v.k, index)
	switch in.Op {
	case binary.OpImageTexelPointer:
		fr.values[in.Result] = value{ptr: at}
		return nil
	case binary.OpImageRead:
		f, scope, err := v.texelFlags(fr, in, 2)
		if err != nil {
			return err
		}
		x, err := v.loadShared(at, Event{Flags: f | Read, Scope: scope})
		out := value{parts: []value{x, {}, {}, {n: 1}}}
		if n > 1 && err == nil {
			for i, part := range v.k.texels.parts(x.n) {
				out.parts[i] = value{n: part}
			}
		}
		fr.values[in.Result] = out
		return err
	}
	f, scope, err := v.texelFlags(fr, in, 3)
	if err != nil {
		return err
	}
	x := v.operand(fr, in.ID(2))
	switch {
	case n > 1 && len(x.parts) < n:
		return fmt.Errorf("%sa texel of %d components is written with %d", v.where(), n, max(len(x.parts), 1))
	case n > 1:
		parts := make([]uint64, n)
		for i := range parts {
			parts[i] = x.parts[i].n
		}
		x = value{n: v.k.texels.number(parts)}
	case len(x.parts) > 0:
		x = x.parts[0]
	}
	return v.storeShared(at, x, Event{Flags: f | Write, Scope: scope})
}

// texelAxis is more than an image of which the launch does not say the size is wide.
const texelAxis = 1 << 16

// texel is the number of the texel at coordinates, x first.
func (v *invocation) texel(img *pointer, x value) (uint64, error) {
	coordinates := x.parts
	if coordinates == nil {
		coordinates = []value{x}
	}
	extent, known := v.launch.Extents[v.k.bindingOf(img)]
	var n uint64
	for i := len(coordinates) - 1; i >= 0; i-- {
		c := lowBits(coordinates[i].n, 32)
		switch {
		case !known || i >= len(extent):
			n = n*texelAxis + c
		case c >= uint64(extent[i]):
			return 0, v.fail(fmt.Sprintf("access to %s at %s, which lies outside the image", v.k.variableName(img.base), coordinateText(coordinates)))
		default:
			n = n*uint64(extent[i]) + c
		}
	}
	return n, nil
}

func coordinateText(coordinates []value) string {
	var out []string
	for _, c := range coordinates {
		out = append(out, strconv.FormatInt(int64(int32(c.n)), 10))
	}
	return "(" + strings.Join(out, ", ") + ")"
}

// imageSize is the extent of an image.
func (v *invocation) imageSize(fr *frame, in *binary.Inst, img *pointer) error {
	extent, known := v.launch.Extents[v.k.bindingOf(img)]
	if !known {
		return errUnsupported
	}
	n, vector := v.k.parts(in.Type)
	if !vector {
		fr.values[in.Result] = value{n: uint64(extent[0])}
		return nil
	}
	out := value{parts: make([]value, n)}
	for i := range min(n, len(extent)) {
		out.parts[i] = value{n: uint64(extent[i])}
	}
	fr.values[in.Result] = out
	return nil
}

// texelFlags reads the image operands that begin at operand i.
func (v *invocation) texelFlags(fr *frame, in *binary.Inst, i int) (Flag, Scope, error) {
	return v.operandFlags(fr, in, i, i+1, [3]uint32{uint32(binary.ImageOperandsNonPrivateTexel),
		uint32(binary.ImageOperandsMakeTexelAvailable), uint32(binary.ImageOperandsMakeTexelVisible)})
}

// texels numbers the values of texels of several components, as an event has one number.
type texels struct {
	values [][]uint64
	of     map[string]uint64
}

func (t *texels) number(parts []uint64) uint64 {
	key := fmt.Sprint(parts)
	n, known := t.of[key]
	if !known {
		n = uint64(len(t.values))
		t.values = append(t.values, parts)
		t.of[key] = n
	}
	return n
}

func (t *texels) parts(n uint64) []uint64 {
	if n < uint64(len(t.values)) {
		return t.values[n]
	}
	return nil
}

// component is the place of one component of a texel, for conditions and text.
func (at *place) component() place {
	out := *at
	out.size, out.texels = at.size/uint64(at.components), nil
	return out
}
