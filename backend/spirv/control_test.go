package spirv

import (
	"strconv"
	"strings"
	"testing"

	"slc/backend/spirv/binary"
)

// flow writes the blocks of a function as their control-flow instructions, labels as letters in order of definition.
func flow(p *binary.Parsed, name string) string {
	letters := map[binary.ID]string{}
	var lines []string
	for _, f := range p.Functions() {
		if p.Name(f.Def.Result) != name {
			continue
		}
		for i, b := range f.Blocks {
			letters[b.Label] = string(rune('a' + i))
		}
		for _, b := range f.Blocks {
			line := letters[b.Label] + ":"
			for i := range b.Insts {
				in := &b.Insts[i]
				switch in.Op {
				case binary.OpPhi, binary.OpSelectionMerge, binary.OpLoopMerge, binary.OpBranch, binary.OpBranchConditional,
					binary.OpSwitch, binary.OpReturn, binary.OpReturnValue, binary.OpUnreachable, binary.OpKill:
					line += " " + flowInst(p, in, letters)
				}
			}
			lines = append(lines, line)
		}
	}
	return strings.Join(lines, "\n")
}

func flowInst(p *binary.Parsed, in *binary.Inst, letters map[binary.ID]string) string {
	s := strings.TrimPrefix(in.Op.String(), "Op")
	for _, o := range in.Operands {
		if l, ok := letters[o.Word()]; ok && o.Kind.IsID() {
			s += " " + l
		} else if o.Kind.IsID() {
			s += " " + idText(p, o.Word())
		} else {
			s += " " + shapeLiteral(o)
		}
	}
	return s + ";"
}

func shapeLiteral(o binary.Operand) string { return strconv.Itoa(int(int32(o.Word()))) }

// TestControlFlow: blocks, merges and phis of each construct.
func TestControlFlow(t *testing.T) {
	for _, c := range []struct{ name, body, want string }{
		{"if without else", "if %p0 { barrier {exec=none mem=AcquireRelease,device,buffers} yield } else { yield } return",
			"a: SelectionMerge c 0; BranchConditional %a0 b c;\nb: Branch c;\nc: Return;"},
		{"if with else only", "if %p0 {hint=flatten} { yield } else { barrier {exec=none mem=AcquireRelease,device,buffers} yield } return",
			"a: SelectionMerge c 1; BranchConditional %a0 c b;\nb: Branch c;\nc: Return;"},
		{"if that does nothing", "if %p0 { yield } else { yield } return", "a: Return;"},
		{"if that yields", "%0 = if %p0 {hint=branch} : uint { yield 1:uint } else { %1 = add %p1, 2:uint : uint yield %1 } %2 = neg %0 : uint return",
			"a: SelectionMerge d 2; BranchConditional %a0 b c;\nb: Branch d;\nc: Branch d;\nd: Phi =0x1 b <IAdd> c; Return;"},
		{"yield from a nested if: the predecessor is the inner merge block",
			"%0 = if %p0 : uint { %1 = if %p0 : uint { yield 3:uint } else { yield 4:uint } yield %1 } else { yield 5:uint } %2 = neg %0 : uint return",
			"a: SelectionMerge g 0; BranchConditional %a0 b f;\nb: SelectionMerge e 0; BranchConditional %a0 c d;\nc: Branch e;\nd: Branch e;\n" +
				"e: Phi =0x3 c =0x4 d; Branch g;\nf: Branch g;\ng: Phi <Phi> e =0x5 f; Return;"},
		{"one arm leaves", "%0 = if %p0 : uint { yield 1:uint } else { return } %1 = neg %0 : uint return",
			"a: SelectionMerge d 0; BranchConditional %a0 b c;\nb: Branch d;\nc: Return;\nd: Phi =0x1 b; Return;"},
		{"both arms leave", "if %p0 { return } else { return } unreachable",
			"a: SelectionMerge d 0; BranchConditional %a0 b c;\nb: Return;\nc: Return;\nd: Unreachable;"},
		{"loop with break, continue and step", `loop {hint=unroll} {
  if %p0 { break } else { yield }
  if %p0 { continue } else { yield }
  barrier {exec=none mem=AcquireRelease,device,buffers}
  continue
} continuing { barrier {exec=none mem=AcquireRelease,device,buffers} yield } return`,
			"a: Branch b;\nb: LoopMerge g f 1; Branch c;\nc: BranchConditional %a0 g d;\n" +
				"d: BranchConditional %a0 f e;\ne: Branch f;\nf: Branch b;\ng: Return;"},
		{"an arm goes on after the other has left the loop", `loop {
  %0 = if %p0 : uint { %1 = add %p1, 2:uint : uint yield %1 } else { break }
  %2 = neg %0 : uint
  if %p0 { break } else { continue }
  unreachable
} continuing { yield } return`,
			"a: Branch b;\nb: LoopMerge i h 0; Branch c;\nc: BranchConditional %a0 d i;\n" +
				"d: SelectionMerge g 0; BranchConditional %a0 e f;\ne: Branch i;\nf: Branch h;\ng: Unreachable;\nh: Branch b;\ni: Return;"},
		{"an if that leaves a switch has a construct, one that continues the loop around it has not", `loop {
  switch %p1 {cases=1} {
    if %p0 { break } else { yield }
    if %p0 { continue } else { yield }
    barrier {exec=none mem=AcquireRelease,device,buffers}
    yield
  } default { yield }
  break
} continuing { yield } return`,
			"a: Branch b;\nb: LoopMerge j i 0; Branch c;\nc: SelectionMerge h 0; Switch %a1 h 1 d;\nd: SelectionMerge f 0; BranchConditional %a0 e f;\n" +
				"e: Branch h;\nf: BranchConditional %a0 i g;\ng: Branch h;\nh: Branch j;\ni: Branch b;\nj: Return;"},
		{"do-while", "loop {hint=loop} { continue } continuing { %0 = lt %p1, 9:uint : bool yield %0 } return",
			"a: Branch b;\nb: LoopMerge e d 2; Branch c;\nc: Branch d;\nd: BranchConditional <ULessThan> e b;\ne: Return;"},
		{"continuing with control flow", "loop { continue } continuing { %0 = if %p0 : bool { yield true:bool } else { yield %p0 } yield %0 } return",
			"a: Branch b;\nb: LoopMerge h d 0; Branch c;\nc: Branch d;\nd: SelectionMerge g 0; BranchConditional %a0 e f;\ne: Branch g;\nf: Branch g;\ng: Phi =0x1 e %a0 f; BranchConditional <Phi> h b;\nh: Return;"},
		{"switch", "switch %p1 {cases=1|2,-3} { break } case { yield } default { barrier {exec=none mem=AcquireRelease,device,buffers} yield } return",
			"a: SelectionMerge d 0; Switch %a1 c 1 b 2 b -3 d;\nb: Branch d;\nc: Branch d;\nd: Return;"},
		{"switch in a loop: break leaves the switch, continue the iteration", "loop { switch %p1 {cases=1,2} { break } case { continue } default { yield } break } continuing { yield } return",
			"a: Branch b;\nb: LoopMerge h g 0; Branch c;\nc: SelectionMerge f 0; Switch %a1 f 1 d 2 e;\nd: Branch f;\ne: Branch g;\nf: Branch h;\ng: Branch b;\nh: Return;"},
		{"unroll with a count", "loop {hint=unroll unroll=4} { break } continuing { yield } return",
			"a: Branch b;\nb: LoopMerge e d 256 4; Branch c;\nc: Branch e;\nd: Branch b;\ne: Return;"},
	} {
		p := compile(t, paramsOf([]string{"bool", "uint"}, "void", c.body), Options{})
		got := flow(p, "f")
		if got != c.want {
			t.Errorf("%s:\ngot\n%s\nwant\n%s", c.name, got, c.want)
		}
	}
}

