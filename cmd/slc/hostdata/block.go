package hostdata

import (
	"fmt"
	"strings"
)

// Block is the contents of a constant buffer, set part by part.
type Block struct {
	Data  []byte
	param *Parameter
	known []bool // for each byte where a number starts: it has been set
}

// NewBlock returns a block with the given contents; without, its numbers are zero and
// not known.
func (p *Parameter) NewBlock(data []byte) *Block {
	b := &Block{Data: make([]byte, p.Elem.Size), param: p, known: make([]bool, p.Elem.Size)}
	for i := range data {
		b.Data[i], b.known[i] = data[i], true
	}
	return b
}

// Member finds the path of a member by the name that the source gives it; "" if
// there is none. Members of a hidden block may have the name of their parent before theirs.
func (p *Parameter) Member(name string) string {
	if !p.IsBlock() {
		return ""
	}
	for _, f := range p.Elem.Fields {
		if f.Name == name || strings.HasSuffix(f.Name, "."+name) {
			return "." + f.Name
		}
	}
	return ""
}

// Set gives the part at path, such as ".inner.a[2]" or "" for all, the values of a list.
func (b *Block) Set(path, list string) error {
	part, err := b.param.Elem.find(path)
	if err != nil {
		return err
	}
	leaves := part.t.appendLeaves(nil, part.offset)
	hex := asCount
	if len(leaves) == 1 { // one number is never written as many zeros
		hex = asNumber
	}
	items, err := parseList(list, hex)
	if err != nil {
		return err
	}
	if n := length(items); n != len(leaves) {
		return fmt.Errorf("it takes as many values as it has numbers, %d, not %d", len(leaves), n)
	}
	for _, l := range leaves {
		b.known[l.offset] = true
	}
	return fill(b.Data, items, leaves, 0)
}

// Missing lists the members that have not been set completely.
func (b *Block) Missing() (names []string) {
	for _, f := range b.param.Elem.Fields {
		for _, l := range f.Type.appendLeaves(nil, f.Offset) {
			if !b.known[l.offset] {
				names = append(names, f.Name)
				break
			}
		}
	}
	return names
}
