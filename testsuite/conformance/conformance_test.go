package conformance

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestPeerKernels prints the table of outcomes. It fails when less than 95 % of the core
// rows pass, when an output is invalid, or when a kernel computes something wrong.
func TestPeerKernels(t *testing.T) {
	dir := os.Getenv("SLC_SLANG_DIR")
	if dir == "" {
		fmt.Println("conformance: the peer's kernels are skipped: SLC_SLANG_DIR names no checkout of shader-slang/slang")
		return
	}
	list := os.Getenv("SLC_PEER_LIST")
	if list == "" {
		list = filepath.Join("testdata", "peers.txt")
	}
	f, err := os.Open(list)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	rows, err := ReadList(f)
	if err != nil || len(rows) == 0 {
		t.Fatalf("%s: %d rows, %v", list, len(rows), err)
	}
	only := os.Getenv("SLC_PEER_ONLY")
	var reports []*Report
	for _, row := range rows {
		if strings.Contains(row.Path, only) {
			reports = append(reports, doRow(t, dir, row))
		}
	}
	var b strings.Builder
	WriteTable(&b, reports, only != "")
	fmt.Println(b.String())
	judge(t, reports)
}

func doRow(t *testing.T, dir string, row Row) *Report {
	text, err := os.ReadFile(filepath.Join(dir, row.Path))
	if err != nil {
		t.Fatal(err)
	}
	k := ParseKernel(row.Path, string(text))
	k.Dir = dir
	r := &Report{Row: row}
	for _, d := range k.Directives {
		r.Outcomes = append(r.Outcomes, k.Plan(d).Do(t))
	}
	return r
}

func judge(t *testing.T, reports []*Report) {
	if core := Count("core", reports); core.Passed*100 < core.Counted*95 {
		t.Errorf("%d of %d core rows pass, at least 95 %% must", core.Passed, core.Counted)
	}
	for _, r := range reports {
		for _, o := range r.Outcomes {
			if o.Status == Invalid || o.Run != nil && o.Run.Status == Wrong {
				t.Errorf("%s:%d: %s: %s", r.Path, o.Line, o.word(), o.why())
			}
		}
	}
}
