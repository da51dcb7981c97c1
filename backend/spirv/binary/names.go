package binary

import (
	"strconv"
	"strings"
)

// FriendlyNames returns a name for each id, by the conventions of spirv-dis: the OpName, the built-in's name, a
// description of a type or constant, else the number; made unique by a suffix. Ids that nothing names have "".
func (p *Parsed) FriendlyNames() []string {
	n := namer{p: p, names: make([]string, len(p.defs)), used: make(map[string]bool, len(p.defs))}
	for i := range p.Insts {
		n.inst(&p.Insts[i])
	}
	return n.names
}

type namer struct {
	p     *Parsed
	names []string
	used  map[string]bool
}

// save names an id, unless an earlier instruction has.
func (n *namer) save(id ID, suggested string) {
	if missing := int(id) + 1 - len(n.names); missing > 0 { // an id that is named but not defined
		n.names = append(n.names, make([]string, missing)...)
	}
	if n.names[id] != "" {
		return
	}
	name := sanitize(suggested)
	for i, base := 0, name; n.used[name]; i++ {
		name = base + "_" + strconv.Itoa(i)
	}
	n.used[name] = true
	n.names[id] = name
}

func (n *namer) name(id ID) string {
	if int(id) < len(n.names) && n.names[id] != "" {
		return n.names[id]
	}
	return strconv.Itoa(int(id))
}

// sanitize replaces what an id in the assembly language cannot contain.
func sanitize(s string) string {
	if s == "" {
		return "_"
	}
	b := []byte(s)
	for i, c := range b {
		switch {
		case c >= 'a' && c <= 'z', c >= 'A' && c <= 'Z', c >= '0' && c <= '9':
		default:
			b[i] = '_'
		}
	}
	return string(b)
}

func (n *namer) inst(in *Inst) {
	switch in.Op {
	case OpName:
		n.save(in.ID(0), in.Operands[1].Text())
		return
	case OpDecorate:
		if in.Word(1) == DecorationBuiltIn {
			n.save(in.ID(0), builtInName(BuiltIn(in.Word(2))))
		}
		return
	}
	if in.Result == 0 {
		return
	}
	suggested := n.typeName(in)
	if suggested == "" {
		suggested = n.constantName(in)
	}
	if suggested == "" {
		suggested = strconv.Itoa(int(in.Result))
	}
	n.save(in.Result, suggested)
}

func (n *namer) typeName(in *Inst) string {
	count := func(i int) string { return strconv.Itoa(int(in.Word(i))) }
	switch in.Op {
	case OpTypeVoid:
		return "void"
	case OpTypeBool:
		return "bool"
	case OpTypeInt:
		return intTypeName(in.Word(0), in.Word(1) != 0)
	case OpTypeFloat:
		switch in.Word(0) {
		case 16:
			return "half"
		case 32:
			return "float"
		case 64:
			return "double"
		}
		return "fp" + count(0)
	case OpTypeVector:
		return "v" + count(1) + n.name(in.ID(0))
	case OpTypeMatrix:
		return "mat" + count(1) + n.name(in.ID(0))
	case OpTypeArray:
		return "_arr_" + n.name(in.ID(0)) + "_" + n.name(in.ID(1))
	case OpTypeRuntimeArray:
		return "_runtimearr_" + n.name(in.ID(0))
	case OpTypePointer:
		return "_ptr_" + EnumName(KindStorageClass, in.Word(0)) + "_" + n.name(in.ID(1))
	case OpTypeStruct:
		return "_struct_" + strconv.Itoa(int(in.Result))
	case OpTypeOpaque:
		return "Opaque_" + sanitize(in.Operands[0].Text())
	case OpTypeEvent, OpTypeDeviceEvent, OpTypeReserveId, OpTypeQueue, OpTypePipeStorage, OpTypeNamedBarrier:
		return strings.TrimPrefix(in.Op.String(), "OpType")
	}
	return ""
}

func intTypeName(width uint32, signed bool) string {
	root, prefix := strconv.Itoa(int(width)), "i"
	switch width {
	case 8:
		root, prefix = "char", ""
	case 16:
		root, prefix = "short", ""
	case 32:
		root, prefix = "int", ""
	case 64:
		root, prefix = "long", ""
	}
	if !signed {
		prefix = "u"
	}
	return prefix + root
}

func (n *namer) constantName(in *Inst) string {
	switch in.Op {
	case OpConstantTrue:
		return "true"
	case OpConstantFalse:
		return "false"
	case OpConstant:
		value := strings.ReplaceAll(n.p.number(&in.Operands[0], in.Type), "-", "n")
		return n.name(in.Type) + "_" + value
	}
	return ""
}

// builtInName is the name of a built-in variable: GLSL's where it has one.
func builtInName(b BuiltIn) string {
	name := b.String()
	switch b {
	case BuiltInNumWorkgroups:
		return "gl_NumWorkGroups"
	case BuiltInWorkgroupSize:
		return "gl_WorkGroupSize"
	case BuiltInWorkgroupId:
		return "gl_WorkGroupID"
	case BuiltInLocalInvocationId:
		return "gl_LocalInvocationID"
	case BuiltInGlobalInvocationId:
		return "gl_GlobalInvocationID"
	case BuiltInVertexIndex, BuiltInInstanceIndex, BuiltInBaseInstance:
		return "gl_" + name
	}
	if b <= BuiltInLocalInvocationIndex {
		return "gl_" + name
	}
	return name
}
