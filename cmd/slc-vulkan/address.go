package main

import (
	"encoding/binary"
	"errors"
	"fmt"

	"slc/cmd/slc-vulkan/job"
	"slc/cmd/slc-vulkan/vk"
)

// addressBytes is the size of an address in the contents of a buffer.
const addressBytes = 8

// checkAddresses checks what the job says of addresses and marks the buffers that need one.
func (s *session) checkAddresses() error {
	for _, a := range s.job.Addresses {
		if a.Of < 0 || a.Of >= len(s.resources) || a.Into < -1 || a.Into >= len(s.resources) {
			return fmt.Errorf("address of binding %d into %d: there are %d bindings", a.Of, a.Into, len(s.resources))
		}
		of := s.resources[a.Of]
		if of.kind.kind != job.StorageBuffer && of.kind.kind != job.Memory {
			return fmt.Errorf("%s: a %s has no address", of.Binding, of.kind.kind)
		}
		if into := s.contentsOf(a); a.Offset > uint64(len(into)) || uint64(len(into))-a.Offset < addressBytes {
			return fmt.Errorf("address of %s: there are no %d bytes at offset %d", of.Binding, addressBytes, a.Offset)
		}
		of.pointed = true
	}
	if len(s.job.Addresses) > 0 && (!s.dev.has("bufferDeviceAddress") || s.api.GetBufferDeviceAddress == nil) {
		return errors.New(s.dev.name + " lacks: bufferDeviceAddress")
	}
	return nil
}

// contentsOf is what an address is written into.
func (s *session) contentsOf(a job.Address) []byte {
	if a.Into < 0 {
		return s.job.Push
	}
	return s.resources[a.Into].initial
}

// writeAddresses writes the addresses of the buffers, which exist now.
func (s *session) writeAddresses() error {
	for _, a := range s.job.Addresses {
		info := &vk.BufferDeviceAddress{Header: vk.Header{Type: vk.StructBufferDeviceAddress}, Buffer: s.resources[a.Of].buffer}
		at := s.api.GetBufferDeviceAddress(s.handle, info)
		if at == 0 {
			return fmt.Errorf("%s: vkGetBufferDeviceAddress gives none", s.resources[a.Of].Binding)
		}
		binary.LittleEndian.PutUint64(s.contentsOf(a)[a.Offset:], at+a.Plus)
	}
	return nil
}
