package ir

import (
	"fmt"
	"strconv"
	"strings"

	"slc/sema/types"
)

// Parse reads the text form that Module.String prints. Comments run from ';' to
// the end of the line. It is meant for tests and tools, not for untrusted text,
// but it reports errors rather than panicking.
func Parse(text string) (m *Module, err error) {
	p := &parser{
		m:       &Module{Pool: types.NewPool()},
		structs: map[string]*types.Struct{},
		globals: map[string]Value{},
		funcs:   map[string]*Func{},
	}
	p.toks, err = lexText(text)
	if err != nil {
		return nil, err
	}
	defer func() {
		switch e := recover().(type) {
		case nil:
		case parseError:
			m, err = nil, e
		default:
			panic(e)
		}
	}()
	for !p.at("") {
		p.topLevel()
	}
	return p.m, nil
}

type parseError struct{ msg string }

func (e parseError) Error() string { return e.msg }

type textToken struct {
	text   string
	line   int
	quoted bool
}

type parser struct {
	m       *Module
	toks    []textToken
	pos     int
	structs map[string]*types.Struct
	globals map[string]Value
	funcs   map[string]*Func
	values  map[int]*Instr
	params  []*Param
}

// lexText splits the text into words, strings and single punctuation bytes.
func lexText(text string) ([]textToken, error) {
	var toks []textToken
	line := 1
	for i := 0; i < len(text); {
		c := text[i]
		switch {
		case c == '\n':
			line++
			i++
		case c == ' ' || c == '\t' || c == '\r':
			i++
		case c == ';':
			for i < len(text) && text[i] != '\n' {
				i++
			}
		case c == '"':
			q, err := strconv.QuotedPrefix(text[i:])
			if err != nil {
				return nil, fmt.Errorf("line %d: bad string", line)
			}
			s, _ := strconv.Unquote(q)
			toks = append(toks, textToken{s, line, true})
			i += len(q)
		case isWordByte(c):
			j := i
			for j < len(text) && (isWordByte(text[j])) {
				j++
			}
			toks = append(toks, textToken{text[i:j], line, false})
			i = j
		default:
			toks = append(toks, textToken{text[i : i+1], line, false})
			i++
		}
	}
	return append(toks, textToken{"", line, false}), nil
}

func isWordByte(c byte) bool { return isNameByte(c) || c == '+' || c == '-' || c == '.' || c == '|' }

func (p *parser) fail(format string, args ...any) {
	panic(parseError{fmt.Sprintf("line %d: %s", p.toks[p.pos].line, fmt.Sprintf(format, args...))})
}

func (p *parser) at(s string) bool {
	t := p.toks[p.pos]
	return t.text == s && !t.quoted && (s != "" || p.pos == len(p.toks)-1)
}

func (p *parser) accept(s string) bool {
	if p.at(s) && s != "" {
		p.pos++
		return true
	}
	return false
}

func (p *parser) expect(s string) {
	if !p.accept(s) {
		p.fail("expected %q, found %q", s, p.toks[p.pos].text)
	}
}

func (p *parser) next() string {
	t := p.toks[p.pos]
	if p.pos < len(p.toks)-1 {
		p.pos++
	} else {
		p.fail("unexpected end")
	}
	return t.text
}

func (p *parser) int() int {
	s := p.next()
	n, err := strconv.Atoi(s)
	if err != nil {
		p.fail("expected a number, found %q", s)
	}
	return n
}

