package tools

import (
	"crypto/sha256"
	"embed"
	"encoding/hex"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"sync"
	"testing"
)

//go:embed hlsl/*.h metal/*/*
var shims embed.FS

// shimDirs writes the embedded headers to disk once a process; the folder is
// named by their hash, so processes share it and an edit makes a new one.
var shimDirs = sync.OnceValues(func() (string, error) {
	h := sha256.New()
	files := map[string][]byte{}
	err := fs.WalkDir(shims, ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		data, err := shims.ReadFile(name)
		files[name] = data
		h.Write([]byte(name))
		h.Write(data)
		return err
	})
	if err != nil {
		return "", err
	}
	root := filepath.Join(os.TempDir(), "slc-shim-"+hex.EncodeToString(h.Sum(nil))[:16])
	if st, err := os.Stat(filepath.Join(root, "complete")); err == nil && !st.IsDir() {
		return root, nil
	}
	for name, data := range files {
		file := filepath.Join(root, filepath.FromSlash(name))
		if err := os.MkdirAll(path.Dir(file), 0o755); err != nil {
			return "", err
		}
		if err := writeAtomically(file, data); err != nil {
			return "", err
		}
	}
	return root, writeAtomically(filepath.Join(root, "complete"), nil)
})

// shimDir returns the folder on disk that holds the named folder of shims.
func shimDir(t testing.TB, name string) string {
	t.Helper()
	root, err := shimDirs()
	if err != nil {
		t.Fatalf("tools: cannot write the shim headers: %v", err)
	}
	return filepath.Join(root, name)
}
