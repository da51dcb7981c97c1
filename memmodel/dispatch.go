package memmodel

import (
	"fmt"

	"slc/backend/spirv/binary"
)

// grid is how many workgroups lie along each axis.
func (l *Launch) grid() [3]int {
	return [3]int{max(l.Groups, 1), max(l.GroupsY, 1), max(l.GroupsZ, 1)}
}

// prepare fits the kernel to a launch: what specialization constants decide, and where the
// workgroups lie.
func (k *Kernel) prepare(l *Launch) error {
	k.constants, k.grid, k.texels = nil, l.grid(), &texels{of: map[string]uint64{}}
	groups := 1
	for _, n := range k.grid {
		if groups *= min(n, maxInvocations+1); groups > maxInvocations {
			return fmt.Errorf("more than %d workgroups are not supported by verify", maxInvocations)
		}
	}
	k.module = &invocation{k: k, launch: l, constants: map[binary.ID]value{}, compared: map[int]comparison{}}
	for def := range k.m.All(binary.OpSpecConstantOp) {
		if _, ok := k.module.specializedOp(def); !ok {
			return fmt.Errorf("a constant computed by %s is not supported by verify", binary.Opcode(def.Word(0)))
		}
	}
	size, replaced := k.size, false
	for def := range k.m.All(binary.OpSpecConstantComposite) {
		if k.builtins[def.Result] == binary.BuiltInWorkgroupSize && len(def.Operands) == 3 {
			size, replaced = [3]uint32{k.number(def.ID(0)), k.number(def.ID(1)), k.number(def.ID(2))}, true
		}
	}
	for in := range k.m.All(binary.OpExecutionModeId) {
		if !replaced && in.ID(0) == k.entry && binary.ExecutionMode(in.Word(1)) == binary.ExecutionModeLocalSizeId {
			size = [3]uint32{k.number(in.ID(2)), k.number(in.ID(3)), k.number(in.ID(4))}
		}
	}
	if n := uint64(size[0]) * uint64(size[1]) * uint64(size[2]); size[0] == 0 || size[1] == 0 || size[2] == 0 || n > maxWorkgroup {
		return fmt.Errorf("workgroups of %d x %d x %d invocations are not supported by verify", size[0], size[1], size[2])
	}
	k.size = size
	return nil
}

// maxWorkgroup bounds what a workgroup is declared to hold; no device has more.
const maxWorkgroup = 1 << 20

// number is the value of a constant of the module in this launch.
func (k *Kernel) number(id binary.ID) uint32 {
	return uint32(k.module.operand(&frame{}, id).n)
}

// specializedOp is the value of an OpSpecConstantOp.
func (v *invocation) specializedOp(def *binary.Inst) (value, bool) {
	in := *def
	in.Op, in.Operands = binary.Opcode(def.Word(0)), def.Operands[1:]
	out, ok := v.composite(&frame{}, &in)
	if !ok {
		out, ok = v.compute(&frame{}, &in)
	}
	return out, ok
}

// position3 is where number n lies if the numbers fill a box of a size, x first.
func position3(n int, size [3]int) [3]int {
	return [3]int{n % size[0], n / size[0] % size[1], n / (size[0] * size[1])}
}

// groupName is a workgroup's number in names: its place along the axes, where they are several.
func (k *Kernel) groupName(group int) string {
	if k.grid[1] <= 1 && k.grid[2] <= 1 {
		return fmt.Sprint(group)
	}
	at := position3(group, k.grid)
	return fmt.Sprintf("%d,%d,%d", at[0], at[1], at[2])
}
