package main

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"io"
	"slices"
	"unicode/utf16"

	"github.com/urfave/cli/v2"

	"slc"
	"slc/cmd/slc/edit"
	"slc/frontend/diag"
)

// maxFixRounds bounds how often edited text is looked at again: an edit may make another one
// possible, or have stood in its way.
const maxFixRounds = 8

// fixer makes the edits that diagnostics ask for, in memory first.
type fixer struct {
	c        *cli.Context
	env      *environment
	req      *slc.Request
	original edit.Texts // as the files were read
	edited   edit.Texts
	applied  int
}

// runFix checks the files, edits them until no diagnostic has an edit left, and writes those that
// changed, or shows the changes for -dry-run. Nothing is written if the edited text would not parse.
// What is still wrong is reported as for a run on the result.
func runFix(c *cli.Context, env *environment, req *slc.Request) error {
	if slices.Contains(req.Files, stdName) {
		return usagef("-fix edits files and cannot edit standard input")
	}
	f := &fixer{c: c, env: env, req: req, original: edit.Texts{}, edited: edit.Texts{}}
	req.ReadFile = f.read
	result, err := f.rounds()
	if err != nil {
		return err
	}
	if f.applied > 0 && !parses(result) {
		f.edited, f.applied = edit.Texts{}, 0
		fmt.Fprintln(env.stderr, "slc: note: nothing was written: the edited text would not parse either")
	}
	if err := f.deliver(); err != nil {
		return err
	}
	_, err = compileWith(c, env, req)
	return err
}

// read gives the edited text of a file, else what is on disk, which is remembered.
func (f *fixer) read(name string) ([]byte, error) {
	if text, ok := f.edited[name]; ok {
		return text, nil
	}
	text, err := f.env.readFile(name)
	if err == nil {
		f.original[name] = text
	}
	return text, err
}

// rounds edits until nothing is left to edit.
func (f *fixer) rounds() (*slc.Result, error) {
	for range maxFixRounds {
		result, err := slc.Compile(f.c.Context, *f.req)
		if err != nil {
			return nil, exitError{exitUsage, "interrupted"}
		}
		texts, n := edit.Apply(result.Diagnostics, result.Sources)
		if n == 0 {
			return result, nil
		}
		for path, text := range texts {
			f.edited[path] = encodeLike(text, f.original[path])
		}
		f.applied += n
	}
	return slc.Compile(f.c.Context, *f.req)
}

// parses reports whether a run found nothing wrong with the grammar of the files.
func parses(r *slc.Result) bool {
	return !r.InternalError && !slices.ContainsFunc(r.Diagnostics, func(d *diag.Diagnostic) bool {
		return d.Severity >= diag.Error && d.Code.ID >= "E0100" && d.Code.ID < "E0200"
	})
}

// deliver writes the edited files, all or none, or shows what would change.
func (f *fixer) deliver() error {
	var files []outFile
	for _, path := range f.edited.Paths() {
		if bytes.Equal(f.edited[path], f.original[path]) {
			continue
		}
		if now, err := f.env.readFile(path); err != nil || !bytes.Equal(now, f.original[path]) {
			return usagef("%s changed while it was checked; nothing was written", path)
		}
		files = append(files, outFile{path, f.edited[path]})
	}
	if f.c.Bool("dry-run") {
		for _, file := range files {
			if _, err := io.WriteString(f.env.stdout, edit.Diff(file.name, string(f.original[file.name]), string(file.data))); err != nil {
				return err
			}
		}
		f.say("would be made", len(files))
		return nil
	}
	if err := writeAll(f.env, files); err != nil {
		return err
	}
	f.say("made", len(files))
	return nil
}

// say reports how much was edited; machine-readable diagnostics stay alone.
func (f *fixer) say(what string, files int) {
	if f.c.String("diagnostics") == "text" && f.applied > 0 {
		fmt.Fprintf(f.env.stderr, "slc: %s %s in %s\n", counted(f.applied, "fix", "fixes"), what, counted(files, "file", "files"))
	}
}

func counted(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return fmt.Sprintf("%d %s", n, many)
}

// encodeLike gives a text, which is UTF-8 without a byte order mark, the encoding that the file had.
func encodeLike(text, original []byte) []byte {
	var order binary.AppendByteOrder
	switch {
	case bytes.HasPrefix(original, []byte("\xEF\xBB\xBF")):
		return append([]byte("\xEF\xBB\xBF"), text...)
	case bytes.HasPrefix(original, []byte("\xFF\xFE")):
		order = binary.LittleEndian
	case bytes.HasPrefix(original, []byte("\xFE\xFF")):
		order = binary.BigEndian
	default:
		return text
	}
	out := order.AppendUint16(nil, 0xFEFF)
	for _, unit := range utf16.Encode([]rune(string(text))) {
		out = order.AppendUint16(out, unit)
	}
	return out
}
