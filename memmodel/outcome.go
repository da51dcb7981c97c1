package memmodel

import (
	"fmt"
	"strconv"
	"strings"

	"slc/backend/spirv/binary"
)

// Failure is an expectation that some execution does not meet.
type Failure struct {
	Expectation *Expectation
	State       string // what memory ends as
	Witness     *Execution
}

// resolve finds the place that a name such as ring[3].value means.
func (k *Kernel) resolve(name string) (place, error) {
	base := name
	if end := strings.IndexAny(name, "[."); end >= 0 {
		base = name[:end]
	}
	if id := k.named(base); id != 0 {
		def := k.m.Def(id)
		if binary.StorageClass(def.Word(0)) == binary.StorageClassWorkgroup {
			return place{}, fmt.Errorf("%s is groupshared, and gone when the kernel ends", base)
		}
		p, rest, part := &pointer{base: def.Result, typ: k.m.Pointee(def.Type)}, name[len(base):], -1
		if k.ofTexels(def.Result) {
			if n := len(rest) - 2; n >= 0 && rest[n] == '.' {
				rest, part = rest[:n], strings.IndexByte("xyzw", rest[n+1])
			}
		}
		if err := k.walk(p, rest); err != nil {
			return place{}, fmt.Errorf("%s: %w", name, err)
		}
		at, err := k.place(p, 0)
		if at.texels != nil && (part < 0 || part >= at.components) {
			return place{}, fmt.Errorf("%s is no single value: name a component, as in %s.x", name, at.name)
		}
		at.part = max(part, 0)
		return at, err
	}
	for i := range k.launch().Objects {
		if o := &k.launch().Objects[i]; o.Name == base {
			index, ok := strings.CutPrefix(name[len(base):], "[")
			n, err := strconv.ParseUint(strings.TrimSuffix(index, "]"), 10, 32)
			if !ok || err != nil {
				return place{}, fmt.Errorf("%s is no number of %s: it is %s[INDEX]", name, base, base)
			}
			return o.number(k, i, n), nil
		}
	}
	return place{}, fmt.Errorf("the kernel has no memory %s", base)
}

// ofTexels says whether a variable is an image of several components, or an array of such.
func (k *Kernel) ofTexels(variable binary.ID) bool {
	typ := k.m.Pointee(k.m.TypeOf(variable))
	if k.arrayed(variable) {
		typ = k.part(typ, 0)
	}
	if !k.isImage(typ) {
		return false
	}
	n, ok := k.components(typ)
	return ok && n > 1
}

// named finds the variable that a name means. Of the views of a buffer without types it is the one of
// words of 32 bits, if there is one, as such a buffer is given and printed.
func (k *Kernel) named(base string) binary.ID {
	find := func(has func(id binary.ID, name string) bool) binary.ID {
		for def := range k.m.All(binary.OpVariable) {
			if !private(binary.StorageClass(def.Word(0))) && has(def.Result, k.names[def.Result]) {
				return def.Result
			}
		}
		return 0
	}
	found := find(func(_ binary.ID, name string) bool { return name == base })
	if found == 0 {
		found = find(func(_ binary.ID, name string) bool { return isView(name, base) })
	}
	words := find(func(id binary.ID, name string) bool {
		return found != 0 && k.aliased[found] && k.sets[id] == k.sets[found] && isView(name, base) && k.firstSize(id) == 4
	})
	if words != 0 && k.firstSize(found) != 4 {
		return words
	}
	return found
}

// firstSize is the size of the first scalar of a variable's memory.
func (k *Kernel) firstSize(variable binary.ID) uint64 {
	typ := k.m.Pointee(k.m.TypeOf(variable))
	if k.arrayed(variable) {
		typ, _ = k.step(typ, 0, nil)
	}
	size, _ := k.scalarAt(typ, 0, nil)
	return size
}

