package frontend

// Words that the pre-pass knows. Switches, not maps: nothing is built at start-up.

// builtinType reports whether name is a built-in scalar, vector or matrix type
// (float, uint3, half4x4, …), so that "(name)" before an operand is a cast.
func builtinType(name string) bool {
	n := len(name)
	if n > 3 && isDim(name[n-1]) && name[n-2] == 'x' && isDim(name[n-3]) {
		return scalarType(name[:n-3])
	}
	if scalarType(name) {
		return true
	}
	return n > 1 && isDim(name[n-1]) && scalarType(name[:n-1])
}

func isDim(c byte) bool { return c >= '1' && c <= '4' }

func scalarType(name string) bool {
	switch name {
	case "int", "uint", "bool", "half", "void", "float", "double", "dword",
		"int8_t", "int16_t", "int32_t", "int64_t", "uint8_t", "uint16_t", "uint32_t", "uint64_t",
		"float16_t", "float32_t", "float64_t", "intptr_t", "uintptr_t", "size_t", "usize_t", "ssize_t",
		"min16float", "min16int", "min16uint", "min10float", "min12int", "bfloat16_t", "BFloat16":
		return true
	}
	return false
}

// builtinGeneric reports whether name is a built-in generic type, so that '<'
// behind it opens its arguments whatever follows.
func builtinGeneric(name string) bool {
	if len(name) > 2 && name[0] == 'R' && name[1] == 'W' {
		name = name[2:]
	}
	switch name {
	case "vector", "matrix", "Atomic", "Array", "Ptr", "Optional", "Tuple", "Buffer", "StructuredBuffer",
		"ConstantBuffer", "TextureBuffer", "ParameterBlock", "AppendStructuredBuffer", "ConsumeStructuredBuffer",
		"RasterizerOrderedBuffer", "RasterizerOrderedStructuredBuffer", "DescriptorHandle", "DynamicResource",
		"Texture1D", "Texture2D", "Texture3D", "TextureCube", "Texture2DMS", "Texture1DArray", "Texture2DArray",
		"TextureCubeArray", "Texture2DMSArray", "Sampler1D", "Sampler2D", "Sampler3D", "SamplerCube",
		"GLSLShaderStorageBuffer", "SubpassInput", "CoopVec", "CoopMat", "Result", "ConstRef", "Ref", "InOut", "Out":
		return true
	}
	return false
}

// knownAttribute reports whether word is an attribute of declarations that is written without
// arguments; what is written with them shows itself.
func knownAttribute(word string) bool {
	switch word {
	case "mutating", "nonmutating", "noinline", "ForceInline", "__unsafeForceInlineEarly", "require", "Differentiable",
		"DerivativeGroupQuad", "DerivativeGroupLinear", "SpecializationConstant", "deprecated":
		return true
	}
	return false
}

// wordRole is what the pre-pass does with an identifier that Slang treats as a
// keyword in some places.
type wordRole uint8

const (
	plainWord    wordRole = iota
	modifierWord          // a modifier where another name follows
	signWord              // unsigned, signed: a modifier before int, short, …
	ignoredWord           // dropped: means nothing to a compiler without differentiation
	blockWord             // starts a block of GLSL where a name and '{' follow
	opaqueExpr            // starts an expression that ends with its braces
	opaqueBraces          // starts a statement that ends with its braces
	opaqueToSemi          // starts a statement or declaration that ends with ';'
	layoutWord            // layout before '('
	modifierCall          // a modifier with arguments: one token with them
	functypeWord          // functype (…) -> before a type: one modifier
	newWord               // new before a type
	throwsWord            // throws before a type
)

func roleOf(word string) wordRole {
	switch len(word) {
	case 3:
		switch word {
		case "dyn":
			return modifierWord
		case "new":
			return newWord
		}
	case 4:
		switch word {
		case "some", "each", "lowp", "flat", "line":
			return modifierWord
		}
	case 5:
		if word == "highp" || word == "point" {
			return modifierWord
		}
	case 6:
		switch word {
		case "buffer":
			return blockWord
		case "layout":
			return layoutWord
		case "throws":
			return throwsWord
		case "expand", "borrow", "linear", "sample", "shared":
			return modifierWord
		case "signed":
			return signWord
		case "syntax":
			return opaqueToSemi
		}
	case 7:
		switch word {
		case "no_diff":
			return ignoredWord
		case "mediump", "lineadj", "payload", "indices":
			return modifierWord
		}
	case 8:
		if word == "functype" {
			return functypeWord
		}
		if word == "__prefix" {
			return modifierWord
		}
		if word == "unsigned" {
			return signWord
		}
		if word == "triangle" || word == "vertices" || word == "centroid" || word == "optional" || word == "__extern" {
			return modifierWord
		}
	default:
		switch word {
		case "spirv_asm":
			return opaqueExpr
		case "__target_intrinsic", "__specialized_for_target", "__implicit_conversion", "__attributeTarget",
			"__glsl_extension", "__glsl_version", "__spirv_version", "__intrinsic_op", "__cuda_sm_version":
			return modifierCall
		case "__ignored_block":
			return opaqueBraces
		case "__intrinsic_asm", "attribute_syntax", "type_param", "precision", "__constraint":
			return opaqueToSemi
		case "noperspective", "nonuniformEXT", "__postfix", "__builtin", "__exported", "rayPayloadEXT", "__transparent",
			"triangleadj", "primitives", "pervertex", "__extern_cpp":
			return modifierWord
		}
	}
	return plainWord
}

// isSignedType reports whether word is a type that C lets "unsigned" precede.
func isSignedType(word string) bool { return unsignedName(word) != "" }

// unsignedName returns what "unsigned word" means, "" if nothing.
func unsignedName(word string) string {
	switch word {
	case "int":
		return "uint"
	case "char":
		return "uint8_t"
	case "short":
		return "uint16_t"
	case "long":
		return "uint64_t"
	}
	return ""
}
