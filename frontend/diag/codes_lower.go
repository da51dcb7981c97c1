package diag

// Codes of lowering: bindings and references that only the whole program shows. What a target
// version cannot do has the codes of codes_target.go.
var (
	RuntimeResource = &Code{"E0420", "runtime-resource", Error, 0, "Which resource or shared variable is used would be chosen at run time."}
	BindingOverlap  = &Code{"E0421", "overlapping-bindings", Error, 39001, "Two shader parameters have the same explicit binding and cannot share it: atomics touch both, one is read-only, or they are not both buffers."}

	TexelComponent = &Code{"W0430", "texel-component-store", Warning, 0, "A texel is stored in part; textures are written in whole texels, so the other components are read and written back."}
)

var lowerCodes = []*Code{RuntimeResource, BindingOverlap, TexelComponent}
