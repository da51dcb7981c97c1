package cache

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"testing"
	"time"
)

func open(t testing.TB) *Store {
	t.Helper()
	s, err := Open(filepath.Join(t.TempDir(), "cache"))
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// world is a set of files by their states.
type world map[string]string

func (w world) state(name string) string {
	if s, ok := w[name]; ok {
		return s
	}
	return "absent"
}

func (w world) probes(names ...string) (out []Probe) {
	for _, n := range names {
		out = append(out, Probe{n, w.state(n)})
	}
	return out
}

func entry(text string) *Entry {
	return &Entry{Outputs: [][]byte{[]byte(text), {}}, Extra: [][]byte{nil, []byte("extra")}, Deps: []string{"a", "b"}}
}

func find(s *Store, k Key, w world) string {
	e, ok := s.Find(k, w.state)
	if !ok {
		return ""
	}
	return string(e.Outputs[0])
}

func TestFind(t *testing.T) {
	s, k := open(t), KeyOf("k")
	w := world{"k.slang": "1", "inc/a.h": "1"}
	if err := s.Put(k, w.probes("k.slang", "inc/a.h", "a.h"), entry("first")); err != nil {
		t.Fatal(err)
	}
	e, ok := s.Find(k, w.state)
	if !ok || len(e.Outputs) != 2 || string(e.Outputs[0]) != "first" || len(e.Outputs[1]) != 0 ||
		string(e.Extra[1]) != "extra" || !slices.Equal(e.Deps, []string{"a", "b"}) {
		t.Fatalf("found %+v, %v", e, ok)
	}
	for _, c := range []struct {
		name string
		key  Key
		w    world
		want string
	}{
		{"unchanged", k, w, "first"},
		{"another key", KeyOf("l"), w, ""},
		{"the include changed", k, world{"k.slang": "1", "inc/a.h": "2"}, ""},
		{"the include went away", k, world{"k.slang": "1"}, ""},
		{"a file appeared earlier on the search path", k, world{"k.slang": "1", "inc/a.h": "1", "a.h": "1"}, ""},
		{"a file appeared that nothing asked for", k, world{"k.slang": "1", "inc/a.h": "1", "b.h": "1"}, "first"},
	} {
		if got := find(s, c.key, c.w); got != c.want {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
	// Both states stay known: going back to an old revision is a hit.
	changed := world{"k.slang": "1", "inc/a.h": "2"}
	if err := s.Put(k, changed.probes("k.slang", "inc/a.h", "a.h"), entry("second")); err != nil {
		t.Fatal(err)
	}
	if a, b := find(s, k, w), find(s, k, changed); a != "first" || b != "second" {
		t.Errorf("%q and %q", a, b)
	}
}

// TestKeyOf: parts are told apart.
func TestKeyOf(t *testing.T) {
	if KeyOf("a", "bc") == KeyOf("ab", "c") || KeyOf("a") == KeyOf("a", "") {
		t.Error("keys of different parts are equal")
	}
}

// TestDamage changes, cuts, empties, swaps and removes every file of a cache: what is found is what
// was put, or nothing; and the next Put mends it.
func TestDamage(t *testing.T) {
	w := world{"k.slang": "1"}
	a, b := KeyOf("a"), KeyOf("b")
	fill := func(s *Store) {
		for k, text := range map[Key]string{a: "text of a", b: "text of b"} {
			if err := s.Put(k, w.probes("k.slang"), entry(text)); err != nil {
				t.Fatal(err)
			}
		}
	}
	damages := map[string]func(data, other []byte) []byte{
		"cut":     func(data, _ []byte) []byte { return data[:len(data)-1] },
		"longer":  func(data, _ []byte) []byte { return append(data, 0) },
		"empty":   func(_, _ []byte) []byte { return nil },
		"swapped": func(_, other []byte) []byte { return other },
		"zeroed":  func(data, _ []byte) []byte { return make([]byte, len(data)) },
	}
	s := open(t)
	fill(s)
	files, err := s.files()
	if err != nil || len(files) != 4 {
		t.Fatal(files, err)
	}
	check := func(what string) {
		t.Helper()
		for k, want := range map[Key]string{a: "text of a", b: "text of b"} {
			if got := find(s, k, w); got != "" && got != want {
				t.Errorf("%s: found %q, want %q or nothing", what, got, want)
			}
		}
		fill(s)
		if x, y := find(s, a, w), find(s, b, w); x != "text of a" || y != "text of b" {
			t.Fatalf("%s: not mended: %q, %q", what, x, y)
		}
	}
	for i, f := range files {
		data, _ := os.ReadFile(f.path)
		for name, damage := range damages {
			for _, o := range files {
				other, _ := os.ReadFile(o.path)
				if name == "swapped" && bytes.Equal(data, other) {
					continue
				}
				if err := os.WriteFile(f.path, damage(slices.Clone(data), other), 0o644); err != nil {
					t.Fatal(err)
				}
				if name != "swapped" && find(s, a, w) != "" && find(s, b, w) != "" {
					t.Errorf("file %d, %s: still used", i, name)
				}
				check(name)
			}
		}
		for at := range data { // every bit of every byte is covered
			broken := slices.Clone(data)
			broken[at] ^= 1 << (at % 8)
			if err := os.WriteFile(f.path, broken, 0o644); err != nil {
				t.Fatal(err)
			}
			if find(s, a, w) != "" && find(s, b, w) != "" {
				t.Errorf("file %d, byte %d: still used", i, at)
			}
		}
		os.Remove(f.path)
		check("removed")
	}
}

// TestConcurrent: goroutines with stores of their own put and find the same keys in one directory.
func TestConcurrent(t *testing.T) {
	dir := t.TempDir()
	var wg sync.WaitGroup
	for range 8 {
		wg.Go(func() {
			s, err := Open(dir)
			if err != nil {
				t.Error(err)
				return
			}
			for i := range 50 {
				k := KeyOf(fmt.Sprint(i % 5))
				w := world{"f": fmt.Sprint(i % 3)}
				want := fmt.Sprint(i%5, i%3)
				if got := find(s, k, w); got != "" && got != want {
					t.Errorf("found %q, want %q", got, want)
				}
				if err := s.Put(k, w.probes("f"), entry(want)); err != nil {
					t.Error(err)
				}
			}
		})
	}
	wg.Wait()
	if left, _ := filepath.Glob(filepath.Join(dir, tempPrefix+"*")); len(left) > 0 {
		t.Errorf("left behind: %v", left)
	}
}

func TestPrune(t *testing.T) {
	s := open(t)
	w := world{"f": "1"}
	now := time.Now()
	for i := range 4 {
		if err := s.Put(KeyOf(fmt.Sprint(i)), w.probes("f"), entry("x")); err != nil {
			t.Fatal(err)
		}
	}
	age := func(k Key, d time.Duration) {
		then := now.Add(-d)
		for path, kind := range map[string]Key{s.path(k, statesKind): k, s.path(resultKey(k, w.probes("f")), resultKind): k} {
			if err := os.Chtimes(path, then, then); err != nil {
				t.Fatal(path, kind, err)
			}
		}
	}
	age(KeyOf("0"), 50*time.Hour)
	age(KeyOf("1"), 30*time.Hour)
	stranger := filepath.Join(s.dir, "notes.txt")
	stale := filepath.Join(s.dir, tempPrefix+"1")
	for _, f := range []string{stranger, stale} {
		if err := os.WriteFile(f, []byte("x"), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Chtimes(stale, now.Add(-2*time.Hour), now.Add(-2*time.Hour)); err != nil {
		t.Fatal(err)
	}
	find(s, KeyOf("1"), w) // using it renews it
	removed, err := s.Prune(Limits{Bytes: -1, Age: 24 * time.Hour}, now)
	if err != nil || removed.Results != 1 || removed.Files != 3 { // key 0 and the stale file
		t.Errorf("by age: %+v, %v", removed, err)
	}
	if find(s, KeyOf("0"), w) != "" || find(s, KeyOf("1"), w) == "" {
		t.Error("the wrong entry was removed")
	}
	before, _ := s.Stats()
	if before.Results != 3 || before.Files != 6 {
		t.Errorf("%+v", before)
	}
	if _, err := s.Prune(Limits{Bytes: before.Bytes / 2, Age: -1}, now); err != nil {
		t.Error(err)
	}
	if after, _ := s.Stats(); after.Bytes > before.Bytes/2 || after.Files == 0 {
		t.Errorf("by size: %+v of %+v", after, before)
	}
	if _, err := os.Stat(stranger); err != nil {
		t.Error("a file that is not the cache's was removed")
	}
}

func TestOpenRefuses(t *testing.T) {
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "thesis.tex"), nil, 0o644); err != nil {
		t.Fatal(err)
	}
	if _, err := Open(dir); err == nil {
		t.Error("a directory of other files became a cache")
	}
	if _, err := Existing(dir); err == nil {
		t.Error("a directory of other files is a cache")
	}
}

func TestFindBuildID(t *testing.T) {
	for _, c := range []struct{ head, want string }{
		{"\x7fELF....\x04\x00\x00\x00\x05\x00\x00\x00\x04\x00\x00\x00Go\x00\x00ab/cd\x00", "ab/cd"},
		{"MZ....\xff Go build ID: \"ab/cd\"\n \xff...", "ab/cd"},
		{"\xff Go build ID: \"ab/cd", ""},
		{"\x04\x00\x00\x00\xff\x00\x00\x00\x04\x00\x00\x00Go\x00\x00ab", ""},
		{"", ""},
	} {
		if got := findBuildID([]byte(c.head)); got != c.want {
			t.Errorf("%q: %q, want %q", c.head, got, c.want)
		}
	}
	if BuildID() == "" {
		t.Error("this program has no identity")
	}
}
