package sema

import (
	"strings"

	"slc/sema/builtin"
)

// unsupportedResource reports whether name is a resource type of the language, or of GLSL if that is
// visible, that is not compiled: GLSL's samplers, multisampled textures combined with a sampler, buffers of textures' memory, atomic counters.
func unsupportedResource(name string, glsl bool) bool {
	switch name {
	case "TextureBuffer", "FeedbackTexture2D", "FeedbackTexture2DArray":
		return true
	case "atomic_uint":
		return glsl
	}
	shape, ok := strings.CutPrefix(name, "Sampler")
	if !ok && glsl {
		_, shape, ok = strings.Cut(name, "sampler") // sampler2D, isampler2D, usampler2D
	}
	if !ok {
		return false
	}
	shape = strings.TrimSuffix(shape, "Shadow")
	return shape == "Buffer" || builtin.NamedCtor("Texture"+shape) != nil
}

// outOfScope says what the name of the core module belongs to, "" if it is none of those that docs/limits.md
// calls out of scope.
func outOfScope(name string) string {
	switch name {
	case "RaytracingAccelerationStructure", "RayDesc", "RayQuery", "HitObject", "BuiltInTriangleIntersectionAttributes", "TraceRay",
		"TraceMotionRay", "ReportHit", "CallShader", "IgnoreHit", "AcceptHitAndEndSearch", "ReorderThread":
		return "ray tracing ('" + name + "')"
	case "IDifferentiable", "IDifferentiablePtrType", "DifferentialPair", "DifferentialPtrPair", "fwd_diff", "bwd_diff", "__fwd_diff",
		"__bwd_diff", "diffPair", "detach":
		return "automatic differentiation ('" + name + "')"
	case "CoopVec", "CoopMat", "TensorLayout", "TensorView":
		return "a cooperative vector or matrix ('" + name + "')"
	case "TriangleStream", "LineStream", "PointStream", "InputPatch", "OutputPatch", "SubpassInput", "SubpassInputMS", "OutputVertices",
		"OutputIndices", "OutputPrimitives", "SetMeshOutputCounts", "DispatchMesh", "EvaluateAttributeAtSample":
		return "'" + name + "', of a stage other than compute,"
	}
	if strings.HasPrefix(name, "RAY_FLAG_") {
		return "ray tracing ('" + name + "')"
	}
	return ""
}
