package interp

import (
	"fmt"
	"slices"
	"strings"

	"slc/lower/ir"
	"slc/sema/builtin"
	"slc/sema/types"
)

// binder lays out the memory that all workgroups share.
type binder struct {
	cfg     *Config
	first   map[*ir.Resource]int // index of the first descriptor in mems
	count   map[*ir.Resource]int
	shared  map[*ir.Resource]bool // has the memory of another with the same binding
	mems    []memory              // contents before the dispatch; a run copies them
	outputs []int                 // memories that a result lists
	given   map[string]bool       // what the configuration names, once heaps have asked
}

// space of the memory of a resource; none for those that nobody writes.
func spaceOfClass(c ir.ResourceClass) builtin.Spaces {
	switch c {
	case ir.StorageBuffer:
		return builtin.Buffers
	case ir.StorageImage, ir.StorageTexelBuffer:
		return builtin.Images
	}
	return builtin.NoSpaces
}

func bind(m *ir.Module, cfg *Config) (*binder, error) {
	b := &binder{cfg: cfg, first: map[*ir.Resource]int{}, count: map[*ir.Resource]int{}, shared: map[*ir.Resource]bool{}}
	used := map[string]bool{}
	bound, heaps := splitHeaps(m.Resources)
	for _, r := range bound {
		if err := b.resource(r, used); err != nil {
			return nil, err
		}
	}
	if err := b.bindHeaps(heaps, used); err != nil {
		return nil, err
	}
	for _, r := range m.Unused {
		used[r.Name] = true
	}
	for _, name := range pointerNames(cfg, used) {
		b.outputs = append(b.outputs, len(b.mems))
		b.mems = append(b.mems, memory{name: name, data: cfg.Buffers[name], space: builtin.Buffers})
	}
	return b, nil
}

