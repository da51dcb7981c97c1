package sema

import (
	"strings"

	"slc/sema/builtin"
	"slc/sema/types"
)

// unsupportedResource reports whether name is a resource type of the language, or of GLSL if that is
// visible, that is not compiled: rectangles, buffers of textures' memory.
func unsupportedResource(name string, glsl bool) bool {
	switch name {
	case "TextureBuffer", "FeedbackTexture2D", "FeedbackTexture2DArray":
		return true
	}
	return glsl && glslRectangle(name) || writableSampler(name)
}

// writableSampler reports whether name is that of a texture that is written and yet combined with a sampler: RWSampler2D.
func writableSampler(name string) bool {
	for _, prefix := range [...]string{"RWSampler", "WSampler", "RasterizerOrderedSampler"} {
		if shape, ok := strings.CutPrefix(name, prefix); ok {
			return builtin.NamedCtor("Texture"+shape) != nil
		}
	}
	return false
}

// glslRectangle reports whether name is a type of GLSL's rectangle textures, whose coordinates are in texels and which Vulkan has not:
// isampler2DRect, sampler2DRectShadow.
func glslRectangle(name string) bool {
	kind, ok := strings.CutSuffix(strings.TrimSuffix(name, "Shadow"), "2DRect")
	return ok && (kind == "Sampler" || kind == "sampler" || kind == "isampler" || kind == "usampler")
}

// outOfScope says what a name of the core module, or of the GLSL module if that is visible, belongs to, "" if
// it is none of those that docs/limits.md calls not supported.
func outOfScope(name string, glsl bool) string {
	if of := outOfScopePrefix(name); of != "" {
		return of + " ('" + name + "')"
	}
	switch name {
	case "RaytracingAccelerationStructure", "RayDesc", "RayQuery", "HitObject", "BuiltInTriangleIntersectionAttributes", "TraceRay",
		"TraceMotionRay", "ReportHit", "ReportHitOptix", "CallShader", "IgnoreHit", "AcceptHitAndEndSearch", "ReorderThread",
		"MaybeReorderThread", "WorldRayOrigin", "WorldRayDirection", "ObjectRayOrigin", "ObjectRayDirection", "ObjectToWorld",
		"ObjectToWorld3x4", "ObjectToWorld4x3", "WorldToObject", "WorldToObject3x4", "WorldToObject4x3", "RayTMin", "RayTCurrent",
		"RayFlags", "RayCurrentTime", "DispatchRaysIndex", "DispatchRaysDimensions", "HitKind", "HitTriangleVertexPosition", "GeometryIndex",
		"InstanceID", "InstanceIndex", "PrimitiveIndex", "IsLssHit", "IsSphereHit", "GetClusterID", "GetInstanceTraversable",
		"GetLssPositionsAndRadii", "GetSpherePositionAndRadius", "GetTransformListHandle", "GetTransformListSize":
		return "ray tracing ('" + name + "')"
	case "IDifferentiable", "IDifferentiablePtrType", "DifferentialPair", "DifferentialPtrPair", "fwd_diff", "bwd_diff", "__fwd_diff",
		"__bwd_diff", "diffPair", "detach", "updateDiff", "updatePair", "updatePrimal", "NullDifferential":
		return "automatic differentiation ('" + name + "')"
	case "TensorLayout", "TensorView", "ICoopElement", "IFloatingPointCoopElement":
		return "a cooperative vector or matrix ('" + name + "')"
	case "TriangleStream", "LineStream", "PointStream", "InputPatch", "OutputPatch", "SubpassInput", "SubpassInputMS", "OutputVertices",
		"OutputIndices", "OutputPrimitives", "SetMeshOutputCounts", "DispatchMesh", "EvaluateAttributeAtSample",
		"EvaluateAttributeAtCentroid", "EvaluateAttributeSnapped", "GetAttributeAtVertex", "IsHelperLane", "GetRenderTargetSampleCount",
		"GetRenderTargetSamplePosition", "clip":
		return "'" + name + "', of a stage other than compute,"
	case "FloatE4M3", "FloatE5M2", "BFloat16", "Conditional", "TextureFootprint", "TextureFootprint2D", "TextureFootprint3D",
		"Std140DataLayout", "Std430DataLayout", "ScalarDataLayout", "CDataLayout", "DefaultDataLayout", "DefaultPushConstantDataLayout",
		"IArray", "IRWArray", "IPhysicalBuffer", "IRWPhysicalBuffer", "IOpaqueDescriptor", "ITexelElement",
		"GLSLShaderStorageBuffer", "DescriptorKind", "DescriptorAccess", "BindlessDescriptorOptions", "__DynamicResource",
		"__DynamicResourceKind":
		return "type '" + name + "'"
	case "getRealtimeClock", "getRealtimeClockLow", "clockARB", "clock2x32ARB", "clockRealtimeEXT", "clockRealtime2x32EXT":
		return "a clock ('" + name + "')"
	case "CheckAccessFullyMapped":
		return "the residency of sparse resources ('" + name + "')"
	case "ResourceDescriptorHeap", "SamplerDescriptorHeap", "UntypedResourceHandle", "UntypedSamplerHandle":
		return "a heap of descriptors ('" + name + "')"
	case "debugBreak", "abort", "D3DCOLORtoUBYTE4", "InterlockedAddF16", "InterlockedAddF16Emulated", "InterlockedAddF16x2",
		"createDynamicObject", "__floatAsInt", "__getEquivalentStructuredBuffer", "makeArrayFromElement",
		"floatCast", "f32tof16_", "unused", "unmodified", "workgroupUniformLoad":
		return "'" + name + "'"
	}
	if glsl {
		return glslOutOfScope(name)
	}
	return ""
}

