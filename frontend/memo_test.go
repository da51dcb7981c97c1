package frontend

import (
	"testing"

	"slc/frontend/diag"
	"slc/frontend/preproc"
	"slc/frontend/source"
)

// TestMemo: the same tokens at the same places are parsed once; other tokens, faults and
// files into whose tree the Loader writes are parsed anew.
func TestMemo(t *testing.T) {
	parse := func(memo *Memo, text, define string) (any, int) {
		m, diags := source.NewMap(), &diag.List{}
		opts := preproc.Options{Defines: []preproc.Define{{Name: define}}}
		pre := preproc.RunSource(opts, m, diags, "t.slang", "t.slang", []byte(text))
		file := memo.parse(pre.Tokens, m, diags)
		if len(file.Decls) == 0 {
			return nil, diags.ErrorCount()
		}
		return file.Decls[0], diags.ErrorCount()
	}
	for _, c := range []struct {
		name, text, define string
		same               bool
	}{
		{"a macro that is not used", "int a;", "B", true},
		{"a macro that is used", "#ifdef B\nint b;\n#else\nint a;\n#endif", "B", false},
		{"an import", "import m;\nint a;", "B", false},
		{"a fault", "int a;\nint b = ;", "B", false},
	} {
		memo := NewMemo()
		first, errors := parse(memo, c.text, "A")
		second, again := parse(memo, c.text, c.define)
		if (first == second) != c.same {
			t.Errorf("%s: shared %v, want %v", c.name, first == second, c.same)
		}
		if errors != again {
			t.Errorf("%s: %d errors, then %d", c.name, errors, again)
		}
	}
}
