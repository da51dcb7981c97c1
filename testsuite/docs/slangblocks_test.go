package docs

import (
	"context"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"slc"
	"slc/frontend/diag"
	"slc/testsuite/cases"
)

// slangBlock is a ```slang block of a document. What stands behind the word is the name of a file that
// the commands of the document use.
type slangBlock struct {
	name, text string
}

var slangFence = regexp.MustCompile("(?m)^```slang(?: (\\S+))?\n((?s:.*?))^```$")

func (d *document) slangBlocks() (list []slangBlock) {
	for _, m := range slangFence.FindAllStringSubmatch(d.text, -1) {
		list = append(list, slangBlock{m[1], m[2]})
	}
	return list
}

// TestSlangBlocks compiles every ```slang block for all targets, in docs/limits.md for SPIR-V: the lines that end in a
// comment with codes are reported with these codes, no other line with a warning or an error. The
// examples of docs/diagnostics.md have tests of their own.
func TestSlangBlocks(t *testing.T) {
	n := 0
	for _, d := range documents(t) {
		if d.path == "docs/diagnostics.md" {
			continue
		}
		blocks := d.slangBlocks()
		if strings.Count(d.text, "```slang") != len(blocks) {
			t.Errorf("%s: a ```slang block has no end, or more than a name behind the word", d.path)
		}
		for _, b := range blocks {
			n++
			all := d.path != "docs/limits.md"
			want, got := marks(b.text), reportedLines(t, blockRequest(b.text, blocks, all))
			if all && len(want) == 0 && strings.Contains(b.text, "[numthreads") {
				emit := blockRequest(b.text, blocks, true)
				emit.Outputs = []slc.Output{{Target: slc.SPIRV}, {Target: slc.HLSL}, {Target: slc.Metal}}
				got = append(got, reportedLines(t, emit)...)
			}
			if !slices.Equal(want, got) {
				t.Errorf("%s: %s\n%s", d.path, b.text, cases.Diff(strings.Join(want, "\n")+"\n", strings.Join(got, "\n")+"\n"))
			}
		}
	}
	if n < 20 {
		t.Errorf("found %d blocks", n)
	}
}

var mark = regexp.MustCompile(`// ([EW]\d{4})$`)

func marks(text string) (list []string) {
	for _, line := range strings.Split(text, "\n") {
		if m := mark.FindStringSubmatch(line); m != nil {
			list = append(list, m[1]+": "+line)
		}
	}
	return list
}

// blockRequest checks a block; others of the document are files that it may import. Only those of docs/limits.md are
// not for all targets.
func blockRequest(text string, others []slangBlock, all bool) slc.Request {
	req := slc.Request{
		Files: []string{"block.slang"}, Options: slc.Options{Optimize: 1}, CheckAll: all,
		ReadFile: func(name string) ([]byte, error) {
			if name == "block.slang" {
				return []byte(text), nil
			}
			for _, o := range others {
				if o.name == name {
					return []byte(o.text), nil
				}
			}
			return nil, os.ErrNotExist
		},
	}
	if !all {
		req.Outputs = []slc.Output{{Target: slc.SPIRV}}
	}
	return req
}

// reportedLines are the lines of a block with what is reported for them.
func reportedLines(t *testing.T, req slc.Request) (list []string) {
	t.Helper()
	text, err := req.ReadFile(req.Files[0])
	if err != nil {
		t.Fatal(err)
	}
	r, err := slc.Compile(context.Background(), req)
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(string(text), "\n")
	for _, d := range r.Diagnostics {
		if d.Severity < diag.Error && (!req.CheckAll || d.Severity < diag.Warning) {
			continue
		}
		switch at := r.Sources.Locate(d.Span.Start).Line; {
		case at == 0:
			list = append(list, d.Code.ID+" ("+d.Message+")")
		case mark.MatchString(lines[at-1]):
			list = append(list, d.Code.ID+": "+lines[at-1])
		default: // tells what was reported where nothing was expected
			list = append(list, d.Code.ID+": "+lines[at-1]+" ("+d.Message+")")
		}
	}
	return list
}
