package main

import (
	"fmt"
	"io"
	"os"
	"time"

	"golang.org/x/term"
)

// maxStdin bounds what is read from standard input, in bytes.
const maxStdin = 256 << 20

// readFile reads a source file; "-" is standard input, which is read once.
func (env *environment) readFile(name string) ([]byte, error) {
	if name != stdName {
		return os.ReadFile(name)
	}
	if !env.stdinRead {
		env.stdinRead = true
		env.stdinData, env.stdinErr = io.ReadAll(io.LimitReader(env.stdin, maxStdin+1))
		if len(env.stdinData) > maxStdin {
			env.stdinData, env.stdinErr = nil, fmt.Errorf("standard input is larger than %d bytes", maxStdin)
		}
	}
	return env.stdinData, env.stdinErr
}

func isTerminal(w io.Writer) bool {
	f, ok := w.(*os.File)
	return ok && term.IsTerminal(int(f.Fd()))
}

// timeReport returns a function that notes the end of each stage and one that
// prints the table.
func timeReport(w io.Writer) (stage func(string), finish func()) {
	start := time.Now()
	last := start
	type row struct {
		name string
		took time.Duration
	}
	var rows []row
	stage = func(name string) {
		now := time.Now()
		rows = append(rows, row{name, now.Sub(last)})
		last = now
	}
	return stage, func() {
		for _, r := range rows {
			fmt.Fprintf(w, "%-24s %8.3f ms\n", r.name, float64(r.took.Microseconds())/1000)
		}
		fmt.Fprintf(w, "%-24s %8.3f ms\n", "total", float64(time.Since(start).Microseconds())/1000)
	}
}
