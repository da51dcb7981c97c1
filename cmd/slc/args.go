package main

import (
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"

	"github.com/urfave/cli/v2"

	"slc/frontend/diag"
)

// The command line follows slangc where the library does not: options may stand
// after file names, -Idir and -DNAME=V are joined, -W and -O carry their value
// without a blank, some options take two values. normalise rewrites one argument
// list to what urfave/cli parses: all options first, then "--", then the files.

// joined lists the one-letter options whose value may follow without a blank. -o is none, as in
// slangc: -optimize would write a file "ptimize".
const joined = "IDOW"

// twoValues lists the options that take two values; they reach the library as one
// value "a,b".
var twoValues = []string{"fvk-b-shift", "fvk-t-shift", "fvk-s-shift", "fvk-u-shift", "fvk-bind-globals"}

// maxResponseDepth bounds nested @files.
const maxResponseDepth = 8

// usageError is a fault of the command line: exit code 2.
type usageError struct{ msg string }

func (e usageError) Error() string { return e.msg }

func usagef(format string, args ...any) error { return usageError{fmt.Sprintf(format, args...)} }

// normalise reorders args for the flags of a command.
func normalise(args []string, flags []cli.Flag) ([]string, error) {
	args, err := expandResponseFiles(args, 0)
	if err != nil {
		return nil, err
	}
	var options, files []string
	for i := 0; i < len(args); i++ {
		a := args[i]
		switch {
		case a == "--":
			files = append(files, args[i+1:]...)
			i = len(args)
		case a == "-" || !strings.HasPrefix(a, "-"):
			files = append(files, a)
		default:
			taken, rewritten, err := option(args[i:], flags)
			if err != nil {
				return nil, err
			}
			options = append(options, rewritten...)
			i += taken - 1
		}
	}
	return append(append(options, "--"), files...), nil
}

// option reads the option at args[0] with its values. It returns how many
// arguments it took and how the library is told.
func option(args []string, flags []cli.Flag) (taken int, rewritten []string, err error) {
	name, value, hasValue := strings.Cut(strings.TrimPrefix(strings.TrimPrefix(args[0], "-"), "-"), "=")
	f := findFlag(flags, name)
	if f == nil {
		// -Idir, -DNAME=V, -O2, -Wno-x
		body := strings.TrimPrefix(args[0], "-")
		if len(body) > 1 && strings.IndexByte(joined, body[0]) >= 0 && findFlag(flags, body[:1]) != nil {
			return 1, []string{"-" + body[:1] + "=" + body[1:]}, nil
		}
		return 0, nil, usagef("unknown option '%s'%s", args[0], suggest(name, flags))
	}
	if isBool(f) {
		if hasValue && value != "true" && value != "false" {
			return 0, nil, usagef("option '-%s' takes no value", name)
		}
		return 1, []string{args[0]}, nil
	}
	want := 1
	if slices.Contains(twoValues, name) {
		want = 2
	}
	taken = 1
	var values []string
	if hasValue {
		values = append(values, value)
	}
	for len(values) < want && taken < len(args) {
		values = append(values, args[taken])
		taken++
	}
	if len(values) < want {
		return 0, nil, usagef("option '-%s' needs %s", name, [...]string{"", "a value", "two values"}[want])
	}
	return taken, []string{"-" + name + "=" + strings.Join(values, ",")}, nil
}

func findFlag(flags []cli.Flag, name string) cli.Flag {
	for _, f := range flags {
		if slices.Contains(f.Names(), name) {
			return f
		}
	}
	if name == "h" || name == "help" {
		return cli.HelpFlag
	}
	return nil
}

func isBool(f cli.Flag) bool {
	_, ok := f.(*cli.BoolFlag)
	return ok
}

// suggest names the closest option when it is close enough to be a slip.
func suggest(name string, flags []cli.Flag) string {
	best, bestDist := "", 3
	for _, f := range flags {
		for _, n := range f.Names() {
			if d := diag.Distance(name, n, bestDist); d < bestDist && len(n) > 2 {
				best, bestDist = n, d
			}
		}
	}
	if best == "" {
		return ""
	}
	return fmt.Sprintf(", did you mean '-%s'?", best)
}

// expandResponseFiles replaces @file by the words in the file: blanks and line
// ends separate, quotes keep blanks, a backslash keeps the next character inside
// double quotes.
func expandResponseFiles(args []string, depth int) ([]string, error) {
	if !slices.ContainsFunc(args, isResponseFile) {
		return args, nil
	}
	if depth == maxResponseDepth {
		return nil, usagef("response files are nested more than %d deep", maxResponseDepth)
	}
	var out []string
	for i, a := range args {
		if a == "--" {
			return append(out, args[i:]...), nil
		}
		if !isResponseFile(a) {
			out = append(out, a)
			continue
		}
		text, err := os.ReadFile(a[1:])
		if err != nil {
			return nil, usagef("cannot read response file: %v", cause(err))
		}
		words, err := splitWords(string(text))
		if err != nil {
			return nil, usagef("%s: %v", a[1:], err)
		}
		words, err = expandResponseFiles(words, depth+1)
		if err != nil {
			return nil, err
		}
		out = append(out, words...)
	}
	return out, nil
}

func isResponseFile(a string) bool { return len(a) > 1 && a[0] == '@' }

// cause strips the operation from a file error: the message already says it.
func cause(err error) error {
	var pathErr *os.PathError
	if errors.As(err, &pathErr) {
		return fmt.Errorf("%s: %w", pathErr.Path, pathErr.Err)
	}
	return err
}

func splitWords(text string) ([]string, error) {
	var words []string
	var word strings.Builder
	inWord, quote := false, byte(0)
	for i := 0; i < len(text); i++ {
		c := text[i]
		switch {
		case quote != 0 && c == quote:
			quote = 0
		case quote == '"' && c == '\\' && i+1 < len(text):
			i++
			word.WriteByte(text[i])
		case quote != 0:
			word.WriteByte(c)
		case c == '"' || c == '\'':
			quote, inWord = c, true
		case c == ' ' || c == '\t' || c == '\n' || c == '\r':
			if inWord {
				words = append(words, word.String())
				word.Reset()
			}
			inWord = false
		default:
			word.WriteByte(c)
			inWord = true
		}
	}
	if quote != 0 {
		return nil, errors.New("a quote is not closed")
	}
	if inWord {
		words = append(words, word.String())
	}
	return words, nil
}
