//go:build unix

package main

import (
	"os"
	"syscall"
)

// umask reads the process's file mode mask; reading means setting it twice.
func umask() os.FileMode {
	m := syscall.Umask(0)
	syscall.Umask(m)
	return os.FileMode(m)
}
