package sema

import (
	"slices"

	"slc/frontend/ast"
	"slc/frontend/source"
	"slc/sema/typed"
	"slc/sema/types"
)

// What the names and calls in a generic mean is chosen where it is declared, with what its constraints
// promise, and holds for every instance: with which(int) and which<T>(T), a call which(t) in gen<T>(T t)
// means which<T>, also where T is int. The check of the definition (definition.go) records what it
// chooses at each place of the source; here instances ask for it.

// choices are what the definitions that were checked have chosen.
type choices struct {
	def     *definition             // the check of a definition that is under way
	defined map[source.Span]bool    // generics that were checked, by their origin
	chosen  map[source.Span]*choice // calls, by the name or operator
	names   map[ast.Node]*symbol    // names and types in members that a type does not declare itself
}

// choice is what a call means: one of functions (more than one only if the call is checked more than once and
// differs), or an overload family of the language.
type choice struct {
	fns  []*function
	rows bool
}

// languageName is what a name that the source does not declare stands for in choices.names.
var languageName = symbol{}

// memberSource is where a member that a type has without declaring it comes from.
type memberSource struct {
	iface *symbol           // the interface that requires it, or has a default for it
	ext   *pendingExtension // a generic extension
}

// restricted is o with the functions only that the definition has chosen; nil if it has not.
func (c *checker) restricted(o *operand) *operand {
	if c.chosen == nil || c.def != nil {
		return nil
	}
	k := c.chosen[o.name.Range]
	if k == nil {
		return nil
	}
	r := *o
	r.fns = nil
	if !k.rows {
		r.rows = nil
	}
	for _, want := range k.fns {
		r.fns = append(r.fns, c.instancesOf(o.fns, want)...)
	}
	if len(k.fns) == 1 && len(r.fns) == 1 {
		r.promised = c.requirementOf(r.fns[0], k.fns[0])
	}
	if len(r.fns)+len(r.rows) == 0 {
		return nil
	}
	return &r
}

// instancesOf are those of fns that are want, or what a type has for a requirement.
func (c *checker) instancesOf(fns []*function, want *function) []*function {
	same := func(f *function) bool { return f.origin == want.origin && f.origin.IsValid() }
	for _, f := range fns {
		if same(f) {
			return []*function{f}
		}
	}
	for _, f := range fns {
		if f.owner == nil {
			continue
		}
		if i := slices.IndexFunc(f.owner.shadowed, same); i >= 0 {
			return f.owner.shadowed[i : i+1]
		}
	}
	if want.owner != nil && want.owner.opaque != nil {
		return c.witness(fns, want)
	}
	return nil
}

// witness is the one of fns, members of a type, that it has for the requirement want of an interface.
func (c *checker) witness(fns []*function, want *function) []*function {
	var fit []*function
	for _, f := range fns {
		if f.owner != nil && f.static == want.static && len(f.decl.Params) == len(want.decl.Params) && genericParams(f) == genericParams(want) {
			fit = append(fit, f)
		}
	}
	if len(fit) < 2 {
		return fit
	}
	p := &promise{info: fit[0].owner, iface: want.from.iface, declared: c.interfaceScope(fit[0].owner, want.from.iface)}
	required := c.required(p, want.decl)
	required.static = want.static
	for _, f := range fit {
		if f.decl.Generics != nil {
			return nil
		}
		if c.signature(f); fulfils(f, required) {
			return []*function{f}
		}
	}
	return nil
}

// requirement is the method of an interface that a call means, whose default values hold for it whatever those of the method
// that the type has for it are.
type requirement struct {
	decl  *ast.FuncDecl
	scope *scope // where its default values are looked up
}

// requirementOf is the requirement want if f is what a type has for it; nil if want is none.
func (c *checker) requirementOf(f, want *function) *requirement {
	if f.owner == nil || f.origin == want.origin || want.owner == nil || want.owner.opaque == nil || want.from.iface == nil {
		return nil
	}
	return &requirement{decl: want.decl, scope: c.promisedScope(f.owner, want.from.iface)}
}

// promisedScope is where the text of an interface is looked up for a type that conforms: its place, and of the
// type the members that the interface and its bases have.
func (c *checker) promisedScope(info *structInfo, iface *symbol) *scope {
	s := &scope{kind: typeScope, parent: c.interfaceScope(info, iface), owner: info, name: info.t.Name}
	if s.parent == nil {
		s.parent = iface.scope
	}
	for _, m := range c.requirementsOf(iface) {
		if sym := info.scope.find(requiredName(m)); sym != nil && s.find(sym.name) == nil {
			s.add(sym)
		}
	}
	return s
}

// fits reports whether n arguments and default values are enough for the parameters of f.
func (r *requirement) fits(f *function, n int) bool {
	if r == nil {
		return n >= f.required
	}
	for i := n; i < len(f.params); i++ {
		if i < len(r.decl.Params) && r.decl.Params[i].Init == nil || i >= len(r.decl.Params) && f.params[i].init == nil {
			return false
		}
	}
	return true
}

// defaultArg is the default value of parameter i of f.
func (r *requirement) defaultArg(c *checker, f *function, i int) typed.Expr {
	if r == nil || i >= len(r.decl.Params) {
		return c.defaultArg(f, f.params[i])
	}
	defer c.enter(env{scope: r.scope})()
	return c.initFor(r.decl.Params[i].Init, f.params[i].v.Type)
}

