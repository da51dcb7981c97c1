package golden

import (
	"strconv"
	"strings"
)

// inst is one instruction of SPIR-V assembly text.
type inst struct {
	line   int // in the text, from 0
	op     string
	result string   // without %
	args   []string // everything after the opcode, ids with their %
}

// module is SPIR-V assembly text, read for what it says about memory and interfaces. It
// reads what Canonical writes, and what Disassemble and spirv-dis do.
type module struct {
	insts   []inst
	def     map[string]*inst
	names   map[string]bool   // ids with an OpName, with their %
	layouts map[string]string // strides and offsets of types
	version string
}

// parseAsm reads assembly text; lines that are no instructions are passed over.
func parseAsm(lines []string) *module {
	m := &module{def: map[string]*inst{}, names: map[string]bool{}, layouts: map[string]string{}}
	for i, line := range lines {
		if v, ok := strings.CutPrefix(line, "; SPIR-V "); ok {
			m.version = v
		} else if v, ok := strings.CutPrefix(line, "; Version: "); ok {
			m.version = v
		}
		fields := asmFields(line)
		in := inst{line: i}
		if len(fields) > 2 && fields[1] == "=" && strings.HasPrefix(fields[0], "%") {
			in.result, fields = fields[0][1:], fields[2:]
		}
		if len(fields) == 0 || !strings.HasPrefix(fields[0], "Op") {
			continue
		}
		in.op, in.args = fields[0], fields[1:]
		m.insts = append(m.insts, in)
		switch id := strings.TrimPrefix(in.arg(0), "%"); {
		case in.op == "OpName":
			m.names[in.arg(0)] = true
		case in.op == "OpDecorate" && in.arg(1) == "ArrayStride":
			m.layouts[id] += "stride " + in.arg(2) + ";"
		case in.op == "OpMemberDecorate":
			m.layouts[id] += strings.Join(in.args[min(1, len(in.args)):], " ") + ";"
		}
	}
	for i := range m.insts {
		if r := m.insts[i].result; r != "" {
			m.def[r] = &m.insts[i]
		}
	}
	return m
}

// asmFields splits a line at blanks, up to a comment; a string is one field.
func asmFields(line string) []string {
	var fields []string
	for i := 0; i < len(line); {
		switch line[i] {
		case ' ', '\t', '\r':
			i++
			continue
		case ';':
			return fields
		}
		start, quoted := i, false
		for ; i < len(line) && (quoted || !strings.ContainsRune(" \t\r;", rune(line[i]))); i++ {
			switch {
			case line[i] == '"':
				quoted = !quoted
			case line[i] == '\\' && quoted:
				i++
			}
		}
		i = min(i, len(line))
		fields = append(fields, line[start:i])
	}
	return fields
}

// arg is argument i, "" if there is none.
func (in *inst) arg(i int) string {
	if i < len(in.args) {
		return in.args[i]
	}
	return ""
}

// constant is the value of a constant that an argument names.
func (m *module) constant(arg string) (uint64, bool) {
	if d := m.def[strings.TrimPrefix(arg, "%")]; d != nil && d.op == "OpConstant" {
		v, err := strconv.ParseUint(d.arg(1), 0, 64)
		return v, err == nil
	}
	return 0, false
}

// storageClass is that of the pointer that an argument names.
func (m *module) storageClass(arg string) string {
	d := m.def[strings.TrimPrefix(arg, "%")]
	if d == nil {
		return ""
	}
	if t := m.def[strings.TrimPrefix(d.arg(0), "%")]; t != nil && t.op == "OpTypePointer" {
		return t.arg(0)
	}
	return ""
}

// maxPath bounds a walk along access chains in text that nobody checked.
const maxPath = 64

// object spells what a pointer or image leads to: flag[pair].
func (m *module) object(arg string) string {
	path := ""
	for range maxPath {
		name := strings.TrimPrefix(arg, "%")
		d := m.def[name]
		if d == nil {
			return name + path
		}
		switch d.op {
		case "OpAccessChain", "OpInBoundsAccessChain", "OpPtrAccessChain":
			path = m.indices(d, len(path) > 0) + path
			arg = d.arg(1)
		case "OpImageTexelPointer":
			path = "[" + m.index(d.arg(2)) + "]" + path
			arg = d.arg(1)
		case "OpLoad", "OpCopyObject":
			arg = d.arg(1)
		default:
			return name + path
		}
	}
	return arg + path
}

// indices spells the indices of a chain. The first one of a buffer selects the only member
// of the block around it, which the source does not have.
func (m *module) indices(d *inst, more bool) string {
	list := d.args[min(2, len(d.args)):]
	if base := m.def[strings.TrimPrefix(d.arg(1), "%")]; base != nil && base.op == "OpVariable" && len(list) > 0 && (len(list) > 1 || more) {
		if v, ok := m.constant(list[0]); ok && v == 0 && base.arg(1) != "Workgroup" {
			list = list[1:]
		}
	}
	out := ""
	for _, i := range list {
		out += "[" + m.index(i) + "]"
	}
	return out
}

func (m *module) index(arg string) string {
	if v, ok := m.constant(arg); ok {
		return strconv.FormatUint(v, 10)
	}
	if name := strings.TrimPrefix(arg, "%"); m.named(name) {
		return name
	}
	return "…"
}

// named reports whether the source gives the id its name.
func (m *module) named(id string) bool {
	return m.names["%"+id]
}

// stableIDs are the ids that are called after what they are: by the source, or as a type or
// constant. The others may be renumbered.
func (m *module) stableIDs() map[string]bool {
	stable := map[string]bool{}
	for i := range m.insts {
		in := &m.insts[i]
		if in.op == "OpName" {
			stable[in.arg(0)] = true
		}
		if in.result == "" || in.op == "OpTypeFunction" {
			continue
		}
		if strings.HasPrefix(in.op, "OpType") || strings.HasPrefix(in.op, "OpConstant") || strings.HasPrefix(in.op, "OpSpecConstant") {
			if _, err := strconv.Atoi(in.result); err != nil {
				stable["%"+in.result] = true
			}
		}
	}
	return stable
}
