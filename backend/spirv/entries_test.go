package spirv

import (
	"testing"

	"slc/backend/spirv/binary"
	"slc/lower/ir"
	"slc/sema/builtin"
)

// The entries of memory.go that no module tells apart, because lower/ never asks for the combination.

// TestRelaxedHasNoSpaces: a relaxed operation orders no storage class (VUID 10871), even if it names spaces.
func TestRelaxedHasNoSpaces(t *testing.T) {
	if m := semantics(ir.Memory{Spaces: builtin.AllSpaces}); m != 0 {
		t.Errorf("%#x", m)
	}
}

// TestCoherentIsNonPrivate: MakeVisible and MakeAvailable need NonPrivate, and an access that is neither shared nor
// coherent has no operands (SPIR-V, Memory Operands and Image Operands).
func TestCoherentIsNonPrivate(t *testing.T) {
	const sc = binary.StorageClassStorageBuffer
	coherent := ir.Access{Coherent: builtin.ScopeDevice}
	for _, c := range []struct {
		name      string
		got, want uint32
	}{
		{"private pointer", pointerAccess(ir.Access{}, sc, reads, 0), 0},
		{"private texel", texelAccess(ir.Access{}, reads), 0},
		{"coherent load", pointerAccess(coherent, sc, reads, 0), binary.MemoryAccessMakePointerVisible | binary.MemoryAccessNonPrivatePointer},
		{"coherent store", pointerAccess(coherent, sc, writes, 0), binary.MemoryAccessMakePointerAvailable | binary.MemoryAccessNonPrivatePointer},
		{"coherent read", texelAccess(coherent, reads), binary.ImageOperandsMakeTexelVisible | binary.ImageOperandsNonPrivateTexel},
		{"coherent write", texelAccess(coherent, writes), binary.ImageOperandsMakeTexelAvailable | binary.ImageOperandsNonPrivateTexel},
	} {
		if c.got != c.want {
			t.Errorf("%s: %#x, want %#x", c.name, c.got, c.want)
		}
	}
}
