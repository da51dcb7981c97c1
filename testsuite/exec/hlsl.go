package exec

import (
	"encoding/binary"
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"testing"

	"slc"
	spirv "slc/backend/spirv/binary"
	"slc/lower/ir"
	"slc/testsuite/tools"
)

func loadHLSL(t *testing.T, result *slc.Result) (runner, string) {
	src := string(result.Outputs[0])
	if lacks := tools.GlslangLacks(src); lacks != "" {
		return nil, "glslang has no " + lacks
	}
	if fault := tools.GlslangMistranslates(src); fault != "" {
		return nil, "glslang translates " + fault
	}
	if strings.Contains(src, "crementCounter()") {
		return nil, "the hidden counters that glslang makes are not bound"
	}
	p := &program{module: result.Modules[0], byOrder: true}
	p.words = tools.GlslangHLSL(t, src, tools.HLSLOptions{Entry: p.module.Entries[0].Name})
	if err := p.rebind(src); err != nil {
		t.Fatal(err)
	}
	return p, ""
}

// rebind gives each resource of glslang's module the binding that place says:
// glslang puts register u0, t0 and b0 at the same one.
func (p *program) rebind(src string) error {
	m, err := spirv.Decode(p.words)
	if err != nil {
		return err
	}
	names := map[spirv.ID]string{}
	for v := range m.All(spirv.OpVariable) {
		name := m.Name(v.Result)
		if name == "" { // a cbuffer is named by its type
			name = m.Name(m.Pointee(v.Type))
		}
		names[v.Result] = name
	}
	resources := p.declared(src)
	for d := range m.All(spirv.OpDecorate) {
		name, ok := names[d.ID(0)]
		if !ok {
			continue
		}
		value := 0
		switch d.Word(1) {
		case spirv.DecorationBinding:
			r := resources[name]
			if r == nil {
				return fmt.Errorf("glslang's module has a resource %q, the text has none of that name", name)
			}
			_, value = p.place(r)
		case spirv.DecorationDescriptorSet:
		default:
			continue
		}
		binary.LittleEndian.PutUint32(p.words[4*(d.Offset+3):], uint32(value))
	}
	return nil
}

var registerOf = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`(\w+)(?:\[\d*\])?\s*:\s*register\(([btus])(\d+)(?:,\s*space(\d+))?\)`)
})

// declared finds the module's resources by the names that the text gives them:
// the register tells which is which.
func (p *program) declared(src string) map[string]*ir.Resource {
	found := map[string]*ir.Resource{}
	for _, m := range registerOf().FindAllStringSubmatch(src, -1) {
		register, _ := strconv.Atoi(m[3]) // digits
		space, _ := strconv.Atoi(m[4])    // digits or none
		for _, r := range p.module.Resources {
			if r.RegisterClass == m[2][0] && r.Register == register && r.RegisterSpace == space {
				found[m[1]] = r
			}
		}
	}
	return found
}
