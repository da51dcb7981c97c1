package builtin

import (
	"strings"

	"slc/sema/types"
)

// Varies says over which invocations a value differs.
type Varies uint8

const (
	VariesNever      Varies = iota // the same in the whole dispatch
	VariesByGroup                  // the same in a workgroup
	VariesByWave                   // the same in a wave
	VariesInvocation               // an invocation's own
)

// SystemValue is a system value of compute shaders.
type SystemValue struct {
	Name       string // as it is usually written; the case of letters does not matter
	Components int    // of uint; a parameter may have fewer, and int for uint
	Varies     Varies
	Doc        string // what it is, for messages
}

// systemValues is sorted by name.
var systemValues = [...]SystemValue{
	{"SV_DispatchThreadID", 3, VariesInvocation, "index of the invocation in the dispatch"},
	{"SV_GroupID", 3, VariesByGroup, "index of the workgroup"},
	{"SV_GroupIndex", 1, VariesInvocation, "flattened index of the invocation in its workgroup"},
	{"SV_GroupThreadID", 3, VariesInvocation, "index of the invocation in its workgroup"},
	{"SV_NumWorkGroups", 3, VariesNever, "number of workgroups"},
}

// SystemValueNamed returns the row of a semantic in any case, nil if there is none.
func SystemValueNamed(semantic string) *SystemValue {
	for i := range systemValues {
		if strings.EqualFold(systemValues[i].Name, semantic) {
			return &systemValues[i]
		}
	}
	return nil
}

// Type returns the widest type of a parameter bound to the system value.
func (s *SystemValue) Type() types.Type {
	if s.Components == 1 {
		return types.Uint
	}
	return types.VectorOf(types.Uint, s.Components)
}

// Accepts reports whether a parameter bound to the system value may have type t:
// int or uint in at most its number of components.
func (s *SystemValue) Accepts(t types.Type) bool {
	elem := types.ElemScalar(t)
	if elem == nil || elem != types.Uint && elem != types.Int {
		return false
	}
	switch t := t.(type) {
	case *types.Scalar:
		return true
	case *types.Vector:
		return t.N <= s.Components
	}
	return false
}

// GLSLVar is a built-in variable of the GLSL module: a system value or the
// result of an operation without operands.
type GLSLVar struct {
	Name     string
	Semantic string // "" if Op gives the value
	Op       Op
}

var glslVars = [...]GLSLVar{
	{Name: "gl_GlobalInvocationID", Semantic: "SV_DISPATCHTHREADID"},
	{Name: "gl_LocalInvocationID", Semantic: "SV_GROUPTHREADID"},
	{Name: "gl_LocalInvocationIndex", Semantic: "SV_GROUPINDEX"},
	{Name: "gl_NumSubgroups", Op: OpWaveNumWaves},
	{Name: "gl_NumWorkGroups", Semantic: "SV_NUMWORKGROUPS"},
	{Name: "gl_SubgroupEqMask", Op: OpWaveLaneEqMask},
	{Name: "gl_SubgroupGeMask", Op: OpWaveLaneGeMask},
	{Name: "gl_SubgroupGtMask", Op: OpWaveLaneGtMask},
	{Name: "gl_SubgroupID", Op: OpWaveIndex},
	{Name: "gl_SubgroupInvocationID", Op: OpWaveLaneIndex},
	{Name: "gl_SubgroupLeMask", Op: OpWaveLaneLeMask},
	{Name: "gl_SubgroupLtMask", Op: OpWaveLaneLtMask},
	{Name: "gl_SubgroupSize", Op: OpWaveLaneCount},
	{Name: "gl_WorkGroupID", Semantic: "SV_GROUPID"},
	{Name: "gl_WorkGroupSize", Op: OpWorkgroupSize},
}

// GLSLVarNamed returns the row of a GLSL variable, nil if there is none.
func GLSLVarNamed(name string) *GLSLVar {
	for i := range glslVars {
		if glslVars[i].Name == name {
			return &glslVars[i]
		}
	}
	return nil
}

// glslConstants are the constants of the GLSL module, numbered from 0.
var glslConstants = [...]string{"GL_TEXTURE_CUBE_MAP_POSITIVE_X", "GL_TEXTURE_CUBE_MAP_NEGATIVE_X", "GL_TEXTURE_CUBE_MAP_POSITIVE_Y",
	"GL_TEXTURE_CUBE_MAP_NEGATIVE_Y", "GL_TEXTURE_CUBE_MAP_POSITIVE_Z", "GL_TEXTURE_CUBE_MAP_NEGATIVE_Z"}

// GLSLConstant returns the value of a constant of the GLSL module.
func GLSLConstant(name string) (value int, ok bool) {
	for i := range glslConstants {
		if glslConstants[i] == name {
			return i, true
		}
	}
	return 0, false
}
