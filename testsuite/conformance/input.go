package conformance

import (
	"encoding/binary"
	"fmt"
	"math"
	"strconv"
	"strings"

	"slc/sema/types"
	"slc/testsuite/cases"
)

// An Input is a resource or value that a test binds by name.
type Input struct {
	Kind     string // ubuffer, cbuffer, uniform, RWTexture2D, …
	Name     string // of the parameter; a path a.b of members
	Out      bool   // its contents are compared
	Compares bool   // a sampler that holds where the reference is less
	Data     []byte
	Stride   int
	Count    int
	Size     int    // of a texture, in each direction
	Layers   int    // of an array of textures
	Content  string // of a texture: zero, one, …
	Counter  int    // first value of the hidden counter; -1: none
	// Addresses are those of other inputs in Data.
	Addresses []cases.Address
}

// parseInput reads what follows "TEST_INPUT:", in either form; nil when the line
// binds nothing (type_conformance and its like).
func parseInput(text string) (*Input, error) {
	text = strings.TrimSuffix(strings.TrimSpace(text), ";")
	if rest, ok := strings.CutPrefix(text, "set "); ok {
		return parseSet(rest)
	}
	kind, rest := kindOf(text)
	in := &Input{Kind: kind, Counter: -1}
	options, rest := parenthesised(rest)
	if err := in.options(options); err != nil {
		return nil, err
	}
	for _, part := range split(strings.TrimLeft(strings.TrimSpace(rest), ":,"), ",") {
		part = strings.TrimSpace(part)
		if name, ok := strings.CutPrefix(part, "name"); ok {
			in.Name = strings.TrimSpace(strings.TrimPrefix(strings.TrimSpace(name), "="))
		} else if part == "out" {
			in.Out = true
		}
	}
	if in.Name == "" {
		return nil, nil
	}
	return in, nil
}

// parseSet reads "PATH = [out] EXPR".
func parseSet(text string) (*Input, error) {
	name, value, _ := strings.Cut(text, "=")
	value = strings.TrimSpace(value)
	in := &Input{Name: strings.TrimSpace(name), Counter: -1}
	if rest, ok := strings.CutPrefix(value, "out "); ok {
		in.Out, value = true, strings.TrimSpace(rest)
	}
	kind, rest := kindOf(value)
	if kind == "" { // a number, or a list or struct of them
		in.Kind = "uniform"
		return in, in.data(strings.NewReplacer("[", " ", "]", " ", "{", " ", "}", " ", ",", " ").Replace(value))
	}
	in.Kind = kind
	if kind == "new" {
		return nil, fmt.Errorf("%s: objects made by new are not bound", in.Name)
	}
	options, _ := parenthesised(rest)
	return in, in.options(options)
}

func kindOf(text string) (kind, rest string) {
	end := strings.IndexFunc(text, func(r rune) bool {
		return !(r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' && text[0] > '9' || r == '_')
	})
	if end < 0 {
		end = len(text)
	}
	return text[:end], text[end:]
}

// options reads "data=[…], stride=4, …".
func (in *Input) options(text string) (err error) {
	in.Size = 4
	for text = strings.TrimSpace(text); text != "" && err == nil; {
		key, rest, _ := strings.Cut(text, "=")
		rest = strings.TrimSpace(rest)
		var value string
		if strings.HasPrefix(rest, "[") {
			value, rest, _ = strings.Cut(rest[1:], "]")
			_, rest, _ = strings.Cut(rest, ",")
		} else {
			value, rest, _ = strings.Cut(rest, ",")
		}
		err = in.option(strings.TrimSpace(key), strings.TrimSpace(value))
		text = strings.TrimSpace(rest)
	}
	in.Data = append(in.Data, make([]byte, max(0, in.Count*in.Stride-len(in.Data)))...)
	return err
}

func (in *Input) option(key, value string) (err error) {
	switch key {
	case "data":
		return in.data(value)
	case "stride":
		in.Stride, err = strconv.Atoi(value)
	case "counter":
		in.Counter, err = strconv.Atoi(value)
	case "count":
		in.Count, err = strconv.Atoi(value)
	case "size":
		in.Size, err = strconv.Atoi(value)
	case "arrayLength":
		in.Layers, err = strconv.Atoi(value)
	case "content":
		in.Content = value
	case "depthCompare":
		in.Compares = true
	}
	return err
}

// data reads words: integers, floats by their point, halves by a final h.
func (in *Input) data(text string) error {
	for _, word := range strings.Fields(strings.ReplaceAll(text, ",", " ")) {
		if isName(word) { // the address of another input
			in.Addresses = append(in.Addresses, cases.Address{Word: len(in.Data) / 4, Of: word})
			in.Data = append(in.Data, make([]byte, 8)...)
			continue
		}
		bits, size, err := number(word)
		if err != nil {
			return err
		}
		if size == 4 && in.Stride > 0 && in.Stride < 4 && in.Count == 0 {
			size = in.Stride
		}
		var le [8]byte
		binary.LittleEndian.PutUint64(le[:], bits)
		in.Data = append(in.Data, le[:size]...)
	}
	return nil
}

func isName(word string) bool {
	c := word[0] | 0x20
	return c >= 'a' && c <= 'z' || c == '_'
}

func number(word string) (bits uint64, size int, err error) {
	if half, ok := strings.CutSuffix(word, "h"); ok {
		f, err := strconv.ParseFloat(half, 32)
		return uint64(types.FloatToHalf(f)), 2, err
	}
	if strings.Contains(word, ".") && !strings.HasPrefix(word, "0x") {
		f, err := strconv.ParseFloat(strings.TrimSuffix(word, "f"), 32)
		return uint64(math.Float32bits(float32(f))), 4, err
	}
	n, err := strconv.ParseInt(strings.TrimSuffix(word, "u"), 0, 64)
	if err != nil {
		return 0, 0, fmt.Errorf("%q is not a number", word)
	}
	return uint64(uint32(n)), 4, nil
}

// isTexture reports whether the input is an image.
func (in *Input) isTexture() bool {
	return strings.Contains(in.Kind, "Texture") && !strings.HasSuffix(in.Kind, "Buffer")
}
