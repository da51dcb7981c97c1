package golden

import (
	"maps"
	"slices"
	"strings"
)

// fact is one thing that code outside the kernel relies on.
type fact struct {
	value string
	line  int
	more  []int // further lines
	abi   bool  // callers built for the old value break
}

// facts are found by what they are about: "binding of flag".
type facts map[string]fact

func (f facts) put(key, value string, line int) {
	if old, ok := f[key]; ok {
		f[key] = fact{value: old.value + ", " + value, line: old.line, more: append(old.more, line), abi: true}
		return
	}
	f[key] = fact{value: value, line: line, abi: true}
}

// need notes what the device must support: not part of the ABI, but of what a caller has to provide.
func (f facts) need(key string, line int) {
	f[key] = fact{value: "needed", line: line}
}

// compareFacts reports the facts that differ.
func compareFacts(was, now facts) []Finding {
	keys := maps.Clone(was)
	maps.Copy(keys, now)
	var found []Finding
	for _, key := range slices.Sorted(maps.Keys(keys)) {
		a, before := was[key]
		b, after := now[key]
		f := Finding{Cause: Interface, Title: key, Was: a.value, Now: b.value, OldLine: a.line, NewLine: b.line, oldLines: a.more, newLines: b.more}
		switch {
		case before && after && a.value == b.value:
			continue
		case !after:
			f.Verdict, f.NewLine, f.ABIBreak = Removed, -1, a.abi
			f.Text = key + " is gone (was " + a.value + ")"
		case !before:
			f.Verdict, f.OldLine, f.ABIBreak = Added, -1, b.abi
			f.Text = key + " is new: " + b.value
		default:
			f.Verdict, f.ABIBreak = Changed, a.abi || b.abi
			f.Text = key + ": " + a.value + " became " + b.value
		}
		if !a.abi && !b.abi {
			f.Text = strings.TrimSuffix(strings.TrimSuffix(f.Text, " (was needed)"), ": needed")
		}
		found = append(found, f)
	}
	return found
}

// spirvFacts reads bindings, layouts, entry points and requirements of a module.
func spirvFacts(m *module) facts {
	f := facts{}
	if m.version != "" {
		f["SPIR-V version"] = fact{value: m.version, line: 0}
	}
	for i := range m.insts {
		in := &m.insts[i]
		id := strings.TrimPrefix(in.arg(0), "%")
		rest := strings.Join(in.args[min(1, len(in.args)):], " ")
		switch in.op {
		case "OpFunction":
			return f
		case "OpCapability":
			f.need("capability "+in.arg(0), in.line)
		case "OpExtension":
			f.need("extension "+in.arg(0), in.line)
		case "OpEntryPoint":
			f.put("entry point "+in.arg(2), in.arg(0), in.line)
		case "OpExecutionMode", "OpExecutionModeId":
			f.put("execution mode "+in.arg(1)+" of "+id, strings.Join(in.args[min(2, len(in.args)):], " "), in.line)
		case "OpDecorate":
			m.decoration(f, in, id, rest)
		case "OpMemberDecorate":
			f.put("layout of "+id+m.member(id, in.arg(1)), memberWords(in.args[min(2, len(in.args)):]), in.line)
		case "OpTypeStruct":
			if m.laidOut(in.result) {
				f.put("members of "+in.result, strings.ReplaceAll(strings.Join(in.args, " "), "%", ""), in.line)
			}
		case "OpVariable":
			if in.arg(1) != "Input" && in.arg(1) != "Private" && in.arg(1) != "Workgroup" {
				f.put("type of "+in.result, m.typeWords(in.arg(0)), in.line)
			}
		}
	}
	return f
}

// member names a member of a struct: by its name if the module has it, for then a member that
// was put in front is seen to move those behind it.
func (m *module) member(id, index string) string {
	for i := range m.insts {
		if in := &m.insts[i]; in.op == "OpMemberName" && in.arg(0) == "%"+id && in.arg(1) == index {
			return "." + strings.Trim(in.arg(2), `"`)
		}
	}
	return " member " + index
}

func memberWords(args []string) string {
	if len(args) > 0 {
		args = slices.Clone(args)
		args[0] = strings.ToLower(args[0])
	}
	return strings.Join(args, " ")
}

func (m *module) decoration(f facts, in *inst, id, rest string) {
	switch in.arg(1) {
	case "DescriptorSet":
		f.put("binding of "+id, "set "+in.arg(2), in.line)
	case "Binding":
		f.put("binding of "+id, "binding "+in.arg(2), in.line)
	case "ArrayStride", "SpecId", "Location", "Block", "BufferBlock", "NonWritable", "NonReadable", "Offset":
		f.put(in.arg(1)+" of "+id, strings.TrimSpace(strings.TrimPrefix(rest, in.arg(1)+" ")), in.line)
	}
}