// outOfScopePrefix is outOfScope for the families of names that begin alike.
func outOfScopePrefix(name string) string {
	for _, family := range [...]struct{ prefix, of string }{
		{"RAY_FLAG", "ray tracing"}, {"RAYQUERY_FLAG", "ray tracing"}, {"CANDIDATE_", "ray tracing"}, {"COMMITTED_", "ray tracing"},
		{"HIT_KIND_", "ray tracing"}, {"GetTraversable", "ray tracing"}, {"TRAVERSABLE_", "ray tracing"},
		{"coopVec", "a cooperative vector or matrix"}, {"coopMat", "a cooperative vector or matrix"},
		{"CoopVec", "a cooperative vector or matrix"}, {"CoopMat", "a cooperative vector or matrix"},
		{"IDifferentiable", "automatic differentiation"}, {"IForwardDifferentiable", "automatic differentiation"},
		{"IBackwardDifferentiable", "automatic differentiation"}, {"IBwdCallable", "automatic differentiation"},
		{"IDiffTensor", "automatic differentiation"}, {"DiffTensor", "automatic differentiation"}, {"TorchTensor", "automatic differentiation"},
		{"ProcessQuadTess", "tessellation"}, {"Process2DQuadTess", "tessellation"}, {"ProcessTriTess", "tessellation"},
		{"ProcessIsolineTess", "tessellation"},
		{"cudaThreadIdx", "CUDA"}, {"cudaBlock", "CUDA"}, {"SAMPLER_FEEDBACK_", "sampler feedback"},
	} {
		if strings.HasPrefix(name, family.prefix) {
			return family.of
		}
	}
	return ""
}

// outOfScopeMember says what a member of the built-in type t belongs to that the language has and slc does not, "" if it
// is none.
func outOfScopeMember(t types.Type, name string) string {
	r, ok := t.(*types.Resource)
	if !ok {
		return ""
	}
	switch name {
	case "CalculateLevelOfDetail", "CalculateLevelOfDetailUnclamped", "SampleCmpBias", "GatherCmpGreen", "GatherCmpBlue",
		"GatherCmpAlpha", "GetSamplePosition", "WriteSamplerFeedback", "WriteSamplerFeedbackBias", "WriteSamplerFeedbackGrad",
		"WriteSamplerFeedbackLevel", "queryFootprintCoarse", "queryFootprintFine", "sample":
		if r.Kind == types.Texture || r.Kind == types.RWTexture {
			return "'" + name + "'"
		}
	case "GetBufferPointer", "_NvInterlockedAddFp16x2":
		return "'" + name + "'"
	}
	return ""
}

