package ir

import (
	"fmt"
	"strconv"
	"strings"

	"slc/sema/builtin"
)

// attr is one attribute of an instruction in the text form. get returns "" when
// the attribute has its zero value; set parses what get printed.
type attr struct {
	name string
	get  func(*Instr) string
	set  func(*Instr, string) error
}

func boolAttr(name string, field func(*Instr) *bool) attr {
	return attr{name, func(in *Instr) string {
		if *field(in) {
			return "1"
		}
		return ""
	}, func(in *Instr, s string) error {
		*field(in) = s == "1"
		return nil
	}}
}

func intAttr(name string, field func(*Instr) *int) attr {
	return attr{name, func(in *Instr) string {
		if v := *field(in); v != 0 {
			return strconv.Itoa(v)
		}
		return ""
	}, func(in *Instr, s string) (err error) {
		*field(in), err = strconv.Atoi(s)
		return err
	}}
}

// enumOf finds the value of a small enumeration whose String is s.
func enumOf[T interface {
	~uint8 | ~uint16
	fmt.Stringer
}](s string, n T) (T, error) {
	for v := T(0); v < n; v++ {
		if v.String() == s {
			return v, nil
		}
	}
	return 0, fmt.Errorf("unknown name %q", s)
}

func memText(m Memory) string {
	return m.Order.String() + "," + m.Scope.String() + "," + m.Spaces.String()
}

func parseMem(s string) (m Memory, err error) {
	parts := strings.Split(s, ",")
	if len(parts) != 3 {
		return m, fmt.Errorf("memory %q is not order,scope,spaces", s)
	}
	if m.Order, err = enumOf(parts[0], builtin.NumOrders); err != nil {
		return m, err
	}
	if m.Scope, err = enumOf(parts[1], builtin.NumScopes); err != nil {
		return m, err
	}
	m.Spaces, err = enumOf(parts[2], builtin.AllSpaces+1)
	return m, err
}

// attrs is the table of attributes; a function, so that nothing is built unless
// IR is printed or parsed.
func attrs() []attr {
	return []attr{
		{"index", func(in *Instr) string {
			if in.Op == OpField || in.Op == OpExtract || in.Op == OpInsert {
				return strconv.Itoa(in.Index)
			}
			return ""
		}, func(in *Instr, s string) (err error) { in.Index, err = strconv.Atoi(s); return err }},
		{"comps", func(in *Instr) string {
			s := ""
			for _, c := range in.Comps {
				s += string("xyzw"[c])
			}
			return s
		}, func(in *Instr, s string) error {
			for _, c := range s {
				i := strings.IndexRune("xyzw", c)
				if i < 0 {
					return fmt.Errorf("bad component %q", c)
				}
				in.Comps = append(in.Comps, uint8(i))
			}
			return nil
		}},
		{"op", func(in *Instr) string {
			if in.Op == OpIntrinsic {
				return in.Intrinsic.String()
			}
			return ""
		}, func(in *Instr, s string) (err error) { in.Intrinsic, err = enumOf(s, builtin.NumOps); return err }},
		{"value", func(in *Instr) string {
			if in.Op == OpSystem {
				return in.System.String()
			}
			return ""
		}, func(in *Instr, s string) (err error) { in.System, err = enumOf(s, NumSystemValues); return err }},
		{"atomic", func(in *Instr) string {
			if in.Op == OpAtomic {
				return in.Atomic.String()
			}
			return ""
		}, func(in *Instr, s string) (err error) { in.Atomic, err = enumOf(s, builtin.NumAtomicOps); return err }},
		{"exec", func(in *Instr) string {
			if in.Op == OpBarrier {
				return in.Exec.String()
			}
			return ""
		}, func(in *Instr, s string) (err error) { in.Exec, err = enumOf(s, builtin.NumScopes); return err }},
		{"mem", func(in *Instr) string {
			if in.Op == OpBarrier || in.Op == OpAtomic {
				return memText(in.Mem)
			}
			return ""
		}, func(in *Instr, s string) (err error) { in.Mem, err = parseMem(s); return err }},
		{"fail", func(in *Instr) string {
			if in.Op == OpAtomic && in.Atomic == builtin.AtomicCompareExchange {
				return memText(in.Fail)
			}
			return ""
		}, func(in *Instr, s string) (err error) { in.Fail, err = parseMem(s); return err }},
		boolAttr("shared", func(in *Instr) *bool { return &in.Access.Shared }),
		{"coherent", func(in *Instr) string {
			if in.Access.Coherent == builtin.ScopeNone {
				return ""
			}
			return in.Access.Coherent.String()
		}, func(in *Instr, s string) (err error) {
			in.Access.Coherent, err = enumOf(s, builtin.NumScopes)
			return err
		}},
		boolAttr("volatile", func(in *Instr) *bool { return &in.Access.Volatile }),
		boolAttr("volatile_atomic", func(in *Instr) *bool { return &in.Volatile }),
		boolAttr("nonuniform", func(in *Instr) *bool { return &in.NonUniform }),
		{"callee", func(in *Instr) string {
			if in.Callee != nil {
				return in.Callee.Name
			}
			return ""
		}, nil}, // resolved by the parser
		{"cases", func(in *Instr) string {
			parts := make([]string, len(in.Cases))
			for i, c := range in.Cases {
				for j, v := range c {
					if j > 0 {
						parts[i] += "|"
					}
					parts[i] += strconv.FormatInt(v, 10)
				}
			}
			return strings.Join(parts, ",")
		}, func(in *Instr, s string) error {
			for _, part := range strings.Split(s, ",") {
				var c []int64
				for _, v := range strings.Split(part, "|") {
					n, err := strconv.ParseInt(v, 10, 64)
					if err != nil {
						return err
					}
					c = append(c, n)
				}
				in.Cases = append(in.Cases, c)
			}
			return nil
		}},
		{"hint", func(in *Instr) string {
			if in.Hint == NoHint {
				return ""
			}
			return in.Hint.String()
		}, func(in *Instr, s string) (err error) { in.Hint, err = enumOf(s, HintFlatten+1); return err }},
		intAttr("align", func(in *Instr) *int { return &in.Align }),
		intAttr("unroll", func(in *Instr) *int { return &in.Unroll }),
	}
}

func attrText(in *Instr) string {
	var parts []string
	for _, a := range attrs() {
		if v := a.get(in); v != "" {
			parts = append(parts, a.name+"="+quoteAttr(v))
		}
	}
	return strings.Join(parts, " ")
}

// quoteAttr quotes values that hold a blank or a brace.
func quoteAttr(s string) string {
	if strings.ContainsAny(s, " {}\"") {
		return strconv.Quote(s)
	}
	return s
}
