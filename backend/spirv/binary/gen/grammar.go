package main

import (
	"embed"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
)

// The JSON shapes of spirv.core.grammar.json and extinst.*.grammar.json.
type (
	grammar struct {
		Instructions []instruction `json:"instructions"`
		OperandKinds []operandKind `json:"operand_kinds"`
	}
	instruction struct {
		Opname       string    `json:"opname"`
		Class        string    `json:"class"`
		Opcode       uint32    `json:"opcode"`
		Operands     []operand `json:"operands"`
		Capabilities []string  `json:"capabilities"`
		Extensions   []string  `json:"extensions"`
		Version      string    `json:"version"`
	}
	operand struct {
		Kind       string `json:"kind"`
		Quantifier string `json:"quantifier"`
	}
	operandKind struct {
		Category   string      `json:"category"`
		Kind       string      `json:"kind"`
		Bases      []string    `json:"bases"`
		Enumerants []enumerant `json:"enumerants"`
	}
	enumerant struct {
		Name         string    `json:"enumerant"`
		Value        number    `json:"value"`
		Parameters   []operand `json:"parameters"`
		Capabilities []string  `json:"capabilities"`
		Extensions   []string  `json:"extensions"`
		Version      string    `json:"version"`
	}
)

// number is an enumerant's value: a JSON number for value enums, a hexadecimal string for bit enums.
type number uint32

func (n *number) UnmarshalJSON(b []byte) error {
	v, err := strconv.ParseUint(strings.Trim(string(b), `"`), 0, 32)
	*n = number(v)
	return err
}

// extra.json describes what is newer than Debian's spirv-headers, in the same shape.
//
//go:embed extra.json
var extraFS embed.FS

// Left out of the tables: kernel-only classes, vendor instructions that no Vulkan compute shader uses, ray queries.
var (
	droppedClasses = map[string]bool{"@exclude": true, "Pipe": true, "Device-Side_Enqueue": true}
	droppedNames   = regexp.MustCompile(`INTEL|HitObject|RayQuery`)
)

// load reads the core grammar and GLSL.std.450 from dir, merges extra.json and filters.
func load(dir string) (core, glsl *grammar, err error) {
	if core, err = readGrammar(filepath.Join(dir, "spirv.core.grammar.json")); err != nil {
		return nil, nil, err
	}
	if glsl, err = readGrammar(filepath.Join(dir, "extinst.glsl.std.450.grammar.json")); err != nil {
		return nil, nil, err
	}
	data, err := extraFS.ReadFile("extra.json")
	if err != nil {
		return nil, nil, err
	}
	var extra grammar
	if err := json.Unmarshal(data, &extra); err != nil {
		return nil, nil, fmt.Errorf("extra.json: %w", err)
	}
	if err := core.merge(&extra); err != nil {
		return nil, nil, err
	}
	core.filter()
	return core, glsl, nil
}

func readGrammar(path string) (*grammar, error) {
	data, err := os.ReadFile(path)
	if err != nil {
		return nil, fmt.Errorf("%w (Debian package spirv-headers)", err)
	}
	g := new(grammar)
	if err := json.Unmarshal(data, g); err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return g, nil
}

// merge adds the entries of extra that g lacks, so that newer headers that have them stay usable.
func (g *grammar) merge(extra *grammar) error {
	have := map[string]bool{}
	for _, i := range g.Instructions {
		have[i.Opname] = true
	}
	for _, i := range extra.Instructions {
		if !have[i.Opname] {
			g.Instructions = append(g.Instructions, i)
		}
	}
	for _, k := range extra.OperandKinds {
		target := g.kind(k.Kind)
		if target == nil {
			return fmt.Errorf("extra.json: unknown operand kind %s", k.Kind)
		}
		for _, e := range k.Enumerants {
			if !target.has(e.Name) {
				target.Enumerants = append(target.Enumerants, e)
			}
		}
	}
	return nil
}

func (g *grammar) kind(name string) *operandKind {
	for i := range g.OperandKinds {
		if g.OperandKinds[i].Kind == name {
			return &g.OperandKinds[i]
		}
	}
	return nil
}

func (k *operandKind) has(name string) bool {
	for _, e := range k.Enumerants {
		if e.Name == name {
			return true
		}
	}
	return false
}

// filter drops what the package does not describe, and then the operand kinds that nothing uses any more.
func (g *grammar) filter() {
	var insts []instruction
	for _, i := range g.Instructions {
		if !droppedClasses[i.Class] && !droppedNames.MatchString(i.Opname) {
			insts = append(insts, i)
		}
	}
	g.Instructions = insts
	caps := map[string]bool{}
	for i := range g.OperandKinds {
		k := &g.OperandKinds[i]
		var kept []enumerant
		for _, e := range k.Enumerants {
			if !droppedNames.MatchString(e.Name) {
				kept = append(kept, e)
				caps[e.Name] = caps[e.Name] || k.Kind == "Capability"
			}
		}
		k.Enumerants = kept
	}
	for i := range g.Instructions {
		g.Instructions[i].Capabilities = keep(g.Instructions[i].Capabilities, caps)
	}
	// Scope and MemorySemantics appear only as the values of constants, never as literal operands.
	used := map[string]bool{"Scope": true, "MemorySemantics": true}
	mark := func(ops []operand) {
		for _, o := range ops {
			used[o.Kind] = true
		}
	}
	for _, i := range g.Instructions {
		mark(i.Operands)
	}
	for i := range g.OperandKinds {
		for j := range g.OperandKinds[i].Enumerants {
			e := &g.OperandKinds[i].Enumerants[j]
			e.Capabilities = keep(e.Capabilities, caps)
			mark(e.Parameters)
		}
	}
	var kinds []operandKind
	for _, k := range g.OperandKinds {
		if used[k.Kind] {
			kinds = append(kinds, k)
		}
	}
	g.OperandKinds = kinds
}

func keep(names []string, known map[string]bool) []string {
	var out []string
	for _, n := range names {
		if known[n] {
			out = append(out, n)
		}
	}
	return out
}
