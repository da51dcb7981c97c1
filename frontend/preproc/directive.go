package preproc

import (
	"strings"

	"slc/frontend/diag"
	"slc/frontend/source"
	"slc/frontend/token"
)

// cond is one open #if, #ifdef or #ifndef.
type cond struct {
	at        source.Span // its directive
	directive string
	taken     bool // a group of it was processed, or it lies in a skipped group
	elseSeen  bool
}

// inLine scans the next token of the directive's line into t; false at its end.
func (p *processor) inLine(t *token.Token) bool {
	f := p.file()
	pos, line := f.pos, f.line
	f.next(t)
	if t.Kind == token.EOF || t.LineStart {
		f.pos, f.line = pos, line
		*t = token.Token{}
		return false
	}
	return true
}

// lineTokens appends the rest of the directive's line to list.
func (p *processor) lineTokens(list []tok) []tok {
	var t token.Token
	for p.inLine(&t) {
		list = append(list, tok{Token: t})
	}
	return list
}

// skipLine drops the rest of the directive's line.
func (p *processor) skipLine() {
	f := p.file()
	quiet := f.quiet
	f.quiet = true
	var t token.Token
	for p.inLine(&t) {
	}
	f.quiet = quiet
}

// restOfLine takes the rest of the line as text, as #error wants it.
func (p *processor) restOfLine() string {
	f := p.file()
	start := f.pos
	f.pos = lineCommentEnd(f.src, start)
	text := strings.TrimSpace(f.src[start:f.pos])
	return strings.ReplaceAll(strings.ReplaceAll(text, "\\\r\n", ""), "\\\n", "")
}

// endOfDirective warns of tokens that follow a complete directive.
func (p *processor) endOfDirective(name string) {
	var t token.Token
	if p.inLine(&t) {
		p.diags.Report(diag.ExtraTokens, t.Span, "what follows '#%s' on its line is ignored", name).
			WithHelp("make it a comment").WithFix(source.Span{Start: t.Span.Start, End: t.Span.Start}, "// ")
		p.skipLine()
	}
}

// spanOr is the span of t, or at when t is the end of the line.
func (p *processor) spanOr(t token.Token, at source.Span) source.Span {
	if t.Span.IsValid() {
		return t.Span
	}
	return at
}

// directive runs the directive whose # was just read.
func (p *processor) directive(hash source.Span) {
	var name token.Token
	if !p.inLine(&name) {
		return // a lone # is nothing (C11 6.10.7)
	}
	at := hash.To(name.Span)
	switch name.Text {
	case "if", "ifdef", "ifndef":
		p.ifDirective(name.Text, at)
	case "elif", "elifdef", "elifndef", "else":
		p.elseDirective(name.Text, at)
	case "endif":
		p.endifDirective(at)
	case "define":
		p.defineDirective(at)
	case "undef":
		p.undefDirective(at)
	case "include":
		p.includeDirective(at)
	case "pragma":
		p.pragmaDirective(at)
	case "line":
		p.lineDirective(at)
	case "error":
		p.diags.Report(diag.UserError, at, "#error: %s", p.restOfLine())
	case "warning":
		p.diags.Report(diag.UserWarning, at, "#warning: %s", p.restOfLine())
	case "language", "lang":
		p.languageDirective(at)
	case "version", "extension":
		p.diags.Report(diag.GLSLDirective, at, "'#%s' belongs to GLSL; this file is read as Slang", name.Text).
			WithHelp("GLSL syntax is not supported yet; write the kernel as Slang")
		p.skipLine()
	default:
		p.diags.Report(diag.UnknownDirective, at, "'#%s' is no directive", name.Text)
		p.skipLine()
	}
}

// ifDirective opens a conditional and skips to the group that is taken.
func (p *processor) ifDirective(name string, at source.Span) {
	f := p.file()
	f.conds = append(f.conds, cond{at: at, directive: name})
	p.choose(name, at)
}

// choose evaluates the condition of directive name and skips to the group of its
// conditional that is taken, which may be the one that starts here.
func (p *processor) choose(name string, at source.Span) {
	f := p.file()
	for name != "" && !p.truncated {
		holds := p.holds(name, at)
		f.conds[len(f.conds)-1].taken = holds
		if holds {
			return
		}
		name, at = p.skipGroup()
	}
}

