package preproc

import (
	"slices"
	"strconv"
	"strings"

	"slc/frontend/diag"
	"slc/frontend/source"
	"slc/frontend/token"
)

// context is a list of tokens being read: the expansion of a macro, or (macro
// nil) tokens to be expanded by expandList.
type context struct {
	macro *macro
	toks  []tok
	next  int
}

// argument is what an invocation gives for one parameter.
type argument struct {
	raw      []tok
	expanded []tok // macro-expanded, once it was needed
	isDone   bool
}

// expandTop expands the macro m named by a token of the file, and emits what
// comes of it.
func (p *processor) expandTop(name tok, m *macro) {
	if !p.invoke(&name, m) {
		p.emit(&name)
		return
	}
	var t tok
	for p.read(&t) && !p.truncated {
		if t.Kind == token.Ident && !t.noExpand {
			if m := p.lookup(t.Text); m != nil && p.invoke(&t, m) {
				continue
			}
		}
		p.emit(&t)
	}
	p.drop(0)
}

// expandList fully expands list as if nothing followed it (C11 6.10.3.1). In a
// condition it also evaluates defined and __has_include.
func (p *processor) expandList(list []tok, condition bool) []tok {
	if p.isolated >= p.lim.MacroDepth {
		at := source.Span{}
		if len(list) > 0 {
			at = list[0].Span
		}
		p.stop(diag.ExpansionTooLong, at, "macro uses are nested more than %d deep", p.lim.MacroDepth)
		return nil
	}
	floor, isolated := p.floor, p.isolated
	p.floor, p.isolated = len(p.contexts), p.isolated+1
	p.push(nil, list)
	out := make([]tok, 0, len(list))
	var t tok
	for !p.truncated && p.read(&t) {
		if t.Kind == token.Ident && !t.noExpand {
			if condition {
				if v, ok := p.conditionOperator(&t); ok {
					out = append(out, v)
					continue
				}
			}
			if m := p.lookup(t.Text); m != nil && p.invoke(&t, m) {
				continue
			}
		}
		out = append(out, t)
	}
	p.drop(p.floor)
	p.floor, p.isolated = floor, isolated
	return out
}

func (p *processor) push(m *macro, toks []tok) {
	if m != nil {
		m.active++
	}
	p.contexts = append(p.contexts, context{macro: m, toks: toks})
}

func (p *processor) pop() {
	top := len(p.contexts) - 1
	if m := p.contexts[top].macro; m != nil {
		m.active--
	}
	p.contexts[top] = context{}
	p.contexts = p.contexts[:top]
}

// drop discards contexts until n are left.
func (p *processor) drop(n int) {
	for len(p.contexts) > n {
		p.pop()
	}
}

// peek returns the next token of the contexts, without taking it; nil when they
// are read up. Expansions that are read to their end are left: their macros may
// be expanded again from here on.
func (p *processor) peek() *tok {
	for len(p.contexts) > p.floor {
		c := &p.contexts[len(p.contexts)-1]
		if c.next < len(c.toks) {
			return &c.toks[c.next]
		}
		p.pop()
	}
	return nil
}

// read takes the next token of the contexts; false when they are read up. A
// name of a macro that is being expanded is marked for good.
func (p *processor) read(t *tok) bool {
	next := p.peek()
	if next == nil {
		return false
	}
	*t = *next
	p.contexts[len(p.contexts)-1].next++
	if t.Kind == token.Ident && !t.noExpand {
		if m := p.lookup(t.Text); m != nil && m.active > 0 {
			t.noExpand = true
		}
	}
	return true
}

// charge counts n tokens against the limit of expansion.
func (p *processor) charge(n int, name *tok) bool {
	p.expanded += n
	if p.expanded > p.lim.Expansion {
		p.stop(diag.ExpansionTooLong, name.Span, "macro expansion yields more than %d tokens, here in '%s'", p.lim.Expansion, name.Text)
		return false
	}
	return true
}

