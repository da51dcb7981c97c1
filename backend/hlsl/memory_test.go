package hlsl_test

import (
	"fmt"
	"strings"
	"testing"

	"slc/frontend/diag"
)

// The expected lines are written from design/lowering.md §3, one test a row.

const resources = `
resource @b storage_buffer set=0 binding=0 reg=u0,0 source=RWStructuredBuffer
  view %s atomic fields=""
resource @raw storage_buffer set=0 binding=1 reg=u1,0 source=RWByteAddressBuffer
  view %s atomic
resource @tex storage_image set=0 binding=2 reg=u2,0 source=RWTexture2D
  view uint atomic
shared @g [4 x %s] fields="*"
func @main() -> void {
  %%0.x = system {value=group_index} : uint
  %%1.i = system {value=dispatch_thread_id} : uint3
  %%2 = shuffle %%1 {comps=xy} : uint2
  %%3 = elem @b.0, %%0 : &buffer %s
  %%4 = elem @g, %%0 : &groupshared %s
  %%5 = byte_elem @raw.0, %%0 : &buffer %s
  %%6 = texel @tex.0, %%2 : &image uint
  %%7.v = convert %%0 : %s
%s
  return
}
entry main func=@main threads=8,1,1 groupshared
`

// kernel wraps instructions in a module: %3 is an element of a structured
// buffer, %4 of groupshared memory, %5 a word of a byte-address buffer, %6 a texel, %7 a
// value. keep uses a result.
func kernel(elem, body string) string {
	return fmt.Sprintf(resources, elem, elem, elem, elem, elem, elem, elem, body)
}

const device = "mem=Relaxed,device,none"