// holds evaluates the condition on the line of directive name.
func (p *processor) holds(name string, at source.Span) bool {
	if name == "if" || name == "elif" {
		return p.condition(name, at)
	}
	var t token.Token
	if !p.inLine(&t) || t.Kind != token.Ident {
		p.diags.Report(diag.DirectiveSyntax, p.spanOr(t, at), "'#%s' needs the name of a macro", name)
		p.skipLine()
		return false
	}
	p.endOfDirective(name)
	return p.isDefined(t.Text) == (name == "ifdef" || name == "elifdef")
}

func (p *processor) isDefined(name string) bool {
	return p.lookup(name) != nil || name == "__has_include"
}

// elseDirective meets #else or #elif after a group that was processed.
func (p *processor) elseDirective(name string, at source.Span) {
	if p.openCond(name, at) == nil {
		p.skipLine()
		return
	}
	p.skipLine() // the condition of a group after the taken one is not evaluated
	p.skipGroup()
}

// openCond returns the innermost conditional for an #else or #elif; nil, and a
// report, when the directive has no place here.
func (p *processor) openCond(name string, at source.Span) *cond {
	f := p.file()
	if len(f.conds) == 0 {
		p.diags.Report(diag.DirectiveWithoutIf, at, "'#%s' without '#if'", name)
		return nil
	}
	c := &f.conds[len(f.conds)-1]
	if c.elseSeen {
		p.diags.Report(diag.DirectiveAfterElse, at, "'#%s' after '#else'", name).Note(c.at, "of this '#%s'", c.directive)
	}
	c.elseSeen = c.elseSeen || name == "else"
	return c
}

func (p *processor) endifDirective(at source.Span) {
	f := p.file()
	if len(f.conds) == 0 {
		p.diags.Report(diag.DirectiveWithoutIf, at, "'#endif' without '#if'")
	} else {
		f.conds = f.conds[:len(f.conds)-1]
	}
	p.endOfDirective("endif")
}

// skipGroup skips the group that starts here. It stops after the #else that
// starts the taken group, after the #endif, or at an #elif whose condition is to
// be evaluated, which it returns.
func (p *processor) skipGroup() (elif string, at source.Span) {
	f := p.file()
	outer := len(f.conds) // conditionals opened from here on are skipped whole
	f.quiet = true
	defer func() { f.quiet = false }()
	var t, name token.Token
	for {
		if f.next(&t); t.Kind == token.EOF {
			return "", at // popFile reports the open conditional
		}
		if t.Kind != token.Hash || !t.LineStart || !p.inLine(&name) {
			continue
		}
		at = t.Span.To(name.Span)
		switch name.Text {
		case "if", "ifdef", "ifndef":
			f.conds = append(f.conds, cond{at: at, directive: name.Text, taken: true})
		case "endif":
			f.conds = f.conds[:len(f.conds)-1]
			if len(f.conds) < outer {
				f.quiet = false
				p.endOfDirective("endif")
				return "", at
			}
		case "else", "elif", "elifdef", "elifndef":
			c := p.openCond(name.Text, at)
			if len(f.conds) > outer || c.taken {
				continue
			}
			f.quiet = false
			if name.Text != "else" {
				return name.Text, at
			}
			c.taken = true
			p.endOfDirective("else")
			return "", at
		}
	}
}

// includeDirective reads the file name of an #include and enters the file.
func (p *processor) includeDirective(at source.Span) {
	name, span, angled, ok := p.headerName(at)
	if !ok {
		p.skipLine()
		return
	}
	p.endOfDirective("include")
	p.include(at, span, name, angled)
}

// headerName reads "name" or <name>, in which backslashes and // mean nothing
// special, or macros that expand to one of them (C11 6.10.2 p4).
func (p *processor) headerName(at source.Span) (name string, span source.Span, angled, ok bool) {
	f := p.file()
	src, i := f.src, f.pos
	for i < len(src) && (src[i] == ' ' || src[i] == '\t') {
		i++
	}
	if i < len(src) && (src[i] == '"' || src[i] == '<') {
		closing := `"`
		if src[i] == '<' {
			angled, closing = true, ">"
		}
		rest := src[i+1:]
		if n := strings.IndexByte(rest, '\n'); n >= 0 {
			rest = rest[:n]
		}
		n := strings.Index(rest, closing)
		if n <= 0 {
			span = f.span(i, i+1+len(strings.TrimRight(rest, "\r")))
			p.diags.Report(diag.DirectiveSyntax, span, "expected a file name closed by %s", closing)
			f.pos = i + 1 + len(rest)
			return "", span, angled, false
		}
		f.pos = i + n + 2
		return rest[:n], f.span(i, f.pos), angled, true
	}
	return p.headerFromTokens(p.expandList(p.lineTokens(nil), false), at)
}

