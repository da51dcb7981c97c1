package docs

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"slc"
	"slc/testsuite/cases"
)

// page is a page of docs/targets whose tables are what the compiler emits.
type page struct {
	file     string
	target   slc.Target
	language string // of code blocks
	columns  []column
}

// column is a profile under which the table of operations and orders is shown.
type column struct{ title, profile string }

var pages = []page{
	{"spirv.md", slc.SPIRV, "text", []column{{"SPIR-V", "spirv_1_5"}}},
	{"hlsl.md", slc.HLSL, "hlsl", []column{{"HLSL", "sm_6_6"}}},
	{"metal.md", slc.Metal, "cpp", []column{{"Metal 3.2", "metal_3_2"}, {"Metal 4.1", "metal_4_1"}}},
}

// table is a named list of rows; the samples of a row are shown beside each other, each for every
// column of the page.
type table struct {
	name   string
	titles []string // of the samples; one without a title: the columns of the page are shown
	rows   []tableRow
}

type tableRow struct {
	source  string
	samples []sample
}

func one(s sample) tableRow { return tableRow{s.source, []sample{s}} }

const (
	begin = "<!-- generated: "
	end   = "<!-- end of generated -->\n"
)

// TestTargetPages holds the tables of docs/targets current: each is made from kernels that
// are compiled here.
func TestTargetPages(t *testing.T) {
	for _, p := range pages {
		t.Run(p.file, func(t *testing.T) {
			file := filepath.Join(root, "docs", "targets", p.file)
			data, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			got := string(data)
			want := p.fill(t, got)
			if flag.Lookup("update").Value.String() == "true" { // the flag of package cases
				if err := os.WriteFile(file, []byte(want), 0o644); err != nil {
					t.Fatal(err)
				}
			} else if got != want {
				t.Errorf("docs/targets/%s is stale; go test ./testsuite/docs -update rewrites it\n%s", p.file, cases.Diff(want, got))
			}
		})
	}
}

// fill replaces what stands between the markers of a page.
func (p *page) fill(t *testing.T, text string) string {
	tables := allTables()
	var b strings.Builder
	for _, part := range strings.SplitAfter(text, end) {
		head, body, found := strings.Cut(part, begin)
		b.WriteString(head)
		if !found {
			continue
		}
		name, _, _ := strings.Cut(body, " -->")
		if name == waveTable {
			b.WriteString(begin + name + " -->\n" + p.waves(t) + end)
			continue
		}
		i := slices.IndexFunc(tables, func(t table) bool { return t.name == name })
		if i < 0 {
			t.Fatalf("there is no table %q", name)
		}
		b.WriteString(begin + name + " -->\n")
		b.WriteString(p.render(t, &tables[i]))
		b.WriteString(end)
		tables = slices.Delete(tables, i, i+1)
	}
	for _, left := range tables {
		t.Errorf("docs/targets/%s does not show the table %q", p.file, left.name)
	}
	return b.String()
}

const waveTable = "wave functions"

// waves sorts the wave and quad functions by what the target says to them.
func (p *page) waves(t *testing.T) string {
	const globals = "import glsl;\nRWStructuredBuffer<uint4> got;\n#define v got[1].x\n#define mask got[2]\n"
	var outcomes []string
	names := map[string][]string{}
	for _, c := range cases.WaveCalls() {
		s := sample{source: "got[0] = uint4(" + c.Text + ");", globals: globals}
		outcome := "available"
		switch e := s.lower(t, p.target, p.columns[0].profile); {
		case e.error != "":
			outcome = e.cell()
		case len(e.notes) > 0:
			outcome = strings.Join(e.notes, ", ")
		}
		if !slices.Contains(outcomes, outcome) {
			outcomes = append(outcomes, outcome)
		}
		if !slices.Contains(names[outcome], code(c.Name)) {
			names[outcome] = append(names[outcome], code(c.Name))
		}
	}
	slices.Sort(outcomes)
	var b strings.Builder
	b.WriteString("| | functions |\n|---|---|\n")
	for _, o := range outcomes {
		fmt.Fprintf(&b, "| %s | %s |\n", o, strings.Join(names[o], ", "))
	}
	return b.String()
}

// longest is the number of lines that a cell of a table may have; more are shown as blocks below it.
const longest = 5

func (p *page) render(t *testing.T, tab *table) string {
	var out, blocks strings.Builder
	titles := tab.titles
	if titles == nil {
		for _, c := range p.columns {
			titles = append(titles, c.title)
		}
	}
	fmt.Fprintf(&out, "| source | %s |\n|---%s|\n", strings.Join(titles, " | "), strings.Repeat("|---", len(titles)))
	for i := 0; i < len(tab.rows); i++ {
		row := &tab.rows[i]
		cells := p.cells(t, tab, row)
		source := row.source
		if strings.ContainsAny(source, "([=") { // not words
			source = code(source)
		}
		for ; i+1 < len(tab.rows) && refused(cells) && tab.rows[i+1].subject() == row.subject(); i++ { // rows that have the same errors are one
			next := p.cells(t, tab, &tab.rows[i+1])
			if !slices.EqualFunc(cells, next, func(a, b emitted) bool { return a.cell() == b.cell() }) {
				break
			}
			source += ", " + code(strings.TrimPrefix(tab.rows[i+1].source, row.subject()))
		}
		fmt.Fprintf(&out, "| %s |", source)
		for i, c := range cells {
			if i > 0 && c.cell() == cells[i-1].cell() && slices.Equal(c.lines, cells[i-1].lines) {
				out.WriteString(" the same |")
				continue
			}
			fmt.Fprintf(&out, " %s |", c.cell())
			if len(c.lines) > longest {
				fmt.Fprintf(&blocks, "\n`%s`, %s:\n\n```%s\n%s\n```\n", row.source, titles[i], p.language, strings.Join(c.lines, "\n"))
			}
		}
		out.WriteString("\n")
	}
	return out.String() + blocks.String()
}

// subject is what stands before the colon of a source, such as the type of an atomic.
func (r *tableRow) subject() string {
	subject, _, found := strings.Cut(r.source, ": ")
	if !found {
		return ""
	}
	return subject + ": "
}

func refused(cells []emitted) bool {
	return !slices.ContainsFunc(cells, func(c emitted) bool { return c.error == "" })
}

func (p *page) cells(t *testing.T, tab *table, row *tableRow) (cells []emitted) {
	if tab.titles == nil {
		for _, c := range p.columns {
			cells = append(cells, row.samples[0].lower(t, p.target, c.profile))
		}
		return cells
	}
	for _, s := range row.samples {
		cells = append(cells, s.lower(t, p.target, p.columns[0].profile))
	}
	return cells
}

func code(line string) string { return "`" + strings.ReplaceAll(line, "|", `\|`) + "`" }

func (e *emitted) cell() string {
	if e.error != "" {
		return "error " + e.error[:5]
	}
	text := "nothing"
	switch {
	case len(e.lines) > longest:
		text = "below"
	case len(e.lines) > 0:
		var lines []string
		for _, l := range e.lines {
			lines = append(lines, code(strings.TrimSpace(l)))
		}
		text = strings.Join(lines, "<br>")
	}
	if len(e.notes) > 0 {
		text += " (" + strings.Join(e.notes, ", ") + ")"
	}
	return text
}
