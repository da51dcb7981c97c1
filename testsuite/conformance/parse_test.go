package conformance

import (
	"reflect"
	"slices"
	"strings"
	"testing"

	"slc"
)

func TestDirectives(t *testing.T) {
	k := ParseKernel("k.slang", `
//TEST(compute, vulkan):COMPARE_COMPUTE(filecheck-buffer=CHECK):-vk -output-using-type
  // TEST:SIMPLE(filecheck=PFX, other): -target hlsl -entry "my main" -DN=3 -D FLAG
//DISABLE_TEST:COMPARE_COMPUTE_EX:-cuda -compute
//DIAGNOSTIC_TEST:SIMPLE(diag=D,non-exhaustive):
//TEST_DISABLED:SIMPLE:-target spirv
//TESTING:SIMPLE:-target spirv
//TEST_CATEGORY(wave)
`)
	var got []Directive
	for _, d := range k.Directives {
		got = append(got, *d)
	}
	want := []Directive{
		{Line: 2, Command: "COMPARE_COMPUTE", Options: []Option{{"filecheck-buffer", "CHECK"}}, Args: []string{"-vk", "-output-using-type"}},
		{Line: 3, Command: "SIMPLE", Options: []Option{{"filecheck", "PFX"}, {"other", ""}}, Args: []string{"-target", "hlsl", "-entry", "my main", "-DN=3", "-D", "FLAG"}, Index: 1},
		{Line: 4, Disabled: true, Command: "COMPARE_COMPUTE_EX", Args: []string{"-cuda", "-compute"}, Index: 2},
		{Line: 5, Diagnostic: true, Command: "SIMPLE", Options: []Option{{"diag", "D"}, {"non-exhaustive", ""}}, Index: 3},
	}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("got  %+v\nwant %+v", got, want)
	}
	if k.Ignored || !ParseKernel("", "//TEST_IGNORE_FILE:").Ignored {
		t.Error("TEST_IGNORE_FILE")
	}
}

func TestPlan(t *testing.T) {
	tests := []struct {
		directive string
		target    slc.Target
		check     bool
		foreign   string
		entries   []string
	}{
		{"TEST:SIMPLE: -target spirv-asm -entry a -entry b", slc.SPIRV, false, "", []string{"a", "b"}},
		{"TEST:SIMPLE: -target metallib", slc.Metal, false, "", nil},
		{"TEST:SIMPLE: -target dxil -profile cs_6_6", slc.HLSL, false, "", nil},
		{"TEST:SIMPLE: -target wgsl", 0, false, "target wgsl", nil},
		{"TEST:SIMPLE: -target spirv -stage fragment", slc.SPIRV, false, "stage fragment", nil},
		{"TEST:COMPARE_COMPUTE: -dx12", slc.HLSL, false, "", []string{"computeMain"}},
		{"TEST:COMPARE_COMPUTE: -slang -shaderobj", slc.SPIRV, false, "", []string{"computeMain"}},
		{"TEST:COMPARE_COMPUTE_EX: -slang -mtl -xslang -DX=1", slc.Metal, false, "", []string{"computeMain"}},
		{"TEST:COMPARE_COMPUTE_EX: -cuda", 0, false, "target cuda", []string{"computeMain"}},
		{"DIAGNOSTIC_TEST:SIMPLE(diag=A):", 0, true, "", nil},
		{"TEST:REFLECTION: -target metal", slc.Metal, false, "command REFLECTION", nil},
	}
	for _, tt := range tests {
		k := ParseKernel("dir/k.slang", "//"+tt.directive)
		p := k.Plan(k.Directives[0])
		if p.Foreign != tt.foreign || p.Check != tt.check || p.Target != tt.target || !slices.Equal(p.Options.Entries, tt.entries) {
			t.Errorf("%s: %q check=%v %s %v", tt.directive, p.Foreign, p.Check, p.Target, p.Options.Entries)
		}
	}
}

func TestInputs(t *testing.T) {
	tests := []struct {
		line string
		want Input
	}{
		{"TEST_INPUT:ubuffer(data=[1 -2 0x10 1.5], stride=4):out,name=buf", Input{Kind: "ubuffer", Name: "buf", Out: true, Stride: 4, Size: 4, Counter: -1,
			Data: []byte{1, 0, 0, 0, 0xfe, 0xff, 0xff, 0xff, 0x10, 0, 0, 0, 0, 0, 0xc0, 0x3f}}},
		{"TEST_INPUT: ubuffer(data=[7], stride=2, count=3):name buf", Input{Kind: "ubuffer", Name: "buf", Stride: 2, Count: 3, Size: 4, Counter: -1, Data: []byte{7, 0, 0, 0, 0, 0}}},
		{"TEST_INPUT: set buf = out ubuffer(data=[1.0h 2], counter=5);", Input{Kind: "ubuffer", Name: "buf", Out: true, Size: 4, Counter: 5, Data: []byte{0, 0x3c, 2, 0, 0, 0}}},
		{"TEST_INPUT:set block.member = { 1, 2 }", Input{Kind: "uniform", Name: "block.member", Counter: -1, Data: []byte{1, 0, 0, 0, 2, 0, 0, 0}}},
		{"TEST_INPUT: RWTexture2D(format=R32Uint, size=15, content=one, arrayLength=2):name tex", Input{Kind: "RWTexture2D", Name: "tex", Size: 15, Layers: 2, Content: "one", Counter: -1}},
	}
	for _, tt := range tests {
		k := ParseKernel("", "//"+tt.line)
		if k.InputError != nil || len(k.Inputs) != 1 || !reflect.DeepEqual(k.Inputs[0], tt.want) {
			t.Errorf("%s\ngot  %+v %v\nwant %+v", tt.line, k.Inputs, k.InputError, tt.want)
		}
	}
	if k := ParseKernel("", "//TEST_INPUT: set p = new P{1}"); k.InputError == nil {
		t.Error("new: no error")
	}
	if k := ParseKernel("", "//TEST_INPUT: type_conformance A:B=0"); len(k.Inputs) != 0 || k.InputError != nil {
		t.Errorf("type_conformance: %+v %v", k.Inputs, k.InputError)
	}
}

