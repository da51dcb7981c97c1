package main

import (
	"context"
	"reflect"
	"testing"

	"slc"
)

// TestCacheKeepsResults: every field of a result that can be written comes back from the cache. A new
// field has to be kept by workshop.keep and restore, or is named here with the reason.
func TestCacheKeepsResults(t *testing.T) {
	notKept := map[string]string{
		"Diagnostics":   "kept rendered, in every form",
		"Sources":       "needed to render diagnostics",
		"Missing":       "needed to store the result",
		"Dump":          "a dump is not cached",
		"Modules":       "not written",
		"InternalError": "a failed compilation is not cached",
	}
	read := func(string) ([]byte, error) {
		return []byte("RWStructuredBuffer<uint> a;\n[numthreads(1,1,1)] void f() { a[0] = 1; }"), nil
	}
	dir := t.TempDir()
	req := slc.Request{Files: []string{"k.slang"}, Outputs: []slc.Output{{Target: slc.SPIRV}, {Target: slc.HLSL}, {Target: slc.SPIRVAsm}},
		Reflect: true, Header: "c"}
	var results []*compiled
	for range 2 {
		shop, err := newWorkshop(read, dir)
		if err != nil {
			t.Fatal(err)
		}
		r, err := shop.run(context.Background(), &req, spirvTools{never: true})
		if err != nil || r.HasErrors() {
			t.Fatal(err, r)
		}
		results = append(results, r)
	}
	if results[0].cached || !results[1].cached {
		t.Fatal("the second run is not from the cache")
	}
	first, second := reflect.ValueOf(*results[0].Result), reflect.ValueOf(*results[1].Result)
	for i := range first.NumField() {
		name := first.Type().Field(i).Name
		if notKept[name] != "" {
			continue
		}
		if first.Field(i).IsZero() {
			t.Errorf("%s: the request does not ask for it", name)
		}
		if !reflect.DeepEqual(first.Field(i).Interface(), second.Field(i).Interface()) {
			t.Errorf("%s: %v from the cache, %v before", name, second.Field(i), first.Field(i))
		}
	}
}