func (p *parser) topLevel() {
	switch kw := p.next(); kw {
	case "struct":
		s := &types.Struct{Name: p.next()}
		p.expect("{")
		for !p.accept("}") {
			f := &types.Field{Name: p.next(), Index: len(s.Fields)}
			p.expect(":")
			f.Type = p.typ()
			s.Fields = append(s.Fields, f)
			p.accept(",")
		}
		p.structs[s.Name] = s
	case "resource":
		p.resource()
	case "shared", "private":
		p.variable(kw == "shared")
	case "func":
		p.fn()
	case "entry":
		p.entry()
	case "pointers":
		var err error
		if p.m.Pointers, err = enumOf(p.next(), ScalarLayout+1); err != nil {
			p.fail("pointers: %v", err)
		}
	case "feature":
		switch f := p.next(); f {
		case "scope_chains":
			p.m.Features.ScopeChains = true
		case "precise":
			p.m.Features.Precise = true
		default:
			p.fail("unknown feature %q", f)
		}
	default:
		p.fail("unexpected %q", kw)
	}
}

func (p *parser) typ() types.Type {
	switch {
	case p.accept("%"):
		name := p.next()
		s := p.structs[name]
		if s == nil {
			p.fail("unknown struct %q", name)
		}
		return s
	case p.accept("["):
		n := types.Unsized
		if t := p.toks[p.pos].text; len(t) > 0 && t[0] >= '0' && t[0] <= '9' {
			n = p.int()
			p.expect("x")
		}
		e := p.typ()
		p.expect("]")
		return p.m.Pool.ArrayOf(e, n)
	case p.accept("&"):
		name := p.next()
		for s := types.SpaceNone; s <= types.SpaceInput; s++ {
			if s.String() == name {
				return p.m.Pool.RefTo(p.typ(), s)
			}
		}
		p.fail("unknown space %q", name)
	}
	name := p.next()
	if t := scalarOrVector(name); t != nil {
		return t
	}
	p.fail("unknown type %q", name)
	return nil
}

// scalarOrVector finds a type by the name that its String gives.
func scalarOrVector(name string) types.Type {
	for k := types.KVoid; k <= types.KPoison; k++ {
		s := types.ScalarOf(k)
		if s.Name == name {
			return s
		}
		if n := len(name) - 1; n > 0 && name[:n] == s.Name && name[n] >= '1' && name[n] <= '4' {
			return types.VectorOf(s, int(name[n]-'0'))
		}
	}
	return nil
}

// option reads key=value and returns both, or a bare word with value "".
func (p *parser) option() (key, value string) {
	key = p.next()
	if p.accept("=") {
		if p.accept("@") {
			return key, p.next()
		}
		value = p.next()
		for p.accept(",") {
			value += "," + p.next()
		}
	}
	return key, value
}

// options reads the rest of a line of options.
func (p *parser) options(set func(key, value string) error) {
	line := p.toks[p.pos-1].line
	for p.toks[p.pos].line == line && !p.at("") && !p.at("{") && !p.at("}") {
		key, value := p.option()
		if err := set(key, value); err != nil {
			p.fail("%s: %v", key, err)
		}
	}
}

func ints(s string, out ...*int) error {
	parts := strings.Split(s, ",")
	if len(parts) != len(out) {
		return fmt.Errorf("expected %d numbers in %q", len(out), s)
	}
	for i, part := range parts {
		n, err := strconv.Atoi(part)
		if err != nil {
			return err
		}
		*out[i] = n
	}
	return nil
}

