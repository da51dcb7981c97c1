package exec

import (
	"encoding/binary"
	"fmt"
	"slices"
	"strings"

	"slc/cmd/slc-vulkan/bind"
	"slc/lower/ir"
	"slc/sema/types"
	"slc/testsuite/cases"
)

// defaultSize is the size in bytes of a buffer that a run does not mention.
const defaultSize = 4096

// imageExtent is the extent of every image in each of its dimensions.
const imageExtent = 8

// check reports names in a run that the module does not have.
func check(m *ir.Module, run *cases.Run) error {
	for _, s := range run.Specialize {
		if specConst(m, s.Name) == nil {
			return fmt.Errorf("the kernel has no specialization constant %q", s.Name)
		}
	}
	pointed := pointedAt(run)
	for _, b := range run.Buffers {
		if !knows(m, b.Name) && !slices.Contains(pointed, b.Name) {
			return fmt.Errorf("the kernel has no resource or parameter %q", b.Name)
		}
	}
	for _, e := range run.Expect {
		if resource(m, e.Name) == nil && !slices.Contains(pointed, e.Name) {
			return fmt.Errorf("the kernel has no resource %q", e.Name)
		}
	}
	return nil
}

// specConst is the specialization constant of a name, nil if there is none.
func specConst(m *ir.Module, name string) *ir.Const {
	for _, c := range m.SpecConsts() {
		if c.Spec.Name == name {
			return c
		}
	}
	return nil
}

// pointedAt lists the buffers whose addresses the run puts anywhere.
func pointedAt(run *cases.Run) (names []string) {
	for _, b := range run.Buffers {
		for _, a := range b.Addresses {
			names = append(names, a.Of)
		}
	}
	return names
}

// memories are the buffers of a run that are reached by pointers only.
func memories(m *ir.Module, run *cases.Run) (list []cases.RunBuffer) {
	for _, b := range run.Buffers {
		if !knows(m, b.Name) {
			list = append(list, b)
		}
	}
	return list
}

// patch is an address in the contents of a buffer.
type patch struct {
	offset int
	cases.Address
}

func patches(list []patch, at int, b *cases.RunBuffer) []patch {
	for _, a := range b.Addresses {
		list = append(list, patch{at + 4*a.Word, a})
	}
	return list
}

func resource(m *ir.Module, name string) *ir.Resource {
	base, _, _ := strings.Cut(name, "[")
	for _, r := range m.Resources {
		if r.Name == name || r.Heap && r.Name == base {
			return r
		}
	}
	return nil
}

// element is a resource that has contents of its own: element n of a heap is a resource called NAME[n].
type element struct {
	*ir.Resource
	n      int
	interp string // its name in the interpreter
	heap   bool
}

// elements are the resources of a module, with those elements of heaps that the run names.
func elements(m *ir.Module, run *cases.Run) (list []element) {
	named := map[string]bool{}
	for _, b := range run.Buffers {
		named[b.Name] = true
	}
	for name := range run.Extents {
		named[name] = true
	}
	for name := range run.Samplers {
		named[name] = true
	}
	for _, r := range m.Resources {
		if !r.Heap {
			list = append(list, element{r, 0, r.Name, false})
			continue
		}
		for n := range maxHeap {
			e := *r
			if e.Name = fmt.Sprintf("%s[%d]", r.Name, n); !named[e.Name] {
				continue
			}
			e.Heap, e.Count = false, 1
			interp := e.Name
			if n == 0 {
				interp = r.Name
			}
			list = append(list, element{&e, n, interp, true})
		}
	}
	return list
}

// maxHeap is the number of elements that heaps have in runs.
const maxHeap = 64

// knows reports whether name is a resource or a member of a uniform block.
func knows(m *ir.Module, name string) bool {
	if resource(m, name) != nil {
		return true
	}
	for _, r := range m.Resources {
		if s := blockOf(r); s != nil && s.FieldNamed(name) != nil {
			return true
		}
	}
	return false
}

// blockOf is the struct of a uniform block or of push constants.
func blockOf(r *ir.Resource) *types.Struct {
	if r.Class != ir.UniformBuffer && r.Class != ir.PushConstant || len(r.Views) == 0 {
		return nil
	}
	s, _ := r.Views[0].Elem.(*types.Struct)
	return s
}

// contents is what a resource holds before the run: the buffer of its name, or
// a block filled from the parameters that the run names.
func contents(r *ir.Resource, run *cases.Run) (data []byte, at []patch) {
	for i, b := range run.Buffers {
		if b.Name == r.Name {
			return Bytes(b.Words), patches(nil, 0, &run.Buffers[i])
		}
	}
	s := blockOf(r)
	if s == nil {
		return make([]byte, defaultSize), nil
	}
	size, _ := r.Layout.SizeAlign(s)
	data = make([]byte, (size+15)/16*16)
	for i, f := range s.Fields {
		for k, b := range run.Buffers {
			if b.Name == f.Name || strings.HasSuffix(f.Name, "."+b.Name) {
				offset := r.Layout.Offset(s, i)
				copy(data[offset:], Bytes(b.Words))
				at = patches(at, offset, &run.Buffers[k])
			}
		}
	}
	return data, at
}

// extentOf is the extent of an image: what the run says, or imageExtent in each dimension; a
// cube has six faces.
func extentOf(r *ir.Resource, run *cases.Run) []int {
	if e := run.Extents[r.Name]; e != nil {
		return e
	}
	e := slices.Repeat([]int{imageExtent}, bind.Dimensions(r.Source))
	if r.Source.Dim == types.DimCube {
		e[2] = 6
	}
	return e
}

// texelElement is the size of a component of the texels that run on the CPU.
const texelElement = 4

// image is the contents of an image or texel buffer on the CPU.
type image struct {
	extent   [3]int
	channels int
	data     []byte
}

// texels fits the contents of an image or texel buffer to its size.
func texels(r *ir.Resource, data []byte, run *cases.Run) (image, error) {
	format := bind.Format(r)
	base := strings.TrimRight(format, "uif")
	x := image{extent: [3]int{1, 1, 1}, channels: len(base) - len("32")}
	if !strings.HasSuffix(base, "32") {
		return x, fmt.Errorf("texels of format %q are not run on the CPU", format)
	}
	if r.Class != ir.StorageImage && r.Class != ir.SampledImage {
		x.extent[0] = len(data) / (x.channels * texelElement)
	} else {
		copy(x.extent[:], extentOf(r, run))
	}
	x.data = make([]byte, x.extent[0]*x.extent[1]*x.extent[2]*x.channels*texelElement)
	copy(x.data, data)
	return x, nil
}

// Bytes are words in memory.
func Bytes(words []uint32) []byte {
	var out []byte
	for _, w := range words {
		out = binary.LittleEndian.AppendUint32(out, w)
	}
	return out
}

// Words is the inverse of Bytes.
func Words(data []byte) []uint32 {
	var out []uint32
	for ; len(data) >= 4; data = data[4:] {
		out = append(out, binary.LittleEndian.Uint32(data))
	}
	return out
}
