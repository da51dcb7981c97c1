package reflect

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"slc/lower/ir"
	"slc/sema/types"
)

// HeaderOptions say what a header is for.
type HeaderOptions struct {
	Language string // c or go
	// Source is the kernel's file; its stem prefixes the constants of a C header.
	Source  string
	Package string // of a Go file; "" is the stem
}

// HeaderLanguages are the languages that Header writes.
var HeaderLanguages = [...]string{"c", "go"}

// Header declares for the host program what the module's buffers and blocks hold, and where
// they are bound. Sizes and offsets are asserted at the host's compile time, so that a
// header that does not fit the host's compiler does not compile.
func Header(m *ir.Module, opts Options, h HeaderOptions) []byte {
	types := &hostTypes{d: &describer{opts: opts, pool: m.Pool}, made: map[hostKey]*hostStruct{}, names: map[string]bool{}}
	types.collect(m)
	stem := identifier(stemOf(h.Source))
	constants := hostConstants(m)
	if h.Language == "go" {
		return goHeader(h, stem, constants, types.structs)
	}
	return cHeader(h, stem, constants, types.structs)
}

func stemOf(path string) string {
	path = path[strings.LastIndexAny(path, `/\`)+1:]
	stem, _, _ := strings.Cut(path, ".")
	if stem == "" || path == "-" {
		return "kernel"
	}
	return stem
}

// hostConstant is a number of the interface: words are its name's parts.
type hostConstant struct {
	words []string
	value int
}

// hostConstants are the bindings on each target, the workgroup sizes and the ids of
// specialization constants.
func hostConstants(m *ir.Module) (list []hostConstant) {
	add := func(value int, words ...string) { list = append(list, hostConstant{words, value}) }
	for _, r := range m.Resources {
		b := allBindings(r)
		if b.Vulkan != nil {
			add(b.Vulkan.Set, r.Name, "set")
			add(b.Vulkan.Binding, r.Name, "binding")
		}
		if b.HLSL != nil {
			add(r.Register, r.Name, "register", string(r.RegisterClass))
			add(r.RegisterSpace, r.Name, "space")
		}
		if b.Metal != nil {
			add(b.Metal.Index, r.Name, "metal", b.Metal.Kind)
		}
	}
	d := &describer{pool: m.Pool}
	for _, c := range d.specConstants(m) {
		add(c.Binding.Index, c.Name, "constant", "id")
	}
	for _, e := range m.Entries {
		for i, axis := range [...]string{"x", "y", "z"} {
			if e.Sizes[i] != nil {
				continue // the host decides
			}
			add(e.NumThreads[i], e.Name, "threads", axis)
		}
	}
	return list
}

// cScalars and goScalars name the host's type of a scalar in memory.
func cScalar(name string) string {
	switch name {
	case "float32":
		return "float"
	case "float64":
		return "double"
	}
	return integerScalar(name) + "_t"
}

func integerScalar(name string) string {
	switch name {
	case "bool":
		return "uint32"
	case "float16":
		return "uint16" // its bits
	}
	return name
}

func goScalar(name string) string {
	if strings.HasPrefix(name, "float") && name != "float16" {
		return name
	}
	return integerScalar(name)
}

// cHeader writes C11 or C++11.
func cHeader(h HeaderOptions, stem string, constants []hostConstant, structs []*hostStruct) []byte {
	var b strings.Builder
	guard := "SLC_" + strings.ToUpper(stem) + "_H"
	fmt.Fprintf(&b, "/* Made by slc from %s. Do not edit. */\n#ifndef %s\n#define %s\n\n#include <stddef.h>\n#include <stdint.h>\n\n", cComment(h.Source), guard, guard)
	b.WriteString("#ifdef __cplusplus\n#define SLC_ASSERT(condition, text) static_assert(condition, text)\n" +
		"#else\n#define SLC_ASSERT(condition, text) _Static_assert(condition, text)\n#endif\n")
	var lines [][2]string
	if len(constants) > 0 {
		b.WriteByte('\n')
	}
	for _, c := range constants {
		lines = append(lines, [2]string{"#define " + strings.ToUpper(stem+"_"+identifier(strings.Join(c.words, "_"))), strconv.Itoa(c.value)})
	}
	writeColumns(&b, lines)
	for _, s := range structs {
		cStruct(&b, s)
	}
	fmt.Fprintf(&b, "\n#undef SLC_ASSERT\n\n#endif /* %s */\n", guard)
	return []byte(b.String())
}

// cComment keeps a file name from ending the comment that it stands in.
func cComment(name string) string {
	return strings.NewReplacer("*/", "* /", "\n", " ", "\r", " ").Replace(name)
}

func cStruct(b *strings.Builder, s *hostStruct) {
	fmt.Fprintf(b, "\n/* %s, %s layout */\n", cComment(s.source), s.layout)
	packed := s.packed()
	if packed {
		b.WriteString("#pragma pack(push, 1)\n")
	}
	name := cName(s.name)
	fmt.Fprintf(b, "typedef struct %s {\n", name)
	var lines [][2]string
	names := uniqueNames(s, cName)
	for i, f := range s.fields {
		base := cScalar(f.t.scalar)
		if f.t.record != nil {
			base = cName(f.t.record.name)
		}
		lines = append(lines, [2]string{"    " + base + " " + names[i] + dimensions(f.t.dims) + ";", fmt.Sprintf("/* offset %d */", f.offset)})
	}
	writeColumns(b, lines)
	fmt.Fprintf(b, "} %s;\n", name)
	if packed {
		b.WriteString("#pragma pack(pop)\n")
	}
	fmt.Fprintf(b, "SLC_ASSERT(sizeof(%s) == %d, \"size of %s\");\n", name, s.size, name)
	for i, f := range s.fields {
		if f.name != "" {
			fmt.Fprintf(b, "SLC_ASSERT(offsetof(%s, %s) == %d, \"offset of %s in %s\");\n", name, names[i], f.offset, names[i], name)
		}
	}
}

// dimensions spells [2][3]; an unsized dimension has no length.
func dimensions(dims []int) string {
	var b strings.Builder
	for _, d := range dims {
		if d == types.Unsized {
			b.WriteString("[]")
			continue
		}
		fmt.Fprintf(&b, "[%d]", d)
	}
	return b.String()
}

// uniqueNames spells the fields' names by the rules of the host's language; padding is numbered.
func uniqueNames(s *hostStruct, spell func(string) string) []string {
	names := make([]string, len(s.fields))
	for i, f := range s.fields {
		name := fmt.Sprintf("pad%d", i)
		if f.name != "" {
			name = spell(f.name)
		}
		for slices.Contains(names[:i], name) {
			name += "_"
		}
		names[i] = name
	}
	return names
}

// cName is name, or name_ if it is a word of C or C++ that Slang leaves free.
func cName(name string) string {
	if slices.Contains(cWords[:], name) {
		return name + "_"
	}
	return name
}

var cWords = [...]string{"alignas", "alignof", "and", "asm", "auto", "bitand", "bitor", "bool", "break", "case", "catch", "char", "class", "compl",
	"const", "constexpr", "continue", "decltype", "default", "delete", "do", "double", "else", "enum", "explicit", "export", "extern", "false",
	"float", "for", "friend", "goto", "if", "inline", "int", "long", "mutable", "namespace", "new", "noexcept", "not", "nullptr", "operator",
	"or", "private", "protected", "public", "register", "restrict", "return", "short", "signed", "sizeof", "static", "struct", "switch",
	"template", "this", "throw", "true", "try", "typedef", "typeid", "typename", "union", "unsigned", "using", "virtual", "void", "volatile",
	"while", "xor", "_Bool"}

// IsGoPackage reports whether name can be the package of a Go header.
func IsGoPackage(name string) bool {
	return name != "" && strings.Trim(name, "_") != "" && identifier(name+"x") == name+"x" && !slices.Contains(goWords[:], name)
}

var goWords = [...]string{"break", "case", "chan", "const", "continue", "default", "defer", "else", "fallthrough", "for", "func", "go", "goto",
	"if", "import", "interface", "map", "package", "range", "return", "select", "struct", "switch", "type", "var"}

// goHeader writes a Go file of exported names, formatted as gofmt does.
func goHeader(h HeaderOptions, stem string, constants []hostConstant, structs []*hostStruct) []byte {
	var b strings.Builder
	pkg := h.Package
	if pkg == "" {
		pkg = strings.ToLower(stem)
		if slices.Contains(goWords[:], pkg) {
			pkg += "_"
		}
	}
	taken := map[string]bool{}
	fmt.Fprintf(&b, "// Code generated by slc from %s. DO NOT EDIT.\n\npackage %s\n", cComment(h.Source), pkg)
	if len(structs) > 0 {
		b.WriteString("\nimport \"unsafe\"\n")
	}
	if len(constants) > 0 {
		b.WriteString("\n// Bindings and sizes of the interface.\nconst (\n")
		var lines [][2]string
		for _, c := range constants {
			name := ""
			for _, w := range c.words {
				name += goName(identifier(w))
			}
			for taken[name] {
				name += "_"
			}
			taken[name] = true
			lines = append(lines, [2]string{"\t" + name, "= " + strconv.Itoa(c.value)})
		}
		writeColumns(&b, lines)
		b.WriteString(")\n")
	}
	names := map[*hostStruct]string{}
	for _, s := range structs {
		name := goName(s.name)
		for taken[name] {
			name += "_"
		}
		taken[name], names[s] = true, name
		goStruct(&b, s, names)
	}
	return []byte(b.String())
}

func goStruct(b *strings.Builder, s *hostStruct, structs map[*hostStruct]string) {
	name := structs[s]
	fmt.Fprintf(b, "\n// %s is %s of the kernel, %s layout.\ntype %s struct {\n", name, s.source, s.layout, name)
	var lines [][2]string
	names := uniqueNames(s, goName)
	for i, f := range s.fields {
		if f.name == "" {
			names[i] = "_"
		}
		if s.open && i == len(s.fields)-1 { // Go has no such arrays
			writeColumns(b, lines)
			lines = nil
			fmt.Fprintf(b, "\t// %s %s follow.\n", f.name, goType(f, structs))
			continue
		}
		lines = append(lines, [2]string{"\t" + names[i], goType(f, structs)})
	}
	writeColumns(b, lines)
	b.WriteString("}\n\n// The compiler refuses an index that is not 0: sizes and offsets are as the shader has them.\nvar (\n")
	fmt.Fprintf(b, "\t_ = [1]struct{}{}[unsafe.Sizeof(%s{})-%d]\n", name, s.size)
	for i, f := range s.fields {
		if f.name != "" && !(s.open && i == len(s.fields)-1) {
			fmt.Fprintf(b, "\t_ = [1]struct{}{}[unsafe.Offsetof(%s{}.%s)-%d]\n", name, names[i], f.offset)
		}
	}
	b.WriteString(")\n")
}

// goType spells the type of a field; what Go's alignment would move is bytes.
func goType(f hostField, structs map[*hostStruct]string) string {
	base := goScalar(f.t.scalar)
	switch {
	case f.offset%f.t.align() != 0:
		return fmt.Sprintf("[%d]byte", f.size)
	case f.t.record != nil:
		base = structs[f.t.record]
	}
	return dimensions(f.t.dims) + base
}

// goName makes an exported name.
func goName(name string) string {
	name = strings.TrimLeft(name, "_")
	if name == "" || name[0] >= '0' && name[0] <= '9' {
		return "X" + name
	}
	return strings.ToUpper(name[:1]) + name[1:]
}

// writeColumns aligns the second parts of the lines.
func writeColumns(b *strings.Builder, lines [][2]string) {
	width := 0
	for _, l := range lines {
		width = max(width, len(l[0]))
	}
	for _, l := range lines {
		fmt.Fprintf(b, "%-*s %s\n", width, l[0], l[1])
	}
}
