package spirv

import (
	"slc/backend/spirv/binary"
	"slc/lower/ir"
	"slc/sema/types"
)

// declareGlobals declares the resources and variables that functions use, in module order.
func (e *emitter) declareGlobals() {
	e.views, e.vars = map[*ir.View]*global{}, map[*ir.Var]*global{}
	for _, f := range e.mod.Funcs {
		f.Body.Walk(func(in *ir.Instr) {
			for _, a := range in.Args {
				switch a := a.(type) {
				case *ir.View:
					e.views[a] = nil
				case *ir.Var:
					e.vars[a] = nil
				}
			}
		})
	}
	for _, r := range e.mod.Resources {
		e.resource(r)
	}
	for _, v := range e.mod.Shared {
		e.variable(v, binary.StorageClassWorkgroup)
	}
	for _, v := range e.mod.Privates {
		e.variable(v, binary.StorageClassPrivate)
	}
}

func (e *emitter) addGlobal(id binary.ID, p place) *global {
	p.base = id
	g := &global{id: id, ref: p, index: len(e.globals)}
	e.globals = append(e.globals, g)
	return g
}

// variable declares a groupshared or static variable. None has an initializer: statics are initialised by instructions.
func (e *emitter) variable(v *ir.Var, sc binary.StorageClass) {
	if _, used := e.vars[v]; !used {
		return
	}
	id := e.m.Variable(e.m.TypePointer(sc, e.typeID(v.Type.Elem)), sc, 0)
	e.m.Name(id, v.Name)
	e.vars[v] = e.addGlobal(id, place{class: sc, elem: v.Type.Elem, seqCst: v.SeqCst})
}

// resource declares one variable for each view in use.
func (e *emitter) resource(r *ir.Resource) {
	var ids []binary.ID
	for i, v := range r.Views {
		if _, used := e.views[v]; !used {
			continue
		}
		name := r.Name
		if i > 0 {
			name += "_" + v.Elem.String()
		}
		if id := e.view(v, name); id != 0 {
			ids = append(ids, id)
		}
	}
	if len(ids) > 1 || r.Aliased { // one binding through several variables (lowering.md §2)
		for _, id := range ids {
			e.m.Decorate(id, binary.DecorationAliased)
		}
	}
}

// view declares the variable of a view and returns it, 0 if one that is declared stands for it.
func (e *emitter) view(v *ir.View, name string) binary.ID {
	r := v.Resource
	p := place{view: v, elem: v.Type.Elem, seqCst: r.SeqCst}
	var typ binary.ID
	switch r.Class {
	case ir.StorageBuffer, ir.UniformBuffer, ir.PushConstant:
		typ = e.bufferType(v, &p)
	default:
		p.class = binary.StorageClassUniformConstant
		typ = e.opaqueType(v)
	}
	switch {
	case r.Count == types.Unsized:
		e.m.Capability(binary.CapabilityRuntimeDescriptorArray)
		typ = e.m.TypeRuntimeArray(typ, 0)
	case r.Count > 0:
		typ = e.m.TypeArray(typ, e.m.ConstU32(uint32(r.Count)), 0)
	}
	if r.Count == 0 && e.memberWrapped(v) {
		p.index = []binary.ID{e.m.ConstU32(0)}
		p.block = false
	}
	if r.Heap {
		if same := e.sameHeap(v, typ); same != nil {
			e.views[v] = same
			return 0
		}
	}
	id := e.m.Variable(e.m.TypePointer(p.class, typ), p.class, 0)
	e.m.Name(id, name)
	if r.Class != ir.PushConstant {
		e.m.Decorate(id, binary.DecorationDescriptorSet, uint32(r.Set))
		e.m.Decorate(id, binary.DecorationBinding, uint32(r.Binding))
	}
	if r.ReadOnly && (r.Class == ir.StorageBuffer || r.Class == ir.StorageImage || r.Class == ir.StorageTexelBuffer) {
		e.m.Decorate(id, binary.DecorationNonWritable)
	}
	if r.WriteOnly() {
		e.m.Decorate(id, binary.DecorationNonReadable)
	}
	e.views[v] = e.addGlobal(id, p)
	if r.Heap {
		e.heaps = append(e.heaps, heapVar{r, typ, e.views[v]})
	}
	return id
}

// heapVar is the variable of a heap of descriptors.
type heapVar struct {
	r      *ir.Resource
	typ    binary.ID
	global *global
}

