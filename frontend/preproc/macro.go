package preproc

import (
	"slices"
	"strings"

	"slc/frontend/diag"
	"slc/frontend/source"
	"slc/frontend/token"
)

// tok is a token inside the preprocessor.
type tok struct {
	token.Token
	param       int16 // in a macro body: 1 + index of the parameter it names
	noExpand    bool  // named a macro while that was being expanded (C11 6.10.3.4 p2)
	inExpansion bool  // its span lies in an expansion
}

// placemarker stands for an argument without tokens beside ## (C11 6.10.3.3 p2).
const placemarker token.Kind = -2

// builtin tells the macros apart that the compiler computes.
type builtin uint8

const (
	notBuiltin builtin = iota
	fixed              // predefined with a constant value
	fileName           // __FILE__
	lineNumber         // __LINE__
)

// macro is one definition.
type macro struct {
	name     string
	at       source.Span // name in its definition, none for builtins
	params   []string
	function bool
	variadic bool // the last parameter takes the remaining arguments
	optional bool // the body has a __VA_OPT__
	builtin  builtin
	body     []tok
	active   int // contexts on the stack that expand it
}

func hashName(s string) uint8 {
	return s[0] + 5*s[len(s)-1] + uint8(17*len(s))
}

// lookup returns the macro called name, nil if there is none.
func (p *processor) lookup(name string) *macro {
	if !p.filter[hashName(name)] {
		return nil
	}
	return p.macros[name]
}

func (p *processor) define(m *macro) {
	p.filter[hashName(m.name)] = true
	p.macros[m.name] = m
}

// maxParams bounds the parameters of one macro.
const maxParams = 256

// pushDefines defines what every file sees: slangc's macros (the language is
// Slang unless the name of the main file says HLSL), then the -D options.
func (p *processor) pushDefines(main string) {
	slang, hlsl := "1", "0"
	if strings.HasSuffix(main, ".hlsl") || strings.HasSuffix(main, ".fx") {
		slang, hlsl = hlsl, slang
	}
	p.define(&macro{name: "__FILE__", builtin: fileName})
	p.define(&macro{name: "__LINE__", builtin: lineNumber})
	for _, d := range [...]Define{{"__SLANG_COMPILER__", "1"}, {"__SLANG__", slang}, {"__HLSL__", hlsl}, {"__HLSL_VERSION", "2018"}, {"__SLC__", "1"}} {
		body := []tok{{Token: token.Token{Kind: token.IntLit, Text: d.Value}}}
		p.define(&macro{name: d.Name, builtin: fixed, body: body})
	}
	if len(p.opts.Defines) == 0 {
		return
	}
	var text strings.Builder
	for _, d := range p.opts.Defines {
		if strings.ContainsAny(d.Name+d.Value, "\n\x00") || !startsIdent(d.Name) {
			p.diags.Report(diag.InvalidDefine, source.Span{}, "-D '%s': not the name of a macro", d.Name)
			continue
		}
		text.WriteString("#define " + d.Name + " " + strings.TrimRight(d.Value, "\\ \t\r") + "\n")
	}
	if p.pushFile("<command line>", &loaded{content: []byte(text.String())}, source.Span{}) {
		p.run()
	}
	p.files = p.files[:0]
}

func startsIdent(s string) bool { return s != "" && (class[s[0]] == cIdent || s[0] >= 0x80) }

// defineDirective reads what follows #define.
func (p *processor) defineDirective(directive source.Span) {
	f := p.file()
	var name token.Token
	if !p.inLine(&name) || name.Kind != token.Ident {
		p.diags.Report(diag.MacroDefinition, p.spanOr(name, directive), "#define needs the name of a macro")
		p.skipLine()
		return
	}
	if name.Text == "defined" || name.Text == "__has_include" {
		p.diags.Report(diag.MacroDefinition, name.Span, "'%s' cannot be the name of a macro", name.Text)
		p.skipLine()
		return
	}
	m := &macro{name: name.Text, at: name.Span}
	if f.pos < len(f.src) && f.src[f.pos] == '(' { // directly after the name
		m.function = true
		if !p.parameters(m) {
			p.skipLine()
			return
		}
	}
	m.body = p.lineTokens(nil)
	if len(m.body) > 0 {
		m.body[0].SpaceBefore = false
	}
	if !p.checkBody(m) {
		return
	}
	p.warnRedefined(m)
	p.define(m)
}