// laidOut reports whether members of a struct have offsets.
func (m *module) laidOut(id string) bool {
	return slices.ContainsFunc(m.insts, func(in inst) bool { return in.op == "OpMemberDecorate" && in.arg(0) == "%"+id && in.arg(2) == "Offset" })
}

// typeWords spells what a pointer type leads to.
func (m *module) typeWords(pointer string) string {
	if d := m.def[strings.TrimPrefix(pointer, "%")]; d != nil && d.op == "OpTypePointer" {
		return d.arg(0) + " " + m.elementWords(d.arg(1))
	}
	return strings.TrimPrefix(pointer, "%")
}

// elementWords spells a type: by its name if it is laid out by that, and images, whose names say nothing, by what they are.
func (m *module) elementWords(id string) string {
	d := m.def[strings.TrimPrefix(id, "%")]
	switch {
	case d == nil:
	case d.op == "OpTypeImage":
		return "image of " + strings.ReplaceAll(strings.Join(d.args, " "), "%", "")
	case (d.op == "OpTypeArray" || d.op == "OpTypeRuntimeArray") && d.arg(0) != id:
		if e := m.def[strings.TrimPrefix(d.arg(0), "%")]; e != nil && e.op == "OpTypeImage" {
			return strings.TrimSpace("array of " + m.elementWords(d.arg(0)) + " " + strings.TrimPrefix(d.arg(1), "%"))
		}
	}
	return strings.TrimPrefix(id, "%")
}

// textFacts reads bindings, layouts, entry points and requirements of HLSL or MSL.
func textFacts(lang Language, lines []string) facts {
	f := facts{}
	block, kernel := "", ""
	for i, line := range lines {
		code := strings.TrimSpace(stripComment(line))
		switch {
		case strings.HasPrefix(line, "// HLSL, "), strings.HasPrefix(line, "// Metal Shading Language, "):
			_, need, _ := strings.Cut(line, ", ")
			f["language version"] = fact{value: need, line: i}
		case strings.Contains(line, " threads per threadgroup") && strings.HasPrefix(line, "// "):
			f.put("threads per threadgroup "+nextName(lines, i), strings.TrimSuffix(strings.TrimPrefix(line, "// "), " threads per threadgroup"), i)
		case strings.HasPrefix(code, "[numthreads("):
			f.put("workgroup size "+nextName(lines, i), strings.Trim(code, "[]"), i)
		case strings.HasPrefix(code, "}"):
			block = ""
		case strings.HasPrefix(code, "struct "), strings.HasPrefix(code, "cbuffer "):
			head, register, has := strings.Cut(strings.TrimRight(code, " {"), ":")
			block = strings.TrimSpace(head)
			if has {
				f.put("register of "+block, strings.TrimSpace(register), i)
			}
		case block != "" && strings.HasSuffix(code, ";"):
			f.put("members of "+block, strings.TrimSuffix(code, ";"), i)
		default:
			f.resource(lang, lines, i, code, &kernel)
		}
	}
	return f
}

// nextName is the function that attributes or a comment stand above.
func nextName(lines []string, i int) string {
	for _, l := range lines[i+1:] {
		if code := strings.TrimSpace(stripComment(l)); strings.Contains(code, "(") && !strings.HasPrefix(code, "[") {
			return "of " + functionName(code)
		}
	}
	return ""
}

// resource reads a declaration with a register, or a parameter of a kernel with an index.
func (f facts) resource(lang Language, lines []string, i int, code string, kernel *string) {
	if lang == HLSL {
		head, register, ok := strings.Cut(code, ": register(")
		if !ok {
			return
		}
		head = strings.TrimSpace(strings.TrimPrefix(head, "globallycoherent "))
		f.put("register of "+declared(head), strings.TrimSuffix(strings.TrimSuffix(register, ";"), ")"), i)
		f.put("type of "+declared(head), head, i)
		return
	}
	if strings.HasPrefix(code, "kernel ") {
		*kernel = functionName(code)
		f.put("entry point "+*kernel, "kernel", i)
	}
	head, index, ok := strings.Cut(code, " [[")
	if !ok || !strings.Contains(index, "(") {
		return
	}
	index, _, _ = strings.Cut(index, "]]")
	name := declared(head)
	f.put("index of "+name+" in "+*kernel, strings.NewReplacer("(", " ", ")", "").Replace(index), i)
	f.put("type of "+name+" in "+*kernel, strings.TrimSpace(strings.ReplaceAll(head, "coherent(device) ", "")), i)
}
