// Package mutate shows that the tests notice a change of any entry of the four memory.go files,
// which decide and express what atomics and barriers mean (lowering.md §5, 6).
//
// A mutant is one change of one entry: another constant of its kind, a number plus one, a flipped condition, an
// assignment left out. All mutants of a file are compiled at once: each entry becomes a choice between itself and
// its mutation, and the environment variable SLC_MUTANT says which mutant is alive. The files go to the go
// command as an overlay; the tree is never changed. So test binaries are built once,
// and a mutant costs one run of them.
package mutate

import (
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
	"slices"
	"sort"
	"strings"
)

// Site is one mutation of a file.
type Site struct {
	ID       int // the value of SLC_MUTANT that makes it alive
	File     string
	Line     int
	In       string // the declaration around it
	From, To string // source text

	again      int // earlier mutations in the declaration that look the same
	start, end int // offsets of the text that is replaced
	render     func(inner string) string
}

// Key names the mutation without its place, so that it stays the same when lines are added.
func (s *Site) Key() string {
	key := s.File + ": " + s.In + ": " + s.From + " -> " + s.To
	if s.again > 0 {
		key += " #" + itoa(s.again+1)
	}
	return key
}

// source is a parsed and type-checked file of a package.
type source struct {
	name string // as Site.File has it
	text []byte
	fset *token.FileSet
	file *ast.File
	info *types.Info
	pkg  *types.Package

	alternatives map[string][]string       // by group: the constants of the file, in the order of their appearance
	groups       map[string]string         // by constant
	values       map[string]constant.Value // by constant
	next         int                       // number of the next site
	in           string                    // the declaration that is being walked
	untypedAs    string                    // the type that an untyped constant declared here is used as
	parts        map[ast.Stmt]bool         // statements that are part of another and cannot be left out
	sites        []*Site
}

func (s *source) offset(p token.Pos) int { return s.fset.Position(p).Offset }
func (s *source) textOf(n ast.Node) string {
	return string(s.text[s.offset(n.Pos()):s.offset(n.End())])
}
func (s *source) typeString(t types.Type) string {
	return types.TypeString(t, func(p *types.Package) string {
		if p == s.pkg {
			return ""
		}
		return p.Name()
	})
}

// add registers a mutation of the text of n. render gets the text of n, in which mutations inside n are
// choices already, and returns the choice.
func (s *source) add(n ast.Node, to string, render func(id, inner string) string) {
	id := s.next
	s.next++
	s.sites = append(s.sites, &Site{
		ID: id, File: s.name, Line: s.fset.Position(n.Pos()).Line, In: s.in, From: strings.Join(strings.Fields(s.textOf(n)), " "), To: to,
		start: s.offset(n.Pos()), end: s.offset(n.End()),
		render: func(inner string) string { return render(itoa(id), inner) },
	})
}

// choice replaces an expression by one of two of its type.
func (s *source) choice(e ast.Expr, to string) {
	t := s.info.TypeOf(e)
	if t == nil {
		return
	}
	typ := s.typeString(t)
	if b, ok := t.(*types.Basic); ok && b.Info()&types.IsUntyped != 0 {
		if typ = s.untypedAs; b.Kind() == types.UntypedBool {
			typ = "bool"
		}
	}
	if typ == "" {
		return
	}
	s.add(e, to, func(id, inner string) string {
		return "mutantChoice[" + typ + "](" + id + ", " + inner + ", " + to + ")"
	})
}

// flip negates a condition.
func (s *source) flip(e ast.Expr) {
	s.add(e, "negated", func(id, inner string) string { return "(mutantAlive(" + id + ") != (" + inner + "))" })
}

// find collects the mutations of the file.
func (s *source) find() {
	s.collectConstants()
	s.parts = map[ast.Stmt]bool{}
	for _, d := range s.file.Decls {
		switch d := d.(type) {
		case *ast.FuncDecl:
			s.in, s.untypedAs = d.Name.Name, ""
			ast.Inspect(d.Body, s.visit)
		case *ast.GenDecl:
			if d.Tok == token.IMPORT || d.Tok == token.TYPE || strings.Contains(s.textOf(d), "iota") {
				continue
			}
			for _, spec := range d.Specs {
				v := spec.(*ast.ValueSpec)
				s.in = v.Names[0].Name
				s.untypedAs = s.usedAs(v.Names[0])
				for _, x := range v.Values {
					ast.Inspect(x, s.visit)
				}
			}
		}
	}
	sortEdits(s.sites)
	seen := map[string]int{}
	for _, site := range s.sites {
		key := site.Key()
		site.again = seen[key]
		seen[key]++
	}
}

// sortEdits brings outer edits before those inside them.
func sortEdits(edits []*Site) {
	sort.SliceStable(edits, func(i, j int) bool {
		a, b := edits[i], edits[j]
		return a.start < b.start || a.start == b.start && a.end > b.end
	})
}

// visit mutates a node; false keeps out of it.
func (s *source) visit(n ast.Node) bool {
	switch n := n.(type) {
	case *ast.KeyValueExpr: // a key names a row or a field
		ast.Inspect(n.Value, s.visit)
		return false
	case *ast.CompositeLit:
		for _, e := range n.Elts { // not the type, whose length is a constant
			ast.Inspect(e, s.visit)
		}
		return false
	case *ast.IndexExpr:
		ast.Inspect(n.X, s.visit)
		if _, literal := n.Index.(*ast.BasicLit); !literal { // a position, not an entry
			ast.Inspect(n.Index, s.visit)
		}
		return false
	case *ast.TypeSwitchStmt:
		ast.Inspect(n.Body, s.visit)
		return false
	case *ast.CallExpr:
		return s.call(n)
	case *ast.BasicLit:
		s.literal(n)
	case *ast.Ident:
		s.constant(n, n.Name)
	case *ast.SelectorExpr:
		s.constant(n, s.textOf(n))
		return false
	case *ast.BinaryExpr:
		s.binary(n)
		s.operands(n, n.X, n.Y)
		return false
	case *ast.UnaryExpr:
		if n.Op == token.NOT {
			s.flip(n)
		}
		s.operands(n, n.X)
		return false
	case *ast.IfStmt:
		s.parts[n.Init] = true
		s.condition(n.Cond)
	case *ast.ForStmt:
		s.parts[n.Init], s.parts[n.Post] = true, true
	case *ast.SwitchStmt:
		s.parts[n.Init] = true
		s.switchCases(n)
	case *ast.AssignStmt:
		s.assignment(n)
	}
	return true
}