// invoke expands macro m, named by name, and makes its result the next tokens
// to read. It returns false when m takes arguments and none follow: the name is
// then an ordinary one.
func (p *processor) invoke(name *tok, m *macro) bool {
	use := name.Span
	var args []argument
	defer func(n int) { p.argBuf = p.argBuf[:n] }(len(p.argBuf))
	if m.function {
		if !p.openParen() {
			return false
		}
		var end tok
		var ok bool
		if args, end, ok = p.arguments(name, m); !ok {
			return true
		}
		if !name.inExpansion && !end.inExpansion && end.Span.End > use.End && p.m.FileOf(use.Start) == p.m.FileOf(end.Span.Start) {
			use.End = end.Span.End
		}
	}
	var out []tok
	switch m.builtin {
	case fileName, lineNumber:
		out = []tok{p.place(name, m.builtin)}
	default:
		out = p.substitute(name, m, args)
	}
	if p.truncated || !p.charge(1+len(out), name) || len(out) == 0 {
		return true
	}
	p.position(out, name, m, use)
	p.push(m, out)
	return true
}

// place is the value of __FILE__ or __LINE__ at the outermost use.
func (p *processor) place(name *tok, which builtin) tok {
	loc := p.m.Locate(name.Span.Start)
	t := tok{Token: token.Token{Kind: token.IntLit, Text: strconv.Itoa(loc.Line)}}
	if which == fileName {
		t.Kind, t.Text = token.StringLit, quote(loc.File)
	}
	return t
}

// position gives the tokens of an expansion their places in the position space.
func (p *processor) position(out []tok, name *tok, m *macro, use source.Span) {
	x := p.m.NewExpansion(m.name, use, len(out))
	for i := range out {
		t := &out[i]
		span := x.Token(t.Span.Start, len(t.Text))
		if !span.IsValid() {
			p.stop(diag.TooLarge, name.Span, "the source is too large after macro expansion")
			return
		}
		t.Span, t.inExpansion, t.LineStart = span, true, false
	}
	out[0].SpaceBefore, out[0].LineStart = name.SpaceBefore, name.LineStart
}

// openParen takes the next token if it is a parenthesis.
func (p *processor) openParen() bool {
	if next := p.peek(); next != nil {
		if next.Kind != token.LParen {
			return false
		}
		p.contexts[len(p.contexts)-1].next++
		return true
	}
	if p.isolated > 0 {
		return false
	}
	f := p.file()
	pos, line := f.pos, f.line
	var t token.Token
	if f.next(&t); t.Kind == token.LParen {
		return true
	}
	f.pos, f.line = pos, line
	return false
}

// arguments reads the arguments of an invocation whose parenthesis was taken.
// Their tokens lie in p.argBuf, which the caller cuts back when it is done.
func (p *processor) arguments(name *tok, m *macro) (args []argument, end tok, ok bool) {
	ends, end, ok := p.collect(name, m)
	if !ok || !p.charge(len(p.argBuf)-ends[0]+len(ends), name) {
		return nil, end, false
	}
	args = make([]argument, 0, len(m.params))
	if n := len(ends) - 1; n > 1 || len(m.params) > 0 || ends[n] > ends[0] {
		for i := range n {
			args = append(args, argument{raw: p.argBuf[ends[i]:ends[i+1]:ends[i+1]]})
		}
	}
	if m.variadic && len(args) == len(m.params)-1 {
		args = append(args, argument{}) // nothing given for the variable part
	}
	if len(args) != len(m.params) {
		p.diags.Report(diag.MacroArguments, name.Span, "macro '%s' takes %s, not %d", m.name, m.arity(), len(args)).
			Note(m.at, "the macro is defined here")
		return nil, end, false
	}
	return args, end, true
}

