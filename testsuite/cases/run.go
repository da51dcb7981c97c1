package cases

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"slc"
)

// Run is one dispatch of the section "run" and what may come of it. A line each:
//
//	dispatch X Y Z        starts a run: the number of workgroups
//	wave N                it needs waves of at least N lanes
//	except TARGET         not executed for that target, because of a fault of a tool
//	refused TARGET CODE   the target cannot express the kernel: the error that says so
//	optional FEATURE      what it needs of a Vulkan device, in the words of slc-vulkan; not executed on one that lacks it
//	races NAME…           there are data races on these objects, by intent
//	buffer NAME = WORDS   the words of a buffer before the dispatch
//	extent NAME = W H D   the size of an image; without: 8 in each dimension. The faces of a cube are its last dimension
//	sampler NAME = WORDS  the state of a sampler: nearest or linear; wrap, mirror or clamp; a comparison such as less-equal
//	specialize NAME = N   the value of a specialization constant, an integer, in this run and the next ones
//	expect NAME = WORDS   its first words after it
//	expect sorted NAME = WORDS   the same, in ascending order
//
// WORDS are 32-bit words: 7, -1, 0x10, 0.5 (the bits of a float); A..B and A..B/S are
// sequences with step 1 or S, both ends included; V*N is V N times. What is expected may
// also be {A,B,C..D}, one of these, and _, anything.
type Run struct {
	Dispatch [3]uint32
	Wave     int
	Except   []string // names of targets
	Refused  []Refusal
	Optional []string // features of a Vulkan device
	Races    []string
	Buffers  []RunBuffer
	Expect   []Expectation
	Extents  map[string][]int
	Samplers map[string]string
	// Specialize has the values of specialization constants, in their order.
	Specialize []SpecValue
}

// SpecValue is the value of a specialization constant.
type SpecValue struct {
	Name  string
	Value uint32
}

// Refusal is the compile-time error that a target prescribes for a kernel.
type Refusal struct {
	Target, Code string
}

// RunBuffer is the contents of a buffer before a run. One whose name the kernel does not know is
// memory that it reaches through pointers.
type RunBuffer struct {
	Name      string
	Words     []uint32
	Addresses []Address // that replace two words each
}

// Address is the address of a buffer, plus Plus bytes, at a word of another.
type Address struct {
	Word int
	Of   string
	Plus uint64
}

// Expectation is what a buffer may hold after a run, word by word.
type Expectation struct {
	Name   string
	Sorted bool
	Words  []Word
}

// Word is the values that a word may have; nil: any.
type Word []uint32

// Check compares a buffer with the expectation.
func (e *Expectation) Check(got []uint32) error {
	if len(got) < len(e.Words) {
		return fmt.Errorf("%s has %d words, expected are %d", e.Name, len(got), len(e.Words))
	}
	if e.Sorted {
		got = slices.Sorted(slices.Values(got[:len(e.Words)]))
	}
	for i, w := range e.Words {
		if w != nil && !slices.Contains(w, got[i]) {
			return fmt.Errorf("%s[%d] is %#x (%[3]d), which is not one of %#x", e.Name, i, got[i], []uint32(w))
		}
	}
	return nil
}

// ParseRuns reads the section "run".
func ParseRuns(text string) (runs []Run, err error) {
	for _, line := range lines(text) {
		key, rest, _ := strings.Cut(line, " ")
		if key == "dispatch" {
			var set []SpecValue
			if n := len(runs); n > 0 {
				set = slices.Clone(runs[n-1].Specialize)
			}
			runs = append(runs, Run{Specialize: set})
		} else if len(runs) == 0 {
			return nil, fmt.Errorf("run: %s: a run starts with its dispatch", line)
		}
		if err := runs[len(runs)-1].set(key, rest); err != nil {
			return nil, fmt.Errorf("run: %s: %v", line, err)
		}
	}
	return runs, nil
}

func (r *Run) set(key, rest string) (err error) {
	switch key {
	case "dispatch":
		_, err = fmt.Sscan(rest, &r.Dispatch[0], &r.Dispatch[1], &r.Dispatch[2])
	case "wave":
		r.Wave, err = strconv.Atoi(rest)
	case "except":
		r.Except = append(r.Except, rest)
		err = knownTarget(rest)
	case "optional":
		r.Optional = append(r.Optional, rest)
	case "races":
		r.Races = strings.Fields(rest)
	case "refused":
		target, code, _ := strings.Cut(rest, " ")
		r.Refused = append(r.Refused, Refusal{target, code})
		err = knownTarget(target)
	case "buffer":
		b, err := parseBuffer(rest)
		if err != nil {
			return err
		}
		r.Buffers = append(r.Buffers, b)
	case "extent":
		name, words, err := named(rest)
		if err != nil || len(words) == 0 || len(words) > 3 {
			return fmt.Errorf("an extent is NAME = W H D")
		}
		if r.Extents == nil {
			r.Extents = map[string][]int{}
		}
		for _, w := range words {
			r.Extents[name] = append(r.Extents[name], int(w[0]))
		}
	case "specialize":
		name, words, err := named(rest)
		if err != nil || len(words) != 1 || len(words[0]) != 1 {
			return fmt.Errorf("a specialization constant is NAME = N")
		}
		r.Specialize = slices.DeleteFunc(r.Specialize, func(s SpecValue) bool { return s.Name == name })
		r.Specialize = append(r.Specialize, SpecValue{name, words[0][0]})
	case "sampler":
		name, words, ok := strings.Cut(rest, "=")
		if !ok {
			return fmt.Errorf("a sampler is NAME = WORDS")
		}
		if r.Samplers == nil {
			r.Samplers = map[string]string{}
		}
		r.Samplers[strings.TrimSpace(name)] = strings.TrimSpace(words)
	case "expect":
		e := Expectation{}
		rest, e.Sorted = strings.CutPrefix(rest, "sorted ")
		e.Name, e.Words, err = named(rest)
		r.Expect = append(r.Expect, e)
	default:
		return fmt.Errorf("unknown line")
	}
	return err
}

