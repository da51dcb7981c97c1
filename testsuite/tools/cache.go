package tools

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"sync"
)

// cacheDir is the folder of kept outcomes, or "" when the cache is off.
var cacheDir = sync.OnceValue(func() string {
	if os.Getenv("SLC_TOOLS_CACHE") == "off" || os.Getenv("CI") == "true" {
		return ""
	}
	dir := filepath.Join(os.TempDir(), fmt.Sprintf("slc-tools-%d", os.Getuid()))
	if os.MkdirAll(dir, 0o700) != nil {
		return ""
	}
	return dir
})

// key identifies a run: the program file, its arguments and its input. Shim
// headers are part of it because their folder is named by their hash.
func (j *toolRun) key(path string) string {
	h := sha256.New()
	if st, err := os.Stat(path); err == nil {
		fmt.Fprintf(h, "%s %d %d\n", path, st.Size(), st.ModTime().UnixNano())
	}
	fmt.Fprintf(h, "%q %q %q %d\n", j.args, j.inName, j.outName, len(j.input))
	h.Write(j.input)
	return hex.EncodeToString(h.Sum(nil))
}

// cacheGet returns a kept outcome, or nil. A damaged entry counts as none.
func cacheGet(key string) *outcome {
	dir := cacheDir()
	if dir == "" {
		return nil
	}
	data, err := os.ReadFile(filepath.Join(dir, key))
	if err != nil {
		return nil
	}
	o := new(outcome)
	if json.Unmarshal(data, o) != nil {
		return nil
	}
	return o
}

// cachePut keeps an outcome. Failing to is no error: the tool just runs again.
func cachePut(key string, o *outcome) {
	dir := cacheDir()
	if dir == "" {
		return
	}
	if data, err := json.Marshal(o); err == nil {
		_ = writeAtomically(filepath.Join(dir, key), data)
	}
}

// writeAtomically writes a file so that other processes see all of it or nothing.
func writeAtomically(path string, data []byte) error {
	f, err := os.CreateTemp(filepath.Dir(path), ".tmp-")
	if err != nil {
		return err
	}
	_, err = f.Write(data)
	if cerr := f.Close(); err == nil {
		err = cerr
	}
	if err == nil {
		err = os.Rename(f.Name(), path)
	}
	if err != nil {
		os.Remove(f.Name())
	}
	return err
}
