package binary

import (
	"math"
	"strings"
)

// ID is a result id. It is an alias, so that ids and literal words mix in operand lists.
type ID = uint32

// maxInstWords is the most words that one instruction can have (the word count has 16 bits).
const maxInstWords = math.MaxUint16

// Code is a sequence of instructions of a module: a section, or a piece of a function body that is put in place with
// [Code.Append] later (the variables of a function, say, which must come before all else in its first block).
type Code struct {
	m     *Module
	words []uint32
}

// Len returns the number of words.
func (c *Code) Len() int { return len(c.words) }

// Append adds the instructions of o, which must belong to the same module.
func (c *Code) Append(o *Code) { c.words = append(c.words, o.words...) }

// Do adds an instruction without a result.
func (c *Code) Do(op Opcode, operands ...uint32) {
	c.header(op, 1+len(operands))
	c.words = append(c.words, operands...)
}

// Value adds an instruction with a result type and returns the id of its result.
func (c *Code) Value(op Opcode, typ ID, operands ...uint32) ID {
	id := c.m.NewID()
	c.ValueID(id, op, typ, operands...)
	return id
}

// ValueID is Value with a result id that the caller took from [Module.NewID] before.
func (c *Code) ValueID(id ID, op Opcode, typ ID, operands ...uint32) {
	c.header(op, 3+len(operands))
	c.words = append(c.words, typ, id)
	c.words = append(c.words, operands...)
}

// Define adds an instruction that has a result id but no result type, and returns the id.
func (c *Code) Define(op Opcode, operands ...uint32) ID {
	id := c.m.NewID()
	c.DefineID(id, op, operands...)
	return id
}

// DefineID is Define with a result id that the caller took from [Module.NewID] before.
func (c *Code) DefineID(id ID, op Opcode, operands ...uint32) {
	c.header(op, 2+len(operands))
	c.words = append(c.words, id)
	c.words = append(c.words, operands...)
}

// Label starts a block with an id from [Module.NewID].
func (c *Code) Label(id ID) { c.DefineID(id, OpLabel) }

// ExtInst adds an instruction of an extended set that [Module.ExtInstImport] returned.
func (c *Code) ExtInst(typ, set ID, number uint32, operands ...ID) ID {
	id := c.m.NewID()
	c.header(OpExtInst, 5+len(operands))
	c.words = append(c.words, typ, id, set, number)
	c.words = append(c.words, operands...)
	return id
}

// Line gives the instructions that follow, up to the end of the block, a source position; file comes from [Module.String].
func (c *Code) Line(file ID, line, column uint32) { c.Do(OpLine, file, line, column) }

// doString adds an instruction whose last operand is a string.
func (c *Code) doString(op Opcode, s string, operands ...uint32) {
	c.header(op, 1+len(operands)+stringWords(s))
	c.words = append(c.words, operands...)
	c.words = AppendString(c.words, s)
}

// Each calls f for every instruction with what follows its first word.
func (c *Code) Each(f func(op Opcode, operands []uint32)) {
	for i := 0; i < len(c.words); {
		n := max(int(c.words[i]>>16), 1)
		f(Opcode(c.words[i]&0xffff), c.words[i+1:i+n])
		i += n
	}
}

// header adds the first word of an instruction; one that is too long makes Encode fail.
func (c *Code) header(op Opcode, words int) {
	if words > maxInstWords {
		c.m.fail(op, words)
	}
	c.words = append(c.words, uint32(words)<<16|uint32(op))
}

// stringWords returns how many words a literal string takes with its terminating zero.
func stringWords(s string) int { return len(cutZero(s))/4 + 1 }

// cutZero drops what follows a zero octet: a literal string ends there for every reader.
func cutZero(s string) string {
	s, _, _ = strings.Cut(s, "\x00")
	return s
}

// AppendString adds a literal string operand: UTF-8 octets, four a word, low octet first, ended by a zero (2.2.1).
func AppendString(words []uint32, s string) []uint32 {
	s = cutZero(s)
	var word uint32
	for i := 0; i < len(s); i++ {
		word |= uint32(s[i]) << (i % 4 * 8)
		if i%4 == 3 {
			words = append(words, word)
			word = 0
		}
	}
	return append(words, word)
}

// AppendUint64 adds a 64-bit literal, low-order word first.
func AppendUint64(words []uint32, v uint64) []uint32 {
	return append(words, uint32(v), uint32(v>>32))
}
