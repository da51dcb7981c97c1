package docs

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

var (
	link    = regexp.MustCompile(`\]\(([^()\s]+)\)`)
	heading = regexp.MustCompile(`(?m)^#+ (.+)$`)
	fenced  = regexp.MustCompile("(?ms)^```.*?^```$")
	inline  = regexp.MustCompile("`[^`\n]*`")
)

// prose is a document without its code blocks.
func prose(text string) string { return fenced.ReplaceAllString(text, "") }

// anchors are the fragments that the headings of a document give, as GitHub makes them.
func anchors(text string) (list []string) {
	for _, m := range heading.FindAllStringSubmatch(prose(text), -1) {
		var b strings.Builder
		for _, r := range strings.ToLower(m[1]) {
			switch {
			case r == ' ':
				b.WriteByte('-')
			case r == '-', r == '_', r >= 'a' && r <= 'z', r >= '0' && r <= '9':
				b.WriteRune(r)
			}
		}
		list = append(list, b.String())
	}
	return list
}

// TestLinks: every relative link of the documents leads to a file, and its fragment to a heading.
func TestLinks(t *testing.T) {
	list := documents(t)
	for _, name := range []string{"CONTRIBUTING.md", "CHANGELOG.md", "testsuite/README.md"} {
		text, err := os.ReadFile(filepath.Join(root, name))
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, document{name, string(text)})
	}
	n := 0
	for _, d := range list {
		for _, m := range link.FindAllStringSubmatch(inline.ReplaceAllString(prose(d.text), ""), -1) {
			if strings.Contains(m[1], "://") {
				continue
			}
			n++
			target, fragment, _ := strings.Cut(m[1], "#")
			file := filepath.Join(filepath.Dir(d.path), target)
			text := d.text
			if target != "" {
				data, err := os.ReadFile(filepath.Join(root, file))
				if err != nil {
					if info, err := os.Stat(filepath.Join(root, file)); err != nil || !info.IsDir() || fragment != "" {
						t.Errorf("%s: %s leads nowhere", d.path, m[1])
					}
					continue
				}
				text = string(data)
			}
			if fragment != "" && !slices.Contains(anchors(text), fragment) {
				t.Errorf("%s: %s: there is no such heading", d.path, m[1])
			}
		}
	}
	if n < 40 {
		t.Errorf("found %d links", n)
	}
}

// TestIndex: docs/README.md leads to every page and schema of docs/.
func TestIndex(t *testing.T) {
	text, err := os.ReadFile(filepath.Join(root, "docs", "README.md"))
	if err != nil {
		t.Fatal(err)
	}
	for _, pattern := range []string{"*.md", "*/*.md", "*.json"} {
		files, err := filepath.Glob(filepath.Join(root, "docs", pattern))
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range files {
			name, err := filepath.Rel(filepath.Join(root, "docs"), f)
			if err != nil {
				t.Fatal(err)
			}
			if name != "README.md" && !strings.Contains(string(text), "]("+filepath.ToSlash(name)+")") {
				t.Errorf("docs/README.md does not lead to %s", name)
			}
		}
	}
}
