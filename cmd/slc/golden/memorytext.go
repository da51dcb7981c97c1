package golden

import "strings"

// textMemory lists the memory operations of HLSL or MSL text. These languages order relaxed
// atomics by fences beside them: a fence before an atomic makes it a release, one behind it an
// acquire (lowering.md, the fences of HLSL and MSL). Whose a fence is cannot always be told from
// one text: it is an operation of its own here, and ownFences says what to describe it with.
func textMemory(lang Language, lines []string) []memoryOp {
	r := textReader{lang: lang, shared: map[string]bool{}}
	depth, parens := 0, 0
	for i, line := range lines {
		code := stripComment(line)
		trimmed := strings.TrimSpace(code)
		if depth == 0 && parens == 0 && strings.Contains(code, "(") && !strings.HasPrefix(trimmed, "[") && !strings.Contains(code, ";") {
			r.fn = functionName(code)
		}
		r.line(i, trimmed)
		depth += strings.Count(code, "{") - strings.Count(code, "}")
		parens += strings.Count(code, "(") - strings.Count(code, ")")
	}
	return r.neighbours()
}

func stripComment(line string) string {
	code, _, _ := strings.Cut(line, "//")
	return code
}

// functionName is the name before the first parenthesis.
func functionName(line string) string {
	head, _, _ := strings.Cut(line, "(")
	fields := strings.FieldsFunc(head, func(r rune) bool { return !isWord(r) })
	if len(fields) == 0 {
		return ""
	}
	return fields[len(fields)-1]
}

func isWord(r rune) bool {
	return r == '_' || r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9'
}

type textReader struct {
	lang Language
	fn   string
	ops  []memoryOp
	idle []int // per operation: lines of code between it and the one before
	code int   // lines of code since the last operation

	shared   map[string]bool // names of memory that other invocations see
	declared []int           // lines above that only declare a variable
}

func (r *textReader) add(line int, op memoryOp) {
	op.fn, op.line = r.fn, line
	if op.dir != fences {
		op.beside, r.declared = r.declared, nil
	}
	r.ops = append(r.ops, op)
	r.idle = append(r.idle, r.code)
	r.code = 0
}

// line reads one line of code.
func (r *textReader) line(i int, code string) {
	before := len(r.ops)
	r.declaration(i, code)
	for _, c := range calls(code) {
		if r.lang == HLSL {
			r.hlsl(i, c)
		} else {
			r.metal(i, c)
		}
	}
	r.accesses(i, code)
	switch {
	case declaresOnly(code):
		r.declared = append(r.declared, i)
	case len(r.ops) == before && code != "":
		r.code++
		r.declared = nil
	}
}

// declaresOnly holds for "uint old;", which stands between a fence and its atomic.
func declaresOnly(code string) bool {
	return strings.HasSuffix(code, ";") && !strings.ContainsAny(code, "=(") && len(strings.Fields(code)) > 1
}

// call is one call in a line.
type call struct {
	name string // with the object before a method: tex.atomic_fetch_add
	args []string
}

// calls finds the calls of a line, outermost first.
func calls(code string) []call {
	var out []call
	for i := 0; i < len(code); i++ {
		if code[i] != '(' {
			continue
		}
		start := i
		for start > 0 && (isWord(rune(code[start-1])) || code[start-1] == '.') {
			start--
		}
		if start < i {
			out = append(out, call{code[start:i], arguments(code[i+1:])})
		}
	}
	return out
}

// arguments splits what follows an opening parenthesis at the commas of its level.
func arguments(code string) []string {
	var out []string
	depth, start := 0, 0
	for i := 0; i < len(code); i++ {
		switch code[i] {
		case '(', '[', '{':
			depth++
		case ')', ']', '}':
			if depth == 0 {
				return append(out, strings.TrimSpace(code[start:i]))
			}
			depth--
		case ',':
			if depth == 0 {
				out = append(out, strings.TrimSpace(code[start:i]))
				start = i + 1
			}
		}
	}
	return append(out, strings.TrimSpace(code[start:]))
}

func (c *call) arg(i int) string {
	if i < len(c.args) {
		return c.args[i]
	}
	return ""
}

