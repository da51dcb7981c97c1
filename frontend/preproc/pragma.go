package preproc

import (
	"strings"

	"slc/frontend/diag"
	"slc/frontend/source"
	"slc/frontend/token"
)

// maxWarningStack bounds #pragma warning(push).
const maxWarningStack = 1000

// warningPragma handles #pragma warning(action [: names] [; action : names] …): disable, error, default, once,
// suppress (for the next line), push and pop. A warning is named as by -W or by its number in slangc.
func (p *processor) warningPragma(at source.Span) {
	bad := func(span source.Span, format string, args ...any) {
		p.diags.Report(diag.UnknownPragma, span, "#pragma warning: "+format, args...)
	}
	list := p.lineTokens(nil)
	if len(list) < 3 || list[0].Kind != token.LParen || list[len(list)-1].Kind != token.RParen {
		bad(at, "expected (action : warnings)")
		return
	}
	list = list[1 : len(list)-1]
	for len(list) > 0 {
		n := 0
		for n < len(list) && list[n].Kind != token.Semi {
			n++
		}
		p.warningAction(list[:n], bad)
		list = list[min(n+1, len(list)):]
	}
	p.setWarnings(p.nextLine(p.file().pos))
}

// warningAction is one action with the warnings that it is about.
func (p *processor) warningAction(list []tok, bad func(span source.Span, format string, args ...any)) {
	if len(list) == 0 {
		return
	}
	action := list[0]
	switch action.Text {
	case "push":
		if len(p.warningStack) < maxWarningStack {
			p.warningStack = append(p.warningStack, p.warnings)
		}
		return
	case "pop":
		n := len(p.warningStack)
		if n == 0 {
			bad(action.Span, "there is no push for this pop")
			return
		}
		p.warnings, p.warningStack = p.warningStack[n-1], p.warningStack[:n-1]
		return
	}
	if len(list) < 3 || list[1].Kind != token.Colon {
		bad(action.Span, "expected '%s : warnings'", action.Text)
		return
	}
	for _, name := range warningNames(list[2:]) {
		var w diag.Warnings
		var err error
		switch action.Text {
		case "disable":
			w, err = p.warnings.With("no-" + name)
		case "error":
			w, err = p.warnings.With("error=" + name)
		case "default", "once":
			w, err = p.warnings.Without(name)
		case "suppress":
			if _, err = p.warnings.With("no-" + name); err == nil {
				p.suppressed = append(p.suppressed, name)
				continue
			}
		default:
			bad(action.Span, "'%s' is not an action", action.Text)
			return
		}
		if err != nil {
			bad(action.Span, "%v", err)
			continue
		}
		p.warnings = w
	}
}

// warningNames joins the tokens of names such as plain-poll.
func warningNames(list []tok) (names []string) {
	var b strings.Builder
	for i := range list {
		t := &list[i]
		if b.Len() > 0 && (t.SpaceBefore || t.Kind == token.Comma) {
			names = append(names, b.String())
			b.Reset()
		}
		if t.Kind != token.Comma {
			b.WriteString(t.Text)
		}
	}
	if b.Len() > 0 {
		names = append(names, b.String())
	}
	return names
}

// nextLine is the offset of the line behind the one of pos.
func (p *processor) nextLine(pos int) int {
	f := p.file()
	if n := strings.IndexByte(f.src[pos:], '\n'); n >= 0 {
		return pos + n + 1
	}
	return len(f.src)
}

// setWarnings makes what the pragmas say hold from an offset of the current file on.
func (p *processor) setWarnings(from int) {
	base := p.file().text.Base
	if p.suppressed != nil {
		both := p.warnings
		for _, name := range p.suppressed {
			both, _ = both.With("no-" + name)
		}
		p.diags.WarningsFrom(base+source.Pos(from), both, p.m.Use)
		p.suppressed, from = nil, p.nextLine(from)
	}
	p.diags.WarningsFrom(base+source.Pos(from), p.warnings, p.m.Use)
}
