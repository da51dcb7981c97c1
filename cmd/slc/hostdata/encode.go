package hostdata

import (
	"fmt"
	"strings"
)

// Encode gives the bytes that a parameter holds before the dispatch. The text is
// TYPE:VALUES, numbers of one type without gaps, or VALUES, which are put
// where the layout has the numbers of each element. The type, if there is one, is
// returned: the contents are best shown in it.
func (p *Parameter) Encode(text string) (data []byte, as *Scalar, err error) {
	list := text
	if name, rest, ok := strings.Cut(text, ":"); ok {
		if as = scalarNamed(name); as == nil {
			return nil, nil, fmt.Errorf("unknown type '%s': %s", name, scalarNames)
		}
		list = rest
	}
	items, err := parseList(list, asCount)
	if err != nil {
		return nil, nil, err
	}
	if as == nil {
		data, err = p.encodeElements(items)
		return data, nil, err
	}
	if length(items) > MaxBytes/as.Bytes {
		return nil, nil, fmt.Errorf("the contents are larger than %d bytes", MaxBytes)
	}
	data = make([]byte, length(items)*as.Bytes)
	if err := fill(data, items, []leaf{{0, as}}, as.Bytes); err != nil {
		return nil, nil, err
	}
	return data, as, p.checkSize(len(data))
}

func (p *Parameter) encodeElements(items []item) ([]byte, error) {
	leaves := p.Elem.leaves()
	n := length(items)
	if len(leaves) == 0 || n%len(leaves) != 0 || p.IsBlock() && n != len(leaves) {
		what := "each element"
		if p.IsBlock() {
			what = "it"
		}
		return nil, fmt.Errorf("%s takes as many values as it has numbers, %d; the list has %d", what, len(leaves), n)
	}
	stride := p.Stride
	if p.IsBlock() {
		stride = p.Elem.Size
	}
	count := n / len(leaves)
	if stride > 0 && count > MaxBytes/stride {
		return nil, fmt.Errorf("the contents are larger than %d bytes", MaxBytes)
	}
	data := make([]byte, count*stride)
	return data, fill(data, items, leaves, stride)
}

// checkSize reports contents that are no whole number of elements.
func (p *Parameter) checkSize(n int) error {
	switch {
	case p.IsBlock() && n != p.Elem.Size:
		return fmt.Errorf("it takes %d bytes, not %d", p.Elem.Size, n)
	case !p.IsBlock() && n%p.Stride != 0:
		return fmt.Errorf("%d bytes are no whole number of elements of %d bytes each", n, p.Stride)
	}
	return nil
}

// Check reports raw contents that do not fit the parameter.
func (p *Parameter) Check(data []byte) error { return p.checkSize(len(data)) }

// Numbers is how many numbers an element has.
func (p *Parameter) Numbers() int { return len(p.Elem.leaves()) }

// fill writes the values to the leaves of one element after the other.
func fill(data []byte, items []item, leaves []leaf, stride int) error {
	i, base := 0, 0
	return each(items, func(text string) error {
		l := leaves[i]
		bits, err := l.scalar.parse(text)
		if err != nil {
			return err
		}
		l.scalar.put(data[base+l.offset:], bits)
		if i++; i == len(leaves) {
			i, base = 0, base+stride
		}
		return nil
	})
}