// walk follows the indices and fields of a name. What the compiler wraps in a struct of one
// member has no field in the name.
func (k *Kernel) walk(p *pointer, rest string) error {
	for {
		def := k.m.Def(p.typ)
		switch {
		case def == nil:
			return fmt.Errorf("has no type")
		case def.Op == binary.OpTypeStruct && len(def.Operands) == 1:
			*p = *p.at(k, 0)
			continue
		case rest == "":
			if _, ok := k.scalarSize(p.typ); !ok {
				return fmt.Errorf("is no single value")
			}
			return nil
		}
		i, left, err := k.part1(def, rest)
		if err != nil {
			return err
		}
		*p, rest = *p.at(k, i), left
	}
}

// part1 reads the first index or field of rest.
func (k *Kernel) part1(def *binary.Inst, rest string) (uint64, string, error) {
	end := 1 + strings.IndexAny(rest[1:]+".", "[.")
	part, left := rest[:end], rest[end:]
	if field, ok := strings.CutPrefix(part, "."); ok {
		if def.Op == binary.OpTypeVector {
			if at := strings.Index("xyzw", field); at >= 0 && len(field) == 1 && at < int(def.Word(1)) {
				return uint64(at), left, nil
			}
		}
		for i := range def.Operands {
			if def.Op == binary.OpTypeStruct && k.members[[2]uint32{def.Result, uint32(i)}] == field {
				return uint64(i), left, nil
			}
		}
		return 0, "", fmt.Errorf("there is no field %s", field)
	}
	n, err := strconv.ParseUint(strings.TrimSuffix(strings.TrimPrefix(part, "["), "]"), 10, 32)
	if err != nil || !strings.HasSuffix(part, "]") || def.Op == binary.OpTypeStruct {
		return 0, "", fmt.Errorf("%s is no index", part)
	}
	if count, ok := k.parts(def.Result); ok && n >= uint64(count) {
		return 0, "", fmt.Errorf("%s is out of bounds", part)
	}
	return n, left, nil
}

// value is what a place holds, for conditions.
func (at *place) value(n uint64) Number {
	if at.texels != nil {
		part := at.component()
		return part.value(at.texels.parts(n)[at.part])
	}
	if at.float {
		if x, ok := toFloat(n, uint32(8*at.size)); ok {
			return Number{Float: x, Bits: int(8 * at.size)}
		}
	}
	return Number{N: at.number(int64(n))}
}

// number is the value of an integer as expectations and states show it.
func (at *place) number(n int64) int64 {
	if at.signed {
		return signed(uint64(n), uint32(8*at.size))
	}
	return n
}

// expectations resolves the names of the launch's expectations.
func (v *explorer) expectations() error {
	v.named = map[string]place{}
	for _, e := range v.l.Expect {
		for _, name := range e.Names {
			at, err := v.k.resolve(name)
			if err != nil {
				return fmt.Errorf("expect %s: %w", e.Text, err)
			}
			if v.l.outside(&at) {
				return fmt.Errorf("expect %s: %s lies outside its buffer", e.Text, name)
			}
			v.named[name] = at
			v.cells.add(at.base, at.at)
			v.cells.add(at.base, at.at+at.size)
		}
	}
	return nil
}

// expect tests the expectations on one final state.
func (v *explorer) expect(state string, final func(at *place) uint64, x *Execution) {
	get := func(name string) (Number, bool) {
		at := v.named[name]
		return at.value(final(&at)), true
	}
	for _, e := range v.l.Expect {
		if !e.Holds(get) {
			v.report.Failed = append(v.report.Failed, Failure{e, state, x})
		}
	}
}

// text is a value of the place's type.
func (at *place) text(n uint64) string {
	if at.texels != nil {
		part, list := at.component(), []string{}
		for _, x := range at.texels.parts(n) {
			list = append(list, part.text(x))
		}
		return "(" + strings.Join(list, ",") + ")"
	}
	if at.float {
		if x, ok := toFloat(n, uint32(8*at.size)); ok {
			return strconv.FormatFloat(x, 'g', -1, int(8*at.size))
		}
	}
	if at.signed {
		return strconv.FormatInt(at.number(int64(n)), 10)
	}
	return strconv.FormatUint(n, 10)
}
