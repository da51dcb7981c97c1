package main

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// stdName stands for standard input or output.
const stdName = "-"

// pendingFile is an output that is complete in a temporary file beside the file that it
// replaces and not visible under its name yet. A symbolic link stays: the file that it
// leads to is replaced.
type pendingFile struct {
	name, target, temp string
}

// stage writes data beside name. Nothing is visible under name until commit.
func stage(name string, data []byte) (*pendingFile, error) {
	if info, err := os.Stat(name); err == nil && !info.Mode().IsRegular() {
		if info.IsDir() {
			return nil, usagef("cannot write %s: it is a directory", name)
		}
		// A device or pipe cannot be replaced by a rename: write through it.
		if err := os.WriteFile(name, data, 0o666); err != nil {
			return nil, cannotWrite(name, err)
		}
		return &pendingFile{name: name}, nil
	}
	target := throughLinks(name)
	f, err := os.CreateTemp(filepath.Dir(target), "."+filepath.Base(target)+".*")
	if err != nil {
		return nil, cannotWrite(name, err)
	}
	p := &pendingFile{name: name, target: target, temp: f.Name()}
	_, err = f.Write(data)
	if cerr := f.Chmod(createMode(name)); err == nil {
		err = cerr
	}
	if cerr := f.Close(); err == nil {
		err = cerr
	}
	if err != nil {
		p.discard()
		return nil, cannotWrite(name, err)
	}
	return p, nil
}

// cannotWrite reports a fault of the file system under the name that the user gave: that of
// the temporary file means nothing to them.
func cannotWrite(name string, err error) error {
	var pathErr *os.PathError
	var linkErr *os.LinkError
	switch {
	case errors.As(err, &pathErr):
		err = pathErr.Err
	case errors.As(err, &linkErr):
		err = linkErr.Err
	}
	return usagef("cannot write %s: %v", name, err)
}

// createMode is the mode of the file that is replaced, or what the umask leaves
// of 0666.
func createMode(name string) os.FileMode {
	if info, err := os.Stat(name); err == nil {
		return info.Mode().Perm()
	}
	return 0o666 &^ umask()
}

func (p *pendingFile) commit() error {
	if p.temp == "" {
		return nil
	}
	if err := os.Rename(p.temp, p.target); err != nil {
		p.discard()
		return cannotWrite(p.name, err)
	}
	p.temp = ""
	return nil
}

func (p *pendingFile) discard() {
	if p.temp != "" {
		os.Remove(p.temp)
		p.temp = ""
	}
}

// writeAll writes every file or none: all are staged before the first becomes
// visible.
func writeAll(env *environment, files []outFile) error {
	var staged []*pendingFile
	defer func() {
		for _, p := range staged {
			p.discard()
		}
	}()
	for _, f := range files {
		if f.name == stdName {
			continue
		}
		p, err := stage(f.name, f.data)
		if err != nil {
			return err
		}
		staged = append(staged, p)
	}
	for _, p := range staged {
		if err := p.commit(); err != nil {
			return err
		}
	}
	for _, f := range files {
		if f.name != stdName {
			continue
		}
		if _, err := env.stdout.Write(f.data); err != nil {
			return usagef("cannot write standard output: %v", err)
		}
	}
	return nil
}

type outFile struct {
	name string
	data []byte
}

// depfile renders Make rules that both Make and Ninja read: the outputs depend on every file read. An
// included file is a target without a rule of its own as well, so that Make builds on when it is removed.
func depfile(outputs, deps []string) []byte {
	var b bytes.Buffer
	for i, o := range outputs {
		if i > 0 {
			b.WriteByte(' ')
		}
		b.WriteString(escapeMake(o))
	}
	b.WriteByte(':')
	for _, d := range deps {
		b.WriteString(" \\\n  " + escapeMake(d))
	}
	b.WriteByte('\n')
	for i, d := range deps {
		if i > 0 {
			b.WriteString(escapeMake(d) + ":\n")
		}
	}
	return b.Bytes()
}

// escapeMake escapes what GNU Make treats specially in a prerequisite: blanks,
// '#' and '$' (Ninja reads the same escapes); a backslash before a blank is doubled.
func escapeMake(s string) string {
	var b strings.Builder
	backslashes := 0
	for _, c := range []byte(s) {
		switch c {
		case '\\':
			backslashes++
			b.WriteByte(c)
			continue
		case ' ', '\t':
			b.WriteString(strings.Repeat(`\`, backslashes))
			b.WriteByte('\\')
		case '#':
			b.WriteByte('\\')
		case '$':
			b.WriteByte('$')
		}
		b.WriteByte(c)
		backslashes = 0
	}
	return b.String()
}

func describe(name string) string {
	if name == stdName {
		return "standard output"
	}
	return fmt.Sprintf("'%s'", name)
}

// named leaves out the outputs that have no file.
func named(files []string) []string {
	return slices.DeleteFunc(slices.Clone(files), func(name string) bool { return name == "" })
}
