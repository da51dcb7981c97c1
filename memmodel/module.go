package memmodel

import (
	"fmt"
	"strconv"
	"strings"

	"slc/backend/spirv/binary"
)

// Kernel is a compute entry point of a SPIR-V module, ready to be executed for its
// memory operations.
type Kernel struct {
	m     *binary.Parsed
	entry binary.ID
	size  [3]uint32 // of a workgroup; see prepare
	grid  [3]int    // workgroups of the launch, along each axis
	// module evaluates constants of the module for the launch.
	module *invocation
	texels *texels

	names    map[binary.ID]string
	strings  map[binary.ID]string // of OpString
	members  map[[2]uint32]string
	strides  map[binary.ID]uint64
	offsets  map[[2]uint32]uint64
	sets     map[binary.ID][2]uint32 // descriptor set and binding
	aliased  map[binary.ID]bool
	readOnly map[binary.ID]bool // decorated NonWritable
	specs    map[binary.ID]uint32
	builtins map[binary.ID]binary.BuiltIn

	functions map[binary.ID]*function
	headers   map[binary.ID]binary.ID // of loops, to their merge blocks
	blocks    map[binary.ID]int       // index of each label

	constants map[binary.ID]value
	uses      map[binary.ID][]*binary.Inst // in functions; see counter
	counters  map[binary.ID][]*binary.Inst
}

// function is where a function's instructions lie.
type function struct {
	params []binary.ID
	first  int               // index of its first label
	labels map[binary.ID]int // index of each label
}

// LoadKernel reads the words of a module. An empty entry names its only entry point.
func LoadKernel(words []uint32, entry string) (*Kernel, error) {
	m, err := binary.DecodeWords(words)
	if err != nil {
		return nil, err
	}
	k := &Kernel{m: m, size: [3]uint32{1, 1, 1}, names: map[binary.ID]string{}, strings: map[binary.ID]string{}, members: map[[2]uint32]string{},
		strides: map[binary.ID]uint64{}, offsets: map[[2]uint32]uint64{}, sets: map[binary.ID][2]uint32{},
		aliased: map[binary.ID]bool{}, readOnly: map[binary.ID]bool{}, specs: map[binary.ID]uint32{}, builtins: map[binary.ID]binary.BuiltIn{}, functions: map[binary.ID]*function{},
		headers: map[binary.ID]binary.ID{}, blocks: map[binary.ID]int{}}
	if err := k.findEntry(entry); err != nil {
		return nil, err
	}
	k.annotations()
	k.findFunctions()
	return k, nil
}

// storesOnly says whether the instruction at a word is an exchange whose result nothing
// uses: what a store to an object with SeqCst operations becomes. It may be the first write.
func (k *Kernel) storesOnly(word int) bool {
	result := binary.ID(0)
	for i := range k.m.Insts {
		if in := &k.m.Insts[i]; in.Offset == word && in.Op == binary.OpAtomicExchange {
			result = in.Result
		}
	}
	for i := range k.m.Insts {
		in := &k.m.Insts[i]
		for j := range in.Operands {
			if in.Op != binary.OpName && in.Op != binary.OpDecorate && in.ID(j) == result {
				return false
			}
		}
	}
	return result != 0
}

func (k *Kernel) findEntry(name string) error {
	for in := range k.m.All(binary.OpEntryPoint) {
		if binary.ExecutionModel(in.Word(0)) != binary.ExecutionModelGLCompute || name != "" && in.Operands[2].Text() != name {
			continue
		}
		if k.entry != 0 {
			return fmt.Errorf("several compute entry points; one has to be named")
		}
		k.entry = in.ID(1)
	}
	if k.entry == 0 {
		return fmt.Errorf("no compute entry point %s", name)
	}
	for in := range k.m.All(binary.OpExecutionMode) {
		if in.ID(0) == k.entry && binary.ExecutionMode(in.Word(1)) == binary.ExecutionModeLocalSize {
			k.size = [3]uint32{in.Word(2), in.Word(3), in.Word(4)}
		}
	}
	return nil
}

// sourceOf is the place that an OpLine names.
func (k *Kernel) sourceOf(in *binary.Inst) Source {
	return Source{k.strings[in.ID(0)], int(in.Word(1)), int(in.Word(2))}
}

// annotations collects names, layouts, bindings and built-ins.
func (k *Kernel) annotations() {
	for i := range k.m.Insts {
		switch in := &k.m.Insts[i]; in.Op {
		case binary.OpString:
			k.strings[in.Result] = in.Operands[0].Text()
		case binary.OpName:
			k.names[in.ID(0)] = in.Operands[1].Text()
		case binary.OpMemberName:
			k.members[[2]uint32{in.Word(0), in.Word(1)}] = in.Operands[2].Text()
		case binary.OpMemberDecorate:
			if binary.Decoration(in.Word(2)) == binary.DecorationOffset {
				k.offsets[[2]uint32{in.Word(0), in.Word(1)}] = uint64(in.Word(3))
			}
		case binary.OpDecorate:
			k.decoration(in)
		}
	}
}