// operands visits the operands of e. Those of a constant expression stay untyped; they are used as its type.
func (s *source) operands(e ast.Expr, operands ...ast.Expr) {
	before := s.untypedAs
	if t, ok := s.info.TypeOf(e).Underlying().(*types.Basic); ok && t.Info()&types.IsUntyped == 0 && t.Info()&types.IsBoolean == 0 {
		s.untypedAs = s.typeString(s.info.TypeOf(e))
	}
	for _, x := range operands {
		ast.Inspect(x, s.visit)
	}
	s.untypedAs = before
}

// condition negates a condition whose operator is not mutated anyway.
func (s *source) condition(e ast.Expr) {
	switch e := e.(type) {
	case *ast.BinaryExpr:
		return
	case *ast.UnaryExpr:
		if e.Op == token.NOT {
			return
		}
	}
	s.flip(e)
}

// switchCases negates the conditions of a switch without a value.
func (s *source) switchCases(n *ast.SwitchStmt) {
	if n.Tag != nil {
		return
	}
	for _, c := range n.Body.List {
		for _, e := range c.(*ast.CaseClause).List {
			s.condition(e)
		}
	}
}

// reporting are functions whose text arguments are messages.
var reporting = []string{"Report", "WithHelp", "Note", "needs", "lacks"}

// call mutates the arguments of a call, unless they are a message, and swaps min and max.
func (s *source) call(n *ast.CallExpr) bool {
	name := ""
	switch f := n.Fun.(type) {
	case *ast.Ident:
		name = f.Name
	case *ast.SelectorExpr:
		name = f.Sel.Name
		ast.Inspect(f.X, s.visit)
	}
	for _, r := range reporting {
		if name == r {
			return false
		}
	}
	if other := map[string]string{"min": "max", "max": "min"}[name]; other != "" {
		s.add(n.Fun, other, func(id, inner string) string {
			return "mutantChoice[func(a, b " + s.typeString(s.info.TypeOf(n)) + ") " + s.typeString(s.info.TypeOf(n)) + "](" + id +
				", mutant_" + name + ", mutant_" + other + ")"
		})
	}
	for _, a := range n.Args {
		ast.Inspect(a, s.visit)
	}
	return false
}

// literal mutates a number or the name of a function; other text is a message.
func (s *source) literal(n *ast.BasicLit) {
	switch n.Kind {
	case token.INT:
		s.choice(n, itoa(atoi(n.Value)+1))
	case token.STRING:
		if strings.ContainsAny(n.Value, " ") {
			return
		}
		s.choice(n, s.alternative("text", n.Value, `"mutant"`))
	}
}

// constant mutates a use of a constant into the next one of its group.
func (s *source) constant(e ast.Expr, text string) {
	if text == "true" || text == "false" {
		s.choice(e, map[string]string{"true": "false", "false": "true"}[text])
		return
	}
	group, ok := s.groups[text]
	if !ok {
		return
	}
	if to := s.alternative(group, text, ""); to != "" {
		s.choice(e, to)
	}
}

// alternative is the constant after text in its group, or none if there is no other.
func (s *source) alternative(group, text, none string) string {
	list := s.alternatives[group]
	at := max(0, slices.Index(list, text))
	for i := range list {
		if x := list[(at+1+i)%len(list)]; x != text && (s.values[x] == nil || !constant.Compare(s.values[x], token.EQL, s.values[text])) {
			return x
		}
	}
	return none
}

// binary mutates an operator: a condition is flipped or joined the other way, a bit set loses a part.
func (s *source) binary(n *ast.BinaryExpr) {
	x, y := s.textOf(n.X), s.textOf(n.Y)
	switch n.Op {
	case token.LAND, token.LOR:
		other := map[token.Token]string{token.LAND: "||", token.LOR: "&&"}[n.Op]
		s.add(n, x+" "+other+" "+y, func(id, inner string) string {
			return "mutantLazy(" + id + ", func() bool { return " + inner + " }, func() bool { return (" + x + ") " + other + " (" + y + ") })"
		})
	case token.EQL, token.NEQ:
		s.flip(n)
	case token.LSS, token.LEQ, token.GTR, token.GEQ:
		other := map[token.Token]string{token.LSS: "<=", token.LEQ: "<", token.GTR: ">=", token.GEQ: ">"}[n.Op]
		s.choice(n, "("+x+" "+other+" "+y+")")
		s.flip(n)
	case token.OR:
		s.choice(n, "("+x+")")
		s.choice(n, "("+y+")")
	case token.AND, token.AND_NOT:
		s.choice(n, "("+x+")")
	}
}

// assignment leaves an assignment out.
func (s *source) assignment(n *ast.AssignStmt) {
	if n.Tok == token.DEFINE || s.parts[n] {
		return
	}
	if id, ok := n.Lhs[0].(*ast.Ident); ok && id.Name == "_" {
		return
	}
	s.add(n, "left out", func(id, inner string) string { return "if !mutantAlive(" + id + ") { " + inner + " }" })
}