func TestAtomicOperations(t *testing.T) {
	tests := []struct {
		name, elem, instr string
		used              bool
		want              []string
	}{
		{"load", "uint", "%10.old = atomic %3 {atomic=load " + device + "}", true, []string{"uint old;", "InterlockedOr(b[x], 0u, old);"}},
		{"load, unused", "uint", "%10 = atomic %3 {atomic=load " + device + "}", false, []string{"InterlockedOr(b[x], 0u);"}},
		{"load, int", "int", "%10.old = atomic %3 {atomic=load " + device + "}", true, []string{"int old;", "InterlockedOr(b[x], 0, old);"}},
		{"store", "uint", "atomic %3, %7 {atomic=store " + device + "}", false, []string{"uint unused;", "InterlockedExchange(b[x], x, unused);"}},
		{"exchange", "uint", "%10.old = atomic %3, 7:uint {atomic=exchange " + device + "}", true, []string{"uint old;", "InterlockedExchange(b[x], 7u, old);"}},
		{"exchange, unused", "uint", "%10 = atomic %3, 7:uint {atomic=exchange " + device + "}", false, []string{"uint unused;", "InterlockedExchange(b[x], 7u, unused);"}},
		{"CAS", "uint", "%10.old = atomic %3, 1:uint, 2:uint {atomic=compareExchange " + device + "}", true, []string{"uint old;", "InterlockedCompareExchange(b[x], 1u, 2u, old);"}},
		{"CAS, unused", "uint", "%10 = atomic %3, 1:uint, 2:uint {atomic=compareExchange " + device + "}", false, []string{"InterlockedCompareStore(b[x], 1u, 2u);"}},
		{"add", "uint", "%10.old = atomic %3, 3:uint {atomic=add " + device + "}", true, []string{"uint old;", "InterlockedAdd(b[x], 3u, old);"}},
		{"add, unused", "uint", "%10 = atomic %3, 3:uint {atomic=add " + device + "}", false, []string{"InterlockedAdd(b[x], 3u);"}},
		{"sub of a constant", "uint", "%10 = atomic %3, 3:uint {atomic=sub " + device + "}", false, []string{"InterlockedAdd(b[x], 4294967293u);"}},
		{"sub of a value", "int", "%10 = atomic %3, %7 {atomic=sub " + device + "}", false, []string{"InterlockedAdd(b[x], -int(x));"}},
		{"sub of INT_MIN", "int", "%10 = atomic %3, -2147483648:int {atomic=sub " + device + "}", false, []string{"InterlockedAdd(b[x], -2147483647 - 1);"}},
		{"inc", "int", "%10 = atomic %3 {atomic=increment " + device + "}", false, []string{"InterlockedAdd(b[x], 1);"}},
		{"dec, int", "int", "%10 = atomic %3 {atomic=decrement " + device + "}", false, []string{"InterlockedAdd(b[x], -1);"}},
		{"dec, uint", "uint", "%10.old = atomic %3 {atomic=decrement " + device + "}", true, []string{"uint old;", "InterlockedAdd(b[x], 4294967295u, old);"}},
		{"and", "uint", "%10 = atomic %3, 3:uint {atomic=and " + device + "}", false, []string{"InterlockedAnd(b[x], 3u);"}},
		{"or", "uint", "%10 = atomic %3, 3:uint {atomic=or " + device + "}", false, []string{"InterlockedOr(b[x], 3u);"}},
		{"xor", "uint", "%10 = atomic %3, 3:uint {atomic=xor " + device + "}", false, []string{"InterlockedXor(b[x], 3u);"}},
		{"min", "uint", "%10 = atomic %3, 3:uint {atomic=min " + device + "}", false, []string{"InterlockedMin(b[x], 3u);"}},
		{"max, signed", "int", "%10.old = atomic %3, -3:int {atomic=max " + device + "}", true, []string{"int old;", "InterlockedMax(b[x], -3, old);"}},
		{"groupshared", "uint", "%10 = atomic %4, 3:uint {atomic=add mem=Relaxed,workgroup,none}", false, []string{"InterlockedAdd(g[x], 3u);"}},
		{"texture", "uint", "%10.old = atomic %6, 3:uint {atomic=add " + device + "}", true, []string{"uint old;", "InterlockedAdd(tex[i.xy], 3u, old);"}},
		{"byte-address", "uint", "%10.old = atomic %5, 3:uint {atomic=add " + device + "}", true, []string{"uint old;", "raw.InterlockedAdd(x, 3u, old);"}},
		{"byte-address load", "uint", "%10.old = atomic %5 {atomic=load " + device + "}", true, []string{"uint old;", "raw.InterlockedOr(x, 0u, old);"}},
		{"byte-address store", "uint", "atomic %5, 3:uint {atomic=store " + device + "}", false, []string{"uint unused;", "raw.InterlockedExchange(x, 3u, unused);"}},
		{"byte-address CAS, unused", "uint", "%10 = atomic %5, 1:uint, 2:uint {atomic=compareExchange " + device + "}", false, []string{"raw.InterlockedCompareStore(x, 1u, 2u);"}},
		{"64 bits", "uint64_t", "%10.old = atomic %3, 3:uint64_t {atomic=add " + device + "}", true, []string{"uint64_t old;", "InterlockedAdd(b[x], 3ull, old);"}},
		{"64 bits, load", "int64_t", "%10.old = atomic %3 {atomic=load " + device + "}", true, []string{"int64_t old;", "InterlockedOr(b[x], 0ll, old);"}},
		{"64 bits, bytes", "uint64_t", "%10.old = atomic %5, 3:uint64_t {atomic=max " + device + "}", true, []string{"uint64_t old;", "raw.InterlockedMax64(x, 3ull, old);"}},
		{"64 bits, bytes, CAS", "uint64_t", "%10 = atomic %5, 3:uint64_t, 4:uint64_t {atomic=compareExchange " + device + "}", false, []string{"raw.InterlockedCompareStore64(x, 3ull, 4ull);"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			elem := tt.elem
			if tt.name == "texture" {
				elem = "uint"
			}
			body := tt.instr
			if strings.HasPrefix(body, "%10") {
				body += " : " + elem
			}
			if tt.used {
				body += "\n  store %3, %10 {shared=1}"
			}
			out := emit(t, 66, kernel(elem, body))
			got := bodyOf(out)
			if tt.used {
				tt.want = append(tt.want, "b[x] = old;")
			}
			if strings.Join(got, "\n") != strings.Join(tt.want, "\n") {
				t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(tt.want, "\n"))
			}
		})
	}
}

// Every read-modify-write has both forms, with the result and without.
func TestBothForms(t *testing.T) {
	for _, tt := range []struct{ op, operand, call string }{
		{"add", ", 3:int", "InterlockedAdd(b[x], 3"},
		{"sub", ", 3:int", "InterlockedAdd(b[x], -3"},
		{"increment", "", "InterlockedAdd(b[x], 1"},
		{"decrement", "", "InterlockedAdd(b[x], -1"},
		{"and", ", 3:int", "InterlockedAnd(b[x], 3"},
		{"or", ", 3:int", "InterlockedOr(b[x], 3"},
		{"xor", ", 3:int", "InterlockedXor(b[x], 3"},
		{"min", ", 3:int", "InterlockedMin(b[x], 3"},
		{"max", ", 3:int", "InterlockedMax(b[x], 3"},
		{"load", "", "InterlockedOr(b[x], 0"},
	} {
		instr := fmt.Sprintf("%%10.old = atomic %%3%s {atomic=%s %s} : int", tt.operand, tt.op, device)
		want(t, emit(t, 0, kernel("int", instr)), tt.call+");")
		want(t, emit(t, 0, kernel("int", instr+"\n  store %3, %10 {shared=1}")), "int old;", tt.call+", old);", "b[x] = old;")
	}
}

