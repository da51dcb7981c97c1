package tools

import (
	"testing"

	"slc/lower/ir"
)

// SpirvVal fails the test unless spirv-val accepts the module for env
// ("vulkan1.2", "vulkan1.3", …).
func SpirvVal(t testing.TB, module []byte, env string) {
	t.Helper()
	must(t, SpirvValError(t, module, env))
}

// SpirvValScalar is SpirvVal for a module whose buffers have scalar layout.
func SpirvValScalar(t testing.TB, module []byte, env string) {
	t.Helper()
	must(t, spirvValError(t, module, "--scalar-block-layout", "--target-env", env))
}

// SpirvValModule is SpirvVal with the layouts that the resources of m ask for.
func SpirvValModule(t testing.TB, module []byte, m *ir.Module, env string) {
	t.Helper()
	args := []string{"--target-env", env}
	if m.ScalarBlocks() {
		args = append(args, "--scalar-block-layout")
	}
	if m.StandardUniforms() {
		args = append(args, "--uniform-buffer-standard-layout")
	}
	must(t, spirvValError(t, module, args...))
}

// SpirvValError returns what spirv-val says about an invalid module, or nil.
func SpirvValError(t testing.TB, module []byte, env string) error {
	t.Helper()
	return spirvValError(t, module, "--target-env", env)
}

func spirvValError(t testing.TB, module []byte, args ...string) error {
	t.Helper()
	j := &toolRun{
		tool: spirvVal, args: append(args, "in.spv"),
		input: module, inName: "in.spv", text: "(module)",
	}
	o, err := j.check(t)
	if err != nil {
		j.text = disassembly(module)
		return j.refused(o.Log)
	}
	return nil
}

// disassembly is the module as text for an error message, as far as it can be read.
func disassembly(module []byte) string {
	o, err := disassemble(module).run()
	switch {
	case err != nil:
		return err.Error()
	case o.Code != 0:
		return "(it cannot be disassembled: " + o.Log + ")"
	}
	return Numbered(string(o.Output))
}

func disassemble(module []byte) *toolRun {
	return &toolRun{
		tool: spirvDis, args: []string{"--no-color", "-o", "out.spvasm", "in.spv"},
		input: module, inName: "in.spv", outName: "out.spvasm", text: "(module)",
	}
}

// SpirvDis returns SPIRV-Tools' disassembly of a module.
func SpirvDis(t testing.TB, module []byte) string {
	t.Helper()
	o, err := disassemble(module).check(t)
	must(t, err)
	return string(o.Output)
}

// SpirvAs assembles SPIRV-Tools' assembly language for env and keeps the
// numeric ids of the text.
func SpirvAs(t testing.TB, text, env string) []byte {
	t.Helper()
	j := &toolRun{
		tool: spirvAs, args: []string{"--target-env", env, "--preserve-numeric-ids", "-o", "out.spv", "in.spvasm"},
		input: []byte(text), inName: "in.spvasm", outName: "out.spv",
	}
	o, err := j.check(t)
	must(t, err)
	return o.Output
}
