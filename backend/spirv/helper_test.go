package spirv

import (
	"fmt"
	"strings"
	"testing"

	"slc/backend/spirv/binary"
	"slc/frontend/diag"
	"slc/lower/ir"
	"slc/testsuite/tools"
)

// compile parses IR text, emits it and validates the module.
func compile(t *testing.T, text string, opts Options) *binary.Parsed {
	t.Helper()
	data := emitText(t, text, opts)
	env := "vulkan1.3"
	if opts.Version != 0 && opts.Version <= binary.Version1_5 {
		env = "vulkan1.2"
	}
	if err := tools.SpirvValError(t, data, env); err != nil {
		t.Fatalf("%v", err)
	}
	p, err := binary.Decode(data)
	if err != nil {
		t.Fatal(err)
	}
	if missing := p.Undeclared(); len(missing) > 0 {
		t.Errorf("undeclared: %s", strings.Join(missing, "; "))
	}
	return p
}

func emitText(t testing.TB, text string, opts Options) []byte {
	t.Helper()
	m, err := ir.Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	if err := ir.Verify(m); err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	var diags diag.List
	data := Emit(m, opts, &diags)
	if data == nil {
		for _, d := range diags.All() {
			t.Errorf("%s: %s", d.Code, d.Message)
		}
		t.Fatalf("nothing was emitted for\n%s", text)
	}
	return data
}

// mainOf wraps a body in a module with an entry point; globals come first.
func mainOf(globals, body string) string {
	return globals + "\nfunc @main() -> void {\n" + body + "\n  return\n}\nentry computeMain func=@main threads=8,4,1\n"
}

// find returns the instructions with an opcode.
func find(p *binary.Parsed, op binary.Opcode) []*binary.Inst {
	var list []*binary.Inst
	for in := range p.All(op) {
		list = append(list, in)
	}
	return list
}

// only returns the single instruction with an opcode.
func only(t *testing.T, p *binary.Parsed, op binary.Opcode) *binary.Inst {
	t.Helper()
	list := find(p, op)
	if len(list) != 1 {
		t.Fatalf("%d × %s, want 1\n%s", len(list), op, p.Disassemble(binary.Options{}))
	}
	return list[0]
}

// shape writes the operands of an instruction: constants as their values, other ids as their names
// or the opcode that defines them, literals as numbers.
func shape(p *binary.Parsed, in *binary.Inst) string {
	s := in.Op.String()
	for _, o := range in.Operands {
		switch {
		case !o.Kind.IsID():
			s += fmt.Sprintf(" %#x", o.Word())
		default:
			s += " " + idText(p, o.Word())
		}
	}
	return s
}

func idText(p *binary.Parsed, id binary.ID) string {
	if def := p.Def(id); def != nil {
		if v, ok := p.Const(id); ok {
			return fmt.Sprintf("=%#x", v)
		}
		if name := p.Name(id); name != "" {
			return "%" + name
		}
		return "<" + strings.TrimPrefix(def.Op.String(), "Op") + ">"
	}
	return "?"
}

func hasCapability(p *binary.Parsed, c binary.Capability) bool {
	for _, d := range p.Capabilities() {
		if d == c {
			return true
		}
	}
	return false
}

// refused returns the codes of the diagnostics of a module that cannot be emitted.
func refused(t *testing.T, text string, opts Options) string {
	t.Helper()
	m, err := ir.Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	var diags diag.List
	if Emit(m, opts, &diags) != nil {
		t.Errorf("a module was emitted for\n%s", text)
	}
	var codes []string
	for _, d := range diags.All() {
		codes = append(codes, d.Code.ID)
	}
	return strings.Join(codes, " ")
}
