// Package batch reads manifests, lists of kernels to compile, and runs what they
// come to on several workers. What a kernel is compiled by is the caller's.
//
//	manifest.go   the JSON form (docs/batch.schema.json)
//	expand.go     rows -> jobs: globs, entry points, permutations
//	output.go     the names of what is written
//	run.go        jobs -> outcomes, in the order of the manifest
//	progress.go   the bar on a terminal
//	summary.go    the JSON summary
package batch

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
)

// Manifest is a list of kernels. Paths of sources and include directories are relative to the
// manifest's directory, outputs to the output directory.
type Manifest struct {
	Schema   string `json:"$schema"`
	Defaults Row    `json:"defaults"`
	Kernels  []Row  `json:"kernels"`
}

// Row is one entry of a manifest, or what holds for all.
type Row struct {
	Source       words   `json:"source"`       // files or patterns with *, ?, [a-z], {a,b} and **
	Entry        words   `json:"entry"`        // each is compiled on its own; none: all of the file at once
	Targets      words   `json:"targets"`      // spirv, spirv-asm, hlsl, metal
	Outputs      outputs `json:"outputs"`      // templates
	Reflection   string  `json:"reflection"`   // template
	Depfile      string  `json:"depfile"`      // template
	Defines      macros  `json:"defines"`      // NAME: string, number or boolean
	Include      words   `json:"include"`      // directories
	Profile      words   `json:"profile"`      // one a target at most
	Options      words   `json:"options"`      // further options of slc compile, a word each
	Permutations axes    `json:"permutations"` // NAME: list of values; null leaves NAME undefined
}

// Parse reads a manifest. Unknown fields are errors: a misspelt one would be lost.
func Parse(text []byte) (*Manifest, error) {
	if err := checkShape(text); err != nil {
		return nil, err
	}
	var m Manifest
	d := json.NewDecoder(bytes.NewReader(text))
	d.DisallowUnknownFields()
	err := d.Decode(&m)
	if err == nil && d.More() {
		err = errors.New("there is more than one value")
	}
	if err != nil {
		return nil, located(text, err)
	}
	if len(m.Defaults.Source) > 0 {
		return nil, errors.New("defaults: source belongs to a kernel")
	}
	for i := range m.Kernels {
		if len(m.Kernels[i].Source) == 0 {
			return nil, fmt.Errorf("kernels[%d]: source is missing", i)
		}
	}
	if len(m.Kernels) == 0 {
		return nil, errors.New("kernels is missing or empty")
	}
	return &m, nil
}

// located puts the line before a fault of syntax or type.
func located(text []byte, err error) error {
	var syntax *json.SyntaxError
	var kind *json.UnmarshalTypeError
	offset := int64(-1)
	switch {
	case errors.As(err, &syntax):
		offset = syntax.Offset
	case errors.As(err, &kind):
		offset = kind.Offset
	}
	if offset < 0 || offset > int64(len(text)) {
		return err
	}
	return fmt.Errorf("%s: %w", place(text, offset), err)
}

// words is a string or a list of strings.
type words []string

func (w *words) UnmarshalJSON(text []byte) error {
	var one string
	if json.Unmarshal(text, &one) == nil {
		*w = words{one}
		return nil
	}
	var list []string
	if err := json.Unmarshal(text, &list); err != nil {
		return fmt.Errorf("%s is neither a string nor a list of strings", clip(text))
	}
	*w = list
	return nil
}

// clip shortens text for a message.
func clip(text []byte) string {
	const most = 40
	if len(text) > most {
		return string(text[:most]) + "…"
	}
	return string(text)
}

// outputs is a template for all targets, or one a target.
type outputs struct {
	all      string
	byTarget map[string]string
}

func (o *outputs) UnmarshalJSON(text []byte) error {
	if json.Unmarshal(text, &o.all) == nil {
		return nil
	}
	if err := json.Unmarshal(text, &o.byTarget); err != nil {
		return fmt.Errorf("outputs: %s is neither a template nor an object of one a target", clip(text))
	}
	return nil
}

func (o outputs) isSet() bool { return o.all != "" || o.byTarget != nil }

// Macro is a definition; one that is not Defined leaves a permutation without it.
type Macro struct {
	Name, Value string
	Defined     bool
}

// String is the macro as -D takes it.
func (m Macro) String() string {
	if !m.Defined {
		return m.Name + " undefined"
	}
	return m.Name + "=" + m.Value
}

// macros are definitions in the order of the manifest.
type macros []Macro

func (m *macros) UnmarshalJSON(text []byte) error {
	return eachField(text, func(name string, value json.RawMessage) error {
		x, err := macroValue(name, value)
		*m = append(*m, x)
		return err
	})
}

// axis is a macro with the values that it takes in turn.
type axis []Macro

// axes are in the order of the manifest; the last one varies fastest.
type axes []axis

func (a *axes) UnmarshalJSON(text []byte) error {
	return eachField(text, func(name string, value json.RawMessage) error {
		var values []json.RawMessage
		if err := json.Unmarshal(value, &values); err != nil || len(values) == 0 {
			return fmt.Errorf("permutations: %s is not a list of values: %s", name, clip(value))
		}
		var x axis
		for _, v := range values {
			m, err := macroValue(name, v)
			if err != nil {
				return err
			}
			x = append(x, m)
		}
		*a = append(*a, x)
		return nil
	})
}

// eachField calls f for the fields of an object in their order; a name that comes twice is an error.
func eachField(text []byte, f func(name string, value json.RawMessage) error) error {
	d := json.NewDecoder(bytes.NewReader(text))
	if t, err := d.Token(); err != nil || t != json.Delim('{') {
		return fmt.Errorf("%s is not an object", clip(text))
	}
	seen := map[string]bool{}
	for d.More() {
		t, err := d.Token()
		if err != nil {
			return err
		}
		name := t.(string) // the token before a value of an object is its name
		var value json.RawMessage
		if err := d.Decode(&value); err != nil {
			return err
		}
		if seen[name] {
			return fmt.Errorf("%s comes twice", name)
		}
		seen[name] = true
		if err := f(name, value); err != nil {
			return err
		}
	}
	return nil
}

// macroValue makes the text of a macro of a JSON value: true and false are 1 and 0, as in the
// preprocessor's conditions.
func macroValue(name string, text json.RawMessage) (Macro, error) {
	m := Macro{Name: name, Defined: true}
	var s string
	switch {
	case string(text) == "null":
		m.Defined = false
	case string(text) == "true":
		m.Value = "1"
	case string(text) == "false":
		m.Value = "0"
	case json.Unmarshal(text, &s) == nil:
		m.Value = s
	default:
		if _, err := strconv.ParseFloat(string(text), 64); err != nil {
			return m, fmt.Errorf("the value of %s is no string, number or boolean: %s", name, clip(text))
		}
		m.Value = string(text)
	}
	return m, nil
}