// collect reads up to the parenthesis that closes an invocation, which it
// returns, and appends the tokens to p.argBuf. ends has the start of the first
// argument and the end of each there.
func (p *processor) collect(name *tok, m *macro) (ends []int, t tok, ok bool) {
	p.inArgs++
	defer func() { p.inArgs-- }()
	ends = append(make([]int, 0, 1+max(1, len(m.params))), len(p.argBuf))
	for depth := 0; ; {
		if !p.argToken(&t) {
			if !p.truncated {
				p.diags.Report(diag.MacroArguments, name.Span, "the arguments of macro '%s' are never closed", m.name).
					Note(m.at, "the macro is defined here").WithHelp("add ')'")
				p.truncated = p.isolated == 0
			}
			return ends, t, false
		}
		switch t.Kind {
		case token.LParen:
			depth++
		case token.RParen:
			if depth == 0 {
				return append(ends, len(p.argBuf)), t, true
			}
			depth--
		case token.Comma:
			if depth == 0 && !(m.variadic && len(ends) >= len(m.params)) {
				ends = append(ends, len(p.argBuf))
				continue
			}
		}
		p.argBuf = append(p.argBuf, t)
	}
}

// arity says in words how many arguments m takes.
func (m *macro) arity() string {
	n, least := len(m.params), ""
	if m.variadic {
		n, least = n-1, "at least "
	}
	if n == 1 {
		return least + "1 argument"
	}
	return least + strconv.Itoa(n) + " arguments"
}

// argToken reads the next token of an argument, on into the file if the
// contexts end.
func (p *processor) argToken(t *tok) bool {
	if p.read(t) {
		return true
	}
	if p.isolated > 0 || p.truncated {
		return false
	}
	f := p.file()
	for {
		*t = tok{}
		f.next(&t.Token)
		switch {
		case t.Kind == token.EOF:
			return false
		case t.Kind == token.Hash && t.LineStart:
			p.directive(t.Span)
			if p.truncated {
				return false
			}
		default:
			return true
		}
	}
}

// expansionOf returns the fully expanded tokens of an argument.
func (p *processor) expansionOf(a *argument) []tok {
	if !a.isDone {
		a.isDone = true
		a.expanded = a.raw
		if slices.ContainsFunc(a.raw, func(t tok) bool { return t.Kind == token.Ident && p.lookup(t.Text) != nil }) {
			a.expanded = p.expandList(a.raw, false)
		}
	}
	return a.expanded
}

// substitute makes the replacement list of an invocation: parameters replaced,
// # and ## done (C11 6.10.3.1–6.10.3.3).
func (p *processor) substitute(name *tok, m *macro, args []argument) []tok {
	body := m.body
	if m.optional {
		body = p.chosen(m, args)
	} else if m.isPlain() {
		return append(make([]tok, 0, len(body)), body...)
	}
	out := make([]tok, 0, len(body)+8)
	paste := false // the last operator was ##
	for i := 0; i < len(body) && !p.truncated; i++ {
		b := &body[i]
		if b.Kind == token.HashHash {
			paste = true
			continue
		}
		var operand []tok
		var one [1]tok
		pasted := paste || i+1 < len(body) && body[i+1].Kind == token.HashHash
		switch {
		case b.Kind == token.Hash && m.function:
			i++
			one[0] = stringize(b, args[body[i].param-1].raw)
			operand = one[:]
			p.chargeText(one[0].Text, name)
		case b.param > 0 && paste && p.isCommaPaste(m, body, i):
			// GNU C: ", ## rest" drops the comma when rest is empty.
			if len(args[b.param-1].raw) == 0 {
				out, paste = out[:len(out)-1], false
				continue
			}
			operand, paste = p.expansionOf(&args[b.param-1]), false
		case b.param > 0 && pasted:
			operand = args[b.param-1].raw
			if len(operand) == 0 {
				one[0] = tok{Token: token.Token{Kind: placemarker}}
				operand = one[:]
			}
		case b.param > 0:
			operand = p.expansionOf(&args[b.param-1])
		default:
			one[0] = *b
			operand = one[:]
		}
		start := len(out)
		if paste && start > 0 && len(operand) > 0 {
			out = p.paste(out, &operand[0], name)
			out, start, paste = append(out, operand[1:]...), -1, false
		} else {
			out = append(out, operand...)
		}
		if start >= 0 && len(out) > start {
			out[start].SpaceBefore = b.SpaceBefore
		}
		if !p.chargeGrowth(len(operand), name) {
			return nil
		}
	}
	return withoutPlacemarkers(out)
}