// sameHeap is the variable that stands for the heap of v already: handles of types that are one in memory, RWStructuredBuffer<uint>
// and RWStructuredBuffer<Atomic<uint>>, choose through the same variable, so that their atomics are ordered among
// themselves (lowering.md §1, "Storage view"). nil if there is none.
func (e *emitter) sameHeap(v *ir.View, typ binary.ID) *global {
	r := v.Resource
	for _, h := range e.heaps {
		if h.typ == typ && h.global.ref.elem == v.Type.Elem && h.r.Set == r.Set && h.r.Binding == r.Binding && h.r.ReadOnly == r.ReadOnly && h.r.WriteOnly() == r.WriteOnly() && h.r.SeqCst == r.SeqCst {
			return h.global
		}
	}
	return nil
}

// bufferType returns the Block structure of a buffer view and completes its place.
func (e *emitter) bufferType(v *ir.View, p *place) binary.ID {
	r := v.Resource
	p.l = explicit(r.Layout)
	p.class = [...]binary.StorageClass{ir.StorageBuffer: binary.StorageClassStorageBuffer,
		ir.UniformBuffer: binary.StorageClassUniform, ir.PushConstant: binary.StorageClassPushConstant}[r.Class]
	e.smallStorage(v.Elem, p.class)
	typ, wrapped := e.blockType(p.elem, p.l, r.ReadOnly)
	p.block = !wrapped
	return typ
}

// memberWrapped reports whether the content of a view is the only member of its Block structure.
func (e *emitter) memberWrapped(v *ir.View) bool {
	switch v.Resource.Class {
	case ir.StorageBuffer:
		return true
	case ir.UniformBuffer, ir.PushConstant:
		_, isStruct := v.Elem.(*types.Struct)
		return !isStruct
	}
	return false
}

// builtinTable: the built-in input of a system value and the capability that it needs.
var builtinTable = [ir.NumSystemValues]struct {
	builtin binary.BuiltIn
	need    binary.Capability
	name    string
}{
	ir.DispatchThreadID: {binary.BuiltInGlobalInvocationId, binary.CapabilityShader, "dispatchThreadID"},
	ir.GroupID:          {binary.BuiltInWorkgroupId, binary.CapabilityShader, "groupID"},
	ir.GroupThreadID:    {binary.BuiltInLocalInvocationId, binary.CapabilityShader, "groupThreadID"},
	ir.GroupIndex:       {binary.BuiltInLocalInvocationIndex, binary.CapabilityShader, "groupIndex"},
	ir.NumWorkgroups:    {binary.BuiltInNumWorkgroups, binary.CapabilityShader, "numWorkgroups"},
	ir.LaneIndex:        {binary.BuiltInSubgroupLocalInvocationId, binary.CapabilityGroupNonUniform, "laneIndex"},
	ir.LaneCount:        {binary.BuiltInSubgroupSize, binary.CapabilityGroupNonUniform, "laneCount"},
	ir.WaveIndex:        {binary.BuiltInSubgroupId, binary.CapabilityGroupNonUniform, "waveIndex"},
	ir.NumWaves:         {binary.BuiltInNumSubgroups, binary.CapabilityGroupNonUniform, "numWaves"},
	ir.LaneEqMask:       {binary.BuiltInSubgroupEqMask, binary.CapabilityGroupNonUniformBallot, "laneEqMask"},
	ir.LaneGeMask:       {binary.BuiltInSubgroupGeMask, binary.CapabilityGroupNonUniformBallot, "laneGeMask"},
	ir.LaneGtMask:       {binary.BuiltInSubgroupGtMask, binary.CapabilityGroupNonUniformBallot, "laneGtMask"},
	ir.LaneLeMask:       {binary.BuiltInSubgroupLeMask, binary.CapabilityGroupNonUniformBallot, "laneLeMask"},
	ir.LaneLtMask:       {binary.BuiltInSubgroupLtMask, binary.CapabilityGroupNonUniformBallot, "laneLtMask"},
}

// system loads a built-in input.
func (e *emitter) system(s ir.SystemValue) binary.ID {
	typ := e.typeID(s.Type())
	if e.inputs[s] == nil {
		row := &builtinTable[s]
		e.m.Capability(row.need)
		id := e.m.Variable(e.m.TypePointer(binary.StorageClassInput, typ), binary.StorageClassInput, 0)
		e.m.Name(id, row.name)
		e.m.Decorate(id, binary.DecorationBuiltIn, uint32(row.builtin))
		e.inputs[s] = e.addGlobal(id, place{class: binary.StorageClassInput, elem: s.Type()})
		e.inputs[s].input = true
	}
	e.f.use(e.inputs[s].index)
	return e.f.body.Value(binary.OpLoad, typ, e.inputs[s].id)
}