// headerFromTokens makes a file name of macro-expanded tokens.
func (p *processor) headerFromTokens(list []tok, at source.Span) (name string, span source.Span, angled, ok bool) {
	span = at
	if len(list) > 0 {
		span = list[0].Span
		if list[0].Kind == token.StringLit && len(list[0].Text) > 2 && list[0].Text[0] == '"' {
			text := list[0].Text
			return text[1 : len(text)-1], span, false, true
		}
		if list[0].Kind == token.Less {
			var b strings.Builder
			for i, t := range list[1:] {
				if t.Kind == token.Greater && b.Len() > 0 {
					return b.String(), span, true, true
				}
				if t.SpaceBefore && i > 0 {
					b.WriteByte(' ')
				}
				b.WriteString(t.Text)
			}
		}
	}
	if !p.truncated {
		p.diags.Report(diag.DirectiveSyntax, span, `expected "file" or <file> after '#include'`)
	}
	return "", span, false, false
}

// pragmaDirective handles the pragmas that mean something here.
func (p *processor) pragmaDirective(at source.Span) {
	var name token.Token
	if !p.inLine(&name) {
		return
	}
	switch name.Text {
	case "once":
		if p.file().include.IsValid() {
			p.file().loaded.once = true
		}
		p.endOfDirective("pragma once")
		return
	case "warning":
		p.warningPragma(at)
		return
	case "pack_matrix":
		p.diags.Report(diag.PragmaNotSupported, at.To(name.Span), "'#pragma pack_matrix' is not supported").
			WithHelp("use -matrix-layout-row-major or -matrix-layout-column-major, or qualify the matrix")
	default:
		p.diags.Report(diag.UnknownPragma, at.To(name.Span), "'#pragma %s' is not known and is ignored", name.Text)
	}
	p.skipLine()
}

// languageDirective accepts "#lang slang 2026" and "#lang 2026"; it refuses other languages and versions. The
// version counts in the main file.
func (p *processor) languageDirective(at source.Span) {
	var t token.Token
	named, ok := false, p.inLine(&t)
	if ok && t.Kind == token.Ident && strings.EqualFold(t.Text, "slang") {
		named, ok = true, p.inLine(&t)
	}
	version := 0
	if ok {
		version = versionNamed(t.Text)
	}
	switch {
	case !ok:
		p.diags.Report(diag.DirectiveSyntax, at, "a version of the language is missing here, as in '#lang slang 2026'")
	case version == 0 && !named && t.Kind == token.Ident:
		p.diags.Report(diag.DirectiveSyntax, t.Span, "the language '%s' is not supported; only Slang is", t.Text)
	case version == 0:
		p.diags.Report(diag.DirectiveSyntax, t.Span, "the version '%s' of Slang is not supported: 2018, 2025 and 2026 are", t.Text)
	case len(p.files) == 1:
		p.version = version
	}
	p.skipLine()
}

// versionNamed is the version of the language with that name, 0 for one that is not known.
func versionNamed(name string) int {
	switch name {
	case "2018", "legacy", "default":
		return 2018
	case "2025", "202a":
		return 2025
	case "2026", "202b", "latest":
		return LatestVersion
	}
	return 0
}

// lineDirective handles #line N, #line N "file", and slangc's #line default
// and #line alone, which return to the real numbering.
func (p *processor) lineDirective(at source.Span) {
	f := p.file()
	list := p.expandList(p.lineTokens(nil), false)
	next := f.pos // the directive's line ends here; the numbering holds for the next
	if n := strings.IndexByte(f.src[next:], '\n'); n >= 0 {
		next += n + 1
	} else {
		next = len(f.src)
	}
	if len(list) == 0 || list[0].Text == "default" && len(list) == 1 {
		f.text.SetLine(next, f.text.RealLine(next), f.text.Name)
		return
	}
	number, _, overflow, ok := token.ParseInt(list[0].Text)
	if list[0].Kind != token.IntLit || !ok || overflow || number > 1<<31-1 {
		p.diags.Report(diag.DirectiveSyntax, list[0].Span, "'#line' needs a line number")
		return
	}
	name := ""
	if len(list) > 1 {
		var bad int
		if name, bad = token.Unquote(list[1].Text); list[1].Kind != token.StringLit || bad >= 0 {
			p.diags.Report(diag.DirectiveSyntax, list[1].Span, "'#line' needs a file name in quotes after the number")
			return
		}
	}
	if len(list) > 2 {
		p.diags.Report(diag.ExtraTokens, list[2].Span, "what follows '#line' on its line is ignored")
	}
	f.text.SetLine(next, int(number), name)
}
