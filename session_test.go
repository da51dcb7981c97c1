package slc_test

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"testing"

	"slc"
)

// TestSession: a session gives what Compile gives, with several workers on the same files.
func TestSession(t *testing.T) {
	files, err := filepath.Glob("examples/*.slang")
	if err != nil || len(files) < 10 {
		t.Fatal("no examples:", err)
	}
	var requests []slc.Request
	for _, f := range files {
		for _, target := range []slc.Target{slc.SPIRV, slc.HLSL, slc.Metal} {
			for _, define := range []string{"1", "2"} { // that no example looks at: the same tokens
				requests = append(requests, slc.Request{Files: []string{f}, Outputs: []slc.Output{{Target: target}},
					Options: slc.Options{Defines: []slc.Define{{Name: "UNUSED", Value: define}}}})
			}
		}
	}
	s := slc.NewSession(os.ReadFile)
	var wg sync.WaitGroup
	for worker := range 4 {
		wg.Go(func() {
			for i := range requests {
				req := requests[(i+worker*3)%len(requests)]
				got, _ := s.Compile(context.Background(), req)
				want, _ := slc.Compile(context.Background(), req)
				if err := sameResult(got, want); err != nil {
					t.Errorf("%v: %v", req.Files, err)
				}
			}
		})
	}
	wg.Wait()
}

func sameResult(got, want *slc.Result) error {
	switch {
	case len(got.Outputs) != len(want.Outputs) || len(want.Outputs) > 0 && !bytes.Equal(got.Outputs[0], want.Outputs[0]):
		return fmt.Errorf("the outputs differ")
	case !slices.Equal(got.Deps, want.Deps) || !slices.Equal(got.Missing, want.Missing):
		return fmt.Errorf("files read: %v %v, want %v %v", got.Deps, got.Missing, want.Deps, want.Missing)
	case len(got.Diagnostics) != len(want.Diagnostics):
		return fmt.Errorf("%d diagnostics, want %d", len(got.Diagnostics), len(want.Diagnostics))
	}
	for i, d := range got.Diagnostics {
		at, wantAt := got.Sources.Locate(d.Span.Start), want.Sources.Locate(want.Diagnostics[i].Span.Start)
		if d.Message != want.Diagnostics[i].Message || at != wantAt {
			return fmt.Errorf("%v: %s, want %v: %s", at, d.Message, wantAt, want.Diagnostics[i].Message)
		}
	}
	return nil
}

// TestSessionSources: macros, includes, modules and faults of one row are not those of another.
func TestSessionSources(t *testing.T) {
	files := map[string]string{
		"k.slang": "#include \"n.h\"\nimport m;\nRWStructuredBuffer<uint> a;\n" +
			"[numthreads(1,1,1)] void f() { a[0] = N + g(); }\n#ifdef BAD\nint x = ;\n#endif\n#ifdef WARN\n#warning here\n#endif\n",
		"inc/n.h": "#define N 7\n",
		"m.slang": "#ifdef TWO\nuint g() { return 2; }\n#else\nuint g() { return 1; }\n#endif\n",
	}
	read := func(name string) ([]byte, error) {
		if text, ok := files[name]; ok {
			return []byte(text), nil
		}
		return nil, os.ErrNotExist
	}
	s := slc.NewSession(read)
	for range 2 {
		for _, defines := range [][]slc.Define{nil, {{Name: "TWO"}}, {{Name: "BAD"}}, {{Name: "WARN"}}, {{Name: "M", Value: "3"}}, {{Name: "TWO"}, {Name: "WARN"}}} {
			for _, target := range []slc.Target{slc.HLSL, slc.Metal} {
				req := slc.Request{Files: []string{"k.slang"}, Outputs: []slc.Output{{Target: target}}, ReadFile: read,
					Options: slc.Options{IncludeDirs: []string{"inc"}, Defines: defines}}
				got, _ := s.Compile(context.Background(), req)
				want, _ := slc.Compile(context.Background(), req)
				if err := sameResult(got, want); err != nil {
					t.Errorf("%v: %v", defines, err)
				}
				bad := len(defines) > 0 && defines[0].Name == "BAD"
				if got.HasErrors() != bad {
					t.Errorf("%v: errors: %v, want %v", defines, got.HasErrors(), bad)
				}
				if !slices.Equal(got.Missing, []string{"n.h"}) { // looked for beside k.slang first
					t.Errorf("%v: missing %v", defines, got.Missing)
				}
			}
		}
	}
}
