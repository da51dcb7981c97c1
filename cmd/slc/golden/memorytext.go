package golden

import (
	"slices"
	"strings"
)

// textMemory lists the memory operations of HLSL or MSL text. These languages order relaxed
// atomics by fences beside them: a fence before an atomic makes it a release, one behind it an
// acquire (lowering.md, the fences of HLSL and MSL), and is not an operation of its own.
func textMemory(lang Language, lines []string) []memoryOp {
	r := textReader{lang: lang}
	depth := 0
	for i, line := range lines {
		code := stripComment(line)
		trimmed := strings.TrimSpace(code)
		if depth == 0 && strings.Contains(code, "(") && !strings.HasPrefix(trimmed, "[") && !strings.Contains(code, ";") {
			r.fn = functionName(code)
		}
		r.line(i, trimmed)
		depth += strings.Count(code, "{") - strings.Count(code, "}")
	}
	return r.attach()
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
}

func (r *textReader) add(line int, op memoryOp) {
	op.fn, op.line = r.fn, line
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
	if len(r.ops) == before && code != "" && !declaresOnly(code) {
		r.code++
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

// attach makes fences directly beside an atomic a part of its order.
func (r *textReader) attach() []memoryOp {
	taken := make([]bool, len(r.ops))
	out := slices.Clone(r.ops)
	beside := func(fence, at, later int) bool {
		return fence >= 0 && fence < len(r.ops) && r.ops[fence].dir == fences && r.ops[fence].fn == r.ops[at].fn && r.idle[later] == 0
	}
	for i := range r.ops {
		if !r.ops[i].atomic {
			continue
		}
		if beside(i-1, i, i) {
			taken[i-1] = true
			out[i].order |= releases
			out[i].traits |= r.ops[i-1].traits
			out[i].beside = append(out[i].beside, r.ops[i-1].line)
		}
		if beside(i+1, i, i+1) {
			taken[i+1] = true
			out[i].order |= acquires
			out[i].traits |= r.ops[i+1].traits
			out[i].beside = append(out[i].beside, r.ops[i+1].line)
		}
	}
	// The fences around a barrier of MSL belong to it: they make it one of the device.
	for i := range r.ops {
		if r.ops[i].dir != barriers {
			continue
		}
		for _, k := range [...]int{i - 1, i + 1} {
			if beside(k, i, max(i, k)) {
				taken[k] = true
				out[i].traits |= r.ops[k].traits
				out[i].scope = max(out[i].scope, r.ops[k].scope)
				out[i].beside = append(out[i].beside, r.ops[k].line)
			}
		}
	}
	kept := out[:0:0]
	for i := range out {
		if !taken[i] {
			kept = append(kept, out[i])
		}
	}
	return kept
}
