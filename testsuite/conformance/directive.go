package conformance

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

// A Directive is one "//TEST…" line: what to compile and what to compare.
type Directive struct {
	Line       int
	Diagnostic bool // DIAGNOSTIC_TEST
	Disabled   bool // DISABLE_TEST
	Command    string
	Options    []Option // of the command, in parentheses
	Args       []string
	// Index numbers the tests of a file, disabled ones included: it names the file of
	// expected values.
	Index int
}

// An Option is a key and its value, which may be "".
type Option struct{ Key, Value string }

// Option returns the value of a command option.
func (d *Directive) Option(key string) (string, bool) {
	for _, o := range d.Options {
		if o.Key == key {
			return o.Value, true
		}
	}
	return "", false
}

// A Kernel is a test file with its directives.
type Kernel struct {
	Dir        string // of the checkout
	Path       string // below it
	Text       string
	Lines      []string
	Ignored    bool // TEST_IGNORE_FILE
	Directives []*Directive
	Inputs     []Input
	// InputError is why an input could not be read: the kernel is then not run.
	InputError error
}

// read reads a file of the checkout.
func (k *Kernel) read(name string) ([]byte, error) {
	return os.ReadFile(filepath.Join(k.Dir, filepath.FromSlash(name)))
}

// ParseKernel reads the directives of a file.
func ParseKernel(path, text string) *Kernel {
	k := &Kernel{Path: path, Text: text, Lines: strings.Split(text, "\n")}
	for i, line := range k.Lines {
		word, rest, ok := comment(line)
		switch {
		case !ok:
		case word == "TEST_IGNORE_FILE":
			k.Ignored = true
		case word == "TEST_INPUT":
			input, err := parseInput(strings.TrimPrefix(rest, ":"))
			if err != nil {
				k.InputError = fmt.Errorf("line %d: %w", i+1, err)
			} else if input != nil {
				k.Inputs = append(k.Inputs, *input)
			}
		case isTest(word):
			d := parseDirective(rest)
			d.Line, d.Index = i+1, len(k.Directives)
			d.Disabled = strings.HasPrefix(word, "DISABLE_")
			d.Diagnostic = strings.HasSuffix(word, "DIAGNOSTIC_TEST")
			k.Directives = append(k.Directives, d)
		}
	}
	return k
}

func isTest(word string) bool {
	word = strings.TrimPrefix(word, "DISABLE_")
	return word == "TEST" || word == "DIAGNOSTIC_TEST"
}

// comment splits a line comment into its first word and the rest.
func comment(line string) (word, rest string, ok bool) {
	line = strings.TrimSpace(line)
	if !strings.HasPrefix(line, "//") {
		return "", "", false
	}
	line = strings.TrimSpace(strings.TrimLeft(line, "/"))
	end := strings.IndexFunc(line, func(r rune) bool { return r != '_' && (r < 'A' || r > 'Z') })
	if end < 0 {
		end = len(line)
	}
	return line[:end], line[end:], end > 0
}

// parseDirective reads "(categories):COMMAND(options):args".
func parseDirective(text string) *Directive {
	_, text = parenthesised(text)
	text = strings.TrimPrefix(strings.TrimSpace(text), ":")
	end := strings.IndexAny(text, "(:")
	if end < 0 {
		return &Directive{Command: strings.TrimSpace(text)}
	}
	d := &Directive{Command: strings.TrimSpace(text[:end])}
	options, rest := parenthesised(text[end:])
	for _, o := range split(options, ",") {
		key, value, _ := strings.Cut(o, "=")
		d.Options = append(d.Options, Option{strings.TrimSpace(key), strings.TrimSpace(value)})
	}
	d.Args = fields(strings.TrimPrefix(strings.TrimSpace(rest), ":"))
	return d
}

// parenthesised cuts a leading "(…)" off text.
func parenthesised(text string) (inside, rest string) {
	trimmed := strings.TrimSpace(text)
	if !strings.HasPrefix(trimmed, "(") {
		return "", text
	}
	if inside, rest, ok := strings.Cut(trimmed[1:], ")"); ok {
		return inside, rest
	}
	return trimmed[1:], ""
}

// split is strings.Split without empty elements.
func split(text, sep string) (parts []string) {
	for _, p := range strings.Split(text, sep) {
		if p = strings.TrimSpace(p); p != "" {
			parts = append(parts, p)
		}
	}
	return parts
}

// fields splits arguments on blanks; double quotes keep one together.
func fields(text string) (args []string) {
	var arg strings.Builder
	quoted, open := false, false
	flush := func() {
		if open {
			args = append(args, arg.String())
			arg.Reset()
		}
		open = false
	}
	for _, r := range text {
		switch {
		case r == '"':
			quoted, open = !quoted, true
		case !quoted && (r == ' ' || r == '\t' || r == '\r'):
			flush()
		default:
			arg.WriteRune(r)
			open = true
		}
	}
	flush()
	return args
}
