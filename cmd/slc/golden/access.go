package golden

import "strings"

// accesses reads the plain accesses of a line: uses of shared memory that no atomic function makes.
func (r *textReader) accesses(i int, code string) {
	if name, ok := groupShared(code); ok {
		r.shared[name] = true
		return
	}
	if strings.Contains(code, ": register(") || strings.Contains(code, "[[") {
		return
	}
	for at := 0; at < len(code); at++ {
		if !isWord(rune(code[at])) {
			continue
		}
		start := at
		for at < len(code) && isWord(rune(code[at])) {
			at++
		}
		if !r.shared[code[start:at]] || start > 0 && code[start-1] == '.' {
			continue
		}
		end := pathEnd(code, at)
		if op, ok := plainAccess(code, start, end); ok {
			r.add(i, op)
		}
	}
}

// groupShared is the variable that a declaration puts into memory of the group.
func groupShared(code string) (name string, ok bool) {
	rest, hlsl := strings.CutPrefix(code, "groupshared ")
	rest, metal := strings.CutPrefix(rest, "threadgroup ")
	if !hlsl && !metal || !strings.HasSuffix(code, ";") {
		return "", false
	}
	return declared(strings.TrimSuffix(rest, ";")), true
}

// pathEnd is where the indices and members behind a name end.
func pathEnd(code string, at int) int {
	depth := 0
	for ; at < len(code); at++ {
		switch c := code[at]; {
		case c == '[':
			depth++
		case c == ']':
			depth--
		case depth > 0 || c == '.' || isWord(rune(c)):
		default:
			return at
		}
	}
	return at
}

// plainAccess is what code[start:end], a path to shared memory, does; false for an argument, whose use is elsewhere.
func plainAccess(code string, start, end int) (memoryOp, bool) {
	path, after := code[start:end], strings.TrimLeft(code[end:], " ")
	op := memoryOp{dir: reads, name: "plain load", object: path}
	if object, method, called := cutLast(path, "."); called && strings.HasPrefix(after, "(") {
		switch method {
		case "write":
			op.dir, op.name, op.object = writes, "plain store", object
		case "read", "Load":
			op.object = object
		default:
			return op, false
		}
		return op, true
	}
	if before := code[:start]; strings.HasSuffix(before, "&") || strings.HasSuffix(before, "(") && strings.HasPrefix(lastCall(before), "Interlocked") {
		return op, false
	}
	assigned := strings.TrimLeft(after, "+-*/%&|^<>")
	if strings.HasPrefix(assigned, "=") && !strings.HasPrefix(assigned, "==") && (after == assigned || strings.HasPrefix(assigned, "= ")) && start == 0 {
		op.dir, op.name = writes, "plain store"
		return op, true
	}
	// A name alone is an argument, unless it is a variable of the group.
	return op, strings.ContainsAny(path, "[.") || !strings.HasPrefix(after, ",") && !strings.HasPrefix(after, ")")
}

// lastCall is the function whose arguments start at the end of code.
func lastCall(code string) string {
	code = strings.TrimSuffix(code, "(")
	start := len(code)
	for start > 0 && isWord(rune(code[start-1])) {
		start--
	}
	return code[start:]
}
