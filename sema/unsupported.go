package sema

import (
	"strings"

	"slc/sema/builtin"
)

// unsupportedResource reports whether name is a resource type of the language, or of GLSL if that is
// visible, that is not compiled: rectangles, buffers of textures' memory, atomic counters.
func unsupportedResource(name string, glsl bool) bool {
	switch name {
	case "TextureBuffer", "FeedbackTexture2D", "FeedbackTexture2DArray":
		return true
	case "atomic_uint":
		return glsl
	}
	return glsl && glslRectangle(name)
}

// glslRectangle reports whether name is a type of GLSL's rectangle textures, which Vulkan has not: sampler2DRect, iimage2DRect.
func glslRectangle(name string) bool {
	if name == "Sampler2DRect" {
		return true
	}
	kind, ok := strings.CutSuffix(strings.TrimSuffix(name, "Shadow"), "2DRect")
	return ok && (strings.HasSuffix(kind, "sampler") || strings.HasSuffix(kind, "image"))
}

// outOfScope says what a name of the core module, or of the GLSL module if that is visible, belongs to, "" if
// it is none of those that docs/limits.md calls not supported.
func outOfScope(name string, glsl bool) string {
	switch name {
	case "RaytracingAccelerationStructure", "RayDesc", "RayQuery", "HitObject", "BuiltInTriangleIntersectionAttributes", "TraceRay",
		"TraceMotionRay", "ReportHit", "CallShader", "IgnoreHit", "AcceptHitAndEndSearch", "ReorderThread", "WorldRayOrigin",
		"WorldRayDirection", "ObjectRayOrigin", "ObjectRayDirection", "ObjectToWorld", "ObjectToWorld3x4", "ObjectToWorld4x3",
		"WorldToObject", "WorldToObject3x4", "WorldToObject4x3", "RayTMin", "RayTCurrent", "DispatchRaysIndex", "DispatchRaysDimensions":
		return "ray tracing ('" + name + "')"
	case "IDifferentiable", "IDifferentiablePtrType", "DifferentialPair", "DifferentialPtrPair", "fwd_diff", "bwd_diff", "__fwd_diff",
		"__bwd_diff", "diffPair", "detach":
		return "automatic differentiation ('" + name + "')"
	case "CoopVec", "CoopMat", "TensorLayout", "TensorView":
		return "a cooperative vector or matrix ('" + name + "')"
	case "TriangleStream", "LineStream", "PointStream", "InputPatch", "OutputPatch", "SubpassInput", "SubpassInputMS", "OutputVertices",
		"OutputIndices", "OutputPrimitives", "SetMeshOutputCounts", "DispatchMesh", "EvaluateAttributeAtSample",
		"EvaluateAttributeAtCentroid", "EvaluateAttributeSnapped", "GetAttributeAtVertex":
		return "'" + name + "', of a stage other than compute,"
	case "FloatE4M3", "FloatE5M2", "BFloat16", "Conditional", "TextureFootprint2D", "TextureFootprint3D":
		return "type '" + name + "'"
	case "ddx_fine", "ddy_fine", "ddx_coarse", "ddy_coarse":
		return "a derivative ('" + name + "')"
	case "getRealtimeClock", "getRealtimeClockLow", "clockARB", "clock2x32ARB", "clockRealtimeEXT", "clockRealtime2x32EXT":
		return "a clock ('" + name + "')"
	case "CheckAccessFullyMapped":
		return "the residency of sparse resources ('" + name + "')"
	case "debugBreak", "abort", "D3DCOLORtoUBYTE4", "dst", "InterlockedAddF16", "InterlockedAddF16Emulated", "InterlockedAddF16x2",
		"createDynamicObject", "getDescriptorFromHandle", "countof", "__floatAsInt", "clip", "ddx", "ddy", "fwidth",
		"__getEquivalentStructuredBuffer":
		return "'" + name + "'"
	}
	if shape, ok := textureShape(name); ok {
		return "a texture that is only written or only compared ('" + shape + "')"
	}
	if strings.HasPrefix(name, "RAY_FLAG_") {
		return "ray tracing ('" + name + "')"
	}
	if glsl {
		return glslOutOfScope(name)
	}
	return ""
}

// textureShape reports whether name is that of a writable texture without reads or of a texture for comparisons.
func textureShape(name string) (string, bool) {
	for _, prefix := range [...]string{"WTexture", "DepthTexture"} {
		if shape, ok := strings.CutPrefix(name, prefix); ok {
			return name, builtin.NamedCtor("Texture"+shape) != nil
		}
	}
	return "", false
}

// glslOutOfScope is outOfScope for the names that only the GLSL module has.
func glslOutOfScope(name string) string {
	switch name {
	case "textureQueryLod":
		return "GLSL's '" + name + "'"
	case "dFdx", "dFdy", "dFdxFine", "dFdyFine", "dFdxCoarse", "dFdyCoarse", "fwidthFine", "fwidthCoarse":
		return "a derivative ('" + name + "')"
	case "inverse", "packDouble2x32", "unpackDouble2x32", "pack32", "pack64", "unpack8", "unpack16", "unpack32", "nonuniformEXT",
		"debugPrintfEXT", "gl_DeviceIndex":
		return "GLSL's '" + name + "'"
	}
	if strings.HasPrefix(name, "atomicCounter") {
		return "an atomic counter of GLSL ('" + name + "')"
	}
	return ""
}
