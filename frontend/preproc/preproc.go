package preproc

import (
	"strings"
	"unsafe"

	"slc/frontend/diag"
	"slc/frontend/source"
	"slc/frontend/token"
)

// Define is a macro given by a -D option; an empty Value defines it as nothing.
// Name may carry parameters: "MAX(a,b)".
type Define struct{ Name, Value string }

// Limits bound what an input can cost. A zero field takes its default.
type Limits struct {
	FileSize     int // bytes of one file, 64 MiB
	TotalSize    int // bytes of all inclusions together, 512 MiB
	Tokens       int // tokens handed to the parser, 2 Mi
	Expansion    int // tokens that macro expansion produces or moves, 2 Mi
	MacroDepth   int // macro uses nested in arguments of macro uses, 256
	IncludeDepth int // files that include each other, 64
	Includes     int // inclusions together, 10,000
	Nesting      int // brackets open at one time, 256
}

func (l Limits) withDefaults() Limits {
	set := func(v *int, def int) {
		if *v == 0 {
			*v = def
		}
	}
	set(&l.FileSize, 64<<20)
	set(&l.TotalSize, 512<<20)
	set(&l.Tokens, 2<<20)
	set(&l.Expansion, 2<<20)
	set(&l.MacroDepth, 256)
	set(&l.IncludeDepth, 64)
	set(&l.Includes, 10_000)
	set(&l.Nesting, 256)
	return l
}

// Options say what to preprocess with. ReadFile is the only way to files; it is
// asked for the main file, and for what #include and __has_include name: beside
// the including file first (for the "…" form), then in IncludeDirs in order.
type Options struct {
	Defines     []Define
	IncludeDirs []string
	ReadFile    func(path string) ([]byte, error)
	Limits      Limits
}

// LatestVersion is the newest language version that #language names.
const LatestVersion = 2026

// Result is what one translation unit came to.
type Result struct {
	Tokens []token.Token // ends with token.EOF
	Deps   []string      // paths that were read, in order, each once
	// Version is the language version that the main file asks for by #language, 0 if none.
	Version int
	// Truncated is set when a limit or a fault ended the token list early; the
	// diagnostic is reported, and parsing the rest would only add noise.
	Truncated bool
}

// Run preprocesses the file called main. Every call has its own macros: an
// imported module, which sees the -D options but no macro of its importer, is a
// call of its own on the same Map and List.
func Run(opts Options, m *source.Map, diags *diag.List, main string) Result {
	p := newProcessor(opts, m, diags)
	if p.pushMain(main) {
		p.run()
	}
	p.finish()
	return Result{Tokens: p.out, Deps: p.deps, Version: p.version, Truncated: p.truncated}
}

// RunSource is Run for a text that is at hand: name is shown in diagnostics,
// path is what relative inclusions start from.
func RunSource(opts Options, m *source.Map, diags *diag.List, name, path string, content []byte) Result {
	p := newProcessor(opts, m, diags)
	l := &loaded{path: path, content: content}
	p.loaded[path] = l
	if path != "" {
		p.deps = append(p.deps, path)
	}
	p.pushDefines(name)
	if p.pushFile(name, l, source.Span{}) {
		p.run()
	}
	p.finish()
	return Result{Tokens: p.out, Deps: p.deps, Version: p.version, Truncated: p.truncated}
}

// processor is the state of one run.
type processor struct {
	opts  *Options
	lim   Limits
	m     *source.Map
	diags *diag.List

	out       []token.Token
	nesting   int
	truncated bool // no more tokens are taken

	files    []*file // innermost last
	loaded   map[string]*loaded
	deps     []string
	includes int
	bytes    int

	version int

	warnings     diag.Warnings   // what #pragma warning says here
	warningStack []diag.Warnings // pushed
	suppressed   []string        // on the next line

	macros map[string]*macro
	// filter has an entry per hash of a defined name: nearly all identifiers
	// are told apart from macros without a look-up.
	filter [256]bool

	contexts []context // expansions being read, innermost last
	floor    int       // contexts below it belong to an outer expandList
	isolated int       // depth of expandList
	inArgs   int       // collecting arguments
	argBuf   []tok     // arguments of the invocations being made
	expanded int       // counts against lim.Expansion
}

func newProcessor(opts Options, m *source.Map, diags *diag.List) *processor {
	p := &processor{opts: &opts, lim: opts.Limits.withDefaults(), m: m, diags: diags,
		loaded: map[string]*loaded{}, macros: map[string]*macro{}}
	return p
}

// file returns the file being read.
func (p *processor) file() *file { return p.files[len(p.files)-1] }

// run reads until the outermost file ends or a limit is met.
func (p *processor) run() {
	f := p.file()
	for !p.truncated {
		if len(p.out) == cap(p.out) {
			p.grow()
		}
		p.out = p.out[:len(p.out)+1]
		t := &p.out[len(p.out)-1]
		f.next(t)
		if t.Kind == token.Ident {
			if m := p.lookup(t.Text); m != nil {
				name := tok{Token: *t}
				p.out = p.out[:len(p.out)-1]
				p.expandTop(name, m)
				continue
			}
			t.Kind = keyword(t.Text)
			continue
		}
		if t.Kind > token.RBrace && t.Kind < token.Hash { // plain punctuation
			continue
		}
		switch {
		case t.Kind == token.EOF:
			p.out = p.out[:len(p.out)-1]
			if !p.popFile() {
				return
			}
			f = p.file()
		case t.Kind == token.Hash && t.LineStart:
			hash := *t
			p.out = p.out[:len(p.out)-1]
			p.directive(hash.Span)
			f = p.file()
		default:
			p.accept(t)
		}
	}
}