func TestExpected(t *testing.T) {
	k := ParseKernel("", `//DIAGNOSTIC_TEST:SIMPLE(diag=A):
int x = nothing;
//A:    ^^^^^^^ no such name
//B:    ^ of another test
//A:    ^^^^^^^ a second label
/*A:
     ^^^ a third
*/
int y = less;
/*A:
     ^^^^ no such name
*/
//TEST:SIMPLE(filecheck=C): -target hlsl
// C: error[E12345]: wrong
// C: OpError is no error
//TEST:SIMPLE(filecheck=D): -target hlsl
// D: uint error = 3;
// D-NOT: error[E12345]
//TEST:SIMPLE(filecheck=E): -target hlsl
// E: this is a whole sentence
`)
	got, refusal := k.Expected(k.Directives[0])
	want := []Annotation{{2, "no such name"}, {9, "no such name"}}
	if !slices.Equal(got, want) || refusal {
		t.Errorf("got %v %v, want %v", got, refusal, want)
	}
	for i, want := range []bool{true, false, true} {
		if _, refusal := k.Expected(k.Directives[i+1]); refusal != want {
			t.Errorf("%v: refusal is %v", k.Directives[i+1].Options, refusal)
		}
	}
}

func TestFileCheck(t *testing.T) {
	const dump = "type: float\n1.000000\n2.500000\n7\n7\nA  B\n"
	tests := []struct {
		checks string
		ok     bool
	}{
		{"CHECK: 1.0\nCHECK-NEXT: 2.5", true},
		{"CHECK: 1.0\nCHECK-NEXT: 7", false},
		{"CHECK: 2.5\nCHECK: 1.0", false},
		{"CHECK-DAG: 2.5\nCHECK-DAG: 1.0\nCHECK: A B", true},
		{"CHECK-COUNT-2: 7", true},
		{"CHECK-COUNT-3: 7", false},
		{"CHECK-DAG: 7\nCHECK-DAG: 7\nCHECK-DAG: 7", false},
		{"CHECK: type\nCHECK-NOT: 2.5\nCHECK: 7", false},
		{"CHECK: type\nCHECK-NOT: 9\nCHECK: 7", true},
		{"CHECK: [[N:[0-9]]].0\nCHECK: 2", true},
		{"CHECK: {{[0-9]+}}\nCHECK-SAME: .000000", true},
		{"CHECK: type: [[T:[a-z]+]]\nCHECK: [[T]]", false},
		{"CHECK-OTHER: nowhere\nCHECK: 7", true},
		{"OTHER: 7", false},
	}
	for _, tt := range tests {
		k := ParseKernel("", "//TEST:X(filecheck-buffer=CHECK):\n// "+strings.ReplaceAll(tt.checks, "\n", "\n// "))
		if err := k.FileCheck("CHECK", dump); (err == nil) != tt.ok {
			t.Errorf("%s: %v", tt.checks, err)
		}
	}
}

func TestCompareLines(t *testing.T) {
	tests := []struct {
		expected, dump string
		ok             bool
	}{
		{"1\nFF\n", "1\nFF\n0\n", true},
		{"1\n2\n", "1\n", false},
		{"1\n", "2\n", false},
		{"type: float\n0.5\n", "type: float\n0.500050\n", true},
		{"type: float\n0.5\n", "type: float\n0.501\n", false},
		{"1.0\n", "1\n", false},
	}
	for _, tt := range tests {
		if err := compareLines(tt.expected, tt.dump); (err == nil) != tt.ok {
			t.Errorf("%q, %q: %v", tt.expected, tt.dump, err)
		}
	}
}

func TestTotals(t *testing.T) {
	test := func(s Status, r RunStatus) *Outcome {
		o := &Outcome{Test: &Test{Directive: &Directive{}}, Status: s}
		if r != "" {
			o.Run = &RunOutcome{Status: r}
		}
		return o
	}
	reports := []*Report{
		{Row{"a", "core"}, []*Outcome{test(OK, Right), test(NotOurs, "")}},
		{Row{"b", "core"}, []*Outcome{test(OK, ""), test(Refused, "")}},
		{Row{"c", "core"}, []*Outcome{test(Disabled, "")}},
		{Row{"d", "extended"}, []*Outcome{test(Diagnosed, "")}},
	}
	if got := Count("core", reports); got.Rows != 3 || got.Counted != 2 || got.Passed != 1 || got.Runs[Right] != 1 {
		t.Errorf("%+v", got)
	}
	var b strings.Builder
	WriteTable(&b, reports, false)
	for _, want := range []string{"core: 3 rows, 2 ask something of us, 1 pass (50.0 %)", "extended: 1 rows, 1 ask something of us, 1 pass (100.0 %)", "refused"} {
		if !strings.Contains(b.String(), want) {
			t.Errorf("the table lacks %q:\n%s", want, b.String())
		}
	}
}
