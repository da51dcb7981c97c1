package main

import (
	"os"
	"path/filepath"
	"slices"
)

// maxLinks bounds a chain of symbolic links, as kernels do.
const maxLinks = 40

// throughLinks is the file that name stands for: a symbolic link is followed, also
// when the file at its end does not exist yet.
func throughLinks(name string) string {
	for range maxLinks {
		target, err := os.Readlink(name)
		if err != nil {
			break
		}
		if !filepath.IsAbs(target) {
			target = filepath.Join(filepath.Dir(name), target)
		}
		name = target
	}
	return name
}

// sameFile reports whether two names lead to one file, whether it exists or not. A device or
// pipe, such as /dev/null, takes any number of outputs: nothing in it is overwritten.
func sameFile(a, b string) bool {
	if a == stdName || b == stdName {
		return a == b
	}
	if x, err := os.Stat(a); err == nil {
		y, err := os.Stat(b)
		return err == nil && os.SameFile(x, y) && x.Mode().IsRegular()
	}
	return location(a) == location(b)
}

// location is the absolute name of a file without symbolic links on the way to it.
func location(name string) string {
	name = throughLinks(name)
	dir, err := filepath.Abs(filepath.Dir(name))
	if err != nil {
		return filepath.Clean(name)
	}
	if real, err := filepath.EvalSymlinks(dir); err == nil {
		dir = real
	}
	return filepath.Join(dir, filepath.Base(name))
}

// checkWritten refuses files to write that are one, and files to write that the compilation
// reads. An empty name among the written ones asks for nothing.
func checkWritten(written, read []string) error {
	for i, name := range written {
		if name == "" {
			continue
		}
		if slices.ContainsFunc(written[:i], func(w string) bool { return w != "" && sameFile(w, name) }) {
			return usagef("two outputs go to %s", describe(name))
		}
		if name == stdName {
			continue // read and written, it is two streams
		}
		for _, r := range read {
			if r != stdName && sameFile(r, name) {
				return usagef("cannot write %s: it is an input of this compilation", name)
			}
		}
	}
	return nil
}
