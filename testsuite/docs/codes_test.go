package docs

import (
	"regexp"
	"testing"

	"slc/frontend/diag"
)

var (
	codeWord  = regexp.MustCompile(`\b[EW]\d{4}\b`)
	codeNamed = regexp.MustCompile("`([EW]\\d{4})`,? `([a-z][a-z-]+)`")
)

// TestCodes: every code that a document names exists, and a name beside it is its own.
func TestCodes(t *testing.T) {
	names := map[string]string{}
	for _, c := range diag.Codes() {
		names[c.ID] = c.Name
	}
	n := 0
	for _, d := range documents(t) {
		for _, id := range codeWord.FindAllString(d.text, -1) {
			if n++; names[id] == "" {
				t.Errorf("%s: there is no code %s", d.path, id)
			}
		}
		for _, m := range codeNamed.FindAllStringSubmatch(d.text, -1) {
			if names[m[1]] != m[2] {
				t.Errorf("%s: %s is %s, not %s", d.path, m[1], names[m[1]], m[2])
			}
		}
	}
	if n < 100 {
		t.Errorf("found %d codes", n)
	}
}
