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

// document is one file of the documentation.
type document struct {
	path string // in the repository
	text string
}

// documents are README.md and all pages below docs/, in the order in which a reader meets them.
func documents(t *testing.T) (list []document) {
	t.Helper()
	files := []string{"README.md"}
	for _, pattern := range []string{"docs/*.md", "docs/*/*.md"} {
		found, err := filepath.Glob(filepath.Join(root, pattern))
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range found {
			files = append(files, strings.TrimPrefix(f, root+"/"))
		}
	}
	for _, f := range files {
		text, err := os.ReadFile(filepath.Join(root, f))
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, document{f, string(text)})
	}
	return list
}

// TestConsole runs every ```console block of the documents: a line that
// starts with "$ " is a command, the lines up to the next one are what it prints. The ```slang blocks of
// a document that have a file name are written to files of these names before.
func TestConsole(t *testing.T) {
	dir := workFolder(t)
	commands := 0
	for _, d := range documents(t) {
		for _, b := range d.slangBlocks() {
			if b.name == "" {
				continue
			}
			if err := os.WriteFile(filepath.Join(dir, b.name), []byte(b.text), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		for _, c := range consoleCommands(d.text) {
			commands++
			if got := c.run(t, dir); got != c.output {
				t.Errorf("%s: $ %s\n%s", d.path, c.line, cases.Diff(c.output, got))
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
