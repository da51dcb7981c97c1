package memmodel

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// Test is a litmus program with what its author expects of it.
type Test struct {
	Program  *Program
	Verdicts []Verdict
}

// Verdict says whether some execution satisfies a condition.
type Verdict struct {
	Satisfiable bool
	NoChains    bool // on an implementation without availability and visibility chains
	Condition   Condition
	Text        string
	Line        int
}

// Check decides the verdict's condition and says whether the answer is the expected one.
func (v *Verdict) Check(p *Program) (ok bool, a Answer, err error) {
	a, err = Solve(p, v.Condition, Options{NoChains: v.NoChains})
	return err == nil && a.Satisfiable == v.Satisfiable, a, err
}

// litmusTokens are the tokens of an instruction that set flags.
func litmusTokens() map[string]Flag {
	return map[string]Flag{
		"st": Write, "ld": Read, "atom": Atomic, "rmw": RMW,
		"membar": Fence, "cbar": ControlBarrier, "acq": Acquire, "rel": Release,
		"semav": MakeAvailable, "semvis": MakeVisible, "av": Available, "vis": Visible,
		"nonpriv": NonPrivate, "avdevice": AvailableDevice, "visdevice": VisibleDevice,
	}
}

// litmusClasses is how many storage classes the format has names for: sc0, sc1, …
const litmusClasses = 8

// ParseLitmus reads a test in the litmus format of KhronosGroup/Vulkan-MemoryModel.
// Beyond it, storage classes go up to 7, and conditions may compare the final value of
// a variable (x = 1) and use || and !.
func ParseLitmus(name, text string) (*Test, error) {
	r := litmusReader{b: NewBuilder(name), test: &Test{}, tokens: litmusTokens(), numbers: map[int]int{}}
	for i, line := range strings.Split(text, "\n") {
		line = strings.TrimSpace(line)
		if line == "" || strings.HasPrefix(line, "//") {
			continue
		}
		if err := r.line(line, i+1); err != nil {
			return nil, fmt.Errorf("%s:%d: %w", name, i+1, err)
		}
	}
	return r.finish(name)
}

type litmusReader struct {
	b       *Builder
	test    *Test
	tokens  map[string]Flag
	numbers map[int]int // thread number as written to thread
	last    int         // number of the last thread
	ssw     [][2]int
}

func (r *litmusReader) line(line string, at int) error {
	words := strings.Fields(line)
	switch words[0] {
	case "NEWQF":
		r.b.NewFamily()
	case "NEWWG":
		r.b.NewGroup()
	case "NEWSG":
		r.b.NewSubgroup()
	case "NEWTHREAD":
		return r.thread(words[1:])
	case "SSW":
		pair, err := numbers(words[1:], 2)
		if err == nil {
			r.ssw = append(r.ssw, [2]int{pair[0], pair[1]})
		}
		return err
	case "SLOC":
		if len(words) != 3 {
			return fmt.Errorf("SLOC takes two variables")
		}
		r.b.Alias(words[1], words[2])
	case "SATISFIABLE", "NOSOLUTION":
		v := Verdict{Satisfiable: words[0] == "SATISFIABLE", Line: at}
		rest := strings.TrimSpace(strings.TrimPrefix(line, words[0]))
		if after, ok := strings.CutPrefix(rest, "NOCHAINS"); ok {
			v.NoChains, rest = true, after
		}
		v.Text = strings.TrimSpace(rest)
		r.test.Verdicts = append(r.test.Verdicts, v)
	default:
		return r.instruction(line)
	}
	return nil
}

// thread opens a thread, numbered as written or one beyond the one before.
func (r *litmusReader) thread(args []string) error {
	n := 0
	if len(r.numbers) > 0 {
		n = r.last + 1
	}
	if len(args) > 0 {
		given, err := numbers(args, 1)
		if err != nil {
			return err
		}
		n = given[0]
	}
	if _, twice := r.numbers[n]; twice {
		return fmt.Errorf("there is a thread %d already", n)
	}
	r.numbers[n], r.last = r.b.NewThread(""), n
	return nil
}

func numbers(words []string, want int) ([]int, error) {
	if len(words) != want {
		return nil, fmt.Errorf("%d numbers expected", want)
	}
	out := make([]int, want)
	for i, w := range words {
		n, err := strconv.Atoi(w)
		if err != nil {
			return nil, fmt.Errorf("%q is no number", w)
		}
		out[i] = n
	}
	return out, nil
}

// instruction reads tokens, and a variable with its values or a barrier's instance.
func (r *litmusReader) instruction(line string) error {
	op, rest, _ := strings.Cut(line, " ")
	e := Event{Text: line}
	for token := range strings.SplitSeq(op, ".") {
		if err := r.token(&e, token); err != nil {
			return err
		}
	}
	if e.is(ControlBarrier) {
		n, err := numbers(strings.Fields(rest), 1)
		if err != nil {
			return err
		}
		e.Instance, e.Execution = n[0]+1, e.Scope
		return r.b.add(e, "")
	}
	variable, values, _ := strings.Cut(rest, "=")
	if err := setValues(&e, strings.Fields(values)); err != nil {
		return err
	}
	return r.b.add(e, strings.TrimSpace(variable))
}

// setValues takes a read's or a write's value, or an RMW's two.
func setValues(e *Event, words []string) error {
	switch {
	case len(words) > 2 || len(words) == 2 && !e.is(RMW):
		return fmt.Errorf("too many values")
	case len(words) == 0:
		return nil
	}
	n, err := numbers(words, len(words))
	if err != nil {
		return err
	}
	if e.is(Read) {
		e.Reads = Of(int64(n[0]))
	}
	if e.is(Write) && (len(n) == 2 || !e.is(Read)) {
		e.Writes = Of(int64(n[len(n)-1]))
	}
	return nil
}

func (r *litmusReader) token(e *Event, token string) error {
	if f, ok := r.tokens[token]; ok {
		e.Flags |= f
		return nil
	}
	for s := Subgroup; s <= Device; s++ {
		if token == s.String() {
			if e.Scope != ScopeNone {
				return fmt.Errorf("two scopes")
			}
			e.Scope = s
			return nil
		}
	}
	digits, semantics := strings.CutPrefix(token, "sem")
	digits, class := strings.CutPrefix(digits, "sc")
	n, err := strconv.Atoi(digits)
	if !class || err != nil || n < 0 || n >= litmusClasses {
		return fmt.Errorf("no token %q", token)
	}
	if semantics {
		e.Semantics |= 1 << n
	} else {
		e.Class |= 1 << n
	}
	return nil
}

// finish resolves thread numbers and conditions, which may name what comes later.
func (r *litmusReader) finish(name string) (*Test, error) {
	for _, pair := range r.ssw {
		a, first := r.numbers[pair[0]]
		b, second := r.numbers[pair[1]]
		if !first || !second {
			return nil, fmt.Errorf("%s: SSW %d %d names no thread", name, pair[0], pair[1])
		}
		r.b.SystemSynchronizes(a, b)
	}
	p, err := r.b.Program()
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	r.test.Program = p
	for i := range r.test.Verdicts {
		v := &r.test.Verdicts[i]
		if v.Condition, err = parseCondition(p, v.Text); err != nil {
			return nil, fmt.Errorf("%s:%d: %w", name, v.Line, err)
		}
	}
	r.test.Verdicts = slices.Clip(r.test.Verdicts)
	return r.test, nil
}
