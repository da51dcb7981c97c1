package tools

import (
	"fmt"
	"regexp"
	"strings"
	"sync"
)

// mslProgram turns MSL text into a C++ program for the CPU: the text in a
// namespace of its own, threadgroup variables in the threadgroup's memory, and
// the function that calls the kernel with its arguments.
func mslProgram(src, kernel string) (string, error) {
	call, err := mslCall(src, kernel)
	if err != nil {
		return "", err
	}
	return "#include \"metal_stdlib\"\nnamespace shim_program {\n#line 1 \"in.metal\"\n" + mslBody(src) +
		"\n} // namespace shim_program\nvoid shim::invoke() {\n  using namespace metal;\n  shim_program::" + call + ";\n}\n", nil
}

var (
	mslInclude = sync.OnceValue(func() *regexp.Regexp {
		return regexp.MustCompile(`(?m)^\s*#include\s*<metal_\w+>`)
	})
	// The head of a function: up to its parameters, the parameters, the brace.
	mslFunction = sync.OnceValue(func() *regexp.Regexp {
		return regexp.MustCompile(`(?m)^(static (?:inline )?[^;{}()=]*\b\w+\()([^;{}]*?)(\)\s*\{)`)
	})
	// A threadgroup variable in a kernel: no pointer, no initialiser.
	mslShared = sync.OnceValue(func() *regexp.Regexp {
		return regexp.MustCompile(`(?m)^(\s*)threadgroup\s+([\w:<>, ]*?[\w>])\s+(\w+)((?:\s*\[[^\]]+\])*)\s*;`)
	})
)

// mslBody rewrites what plain C++ has no notion of. Lines stay lines.
func mslBody(src string) string {
	src = mslInclude().ReplaceAllString(src, "")
	src = strings.ReplaceAll(src, "[[threadgroup(", "[[shim_threadgroup(")
	// Functions get the place of their call, for lanes to find each other.
	src = mslFunction().ReplaceAllStringFunc(src, func(head string) string {
		m := mslFunction().FindStringSubmatch(head)
		if strings.TrimSpace(m[2]) != "" {
			m[2] += ", "
		}
		return m[1] + m[2] + "SHIM_PLACE" + m[3] + " shim::Call shim_call(shim_place);"
	})
	n := 0
	return mslShared().ReplaceAllStringFunc(src, func(decl string) string {
		m := mslShared().FindStringSubmatch(decl)
		n++
		return fmt.Sprintf("%stypedef %s shim_type_%s%s; shim_type_%s &%s = *static_cast<shim_type_%s *>(shim::shared(%d, sizeof(shim_type_%s)));",
			m[1], m[2], m[3], m[4], m[3], m[3], m[3], n, m[3])
	})
}

// mslCall is the call of the kernel. "" names the only kernel of the text.
func mslCall(src, kernel string) (string, error) {
	var found []string
	for _, head := range kernelHead().FindAllStringSubmatch(src, -1) {
		if kernel == "" || head[1] == kernel {
			found = head
			break
		}
	}
	if found == nil {
		return "", fmt.Errorf("the text has no kernel %q", kernel)
	}
	var args []string
	for _, param := range splitParameters(found[2]) {
		arg, err := mslArgument(param)
		if err != nil {
			return "", fmt.Errorf("kernel %s: %w", found[1], err)
		}
		args = append(args, arg)
	}
	return found[1] + "(" + strings.Join(args, ", ") + ")", nil
}

// splitParameters splits at the commas outside all brackets.
func splitParameters(list string) []string {
	var params []string
	depth, start := 0, 0
	for i, c := range list {
		switch c {
		case '(', '[', '<', '{':
			depth++
		case ')', ']', '>', '}':
			depth--
		case ',':
			if depth == 0 {
				params = append(params, list[start:i])
				start = i + 1
			}
		}
	}
	if strings.TrimSpace(list[start:]) != "" {
		params = append(params, list[start:])
	}
	return params
}

var parameterAttribute = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`\[\[\s*(\w+)\s*(?:\(\s*(\d+)\s*\))?\s*\]\]`)
})

// mslArgument is the expression that a parameter gets.
func mslArgument(param string) (string, error) {
	m := parameterAttribute().FindStringSubmatch(param)
	if m == nil {
		return "", fmt.Errorf("parameter %q has no attribute", strings.TrimSpace(param))
	}
	declaration, _, _ := strings.Cut(param, "[[")
	memory := func(function string) string {
		kind := "pointer"
		if strings.Contains(declaration, "&") {
			kind = "reference"
		}
		return fmt.Sprintf("shim_%s_argument{shim::%s(%s)}", kind, function, m[2])
	}
	position := func(members string) string { return "shim_position_argument(" + members + ")" }
	self := "shim::self()."
	switch m[1] {
	case "buffer":
		return memory("buffer"), nil
	case "threadgroup":
		return memory("threadgroup_argument"), nil
	case "texture":
		return "shim_texture_argument{" + m[2] + "}", nil
	case "sampler":
		return "shim_sampler_argument{" + m[2] + "}", nil
	case "thread_position_in_grid":
		return position(self + "thread_in_grid"), nil
	case "thread_position_in_threadgroup":
		return position(self + "thread_in_group"), nil
	case "threadgroup_position_in_grid":
		return position(self + "group"), nil
	case "threads_per_threadgroup", "dispatch_threads_per_threadgroup":
		return position(self + "group_size"), nil
	case "threadgroups_per_grid":
		return position(self + "groups"), nil
	case "threads_per_grid", "grid_size":
		return position(self + "groups, " + self + "group_size"), nil
	case "thread_index_in_threadgroup":
		return self + "index_in_group", nil
	case "thread_index_in_simdgroup":
		return self + "lane", nil
	case "simdgroup_index_in_threadgroup":
		return self + "simd_index", nil
	case "threads_per_simdgroup", "thread_execution_width":
		return self + "simd_size", nil
	case "simdgroups_per_threadgroup", "dispatch_simdgroups_per_threadgroup":
		return self + "simd_count", nil
	case "thread_index_in_quadgroup":
		return self + "lane % 4", nil
	case "quadgroup_index_in_threadgroup":
		return self + "index_in_group / 4", nil
	}
	return "", fmt.Errorf("parameter %q: no value for [[%s]] here", strings.TrimSpace(param), m[1])
}
