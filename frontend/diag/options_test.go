package diag

import (
	"strings"
	"testing"

	"slc/frontend/source"
)

func TestWarningOptions(t *testing.T) {
	for _, c := range []struct {
		words    string
		code     *Code
		severity Severity
		shown    bool
	}{
		{"", MacroRedefined, Warning, true},
		{"all extra pedantic", MacroRedefined, Warning, true},
		{"error", MacroRedefined, Error, true},
		{"error no-error", MacroRedefined, Warning, true},
		{"error no-error=macro-redefined", MacroRedefined, Warning, true},
		{"error no-error=macro-redefined", UserWarning, Error, true},
		{"error=macro-redefined", MacroRedefined, Error, true},
		{"error=macro-redefined", UserWarning, Warning, true},
		{"no-macro-redefined", MacroRedefined, Warning, false},
		{"no-W0102", MacroRedefined, Warning, false},
		{"no-15400", MacroRedefined, Warning, false},
		{"no-41017", MacroRedefined, Warning, true},
		{"no-macro-redefined macro-redefined", MacroRedefined, Warning, true},
		{"no-macro-redefined error", MacroRedefined, Error, false},
		{"no-macro-redefined error=macro-redefined", MacroRedefined, Error, true},
		{"no-error=divergent-barrier", DivergentBarrier, Warning, true},
		{"no-error", DivergentBarrier, Error, true},
		{"error", DivergentBarrier, Error, true},
		{"no-error=divergent-barrier error=divergent-barrier", DivergentBarrier, Error, true},
		{"no-15300", IncludeNotFound, Error, true}, // an error cannot be hidden by slangc's number either
	} {
		o, err := ParseWarningOptions(strings.Fields(c.words))
		if err != nil {
			t.Errorf("%s: %v", c.words, err)
			continue
		}
		var l List
		l.Configure(o)
		d := l.Report(c.code, source.Span{}, "x")
		if shown := len(l.All()) == 1; shown != c.shown || shown && d.Severity != c.severity || l.HasErrors() != (shown && c.severity == Error) {
			t.Errorf("%s: %v is %v, shown %v", c.words, c.code.Name, d.Severity, shown)
		}
	}
	for _, bad := range []string{"frob", "no-frob", "error=", "no-error=undefined-name", "no-include-not-found", "", "no-error=E0118"} {
		if _, err := ParseWarningOptions([]string{bad}); err == nil {
			t.Errorf("-W%s is accepted", bad)
		}
	}
}

// Codes are identified by ID and by name; both must be unique, and the letter
// must agree with the severity.
func TestCodes(t *testing.T) {
	seen := map[string]bool{}
	for _, c := range Codes() {
		for _, key := range []string{c.ID, c.Name} {
			if seen[key] {
				t.Errorf("%s is used twice", key)
			}
			seen[key] = true
		}
		remark := c.Severity <= Warning && c != TooManyErrors // W0xxx: a warning, or a note that options know
		if remark != (c.ID[0] == 'W') || c.Doc == "" || len(c.ID) != 5 || strings.ToLower(c.Name) != c.Name {
			t.Errorf("%+v is malformed", *c)
		}
	}
}