// declaration reads declarations of resources: a qualifier makes what is written to them
// visible to other invocations.
func (r *textReader) declaration(i int, code string) {
	parts, word, fn := []string{code}, "globallycoherent", ""
	if r.lang == HLSL {
		if !strings.HasPrefix(strings.TrimPrefix(code, "globallycoherent "), "RW") || !strings.Contains(code, ": register(") {
			return
		}
	} else {
		word, fn = "coherent(device)", r.fn
		if open := strings.Index(code, "("); open >= 0 && !strings.HasSuffix(code[:open], "coherent") && !strings.Contains(code[:open], "[[") && !strings.HasSuffix(code, ";") {
			parts = arguments(code[open+1:])
		}
	}
	for _, part := range parts {
		if r.lang == Metal && !strings.HasPrefix(part, "device ") && !strings.Contains(part, word+" ") {
			continue
		}
		head, _, _ := strings.Cut(strings.ReplaceAll(part, word, ""), ":")
		head, _, _ = strings.Cut(head, "[[")
		op := memoryOp{dir: declares, name: "declaration", object: declared(head), fn: fn, line: i}
		r.shared[op.object] = true
		if strings.Contains(part, word) {
			op.traits = coherent
		}
		r.ops, r.idle = append(r.ops, op), append(r.idle, 1)
	}
}

// declared is the name that a declaration gives.
func declared(head string) string {
	head, _, _ = strings.Cut(strings.TrimSpace(head), "[")
	fields := strings.FieldsFunc(head, func(r rune) bool { return !isWord(r) })
	if len(fields) == 0 {
		return ""
	}
	return fields[len(fields)-1]
}

// hlslBarriers are the barrier functions: which memory, and who waits.
func hlslBarrier(name string) (op memoryOp, ok bool) {
	base, sync := strings.CutSuffix(name, "WithGroupSync")
	op = memoryOp{dir: fences, name: "fence", order: acquires | releases, scope: deviceScope}
	switch base {
	case "AllMemoryBarrier":
		op.traits = buffers | images | groupMemory
	case "DeviceMemoryBarrier":
		op.traits = buffers | images
	case "GroupMemoryBarrier":
		op.traits, op.scope = groupMemory, workgroupScope
	default:
		return op, false
	}
	if sync {
		op.dir, op.name, op.exec = barriers, "control barrier", workgroupScope
	}
	return op, true
}

func (r *textReader) hlsl(i int, c call) {
	if op, ok := hlslBarrier(c.name); ok {
		r.add(i, op)
		return
	}
	object, method, isMethod := cutLast(c.name, ".")
	name := c.name
	if isMethod {
		name = method
	} else {
		object = c.arg(0)
	}
	what, ok := strings.CutPrefix(name, "Interlocked")
	if !ok {
		return
	}
	if isMethod {
		object += "[" + c.arg(0) + "]"
	}
	op := memoryOp{dir: modifies, name: "atomic " + strings.ToLower(what), object: object, atomic: true, scope: deviceScope}
	if strings.HasPrefix(what, "Compare") {
		op.dir = compares
	}
	r.add(i, op)
}

func cutLast(s, sep string) (before, after string, found bool) {
	if i := strings.LastIndex(s, sep); i >= 0 {
		return s[:i], s[i+len(sep):], true
	}
	return "", s, false
}

// metalOrder reads a memory_order; MSL's fences carry seq_cst for every stronger order before
// version 4.1, so that the name alone says nothing about the source.
func metalOrder(arg string) order {
	switch strings.TrimPrefix(arg, "metal::") {
	case "memory_order_acquire":
		return acquires
	case "memory_order_release":
		return releases
	case "memory_order_acq_rel":
		return acquires | releases
	case "memory_order_seq_cst":
		return acquires | releases | sequential
	}
	return relaxed
}

func metalScope(arg string) scope {
	switch arg {
	case "thread_scope_device":
		return deviceScope
	case "thread_scope_threadgroup":
		return workgroupScope
	case "thread_scope_simdgroup":
		return subgroupScope
	case "thread_scope_thread":
		return invocationScope
	}
	return noScope
}

func metalFlags(arg string) (t traits) {
	for _, f := range [...]struct {
		name string
		t    traits
	}{{"mem_device", buffers}, {"mem_threadgroup", groupMemory}, {"mem_texture", images}, {"mem_threadgroup_imageblock", otherStorage}} {
		for part := range strings.SplitSeq(arg, "|") {
			if strings.TrimSpace(part) == "mem_flags::"+f.name {
				t |= f.t
			}
		}
	}
	return t
}

