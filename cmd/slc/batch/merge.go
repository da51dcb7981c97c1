package batch

import (
	"bytes"
	"encoding/json"
	"io"
	"slices"
)

// MergeJSON writes the diagnostics of several kernels, JSON arrays each, as one array whose elements
// name the kernel.
func MergeJSON(w io.Writer, reports [][]byte, labels []string) error {
	all := []json.RawMessage{}
	for i, r := range reports {
		var list []json.RawMessage
		if err := json.Unmarshal(r, &list); err != nil {
			return err
		}
		label, err := json.Marshal(labels[i])
		if err != nil {
			return err
		}
		for _, d := range list {
			all = append(all, slices.Concat([]byte(`{"kernel":`), label, []byte(","), bytes.TrimPrefix(d, []byte("{"))))
		}
	}
	return encode(w, all)
}

// MergeSARIF writes the logs of several kernels as one log with a run a kernel.
func MergeSARIF(w io.Writer, reports [][]byte) error {
	var merged struct {
		Schema  string            `json:"$schema"`
		Version string            `json:"version"`
		Runs    []json.RawMessage `json:"runs"`
	}
	for _, r := range reports {
		before := merged.Runs
		merged.Runs = nil
		if err := json.Unmarshal(r, &merged); err != nil {
			return err
		}
		merged.Runs = append(before, merged.Runs...)
	}
	return encode(w, merged)
}

func encode(w io.Writer, v any) error {
	e := json.NewEncoder(w)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	return e.Encode(v)
}
