package cache

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"io"
	"os"
	"sync"
)

// BuildID identifies the running program by its content: the build ID that Go's linker puts near
// the start of a binary, which covers every byte of code, or a hash of the file if it
// was built without one. "" if the file cannot be read: nothing can be cached then.
var BuildID = sync.OnceValue(func() string {
	path, err := os.Executable()
	if err != nil {
		return ""
	}
	f, err := os.Open(path)
	if err != nil {
		return ""
	}
	defer f.Close()
	head := make([]byte, 64<<10) // where cmd/internal/buildid looks, and more
	n, err := io.ReadFull(f, head)
	if err != nil && err != io.ErrUnexpectedEOF {
		return ""
	}
	if id := findBuildID(head[:n]); id != "" {
		return id
	}
	h := sha256.New()
	h.Write(head[:n])
	if _, err := io.Copy(h, f); err != nil {
		return ""
	}
	return hex.EncodeToString(h.Sum(nil))
})

// findBuildID looks for the ELF note (name "Go", type 4) and for the text that stands at the
// start of the code elsewhere.
func findBuildID(head []byte) string {
	note := []byte("\x04\x00\x00\x00Go\x00\x00")
	if at := bytes.Index(head, note); at >= 4 {
		size := int(head[at-4]) | int(head[at-3])<<8
		start := at + len(note)
		if size > 0 && start+size <= len(head) {
			return string(head[start : start+size])
		}
	}
	_, rest, ok := bytes.Cut(head, []byte("\xff Go build ID: \""))
	if id, _, closed := bytes.Cut(rest, []byte("\"\n \xff")); ok && closed {
		return string(id)
	}
	return ""
}
