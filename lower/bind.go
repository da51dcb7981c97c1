package lower

import (
	"slc/frontend/source"
	"slc/lower/ir"
	"slc/sema/typed"
	"slc/sema/types"
)

// Binding: every shader parameter becomes a tree of nodes whose leaves are resources;
// the ordinary data of all global parameters shares one constant buffer. The numbers are assigned in number.go.

// space groups the slots that share a descriptor set or register space: the default
// one, or that of a parameter block.
type space struct {
	slots []*slot
}

// slot is one resource that needs numbers.
type slot struct {
	res   *ir.Resource
	space *space
	bind  *typed.Binding // explicit binding of the parameter it belongs to, nil if none
	first bool           // first slot of its parameter
	push  bool
	span  source.Span
	// sampler is what a texture is combined with; combined says that the slot is such a sampler.
	sampler  *slot
	combined bool
}

// quals are the qualifiers that a parameter or field gives to the resources in it.
type quals struct {
	coherent, volatile, readOnly bool
	rowMajor, columnMajor        bool
	format                       string
	std140                       bool // a block that has this layout whatever others have
}

func (q quals) withField(f *types.Field) quals {
	q.coherent = q.coherent || f.Coherent
	q.volatile = q.volatile || f.Volatile
	q.readOnly = q.readOnly || f.ReadOnly
	if f.Format != "" {
		q.format = f.Format
	}
	if f.RowMajor || f.ColumnMajor {
		q.rowMajor, q.columnMajor = f.RowMajor, f.ColumnMajor
	}
	return q
}

type binder struct {
	p      *program
	spaces []*space // the default space first
	slots  []*slot  // in order of declaration
	cur    *space
	bind   *typed.Binding
	first  bool
	counts int // where the parameter says that its counter is bound, plus one; 0 if it does not
	span   source.Span
	nodes  int
	names  map[string]bool
	// numberings hand out the numbers of what is bound late.
	numberings []*numbering
	prepend    []*slot // the buffers of ordinary data, numbered before all others
	heaps      []*slot // of handles, numbered behind all others
}

// bindAll binds the parameters of the program.
func (p *program) bindAll(prog *typed.Program, entries []*typed.Entry) {
	b := &binder{p: p, spaces: []*space{{}}, names: map[string]bool{}}
	b.cur = b.spaces[0]
	p.binder = b
	var globals, heaps []*typed.Var
	for _, v := range prog.Globals {
		switch {
		case v.Heap:
			heaps = append(heaps, v)
		case v.Kind == typed.Uniform && v.EntryParam == nil:
			globals = append(globals, v)
		}
	}
	b.params(globals, "globalParams", false)
	for _, e := range entries {
		var own []*typed.Var
		for _, v := range e.Func.Params {
			if v.Kind == typed.Uniform {
				own = append(own, v)
			}
		}
		for _, v := range prog.Globals {
			if v.Kind == typed.Uniform && v.EntryParam == e && !containsVar(own, v) {
				own = append(own, v)
			}
		}
		b.params(own, "entryPointParams", true)
	}
	b.bindHeaps(heaps)
	p.resources = b.number()
}

func containsVar(list []*typed.Var, v *typed.Var) bool {
	for _, x := range list {
		if x == v {
			return true
		}
	}
	return false
}

// params binds the parameters of one scope. Their ordinary data goes into one block:
// a constant buffer for globals, a push constant for an entry point.
func (b *binder) params(vars []*typed.Var, name string, entry bool) {
	st := &types.Struct{Name: capital(name), Hidden: true}
	for _, v := range vars {
		if types.HasData(v.Type) && !v.PushConstant {
			st.Fields = append(st.Fields, &types.Field{Name: v.Name, Type: v.Type, Index: len(st.Fields), Span: v.Span,
				RowMajor: v.RowMajor, ColumnMajor: v.ColumnMajor})
		}
	}
	var block *object
	if len(st.Fields) > 0 {
		class := ir.UniformBuffer
		if entry && b.p.opts.Caps.Target == SPIRV {
			class = ir.PushConstant
		}
		b.bind, b.first, b.span = nil, true, st.Fields[0].Span
		if g := b.p.opts.Globals; g != nil && !entry {
			b.bind = &typed.Binding{Set: g.Set, Index: g.Number, Register: -1, Space: -1, Span: b.span}
		}
		block = b.block(name, class, st, quals{})
		block.res.Hidden = true
		if !entry { // allocated before every parameter without an explicit binding
			last := len(b.slots) - 1
			b.prepend = append(b.prepend, b.slots[last])
			b.slots = b.slots[:last]
		}
	}
	field := 0
	for _, v := range vars {
		b.bind, b.first, b.counts, b.span = v.Binding, true, v.Counter, v.Span
		q := quals{v.Coherent, v.Volatile, v.ReadOnly, v.RowMajor, v.ColumnMajor, v.Format, v.Std140}
		if v.PushConstant {
			b.pushConstant(v, q)
			continue
		}
		c := &cursor{n: b.build(v.Name, v.Type, nil, q), block: block}
		if types.HasData(v.Type) {
			c.steps = []step{{kind: sField, i: field, t: v.Type}}
			field++
		}
		b.p.params[v] = b.p.entityAt(c, v.Type)
	}
}

