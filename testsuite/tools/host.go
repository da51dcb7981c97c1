package tools

import "testing"

// CompileC checks a header with clang as C11 and as C++11: every warning is an error.
func CompileC(t testing.TB, header string) {
	t.Helper()
	for _, language := range [][]string{
		{"-x", "c", "-std=c11"},
		{"-x", "c++", "-std=c++11", "-Wno-c99-extensions"}, // a flexible array member
	} {
		j := &toolRun{tool: clangMSL, args: append(language, "-fsyntax-only", "-Wall", "-Wextra", "-pedantic", "-Werror", "in.h"),
			input: []byte(header), inName: "in.h"}
		_, err := j.check(t)
		must(t, err)
	}
}