func (k *Kernel) decoration(in *binary.Inst) {
	id, set := in.ID(0), k.sets[in.ID(0)]
	switch binary.Decoration(in.Word(1)) {
	case binary.DecorationArrayStride:
		k.strides[id] = uint64(in.Word(2))
	case binary.DecorationDescriptorSet:
		set[0] = in.Word(2)
		k.sets[id] = set
	case binary.DecorationBinding:
		set[1] = in.Word(2)
		k.sets[id] = set
	case binary.DecorationAliased:
		k.aliased[id] = true
	case binary.DecorationNonWritable:
		k.readOnly[id] = true
	case binary.DecorationSpecId:
		k.specs[id] = in.Word(2)
	case binary.DecorationBuiltIn:
		k.builtins[id] = binary.BuiltIn(in.Word(2))
	}
}

func (k *Kernel) findFunctions() {
	var f *function
	var block binary.ID
	for i := range k.m.Insts {
		switch in := &k.m.Insts[i]; in.Op {
		case binary.OpFunction:
			f = &function{labels: map[binary.ID]int{}}
			k.functions[in.Result] = f
		case binary.OpFunctionParameter:
			f.params = append(f.params, in.Result)
		case binary.OpLoopMerge:
			k.headers[block] = in.ID(0)
		case binary.OpLabel:
			block = in.Result
			k.blocks[block] = i
			if len(f.labels) == 0 {
				f.first = i
			}
			f.labels[in.Result] = i
		}
	}
}

// private says whether only the thread itself can reach the storage class.
func private(c binary.StorageClass) bool {
	switch c {
	case binary.StorageClassFunction, binary.StorageClassPrivate, binary.StorageClassInput:
		return true
	}
	return false
}

// classOf is the storage class as memory semantics group them (SPIR-V 3.25): the
// bits of Class are UniformMemory, WorkgroupMemory and ImageMemory.
func classOf(c binary.StorageClass) (Class, bool) {
	switch c {
	case binary.StorageClassStorageBuffer, binary.StorageClassUniform, binary.StorageClassPhysicalStorageBuffer:
		return 1, true
	case binary.StorageClassWorkgroup:
		return 2, true
	case binary.StorageClassImage:
		return 4, true
	}
	return 0, false
}

// semanticsClass are the storage classes in a memory semantics mask.
func semanticsClass(mask uint32) Class {
	var c Class
	for i, bit := range []uint32{uint32(binary.MemorySemanticsUniformMemory), uint32(binary.MemorySemanticsWorkgroupMemory), uint32(binary.MemorySemanticsImageMemory)} {
		if mask&bit != 0 {
			c |= 1 << i
		}
	}
	return c
}

// write spells to text, if there is one.
func write(text *strings.Builder, s string) {
	if text != nil {
		text.WriteString(s)
	}
}

// step is the type and the byte offset of part i of a composite, whose spelling goes to
// text. Workgroup memory has no layout; parts lie one behind the other.
func (k *Kernel) step(typ binary.ID, i uint64, text *strings.Builder) (binary.ID, uint64) {
	def := k.m.Def(typ)
	switch {
	case def == nil:
		return 0, 0
	case def.Op == binary.OpTypeStruct:
		member := def.ID(int(i))
		if name := k.members[[2]uint32{typ, uint32(i)}]; name != "" && len(def.Operands) > 1 {
			write(text, "."+name)
		} else if len(def.Operands) > 1 {
			write(text, "."+strconv.FormatUint(i, 10))
		}
		at, laidOut := k.offsets[[2]uint32{typ, uint32(i)}]
		for j := 0; !laidOut && j < int(i); j++ {
			at += k.size0(def.ID(j))
		}
		return member, at
	}
	write(text, "["+strconv.FormatUint(i, 10)+"]")
	elem := def.ID(0)
	if def.Op == binary.OpTypeImage {
		n, _ := k.components(typ)
		return elem, i * uint64(n) * k.size0(elem)
	}
	if stride, ok := k.strides[typ]; ok {
		return elem, i * stride
	}
	return elem, i * k.size0(elem)
}

// size0 is the size of a type without padding.
func (k *Kernel) size0(typ binary.ID) uint64 {
	if n, ok := k.scalarSize(typ); ok {
		return n
	}
	def := k.m.Def(typ)
	var sum uint64
	switch {
	case def == nil:
	case def.Op == binary.OpTypeStruct:
		for i := range def.Operands {
			sum += k.size0(def.ID(i))
		}
	case def.Op == binary.OpTypeVector:
		sum = k.size0(def.ID(0)) * uint64(def.Word(1))
	case def.Op == binary.OpTypeArray:
		sum = k.size0(def.ID(0)) * uint64(k.number(def.ID(1)))
	}
	return sum
}

// scalarSize is the size of a scalar in bytes.
func (k *Kernel) scalarSize(typ binary.ID) (uint64, bool) {
	def := k.m.Def(typ)
	switch {
	case def == nil:
		return 0, false
	case def.Op == binary.OpTypeInt || def.Op == binary.OpTypeFloat:
		return uint64(def.Word(0)) / 8, true
	case def.Op == binary.OpTypeBool:
		return 4, true
	}
	return 0, false
}

// parts is how many parts a composite has; false for a scalar.
func (k *Kernel) parts(typ binary.ID) (int, bool) {
	def := k.m.Def(typ)
	switch {
	case def == nil:
		return 0, false
	case def.Op == binary.OpTypeStruct:
		return len(def.Operands), true
	case def.Op == binary.OpTypeVector:
		return int(def.Word(1)), true
	case def.Op == binary.OpTypeArray:
		return int(k.number(def.ID(1))), true
	}
	return 0, false
}
