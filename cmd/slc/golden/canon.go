package golden

import (
	"strconv"
	"strings"

	"slc/backend/spirv/binary"
)

// maxName bounds the length of a name that is made of others.
const maxName = 48

// Canonical is the text of a SPIR-V module that golden files hold: the assembly language of
// SPIRV-Tools without the id bound, with a comment that spells the scope and semantics
// of memory instructions, and with ids that do not depend on how many stand before them.
// An id without a source name is called after its instruction and the named things that
// it works on; only ids of one function that would be called the same are counted. Line i
// of the text, counted from 0, is instruction i-1 of the module.
func Canonical(words []byte) (string, error) {
	p, err := binary.Decode(words)
	if err != nil {
		return "", err
	}
	text := "; SPIR-V " + p.Version.String() + "\n" + p.Disassemble(binary.Options{NoHeader: true, Indent: true, Names: canonicalNames(p)})
	return annotate(text), nil
}

// canonizer gives names to the ids that the friendly names leave as numbers.
type canonizer struct {
	p       *binary.Parsed
	names   []string
	derived []bool // the name is not the source's
	used    map[string]bool
	next    map[string]int // by name, the first count that may be free
	prefix  string         // of the names of the function, when there are several
}

func canonicalNames(p *binary.Parsed) []string {
	c := &canonizer{p: p, names: p.FriendlyNames(), used: map[string]bool{}, next: map[string]int{}}
	c.derived = make([]bool, len(c.names))
	for i := range p.Insts {
		if id := p.Insts[i].Result; id != 0 && int(id) < len(c.names) && c.names[id] == strconv.Itoa(int(id)) {
			c.derived[id], c.names[id] = true, ""
		}
	}
	for _, n := range c.names {
		c.used[n] = true
	}
	functions := 0
	for range p.All(binary.OpFunction) {
		functions++
	}
	// Blocks are called after conditions, which stand behind some of them: values first.
	for pass := range 2 {
		c.prefix = ""
		for i := range p.Insts {
			in := &p.Insts[i]
			if in.Op == binary.OpFunction && functions > 1 {
				c.prefix = c.hint(in.Result) + "__"
			}
			if pass == 0 && in.Op != binary.OpLabel {
				c.value(in)
			} else if pass == 1 {
				c.blocks(i)
			}
		}
	}
	c.rest()
	return c.names
}

// give names an id, unless it has a name.
func (c *canonizer) give(id binary.ID, base string) {
	if int(id) >= len(c.names) || !c.derived[id] || c.names[id] != "" {
		return
	}
	if len(base) > maxName {
		base = strings.TrimRight(base[:maxName], "_")
	}
	base = c.prefix + base
	name := base
	for n := max(2, c.next[base]); c.used[name]; n++ {
		name = base + "_" + strconv.Itoa(n)
		c.next[base] = n + 1
	}
	c.used[name] = true
	c.names[id] = name
}

// hint is the part that an id has in the names of those that use it: its own name if the
// source gives it, what an access chain leads to, else nothing.
func (c *canonizer) hint(id binary.ID) string {
	if int(id) >= len(c.names) {
		return ""
	}
	if !c.derived[id] {
		return c.names[id]
	}
	def := c.p.Def(id)
	if def == nil {
		return ""
	}
	switch def.Op {
	case binary.OpCompositeExtract:
		parts := []string{c.hint(def.ID(0))}
		for i := 1; i < len(def.Operands) && parts[0] != ""; i++ {
			parts = append(parts, strconv.Itoa(int(def.Word(i))))
		}
		return join(parts)
	case binary.OpAccessChain, binary.OpInBoundsAccessChain, binary.OpImageTexelPointer:
		parts := []string{c.hint(def.ID(0))}
		if last := len(def.Operands) - 1; last > 0 {
			parts = append(parts, c.hint(def.ID(last)))
		}
		return join(parts)
	}
	return ""
}

