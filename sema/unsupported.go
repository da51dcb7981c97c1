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
