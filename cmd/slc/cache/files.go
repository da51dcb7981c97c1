package cache

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"io/fs"
	"sync"
)

// Files reads files once: what is compiled and what is hashed are the same bytes, though a file
// changes meanwhile. Any number of goroutines may use it.
type Files struct {
	read func(name string) ([]byte, error)
	mu   sync.Mutex
	seen map[string]*snapshot
}

type snapshot struct {
	loaded, hashed sync.Once
	data           []byte
	err            error
	state          string
}

// NewFiles returns files that read reads.
func NewFiles(read func(name string) ([]byte, error)) *Files {
	return &Files{read: read, seen: map[string]*snapshot{}}
}

func (f *Files) snapshot(name string) *snapshot {
	f.mu.Lock()
	s, ok := f.seen[name]
	if !ok {
		s = &snapshot{}
		f.seen[name] = s
	}
	f.mu.Unlock()
	s.loaded.Do(func() { s.data, s.err = f.read(name) })
	return s
}

// Read gives the bytes of a file, which are not to be changed.
func (f *Files) Read(name string) ([]byte, error) {
	s := f.snapshot(name)
	return s.data, s.err
}

// State describes a file: the hash of its bytes, or why there are none.
func (f *Files) State(name string) string {
	s := f.snapshot(name)
	s.hashed.Do(func() {
		var pathErr *fs.PathError
		switch {
		case s.err == nil:
			sum := sha256.Sum256(s.data)
			s.state = hex.EncodeToString(sum[:])
		case errors.Is(s.err, fs.ErrNotExist):
			s.state = "absent"
		case errors.As(s.err, &pathErr):
			s.state = "error: " + pathErr.Err.Error()
		default:
			s.state = "error: " + s.err.Error()
		}
	})
	return s.state
}

// Probes are the states of the files that a compilation read or looked for in vain.
func (f *Files) Probes(read, missing []string) []Probe {
	var out []Probe
	for _, names := range [][]string{read, missing} {
		for _, name := range names {
			out = append(out, Probe{name, f.State(name)})
		}
	}
	return out
}
