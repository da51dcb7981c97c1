package slc

import (
	"slc/backend/hlsl"
	"slc/backend/metal"
	"slc/backend/spirv"
	"slc/backend/spirv/binary"
	"slc/frontend/diag"
	"slc/lower"
	"slc/lower/ir"
)

// lowerTargets maps a target to lowering's name for it.
var lowerTargets = [numTargets]lower.Target{SPIRV: lower.SPIRV, SPIRVAsm: lower.SPIRV, HLSL: lower.HLSL, Metal: lower.Metal}

// lowerOptions are the options of lowering for one profile.
func (c *compilation) lowerOptions(p profile) lower.Options {
	o := &c.req.Options
	caps := lower.CapsFor(lowerTargets[p.target], p.version)
	caps.FloatCAS = o.FloatAtomics == FloatAtomicsCAS
	opts := lower.Options{
		Caps: caps, Layout: o.Layout, RowMajor: o.MatrixRowMajor, SeqCstAll: o.SeqCstObjectsAll, Optimize: o.Optimize,
	}
	if p.target == SPIRV || p.target == SPIRVAsm { // as slangc: layouts for Vulkan
		opts.BytesStd430 = o.GLLayout
		if o.DXLayout {
			opts.Layout, opts.DXConstants = ir.ScalarLayout, true
		}
		opts.HeapSet = o.HeapSet
		if g := o.BindGlobals; g.Given {
			opts.Globals = &lower.Binding{Number: g.N, Set: g.Set}
		}
	}
	for _, s := range o.Shifts {
		opts.Shifts = append(opts.Shifts, lower.Shift{Class: s.Class, Amount: s.N, Space: s.Space})
	}
	return opts
}

// emit writes a unit's module in its target's language.
func (c *compilation) emit(u *unit, diags *diag.List) []byte {
	o := &c.req.Options
	version := lower.CapsFor(lowerTargets[u.profile.target], u.profile.version).Version
	switch u.profile.target {
	case HLSL:
		return hlsl.Emit(u.module, hlsl.Options{ShaderModel: version, LineDirectives: o.LineDirectives, Sources: c.m}, diags)
	case Metal:
		return metal.Emit(u.module, metal.Options{Version: version, LineDirectives: o.LineDirectives, Sources: c.m}, diags)
	}
	opts := spirv.Options{
		Version:      binary.Version(uint32(version/100)<<16 | uint32(version%100)<<8),
		Capabilities: o.Capabilities, Debug: o.Debug, Sources: c.m,
		SourceEntryNames: o.UseEntryPointName,
	}
	if o.DeviceScope == DeviceScopeQueueFamily {
		opts.DeviceScope = spirv.QueueFamily
	}
	return spirv.Emit(u.module, opts, diags)
}

// Disassemble gives the assembly text of a SPIR-V module.
func Disassemble(words []byte) ([]byte, error) {
	p, err := binary.Decode(words)
	if err != nil {
		return nil, err
	}
	return []byte(p.Disassemble(binary.Options{FriendlyNames: true, Indent: true})), nil
}