// chargeGrowth stops a replacement list that grows beyond the limit before it is
// complete.
func (p *processor) chargeGrowth(n int, name *tok) bool { return n == 0 || p.charge(n, name) }

// chargeText counts text that # and ## make: it can double with every use.
func (p *processor) chargeText(text string, name *tok) bool {
	const bytesPerToken = 16
	return p.charge(len(text)/bytesPerToken, name)
}

// isPlain reports whether the body is its own replacement list.
func (m *macro) isPlain() bool {
	for i := range m.body {
		t := &m.body[i]
		if t.param > 0 || t.Kind == token.HashHash || t.Kind == token.Hash && m.function {
			return false
		}
	}
	return true
}

// isCommaPaste reports whether the variable parameter at body[i] is joined to a
// comma by the ## before it.
func (p *processor) isCommaPaste(m *macro, body []tok, i int) bool {
	return m.variadic && int(body[i].param) == len(m.params) && i >= 2 && body[i-2].Kind == token.Comma &&
		!(i+1 < len(body) && body[i+1].Kind == token.HashHash)
}

func withoutPlacemarkers(list []tok) []tok {
	out := list[:0]
	for _, t := range list {
		if t.Kind != placemarker {
			out = append(out, t)
		}
	}
	return out
}

// paste joins b to the last token of out.
func (p *processor) paste(out []tok, b *tok, name *tok) []tok {
	a := &out[len(out)-1]
	switch {
	case b.Kind == placemarker:
		return out
	case a.Kind == placemarker:
		space := a.SpaceBefore
		*a = *b
		a.SpaceBefore = space
		return out
	}
	joined := a.Text + b.Text
	if !p.chargeText(joined, name) {
		return out
	}
	sub := newScanner(joined, 0, nil)
	sub.quiet = true
	kind := sub.lexeme()
	if sub.pos != len(joined) || kind == token.Invalid || kind == token.Dollar && joined != "$" {
		p.diags.Report(diag.InvalidPaste, name.Span, "'##' joins '%s' and '%s' to '%s', which is no token", a.Text, b.Text, joined)
		return append(out, *b)
	}
	*a = tok{Token: token.Token{Kind: kind, Text: joined, Span: a.Span, SpaceBefore: a.SpaceBefore}}
	return out
}

// stringize makes a string literal of the spelling of an argument
// (C11 6.10.3.2 p2).
func stringize(hash *tok, arg []tok) tok {
	var b strings.Builder
	b.WriteByte('"')
	for i, t := range arg {
		if i > 0 && t.SpaceBefore {
			b.WriteByte(' ')
		}
		if t.Kind == token.StringLit || t.Kind == token.CharLit {
			escape(&b, t.Text)
		} else {
			b.WriteString(t.Text)
		}
	}
	b.WriteByte('"')
	return tok{Token: token.Token{Kind: token.StringLit, Text: b.String(), Span: hash.Span, SpaceBefore: hash.SpaceBefore}}
}

func quote(s string) string {
	var b strings.Builder
	b.WriteByte('"')
	escape(&b, s)
	b.WriteByte('"')
	return b.String()
}

func escape(b *strings.Builder, s string) {
	for i := 0; i < len(s); i++ {
		switch s[i] {
		case '\\', '"':
			b.WriteByte('\\')
			b.WriteByte(s[i])
		case '\n':
			b.WriteString(`\n`)
		default:
			b.WriteByte(s[i])
		}
	}
}