// residency is what the last argument of some loads asks for: on the targets an optional feature of its own.
const residency = "a load that reports whether a sparse resource is resident is"

// furtherArgument says what the last argument of a call of a method of a resource asks for that slc does not have, "" if the
// call is wrong for another reason.
func (c *checker) furtherArgument(o *operand, args []argument) string {
	n := len(args) - 1
	if o.recv == nil || n < 0 || args[n].x == nil {
		return ""
	}
	r, ok := o.recv.Type().(*types.Resource)
	if !ok {
		return ""
	}
	if o.name.Text == "GetDimensions" && r.Kind == types.RWTexture && args[0].typ() == types.Type(types.Uint) {
		return "a level of a writable texture is"
	}
	of := make([]types.Type, n)
	for i := range of {
		of[i] = args[i].typ()
	}
	what := ""
	switch t := args[n].typ(); {
	case t == types.Type(types.Uint) && isPlace(args[n].x):
		what = residency
	case strings.HasPrefix(o.name.Text, "Sample") && t == types.Type(types.Float):
		what = "a limit of the level of detail is"
	case strings.HasPrefix(o.name.Text, "Gather") && n > 2:
		what = "a gather with an offset for each texel is"
	default:
		return ""
	}
	for i := range o.rows {
		if _, ok := o.rows[i].Infer(of, nil, c.pool); ok {
			return what
		}
	}
	return c.furtherArgument(o, args[:n]) // a limit, then a status
}

// glslOutOfScope is outOfScope for the names that only the GLSL module has.
func glslOutOfScope(name string) string {
	switch name {
	case "textureQueryLod":
		return "GLSL's '" + name + "'"
	case "gl_DeviceIndex":
		return "GLSL's '" + name + "'"
	case "traceRayEXT", "traceRayMotionNV", "reportIntersectionEXT", "executeCallableEXT", "reorderThreadNV", "reorderThreadEXT",
		"terminateRayEXT", "ignoreIntersectionEXT", "rayQueryEXT", "accelerationStructureEXT", "accelerationStructureNV",
		"gl_LaunchIDEXT", "gl_LaunchIDNV", "gl_LaunchSizeEXT", "gl_LaunchSizeNV", "gl_InstanceID", "gl_InstanceCustomIndexEXT",
		"gl_GeometryIndexEXT", "gl_IncomingRayFlagsEXT", "gl_HitTEXT", "gl_HitKindEXT", "gl_HitKindFrontFacingTriangleEXT",
		"gl_HitKindBackFacingTriangleEXT", "gl_ClusterIDNV", "gl_ClusterIDNoneNV", "gl_CurrentRayTimeNV":
		return "ray tracing ('" + name + "')"
	case "gl_Position", "gl_PointSize", "gl_PointCoord", "gl_FragCoord", "gl_FragDepth", "gl_FragStencilRef", "gl_InvocationID",
		"gl_InstanceIndex", "gl_VertexIndex", "gl_FrontFacing", "gl_Layer", "gl_SampleID", "gl_ViewIndex", "gl_ViewportIndex",
		"gl_BaseVertex", "gl_BaseInstance", "gl_DrawID", "gl_FragInvocationCountEXT", "gl_FragSizeEXT", "gl_SamplePosition",
		"gl_PrimitiveID", "interpolateAtCentroid", "interpolateAtSample", "interpolateAtOffset", "subpassLoad", "subpassInput",
		"subpassInputMS", "isubpassInput", "isubpassInputMS", "usubpassInput", "usubpassInputMS":
		return "'" + name + "', of a stage other than compute,"
	}
	for _, prefix := range [...]string{"rayQuery", "hitObject", "gl_Ray", "gl_WorldRay", "gl_ObjectRay", "gl_ObjectToWorld", "gl_WorldToObject"} {
		if strings.HasPrefix(name, prefix) {
			return "ray tracing ('" + name + "')"
		}
	}
	return ""
}