// parameters reads the parameter list of a function-like macro.
func (p *processor) parameters(m *macro) bool {
	fail := func(t token.Token, format string, args ...any) bool {
		p.diags.Report(diag.MacroDefinition, p.spanOr(t, m.at), format, args...)
		return false
	}
	var t token.Token
	p.inLine(&t) // the parenthesis
	for {
		if !p.inLine(&t) {
			return fail(token.Token{}, "the parameter list of macro '%s' is not closed", m.name)
		}
		switch {
		case t.Kind == token.RParen && len(m.params) == 0:
			return true
		case t.Kind == token.Ellipsis:
			m.variadic = true
			m.params = append(m.params, "__VA_ARGS__")
		case t.Kind != token.Ident:
			return fail(t, "a parameter of macro '%s' must be a name, not '%s'", m.name, t.Text)
		case slices.Contains(m.params, t.Text):
			return fail(t, "two parameters of macro '%s' are called '%s'", m.name, t.Text)
		case len(m.params) == maxParams:
			return fail(t, "macro '%s' has more than %d parameters", m.name, maxParams)
		default:
			m.params = append(m.params, t.Text)
		}
		if !p.inLine(&t) {
			return fail(token.Token{}, "the parameter list of macro '%s' is not closed", m.name)
		}
		if t.Kind == token.Ellipsis && !m.variadic { // slangc and GNU C: "args..."
			m.variadic = true
			if !p.inLine(&t) {
				return fail(token.Token{}, "the parameter list of macro '%s' is not closed", m.name)
			}
		}
		switch {
		case t.Kind == token.RParen:
			return true
		case t.Kind != token.Comma || m.variadic:
			return fail(t, "expected '%s' in the parameter list of macro '%s', found '%s'", closer(m.variadic), m.name, t.Text)
		}
	}
}

func closer(variadic bool) string {
	if variadic {
		return ")"
	}
	return ","
}

// checkBody resolves parameters in the body and checks the places of # and ##
// (C11 6.10.3.2 p1, 6.10.3.3 p1).
func (p *processor) checkBody(m *macro) bool {
	fail := func(t *tok, format string, args ...any) bool {
		p.diags.Report(diag.MacroDefinition, t.Span, format, args...)
		return false
	}
	body := m.body
	for i := range body {
		t := &body[i]
		if t.Kind == token.Ident && m.function {
			t.param = int16(1 + slices.Index(m.params, t.Text))
		}
	}
	if n := len(body); n > 0 {
		if body[0].Kind == token.HashHash {
			return fail(&body[0], "'##' cannot start the body of a macro")
		}
		if body[n-1].Kind == token.HashHash {
			return fail(&body[n-1], "'##' cannot end the body of a macro")
		}
	}
	if !m.checkOptional(fail) {
		return false
	}
	if !m.function {
		return true
	}
	for i := range body {
		if body[i].Kind == token.Hash && (i+1 == len(body) || body[i+1].param == 0) {
			return fail(&body[i], "'#' must stand before a parameter of the macro")
		}
	}
	return true
}

// warnRedefined compares m with a definition of its name that is in force
// (C11 6.10.3 p2).
func (p *processor) warnRedefined(m *macro) {
	old := p.lookup(m.name)
	if old == nil {
		return
	}
	if old.builtin != notBuiltin {
		if old.builtin != fixed || p.file().path != "" { // -D may replace a fixed one
			p.diags.Report(diag.BuiltinRedefined, m.at, "macro '%s' of the compiler is defined again", m.name)
		}
		return
	}
	same := func(a, b tok) bool { return a.Kind == b.Kind && a.Text == b.Text && a.SpaceBefore == b.SpaceBefore }
	if old.function == m.function && old.variadic == m.variadic && slices.Equal(old.params, m.params) &&
		slices.EqualFunc(old.body, m.body, same) {
		return
	}
	p.diags.Report(diag.MacroRedefined, m.at, "macro '%s' is defined again with another body", m.name).
		Note(old.at, "the definition so far is here").WithHelp("write '#undef %s' first if this is meant", m.name)
}

// undefDirective reads what follows #undef.
func (p *processor) undefDirective(directive source.Span) {
	var name token.Token
	if !p.inLine(&name) || name.Kind != token.Ident {
		p.diags.Report(diag.DirectiveSyntax, p.spanOr(name, directive), "#undef needs the name of a macro")
		p.skipLine()
		return
	}
	switch m := p.lookup(name.Text); {
	case m == nil:
		p.diags.Report(diag.MacroNotDefined, name.Span, "macro '%s' is not defined", name.Text)
	case m.builtin != notBuiltin:
		p.diags.Report(diag.BuiltinRedefined, name.Span, "macro '%s' of the compiler is removed", name.Text)
	}
	delete(p.macros, name.Text)
	p.endOfDirective("undef")
}