func (r *textReader) metal(i int, c call) {
	object, name, isMethod := cutLast(c.name, ".")
	switch name {
	case "atomic_thread_fence":
		op := memoryOp{dir: fences, name: "fence", traits: metalFlags(c.arg(0)), order: metalOrder(c.arg(1)), scope: metalScope(c.arg(2))}
		if op.scope == noScope {
			op.scope = deviceScope // the default of the function
		}
		r.add(i, op)
		return
	case "threadgroup_barrier", "simdgroup_barrier":
		op := memoryOp{dir: barriers, name: "control barrier", traits: metalFlags(c.arg(0)), order: acquires | releases,
			scope: workgroupScope, exec: workgroupScope}
		if name == "simdgroup_barrier" {
			op.exec, op.scope = subgroupScope, subgroupScope
		}
		if s := metalScope(c.arg(1)); s != noScope {
			op.scope = s
		}
		r.add(i, op)
		return
	case "fence":
		if isMethod {
			r.add(i, memoryOp{dir: fences, name: "texture fence", object: object, traits: images, order: acquires | releases})
		}
		return
	}
	what, ok := strings.CutPrefix(name, "atomic_")
	if !ok {
		return
	}
	r.add(i, metalAtomic(c, what, object, isMethod))
}

func metalAtomic(c call, what, object string, isMethod bool) memoryOp {
	what = strings.TrimPrefix(strings.TrimSuffix(what, "_explicit"), "fetch_")
	if isMethod {
		object += "[" + c.arg(0) + "]"
	} else {
		object = strings.TrimPrefix(c.arg(0), "&")
	}
	op := memoryOp{dir: modifies, name: "atomic " + strings.ReplaceAll(what, "_", "-"), object: object, atomic: true, scope: deviceScope}
	switch {
	case what == "load":
		op.dir = reads
	case what == "store":
		op.dir = writes
	case strings.HasPrefix(what, "compare_exchange"):
		op.dir, op.name = compares, "atomic compare-exchange"
	}
	seen := 0
	for _, a := range c.args {
		if strings.HasPrefix(a, "memory_order_") {
			if seen++; seen == 1 {
				op.order = metalOrder(a)
			} else {
				op.failure = metalOrder(a)
			}
		}
		if s := metalScope(a); s != noScope {
			op.scope = s
		}
		op.traits |= metalFlags(a)
	}
	return op
}

// neighbours notes for each fence which operation it stands directly behind, so that it makes that an
// acquire, and directly before, so that it makes that a release. Of several fences between two
// operations the first belongs to the one above and the others to the one below; a single one
// may be there for either. A barrier of MSL that is one of the device has a fence on each side.
func (r *textReader) neighbours() []memoryOp {
	for from := 0; from < len(r.ops); from++ {
		if r.ops[from].dir != fences {
			continue
		}
		to := from
		for to+1 < len(r.ops) && r.ops[to+1].dir == fences && r.idle[to+1] == 0 {
			to++
		}
		behind, before := from-1, to+1
		if behind < 0 || r.idle[from] != 0 || !r.takesFence(from, behind) {
			behind = -1
		}
		if before >= len(r.ops) || r.idle[before] != 0 || !r.takesFence(from, before) {
			before = -1
		}
		if from == to && behind >= 0 && before >= 0 && r.ops[behind].dir != r.ops[before].dir {
			switch barriers { // the fence of a barrier is no one else's
			case r.ops[behind].dir:
				before = -1
			case r.ops[before].dir:
				behind = -1
			}
		}
		for k := from; k <= to; k++ {
			f := &r.ops[k]
			f.free, f.behind, f.before = true, behind, before
			if from != to && k == from && behind >= 0 {
				f.before = -1
			} else if from != to && before >= 0 {
				f.behind = -1
			}
		}
		from = to
	}
	return r.ops
}

// takesFence reports whether a fence beside an operation may be there for it.
func (r *textReader) takesFence(fence, op int) bool {
	o := &r.ops[op]
	return o.fn == r.ops[fence].fn && (o.atomic || r.lang == Metal && o.dir == barriers && o.traits&(buffers|images) != 0)
}
