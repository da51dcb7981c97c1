package spirv

import (
	"testing"

	"slc/backend/spirv/binary"
)

const buffers = `resource @data storage_buffer set=0 binding=1 metal=0 layout=std430 source=RWStructuredBuffer
  view uint
resource @src storage_buffer set=0 binding=2 metal=1 layout=std430 readonly source=StructuredBuffer
  view float
shared @tile [256 x uint]
`

func TestSmoke(t *testing.T) {
	p := compile(t, mainOf(buffers, `
  %0.id = system {value=dispatch_thread_id} : uint3
  %1 = extract %0 {index=0} : uint
  %2 = elem @data.0, %1 : &buffer uint
  %3 = atomic %2, 1:uint {atomic=add mem=Relaxed,device,none} : uint
  %4 = elem @tile, %3 : &groupshared uint
  store %4, 7:uint {shared=1}
  barrier {exec=workgroup mem=AcquireRelease,workgroup,groupshared}
  %5 = elem @src.0, %1 : &buffer float
  %6 = load %5 : float
  %7 = convert %6 : uint
  store %2, %7 {shared=1}
`), Options{})
	t.Log(p.Disassemble(binary.Options{FriendlyNames: true, Indent: true}))
}
