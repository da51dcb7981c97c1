package sema

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"slc/sema/typed"
)

// glslGlobals are what the expressions of testdata/glsl_signatures.txt name.
const glslGlobals = `import glsl;
sampler1D s1; sampler2D s2; sampler3D s3; samplerCube sc; sampler1DArray s1a; sampler2DArray s2a; samplerCubeArray sca;
isampler2D is2; usampler2D us2; usampler3D us3; sampler2DMS sms; sampler2DMSArray smsa; samplerBuffer sb; usamplerBuffer usb;
sampler1DShadow h1; sampler2DShadow h2; samplerCubeShadow hc; sampler1DArrayShadow h1a; sampler2DArrayShadow h2a; samplerCubeArrayShadow hca;
image1D i1; image2DRect ir; [format("r32i")] iimage2D ii2; [format("r32ui")] uimage2DArray ui2a; imageCube ic; imageBuffer ib; image2DMS ims; u64image2D u64i;
atomic_uint n;
groupshared uint gu; groupshared int gi;
static const ivec2 at[4] = { ivec2(0), ivec2(1), ivec2(2), ivec2(3) };
static float f; static vec2 f2; static vec3 f3; static vec4 f4; static double d; static half h; static int i; static ivec2 i2;
static ivec3 i3; static uint u; static uvec2 u2; static uvec3 u3; static uvec4 u4; static bool b; static bvec3 b3;
`

// TestGLSLSignatures checks the type of each expression: the result type that the GLSL specification gives the function.
func TestGLSLSignatures(t *testing.T) {
	data, err := os.ReadFile("testdata/glsl_signatures.txt")
	if err != nil {
		t.Fatal(err)
	}
	var exprs, want []string
	for _, line := range strings.Split(string(data), "\n") {
		if line == "" || line[0] == '#' {
			continue
		}
		expr, typ, ok := strings.Cut(line, " : ")
		if !ok {
			t.Fatalf("no type: %s", line)
		}
		exprs, want = append(exprs, expr), append(want, typ)
	}
	var src strings.Builder
	src.WriteString(glslGlobals + "[numthreads(4, 1, 1)] void main() {\n")
	for k, e := range exprs {
		fmt.Fprintf(&src, "var value%d = %s;\n", k, e)
	}
	src.WriteString("}\n")
	prog, diags, files := analyze(t, "glsl.slang", src.String(), Options{})
	for _, d := range diags.All() {
		t.Errorf("%s: %s", files.Locate(d.Span.Start), d.Message)
	}
	if diags.HasErrors() {
		return
	}
	got := map[string]string{}
	for _, st := range prog.Entries[0].Func.Body.List {
		if decl, ok := st.(*typed.Decl); ok {
			got[decl.Var.Name] = decl.Var.Type.String()
		}
	}
	for k, typ := range want {
		if g := got[fmt.Sprintf("value%d", k)]; g != typ {
			t.Errorf("%s has the type '%s', not '%s'", exprs[k], g, typ)
		}
	}
}
