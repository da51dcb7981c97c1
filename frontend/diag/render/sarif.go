package render

import (
	"fmt"
	"io"
	"strings"
	"unicode/utf8"

	"slc/frontend/diag"
	"slc/frontend/source"
)

// The structs hold what slc uses of SARIF 2.1.0 (OASIS). They are encoded by
// hand: the SARIF libraries for Go bring a schema validator along.

type sarifLog struct {
	Schema  string     `json:"$schema"`
	Version string     `json:"version"`
	Runs    []sarifRun `json:"runs"`
}

type sarifRun struct {
	Tool       sarifTool     `json:"tool"`
	ColumnKind string        `json:"columnKind"`
	Results    []sarifResult `json:"results"`
}

type sarifTool struct {
	Driver sarifDriver `json:"driver"`
}

type sarifDriver struct {
	Name    string      `json:"name"`
	Version string      `json:"version,omitempty"`
	Rules   []sarifRule `json:"rules"`
}

type sarifRule struct {
	ID               string       `json:"id"`
	Name             string       `json:"name"`
	ShortDescription sarifMessage `json:"shortDescription"`
	Default          sarifConfig  `json:"defaultConfiguration"`
}

type sarifConfig struct {
	Level string `json:"level"`
}

type sarifMessage struct {
	Text string `json:"text"`
}

type sarifResult struct {
	RuleID    string          `json:"ruleId"`
	RuleIndex int             `json:"ruleIndex"`
	Level     string          `json:"level"`
	Message   sarifMessage    `json:"message"`
	Locations []sarifLocation `json:"locations,omitempty"`
	Related   []sarifLocation `json:"relatedLocations,omitempty"`
	Fixes     []sarifFix      `json:"fixes,omitempty"`
}

type sarifLocation struct {
	ID       int            `json:"id,omitempty"`
	Message  *sarifMessage  `json:"message,omitempty"`
	Physical *sarifPhysical `json:"physicalLocation,omitempty"`
}

type sarifPhysical struct {
	Artifact sarifArtifact `json:"artifactLocation"`
	Region   sarifRegion   `json:"region"`
}

type sarifArtifact struct {
	URI string `json:"uri"`
}

type sarifRegion struct {
	StartLine   int `json:"startLine"`
	StartColumn int `json:"startColumn"`
	EndLine     int `json:"endLine"`
	EndColumn   int `json:"endColumn"`
}

type sarifFix struct {
	Description sarifMessage  `json:"description"`
	Changes     []sarifChange `json:"artifactChanges"`
}

type sarifChange struct {
	Artifact     sarifArtifact      `json:"artifactLocation"`
	Replacements []sarifReplacement `json:"replacements"`
}

type sarifReplacement struct {
	Deleted  sarifRegion   `json:"deletedRegion"`
	Inserted *sarifMessage `json:"insertedContent,omitempty"`
}

// SARIF writes list as a SARIF 2.1.0 log of one run; version is that of slc.
func SARIF(w io.Writer, list []*diag.Diagnostic, m *source.Map, version string) error {
	run := sarifRun{ColumnKind: "unicodeCodePoints", Results: []sarifResult{}}
	run.Tool.Driver = sarifDriver{Name: "slc", Version: version, Rules: []sarifRule{}}
	rules := map[*diag.Code]int{}
	for _, d := range diag.Ordered(list, m) {
		index, known := rules[d.Code]
		if !known {
			index = len(run.Tool.Driver.Rules)
			rules[d.Code] = index
			run.Tool.Driver.Rules = append(run.Tool.Driver.Rules, sarifRule{ID: d.Code.ID, Name: d.Code.Name,
				ShortDescription: sarifMessage{d.Code.Doc}, Default: sarifConfig{level(d.Code.Severity)}})
		}
		run.Results = append(run.Results, result(d, index, m))
	}
	return encode(w, sarifLog{Schema: "https://json.schemastore.org/sarif-2.1.0.json", Version: "2.1.0", Runs: []sarifRun{run}})
}

func level(s diag.Severity) string {
	if s > diag.Error {
		return "error"
	}
	return s.String()
}

func result(d *diag.Diagnostic, rule int, m *source.Map) sarifResult {
	text := d.Message
	if len(d.Targets) > 0 {
		text += fmt.Sprintf(" (targets: %s)", strings.Join(d.Targets, ", "))
	}
	if d.Help != "" {
		text += ". Help: " + d.Help
	}
	r := sarifResult{RuleID: d.Code.ID, RuleIndex: rule, Level: level(d.Severity), Message: sarifMessage{text}}
	if p := physical(m, d.Span); p != nil {
		r.Locations = []sarifLocation{{Physical: p}}
	}
	for i, n := range d.Notes {
		r.Related = append(r.Related, sarifLocation{ID: i + 1, Message: &sarifMessage{n.Message}, Physical: physical(m, n.Span)})
	}
	if fix := fixOf(d, m); fix != nil {
		r.Fixes = []sarifFix{*fix}
	}
	return r
}

// fixOf makes one fix of the edits of a diagnostic, which are made all or none.
func fixOf(d *diag.Diagnostic, m *source.Map) *sarifFix {
	if len(d.Edits(m)) == 0 {
		return nil
	}
	fix := &sarifFix{Description: sarifMessage{d.Help}}
	if d.Help == "" {
		fix.Description.Text = "replace by '" + d.Fixes[0].Text + "'"
	}
	for _, f := range d.Fixes {
		p := physical(m, f.Span)
		change := sarifReplacement{Deleted: p.Region}
		if f.Text != "" {
			change.Inserted = &sarifMessage{f.Text}
		}
		if n := len(fix.Changes); n > 0 && fix.Changes[n-1].Artifact == p.Artifact {
			fix.Changes[n-1].Replacements = append(fix.Changes[n-1].Replacements, change)
		} else {
			fix.Changes = append(fix.Changes, sarifChange{p.Artifact, []sarifReplacement{change}})
		}
	}
	return fix
}

// physical is the place of span with columns in code points, as SARIF wants.
func physical(m *source.Map, span source.Span) *sarifPhysical {
	l := locate(m, span)
	if l == nil {
		return nil
	}
	f := m.FileOf(m.Visible(span).Start)
	column := func(offset, column int) int {
		offset = min(offset, len(f.Content))
		start := max(offset-(column-1), 0)
		return 1 + utf8.RuneCount(f.Content[start:offset])
	}
	return &sarifPhysical{Artifact: sarifArtifact{uri(l.File)}, Region: sarifRegion{
		StartLine: l.Line, StartColumn: column(l.Offset, l.Column), EndLine: l.EndLine, EndColumn: column(l.EndOffset, l.EndColumn)}}
}

// uri makes a URI reference of a path (RFC 3986): slashes, and percent signs for
// what a path may not hold.
func uri(path string) string {
	var b strings.Builder
	for i := 0; i < len(path); i++ {
		switch c := path[i]; {
		case c == '\\':
			b.WriteByte('/')
		case c >= 'a' && c <= 'z', c >= 'A' && c <= 'Z', c >= '0' && c <= '9', strings.IndexByte("-._~/!$&'()*+,;=@", c) >= 0:
			b.WriteByte(c)
		default:
			fmt.Fprintf(&b, "%%%02X", c)
		}
	}
	return b.String()
}