func (p *parser) resource() {
	p.expect("@")
	r := &Resource{Name: p.next()}
	class, err := enumOf(p.next(), Sampler+1)
	if err != nil {
		p.fail("%v", err)
	}
	r.Class = class
	p.options(func(key, value string) error {
		for _, f := range resourceFlags(r) {
			if f.name == key {
				*f.on = true
				return nil
			}
		}
		switch key {
		case "set":
			return ints(value, &r.Set)
		case "binding":
			return ints(value, &r.Binding)
		case "metal":
			return ints(value, &r.MetalIndex)
		case "count":
			return ints(value, &r.Count)
		case "format":
			r.Format = value
		case "reg":
			if value == "" {
				return fmt.Errorf("empty register")
			}
			r.RegisterClass = value[0]
			return ints(value[1:], &r.Register, &r.RegisterSpace)
		case "layout":
			r.Layout, err = enumOf(value, DXConstants+1)
			return err
		case "source":
			r.Source = sourceNamed(value)
			if r.Source == nil {
				return fmt.Errorf("unknown resource type %q", value)
			}
		default:
			return fmt.Errorf("unknown option")
		}
		return nil
	})
	for p.accept("view") {
		v := &View{Resource: r, Elem: p.typ()}
		p.options(func(key, value string) error {
			switch key {
			case "atomic":
				v.Atomic = true
			case "fields":
				v.AtomicFields = strings.Split(value, ",")
			}
			return nil
		})
		v.Type = ViewType(p.m.Pool, r, v.Elem)
		p.globals[fmt.Sprintf("%s.%d", r.Name, len(r.Views))] = v
		r.Views = append(r.Views, v)
	}
	if r.Source != nil && len(r.Views) > 0 && r.Source.Elem == nil && r.Source.Kind != types.RWByteAddressBuffer && r.Source.Kind != types.ByteAddressBuffer {
		r.Source.Elem = r.Views[0].Elem
	}
	p.m.Resources = append(p.m.Resources, r)
}

// ViewType is the type of a view of r with element type elem.
func ViewType(pool *types.Pool, r *Resource, elem types.Type) *types.Ref {
	switch r.Class {
	case StorageBuffer:
		return pool.RefTo(pool.ArrayOf(elem, types.Unsized), types.SpaceBuffer)
	case UniformBuffer:
		return pool.RefTo(elem, types.SpaceUniform)
	case PushConstant:
		return pool.RefTo(elem, types.SpacePush)
	}
	return pool.RefTo(elem, types.SpaceImage)
}

// sourceNamed makes a resource type of the given name for parsed modules.
func sourceNamed(name string) *types.Resource {
	r := &types.Resource{Name: name}
	base := name
	for _, suffix := range []struct {
		text string
		on   *bool
	}{{"Array", &r.Arrayed}, {"MS", &r.MS}} {
		if s, ok := strings.CutSuffix(base, suffix.text); ok {
			base, *suffix.on = s, true
		}
	}
	switch {
	case strings.HasPrefix(base, "RWTexture"):
		r.Kind = types.RWTexture
	case strings.HasPrefix(base, "WTexture"):
		r.Kind, r.WriteOnly = types.RWTexture, true
	case strings.HasPrefix(base, "Texture"):
		r.Kind = types.Texture
	case strings.HasPrefix(base, "DepthTexture"):
		r.Kind, r.Depth = types.Texture, true
	default:
		kinds := []string{"StructuredBuffer", "RWStructuredBuffer", "ByteAddressBuffer", "RWByteAddressBuffer", "Buffer",
			"RWBuffer", "ConstantBuffer", "ParameterBlock", "Texture", "RWTexture", "SamplerState", "SamplerComparisonState",
			"AppendStructuredBuffer", "ConsumeStructuredBuffer"}
		for k, n := range kinds {
			if n == base {
				r.Kind = types.ResourceKind(k)
				return r
			}
		}
		return nil
	}
	for i, d := range []string{"1D", "2D", "3D", "Cube"} {
		if strings.HasSuffix(base, d) {
			r.Dim = types.Dim(i + 1)
			return r
		}
	}
	return nil
}

func (p *parser) variable(shared bool) {
	p.expect("@")
	v := &Var{Name: p.next()}
	space := types.SpacePrivate
	if shared {
		space = types.SpaceGroupshared
	}
	v.Type = p.m.Pool.RefTo(p.typ(), space)
	p.options(func(key, value string) error {
		switch key {
		case "seqcst":
			v.SeqCst = true
		case "volatile":
			v.Volatile = true
		case "fields":
			v.AtomicFields = strings.Split(value, ",")
		}
		return nil
	})
	p.globals[v.Name] = v
	if shared {
		p.m.Shared = append(p.m.Shared, v)
	} else {
		p.m.Privates = append(p.m.Privates, v)
	}
}

