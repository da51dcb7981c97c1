package docs

import (
	"context"
	"fmt"
	"os"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"slc"
	"slc/frontend/diag"
)

// sample is a kernel around one statement, or one expression, whose lowering a page shows.
type sample struct {
	source  string // the statement, as the page shows it
	globals string // what it works on
	result  string // the type of the value that it gives, which is stored to got[0]; "" for a statement
	rest    string // what else the entry point does, behind it
	shows   string // the name of a global whose declaration is shown too
}

// text is the kernel. Stores to mark stand around the statement: they are what the emission is cut at.
func (s *sample) text() string {
	statement := s.source
	if s.result != "" {
		statement = "got[0] = " + strings.TrimSuffix(s.source, ";") + ";"
	}
	globals := "RWStructuredBuffer<uint> mark;\n" + s.globals
	if s.result != "" {
		globals += fmt.Sprintf("\nRWStructuredBuffer<%s> got;", s.result)
	}
	return fmt.Sprintf("%s\n[numthreads(64, 1, 1)]\nvoid kernel(uint i : SV_GroupIndex)\n{\nmark[0] = 1;\n%s\nmark[1] = 2;\n%s\n}\n", globals, statement, s.rest)
}

// emitted is what becomes of the statement of a sample: lines of the target's language, or a
// diagnostic that says why there is nothing.
type emitted struct {
	lines []string
	notes []string // codes of warnings
	error string
}

// lower compiles the sample for a target.
func (s *sample) lower(t *testing.T, target slc.Target, profile string) emitted {
	t.Helper()
	text := s.text()
	if target == slc.SPIRV {
		target = slc.SPIRVAsm
	}
	r, err := slc.Compile(context.Background(), slc.Request{
		Files: []string{"sample.slang"}, Outputs: []slc.Output{{Target: target, Profile: profile}},
		Options: slc.Options{Optimize: 1, AllowGLSL: true},
		ReadFile: func(name string) ([]byte, error) {
			if name != "sample.slang" {
				return nil, os.ErrNotExist
			}
			return []byte(text), nil
		},
	})
	if err != nil || r.InternalError {
		t.Fatalf("%v\n%s", err, text)
	}
	var e emitted
	statement := strings.Count(text[:strings.Index(text, "mark[0] = 1;")], "\n") + 2
	for _, d := range r.Diagnostics {
		at := r.Sources.Locate(d.Span.Start).Line
		switch {
		case d.Severity >= diag.Error && e.error == "":
			e.error = d.Code.ID + ": " + d.Message
		case d.Severity < diag.Error && at == statement:
			e.notes = append(e.notes, d.Code.ID)
		}
	}
	if e.error != "" {
		return e
	}
	if target == slc.SPIRVAsm {
		e.notes = append(e.notes, needs(string(r.Outputs[0]))...)
		e.lines = spirvLines(t, string(r.Outputs[0]), s.shows)
	} else {
		e.lines = textLines(t, string(r.Outputs[0]), s.shows)
	}
	return e
}

// declarationOf is what HLSL or MSL text declares under a name, with the qualifiers: each declaration
// and each parameter of an MSL kernel has a line.
func declarationOf(line, name string) string {
	line = strings.TrimSpace(line)
	at := regexp.MustCompile(`[ *&>]` + name + `( : register| \[\[|\[\d+\];)`).FindStringIndex(line)
	if at == nil {
		return ""
	}
	line, _, _ = strings.Cut(line, " : register")
	line, _, _ = strings.Cut(line, " [[")
	return strings.TrimSuffix(line, ";")
}

// textLines are the lines of HLSL or MSL between the marks, without their common indentation.
func textLines(t *testing.T, text, shows string) (lines []string) {
	t.Helper()
	inside, seen := false, false
	for _, line := range strings.Split(text, "\n") {
		trimmed := strings.TrimSpace(line)
		switch {
		case trimmed == "mark[0] = 1u;":
			inside = true
		case trimmed == "mark[1] = 2u;":
			inside, seen = false, true
		case inside:
			lines = append(lines, strings.TrimPrefix(line, "    "))
		case shows != "" && !seen:
			if d := declarationOf(line, shows); d != "" {
				lines = append(lines, d)
			}
		}
	}
	if !seen {
		t.Fatalf("no marks in\n%s", text)
	}
	if n := len(lines); n > 0 && regexp.MustCompile(`^got\[0\] = \w+;$`).MatchString(lines[n-1]) {
		lines = lines[:n-1]
	}
	return lines
}

// spirvLines are the instructions between the marks. Ids without a name are numbered anew, an access
// chain stands where its result is used, and scopes, semantics and literals are spelled out.
func spirvLines(t *testing.T, text, shows string) (lines []string) {
	t.Helper()
	r := spirvReader{names: map[string]string{}, constants: map[string]string{}}
	inside, seen := false, false
	for _, line := range strings.Split(text, "\n") {
		inst := strings.Fields(line)
		if len(inst) == 0 || inst[0] == ";" {
			continue
		}
		if shows != "" && inst[0] == "OpDecorate" && inst[1] == "%"+shows && inst[2] != "DescriptorSet" && inst[2] != "Binding" {
			lines = append(lines, strings.Join(inst, " "))
		}
		switch r.store(inst) {
		case "mark[0]":
			inside = true
			continue
		case "mark[1]":
			inside, seen = false, true
		}
		if shown := r.show(inst, inside); shown != "" {
			lines = append(lines, shown)
		}
	}
	if !seen {
		t.Fatalf("no marks in\n%s", text)
	}
	if n := len(lines); n > 0 && regexp.MustCompile(`^OpStore got\[0\] %\w+ NonPrivatePointer$`).MatchString(lines[n-1]) {
		lines = lines[:n-1]
	}
	return lines
}

