package structure

import (
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"
	"testing"

	"slc"
	"slc/backend/spirv/binary"
	"slc/frontend/diag"
	"slc/testsuite/tools"
)

// counts are the static numbers of accesses to one buffer, image or groupshared variable.
type counts struct{ loads, stores, atomics int }

// countsOf counts the accesses of a module by the name of what they access, with functions counted at each call.
//
// Rules under which HLSL, read by glslang, and our SPIR-V count alike:
//   - glslang's legalisation of HLSL inlines all calls, so functions count once for each call;
//   - HLSL has no atomic load and store: InterlockedOr with 0 and InterlockedExchange stand for them, so only the sum
//     of all atomic instructions is compared;
//   - a load or store of a whole struct is one access: glslang writes a struct member by member, so stores to the members
//     of one struct value, or through one pointer to a struct, in one block count once;
//   - a compare-exchange whose failure is SeqCst re-reads by an OpAtomicOr in SPIR-V only (lowering.md §2, SeqCst): the Or
//     whose result is compared with the comparand again is not counted;
//   - glslang drops InterlockedCompareStore: those are counted in the text;
//   - glslang's legalisation drops loops that only wait for memory (W0302): loads of what they poll are not compared;
//   - a name that HLSL reserves gets another number or underscore at its end;
//   - constant buffers are left out: glslang loads them where they are used;
//   - floats are compared with -float-atomics cas, since HLSL has no others.
func countsOf(t *testing.T, words []byte) tally {
	t.Helper()
	p, err := binary.Decode(words)
	if err != nil {
		t.Fatal(err)
	}
	c := &counter{m: &module{p: p}, all: tally{}, functions: p.Functions()}
	for in := range p.All(binary.OpEntryPoint) {
		c.function(in.ID(1))
	}
	return c.all
}

type counter struct {
	m         *module
	functions []binary.Function
	all       tally
}

// function counts a function for one call of it: there is no recursion.
func (c *counter) function(id binary.ID) {
	for i := range c.functions {
		if f := &c.functions[i]; f.Def.Result == id {
			for k := range f.Blocks {
				c.block(f.Blocks[k].Insts)
			}
		}
	}
}

func (c *counter) block(insts []binary.Inst) {
	last := "" // the struct whose members are being stored one after the other
	for i := range insts {
		in := &insts[i]
		switch {
		case in.Op == binary.OpFunctionCall:
			c.function(in.ID(0))
		case isAtomic(in.Op):
			if !c.reread(in) {
				c.add(in.ID(0), counts{atomics: 1})
			}
		case in.Op == binary.OpLoad && c.ofMemory(in.ID(0)):
			c.add(in.ID(0), counts{loads: 1})
		case in.Op == binary.OpStore && c.ofMemory(in.ID(0)):
			from := c.memberOf(in.ID(0))
			if from == "" {
				from = c.wholeValue(in.ID(1))
			}
			if from == "" || from != last {
				c.add(in.ID(0), counts{stores: 1})
			}
			last = from
		case in.Op == binary.OpImageRead:
			c.add(in.ID(0), counts{loads: 1})
		case in.Op == binary.OpImageWrite:
			c.add(in.ID(0), counts{stores: 1})
		}
	}
}

// reread reports whether in is the second read of a failed SeqCst compare-exchange: an Or with 0 whose result is compared with
// the comparand of a compare-exchange of the same object.
func (c *counter) reread(in *binary.Inst) bool {
	if v, ok := c.m.p.Const(in.ID(3)); in.Op != binary.OpAtomicOr || !ok || v != 0 {
		return false
	}
	for compare := range c.m.p.All(binary.OpINotEqual) {
		if compare.ID(0) != in.Result {
			continue
		}
		for cas := range c.m.p.All(binary.OpAtomicCompareExchange) {
			if cas.ID(5) == compare.ID(1) && c.m.p.Root(cas.ID(0)) == c.m.p.Root(in.ID(0)) {
				return true
			}
		}
	}
	return false
}

// memberOf names the pointer to a struct through which a member is addressed, "" if the member is
// addressed from the variable: only a copy of the whole struct makes such a pointer first.
func (c *counter) memberOf(pointer binary.ID) string {
	def := c.m.p.Def(pointer)
	if def == nil || def.Op != binary.OpAccessChain {
		return ""
	}
	base := c.m.p.Def(def.ID(0))
	if base == nil || base.Op != binary.OpAccessChain {
		return ""
	}
	for outer := base; outer != nil && outer.Op == binary.OpAccessChain; outer = c.m.p.Def(outer.ID(0)) {
		base = outer // the element of a member is a part of the member's struct
	}
	if t := c.m.p.Def(c.m.p.Pointee(base.Type)); t == nil || t.Op != binary.OpTypeStruct {
		return ""
	}
	return fmt.Sprint("pointer ", base.Result)
}