// TestSwitchWidths: the literals have the width of the selector.
func TestSwitchWidths(t *testing.T) {
	for typ, words := range map[string]int{"int64_t": 2, "uint16_t": 1, "int8_t": 1} {
		p := compile(t, paramsOf([]string{typ}, "void", "switch %p0 {cases=-1,5} { return } case { return } default { yield } return"), Options{})
		if n := len(only(t, p, binary.OpSwitch).Operands[2].Words); n != words {
			t.Errorf("%s: literals of %d words, want %d", typ, n, words)
		}
	}
}

// TestCalls: parameters by value; a place is passed as the whole variable; variables open the first block.
func TestCalls(t *testing.T) {
	p := compile(t, `func @helper(%p0.x: uint, out %p1.y: &function uint) -> uint {
  store %p1, %p0
  %0 = load %p1 : uint
  return %0
}
func @middle(%p0.r: &function uint) -> void {
  %0 = call 1:uint, %p0 {callee=helper} : uint
  return
}
`+mainOf("", `%0.early = var : &function uint
store %0, 1:uint
if true:bool {
  %1.late = var : &function uint
  %2 = call 2:uint, %1 {callee=helper} : uint
  call %1 {callee=middle}
  yield
} else { yield }`), Options{})
	for _, want := range []string{"OpFunctionCall %helper =0x1 %r", "OpFunctionCall %helper =0x2 %late", "OpFunctionCall %middle %late", "OpStore %y %x", "OpReturnValue <Load>"} {
		if !containsShape(p, want) {
			t.Errorf("no %s\n%s", want, p.Disassemble(binary.Options{}))
		}
	}
	for _, f := range p.Functions() {
		for i, b := range f.Blocks {
			for _, in := range b.Insts {
				if in.Op == binary.OpVariable && i != 0 {
					t.Error("a variable is not in the first block")
				}
			}
		}
	}
}
