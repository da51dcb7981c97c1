package sema

import (
	"slices"
	"strings"

	"slc/frontend/ast"
	"slc/frontend/diag"
)

// [require(…)] says which targets a function is for: each attribute lists a target with the features
// that it needs there. slc finds out itself what a function needs; what a method and the
// requirement that it meets say must agree.

// requiredTargets are the targets of output languages that the [require] attributes of a declaration name, sorted.
func requiredTargets(d *ast.FuncDecl) []string {
	var out []string
	for _, a := range d.Attributes {
		if !strings.EqualFold(a.Name.Text, "require") {
			continue
		}
		for _, arg := range a.Args {
			n, ok := arg.(*ast.NameExpr)
			if !ok {
				continue
			}
			switch name := n.Name.Text; name {
			case "hlsl", "glsl", "spirv", "metal", "cuda", "cpp", "wgsl":
				out = append(out, name)
			}
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// sameTargets reports a method whose [require] names other targets than the one of the requirement.
func (c *checker) sameTargets(f *function, required *ast.FuncDecl) {
	own, asked := requiredTargets(f.decl), requiredTargets(required)
	if len(own) == 0 || len(asked) == 0 || slices.Equal(own, asked) {
		return
	}
	c.errorf(diag.NotConforming, f.decl.Name.Range, "'%s' is for %s, but its requirement for %s", f.name, strings.Join(own, ", "), strings.Join(asked, ", ")).
		Note(required.Name.Range, "'%s' is required here", required.Name.Text)
}
