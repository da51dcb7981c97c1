package conformance

import (
	"context"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"slc"
	"slc/frontend/diag"
	"slc/testsuite/tools"
)

// Status is what became of a test.
type Status string

// The statuses, in the order of the table.
const (
	OK          Status = "ok"
	Diagnosed   Status = "diagnosed"   // every expected diagnostic was given, at its line
	Undiagnosed Status = "undiagnosed" // an expected diagnostic is missing
	Refused     Status = "refused"
	Invalid     Status = "invalid" // a validator refuses our output
	NotOurs     Status = "not-ours"
	Disabled    Status = "disabled"
)

// An Outcome is the status of a test and why.
type Outcome struct {
	*Test
	Status Status
	Reason string
	Run    *RunOutcome // of tests with expected values, when they compile
}

// Passed reports whether the test is one of ours and went as the peer expects.
func (o *Outcome) Passed() bool { return o.Status == OK || o.Status == Diagnosed }

// Counted reports whether the test asks something of us.
func (o *Outcome) Counted() bool { return o.Status != NotOurs && o.Status != Disabled }

// Do compiles a test, validates and, where it has expected values for Vulkan, runs it.
func (t *Test) Do(tb *testing.T) *Outcome {
	o := &Outcome{Test: t}
	switch {
	case t.Kernel.Ignored || t.Disabled:
		o.Status, o.Reason = Disabled, "disabled by its directive"
	case t.Foreign != "":
		o.Status, o.Reason = NotOurs, t.Foreign
	default:
		t.compile(tb, o)
	}
	return o
}

// newest are the profiles to which the peer raises a kernel that needs them.
var newest = map[slc.Target]string{slc.SPIRV: "spirv_1_6", slc.HLSL: "sm_6_8", slc.Metal: "metal_4_1"}

func (t *Test) compile(tb *testing.T, o *Outcome) {
	profile := t.profile()
	result := t.request(profile)
	if profile == "" && !t.Check && needsNewer(result) {
		profile = newest[t.Target]
		result = t.request(profile)
	}
	expected, refusal := t.Kernel.Expected(t.Directive)
	switch {
	case result.InternalError:
		o.Status, o.Reason = Invalid, firstError(result)
	case refusal && !result.HasErrors():
		o.Status, o.Reason = Undiagnosed, "the peer refuses it: "+expected[0].Text
	case refusal:
		o.Status, o.Reason = Diagnosed, firstError(result)
	case len(expected) > 0:
		o.Status, o.Reason = Diagnosed, firstDiagnostic(result)
		if missing := undiagnosed(result, expected); missing != "" {
			o.Status, o.Reason = Undiagnosed, missing
		}
	case result.HasErrors():
		o.Status, o.Reason = Refused, firstError(result)
	case t.Check:
		o.Status = OK
	default:
		t.validate(tb, o, result, profile)
	}
}

func (t *Test) request(profile string) *slc.Result {
	req := slc.Request{Files: []string{t.Kernel.Path}, Options: t.Options, ReadFile: t.Kernel.read}
	req.Options.VerifyIR = true
	if t.Check {
		req.CheckAll = true
	} else {
		req.Outputs = []slc.Output{{Target: t.Target, Profile: profile}}
	}
	result, err := slc.Compile(context.Background(), req)
	if err != nil {
		panic(err) // the context is never cancelled
	}
	return result
}

// needsNewer reports whether the only errors are that the target's default version
// lacks something.
func needsNewer(r *slc.Result) bool {
	for _, d := range r.Diagnostics {
		if d.Severity >= diag.Error && len(d.Targets) == 0 {
			return false
		}
	}
	return r.HasErrors()
}

func firstError(r *slc.Result) string { return first(r, diag.Error) }

func firstDiagnostic(r *slc.Result) string { return first(r, diag.Warning) }

func first(r *slc.Result, least diag.Severity) string {
	for _, d := range r.Diagnostics {
		if d.Severity >= least {
			return fmt.Sprintf("%s line %d: %s", d.Code, r.Sources.Locate(d.Span.Start).Line, d.Message)
		}
	}
	return ""
}

// undiagnosed names the first expected diagnostic whose line has none of ours.
func undiagnosed(r *slc.Result, expected []Annotation) string {
	for _, e := range expected {
		if !slices.ContainsFunc(r.Diagnostics, func(d *diag.Diagnostic) bool {
			if r.Sources.Locate(d.Span.Start).Line == e.Line {
				return true
			}
			return slices.ContainsFunc(d.Notes, func(n diag.Attached) bool { return r.Sources.Locate(n.Span.Start).Line == e.Line })
		}) {
			return fmt.Sprintf("no diagnostic at line %d: %s", e.Line, e.Text)
		}
	}
	return ""
}

// validate runs the validators that know the output's language.
func (t *Test) validate(tb *testing.T, o *Outcome, result *slc.Result, profile string) {
	o.Status = OK
	if profile != "" {
		o.Reason = profile
	}
	out := result.Outputs[0]
	if dir := os.Getenv("SLC_CONFORMANCE_OUT"); dir != "" {
		name := fmt.Sprintf("%s/%s.%d.%s", dir, strings.ReplaceAll(t.Kernel.Path, "/", "_"), t.Index, t.Target)
		if err := os.WriteFile(name, out, 0o666); err != nil {
			tb.Fatal(err)
		}
	}
	err := validators(tb, t.Target, out, profile, entryName(result))
	if err != nil {
		o.Status, o.Reason = Invalid, briefly(err)
		return
	}
	if strings.HasPrefix(t.Command, "COMPARE_COMPUTE") {
		o.Run = t.run(tb, result)
	}
}

func entryName(r *slc.Result) string { return r.Modules[0].Entries[0].Name }

func validators(tb testing.TB, target slc.Target, out []byte, profile, entry string) error {
	switch target {
	case slc.SPIRV:
		if profile != "spirv_1_6" {
			if err := tools.SpirvValError(tb, out, "vulkan1.2"); err != nil {
				return err
			}
		}
		return tools.SpirvValError(tb, out, "vulkan1.3")
	case slc.HLSL:
		src := string(out)
		opts := tools.HLSLOptions{Entry: entry, Profile: profile, Native16: strings.Contains(src, "-enable-16bit-types")}
		if err := tools.ClangHLSLError(tb, src, opts); err != nil {
			return err
		}
		if tools.GlslangLacks(src) != "" {
			return nil
		}
		_, err := tools.GlslangHLSLError(tb, src, opts)
		if r, ok := err.(*tools.Refused); ok && r.Tool == "spirv-val" {
			return nil // both front ends take the text: the SPIR-V is glslang's own fault
		}
		return err
	}
	return tools.ClangMSLError(tb, string(out), profile)
}

// briefly is the tool's first line that says something.
func briefly(err error) string {
	if r, ok := err.(*tools.Refused); ok {
		for line := range strings.Lines(r.Log) {
			if strings.Contains(line, "rror") {
				return r.Tool + ": " + strings.TrimSpace(line)
			}
		}
	}
	text, _, _ := strings.Cut(err.Error(), "\n\n")
	return strings.Join(strings.Fields(text), " ")
}
