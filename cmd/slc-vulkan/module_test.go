package main

import (
	"bytes"
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"slc/backend/spirv/features"
	"slc/cmd/slc-vulkan/job"
	"slc/testsuite/tools"
)

// The features that a module needs, by its capabilities and its atomics (Vulkan
// specification, appendix "Vulkan Environment for SPIR-V").
func TestModuleFeatures(t *testing.T) {
	const head = `OpCapability Shader
OpCapability Int64
OpCapability Int64Atomics
OpCapability VulkanMemoryModel
OpCapability AtomicFloat32AddEXT
OpExtension "SPV_EXT_shader_atomic_float_add"
OpMemoryModel Logical Vulkan
OpEntryPoint GLCompute %main "first" %buf %wg64 %wgf
OpEntryPoint GLCompute %main "second" %buf %wg64 %wgf
OpExecutionMode %main LocalSize 1 1 1
OpDecorate %rta ArrayStride 8
OpMemberDecorate %block 0 Offset 0
OpDecorate %block Block
OpDecorate %buf DescriptorSet 0
OpDecorate %buf Binding 0
%void = OpTypeVoid
%fn = OpTypeFunction %void
%uint = OpTypeInt 32 0
%ulong = OpTypeInt 64 0
%float = OpTypeFloat 32
%rta = OpTypeRuntimeArray %ulong
%block = OpTypeStruct %rta
%pblock = OpTypePointer StorageBuffer %block
%plong = OpTypePointer StorageBuffer %ulong
%wlong = OpTypePointer Workgroup %ulong
%wfloat = OpTypePointer Workgroup %float
%c0 = OpConstant %uint 0
%c2 = OpConstant %uint 2
%l1 = OpConstant %ulong 1
%f1 = OpConstant %float 1
%buf = OpVariable %pblock StorageBuffer
%wg64 = OpVariable %wlong Workgroup
%wgf = OpVariable %wfloat Workgroup
%main = OpFunction %void None %fn
%l = OpLabel
`
	const tail = "OpReturn\nOpFunctionEnd\n"
	base := []string{"shaderInt64", "vulkanMemoryModel"}
	for _, tt := range []struct {
		body string
		want []string
	}{
		{"", nil},
		{"%p = OpAccessChain %plong %buf %c0 %c0\n%r = OpAtomicIAdd %ulong %p %c2 %c0 %l1\n", []string{"shaderBufferInt64Atomics"}},
		{"%r = OpAtomicUMax %ulong %wg64 %c2 %c0 %l1\n", []string{"shaderSharedInt64Atomics"}},
		{"OpAtomicStore %wg64 %c2 %c0 %l1\n", []string{"shaderSharedInt64Atomics"}},
		{"%r = OpAtomicFAddEXT %float %wgf %c2 %c0 %f1\n", []string{"shaderSharedFloat32AtomicAdd"}},
		{"OpAtomicStore %wgf %c2 %c0 %f1\n", []string{"shaderSharedFloat32Atomics"}},
	} {
		m, err := parseModule(tools.SpirvAs(t, head+tt.body+tail, "vulkan1.2"))
		if err != nil {
			t.Errorf("%q: %v", tt.body, err)
			continue
		}
		if want := slices.Concat(base, tt.want); !slices.Equal(m.features, want) {
			t.Errorf("%q needs %v, want %v", tt.body, m.features, want)
		}
		if !slices.Equal(m.entries, []string{"first", "second"}) {
			t.Errorf("entry points %v", m.entries)
		}
		if _, err := m.entry(""); err == nil || !strings.Contains(err.Error(), "first, second") {
			t.Errorf("no name for two entry points gives %v", err)
		}
		if name, err := m.entry("second"); name != "second" || err != nil {
			t.Errorf("entry(second) = %q, %v", name, err)
		}
	}
}

// Every feature that a capability asks for is in the table.
func TestCapabilitiesHaveRows(t *testing.T) {
	for _, name := range features.All() {
		if findFeature(name) == nil {
			t.Errorf("a capability needs %s, which has no row", name)
		}
	}
	seen := map[feature]bool{}
	for _, f := range deviceFeatures {
		at := feature{block: f.block, index: f.index}
		if seen[at] {
			t.Errorf("%s: its place in the structure is taken twice", f.name)
		}
		seen[at] = true
	}
}

func TestCommandLine(t *testing.T) {
	for _, tt := range []struct {
		args  []string
		stdin string
		want  int
		out   string
	}{
		{nil, "", exitUsage, ""},
		{[]string{"-nosuch"}, "", exitUsage, ""},
		{[]string{"a.json", "b.json"}, "", exitUsage, ""},
		{[]string{"/no/such.json"}, "", exitUsage, ""},
		{[]string{"-h"}, "", exitOK, ""},
		{[]string{"-"}, "{", exitFailed, "the job cannot be read"},
		{[]string{"-serve"}, "{\n{}\n", exitOK, "not a SPIR-V module"},
	} {
		var out, errs bytes.Buffer
		if got := run(tt.args, strings.NewReader(tt.stdin), &out, &errs); got != tt.want {
			t.Errorf("%q: exit status %d, want %d\n%s", tt.args, got, tt.want, errs.String())
		}
		if !strings.Contains(out.String(), tt.out) {
			t.Errorf("%q prints %q, want %q in it", tt.args, out.String(), tt.out)
		}
	}
	var out, errs bytes.Buffer
	if got := run([]string{"-list"}, nil, &out, &errs); got != exitOK {
		t.Fatalf("-list: exit status %d\n%s", got, errs.String())
	}
	var devices []job.DeviceInfo
	if err := json.Unmarshal(out.Bytes(), &devices); err != nil || len(devices) == 0 || devices[0].Name == "" {
		t.Errorf("-list prints %s (%v)", out.String(), err)
	}
}