// bodyOf returns the trimmed lines of the last function.
func bodyOf(out string) []string {
	_, body, _ := strings.Cut(out[strings.LastIndex(out, "numthreads"):], "{\n")
	var lines []string
	for line := range strings.Lines(strings.TrimSuffix(strings.TrimSpace(body), "}")) {
		if s := strings.TrimSpace(line); s != "" {
			lines = append(lines, s)
		}
	}
	return lines
}

func TestAtomicOrders(t *testing.T) {
	const op = "InterlockedAdd(b[x], 3u);"
	all, dev := "AllMemoryBarrier();", "DeviceMemoryBarrier();"
	tests := []struct {
		order, spaces string
		want          []string
	}{
		{"Relaxed", "none", []string{op}},
		{"Acquire", "buffers|groupshared", []string{op, all}},
		{"Release", "buffers|groupshared", []string{all, op}},
		{"AcquireRelease", "buffers|groupshared", []string{all, op, all}},
		{"SeqCst", "buffers|groupshared", []string{all, op, all}},
		// No groupshared memory in the entry point.
		{"Acquire", "buffers", []string{op, dev}},
		{"Release", "buffers|images", []string{dev, op}},
		{"AcquireRelease", "buffers", []string{dev, op, dev}},
		{"SeqCst", "buffers", []string{dev, op, dev}},
	}
	for _, tt := range tests {
		src := kernel("uint", fmt.Sprintf("%%10 = atomic %%3, 3:uint {atomic=add mem=%s,device,%s} : uint", tt.order, tt.spaces))
		if got := bodyOf(emit(t, 0, src)); strings.Join(got, "\n") != strings.Join(tt.want, "\n") {
			t.Errorf("%s %s: got %q, want %q", tt.order, tt.spaces, got, tt.want)
		}
	}
}

// An acquire load is operation, fence; a release store fence, operation.
func TestOrderedLoadAndStore(t *testing.T) {
	out := emit(t, 0, kernel("uint", `%10.seen = atomic %3 {atomic=load mem=Acquire,device,buffers} : uint
  atomic %3, %10 {atomic=store mem=Release,device,buffers}`))
	want := []string{"uint seen;", "InterlockedOr(b[x], 0u, seen);", "DeviceMemoryBarrier();",
		"uint unused;", "DeviceMemoryBarrier();", "InterlockedExchange(b[x], seen, unused);"}
	if got := bodyOf(out); strings.Join(got, "\n") != strings.Join(want, "\n") {
		t.Errorf("got %q, want %q", got, want)
	}
}

// The fences stand around the whole compare-exchange; after it also when only
// the failure order acquires.
func TestCompareExchangeOrders(t *testing.T) {
	const op = "InterlockedCompareStore(b[x], 1u, 2u);"
	fence := "DeviceMemoryBarrier();"
	tests := []struct {
		success, fail string
		want          []string
	}{
		{"Relaxed,device,none", "Relaxed,device,none", []string{op}},
		{"Acquire,device,buffers", "Relaxed,device,none", []string{op, fence}},
		{"Release,device,buffers", "Relaxed,device,none", []string{fence, op}},
		{"AcquireRelease,device,buffers", "Acquire,device,buffers", []string{fence, op, fence}},
		{"SeqCst,device,buffers", "SeqCst,device,buffers", []string{fence, op, fence}},
		{"Release,device,buffers", "Acquire,device,buffers", []string{fence, op, fence}},
	}
	for _, tt := range tests {
		src := kernel("uint", fmt.Sprintf("%%10 = atomic %%3, 1:uint, 2:uint {atomic=compareExchange mem=%s fail=%s} : uint", tt.success, tt.fail))
		if got := bodyOf(emit(t, 0, src)); strings.Join(got, "\n") != strings.Join(tt.want, "\n") {
			t.Errorf("%s/%s: got %q, want %q", tt.success, tt.fail, got, tt.want)
		}
	}
}

