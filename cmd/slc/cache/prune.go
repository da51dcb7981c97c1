package cache

import (
	"cmp"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

// Stats says what a cache holds.
type Stats struct {
	Results        int   // compilations
	Files          int   // of all kinds
	Bytes          int64 // of all files together
	Oldest, Newest time.Time
}

// file is one file of the cache.
type file struct {
	path string
	size int64
	used time.Time
	kind string // ending, or tempPrefix
}

func isTemp(name string) bool { return strings.HasPrefix(name, tempPrefix) }

// isBucket: the directories of entries are called by two hexadecimal digits.
func isBucket(name string) bool {
	const digits = "0123456789abcdef"
	return len(name) == 2 && strings.Contains(digits, name[:1]) && strings.Contains(digits, name[1:])
}

// files lists what belongs to the cache; other files are left alone. What another process removes
// meanwhile is not listed.
func (s *Store) files() ([]file, error) {
	var out []file
	top, err := os.ReadDir(s.dir)
	if err != nil {
		return nil, err
	}
	add := func(dir string, e os.DirEntry, kind string) {
		if info, err := e.Info(); err == nil && info.Mode().IsRegular() {
			out = append(out, file{filepath.Join(dir, e.Name()), info.Size(), info.ModTime(), kind})
		}
	}
	for _, e := range top {
		switch {
		case isTemp(e.Name()):
			add(s.dir, e, tempPrefix)
		case e.IsDir() && isBucket(e.Name()):
			dir := filepath.Join(s.dir, e.Name())
			entries, err := os.ReadDir(dir)
			if err != nil && !errors.Is(err, fs.ErrNotExist) {
				return nil, err
			}
			for _, e := range entries {
				if kind := filepath.Ext(e.Name()); kind == statesKind || kind == resultKind {
					add(dir, e, kind)
				}
			}
		}
	}
	return out, nil
}

// Stats counts.
func (s *Store) Stats() (Stats, error) {
	files, err := s.files()
	var st Stats
	for _, f := range files {
		st.Files++
		st.Bytes += f.size
		if f.kind == resultKind {
			st.Results++
		}
		if st.Oldest.IsZero() || f.used.Before(st.Oldest) {
			st.Oldest = f.used
		}
		if f.used.After(st.Newest) {
			st.Newest = f.used
		}
	}
	return st, err
}

// Limits say what Prune keeps; a negative limit keeps everything.
type Limits struct {
	Bytes int64         // at most so much, of what was used last
	Age   time.Duration // since the last use
}

// abandoned is the age of a file that some process began to write and never finished.
const abandoned = time.Hour

// Prune removes what exceeds the limits, what was used least recently first. Times of use are
// exact to an hour.
func (s *Store) Prune(l Limits, now time.Time) (removed Stats, err error) {
	files, err := s.files()
	if err != nil {
		return Stats{}, err
	}
	slices.SortFunc(files, func(a, b file) int {
		return cmp.Or(b.used.Compare(a.used), cmp.Compare(a.path, b.path))
	})
	var kept int64
	var faults []error
	for _, f := range files {
		age := now.Sub(f.used)
		drop := l.Age >= 0 && age > l.Age || l.Bytes >= 0 && kept+f.size > l.Bytes
		if f.kind == tempPrefix {
			drop = age > abandoned
		}
		if !drop {
			kept += f.size
			continue
		}
		if err := os.Remove(f.path); err != nil {
			if !errors.Is(err, fs.ErrNotExist) {
				faults = append(faults, err)
			}
			continue
		}
		removed.Files++
		removed.Bytes += f.size
		if f.kind == resultKind {
			removed.Results++
		}
	}
	return removed, errors.Join(faults...)
}
