package conformance

import (
	"regexp"
	"slices"
	"strings"
	"sync"
)

// An Annotation is a diagnostic that the test expects.
type Annotation struct {
	Line int // 1-based; 0: anywhere
	Text string
}

// Expected lists the diagnostics that a directive expects, one a line of the source.
// refusal says that one of them is an error of the compiler's own count.
func (k *Kernel) Expected(d *Directive) (all []Annotation, refusal bool) {
	if prefix, ok := d.Option("diag"); ok {
		return k.annotations(prefix), false
	}
	prefix, ok := d.Option("filecheck")
	if !ok {
		return nil, false
	}
	for _, line := range k.Lines {
		at := strings.Index(line, prefix+":")
		if at < 0 || strings.Contains(line[:at], ":") {
			continue
		}
		text := strings.TrimSpace(line[at+len(prefix)+1:])
		if d.Diagnostic || errorText().MatchString(text) {
			all, refusal = append(all, Annotation{Text: text}), true
		}
	}
	return all, refusal
}

// errorText is what a line of the peer's error output looks like: a code, or a sentence,
// which no output language has.
var errorText = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^(error\[|error E?\d+|result code = -?[1-9])|\): error \d+|^[A-Za-z]+( [a-z'-]+){3,}$`)
})

// annotations reads "//PFX: ^^^ text" and the lines of "/*PFX: … */": each belongs to
// the last line before it that is no annotation.
func (k *Kernel) annotations(prefix string) (all []Annotation) {
	block, target := false, 0
	for i, line := range k.Lines {
		trimmed := strings.TrimSpace(line)
		switch {
		case block:
			if end := strings.Contains(trimmed, "*/"); end {
				block = false
			}
		case strings.HasPrefix(trimmed, "/*"+prefix+":"):
			block = !strings.Contains(trimmed, "*/")
		case strings.HasPrefix(trimmed, "//"+prefix+":"), strings.HasPrefix(trimmed, "// "+prefix+":"):
		case !annotationLine().MatchString(trimmed):
			target = i + 1
			continue
		default:
			continue // an annotation of another directive
		}
		_, text, ok := strings.Cut(trimmed, "^")
		if text = strings.TrimLeft(text, "^ "); ok && !slices.ContainsFunc(all, func(a Annotation) bool { return a.Line == target }) {
			all = append(all, Annotation{target, text})
		}
	}
	return all
}

// annotationLine is a comment that marks columns of the line above.
var annotationLine = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^//\s*[A-Za-z_-]+\d*:\s*\^`)
})
