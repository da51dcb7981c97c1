package spirv

import (
	"slc/backend/spirv/binary"
	"slc/lower/ir"
	"slc/sema/types"
)

func (e *emitter) composite(in *ir.Instr) binary.ID {
	typ := e.typeID(in.Type)
	body := e.f.body
	switch in.Op {
	case ir.OpConstruct:
		return e.construct(in, typ)
	case ir.OpSplat:
		if c, ok := in.Args[0].(*ir.Const); ok && c.Spec == nil {
			return e.splatConst(in.Type, e.constant(c))
		}
		return e.splat(e.value(in.Args[0]), in.Type)
	case ir.OpExtract:
		return body.Value(binary.OpCompositeExtract, typ, e.value(in.Args[0]), uint32(in.Index))
	case ir.OpExtractDyn:
		return e.extractDyn(in, typ)
	case ir.OpInsert:
		return body.Value(binary.OpCompositeInsert, typ, e.value(in.Args[1]), e.value(in.Args[0]), uint32(in.Index))
	}
	v := e.value(in.Args[0]) // OpShuffle
	operands := append(make([]uint32, 0, 6), v, v)
	for _, c := range in.Comps {
		operands = append(operands, uint32(c))
	}
	return body.Value(binary.OpVectorShuffle, typ, operands...)
}

func (e *emitter) construct(in *ir.Instr, typ binary.ID) binary.ID {
	if len(in.Args) == 1 && in.Args[0].ValueType() == in.Type {
		return e.value(in.Args[0])
	}
	ids := make([]binary.ID, len(in.Args))
	for i, a := range in.Args {
		ids[i] = e.value(a)
	}
	return e.f.body.Value(binary.OpCompositeConstruct, typ, ids...)
}

func (e *emitter) extract(v binary.ID, elem types.Type, i int) binary.ID {
	return e.f.body.Value(binary.OpCompositeExtract, e.typeID(elem), v, uint32(i))
}

// splat repeats a scalar over t.
func (e *emitter) splat(v binary.ID, t types.Type) binary.ID {
	n := parts(t)
	if n == 0 {
		return v
	}
	ids := make([]binary.ID, n)
	for i := range ids {
		ids[i] = v
	}
	return e.f.body.Value(binary.OpCompositeConstruct, e.typeID(t), ids...)
}

// extractDyn reads a part at a run-time index. An array value has to be put into a variable: only memory can be indexed.
func (e *emitter) extractDyn(in *ir.Instr, typ binary.ID) binary.ID {
	t := in.Args[0].ValueType()
	v, index := e.value(in.Args[0]), e.value(in.Args[1])
	if _, ok := t.(*types.Vector); ok {
		return e.f.body.Value(binary.OpVectorExtractDynamic, typ, v, index)
	}
	class := uint32(binary.StorageClassFunction)
	variable := e.f.vars.Value(binary.OpVariable, e.m.TypePointer(binary.StorageClassFunction, e.typeID(t)), class)
	e.f.body.Do(binary.OpStore, variable, v)
	ptr := e.f.body.Value(binary.OpAccessChain, e.m.TypePointer(binary.StorageClassFunction, typ), variable, index)
	return e.f.body.Value(binary.OpLoad, typ, ptr)
}
