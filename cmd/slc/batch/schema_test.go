package batch

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"
)

// TestSchema: docs/batch.schema.json takes the manifests that slc takes, and no others, as far as
// the form goes.
func TestSchema(t *testing.T) {
	const root = "../../.."
	schema, err := jsonschema.NewCompiler().Compile(filepath.Join(root, "docs", "batch.schema.json"))
	if err != nil {
		t.Fatal(err)
	}
	example, err := os.ReadFile(filepath.Join(root, "examples", "kernels.json"))
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		text string
		good bool
	}{
		{string(example), true},
		{`{"kernels": [{"source": "a.slang", "targets": "hlsl"}]}`, true},
		{`{"$schema": "x", "defaults": {"targets": ["spirv", "msl"], "defines": {"A": 1, "B": true, "C": "x", "D": null}, "outputs": {"spirv": "x", "metal": "y"},
			"reflection": "r", "depfile": "d", "include": "i", "profile": ["sm_6_6"], "options": ["-g"], "entry": "f"},
			"kernels": [{"source": ["a.slang", "b/*.slang"], "entry": ["f", "g"], "permutations": {"N": [1, null, "x", false]}}]}`, true},
		{`{}`, false},
		{`[]`, false},
		{`{"kernels": []}`, false},
		{`{"kernels": [{}]}`, false},
		{`{"kernels": [{"source": []}]}`, false},
		{`{"kernels": [{"source": 3, "targets": "hlsl"}]}`, false},
		{`{"kernels": [{"source": "a", "traget": "hlsl"}]}`, false},
		{`{"kernels": [{"source": "a", "targets": "dxil"}]}`, false},
		{`{"kernels": [{"source": "a", "targets": "hlsl", "outputs": {"hsls": "x", "hlsl": "x"}}]}`, false},
		{`{"kernels": [{"source": "a", "targets": "hlsl", "outputs": 1}]}`, false},
		{`{"kernels": [{"source": "a", "targets": "hlsl", "defines": {"A": [1]}}]}`, false},
		{`{"kernels": [{"source": "a", "targets": "hlsl", "defines": ["A"]}]}`, false},
		{`{"kernels": [{"source": "a", "targets": "hlsl", "permutations": {"A": []}}]}`, false},
		{`{"kernels": [{"source": "a", "targets": "hlsl", "permutations": {"A": 1}}]}`, false},
		{`{"defaults": {"source": "a"}, "kernels": [{"source": "a", "targets": "hlsl"}]}`, false},
	} {
		doc, err := jsonschema.UnmarshalJSON(bytes.NewReader([]byte(c.text)))
		if err != nil {
			t.Fatal(err)
		}
		if err := schema.Validate(doc); (err == nil) != c.good {
			t.Errorf("the schema takes %s: %v", c.text, err)
		}
		m, err := Parse([]byte(c.text))
		if err == nil {
			for i := range m.Kernels { // names only: the files are not there
				if _, err = merge(&m.Defaults, &m.Kernels[i]); err != nil {
					break
				}
			}
		}
		if (err == nil) != c.good {
			t.Errorf("slc takes %s: %v", c.text, err)
		}
	}
}