// parseBuffer reads "NAME = ITEMS", of which &NAME and &NAME+BYTES are addresses.
func parseBuffer(s string) (b RunBuffer, err error) {
	name, list, ok := strings.Cut(s, "=")
	if b.Name = strings.TrimSpace(name); !ok || b.Name == "" {
		return b, fmt.Errorf("want NAME = WORDS")
	}
	for _, item := range strings.Fields(list) {
		if of, ok := strings.CutPrefix(item, "&"); ok {
			a := Address{Word: len(b.Words)}
			var plus string
			if a.Of, plus, ok = strings.Cut(of, "+"); ok {
				if a.Plus, err = strconv.ParseUint(plus, 0, 64); err != nil {
					return b, err
				}
			}
			b.Words, b.Addresses = append(b.Words, 0, 0), append(b.Addresses, a)
			continue
		}
		words, err := parseItem(item)
		if err != nil {
			return b, fmt.Errorf("%s: %v", item, err)
		}
		for _, w := range words {
			if len(w) != 1 {
				return b, fmt.Errorf("the words before a run are single values")
			}
			b.Words = append(b.Words, w[0])
		}
	}
	return b, nil
}

func knownTarget(name string) error {
	if _, ok := slc.ParseTarget(name); !ok {
		return fmt.Errorf("unknown target")
	}
	return nil
}

// named reads "NAME = WORDS".
func named(s string) (name string, words []Word, err error) {
	name, list, ok := strings.Cut(s, "=")
	if name = strings.TrimSpace(name); !ok || name == "" {
		return "", nil, fmt.Errorf("want NAME = WORDS")
	}
	for _, item := range strings.Fields(list) {
		w, err := parseItem(item)
		if err != nil {
			return "", nil, fmt.Errorf("%s: %v", item, err)
		}
		words = append(words, w...)
	}
	return name, words, nil
}

// parseItem reads one item: a word, a set, a sequence, or many of one.
func parseItem(item string) ([]Word, error) {
	if one, count, ok := strings.Cut(item, "*"); ok {
		n, err := strconv.Atoi(count)
		if err != nil || n < 1 {
			return nil, fmt.Errorf("bad count")
		}
		words, err := parseItem(one)
		return slices.Repeat(words, n), err
	}
	if item == "_" {
		return []Word{nil}, nil
	}
	if set, ok := strings.CutPrefix(item, "{"); ok {
		var w Word
		for _, part := range strings.Split(strings.TrimSuffix(set, "}"), ",") {
			values, err := sequence(part)
			if err != nil {
				return nil, err
			}
			w = append(w, values...)
		}
		return []Word{w}, nil
	}
	values, err := sequence(item)
	var words []Word
	for _, v := range values {
		words = append(words, Word{v})
	}
	return words, err
}

// maxSequence bounds a sequence, so that a typing error ends with a message.
const maxSequence = 1 << 20

// sequence reads A, A..B or A..B/S.
func sequence(s string) ([]uint32, error) {
	first, rest, ok := strings.Cut(s, "..")
	if !ok {
		v, err := word(s)
		return []uint32{v}, err
	}
	last, stepText, hasStep := strings.Cut(rest, "/")
	step := int64(1)
	a, err1 := strconv.ParseInt(first, 0, 64)
	b, err2 := strconv.ParseInt(last, 0, 64)
	var err3 error
	if hasStep {
		step, err3 = strconv.ParseInt(stepText, 0, 64)
	}
	if err1 != nil || err2 != nil || err3 != nil || step == 0 || (b-a)%step != 0 || (b-a)/step < 0 || (b-a)/step > maxSequence {
		return nil, fmt.Errorf("bad sequence")
	}
	var out []uint32
	for v := a; ; v += step {
		out = append(out, uint32(v))
		if v == b {
			return out, nil
		}
	}
}

func word(s string) (uint32, error) {
	if v, err := strconv.ParseInt(s, 0, 64); err == nil && v >= math.MinInt32 && v <= math.MaxUint32 {
		return uint32(v), nil
	}
	if v, err := strconv.ParseFloat(s, 32); err == nil && strings.Contains(s, ".") {
		return math.Float32bits(float32(v)), nil
	}
	return 0, fmt.Errorf("not a 32-bit word")
}
