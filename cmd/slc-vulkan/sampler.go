package main

import (
	"fmt"
	"strings"

	"slc/cmd/slc-vulkan/job"
	"slc/cmd/slc-vulkan/vk"
)

// samplerWords are the words of a job's sampler and what they set.
var samplerWords = [...]struct {
	word string
	set  func(*vk.SamplerCreateInfo)
}{
	{"nearest", func(i *vk.SamplerCreateInfo) { i.MagFilter, i.MinFilter = 0, 0 }},
	{"linear", func(i *vk.SamplerCreateInfo) { i.MagFilter, i.MinFilter = 1, 1 }},
	{"wrap", func(i *vk.SamplerCreateInfo) { i.Address = [3]uint32{0, 0, 0} }},
	{"mirror", func(i *vk.SamplerCreateInfo) { i.Address = [3]uint32{1, 1, 1} }},
	{"clamp", func(i *vk.SamplerCreateInfo) { i.Address = [3]uint32{2, 2, 2} }},
	{"never", func(i *vk.SamplerCreateInfo) { i.Compare, i.CompareOp = 1, 0 }},
	{"less", func(i *vk.SamplerCreateInfo) { i.Compare, i.CompareOp = 1, 1 }},
	{"equal", func(i *vk.SamplerCreateInfo) { i.Compare, i.CompareOp = 1, 2 }},
	{"less-equal", func(i *vk.SamplerCreateInfo) { i.Compare, i.CompareOp = 1, 3 }},
	{"greater", func(i *vk.SamplerCreateInfo) { i.Compare, i.CompareOp = 1, 4 }},
	{"not-equal", func(i *vk.SamplerCreateInfo) { i.Compare, i.CompareOp = 1, 5 }},
	{"greater-equal", func(i *vk.SamplerCreateInfo) { i.Compare, i.CompareOp = 1, 6 }},
	{"always", func(i *vk.SamplerCreateInfo) { i.Compare, i.CompareOp = 1, 7 }},
}

// samplerInfo is what the words of a binding mean; none: nearest, wrap, no comparison.
func samplerInfo(b *job.Binding) (*vk.SamplerCreateInfo, error) {
	info := &vk.SamplerCreateInfo{Header: vk.Header{Type: vk.StructSamplerCreateInfo}}
	for _, word := range strings.Fields(b.Sampler) {
		known := false
		for i := range samplerWords {
			if samplerWords[i].word == word {
				samplerWords[i].set(info)
				known = true
			}
		}
		if !known {
			return nil, fmt.Errorf("%s: unknown word %q of a sampler", b, word)
		}
	}
	return info, nil
}

func (s *session) createSampler(r *resource) error {
	info, err := samplerInfo(r.Binding)
	if err != nil {
		return err
	}
	if res := s.api.CreateSampler(s.handle, info, nil, &r.sampler); res != vk.Success {
		return fmt.Errorf("vkCreateSampler: %w", res)
	}
	s.atEnd(func() { s.api.DestroySampler(s.handle, r.sampler, nil) })
	return nil
}