// pointerNames are the named memories that are no resource, sorted.
func pointerNames(cfg *Config, used map[string]bool) []string {
	var names []string
	for name := range cfg.Buffers {
		if !used[name] {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	return names
}

// Address is what a physical pointer to the first byte of the named memory of a
// configuration is; 0 if nothing that a pointer can point into has the name.
func Address(m *ir.Module, cfg Config, name string) uint64 {
	b, err := bind(m, &cfg)
	if err != nil {
		return 0
	}
	for i := range b.mems {
		if b.mems[i].name == name && b.mems[i].space == builtin.Buffers {
			return addressOf(i)
		}
	}
	return 0
}

// addressOf spaces the memories for pointers 4 GiB apart.
func addressOf(mem int) uint64 { return uint64(mem+1) << 32 }

func (b *binder) resource(r *ir.Resource, used map[string]bool) error {
	n := max(r.Count, 1)
	if r.Count == types.Unsized {
		n = 1
		for b.cfg.Buffers[elementName(r.Name, n)] != nil {
			n++
		}
	}
	if other := b.sharing(r); other != nil {
		return b.share(r, other, used)
	}
	b.first[r], b.count[r] = len(b.mems), n
	for i := range n {
		name := elementName(r.Name, i)
		used[name] = true
		mem := memory{name: name, space: spaceOfClass(r.Class), ro: r.ReadOnly, seqcst: r.SeqCst}
		mem.ro = mem.ro || mem.space == builtin.NoSpaces
		if err := b.contents(r, &mem); err != nil {
			return err
		}
		b.mems = append(b.mems, mem)
	}
	return nil
}

// contents gives the next memory what the run says of it; what can be written is an output.
func (b *binder) contents(r *ir.Resource, mem *memory) error {
	data, given := b.cfg.Buffers[mem.name]
	mem.data = data
	if err := b.shape(r, mem, given); err != nil {
		return err
	}
	if !mem.ro {
		b.outputs = append(b.outputs, len(b.mems))
	}
	return nil
}

// sharing returns the resource bound before that has the binding of r, nil if none.
func (b *binder) sharing(r *ir.Resource) *ir.Resource {
	if !r.Aliased {
		return nil
	}
	for other := range b.first { // at most one of a binding has memory of its own: the order is of no matter
		if other.Aliased && other.Set == r.Set && other.Binding == r.Binding && !b.shared[other] {
			return other
		}
	}
	return nil
}

// share lets r stand for the memory of other, whose name is that of the memory.
func (b *binder) share(r, other *ir.Resource, used map[string]bool) error {
	b.first[r], b.count[r] = b.first[other], b.count[other]
	b.shared[r] = true
	for i := range b.count[r] {
		name := elementName(r.Name, i)
		used[name] = true
		if _, given := b.cfg.Buffers[name]; given {
			return fmt.Errorf("%s has the binding of %s: give the contents of %s only", name, other.Name, other.Name)
		}
		mem := &b.mems[b.first[r]+i]
		mem.seqcst = mem.seqcst || r.SeqCst
	}
	return nil
}

func elementName(name string, i int) string {
	if i == 0 {
		return name
	}
	return fmt.Sprintf("%s[%d]", name, i)
}

// shape gives the memory its size: that of its contents, of its type, or the default.
func (b *binder) shape(r *ir.Resource, mem *memory, given bool) error {
	if len(r.Views) == 0 {
		return nil
	}
	elem := r.Views[0].Elem
	switch r.Class {
	case ir.UniformBuffer, ir.PushConstant:
		if size, _ := r.Layout.SizeAlign(elem); len(mem.data) < size {
			if given {
				return fmt.Errorf("%s has %d bytes, its type needs %d", r.Name, len(mem.data), size)
			}
			mem.data = make([]byte, size)
		}
	case ir.StorageBuffer:
		if !given {
			mem.data = make([]byte, DefaultSize)
		}
	case ir.Sampler:
		mem.sampler = b.cfg.Samplers[mem.name]
	default:
		return b.image(r, mem, elem, given)
	}
	return nil
}

func (b *binder) image(r *ir.Resource, mem *memory, elem types.Type, given bool) error {
	mem.texel, _ = ir.ScalarLayout.SizeAlign(elem)
	dims := 1
	if r.Source != nil && r.Source.IsImage() {
		dims = imageDims(r.Source)
	}
	extent, ok := b.cfg.Extents[mem.name]
	if !ok {
		extent, ok = b.cfg.Extents[r.Name]
	}
	switch {
	case ok:
		for i := range extent {
			extent[i] = max(extent[i], 1)
		}
	case dims == 1 && given:
		extent = [3]int{len(mem.data) / max(mem.texel, 1), 1, 1}
	case dims == 1 && (r.Class == ir.StorageTexelBuffer || r.Class == ir.UniformTexelBuffer):
		extent = [3]int{DefaultSize / max(mem.texel, 1), 1, 1}
	default:
		extent = [3]int{8, 8, 8}
		for i := dims; i < 3; i++ {
			extent[i] = 1
		}
	}
	mem.extent = extent
	size := extent[0] * extent[1] * extent[2] * mem.texel
	if given && len(mem.data) < size {
		return fmt.Errorf("%s has %d bytes, %dx%dx%d texels need %d", mem.name, len(mem.data), extent[0], extent[1], extent[2], size)
	}
	if !given {
		mem.data = make([]byte, size)
	}
	return nil
}

// imageDims is the number of coordinates of an image, the layer included.
func imageDims(r *types.Resource) int {
	n := 1
	switch r.Dim {
	case types.Dim2D:
		n = 2
	case types.Dim3D, types.DimCube:
		n = 3
	}
	if r.Arrayed {
		n++
	}
	return min(n, 3)
}

// member finds a uniform by the name that the source gives it.
func member(m *ir.Module, name string) (*ir.Resource, *types.Struct, int) {
	for _, r := range m.Resources {
		if r.Class != ir.UniformBuffer && r.Class != ir.PushConstant || len(r.Views) == 0 {
			continue
		}
		s, ok := r.Views[0].Elem.(*types.Struct)
		if !ok {
			continue
		}
		for i, f := range s.Fields {
			if f.Name == name || strings.HasSuffix(f.Name, "."+name) || r.Name+"."+f.Name == name {
				return r, s, i
			}
		}
	}
	return nil, nil, 0
}

// SetUniform writes data to a member of a uniform block or of the push constants: "count",
// "params.count". It makes the block in cfg.Buffers if it is not there.
func SetUniform(m *ir.Module, cfg *Config, name string, data []byte) error {
	r, s, i := member(m, name)
	if r == nil {
		return fmt.Errorf("the kernel has no uniform %q", name)
	}
	size, _ := r.Layout.SizeAlign(s)
	block := make([]byte, max(size, len(cfg.Buffers[r.Name])))
	copy(block, cfg.Buffers[r.Name])
	at := r.Layout.Offset(s, i)
	want, _ := r.Layout.SizeAlign(s.Fields[i].Type)
	if len(data) > want {
		return fmt.Errorf("%s takes %d bytes, not %d", name, want, len(data))
	}
	copy(block[at:], data)
	if cfg.Buffers == nil {
		cfg.Buffers = map[string][]byte{}
	}
	cfg.Buffers[r.Name] = block
	return nil
}