// wholeValue names the struct value that a stored member was taken from, "" if it was not.
func (c *counter) wholeValue(value binary.ID) string {
	def := c.m.p.Def(value)
	if def == nil || def.Op != binary.OpCompositeExtract {
		return ""
	}
	if t := c.m.p.Def(c.m.p.TypeOf(def.ID(0))); t == nil || t.Op != binary.OpTypeStruct && t.Op != binary.OpTypeArray {
		return ""
	}
	whole := def.ID(0)
	for { // the element of a member is a part of the member's struct
		outer := c.m.p.Def(whole)
		if outer == nil || outer.Op != binary.OpCompositeExtract {
			return fmt.Sprint(whole)
		}
		whole = outer.ID(0)
	}
}

func (c *counter) ofMemory(pointer binary.ID) bool {
	switch class, _ := c.m.p.StorageClassOf(pointer); class {
	case binary.StorageClassStorageBuffer, binary.StorageClassWorkgroup:
		return true
	case binary.StorageClassUniform: // glslang's older form of a storage buffer
		root := c.m.p.AccessPath(pointer).Root
		_, ok := c.m.p.Decoration(c.m.p.Pointee(root.Type), binary.DecorationBufferBlock)
		return ok
	}
	return false
}

func (c *counter) add(pointer binary.ID, n counts) {
	path := c.m.p.AccessPath(pointer)
	if path.Root == nil {
		return
	}
	c.all.add(c.m.p.Name(path.Root.Result), n)
}

// tally is the counts by name, without the number or underscore that may follow it.
type tally map[string]counts

func (t tally) add(name string, n counts) {
	name = strings.TrimRight(name, "_0123456789")
	a := t[name]
	t[name] = counts{a.loads + n.loads, a.stores + n.stores, a.atomics + n.atomics}
}

// TestSameCounts compares the accesses of every kernel in HLSL, as glslang reads it, with those in SPIR-V.
func TestSameCounts(t *testing.T) {
	compared := 0
	for _, k := range kernels(t) {
		if !slices.Contains(k.targets, slc.HLSL) || !slices.Contains(k.targets, slc.SPIRV) {
			continue
		}
		t.Run(k.name, func(t *testing.T) {
			v := variant{"float-cas", "", func(o *slc.Options) { o.FloatAtomics, o.Optimize = slc.FloatAtomicsCAS, 0 }}
			spirv, hlsl := k.compile(t, slc.SPIRV, v), k.compile(t, slc.HLSL, v)
			if spirv.HasErrors() || hlsl.HasErrors() {
				return
			}
			text := string(hlsl.Outputs[0])
			if strings.Count(text, "[numthreads(") != 1 || tools.GlslangLacks(text) != "" {
				return // one entry point, so that both modules have the same functions
			}
			theirs, err := tools.GlslangHLSLError(t, text, tools.HLSLOptions{Entry: entryOf(text)})
			if err != nil {
				return // TestCases reports what glslang refuses
			}
			compared++
			want, got := countsOf(t, spirv.Outputs[0]), countsOf(t, theirs)
			delete(got, "slc_tickets") // of HLSL alone: how waves are numbered
			for _, m := range regexp.MustCompile(`(?:(\w+)\.InterlockedCompareStore\(|InterlockedCompareStore\((\w+))`).FindAllStringSubmatch(text, -1) {
				got.add(m[1]+m[2], counts{atomics: 1})
			}
			for _, d := range spirv.Diagnostics {
				if d.Code == diag.PlainPoll {
					name := strings.TrimRight(strings.Split(d.Message, "'")[1], "_0123456789")
					want[name] = counts{got[name].loads, want[name].stores, want[name].atomics}
				}
			}
			k.compareCounts(t, want, got, text)
		})
	}
	if compared < 80 {
		t.Errorf("only %d kernels were compared", compared)
	}
}

func (k *testKernel) compareCounts(t *testing.T, ours, theirs tally, text string) {
	t.Helper()
	names := slices.Sorted(maps.Keys(ours))
	for name := range theirs {
		if !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	for _, name := range names {
		if ours[name] != theirs[name] {
			t.Errorf("%s: SPIR-V %+v, HLSL %+v\n%s", name, ours[name], theirs[name], tools.Numbered(text))
		}
	}
}