// pushConstant binds a parameter declared as push constant; other targets than
// Vulkan see a constant buffer.
func (b *binder) pushConstant(v *typed.Var, q quals) {
	t := v.Type
	if r, ok := t.(*types.Resource); ok {
		t = r.Elem
	}
	class := ir.PushConstant
	if b.p.opts.Caps.Target != SPIRV {
		class = ir.UniformBuffer
	}
	o := b.block(v.Name, class, t, q)
	if r, ok := v.Type.(*types.Resource); ok {
		setLayout(o.res, r)
	}
	n := b.node(v.Type)
	n.obj, n.content = o, b.build(v.Name, t, nil, q)
	ent := &entity{typ: v.Type, cur: &cursor{n: n}}
	if _, ok := v.Type.(*types.Resource); !ok { // a plain uniform is the content itself
		c := &cursor{n: n.content, block: o}
		if o.src != t {
			c.steps = []step{{kind: sField, t: t}}
		}
		ent = b.p.entityAt(c, t)
	}
	b.p.params[v] = ent
}

func (b *binder) node(t types.Type) *node {
	b.nodes++
	return &node{id: b.nodes, typ: t}
}

// build makes the tree of a parameter of type t. dims are the array dimensions around it.
func (b *binder) build(name string, t types.Type, dims []int, q quals) *node {
	n := b.node(t)
	switch t := t.(type) {
	case *types.Array:
		if !types.ContainsResource(t) {
			return n
		}
		inner := append(append([]int(nil), dims...), t.Len)
		n.elem = b.build(name, t.Elem, inner, q)
	case *types.Struct:
		if !types.ContainsResource(t) {
			return n
		}
		for _, f := range t.Fields {
			n.fields = append(n.fields, b.build(name+"_"+f.Name, f.Type, dims, q.withField(f)))
		}
		if t.Combined {
			b.combine(n)
		}
	case *types.Resource:
		n.dims = dims
		b.resource(n, name, t, q)
	}
	return n
}

// resource makes the object of one resource.
func (b *binder) resource(n *node, name string, t *types.Resource, q quals) {
	switch t.Kind {
	case types.ConstantBuffer:
		if types.HasData(t.Elem) {
			n.obj = b.block(name, ir.UniformBuffer, t.Elem, q)
			n.obj.res.Source, n.obj.res.Count = t, count(n.dims)
			setLayout(n.obj.res, t)
		}
		n.content = b.build(name, t.Elem, n.dims, q)
		return
	case types.ParameterBlock:
		old := b.cur
		b.cur = &space{}
		b.spaces = append(b.spaces, b.cur)
		if types.HasData(t.Elem) {
			n.obj = b.block(name, ir.UniformBuffer, t.Elem, q)
			n.obj.res.Source, n.obj.res.Count = t, count(n.dims)
		}
		n.content = b.build(name, t.Elem, n.dims, q)
		b.cur = old
		return
	}
	n.obj = b.leaf(name, t, q)
	n.obj.res.Count = count(n.dims)
	b.counterOf(n, name, t, q)
}

// combine makes the texture and the sampler of n one descriptor of Vulkan: a combined image sampler can be declared as a
// variable of each, with one binding (Vulkan specification, "Descriptor Set Interface").
func (b *binder) combine(n *node) {
	texture, sampler := b.slots[len(b.slots)-2], b.slots[len(b.slots)-1]
	texture.sampler, sampler.combined = sampler, true
	n.fields[0].obj.res.Combined, n.fields[1].obj.res.Combined = sampler.res, texture.res
}

// count is the number of descriptors of an array of those dimensions, 0 for none.
func count(dims []int) int {
	if len(dims) == 0 {
		return 0
	}
	n := 1
	for _, d := range dims {
		if d == types.Unsized {
			return types.Unsized
		}
		n *= d
	}
	return n
}

// classes of resources: how they are bound and where their contents live.
func classOfResource(t *types.Resource) (ir.ResourceClass, byte, types.Space) {
	switch t.Kind {
	case types.StructuredBuffer, types.ByteAddressBuffer:
		return ir.StorageBuffer, 't', types.SpaceBuffer
	case types.TypedBuffer:
		return ir.UniformTexelBuffer, 't', types.SpaceImage
	case types.RWTypedBuffer:
		return ir.StorageTexelBuffer, 'u', types.SpaceImage
	case types.Texture:
		return ir.SampledImage, 't', types.SpaceImage
	case types.RWTexture:
		return ir.StorageImage, 'u', types.SpaceImage
	case types.SamplerState, types.SamplerComparisonState:
		return ir.Sampler, 's', types.SpaceNone
	}
	return ir.StorageBuffer, 'u', types.SpaceBuffer
}