func (p *parser) entry() {
	e := &Entry{Name: p.next()}
	p.options(func(key, value string) error {
		switch key {
		case "func":
			if e.Func = p.funcs[value]; e.Func == nil {
				return fmt.Errorf("unknown function %q", value)
			}
		case "threads":
			return ints(value, &e.NumThreads[0], &e.NumThreads[1], &e.NumThreads[2])
		case "wave":
			return ints(value, &e.WaveSize[0], &e.WaveSize[1], &e.WaveSize[2])
		case "derivative":
			e.DerivativeGroup = value
		case "crossgroup":
			e.CrossGroup = true
		case "groupshared":
			e.UsesGroupshared = true
		case "uses":
			for _, r := range p.m.Resources {
				if r.Name == value {
					e.Uses = append(e.Uses, r)
				}
			}
		default:
			return fmt.Errorf("unknown option")
		}
		return nil
	})
	p.m.Entries = append(p.m.Entries, e)
}

func (p *parser) fn() {
	p.expect("@")
	f := &Func{Name: p.next()}
	p.values, p.params = map[int]*Instr{}, nil
	p.expect("(")
	for !p.accept(")") {
		q := &Param{Index: len(f.Params), Out: p.accept("out")}
		p.expect("%")
		_, q.Name, _ = strings.Cut(p.next(), ".")
		p.expect(":")
		q.Type = p.typ()
		f.Params = append(f.Params, q)
		p.accept(",")
	}
	p.params = f.Params
	p.expect("-")
	p.expect(">")
	f.Result = p.typ()
	p.expect("{")
	f.Body = p.region()
	p.funcs[f.Name] = f
	p.m.Funcs = append(p.m.Funcs, f)
}

// region reads instructions up to and including the closing brace.
func (p *parser) region() *Region {
	r := &Region{}
	for !p.accept("}") {
		r.Instrs = append(r.Instrs, p.instr())
	}
	return r
}

func (p *parser) instr() *Instr {
	in := &Instr{Type: types.Void, ID: -1}
	if p.accept("%") {
		id, name, _ := strings.Cut(p.next(), ".")
		n, err := strconv.Atoi(id)
		if err != nil {
			p.fail("bad value number %q", id)
		}
		in.ID, in.Name = n, name
		if p.toks[p.pos].quoted {
			in.Name = p.next()
		}
		p.expect("=")
	}
	name := p.next()
	op, err := enumOf(name, NumOps)
	if err != nil {
		p.fail("unknown operation %q", name)
	}
	in.Op = op
	for first := true; first && p.startsValue() || p.accept(","); first = false {
		in.Args = append(in.Args, p.value())
	}
	regions := op.Info().Regions != 0
	if p.at("{") && (!regions || p.attrsAhead()) {
		p.pos++
		p.attrs(in)
	}
	if in.ID >= 0 {
		p.expect(":")
		in.Type = p.typ()
		p.values[in.ID] = in
	}
	if regions {
		p.regions(in)
	}
	return in
}

// attrsAhead tells an attribute list from the start of a region: only the
// former has '=' right after its first word.
func (p *parser) attrsAhead() bool {
	return p.pos+2 < len(p.toks) && p.toks[p.pos+2].text == "=" && p.toks[p.pos+1].text != "%"
}

func (p *parser) regions(in *Instr) {
	p.expect("{")
	in.Regions = append(in.Regions, p.region())
	for p.accept("else") || p.accept("continuing") || p.accept("case") || p.accept("default") {
		p.expect("{")
		in.Regions = append(in.Regions, p.region())
	}
}

func (p *parser) attrs(in *Instr) {
	for !p.accept("}") {
		key, value := p.option()
		if key == "callee" {
			if in.Callee = p.funcs[value]; in.Callee == nil {
				p.fail("unknown function %q", value)
			}
			continue
		}
		found := false
		for _, a := range attrs() {
			if a.name == key {
				found = true
				if err := a.set(in, value); err != nil {
					p.fail("%s: %v", key, err)
				}
			}
		}
		if !found {
			p.fail("unknown attribute %q", key)
		}
	}
}

