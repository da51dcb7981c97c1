package tools

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
)

// metalDefine returns the macro that tells the shim headers the version.
func metalDefine(t testing.TB, version string) string {
	t.Helper()
	switch version {
	case "":
		version = "metal_3_2"
	case "metal_2_4", "metal_3_0", "metal_3_1", "metal_3_2", "metal_4_0", "metal_4_1":
	default:
		t.Fatalf("tools: %q is no Metal version; use metal_2_4, metal_3_0 … metal_3_2, metal_4_0, metal_4_1", version)
	}
	// "metal_3_2" is 320.
	return "-D__METAL_VERSION__=" + strings.ReplaceAll(strings.TrimPrefix(version, "metal_"), "_", "") + "0"
}

// ClangMSL checks a text strictly: clang 14 in C++ for OpenCL mode, whose
// address spaces are checked as Metal's are, with our shim of the Metal
// standard library for a version ("metal_2_4" … "metal_4_1"; "" is metal_3_2).
// Warnings count as errors; attributes must be known ones, and two arguments of
// a kernel must not share an index.
//
// Some refusals of that mode are wrong for Metal and are dropped (see forgiven):
// use CompileMSL too, whose plain C++ compiler checks those statements. Not seen
// by either: recursion.
func ClangMSL(t testing.TB, src, version string) {
	t.Helper()
	must(t, ClangMSLError(t, src, version))
}

// ClangMSLError is ClangMSL for texts that may be refused.
func ClangMSLError(t testing.TB, src, version string) error {
	t.Helper()
	j := &toolRun{
		tool: clangMSL,
		args: []string{"-x", "clcpp", "-cl-std=clc++2021", "--target=spir64-unknown-unknown", "-cl-no-stdinc",
			"-Xclang", "-cl-ext=-all,+cl_khr_fp16,+__cl_clang_non_portable_kernel_param_types",
			"-ferror-limit=0", "-fno-caret-diagnostics", "-Wno-tautological-compare",
			metalDefine(t, version), "-I" + shimDir(t, "metal/check"), "-fsyntax-only", "in.metal"},
		// The attribute has a macro's name in it: give it the macro's meaning.
		input:  []byte(strings.ReplaceAll(functionConstants(src, nil), "[[kernel]]", "kernel    ")),
		inName: "in.metal",
	}
	o, err := j.run()
	if err != nil {
		t.Fatalf("tools: %v", err)
	}
	var problems []string
	for _, d := range parseDiagnostics(o.Log) {
		if !d.forgiven(src) {
			problems = append(problems, d.text)
		}
	}
	problems = append(problems, duplicateIndices(src)...)
	if o.Code != 0 && len(parseDiagnostics(o.Log)) == 0 {
		problems = append(problems, o.Log)
	}
	if len(problems) > 0 {
		return j.refused(strings.Join(problems, "\n"))
	}
	return nil
}

var (
	functionConstant = sync.OnceValue(func() *regexp.Regexp {
		return regexp.MustCompile(`constant (\w+) (\w+) \[\[function_constant\((\d+)\)\]\];`)
	})
	metalPragma = sync.OnceValue(func() *regexp.Regexp {
		return regexp.MustCompile(`(?m)^#pragma METAL fp (math_mode\(safe\)|contract\(off\))$`)
	})
	isDefined = sync.OnceValue(func() *regexp.Regexp {
		return regexp.MustCompile(`\bis_function_constant_defined\((\w+)\)`)
	})
)

// functionConstants gives the function constants of a text, which only Metal has, the values that a host gives
// them: numbers, by index. Pragmas that only Metal has go (MSL specification §1.6.3): C++ compilers are told by options.
func functionConstants(src string, given map[uint32]uint32) string {
	src = metalPragma().ReplaceAllString(src, "")
	defined := map[string]string{}
	src = functionConstant().ReplaceAllStringFunc(src, func(decl string) string {
		m := functionConstant().FindStringSubmatch(decl)
		index, err := strconv.ParseUint(m[3], 10, 16) // MSL specification §5.8.1: indices are from 0 to 65535
		if err != nil {
			return decl
		}
		value, ok := given[uint32(index)]
		defined[m[2]] = strconv.FormatBool(ok)
		return fmt.Sprintf("constant %s %s = %s(%du);", m[1], m[2], m[1], value)
	})
	if len(defined) == 0 {
		return src
	}
	return isDefined().ReplaceAllStringFunc(src, func(call string) string {
		if v := defined[isDefined().FindStringSubmatch(call)[1]]; v != "" {
			return v
		}
		return call
	})
}

// A diagnostic is one error or warning of clang with its notes.
type diagnostic struct {
	message string
	notes   []string
	text    string // everything as printed
}

