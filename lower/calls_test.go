package lower

import "testing"

// TestEmptyArguments: nothing is passed of a struct without fields, be it the object of
// a method or an argument, but what its expression does happens.
func TestEmptyArguments(t *testing.T) {
	text := mustLower(t, kernelOf(`
struct Tag {};
struct Inner { Tag tag; };
struct Adder { Inner inner; uint plus(uint v, Tag tag) { return v + 1; } };
Tag make() { a[0].add(1); Tag t; return t; }`,
		"Adder adder; o[0] = adder.plus(i, make());"), spirv())
	wantLines(t, text, "atomic %0, 1:uint {...", "func @Adder_plus(%p0.v: uint) -> uint {", "%2 = call {callee=make} : ...", "%3 = call %0 {callee=Adder_plus} : uint")
}