func genericParams(f *function) int {
	if f.decl.Generics == nil {
		return 0
	}
	return len(f.decl.Generics.Params)
}

// interfaceScope is where the members of an interface are looked up for a type that conforms to one instance of it.
func (c *checker) interfaceScope(info *structInfo, iface *symbol) *scope {
	g := iface.decl.(*ast.InterfaceDecl).Generics
	if g == nil {
		return nil
	}
	for _, one := range info.instances {
		if one.iface == iface {
			return c.bindScope(iface.scope, g, one.args)
		}
	}
	return nil
}

// choseFunction reports whether a definition has chosen a function of the source for the operator at a place, where
// the operands of the instance may be of types of the language.
func (c *checker) choseFunction(at source.Span) bool {
	k := c.chosen[at]
	return k != nil && len(k.fns) > 0
}

// choseLanguage reports whether a definition has chosen the operator of the language at a place.
func (c *checker) choseLanguage(at source.Span) bool {
	k := c.chosen[at]
	return k != nil && k.rows && len(k.fns) == 0
}

// choseOther reports whether a definition has chosen none of the functions of o.
func (c *checker) choseOther(o *operand) bool {
	return c.def == nil && c.chosen[o.name.Range] != nil && c.restricted(o) == nil
}

// shadowed keeps a method of an extension that a type has another one for: a generic for which the
// extension is all that is known of the type means that of the extension.
func (c *checker) shadowed(info *structInfo, d *ast.FuncDecl, inside *scope) {
	saved := c.scope
	c.scope = &scope{kind: typeScope, parent: inside, owner: info}
	generic := info.generic
	info.generic = true // it is not checked unless it is used
	info.shadowed = append(info.shadowed, c.addFunction(d, inside, info))
	info.generic = generic
	c.scope = saved
}

// ---- Names ----------------------------------------------------------------------

// chosenName is what a name in a member that a type does not declare means, found being what the lookup in an instance
// gives: the members of that type are not known where the name is written.
func (c *checker) chosenName(e ast.Node, found *symbol) *symbol {
	switch {
	case c.recording && c.def.foreign && found != nil && found.scope != nil && (found.scope.kind == fileScope || found.scope.kind == namespaceScope):
		c.def.names[e] = found
	case c.def == nil && c.names != nil:
		if sym := c.names[e]; sym != nil {
			found = sym
		}
	}
	if found == &languageName {
		return nil
	}
	return found
}

// choseLanguageName notes that a name in such a member is one of the language.
func (c *checker) choseLanguageName(e ast.Node) {
	if c.recording && c.def.foreign {
		c.def.names[e] = &languageName
	}
}

// ---- Recording ------------------------------------------------------------------

// site is a call in a definition: for each variant the candidates that it has each time that it is checked, best first.
type site struct {
	variants [][][]*candidate
}

// record notes the functions that take the arguments of a call.
func (k *definition) record(at source.Span, all []*candidate) {
	if k.sites == nil {
		k.sites = map[source.Span]*site{}
	}
	s := k.sites[at]
	if s == nil {
		s = &site{variants: make([][][]*candidate, maxVariants)}
		k.sites[at] = s
	}
	slices.SortStableFunc(all, func(a, b *candidate) int {
		switch {
		case a.better(b):
			return -1
		case b.better(a):
			return 1
		}
		return 0
	})
	s.variants[k.variant] = append(s.variants[k.variant], all)
}

// choice is what the variants of a definition agree on: the best candidate of the first variant that all have. nil if there is
// none or it is ambiguous.
func (s *site) choice() *choice {
	var reached [][][]*candidate
	times := 0
	for _, v := range s.variants {
		if len(v) > 0 {
			reached = append(reached, v)
			times = len(v)
		}
	}
	for _, v := range reached {
		times = min(times, len(v))
	}
	k := &choice{}
	for i := range times {
		best := agreed(reached, i)
		switch {
		case best == nil:
			return nil
		case best.row != nil:
			k.rows = true
		case !slices.ContainsFunc(k.fns, func(f *function) bool { return f.origin == best.fn.origin }):
			k.fns = append(k.fns, best.fn)
		}
	}
	return k
}

func agreed(reached [][][]*candidate, time int) *candidate {
	var best *candidate
	for _, k := range reached[0][time] {
		everywhere := true
		for _, v := range reached[1:] {
			everywhere = everywhere && slices.ContainsFunc(v[time], k.means)
		}
		switch {
		case !everywhere:
		case best == nil:
			best = k
		case !best.better(k) && best.row == nil && k.row == nil && !best.means(k) && best.fn.place() == k.fn.place():
			return nil // ambiguous
		}
	}
	if best != nil && best.cost >= types.CostStandIn {
		return nil // no such conversion is promised: what fits is up to the instances
	}
	return best
}

// means reports whether two candidates are of one declaration.
func (k *candidate) means(other *candidate) bool {
	if k.row != nil || other.row != nil {
		return k.row != nil && other.row != nil
	}
	return k.fn.origin == other.fn.origin
}

// recordLanguage notes that an operator on what stands for a parameter is that of the language.
func (c *checker) recordLanguage(at source.Span, operands ...typed.Expr) {
	if c.recording && !c.def.reporting && slices.ContainsFunc(operands, func(x typed.Expr) bool { return c.opaqueInfo(x.Type()) != nil }) {
		c.def.record(at, []*candidate{{row: &noRow}})
	}
}