// value names the result of an instruction.
func (c *canonizer) value(in *binary.Inst) {
	if in.Result == 0 {
		return
	}
	parts := []string{strings.ToLower(strings.TrimPrefix(in.Op.String(), "Op"))}
	switch in.Op {
	case binary.OpAccessChain, binary.OpInBoundsAccessChain:
		c.give(in.Result, join([]string{"at", c.hint(in.Result)}))
		return
	case binary.OpCompositeExtract:
		c.give(in.Result, join([]string{"part", c.hint(in.Result)}))
		return
	case binary.OpTypeFunction:
		parts[0] = "fn"
	}
	if strings.HasPrefix(parts[0], "atomic") || in.Op == binary.OpLoad {
		parts = append(parts, c.hint(in.ID(0))) // scope and semantics say nothing about identity
	} else {
		for i := range in.Operands {
			if in.Operands[i].Kind.IsID() && in.Op != binary.OpPhi {
				parts = append(parts, c.hint(in.Operands[i].Word()))
			}
		}
	}
	c.give(in.Result, join(parts))
}

// blocks names the labels that instruction i decides about.
func (c *canonizer) blocks(i int) {
	in := &c.p.Insts[i]
	switch in.Op {
	case binary.OpLabel:
		if i > 0 && (c.p.Insts[i-1].Op == binary.OpFunction || c.p.Insts[i-1].Op == binary.OpFunctionParameter) {
			c.give(in.Result, "entry")
		}
	case binary.OpSelectionMerge:
		c.selection(in.ID(0), &c.p.Insts[i+1])
	case binary.OpLoopMerge:
		c.loop(i)
	}
}

func (c *canonizer) selection(merge binary.ID, branch *binary.Inst) {
	of := c.local(branch.ID(0))
	switch branch.Op {
	case binary.OpBranchConditional:
		if branch.ID(1) != merge {
			c.give(branch.ID(1), join([]string{"then", of}))
		}
		if branch.ID(2) != merge {
			c.give(branch.ID(2), join([]string{"else", of}))
		}
		c.give(merge, join([]string{"endif", of}))
	case binary.OpSwitch:
		if branch.ID(1) != merge {
			c.give(branch.ID(1), join([]string{"default", of}))
		}
		for k := 2; k+1 < len(branch.Operands); k += 2 {
			if branch.ID(k+1) != merge {
				c.give(branch.ID(k+1), join([]string{"case", strconv.FormatUint(branch.Operands[k].Uint64(), 10), of}))
			}
		}
		c.give(merge, join([]string{"endswitch", of}))
	}
}

// loop names the blocks of a loop after the condition of its first branch.
func (c *canonizer) loop(i int) {
	in, of, body := &c.p.Insts[i], "", binary.ID(0)
	branch := &c.p.Insts[i+1]
	for k := i + 2; branch.Op == binary.OpBranch && k < len(c.p.Insts) && c.p.Insts[k].Op != binary.OpFunctionEnd; k++ {
		if next := &c.p.Insts[k]; next.Op == binary.OpBranchConditional || next.Op == binary.OpBranch {
			branch = next
			break
		}
	}
	if branch.Op == binary.OpBranchConditional {
		of, body = c.local(branch.ID(0)), branch.ID(1)
	}
	for k := i - 1; k >= 0; k-- {
		if c.p.Insts[k].Op == binary.OpLabel {
			c.give(c.p.Insts[k].Result, join([]string{"loop", of}))
			break
		}
	}
	if first := &c.p.Insts[i+1]; first.Op == binary.OpBranch {
		c.give(first.ID(0), join([]string{"test", of}))
	}
	if body != 0 && body != in.ID(0) && body != in.ID(1) {
		c.give(body, join([]string{"body", of}))
	}
	c.give(in.ID(1), join([]string{"continue", of}))
	c.give(in.ID(0), join([]string{"break", of}))
}

// local is the name of an id without the prefix of the function.
func (c *canonizer) local(id binary.ID) string {
	if int(id) >= len(c.names) {
		return ""
	}
	return strings.TrimPrefix(c.names[id], c.prefix)
}

// rest names what is left: blocks that no merge instruction speaks of.
func (c *canonizer) rest() {
	c.prefix = ""
	for i := range c.p.Insts {
		if id := c.p.Insts[i].Result; id != 0 {
			c.give(id, "block")
		}
	}
}

// join joins the parts that are not empty.
func join(parts []string) string {
	var b strings.Builder
	for _, p := range parts {
		if p != "" && b.Len() > 0 {
			b.WriteByte('_')
		}
		b.WriteString(p)
	}
	return b.String()
}
