package binary

import (
	"errors"
	"fmt"
)

var (
	errMissing = errors.New("an operand is missing")
	errString  = errors.New("a string has no end")
)

// decoder reads the instructions of one module. Operands of all of them lie in one arena, which is never moved: an operand
// takes at least one word.
type decoder struct {
	p     *Parsed
	arena []Operand
	in    Inst
	rest  []uint32 // words of the instruction not read yet
}

func (d *decoder) inst(words []uint32, offset int) error {
	d.in = Inst{Op: Opcode(words[0]), Words: words, Offset: offset}
	d.rest = words[1:]
	info := d.in.Op.info()
	if info == nil {
		return errors.New("unknown instruction")
	}
	if err := d.results(info); err != nil {
		return err
	}
	start := len(d.arena)
	if err := d.list(info.operands); err != nil {
		return err
	}
	if len(d.rest) > 0 {
		return fmt.Errorf("%d words too many", len(d.rest))
	}
	d.in.Operands = d.arena[start:len(d.arena):len(d.arena)]
	if d.in.Op == OpExtInstImport {
		d.p.imports = append(d.p.imports, importedSet{d.in.Result, d.in.Operands[0].Text()})
	}
	d.p.Insts = append(d.p.Insts, d.in)
	return nil
}

// results reads the result type and the result id, and records the definition.
func (d *decoder) results(info *instInfo) (err error) {
	if info.hasType {
		if d.in.Type, err = d.id(); err != nil {
			return err
		}
	}
	if !info.hasResult {
		return nil
	}
	if d.in.Result, err = d.id(); err != nil {
		return err
	}
	return d.define(d.in.Result)
}

func (d *decoder) define(id ID) error {
	// The table grows with the ids, not to the bound: the header of a small file may claim any.
	if missing := int(id) + 1 - len(d.p.defs); missing > 0 {
		d.p.defs = append(d.p.defs, make([]int32, missing)...)
	}
	if d.p.defs[id] != 0 {
		return fmt.Errorf("%%%d is defined twice", id)
	}
	d.p.defs[id] = int32(len(d.p.Insts) + 1)
	return nil
}

func (d *decoder) id() (ID, error) {
	if len(d.rest) == 0 {
		return 0, errMissing
	}
	id := d.rest[0]
	if id == 0 || id >= d.p.Bound {
		return 0, fmt.Errorf("id %d is not below the bound %d", id, d.p.Bound)
	}
	d.rest = d.rest[1:]
	return id, nil
}

func (d *decoder) list(specs []operandSpec) error {
	for _, s := range specs {
		switch s.quant {
		case one:
			if err := d.operand(s.kind); err != nil {
				return err
			}
		case optional:
			if len(d.rest) > 0 {
				if err := d.operand(s.kind); err != nil {
					return err
				}
			}
		case many:
			for len(d.rest) > 0 {
				if err := d.operand(s.kind); err != nil {
					return err
				}
			}
		}
	}
	return nil
}

func (d *decoder) operand(k Kind) error {
	switch {
	case len(kindBases[k]) > 0:
		for _, base := range kindBases[k] {
			if err := d.operand(base); err != nil {
				return err
			}
		}
		return nil
	case k.IsID():
		words := d.rest
		if _, err := d.id(); err != nil {
			return err
		}
		d.arena = append(d.arena, Operand{k, words[:1:1]})
		return nil
	case k.IsEnum():
		return d.enumerant(k)
	}
	return d.literal(k)
}

// take moves n words into an operand.
func (d *decoder) take(k Kind, n int) error {
	if n > len(d.rest) {
		return errMissing
	}
	d.arena = append(d.arena, Operand{k, d.rest[:n:n]})
	d.rest = d.rest[n:]
	return nil
}

func (d *decoder) literal(k Kind) error {
	switch k {
	case KindLiteralString:
		return d.text()
	case KindLiteralContextDependentNumber:
		return d.number(k, d.in.Type)
	case KindLiteralInteger:
		if d.in.Op == OpSwitch {
			return d.number(k, d.p.TypeOf(d.in.Words[1]))
		}
	case KindLiteralSpecConstantOpInteger:
		return d.specOp(k)
	}
	return d.take(k, 1)
}

// number reads a literal of a numeric type.
func (d *decoder) number(k Kind, typ ID) error {
	def := d.p.Def(typ)
	if def == nil || def.Op != OpTypeInt && def.Op != OpTypeFloat {
		return fmt.Errorf("a literal's type %%%d is no numeric type", typ)
	}
	switch width := def.Word(0); {
	case width <= 32:
		return d.take(k, 1)
	case width <= 64:
		return d.take(k, 2)
	default:
		return fmt.Errorf("literals of %d bits are not supported", width)
	}
}

func (d *decoder) text() error {
	for i, w := range d.rest {
		if w&0xff == 0 || w&0xff00 == 0 || w&0xff0000 == 0 || w&0xff000000 == 0 {
			return d.take(KindLiteralString, i+1)
		}
	}
	return errString
}

// specOp reads the opcode of an OpSpecConstantOp and the operands that this opcode has.
func (d *decoder) specOp(k Kind) error {
	if err := d.take(k, 1); err != nil {
		return err
	}
	op := d.arena[len(d.arena)-1].Word()
	info := Opcode(op).info()
	if info == nil || op > 0xffff || !info.hasType || !info.hasResult || Opcode(op) == OpSpecConstantOp {
		return fmt.Errorf("opcode %d cannot be a constant operation", op)
	}
	return d.list(info.operands)
}

// enumerant reads a value or mask and its parameters; those of a mask follow in the order of its bits.
func (d *decoder) enumerant(k Kind) error {
	if err := d.take(k, 1); err != nil {
		return err
	}
	value := d.arena[len(d.arena)-1].Word()
	if !k.isMask() {
		e := k.lookup(value)
		if e == nil {
			return fmt.Errorf("%d is no %s", value, k)
		}
		return d.list(e.params)
	}
	for rest := value; rest != 0; rest &= rest - 1 {
		e := k.lookup(rest & -rest)
		if e == nil {
			return fmt.Errorf("bit %#x is no %s", rest&-rest, k)
		}
		if err := d.list(e.params); err != nil {
			return err
		}
	}
	return nil
}
