package golden

import (
	"bytes"
	"context"
	"encoding/json"
	"encoding/xml"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// nasty has what a page must escape, in a comment, in a string and in the name of a file.
const nasty = "<b>&\"'</td><script>alert(1)</script>"

// examined is a folder with one item of every kind.
func examined(t *testing.T) *Report {
	t.Helper()
	dir := t.TempDir()
	kernel := func(text string) string {
		return "RWStructuredBuffer<Atomic<uint>> flag;\n[numthreads(1, 1, 1)] void main0() {\n" + text + "\n}\n"
	}
	for name, text := range map[string]string{
		"a&b.slang":       kernel("flag[0].store(1); // " + nasty),
		"a&b.slang.hlsl":  "// " + nasty + "\nDeviceMemoryBarrier();\nInterlockedExchange(flag[0], 1u, unused);\n",
		"bad.slang":       kernel(nasty),
		"gone.slang.hlsl": nasty,
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	r, err := Examine(context.Background(), dir, Options{Workers: 2})
	if err != nil {
		t.Fatal(err)
	}
	for state, want := range map[State]int{Differs: 1, New: 2, Failed: 3, Orphan: 1} {
		if got := r.Count(state); got != want {
			t.Fatalf("%d items are %s, want %d", got, state, want)
		}
	}
	return r
}

// voids are the elements of HTML that have no end.
var voids = map[string]bool{"meta": true, "col": true}

// TestHTMLIsWellFormed reads the page as HTML without optional tags: every element ends where it
// must, and text of the compared files is text.
func TestHTMLIsWellFormed(t *testing.T) {
	var page bytes.Buffer
	if err := WriteHTML(&page, examined(t)); err != nil {
		t.Fatal(err)
	}
	body, ok := strings.CutPrefix(page.String(), "<!DOCTYPE html>\n")
	if !ok {
		t.Fatal("no doctype")
	}
	d := xml.NewDecoder(strings.NewReader(body))
	d.Strict, d.AutoClose, d.Entity = true, []string{"meta", "col"}, xml.HTMLEntity
	d.Strict = false
	var open []string
	ids, links, text := map[string]bool{}, []string{}, ""
	for {
		token, err := d.RawToken()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			t.Fatal(err)
		}
		switch e := token.(type) {
		case xml.StartElement:
			if e.Name.Local == "script" || e.Name.Local == "link" || e.Name.Local == "img" {
				t.Errorf("the page has an element %s", e.Name.Local)
			}
			for _, a := range e.Attr {
				switch a.Name.Local {
				case "id":
					ids[a.Value] = true
				case "href":
					links = append(links, a.Value)
				case "src":
					t.Errorf("the page loads %s", a.Value)
				}
			}
			if !voids[e.Name.Local] {
				open = append(open, e.Name.Local)
			}
		case xml.EndElement:
			if len(open) == 0 || open[len(open)-1] != e.Name.Local {
				t.Fatalf("</%s> ends what is not open: %v", e.Name.Local, open)
			}
			open = open[:len(open)-1]
		case xml.CharData:
			text += string(e)
		}
	}
	if len(open) > 0 {
		t.Errorf("left open: %v", open)
	}
	for _, l := range links {
		if !strings.HasPrefix(l, "#") || !ids[l[1:]] {
			t.Errorf("link %s leads out of the page", l)
		}
	}
	for _, want := range []string{nasty, "a&b.slang.hlsl", "release became relaxed"} {
		if !strings.Contains(text, want) {
			t.Errorf("%q is not shown", want)
		}
	}
	if strings.Contains(page.String(), "url(") || strings.Contains(page.String(), "@import") {
		t.Error("the style loads something")
	}
}

// TestJSON: the document says what the report does.
func TestJSON(t *testing.T) {
	var out bytes.Buffer
	if err := WriteJSON(&out, examined(t)); err != nil {
		t.Fatal(err)
	}
	var doc struct {
		Changed, New, Orphaned, NotCompiled int
		Items                               []struct {
			File, State, Diagnostics string
			Weaker                   bool
			Findings                 []struct {
				Cause, Verdict, Was, Now string
				NewLine                  int
				Source                   struct {
					File string
					Line int
				}
			}
		}
	}
	if err := json.Unmarshal(out.Bytes(), &doc); err != nil {
		t.Fatal(err)
	}
	if doc.Changed != 1 || doc.New != 2 || doc.Orphaned != 1 || doc.NotCompiled != 3 || len(doc.Items) != 7 {
		t.Errorf("%+v", doc)
	}
	first := doc.Items[1]
	if first.File != "a&b.slang.hlsl" || !first.Weaker || len(first.Findings) == 0 {
		t.Fatalf("%+v", first)
	}
	f := first.Findings[0]
	if f.Cause != "memory" || f.Verdict != "weaker" || f.Source.File != "a&b.slang" || f.Source.Line != 3 {
		t.Errorf("%+v", f)
	}
}
