package main

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"
)

// TestCommittedTables fails when the committed tables are not what the generator writes.
func TestCommittedTables(t *testing.T) {
	files, err := generate(headersDir)
	if err != nil {
		t.Fatalf("cannot generate (apt-get install spirv-headers): %v", err)
	}
	for _, f := range files {
		got, err := os.ReadFile(filepath.Join("..", f.name))
		if err != nil {
			t.Errorf("%v: run go generate", err)
		} else if !bytes.Equal(got, f.data) {
			t.Errorf("%s is stale: run go generate", f.name)
		}
	}
}
