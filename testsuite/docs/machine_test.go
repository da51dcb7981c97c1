package docs

import (
	"bytes"
	"context"
	"go/ast"
	"go/parser"
	"go/token"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	_ "github.com/owenrumney/go-sarif/v3/pkg/report/v210/sarif" // its module carries the schema of SARIF
	"github.com/santhosh-tekuri/jsonschema/v6"

	"slc"
	"slc/frontend/diag"
	"slc/frontend/diag/explain"
	"slc/frontend/diag/render"
)

// sarifSchema reads the official schema of SARIF 2.1.0 (OASIS) out of the module go-sarif, where it
// is an unexported constant.
func sarifSchema(t *testing.T) *jsonschema.Schema {
	t.Helper()
	cmd := exec.Command("go", "list", "-f", "{{.Dir}}", "github.com/owenrumney/go-sarif/v3/pkg/report/v210/sarif")
	dir, err := cmd.Output()
	if err != nil {
		t.Fatal(err)
	}
	file, err := parser.ParseFile(token.NewFileSet(), filepath.Join(strings.TrimSpace(string(dir)), "schema.go"), nil, 0)
	if err != nil {
		t.Fatal(err)
	}
	text := ""
	ast.Inspect(file, func(n ast.Node) bool {
		if l, ok := n.(*ast.BasicLit); ok && len(l.Value) > len(text) {
			text = l.Value
		}
		return true
	})
	if text, err = strconv.Unquote(text); err != nil || !strings.Contains(text, "SARIF) Version 2.1.0 JSON Schema") {
		t.Fatalf("the module has no schema: %v", err)
	}
	doc, err := jsonschema.UnmarshalJSON(strings.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	c := jsonschema.NewCompiler()
	if err := c.AddResource("sarif.json", doc); err != nil {
		t.Fatal(err)
	}
	schema, err := c.Compile("sarif.json")
	if err != nil {
		t.Fatal(err)
	}
	return schema
}

// TestMachineReadable: the JSON and SARIF forms of every example, checked for all targets with all
// lints, are as their schemas say. The examples have notes, help, fixes and targets.
func TestMachineReadable(t *testing.T) {
	own, err := jsonschema.NewCompiler().Compile(filepath.Join(root, "docs", "diagnostics.schema.json"))
	if err != nil {
		t.Fatal(err)
	}
	sarif := sarifSchema(t)
	seen := map[string]bool{}
	for _, e := range explain.Examples() {
		req := request(t, e, e.Text)
		req.CheckAll = true
		req.Options.Warnings, _ = diag.ParseWarningOptions([]string{diag.LintGroup})
		r, err := slc.Compile(context.Background(), req)
		if err != nil {
			t.Fatal(err)
		}
		for _, d := range r.Diagnostics {
			for what, has := range map[string]bool{"notes": len(d.Notes) > 0, "help": d.Help != "", "fixes": len(d.Fixes) > 0, "targets": len(d.Targets) > 0} {
				seen[what] = seen[what] || has
			}
		}
		var text, log bytes.Buffer
		if err := render.JSON(&text, r.Diagnostics, r.Sources); err != nil {
			t.Fatal(err)
		}
		if err := render.SARIF(&log, r.Diagnostics, r.Sources, "1.0"); err != nil {
			t.Fatal(err)
		}
		validate(t, e.Code+" as JSON", own, &text)
		validate(t, e.Code+" as SARIF", sarif, &log)
	}
	if len(seen) != 4 || !seen["notes"] || !seen["help"] || !seen["fixes"] || !seen["targets"] {
		t.Errorf("the examples have only %v", seen)
	}
}

func validate(t *testing.T, what string, schema *jsonschema.Schema, text *bytes.Buffer) {
	t.Helper()
	doc, err := jsonschema.UnmarshalJSON(text)
	if err != nil {
		t.Fatalf("%s: %v", what, err)
	}
	if err := schema.Validate(doc); err != nil {
		t.Errorf("%s: %v", what, err)
	}
}

// TestSchemasRefuse: the schemas are not empty words.
func TestSchemasRefuse(t *testing.T) {
	own, err := jsonschema.NewCompiler().Compile(filepath.Join(root, "docs", "diagnostics.schema.json"))
	if err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct {
		schema *jsonschema.Schema
		text   string
	}{
		{own, `[{"code": "E0301", "name": "atomic-read", "severity": "fatal", "message": "x"}]`},
		{own, `[{"code": "0301", "name": "atomic-read", "severity": "error", "message": "x"}]`},
		{own, `{}`},
		{sarifSchema(t), `{"version": "2.0.0", "runs": []}`},
		{sarifSchema(t), `{"version": "2.1.0", "runs": [{"results": []}]}`},
	} {
		doc, err := jsonschema.UnmarshalJSON(strings.NewReader(tt.text))
		if err != nil {
			t.Fatal(err)
		}
		if tt.schema.Validate(doc) == nil {
			t.Errorf("%s is accepted", tt.text)
		}
	}
}
