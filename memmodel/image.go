package memmodel

import (
	"fmt"

	"slc/backend/spirv/binary"
)

// isImage says whether a type is an image.
func (k *Kernel) isImage(typ binary.ID) bool {
	def := k.m.Def(typ)
	return def != nil && def.Op == binary.OpTypeImage
}

// wholeTexels says whether the texels of an image are one component that is stored as it is.
func (k *Kernel) wholeTexels(typ binary.ID) bool {
	switch binary.ImageFormat(k.m.Def(typ).Word(6)) {
	case binary.ImageFormatR32f, binary.ImageFormatR32i, binary.ImageFormatR32ui, binary.ImageFormatR64i, binary.ImageFormatR64ui:
		return true
	}
	return false
}

// image executes accesses of storage images and texel buffers, whose texels have one
// component.
func (v *invocation) image(fr *frame, in *binary.Inst) error {
	img := v.operand(fr, in.ID(0)).ptr
	if img == nil || !v.k.isImage(img.typ) {
		return fmt.Errorf("%%%d is no image that is supported yet", in.ID(0))
	}
	if !v.k.wholeTexels(img.typ) {
		return fmt.Errorf("%simages of several components, or of a format that converts, are not supported by verify", v.where())
	}
	at := img.at(v.k, texel(v.operand(fr, in.ID(1))))
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
		fr.values[in.Result] = value{parts: []value{x, {}, {}, {n: 1}}}
		return err
	}
	f, scope, err := v.texelFlags(fr, in, 3)
	if err != nil {
		return err
	}
	x := v.operand(fr, in.ID(2))
	if len(x.parts) > 0 {
		x = x.parts[0]
	}
	return v.storeShared(at, x, Event{Flags: f | Write, Scope: scope})
}

// texelAxis is more than an image that a launch reaches is wide.
const texelAxis = 1 << 16

// texel makes one index of coordinates.
func texel(x value) uint64 {
	n := x.n
	for i := len(x.parts) - 1; i >= 0; i-- {
		n = n*texelAxis + x.parts[i].n
	}
	return n
}

// texelFlags reads the image operands that begin at operand i.
func (v *invocation) texelFlags(fr *frame, in *binary.Inst, i int) (Flag, Scope, error) {
	return v.operandFlags(fr, in, i, i+1, [3]uint32{uint32(binary.ImageOperandsNonPrivateTexel),
		uint32(binary.ImageOperandsMakeTexelAvailable), uint32(binary.ImageOperandsMakeTexelVisible)})
}
