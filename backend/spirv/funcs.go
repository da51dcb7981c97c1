package spirv

import (
	"slc/backend/spirv/binary"
	"slc/frontend/source"
	"slc/lower/ir"
	"slc/sema/types"
)

// function is an emitted function.
type function struct {
	id   binary.ID
	uses []bool // of emitter.globals, by it and its callees
}

// funcState is the state of the function that is being emitted.
type funcState struct {
	vars   *binary.Code // variables, which come first in the first block
	body   *binary.Code
	values []binary.ID // by Instr.ID
	places []*place    // by Instr.ID
	args   []binary.ID // value parameters, by Index
	params []*place    // place parameters, by Index
	block  binary.ID   // label of the current block
	uses   []bool

	breaks []breakTarget // innermost last
	depth  int           // constructs around the instruction
	// keepNested is set in an else-if chain that cannot be emitted flat.
	keepNested bool
	continues  []binary.ID // targets, innermost last
	line       source.Location
}

// breakTarget is the merge block of a loop or switch.
type breakTarget struct {
	label binary.ID
	loop  bool
}

func (f *funcState) use(global int) {
	for len(f.uses) <= global {
		f.uses = append(f.uses, false)
	}
	f.uses[global] = true
}

// startBlock begins a block; a source line holds to the end of a block only.
func (f *funcState) startBlock(label binary.ID) {
	f.body.Label(label)
	f.block, f.line = label, source.Location{}
}

func (e *emitter) function(fn *ir.Func) {
	fn.Number()
	n := 0
	fn.Body.Walk(func(in *ir.Instr) {
		if in.IsValue() {
			n = in.ID + 1
		}
	})
	f := &funcState{vars: e.m.NewCode(), body: e.m.NewCode(), values: make([]binary.ID, n), places: make([]*place, n),
		args: make([]binary.ID, len(fn.Params)), params: make([]*place, len(fn.Params)), uses: make([]bool, len(e.globals))}
	e.f = f

	paramTypes := make([]binary.ID, len(fn.Params))
	for i, p := range fn.Params {
		if ref, ok := p.Type.(*types.Ref); ok {
			paramTypes[i] = e.m.TypePointer(binary.StorageClassFunction, e.typeID(ref.Elem))
		} else {
			paramTypes[i] = e.typeID(p.Type)
		}
	}
	result := e.typeID(fn.Result)
	id := e.m.NewID()
	e.m.Name(id, fn.Name)
	head := e.m.NewCode()
	head.ValueID(id, binary.OpFunction, result, binary.FunctionControlNone, e.m.TypeFunction(result, paramTypes...))
	for i, p := range fn.Params {
		param := head.Value(binary.OpFunctionParameter, paramTypes[i])
		e.m.Name(param, p.Name)
		f.args[i] = param
		if ref, ok := p.Type.(*types.Ref); ok {
			f.params[i] = &place{base: param, class: binary.StorageClassFunction, elem: ref.Elem}
		}
	}
	f.block = e.m.NewID()
	head.Label(f.block)
	e.region(fn.Body)

	out := e.m.Functions()
	out.Append(head)
	out.Append(f.vars)
	out.Append(f.body)
	out.Do(binary.OpFunctionEnd)
	e.funcs[fn] = &function{id: id, uses: f.uses}
}

// value returns the id of an operand that is a value.
func (e *emitter) value(v ir.Value) binary.ID {
	switch v := v.(type) {
	case *ir.Instr:
		return e.f.values[v.ID]
	case *ir.Const:
		return e.constant(v)
	case *ir.Param:
		return e.f.args[v.Index]
	}
	return 0
}

// region emits the instructions of a region up to its terminator.
func (e *emitter) region(r *ir.Region) {
	for _, in := range r.Instrs {
		e.at = in.Span
		if e.opts.Debug {
			e.line(in)
		}
		if _, isRef := in.Type.(*types.Ref); isRef {
			e.f.places[in.ID] = e.address(in)
			continue
		}
		id := e.instr(in)
		if !in.IsValue() {
			continue
		}
		e.f.values[in.ID] = id
		if in.Name != "" && id != 0 {
			e.m.Name(id, in.Name)
		}
	}
}

// line emits OpLine where the source position changes.
func (e *emitter) line(in *ir.Instr) {
	if e.opts.Sources == nil || !in.Span.IsValid() || in.Op == ir.OpVar {
		return
	}
	loc := e.opts.Sources.Locate(in.Span.Start)
	if last := e.f.line; loc.File == last.File && loc.Line == last.Line && loc.Column == last.Column {
		return
	}
	e.f.line = loc
	e.f.body.Line(e.m.String(loc.File), uint32(loc.Line), uint32(loc.Column))
}

// instr emits an instruction that is not an address and returns its value.
func (e *emitter) instr(in *ir.Instr) binary.ID {
	switch op := in.Op; {
	case op >= ir.OpAdd && op <= ir.OpBitcast:
		return e.arithmetic(in)
	case op >= ir.OpConstruct && op <= ir.OpShuffle:
		return e.composite(in)
	case op >= ir.OpIf && op <= ir.OpUnreachable:
		return e.control(in)
	}
	switch in.Op {
	case ir.OpLoad:
		return e.load(in)
	case ir.OpStore:
		e.store(in)
	case ir.OpAtomic:
		return e.atomic(in)
	case ir.OpBarrier:
		e.barrier(in)
	case ir.OpImageRead:
		return e.imageRead(in)
	case ir.OpImageWrite:
		e.imageWrite(in)
	case ir.OpLength:
		return e.length(in)
	case ir.OpImageSize:
		return e.imageSize(in)
	case ir.OpCall:
		return e.call(in)
	case ir.OpIntrinsic:
		return e.intrinsic(in)
	case ir.OpSystem:
		return e.system(in.System)
	}
	return 0
}

// call emits a call; places are whole variables (S13: no access chains as arguments).
func (e *emitter) call(in *ir.Instr) binary.ID {
	callee := e.funcs[in.Callee]
	operands := make([]uint32, 1, 1+len(in.Args))
	operands[0] = callee.id
	for _, a := range in.Args {
		if p := e.placeOrNil(a); p != nil {
			operands = append(operands, p.base)
		} else {
			operands = append(operands, e.value(a))
		}
	}
	for g, used := range callee.uses {
		if used {
			e.f.use(g)
		}
	}
	return e.f.body.Value(binary.OpFunctionCall, e.typeID(in.Type), operands...)
}

// placeOrNil returns the address that an operand is, nil for a value.
func (e *emitter) placeOrNil(v ir.Value) *place {
	if _, isRef := v.ValueType().(*types.Ref); isRef {
		return e.place(v)
	}
	return nil
}
