package builtin

import (
	"strings"

	"slc/sema/types"
)

// Describe spells the row as a declaration, for messages.
func (r *Row) Describe() string {
	if r.Op == OpMul && r.Action == ActIntrinsic {
		return "mul(matrix<T, R, C>, vector<T, C>), or of a vector and a matrix, two matrices, two vectors, or with a scalar"
	}
	s := parseSig(r.Sig)
	params := make([]string, 0, s.n+1)
	for i := range s.params[:s.n] {
		params = append(params, r.describeParam(&s.params[i]))
	}
	if s.variadic {
		params = append(params, "…")
	}
	name := r.Name
	if r.Explicit {
		name += "<T>"
	}
	text := r.describeType(s.result) + " " + name + "(" + strings.Join(params, ", ") + ")"
	if names := r.of().names(); names != "" && usesT(&s) {
		text += " where T is " + names + r.Shape.suffix()
	}
	return text
}

// of is the class of T: for atomics what AtomicHas leaves of it.
func (r *Row) of() Class {
	switch r.Action {
	case ActAtomic, ActByteAtomic, ActTexelAtomic:
		if r.Atomic.IsBitwise() || r.Atomic == AtomicInc || r.Atomic == AtomicDec {
			return r.Of & OfBitAtomic
		}
		return r.Of & OfArithmeticAtomic
	}
	return r.Of
}

// usesT reports whether the signature names T or something derived from it.
func usesT(s *sig) bool {
	uses := func(text string) bool {
		return text == "T" || text == "E" || text == "T^" || strings.HasSuffix(text, "'")
	}
	for i := range s.params[:s.n] {
		if uses(s.params[i].text) {
			return true
		}
	}
	return uses(s.result)
}

func (r *Row) describeParam(p *sigParam) string {
	switch p.text {
	case "order":
		return "MemoryOrder order = MemoryOrder.Relaxed"
	case "fail":
		return "MemoryOrder failOrder = MemoryOrder.Relaxed"
	}
	text := r.describeType(p.text)
	switch {
	case p.dir == DirOut:
		text = "out " + text
	case p.dir == DirRef:
		text = "inout " + text
	case p.constant:
		text = "constant " + text
	}
	if p.optional {
		text = "[" + text + "]"
	}
	return text
}

// describeType spells a type of a signature. What depends on the receiver is the type that it
// has with this receiver.
func (r *Row) describeType(text string) string {
	name, inShape := strings.CutSuffix(text, "'")
	base, _, coordinate := strings.Cut(text, "@")
	switch {
	case inShape && r.Shape&^Scalars == 0:
		return name
	case inShape:
		return name + " or vector of " + name
	case text == "E":
		if r.Shape&^Scalars == 0 {
			return "T"
		}
		return "scalar of T"
	case text == "T^":
		return "transposed T"
	case text == "imageMS":
		return "multisampled RWTexture"
	case isImage(text):
		return "RWTexture"
	case text == "counter":
		return "atomic_uint"
	case text == "texels":
		return "Buffer"
	case isSampled(text):
		return describeSampled(text)
	case text == "any":
		return "any type"
	case text == "V" && r.recv != nil:
		return r.recv.String()
	case text == "R" || text == "RE" || text == "R4" || coordinate:
		if t := (&scope{owner: r.recv}).resolve(text); r.recv != nil && t != nil {
			return t.String()
		}
		if coordinate {
			return base + " coordinates"
		}
		switch text {
		case "R":
			return "element"
		case "R4":
			return "vector of 4 components"
		}
		return "component"
	}
	return text
}

// describeSampled spells the word for a texture combined with a sampler.
func describeSampled(text string) string {
	switch {
	case text == "sampled":
		return "sampler or shadow sampler"
	case text == "samplerMS":
		return "multisampled sampler"
	case text == "shadow":
		return "shadow sampler"
	case strings.HasPrefix(text, "shadow"):
		return "sampler" + text[len("shadow"):] + "Shadow"
	}
	return text
}

// names says in words which scalars are members; "" for no class.
func (c Class) names() string {
	for _, n := range [...]struct {
		class Class
		text  string
	}{{OfNumeric, "a number"}, {OfAny, "a number or bool"}, {OfInt, "an integer"}, {OfFloat, "a floating-point number"},
		{OfLogical, "an integer or bool"}, {OfSigned, "a signed integer"}, {OfUnsigned, "an unsigned integer"},
		{OfArithmeticAtomic, "a 32- or 64-bit integer or a floating-point number"}, {OfBitAtomic, "a 32- or 64-bit integer"},
		{OfSignable, "a signed number"}, {OfBool, "bool"}} {
		if c == n.class {
			return n.text
		}
	}
	var list []string
	for k := types.KBool; k <= types.KDouble; k++ {
		if c.Has(k) {
			list = append(list, types.ScalarOf(k).String())
		}
	}
	return strings.Join(list, " or ")
}

// suffix says which shapes besides scalars T may have.
func (s Shape) suffix() string {
	switch {
	case s&Matrices != 0:
		return ", or a vector or matrix of it"
	case s&Vectors != 0:
		return ", or a vector of it"
	}
	switch s &^ Scalars {
	case Vec3:
		return ", in a vector of 3"
	case Vec4:
		return ", in a vector of 4"
	case Square:
		return ", in a square matrix"
	}
	return ""
}
