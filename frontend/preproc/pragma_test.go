package preproc

import (
	"slices"
	"testing"

	"slc/frontend/diag"
	"slc/frontend/source"
)

// TestPragmaWarning: a warning reported at a line is as #pragma warning says there.
func TestPragmaWarning(t *testing.T) {
	sources := map[string]string{
		"a.slang": `#pragma warning(push)
#pragma warning(disable: 30081)
X2
#include "b.slang"
X4
#pragma warning(pop)
X6
#pragma warning(suppress : implicit-conversion)
X8
X9
#pragma warning(error : W0201)
X11
#pragma warning(disable: 30019 99999, plain-poll; default: implicit-conversion)
X13
#define M X
#pragma warning(disable: implicit-conversion)
M 16
`,
		"b.slang": "Y0\n#pragma warning(default : 30081)\nY2\n#pragma warning(disable:W0201)\n",
	}
	m, diags := source.NewMap(), &diag.List{}
	opts := Options{ReadFile: func(name string) ([]byte, error) { return []byte(sources[name]), nil }}
	res := Run(opts, m, diags, "a.slang")
	var got []string
	for _, tok := range res.Tokens {
		if tok.Text == "" || tok.Text[0] != 'X' && tok.Text[0] != 'Y' {
			continue
		}
		switch d := diags.Report(diag.ImplicitConversion, tok.Span, "at %s", tok.Text); {
		case !slices.Contains(diags.All(), d):
			got = append(got, tok.Text+" off")
		case d.Severity == diag.Error:
			got = append(got, tok.Text+" error")
		default:
			got = append(got, tok.Text+" on")
		}
	}
	want := []string{"X2 off", "Y0 off", "Y2 on", "X4 off", "X6 on", "X8 off", "X9 on", "X11 error", "X13 on", "X off"}
	if !slices.Equal(got, want) {
		t.Errorf("got  %v\nwant %v", got, want)
	}
	for _, d := range diags.All() {
		if d.Code != diag.ImplicitConversion {
			t.Errorf("%s: %s", m.Locate(d.Span.Start), d.Message)
		}
	}
}

// TestBadPragmaWarning: what is wrong with the pragma is a warning.
func TestBadPragmaWarning(t *testing.T) {
	for _, text := range []string{"warning disable", "warning(pop)", "warning(disable)", "warning(silence: 1)", "warning(disable: no-such-name)",
		"warning(disable: undefined-name)"} {
		m, list := source.NewMap(), &diag.List{}
		opts := Options{ReadFile: func(string) ([]byte, error) { return []byte("#pragma " + text + "\n"), nil }}
		Run(opts, m, list, "a.slang")
		if diags := list.All(); len(diags) != 1 || diags[0].Code != diag.UnknownPragma {
			t.Errorf("#pragma %s: %v", text, diags)
		}
	}
}
