package cache

import (
	"encoding/binary"
	"errors"
)

// Entry is what is kept of a compilation that succeeded.
type Entry struct {
	Outputs [][]byte // as they are written, in the order of the request
	Extra   [][]byte // what else the caller keeps: reflection, rendered warnings
	Deps    []string // every file read
}

// Probe is a file that a compilation looked at, and what it found.
type Probe struct {
	Name, State string
}

// maxAlternatives bounds the sets of states that are kept for one key.
const maxAlternatives = 16

// alternative is one set of files that a compilation of a key looked at.
type alternative struct {
	result Key
	probes []Probe
}

// Find returns the result of the compilation k if every file that it looked at is as it was. state tells
// how a file is now.
func (s *Store) Find(k Key, state func(name string) string) (*Entry, bool) {
	for _, a := range s.alternatives(k) {
		if !holds(a.probes, state) || a.result != resultKey(k, a.probes) {
			continue
		}
		if payload, ok := s.read(a.result, resultKind); ok {
			if e, err := decodeEntry(payload); err == nil {
				return e, true
			}
		}
	}
	return nil, false
}

func holds(probes []Probe, state func(string) string) bool {
	for _, p := range probes {
		if state(p.Name) != p.State {
			return false
		}
	}
	return true
}

// Put keeps the result of the compilation k, which looked at the probes.
func (s *Store) Put(k Key, probes []Probe, e *Entry) error {
	a := alternative{resultKey(k, probes), probes}
	if err := s.write(a.result, resultKind, encodeEntry(e)); err != nil {
		return err
	}
	list := []alternative{a} // the newest first
	for _, old := range s.alternatives(k) {
		if old.result != a.result && len(list) < maxAlternatives {
			list = append(list, old)
		}
	}
	return s.write(k, statesKind, encodeAlternatives(list))
}

func resultKey(k Key, probes []Probe) Key {
	parts := make([]string, 0, 1+2*len(probes))
	parts = append(parts, string(k[:]))
	for _, p := range probes {
		parts = append(parts, p.Name, p.State)
	}
	return KeyOf(parts...)
}

func (s *Store) alternatives(k Key) []alternative {
	payload, ok := s.read(k, statesKind)
	if !ok {
		return nil
	}
	list, err := decodeAlternatives(payload)
	if err != nil {
		return nil
	}
	return list
}

// The payloads are lists of strings and of such lists, each with its length before it.

func appendString[T string | []byte](b []byte, s T) []byte {
	b = binary.AppendUvarint(b, uint64(len(s)))
	return append(b, s...)
}

func appendList[T any](b []byte, list []T, item func([]byte, T) []byte) []byte {
	b = binary.AppendUvarint(b, uint64(len(list)))
	for _, x := range list {
		b = item(b, x)
	}
	return b
}

func encodeEntry(e *Entry) []byte {
	b := appendList(nil, e.Outputs, appendString)
	b = appendList(b, e.Extra, appendString)
	return appendList(b, e.Deps, appendString)
}

func encodeAlternatives(list []alternative) []byte {
	return appendList(nil, list, func(b []byte, a alternative) []byte {
		b = append(b, a.result[:]...)
		return appendList(b, a.probes, func(b []byte, p Probe) []byte {
			return appendString(appendString(b, p.Name), p.State)
		})
	})
}

var errShort = errors.New("cache: an entry ends early")

// decoder reads a payload; after a fault it yields zero values.
type decoder struct {
	rest []byte
	err  error
}

func (d *decoder) take(n uint64) []byte {
	if n > uint64(len(d.rest)) {
		d.err, d.rest = errShort, nil
		return nil
	}
	out := d.rest[:n:n]
	d.rest = d.rest[n:]
	return out
}

func (d *decoder) length() uint64 {
	v, n := binary.Uvarint(d.rest)
	if n <= 0 {
		d.err, d.rest = errShort, nil
		return 0
	}
	d.rest = d.rest[n:]
	return v
}

func (d *decoder) bytes() []byte { return d.take(d.length()) }
func (d *decoder) text() string  { return string(d.bytes()) }

func decodeList[T any](d *decoder, item func() T) (list []T) {
	for n := d.length(); n > 0 && d.err == nil; n-- {
		list = append(list, item())
	}
	return list
}

func (d *decoder) end() error {
	if d.err == nil && len(d.rest) > 0 {
		d.err = errors.New("cache: an entry is longer than it says")
	}
	return d.err
}

func decodeEntry(payload []byte) (*Entry, error) {
	d := &decoder{rest: payload}
	e := &Entry{Outputs: decodeList(d, d.bytes), Extra: decodeList(d, d.bytes), Deps: decodeList(d, d.text)}
	return e, d.end()
}

func decodeAlternatives(payload []byte) ([]alternative, error) {
	d := &decoder{rest: payload}
	list := decodeList(d, func() (a alternative) {
		copy(a.result[:], d.take(uint64(len(a.result))))
		a.probes = decodeList(d, func() Probe { return Probe{d.text(), d.text()} })
		return a
	})
	return list, d.end()
}
