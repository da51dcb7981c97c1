package main

import (
	"fmt"
	"io"
	"os/exec"
	"runtime"
	"runtime/debug"
	"strings"
)

// version is the release; a build with a VCS adds the commit.
const (
	version  = "0.1.0"
	released = "2026-11-30"
)

func printVersion(w io.Writer) error {
	text := "slc " + version
	if info, ok := debug.ReadBuildInfo(); ok {
		for _, s := range info.Settings {
			if s.Key == "vcs.revision" && len(s.Value) >= 12 {
				text += " (" + s.Value[:12] + ")"
			}
		}
	}
	fmt.Fprintf(w, "%s %s/%s\n", text, runtime.GOOS, runtime.GOARCH)
	validator := "not found (set SPIRV_VAL or install spirv-tools)"
	if path := findSpirvVal(); path != "" {
		validator = path
		if out, err := exec.Command(path, "--version").Output(); err == nil {
			first, _, _ := strings.Cut(string(out), "\n")
			validator += " (" + strings.TrimSpace(first) + ")"
		}
	}
	_, err := fmt.Fprintln(w, "spirv-val: "+validator)
	return err
}