var diagnosticLine = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^[^ ][^:]*:\d+:\d+: (fatal error|error|warning|note): (.*)`)
})

func parseDiagnostics(log string) []diagnostic {
	var all []diagnostic
	for line := range strings.Lines(log) {
		line = strings.TrimRight(line, "\n")
		m := diagnosticLine().FindStringSubmatch(line)
		switch {
		case m == nil:
		case m[1] != "note":
			all = append(all, diagnostic{message: m[2], text: line})
		case len(all) > 0:
			d := &all[len(all)-1]
			d.notes = append(d.notes, m[2])
			d.text += "\n" + line
		}
	}
	return all
}

// metalAttributes are the attributes that a compute kernel may carry (MSL
// specification §5.2). clang only warns of them, as unknown.
var metalAttributes = []string{
	"buffer", "texture", "threadgroup", "sampler", "id", "function_constant", "max_total_threads_per_threadgroup",
	"host_name", "kernel", "threads_per_threadgroup", "threadgroups_per_grid", "threads_per_grid", "threads_per_simdgroup",
	"dispatch_threads_per_threadgroup", "dispatch_simdgroups_per_threadgroup", "dispatch_quadgroups_per_threadgroup",
	"grid_origin", "grid_size", "quadgroup_index_in_threadgroup", "quadgroups_per_threadgroup",
	"simdgroup_index_in_threadgroup", "simdgroups_per_threadgroup", "thread_execution_width",
	"thread_index_in_quadgroup", "thread_index_in_simdgroup", "thread_index_in_threadgroup",
	"thread_position_in_grid", "thread_position_in_threadgroup", "threadgroup_position_in_grid",
}

var (
	unknownAttribute = sync.OnceValue(func() *regexp.Regexp {
		return regexp.MustCompile(`^unknown attribute '(\w+)' ignored`)
	})
	boolVector = sync.OnceValue(func() *regexp.Regexp {
		return regexp.MustCompile(`^(cannot initialize a variable of type|assigning to) '(__private )?bool([234])'.* '(char|short|long) __attribute__\(\(ext_vector_type\(([234])\)\)\)'`)
	})
	structConversion = sync.OnceValue(func() *regexp.Regexp {
		return regexp.MustCompile(`^no viable conversion from '(?:__\w+ )?(?:(\w+)|(array)<.*>)'(?: \(aka .*\))? to '`)
	})
	deletedMember = sync.OnceValue(func() *regexp.Regexp {
		return regexp.MustCompile(`^(default constructor|copy constructor|copy assignment operator) of '.*' is implicitly deleted because field '.*' has no `)
	})
	packedVector = sync.OnceValue(func() *regexp.Regexp {
		return regexp.MustCompile(`^no viable conversion from '(?:__\w+ )?(\w+[234])'.* to '(?:__\w+ )?packed_(\w+[234])'`)
	})
	packedMember = sync.OnceValue(func() *regexp.Regexp {
		return regexp.MustCompile(`^cannot initialize a member subobject of type '.* with an [lr]value of type '.*?(\w+[234])'`)
	})
	implicitCopy = sync.OnceValue(func() *regexp.Regexp {
		return regexp.MustCompile(`^candidate (constructor|function) \(the implicit copy (constructor|assignment operator)\) not viable: (cannot bind reference in address space|'this' object is in address space)|` +
			`^candidate constructor ignored: cannot be used to construct an object in address space unqualified`)
	})
)

// forgiven reports whether the checking mode refuses what Metal allows:
//   - a known attribute, which is unknown to OpenCL;
//   - the copy of a struct into or out of a named address space, and the return of one;
//   - a local struct that has structs as members, and its copy (the members'
//     constructors are looked for in the wrong space);
//   - a struct or array as an element of an initialiser list (for the same reason);
//   - a packed vector that is initialised with a vector, also as a member;
//   - a bool vector from a comparison of 8, 16 or 64-bit elements, whose type
//     in OpenCL is the vector of that width.
func (d *diagnostic) forgiven(src string) bool {
	if m := unknownAttribute().FindStringSubmatch(d.message); m != nil {
		return slices.Contains(metalAttributes, m[1])
	}
	if m := boolVector().FindStringSubmatch(d.message); m != nil {
		return m[3] == m[5]
	}
	if m := packedVector().FindStringSubmatch(d.message); m != nil {
		return m[1] == m[2]
	}
	if m := packedMember().FindStringSubmatch(d.message); m != nil {
		return strings.Contains(src, "packed_"+m[1])
	}
	if m := structConversion().FindStringSubmatch(d.message); m != nil {
		return m[2] != "" || strings.Contains(strings.Join(strings.Fields(src), " "), "struct "+m[1]+" ")
	}
	if strings.Contains(d.message, "implicitly-deleted") || strings.Contains(d.message, "implicitly deleted") {
		return slices.ContainsFunc(d.notes, deletedMember().MatchString)
	}
	copies := strings.HasPrefix(d.message, "no matching constructor for initialization of ") || strings.HasPrefix(d.message, "no viable overloaded '='")
	return copies && slices.ContainsFunc(d.notes, implicitCopy().MatchString)
}

var (
	kernelHead = sync.OnceValue(func() *regexp.Regexp {
		return regexp.MustCompile(`(?s)(?:\bkernel|\[\[kernel\]\])\s+void\s+(\w+)\s*\((.*?)\)\s*\{`)
	})
	argumentIndex = sync.OnceValue(func() *regexp.Regexp {
		return regexp.MustCompile(`\[\[\s*(buffer|texture|sampler|threadgroup)\s*\(\s*(\d+)\s*\)\s*\]\]`)
	})
)

// duplicateIndices lists the kernel arguments of one kind that share an index.
func duplicateIndices(src string) []string {
	var problems []string
	for _, head := range kernelHead().FindAllStringSubmatch(src, -1) {
		seen := map[string]bool{}
		for _, m := range argumentIndex().FindAllStringSubmatch(head[2], -1) {
			slot := m[1] + "(" + m[2] + ")"
			if seen[slot] {
				problems = append(problems, fmt.Sprintf("kernel %s: two arguments are %s", head[1], slot))
			}
			seen[slot] = true
		}
	}
	return problems
}
