package structure

import (
	"fmt"
	"slices"
	"testing"

	"slc"
)

// barrier is a row of the table "Barriers" of lowering.md §1, in SPIR-V words; narrow marks the
// WaveSync forms, whose memory scope is decided by the narrowing rule, at most scope.
type barrier struct {
	call        string
	exec, scope int
	spaces      int
	narrow      bool
}

var barriers = []barrier{
	{"AllMemoryBarrier()", 0, scopeDevice, semUniform | semImage | semWorkgroup, false},
	{"AllMemoryBarrierWithGroupSync()", scopeWorkgroup, scopeDevice, semUniform | semImage | semWorkgroup, false},
	{"AllMemoryBarrierWithWaveSync()", scopeSubgroup, scopeDevice, semUniform | semImage | semWorkgroup, true},
	{"AllMemoryBarrierWithWaveMaskSync(0xFF)", scopeSubgroup, scopeDevice, semUniform | semImage | semWorkgroup, true},
	{"DeviceMemoryBarrier()", 0, scopeDevice, semUniform | semImage, false},
	{"DeviceMemoryBarrierWithGroupSync()", scopeWorkgroup, scopeDevice, semUniform | semImage, false},
	{"GroupMemoryBarrier()", 0, scopeWorkgroup, semWorkgroup, false},
	{"GroupMemoryBarrierWithGroupSync()", scopeWorkgroup, scopeWorkgroup, semWorkgroup, false},
	{"GroupMemoryBarrierWithWaveSync()", scopeSubgroup, scopeWorkgroup, semWorkgroup, true},
	{"GroupMemoryBarrierWithWaveMaskSync(0xFF)", scopeSubgroup, scopeWorkgroup, semWorkgroup, true},
	{"subgroupMemoryBarrier()", 0, scopeSubgroup, semUniform | semImage | semWorkgroup, false},
	{"subgroupMemoryBarrierBuffer()", 0, scopeSubgroup, semUniform, false},
	{"subgroupMemoryBarrierShared()", 0, scopeSubgroup, semWorkgroup, false},
	{"subgroupMemoryBarrierImage()", 0, scopeSubgroup, semImage, false},
	{"subgroupBarrier()", scopeSubgroup, scopeSubgroup, semUniform | semImage | semWorkgroup, false},
	{"memoryBarrier()", 0, scopeDevice, semUniform | semImage | semWorkgroup, false},
	{"memoryBarrierBuffer()", 0, scopeDevice, semUniform, false},
	{"memoryBarrierImage()", 0, scopeDevice, semImage, false},
	{"memoryBarrierShared()", 0, scopeWorkgroup, semWorkgroup, false},
	{"groupMemoryBarrier()", 0, scopeWorkgroup, semUniform | semImage | semWorkgroup, false},
	{"barrier()", scopeWorkgroup, scopeWorkgroup, semWorkgroup, false},
}

// context is what else an entry point has, as far as narrowing depends on it.
type context struct {
	name, decls, body string
	adds              touched
	line              string // what it adds to the module
	device, group     bool   // an atomic on device memory; something through which happens-before leaves the wave
}

var contexts = []context{
	{name: "nothing"},
	{"buffer atomic", "RWStructuredBuffer<Atomic<uint>> box;\n", "box[0].add(1);", touched{buffers: true}, "atomic iadd box[0] scope=%d sem=0 value=1", true, true},
	{"image atomic", "[format(\"r32ui\")] RWTexture2D<uint> heat;\n", "InterlockedAdd(heat[uint2(0, 0)], 1);", touched{images: true}, "atomic iadd heat scope=%d sem=0 value=1", true, true},
	{"groupshared atomic", "groupshared Atomic<uint> cell;\n", "cell.add(1);", touched{shared: true}, "atomic iadd cell scope=2 sem=0 value=1", false, true},
	{"workgroup barrier", "groupshared uint line[64];\n", "line[i] = 1;\n    GroupMemoryBarrierWithGroupSync();", touched{shared: true}, "control barrier exec=2 scope=2 sem=0x6108", false, true},
}

// TestBarrierWords: every barrier, whatever the kernel touches, next to each thing that
// the scope depends on.
func TestBarrierWords(t *testing.T) {
	for _, b := range barriers {
		for _, c := range contexts {
			for _, spaces := range spaceSets() {
				checkBarrier(t, b, c, spaces, slc.Options{AllowGLSL: true})
			}
			all := touched{true, true, true}
			checkBarrier(t, b, c, all, slc.Options{AllowGLSL: true, DeviceScope: slc.DeviceScopeQueueFamily})
		}
	}
}

func checkBarrier(t *testing.T, b barrier, c context, spaces touched, options slc.Options) {
	t.Helper()
	device := scopeDevice
	if options.DeviceScope == slc.DeviceScopeQueueFamily {
		device = scopeQueueFamily
	}
	decls, body := spaces.source()
	body += "    " + b.call + ";\n"
	var want []string
	spaces.buffers = spaces.buffers || c.adds.buffers
	spaces.shared = spaces.shared || c.adds.shared
	spaces.images = spaces.images || c.adds.images
	if line := b.words(spaces.bits(), c, device); line != "" {
		want = append(want, line)
	}
	if c.line != "" {
		body += "    " + c.body + "\n"
		line := c.line
		if c.device {
			line = fmt.Sprintf(line, device)
		}
		want = append(want, line)
	}
	words := expectEffects(t, kernel(decls+c.decls, body), options, want)
	checkModule(t, words, nil)
}

// words is the line of the barrier; "" if it is not emitted.
func (b barrier) words(spaces int, c context, device int) string {
	spaces &= b.spaces
	if spaces == 0 {
		if b.exec == 0 {
			return ""
		}
		return fmt.Sprintf("control barrier exec=%d scope=%d sem=0", b.exec, b.exec)
	}
	scope := b.scope
	if b.narrow {
		width := []int{scopeSubgroup, scopeWorkgroup, scopeDevice} // from narrow to wide
		reach := scopeSubgroup
		switch {
		case c.device:
			reach = scopeDevice
		case c.group:
			reach = scopeWorkgroup
		}
		scope = width[min(slices.Index(width, reach), slices.Index(width, b.scope))]
	}
	if scope == scopeDevice {
		scope = device
	}
	sem := hex(semAcquireRelease | semMakeAvailable | semMakeVisible | spaces)
	if b.exec == 0 {
		return fmt.Sprintf("memory barrier scope=%d sem=%s", scope, sem)
	}
	return fmt.Sprintf("control barrier exec=%d scope=%d sem=%s", b.exec, scope, sem)
}
