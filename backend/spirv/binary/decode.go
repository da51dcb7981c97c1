package binary

import (
	"bytes"
	stdbinary "encoding/binary"
	"fmt"
	"math/bits"
)

// Parsed is a decoded module.
type Parsed struct {
	Version   Version
	Generator uint32
	Bound     uint32 // all ids are smaller
	Schema    uint32
	Insts     []Inst

	defs    []int32 // by id: index into Insts plus 1
	imports []importedSet
}

type importedSet struct {
	id   ID
	name string
}

// Inst is a decoded instruction.
type Inst struct {
	Op       Opcode
	Type     ID // result type, 0 if there is none
	Result   ID // 0 if there is none
	Operands []Operand
	Words    []uint32 // the whole instruction
	Offset   int      // of its first word in the module
}

// Operand is a logical operand: pairs are two operands, and the parameters of an enumerant follow it as operands.
type Operand struct {
	Kind  Kind
	Words []uint32
}

// Word returns the first word: an id, an enumerant, or a literal of up to 32 bits.
func (o Operand) Word() uint32 { return o.Words[0] }

// Uint64 returns the operand's one or two words as a number.
func (o Operand) Uint64() uint64 {
	v := uint64(o.Words[0])
	if len(o.Words) > 1 {
		v |= uint64(o.Words[1]) << 32
	}
	return v
}

// Text returns the characters of a literal string.
func (o Operand) Text() string {
	b := make([]byte, 0, 4*len(o.Words))
	for _, w := range o.Words {
		b = stdbinary.LittleEndian.AppendUint32(b, w)
	}
	if end := bytes.IndexByte(b, 0); end >= 0 {
		b = b[:end]
	}
	return string(b)
}

// ID returns operand i as an id, 0 if there is no such operand or it is none.
func (in *Inst) ID(i int) ID {
	if i < len(in.Operands) && in.Operands[i].Kind.IsID() {
		return in.Operands[i].Word()
	}
	return 0
}

// Word returns the first word of operand i, 0 if there is no such operand.
func (in *Inst) Word(i int) uint32 {
	if i < len(in.Operands) {
		return in.Operands[i].Word()
	}
	return 0
}

// Operand returns the first operand of the kind.
func (in *Inst) Operand(k Kind) (Operand, bool) {
	for _, o := range in.Operands {
		if o.Kind == k {
			return o, true
		}
	}
	return Operand{}, false
}

// Decode reads a module in either byte order.
func Decode(data []byte) (*Parsed, error) {
	if len(data)%4 != 0 {
		return nil, fmt.Errorf("%d bytes are no whole number of words", len(data))
	}
	words := make([]uint32, len(data)/4)
	for i := range words {
		words[i] = stdbinary.LittleEndian.Uint32(data[4*i:])
	}
	if len(words) > 0 && bits.ReverseBytes32(words[0]) == Magic {
		for i, w := range words {
			words[i] = bits.ReverseBytes32(w)
		}
	}
	return DecodeWords(words)
}

// maxBound is the universal limit on the id bound (2.17), which keeps tables by id small.
const maxBound = 4_194_303

// DecodeWords reads a module from words, which the result keeps. It checks what reading needs: the header, word counts, operands against
// the grammar, ids within the bound and defined once. It does not validate.
func DecodeWords(words []uint32) (*Parsed, error) {
	if len(words) < headerWords {
		return nil, fmt.Errorf("%d words are too few for a header", len(words))
	}
	if words[0] != Magic {
		return nil, fmt.Errorf("magic number is %#08x, want %#08x", words[0], uint32(Magic))
	}
	p := &Parsed{Version: Version(words[1]), Generator: words[2], Bound: words[3], Schema: words[4]}
	if p.Bound > maxBound {
		return nil, fmt.Errorf("id bound is %d, at most %d is allowed", p.Bound, maxBound)
	}
	d := decoder{p: p, arena: make([]Operand, 0, len(words))}
	for at := headerWords; at < len(words); {
		n := int(words[at] >> 16)
		if n == 0 || n > len(words)-at {
			return nil, fmt.Errorf("word %d: word count is %d, %d words are left", at, n, len(words)-at)
		}
		if err := d.inst(words[at:at+n:at+n], at); err != nil {
			return nil, fmt.Errorf("word %d: %s: %w", at, Opcode(words[at]&0xffff), err)
		}
		at += n
	}
	return p, nil
}

// ExtSet returns the name of an imported extended instruction set, "" for an id that is none.
func (p *Parsed) ExtSet(id ID) string {
	for _, s := range p.imports {
		if s.id == id {
			return s.name
		}
	}
	return ""
}
