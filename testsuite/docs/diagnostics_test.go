package docs

import (
	"context"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"slc"
	"slc/frontend/diag"
	"slc/testsuite/cases"
)

// withoutExample are the codes that no short source text triggers.
var withoutExample = map[string]string{
	"E0001": "comes after too many other errors",
	"E0002": "is a bug of slc",
	"E0003": "is about the command line: a file cannot be read",
	"E0004": "needs an input of many megabytes",
	"E0102": "needs bytes that are no text",
	"E0107": "needs hundreds of nested brackets",
	"W0450": "is about slc check: nothing is compiled without an entry point",
	"E0123": "needs macros that expand to millions of tokens",
}

// example is one entry of testdata/diagnostics.txtar.
type example struct {
	code, options, text string
}

func examples(t *testing.T) map[string]example {
	t.Helper()
	archive, err := txtar.ParseFile("testdata/diagnostics.txtar")
	if err != nil {
		t.Fatal(err)
	}
	list := map[string]example{}
	for _, f := range archive.Files {
		code, options, _ := strings.Cut(f.Name, " ")
		if _, twice := list[code]; twice {
			t.Errorf("two examples of %s", code)
		}
		list[code] = example{code, options, string(f.Data)}
	}
	return list
}

// request is the compilation that the options of an example ask for.
func (e example) request(t *testing.T) slc.Request {
	t.Helper()
	const name = "example.slang"
	req := slc.Request{Files: []string{name}, Outputs: []slc.Output{{Target: slc.SPIRV}}, Options: slc.Options{Optimize: 1},
		ReadFile: func(file string) ([]byte, error) {
			if file != name {
				return nil, os.ErrNotExist
			}
			return []byte(e.text), nil
		}}
	for _, option := range strings.Fields(e.options) {
		key, value, _ := strings.Cut(option, "=")
		ok := true
		switch key {
		case "target":
			req.Outputs[0].Target, ok = slc.ParseTarget(value)
		case "profile":
			req.Outputs[0].Profile = value
		case "entry":
			req.Options.Entries = append(req.Options.Entries, value)
		case "capability":
			req.Options.Capabilities = append(req.Options.Capabilities, value)
		case "define":
			req.Options.Defines = append(req.Options.Defines, slc.Define{Name: value})
		default:
			ok = false
		}
		if !ok {
			t.Errorf("%s: option %q", e.code, option)
		}
	}
	return req
}

// TestExamples: every code has an example, and the example is reported with it. An example
// of an error has no other error.
func TestExamples(t *testing.T) {
	list := examples(t)
	for _, code := range diag.Codes() {
		e, found := list[code.ID]
		if why := withoutExample[code.ID]; found == (why != "") {
			t.Errorf("%s: an example is there: %v, a reason for none: %q", code.ID, found, why)
		}
		if !found {
			continue
		}
		delete(list, code.ID)
		result, err := slc.Compile(context.Background(), e.request(t))
		if err != nil {
			t.Errorf("%s: %v", code.ID, err)
			continue
		}
		hit := false
		for _, d := range result.Diagnostics {
			hit = hit || d.Code == code
			follows := d.Code == diag.SyntaxError && strings.HasPrefix(code.ID, "E01") // of what was no token
			if d.Code != code && d.Severity >= diag.Error && !follows {
				t.Errorf("%s: also %s: %s", code.ID, d.Code, d.Message)
			}
		}
		if !hit {
			t.Errorf("%s %s is not reported for its example\n%s", code.ID, code.Name, e.text)
		}
	}
	for id := range list {
		t.Errorf("there is no code %s", id)
	}
}

// TestDiagnosticsPage: docs/diagnostics.md is what the codes and the examples say.
func TestDiagnosticsPage(t *testing.T) {
	file := filepath.Join(root, "docs", "diagnostics.md")
	want := diagnosticsPage(examples(t))
	if flag.Lookup("update").Value.String() == "true" { // the flag of package cases
		if err := os.WriteFile(file, []byte(want), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	got, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if string(got) != want {
		t.Errorf("docs/diagnostics.md is stale; go test ./testsuite/docs -update rewrites it\n%s", cases.Diff(want, string(got)))
	}
}

const pageHead = `# Diagnostics

Written by ` + "`go test ./testsuite/docs -update`" + ` from the compiler's own table; a test compiles every example and expects its code.

Every diagnostic has a stable code. ` + "`-W`" + ` options take the name of a warning: ` + "`-Wno-plain-poll`, `-Werror=plain-poll`" + `.
"slangc" is the number of the corresponding diagnostic of the Slang compiler, where there is one. Options that an example
needs stand behind it.

The letter is part of the code: E0301 and W0301 are two diagnostics. ` + "`slc check`" + ` looks at all targets, and an error that concerns
only a target that no ` + "`-target`" + ` names is then a warning with the code of the error: ` + "`warning[E0503]`" + `.

`

func diagnosticsPage(list map[string]example) string {
	var b strings.Builder
	b.WriteString(pageHead)
	b.WriteString("| code | name | severity | slangc |\n|---|---|---|---|\n")
	for _, c := range diag.Codes() {
		fmt.Fprintf(&b, "| [%s](#%s) | `%s` | %s | %s |\n", c.ID, strings.ToLower(c.ID), c.Name, c.Severity, slangc(c))
	}
	for _, c := range diag.Codes() {
		fmt.Fprintf(&b, "\n## %s\n\n`%s`, %s. %s\n", c.ID, c.Name, c.Severity, c.Doc)
		if c.Demotable() {
			fmt.Fprintf(&b, "`-Wno-error=%s` makes it a warning.\n", c.Name)
		}
		if e, ok := list[c.ID]; ok {
			fmt.Fprintf(&b, "\n```hlsl\n%s```\n", e.text)
			if e.options != "" {
				fmt.Fprintf(&b, "\nWith `%s`.\n", commandLine(e.options))
			}
		}
	}
	return b.String()
}

func slangc(c *diag.Code) string {
	if c.Slangc == 0 {
		return ""
	}
	return fmt.Sprintf("%05d", c.Slangc)
}

// commandLine spells the options of an example as slc takes them.
func commandLine(options string) string {
	var out []string
	for _, option := range strings.Fields(options) {
		key, value, _ := strings.Cut(option, "=")
		if key == "define" {
			out = append(out, "-D "+value)
		} else {
			out = append(out, "-"+key+" "+value)
		}
	}
	return strings.Join(out, " ")
}