// leaf makes the object of a resource that is bound by itself.
func (b *binder) leaf(name string, t *types.Resource, q quals) *object {
	class, reg, in := classOfResource(t)
	res := &ir.Resource{Name: b.unique(name), Class: class, Source: t, Span: b.span, RegisterClass: reg,
		Layout: b.p.opts.Layout, ReadOnly: q.readOnly || !t.Writable(), Coherent: q.coherent, Volatile: q.volatile, Format: q.format}
	o := b.p.newObject(res.Name, in)
	setLayout(res, t)
	o.res, o.src = res, t.Elem
	o.readOnly, o.coherent, o.volatile = res.ReadOnly, q.coherent, q.volatile
	o.mode = b.p.memMode(q, o.facts)
	if class == ir.Sampler {
		o.src = types.Void
	}
	if (class == ir.StorageImage || class == ir.StorageTexelBuffer) && res.Format == "" {
		res.Format = formatOf(t.Elem)
	}
	if class == ir.StorageImage || class == ir.StorageTexelBuffer {
		o.oneChannel()
	}
	b.add(res)
	return o
}

// oneChannel makes the texel of an image whose format has one channel, as atomics need, a scalar.
func (o *object) oneChannel() {
	switch o.res.Format {
	case "r32f", "r32i", "r32ui", "r64i", "r64ui":
		if v, ok := o.src.(*types.Vector); ok && v.N > 1 {
			o.src, o.texel = v.Elem, v
		}
	}
}

// block makes the object of a constant buffer or push constant with content t.
func (b *binder) block(name string, class ir.ResourceClass, t types.Type, q quals) *object {
	if _, ok := t.(*types.Struct); !ok {
		t = &types.Struct{Name: capital(name) + "Content", Hidden: true, Fields: []*types.Field{{Name: "value", Type: t, Span: b.span}}}
	}
	res := &ir.Resource{Name: b.unique(name), Class: class, Content: t, Span: b.span, RegisterClass: 'b', ReadOnly: true, Layout: ir.Std140}
	in := types.SpaceUniform
	if class == ir.PushConstant {
		in, res.Layout = types.SpacePush, b.p.opts.Layout
	}
	switch {
	case q.std140:
		res.Layout = ir.Std140
	case b.p.opts.DXConstants && class == ir.PushConstant: // as slangc, whatever the other buffers are
		res.Layout = ir.Std430
	case b.p.opts.DXConstants:
		res.Layout = ir.DXConstants
	case b.p.opts.Layout == ir.ScalarLayout:
		res.Layout = ir.ScalarLayout
	}
	o := b.p.newObject(res.Name, in)
	o.res, o.src, o.readOnly = res, t, true
	o.mode = b.p.memMode(q, o.facts)
	b.add(res)
	return o
}

// setLayout gives a resource the layout that its type names.
func setLayout(res *ir.Resource, t *types.Resource) {
	switch l, _ := types.DataLayoutOf(t.LayoutArg()); l {
	case types.Std140DataLayout:
		res.Layout = ir.Std140
	case types.Std430DataLayout:
		res.Layout = ir.Std430
	case types.ScalarDataLayout, types.CDataLayout: // the same for what sema lets through
		res.Layout = ir.ScalarLayout
	}
}

func (b *binder) add(res *ir.Resource) {
	s := &slot{res: res, space: b.cur, bind: b.bind, first: b.first, push: res.Class == ir.PushConstant, span: b.span}
	b.first = false
	b.cur.slots = append(b.cur.slots, s)
	b.slots = append(b.slots, s)
}

// unique makes a name that no other resource has.
func (b *binder) unique(name string) string {
	for b.names[name] {
		name += "_"
	}
	b.names[name] = true
	return name
}

// memMode is how an object with these qualifiers and facts represents values.
func (p *program) memMode(q quals, f *facts) mode {
	return mode{host: true, placed: p.offsets, rowMajor: q.rowMajor || p.opts.RowMajor && !q.columnMajor, u32: f.bits32, u64: f.bits64}
}

func capital(s string) string {
	if s != "" && s[0] >= 'a' && s[0] <= 'z' {
		return string(s[0]-'a'+'A') + s[1:]
	}
	return s
}

// formatOf is the image format that holds a texel type without loss, in GLSL spelling; ""
// if no format does.
func formatOf(t types.Type) string {
	s := types.ElemScalar(t)
	n := types.NumComponents(t)
	if s == nil || n == 3 || n == 0 {
		return ""
	}
	prefix := [...]string{1: "r", 2: "rg", 4: "rgba"}[n]
	switch s.Kind {
	case types.KFloat:
		return prefix + "32f"
	case types.KHalf:
		return prefix + "16f"
	case types.KInt32:
		return prefix + "32i"
	case types.KUint32:
		return prefix + "32ui"
	case types.KInt16:
		return prefix + "16i"
	case types.KUint16:
		return prefix + "16ui"
	case types.KInt64, types.KUint64:
		switch { // those of four components are GLSL's, whose formats have one channel
		case n == 2:
			return ""
		case s.Kind == types.KInt64:
			return "r64i"
		}
		return "r64ui"
	}
	return ""
}
