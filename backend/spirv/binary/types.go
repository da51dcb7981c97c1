package binary

import "math"

// TypeVoid returns the void type.
func (m *Module) TypeVoid() ID { return m.Declare(OpTypeVoid, 0) }

// TypeBool returns the boolean type.
func (m *Module) TypeBool() ID { return m.Declare(OpTypeBool, 0) }

// TypeInt returns an integer type.
func (m *Module) TypeInt(width uint32, signed bool) ID {
	return m.Declare(OpTypeInt, 0, width, word(signed))
}

// TypeFloat returns a floating-point type.
func (m *Module) TypeFloat(width uint32) ID { return m.Declare(OpTypeFloat, 0, width) }

// TypeVector returns a vector type.
func (m *Module) TypeVector(component ID, count uint32) ID {
	return m.Declare(OpTypeVector, 0, component, count)
}

// TypeMatrix returns a matrix type of count columns.
func (m *Module) TypeMatrix(column ID, count uint32) ID {
	return m.Declare(OpTypeMatrix, 0, column, count)
}

// TypeArray returns an array type of a constant length; a stride that is not 0 becomes its ArrayStride.
func (m *Module) TypeArray(element, length ID, stride uint32) ID {
	return m.strided(OpTypeArray, stride, element, length)
}

// TypeRuntimeArray returns an array type without a length; a stride that is not 0 becomes its ArrayStride.
func (m *Module) TypeRuntimeArray(element ID, stride uint32) ID {
	return m.strided(OpTypeRuntimeArray, stride, element)
}

// TypePointer returns a pointer type.
func (m *Module) TypePointer(sc StorageClass, pointee ID) ID {
	return m.strided(OpTypePointer, 0, uint32(sc), pointee)
}

// TypeStridedPointer returns a pointer type with an ArrayStride, which the base of an OpPtrAccessChain into explicitly
// laid out memory needs.
func (m *Module) TypeStridedPointer(sc StorageClass, pointee ID, stride uint32) ID {
	return m.strided(OpTypePointer, stride, uint32(sc), pointee)
}

func (m *Module) strided(op Opcode, stride uint32, operands ...uint32) ID {
	id, fresh := m.declare(op, 0, stride, operands)
	if fresh && stride != 0 {
		m.Decorate(id, DecorationArrayStride, stride)
	}
	return id
}

// TypeStruct returns a new structure type, for the caller to decorate.
func (m *Module) TypeStruct(members ...ID) ID { return m.Globals().Define(OpTypeStruct, members...) }

// TypePlainStruct returns the structure type with these members and no decorations.
func (m *Module) TypePlainStruct(members ...ID) ID { return m.Declare(OpTypeStruct, 0, members...) }

// TypeFunction returns a function type.
func (m *Module) TypeFunction(result ID, params ...ID) ID {
	return m.Declare(OpTypeFunction, 0, append([]uint32{result}, params...)...)
}

// TypeSampler returns the sampler type.
func (m *Module) TypeSampler() ID { return m.Declare(OpTypeSampler, 0) }

// TypeSampledImage returns the type of an image combined with a sampler.
func (m *Module) TypeSampledImage(image ID) ID { return m.Declare(OpTypeSampledImage, 0, image) }

// Image describes an image type; Sampled is 1 for images read with or without a sampler, 2 for storage images.
type Image struct {
	Texel                        ID // type of what a read returns, or of its components
	Dim                          Dim
	Depth, Arrayed, Multisampled bool
	Sampled                      uint32
	Format                       ImageFormat
}

// TypeImage returns an image type.
func (m *Module) TypeImage(i Image) ID {
	return m.Declare(OpTypeImage, 0, i.Texel, uint32(i.Dim), word(i.Depth), word(i.Arrayed), word(i.Multisampled),
		i.Sampled, uint32(i.Format))
}

// ConstBool returns a boolean constant.
func (m *Module) ConstBool(v bool) ID {
	if v {
		return m.Declare(OpConstantTrue, m.TypeBool())
	}
	return m.Declare(OpConstantFalse, m.TypeBool())
}

// ConstU32 returns a constant of type uint, such as a scope or memory semantics operand.
func (m *Module) ConstU32(v uint32) ID { return m.Declare(OpConstant, m.TypeInt(32, false), v) }

// ConstI32 returns a constant of type int.
func (m *Module) ConstI32(v int32) ID { return m.Declare(OpConstant, m.TypeInt(32, true), uint32(v)) }

// ConstInt returns an integer constant; v holds the value's low bits, its other bits are ignored.
func (m *Module) ConstInt(width uint32, signed bool, v uint64) ID {
	return m.Declare(OpConstant, m.TypeInt(width, signed), IntWords(width, signed, v)...)
}

// ConstF32 returns a constant of type float.
func (m *Module) ConstF32(v float32) ID { return m.ConstFloat(32, uint64(math.Float32bits(v))) }

// ConstFloat returns a floating-point constant with the bits of an IEEE 754 number of the width.
func (m *Module) ConstFloat(width uint32, bits uint64) ID {
	return m.Declare(OpConstant, m.TypeFloat(width), IntWords(width, false, bits)...)
}

// ConstComposite returns a composite constant.
func (m *Module) ConstComposite(typ ID, parts ...ID) ID {
	return m.Declare(OpConstantComposite, typ, parts...)
}

// ConstNull returns the null constant of a type.
func (m *Module) ConstNull(typ ID) ID { return m.Declare(OpConstantNull, typ) }

// Undef returns the undefined value of a type, declared at module level.
func (m *Module) Undef(typ ID) ID { return m.Declare(OpUndef, typ) }

// SpecConstant returns a new specialization constant with the SpecId and the default value's words.
func (m *Module) SpecConstant(typ ID, specID uint32, value ...uint32) ID {
	return m.spec(OpSpecConstant, typ, specID, value)
}

// SpecConstantBool returns a new boolean specialization constant.
func (m *Module) SpecConstantBool(specID uint32, value bool) ID {
	if value {
		return m.spec(OpSpecConstantTrue, m.TypeBool(), specID, nil)
	}
	return m.spec(OpSpecConstantFalse, m.TypeBool(), specID, nil)
}

func (m *Module) spec(op Opcode, typ ID, specID uint32, value []uint32) ID {
	id := m.Globals().Value(op, typ, value...)
	m.Decorate(id, DecorationSpecId, specID)
	return id
}

// SpecConstantOp returns the value of an operation on constants, to be evaluated when specialized.
func (m *Module) SpecConstantOp(typ ID, op Opcode, operands ...uint32) ID {
	return m.Declare(OpSpecConstantOp, typ, append([]uint32{uint32(op)}, operands...)...)
}

// Variable declares a global variable; init is the id of a constant, or 0.
func (m *Module) Variable(pointer ID, sc StorageClass, init ID) ID {
	if init != 0 {
		return m.Globals().Value(OpVariable, pointer, uint32(sc), init)
	}
	return m.Globals().Value(OpVariable, pointer, uint32(sc))
}

// IntWords returns the words of a literal of the width. Bits of the last word beyond the width repeat the sign of a
// signed type and are 0 otherwise (2.2.1).
func IntWords(width uint32, signed bool, v uint64) []uint32 {
	if width > 32 {
		return []uint32{uint32(v), uint32(v >> 32)}
	}
	w := uint32(v) << (32 - width)
	if signed {
		return []uint32{uint32(int32(w) >> (32 - width))}
	}
	return []uint32{w >> (32 - width)}
}

func word(b bool) uint32 {
	if b {
		return 1
	}
	return 0
}
