// Package docs runs the commands that the documentation shows and compares what
// they print.
package docs

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"slc/testsuite/cases"
)

const root = "../.."

// TestConsole runs every ```console block of README.md and docs/*.md: a line that
// starts with "$ " is a command, the lines up to the next one are what it prints.
func TestConsole(t *testing.T) {
	files, err := filepath.Glob(filepath.Join(root, "docs", "*.md"))
	if err != nil {
		t.Fatal(err)
	}
	dir := workFolder(t)
	commands := 0
	for _, file := range append([]string{filepath.Join(root, "README.md")}, files...) {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for _, c := range consoleCommands(string(text)) {
			commands++
			if got := c.run(t, dir); got != c.output {
				t.Errorf("%s: $ %s\n%s", filepath.Base(file), c.line, cases.Diff(c.output, got))
			}
		}
	}
	if commands < 4 {
		t.Errorf("found %d commands in the documentation", commands)
	}
}

// workFolder is a folder in which the commands run: the repository's examples and what they
// need are there, what the commands write stays there.
func workFolder(t *testing.T) string {
	dir := t.TempDir()
	for _, name := range []string{"examples", "integrations"} {
		from, err := filepath.Abs(filepath.Join(root, name))
		if err != nil {
			t.Fatal(err)
		}
		if err := os.Symlink(from, filepath.Join(dir, name)); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

type command struct {
	line, output string
}

func consoleCommands(text string) (commands []command) {
	inside := false
	for _, line := range strings.SplitAfter(text, "\n") {
		switch {
		case strings.HasPrefix(line, "```"):
			inside = strings.TrimSpace(line) == "```console"
		case !inside:
		case strings.HasPrefix(line, "$ "):
			commands = append(commands, command{line: strings.TrimSpace(line[2:])})
		case len(commands) > 0:
			commands[len(commands)-1].output += line
		}
	}
	return commands
}

// run executes the command in dir; builds run in the repository and put their
// result into dir.
func (c *command) run(t *testing.T, dir string) string {
	line, where := c.line, dir
	if rest, ok := strings.CutPrefix(line, "go build -o "); ok {
		line, where = "go build -o "+dir+"/"+rest, root
	}
	cmd := exec.Command("bash", "-c", line)
	cmd.Dir = where
	out, err := cmd.CombinedOutput()
	if _, failed := err.(*exec.ExitError); err != nil && !failed {
		t.Fatal(err)
	}
	return string(out)
}
