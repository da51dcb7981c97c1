// Package cache keeps the results of compilations in a directory, by content.
//
// Two levels of files lead to a result:
//
//	dir/ab/abcd….k   the key of a compilation (compiler, options, main source) ->
//	                 the states of the files that compilations of it looked at
//	dir/ab/abcd….r   the key and the states of all files, together -> the result
//
// A file's state is the hash of its bytes, or that it cannot be read: a header that appears on
// the search path before the one that was read is a change, too.
//
// Any number of processes use a directory at once without locks: a file is written beside its
// place and renamed, and what is under one name is the same whoever wrote it, but for the list of
// states, of which a lost entry costs one compilation. Every file carries its name and a
// checksum; one that fails them is as one that is not there.
package cache

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"time"
)

// Key names an entry.
type Key [sha256.Size]byte

// KeyOf hashes the parts; ("a", "bc") and ("ab", "c") differ.
func KeyOf(parts ...string) Key {
	h := sha256.New()
	var buf []byte
	for _, p := range parts {
		buf = appendString(buf[:0], p)
		h.Write(buf)
	}
	return Key(h.Sum(nil))
}

// Store is an open cache directory. Any number of goroutines may use it.
type Store struct {
	dir string
}

// tag marks the directory as one that backups leave out (bford.info/cachedir).
const (
	tagName = "CACHEDIR.TAG"
	tagText = "Signature: 8a477f597d28d172789f06886806bc55\n# A cache of slc, the Slang compiler: it may be removed at any time.\n"
)

// Open makes dir if it is not there, and refuses a directory of something else.
func Open(dir string) (*Store, error) {
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return nil, err
	}
	s := &Store{dir}
	tag := filepath.Join(dir, tagName)
	if _, err := os.Stat(tag); err == nil {
		return s, nil
	}
	entries, err := os.ReadDir(dir)
	if err != nil {
		return nil, err
	}
	for _, e := range entries {
		if name := e.Name(); name != tagName && !isTemp(name) && !isBucket(name) {
			return nil, fmt.Errorf("%s is not a cache of slc: it holds %s", dir, name)
		}
	}
	return s, s.replace(tag, []byte(tagText))
}

// Existing opens a cache that is there.
func Existing(dir string) (*Store, error) {
	if _, err := os.Stat(dir); errors.Is(err, os.ErrNotExist) {
		return nil, fmt.Errorf("there is no cache in %s: no such directory", dir)
	}
	if _, err := os.Stat(filepath.Join(dir, tagName)); err != nil {
		return nil, fmt.Errorf("%s is not a cache of slc: it has no %s", dir, tagName)
	}
	return &Store{dir}, nil
}

// The two kinds of entries.
const (
	statesKind = ".k"
	resultKind = ".r"
)

const magic = "slccache1\n"

const headerSize = len(magic) + 2*sha256.Size

// used is the age from which on reading an entry renews its time, by which Prune goes.
const used = time.Hour

func (s *Store) path(k Key, kind string) string {
	name := hex.EncodeToString(k[:])
	return filepath.Join(s.dir, name[:2], name+kind)
}

// read gives the payload of an entry; false if it is not there or damaged.
func (s *Store) read(k Key, kind string) ([]byte, bool) {
	path := s.path(k, kind)
	data, err := os.ReadFile(path)
	if err != nil || len(data) < headerSize || string(data[:len(magic)]) != magic {
		return nil, false
	}
	rest := data[len(magic):]
	payload := data[headerSize:]
	sum := checksum(kind, payload)
	if !bytes.Equal(rest[:len(k)], k[:]) || !bytes.Equal(rest[len(k):2*len(k)], sum[:]) {
		return nil, false
	}
	now := time.Now()
	if info, err := os.Stat(path); err == nil && now.Sub(info.ModTime()) > used {
		_ = os.Chtimes(path, now, now) // of a cache that cannot be written it does not matter
	}
	return payload, true
}

func checksum(kind string, payload []byte) [sha256.Size]byte {
	h := sha256.New()
	h.Write([]byte(kind))
	h.Write(payload)
	return [sha256.Size]byte(h.Sum(nil))
}

// write puts an entry in its place, over what is there.
func (s *Store) write(k Key, kind string, payload []byte) error {
	sum := checksum(kind, payload)
	data := make([]byte, 0, headerSize+len(payload))
	data = append(data, magic...)
	data = append(data, k[:]...)
	data = append(data, sum[:]...)
	data = append(data, payload...)
	return s.replace(s.path(k, kind), data)
}

// tempPrefix starts the names of files that are being written.
const tempPrefix = "tmp-"

func (s *Store) replace(path string, data []byte) error {
	f, err := os.CreateTemp(s.dir, tempPrefix)
	if err != nil {
		return err
	}
	_, err = f.Write(data)
	if cerr := f.Chmod(0o644); err == nil { // readable by who shares the directory
		err = cerr
	}
	if cerr := f.Close(); err == nil {
		err = cerr
	}
	if err == nil {
		err = os.Rename(f.Name(), path)
		if errors.Is(err, fs.ErrNotExist) { // the first entry of its bucket
			if err = os.MkdirAll(filepath.Dir(path), 0o777); err == nil {
				err = os.Rename(f.Name(), path)
			}
		}
	}
	if err != nil {
		os.Remove(f.Name())
	}
	return err
}