func (p *parser) startsValue() bool {
	t := p.toks[p.pos]
	if t.text == "%" || t.text == "@" || t.text == "spec" {
		return true
	}
	if t.text == "{" { // a composite constant: {1 2 3}:type
		return !p.attrsAhead() && p.compositeAhead()
	}
	return t.text == "true" || t.text == "false" || len(t.text) > 0 && (t.text[0] >= '0' && t.text[0] <= '9' || t.text[0] == '-')
}

// compositeAhead tells {1 2}:type from a region.
func (p *parser) compositeAhead() bool {
	depth := 0
	for i := p.pos; i < len(p.toks); i++ {
		switch t := p.toks[i].text; {
		case t == "{":
			depth++
		case t == "}":
			if depth--; depth == 0 {
				return i+1 < len(p.toks) && p.toks[i+1].text == ":"
			}
		case t == "" || t == "%" || t == "=":
			return false
		}
	}
	return false
}

func (p *parser) value() Value {
	switch {
	case p.accept("%"):
		name := p.next()
		if q, ok := strings.CutPrefix(name, "p"); ok {
			if i, err := strconv.Atoi(q); err == nil && i < len(p.params) {
				return p.params[i]
			}
			p.fail("unknown parameter %%%s", name)
		}
		n, err := strconv.Atoi(name)
		if in := p.values[n]; err == nil && in != nil {
			return in
		}
		p.fail("unknown value %%%s", name)
	case p.accept("@"):
		name := p.next()
		if v := p.globals[name]; v != nil {
			return v
		}
		p.fail("unknown global @%s", name)
	case p.accept("spec"):
		p.expect("(")
		s := &SpecConst{Name: p.next(), ID: uint32(p.int())}
		c := p.constant()
		p.expect(")")
		return &Const{Value: c, Spec: s}
	}
	return &Const{Value: p.constant()}
}

// literal is the untyped tree of a constant.
type literal struct {
	text  string
	elems []literal
	list  bool
}

func (p *parser) literal() literal {
	if p.accept("{") {
		l := literal{list: true}
		for !p.accept("}") {
			l.elems = append(l.elems, p.literal())
		}
		return l
	}
	return literal{text: p.next()}
}

func (p *parser) constant() *types.Value {
	l := p.literal()
	p.expect(":")
	return p.typed(l, p.typ())
}

func (p *parser) typed(l literal, t types.Type) *types.Value {
	if s, ok := t.(*types.Scalar); ok && !l.list {
		return p.scalar(l.text, s)
	}
	v := &types.Value{T: t}
	for i, e := range l.elems {
		switch t := t.(type) {
		case *types.Vector:
			v.Elems = append(v.Elems, p.typed(e, t.Elem))
		case *types.Array:
			v.Elems = append(v.Elems, p.typed(e, t.Elem))
		case *types.Struct:
			if i >= len(t.Fields) {
				p.fail("too many members for %s", t)
			}
			v.Elems = append(v.Elems, p.typed(e, t.Fields[i].Type))
		default:
			p.fail("no composite constant of type %s", t)
		}
	}
	return v
}

func (p *parser) scalar(text string, s *types.Scalar) *types.Value {
	switch {
	case text == "true" || text == "false":
		return types.BoolValue(text == "true")
	case s.Kind.IsFloat() && !strings.HasPrefix(text, "0x"):
		if f, err := strconv.ParseFloat(text, 64); err == nil {
			return types.FloatValue(s, f)
		}
	case s.Kind.IsUnsigned() || s.Kind.IsFloat():
		if n, err := strconv.ParseUint(text, 0, 64); err == nil {
			return &types.Value{T: s, Bits: n}
		}
	default:
		if n, err := strconv.ParseInt(text, 0, 64); err == nil {
			return types.IntValue(s, n)
		}
	}
	p.fail("bad constant %q of type %s", text, s)
	return nil
}
