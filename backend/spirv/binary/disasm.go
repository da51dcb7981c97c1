package binary

import (
	"strconv"
	"strings"
)

// Options says how [Disassemble] writes.
type Options struct {
	FriendlyNames bool     // names from OpName, types and constants for ids; otherwise their numbers
	Indent        bool     // align the opcodes, as spirv-dis does
	NoHeader      bool     // leave the header's comment lines out
	Names         []string // names by id, in place of the friendly ones; "" is the number
}

// indentColumn is where opcodes start in indented text.
const indentColumn = 15

// Disassemble writes a module in the assembly language of SPIRV-Tools.
func Disassemble(words []uint32, o Options) (string, error) {
	p, err := DecodeWords(words)
	if err != nil {
		return "", err
	}
	return p.Disassemble(o), nil
}

// Disassemble writes the module in the assembly language of SPIRV-Tools.
func (p *Parsed) Disassemble(o Options) string {
	w := textWriter{p: p, o: o}
	w.out.Grow(48 * len(p.Insts))
	if w.names = o.Names; o.FriendlyNames && o.Names == nil {
		w.names = p.FriendlyNames()
	}
	if !o.NoHeader {
		w.header()
	}
	for i := range p.Insts {
		w.inst(&p.Insts[i])
	}
	return w.out.String()
}

type textWriter struct {
	p     *Parsed
	o     Options
	names []string
	out   strings.Builder
}

func (w *textWriter) header() {
	tool := w.p.Generator >> 16
	w.out.WriteString("; SPIR-V\n; Version: " + w.p.Version.String())
	w.out.WriteString("\n; Generator: " + generatorName(tool) + "; " + strconv.Itoa(int(w.p.Generator&0xffff)))
	w.out.WriteString("\n; Bound: " + strconv.Itoa(int(w.p.Bound)))
	w.out.WriteString("\n; Schema: " + strconv.Itoa(int(w.p.Schema)) + "\n")
}

// generatorName names the tools whose output our users compare with ours, as the SPIR-V registry does.
func generatorName(tool uint32) string {
	switch tool {
	case 0:
		return "Khronos"
	case 6:
		return "Khronos LLVM/SPIR-V Translator"
	case 7:
		return "Khronos SPIR-V Tools Assembler"
	case 8:
		return "Khronos Glslang Reference Front End"
	case 13:
		return "Google Shaderc over Glslang"
	case 14:
		return "Google spiregg"
	case 17:
		return "Khronos SPIR-V Tools Linker"
	}
	return "Unknown(" + strconv.Itoa(int(tool)) + ")"
}

func (w *textWriter) inst(in *Inst) {
	if in.Result != 0 {
		name := w.idName(in.Result)
		if w.o.Indent {
			for pad := indentColumn - len("% = ") - len(name); pad > 0; pad-- {
				w.out.WriteByte(' ')
			}
		}
		w.out.WriteString("%" + name + " = ")
	} else if w.o.Indent {
		w.out.WriteString(strings.Repeat(" ", indentColumn))
	}
	w.out.WriteString(in.Op.String())
	if in.Type != 0 {
		w.out.WriteString(" %" + w.idName(in.Type))
	}
	for i := range in.Operands {
		w.out.WriteByte(' ')
		w.operand(in, &in.Operands[i])
	}
	w.out.WriteByte('\n')
}

func (w *textWriter) idName(id ID) string {
	if int(id) < len(w.names) && w.names[id] != "" {
		return w.names[id]
	}
	return strconv.Itoa(int(id))
}

func (w *textWriter) operand(in *Inst, o *Operand) {
	switch {
	case o.Kind.IsID():
		w.out.WriteString("%" + w.idName(o.Word()))
	case o.Kind.IsEnum():
		w.out.WriteString(EnumName(o.Kind, o.Word()))
	default:
		w.out.WriteString(w.p.literal(in, o))
	}
}

// literal returns the text of a literal operand.
func (p *Parsed) literal(in *Inst, o *Operand) string {
	switch o.Kind {
	case KindLiteralString:
		return quote(o.Text())
	case KindLiteralContextDependentNumber:
		return p.number(o, in.Type)
	case KindLiteralInteger:
		if in.Op == OpSwitch {
			return p.number(o, p.TypeOf(in.ID(0)))
		}
	case KindLiteralExtInstInteger:
		if p.ExtSet(in.ID(0)) == "GLSL.std.450" {
			if name, ok := GLSLName(o.Word()); ok {
				return name
			}
		}
	case KindLiteralSpecConstantOpInteger:
		return strings.TrimPrefix(Opcode(o.Word()).String(), "Op")
	}
	return strconv.FormatUint(o.Uint64(), 10)
}

// quote writes a string as the assembler reads it: only quotes and backslashes are escaped.
func quote(s string) string {
	var b strings.Builder
	b.WriteByte('"')
	for i := 0; i < len(s); i++ {
		if s[i] == '"' || s[i] == '\\' {
			b.WriteByte('\\')
		}
		b.WriteByte(s[i])
	}
	b.WriteByte('"')
	return b.String()
}