// grow makes room for more tokens.
func (p *processor) grow() {
	n := min(max(64, 2*cap(p.out)), p.lim.Tokens)
	if len(p.out) >= p.lim.Tokens {
		at := source.Span{}
		if len(p.out) > 0 {
			at = p.out[len(p.out)-1].Span
		}
		p.stop(diag.TooLarge, at, "the source has more than %d tokens after preprocessing", p.lim.Tokens)
		n = len(p.out) + 2
	}
	out := make([]token.Token, len(p.out), n)
	copy(out, p.out)
	p.out = out
}

// reserve makes room for the tokens of a file of size bytes.
func (p *processor) reserve(size int) {
	const most = 1 << 18 // a larger list grows when the tokens are really there
	if n := len(p.out) + min(size/4, most) + 16; cap(p.out) < n && len(p.out) == 0 {
		p.out = make([]token.Token, 0, min(n, p.lim.Tokens))
	}
}

// accept finishes the last token of the output, which is not an identifier:
// brackets are counted and literals checked.
func (p *processor) accept(t *token.Token) {
	switch t.Kind {
	case token.LParen, token.LBracket, token.LBrace:
		p.nesting++
		if p.nesting > p.lim.Nesting {
			span := t.Span
			p.out = p.out[:len(p.out)-1]
			p.stop(diag.NestedTooDeep, span, "brackets are nested more than %d deep", p.lim.Nesting)
		}
	case token.RParen, token.RBracket, token.RBrace:
		if p.nesting > 0 {
			p.nesting--
		}
	case token.IntLit, token.FloatLit:
		if len(t.Text) > 1 {
			p.checkNumber(t)
		}
	case token.StringLit, token.CharLit:
		p.checkQuoted(t)
	case token.Hash, token.HashHash:
		p.diags.Report(diag.IllegalCharacter, t.Span, "stray '%s'", t.Text).
			WithHelp("a directive must be the first thing on its line")
		p.out = p.out[:len(p.out)-1]
	}
}

// emit appends a token that comes from a macro expansion.
func (p *processor) emit(t *tok) {
	if p.truncated {
		return
	}
	if len(p.out) == cap(p.out) {
		if p.grow(); p.truncated {
			return
		}
	}
	p.out = append(p.out, t.Token)
	last := &p.out[len(p.out)-1]
	if last.Kind == token.Ident {
		last.Kind = keyword(last.Text)
		return
	}
	p.accept(last)
}

func (p *processor) checkNumber(t *token.Token) {
	digits, suffix := token.SplitNumber(t.Kind, t.Text)
	bad := func(format string, args ...any) {
		p.diags.Report(diag.InvalidNumber, t.Span, format, args...)
	}
	if t.Kind == token.IntLit {
		if !token.IsIntSuffix(suffix) {
			bad("'%s' is no suffix of an integer literal", suffix)
		} else if _, _, overflow, ok := token.ParseInt(digits); !ok {
			bad("'%s' is no number: a digit is missing or does not belong to its base", digits)
		} else if overflow {
			bad("the number does not fit 64 bits")
		}
		return
	}
	if suffix != "" && !token.IsFloatSuffix(suffix) && suffix != "l" && suffix != "L" {
		bad("'%s' is no suffix of a floating-point literal", suffix)
	} else if _, _, ok := token.ParseFloat(digits); !ok {
		bad("'%s' is no number", digits)
	}
}

// checkQuoted checks the escapes of a string or character literal, which is
// reported already if it is not closed.
func (p *processor) checkQuoted(t *token.Token) {
	if len(t.Text) < 2 || t.Text[len(t.Text)-1] != t.Text[0] {
		return
	}
	bad := -1
	switch {
	case t.Kind == token.CharLit:
		_, bad = token.CharValue(t.Text)
	case strings.IndexByte(t.Text, '\\') >= 0:
		if n := len(p.out); n > 1 && (p.out[n-2].Kind == token.KwImport || p.out[n-2].Kind == token.KwInclude2) {
			return // a path, in which a backslash is a separator
		}
		_, bad = token.Unquote(t.Text)
	}
	switch {
	case bad == 0:
		p.diags.Report(diag.InvalidCharacter, t.Span, "%s does not hold exactly one character", t.Text).
			WithHelp("a string is written with double quotes")
	case bad > 0:
		at := t.Span.Start + source.Pos(bad)
		p.diags.Report(diag.InvalidEscape, source.Span{Start: at, End: at + 2}, "'%s' is no escape", t.Text[bad:min(bad+2, len(t.Text))])
	}
}

// stop reports why no more input is taken, once.
func (p *processor) stop(code *diag.Code, at source.Span, format string, args ...any) *diag.Diagnostic {
	if p.truncated {
		return nil
	}
	p.truncated = true
	return p.diags.Report(code, at, format, args...)
}

// finish ends the token list.
func (p *processor) finish() {
	eof := token.Token{Kind: token.EOF, LineStart: true, SpaceBefore: true}
	switch {
	case p.truncated && len(p.out) > 0:
		end := p.out[len(p.out)-1].Span.End
		eof.Span = source.Span{Start: end, End: end}
	case len(p.files) > 0:
		f := p.files[0]
		eof.Span = f.span(len(f.src), len(f.src))
	}
	p.out = append(p.out, eof)
}

// view returns content as a string without a copy; content must not change.
func view(content []byte) string {
	return unsafe.String(unsafe.SliceData(content), len(content))
}