func TestBarriers(t *testing.T) {
	tests := []struct{ exec, mem, want string }{
		{"none", "AcquireRelease,device,buffers|images|groupshared", "AllMemoryBarrier();"},
		{"none", "AcquireRelease,device,buffers|groupshared", "AllMemoryBarrier();"},
		{"none", "AcquireRelease,device,images|groupshared", "AllMemoryBarrier();"},
		{"none", "AcquireRelease,device,buffers|images", "DeviceMemoryBarrier();"},
		{"none", "AcquireRelease,device,buffers", "DeviceMemoryBarrier();"},
		{"none", "AcquireRelease,device,images", "DeviceMemoryBarrier();"},
		{"none", "AcquireRelease,workgroup,groupshared", "GroupMemoryBarrier();"},
		{"workgroup", "AcquireRelease,device,buffers|images|groupshared", "AllMemoryBarrierWithGroupSync();"},
		{"workgroup", "AcquireRelease,device,buffers|images", "DeviceMemoryBarrierWithGroupSync();"},
		{"workgroup", "AcquireRelease,device,buffers", "DeviceMemoryBarrierWithGroupSync();"},
		{"workgroup", "AcquireRelease,workgroup,groupshared", "GroupMemoryBarrierWithGroupSync();"},
		{"workgroup", "Relaxed,none,none", "GroupMemoryBarrierWithGroupSync();"},
		{"wave", "AcquireRelease,device,buffers|groupshared", "AllMemoryBarrier();"},
		{"wave", "AcquireRelease,wave,buffers", "DeviceMemoryBarrier();"},
		{"wave", "AcquireRelease,workgroup,groupshared", "GroupMemoryBarrier();"},
		{"wave", "Relaxed,none,none", ""},
	}
	for _, tt := range tests {
		out, diags := emitDiags(t, 0, kernel("uint", fmt.Sprintf("barrier {exec=%s mem=%s}", tt.exec, tt.mem)))
		if got := strings.Join(bodyOf(out), "\n"); got != tt.want {
			t.Errorf("%s %s: got %q, want %q", tt.exec, tt.mem, got, tt.want)
		}
		warned := len(diags.All()) == 1 && diags.All()[0].Code == diag.HLSLWaveSync
		if warned != (tt.exec == "wave") {
			t.Errorf("%s %s: diagnostics %v", tt.exec, tt.mem, diags.All())
		}
	}
}

func TestSeqCstNote(t *testing.T) {
	for order, n := range map[string]int{"SeqCst,device,buffers": 1, "AcquireRelease,device,buffers": 0} {
		_, diags := emitDiags(t, 0, kernel("uint", "%10 = atomic %3, 3:uint {atomic=add mem="+order+"} : uint"))
		if len(diags.All()) != n || n == 1 && diags.All()[0].Code != diag.HLSLSeqCst {
			t.Errorf("%s: diagnostics %v", order, diags.All())
		}
	}
}

func TestAtomicErrors(t *testing.T) {
	tests := []struct {
		sm         int
		elem, op   string
		code       *diag.Code
		inMessages string
	}{
		{65, "uint64_t", "add", diag.TargetAtomic, "shader model 6.6"},
		{65, "int64_t", "min", diag.TargetAtomic, "'int64_t'"},
		{66, "float", "add", diag.TargetAtomic, "'float'"},
		{66, "half", "add", diag.TargetAtomic, "'half'"},
		{66, "double", "add", diag.TargetAtomic, "'double'"},
	}
	for _, tt := range tests {
		_, diags := emitDiags(t, tt.sm, kernel(tt.elem, fmt.Sprintf("%%10 = atomic %%3, %%7 {atomic=%s %s} : %s", tt.op, device, tt.elem)))
		found := false
		for _, d := range diags.All() {
			found = found || d.Code == tt.code && strings.Contains(d.Message, tt.inMessages) && strings.Contains(d.Message, tt.op)
		}
		if !found {
			t.Errorf("%s on %s at %d: %v", tt.op, tt.elem, tt.sm, diags.All())
		}
	}
}

// globallycoherent stands where the source says so or lower/ found that data
// passes between workgroups, never on what is only read.
func TestCoherence(t *testing.T) {
	out := emit(t, 0, `
resource @plain storage_buffer set=0 binding=0 reg=u0,0 source=RWStructuredBuffer
  view uint
resource @said storage_buffer coherent set=0 binding=1 reg=u1,0 source=RWStructuredBuffer
  view uint
resource @found storage_buffer crossgroup set=0 binding=2 reg=u2,0 source=RWByteAddressBuffer
  view uint
resource @image storage_image crossgroup set=0 binding=3 reg=u3,0 source=RWTexture2D
  view uint
resource @texels storage_texel_buffer crossgroup set=0 binding=4 reg=u4,0 source=RWBuffer
  view uint
resource @input storage_buffer crossgroup readonly set=0 binding=5 reg=t0,0 source=StructuredBuffer
  view uint
func @main() -> void {
  return
}
entry main func=@main threads=1,1,1
`)
	want(t, out,
		"RWStructuredBuffer<uint> plain : register(u0, space0);",
		"globallycoherent RWStructuredBuffer<uint> said : register(u1, space0);",
		"globallycoherent RWByteAddressBuffer found : register(u2, space0);",
		"globallycoherent RWTexture2D<uint> image : register(u3, space0);",
		"globallycoherent RWBuffer<uint> texels : register(u4, space0);",
		"StructuredBuffer<uint> input : register(t0, space0);")
}