// needs are the capabilities of a module that not every one has.
func needs(text string) (list []string) {
	for _, m := range regexp.MustCompile(`OpCapability (\w+)`).FindAllStringSubmatch(text, -1) {
		if c := m[1]; c != "Shader" && !strings.HasPrefix(c, "VulkanMemoryModel") {
			list = append(list, c)
		}
	}
	if len(list) > 0 {
		list[0] = "needs " + list[0]
	}
	return list
}

type spirvReader struct {
	names     map[string]string // ids, as they are shown
	constants map[string]string
	count     int
}

// store is the place that an OpStore writes.
func (r *spirvReader) store(inst []string) string {
	if inst[0] != "OpStore" {
		return ""
	}
	return r.names[inst[1]]
}

// show is an instruction as the page shows it; "" if it is not shown.
func (r *spirvReader) show(inst []string, inside bool) string {
	result := ""
	if len(inst) > 2 && inst[1] == "=" {
		result, inst = inst[0], inst[2:]
	}
	switch {
	case inst[0] == "OpConstant":
		r.constants[result] = inst[2]
		return ""
	case inst[0] == "OpAccessChain":
		place := strings.TrimPrefix(r.name(inst[2]), "%")
		for i, index := range inst[3:] {
			if text := strings.TrimPrefix(r.name(index), "%"); i > 0 || len(inst) == 4 {
				place += "[" + text + "]"
			}
		}
		r.names[result] = place
		return ""
	case !inside:
		return ""
	}
	out := []string{inst[0]}
	for i, operand := range inst[1:] {
		out = append(out, r.operand(inst[0], i, operand))
	}
	text := strings.Join(out, " ")
	if result != "" {
		text = r.name(result) + " = " + text
	}
	return text
}

var numbered = regexp.MustCompile(`^%\d+$`)

func (r *spirvReader) name(id string) string {
	if c, ok := r.constants[id]; ok {
		return c
	}
	if name, ok := r.names[id]; ok {
		return name
	}
	name := id
	if numbered.MatchString(id) {
		r.count++
		name = "%" + strconv.Itoa(r.count)
	}
	r.names[id] = name
	return name
}

// operand spells one operand out: which ones are scopes and semantics is SPIR-V's grammar.
func (r *spirvReader) operand(op string, i int, operand string) string {
	first := 2 // scope of atomics with a result: type, pointer, scope, semantics
	scopes, masks := 1, 1
	switch {
	case op == "OpAtomicStore":
		first = 1
	case op == "OpAtomicCompareExchange":
		masks = 2
	case op == "OpControlBarrier":
		first, scopes = 0, 2
	case op == "OpMemoryBarrier":
		first = 0
	case !strings.HasPrefix(op, "OpAtomic"):
		scopes, masks = 0, 0
		if strings.HasPrefix(operand, "%") {
			return r.plain(op, i, operand)
		}
		return operand
	}
	value, err := strconv.Atoi(r.constants[operand])
	switch {
	case err != nil || i < first || i >= first+scopes+masks:
		return r.name(operand)
	case i < first+scopes:
		return [...]string{1: "Device", 2: "Workgroup", 3: "Subgroup", 5: "QueueFamily"}[value]
	}
	return semanticsText(value)
}

// plain is an operand of other instructions: the scopes of an access behind its mask.
func (r *spirvReader) plain(op string, i int, operand string) string {
	if (op == "OpStore" && i > 2) || (op == "OpLoad" && i > 2) || (op == "OpImageRead" && i > 3) || (op == "OpImageWrite" && i > 3) {
		if r.constants[operand] == "1" {
			return "Device"
		}
	}
	return r.name(operand)
}

// semanticsText spells a memory semantics mask (SPIR-V specification, "Memory Semantics").
func semanticsText(mask int) string {
	if mask == 0 {
		return "Relaxed"
	}
	var words []string
	for _, b := range []struct {
		bit  int
		name string
	}{{0x2, "Acquire"}, {0x4, "Release"}, {0x8, "AcquireRelease"}, {0x10, "SequentiallyConsistent"}, {0x40, "UniformMemory"},
		{0x80, "SubgroupMemory"}, {0x100, "WorkgroupMemory"}, {0x200, "CrossWorkgroupMemory"}, {0x400, "AtomicCounterMemory"}, {0x800, "ImageMemory"},
		{0x1000, "OutputMemory"}, {0x2000, "MakeAvailable"}, {0x4000, "MakeVisible"}, {0x8000, "Volatile"}} {
		if mask&b.bit != 0 {
			words = append(words, b.name)
			mask &^= b.bit
		}
	}
	if mask != 0 {
		words = append(words, fmt.Sprintf("0x%x", mask))
	}
	return strings.Join(words, "|")
}
