package render

import (
	"encoding/json"
	"strings"
	"testing"

	"slc/frontend/diag"
	"slc/frontend/source"
)

func sample() ([]*diag.Diagnostic, *source.Map) {
	m, l := source.NewMap(), &diag.List{}
	f := m.AddFile("dir a/k.slang", "dir a/k.slang", []byte("int é;\nint x = é + b;\n"))
	at := func(start, end int) source.Span {
		return source.Span{Start: f.Base + source.Pos(start), End: f.Base + source.Pos(end)}
	}
	l.ForTarget("metal")
	l.Report(diag.AtomicRead, at(16, 21), "an <atomic> is read").
		Note(at(4, 6), "declared here").WithHelp("call load()").WithFix(at(18, 18), ".load()")
	l.ForTarget("")
	l.Report(diag.MacroRedefined, source.Span{}, "no place")
	return l.All(), m
}

func TestJSON(t *testing.T) {
	var b strings.Builder
	list, m := sample()
	if err := JSON(&b, list, m); err != nil {
		t.Fatal(err)
	}
	want := `[
  {
    "code": "W0102",
    "name": "macro-redefined",
    "slangc": 15400,
    "severity": "warning",
    "message": "no place"
  },
  {
    "code": "E0301",
    "name": "atomic-read",
    "slangc": 30019,
    "severity": "error",
    "message": "an <atomic> is read",
    "location": {
      "file": "dir a/k.slang",
      "line": 2,
      "column": 9,
      "endLine": 2,
      "endColumn": 14,
      "offset": 16,
      "endOffset": 21
    },
    "targets": [
      "metal"
    ],
    "notes": [
      {
        "message": "declared here",
        "location": {
          "file": "dir a/k.slang",
          "line": 1,
          "column": 5,
          "endLine": 1,
          "endColumn": 7,
          "offset": 4,
          "endOffset": 6
        }
      }
    ],
    "help": "call load()",
    "fixes": [
      {
        "location": {
          "file": "dir a/k.slang",
          "line": 2,
          "column": 11,
          "endLine": 2,
          "endColumn": 11,
          "offset": 18,
          "endOffset": 18
        },
        "text": ".load()"
      }
    ]
  }
]
`
	if b.String() != want {
		t.Errorf("got:\n%s", b.String())
	}
	b.Reset()
	if err := JSON(&b, nil, nil); err != nil || b.String() != "[]\n" {
		t.Errorf("empty: %q, %v", b.String(), err)
	}
}

func TestSARIF(t *testing.T) {
	var b strings.Builder
	list, m := sample()
	if err := SARIF(&b, list, m, "1.2"); err != nil {
		t.Fatal(err)
	}
	var log struct {
		Version string
		Runs    []struct {
			Tool struct {
				Driver struct {
					Name, Version string
					Rules         []struct{ ID, Name string }
				}
			}
			Results []struct {
				RuleID    string
				RuleIndex int
				Level     string
				Message   struct{ Text string }
				Locations []struct {
					PhysicalLocation struct {
						ArtifactLocation struct{ URI string }
						Region           struct{ StartLine, StartColumn, EndLine, EndColumn int }
					}
				}
				RelatedLocations []struct{ ID int }
				Fixes            []struct {
					ArtifactChanges []struct {
						Replacements []struct{ InsertedContent struct{ Text string } }
					}
				}
			}
		}
	}
	if err := json.Unmarshal([]byte(b.String()), &log); err != nil {
		t.Fatal(err)
	}
	run := log.Runs[0]
	if log.Version != "2.1.0" || run.Tool.Driver.Name != "slc" || run.Tool.Driver.Version != "1.2" {
		t.Errorf("%+v", run.Tool)
	}
	r := run.Results[1]
	if r.RuleID != "E0301" || run.Tool.Driver.Rules[r.RuleIndex].ID != "E0301" || r.Level != "error" ||
		r.Message.Text != "an <atomic> is read (targets: metal). Help: call load()" {
		t.Errorf("%+v", r)
	}
	p := r.Locations[0].PhysicalLocation
	// Columns are code points: the é before the end counts once.
	if p.ArtifactLocation.URI != "dir%20a/k.slang" || p.Region.StartLine != 2 || p.Region.StartColumn != 9 || p.Region.EndColumn != 13 {
		t.Errorf("%+v", p)
	}
	if len(r.RelatedLocations) != 1 || r.Fixes[0].ArtifactChanges[0].Replacements[0].InsertedContent.Text != ".load()" {
		t.Errorf("%+v", r)
	}
	if len(run.Results[0].Locations) != 0 {
		t.Errorf("%+v", run.Results[0])
	}
}
