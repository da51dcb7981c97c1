package ir

import (
	"errors"
	"fmt"

	"slc/sema/builtin"
	"slc/sema/types"
)

// Verify checks the module against the contract in the package comment. A
// failure is a bug of the compiler, never of the user's program.
func Verify(m *Module) error {
	v := &verifier{funcs: map[*Func]bool{}, globals: map[Value]bool{}}
	for _, r := range m.Resources {
		for _, w := range r.Views {
			v.globals[w] = true
			if w.Resource != r {
				v.errorf("resource %s: a view belongs to another resource", r.Name)
			}
		}
	}
	for _, list := range [][]*Var{m.Shared, m.Privates} {
		for _, x := range list {
			v.globals[x] = true
		}
	}
	for _, f := range m.Funcs {
		v.fn(f)
		v.funcs[f] = true
	}
	for _, e := range m.Entries {
		if !v.funcs[e.Func] {
			v.errorf("entry %s: its function is not in the module", e.Name)
		}
		if len(e.Func.Params) != 0 || e.Func.Result != types.Type(types.Void) {
			v.errorf("entry %s: its function has parameters or a result", e.Name)
		}
	}
	return errors.Join(v.errs...)
}

type verifier struct {
	funcs   map[*Func]bool
	globals map[Value]bool
	errs    []error
	fnName  string
	result  types.Type
	scope   map[Value]bool // values usable here
	loops   int            // enclosing loops
	breaks  int            // enclosing loops and switches
}

const maxVerifyErrors = 20

func (v *verifier) errorf(format string, args ...any) {
	if len(v.errs) < maxVerifyErrors {
		where := ""
		if v.fnName != "" {
			where = "func " + v.fnName + ": "
		}
		v.errs = append(v.errs, errors.New(where+fmt.Sprintf(format, args...)))
	}
}

func (v *verifier) fn(f *Func) {
	f.Number()
	v.fnName, v.result = f.Name, f.Result
	v.scope = map[Value]bool{}
	for i, p := range f.Params {
		if p.Index != i {
			v.errorf("parameter %d has index %d", i, p.Index)
		}
		if r, ok := p.Type.(*types.Ref); ok && r.Space != types.SpaceFunction {
			v.errorf("parameter %s is a place outside function space", p.Name)
		}
		v.scope[p] = true
	}
	t := v.region(f.Body)
	if t != nil && t.Op != OpReturn && t.Op != OpUnreachable {
		v.errorf("body ends in %s", t.Op)
	}
	v.fnName = ""
}

// region checks a region and returns its terminator.
func (v *verifier) region(r *Region) *Instr {
	if r == nil || r.Terminator() == nil {
		v.errorf("a region has no terminator")
		return nil
	}
	var defined []Value
	for i, in := range r.Instrs {
		if in.Op.Info().Terminator && i != len(r.Instrs)-1 {
			v.errorf("%s is not the last instruction of its region", in.Op)
		}
		v.instr(in)
		if in.IsValue() {
			v.scope[in] = true
			defined = append(defined, in)
		}
	}
	for _, d := range defined {
		delete(v.scope, d)
	}
	return r.Terminator()
}

func (v *verifier) instr(in *Instr) {
	info := in.Op.Info()
	if in.Op == OpInvalid || in.Op >= NumOps {
		v.errorf("invalid operation")
		return
	}
	if len(in.Args) < info.Min || info.Max >= 0 && len(in.Args) > info.Max {
		v.errorf("%s has %d operands", in.Op, len(in.Args))
		return
	}
	for i, a := range in.Args {
		v.operand(in, i, a)
	}
	if info.Regions >= 0 && len(in.Regions) != info.Regions {
		v.errorf("%s has %d regions", in.Op, len(in.Regions))
		return
	}
	v.rule(in)
}

func (v *verifier) operand(in *Instr, i int, a Value) {
	switch a := a.(type) {
	case nil:
		v.errorf("%s: operand %d is nil", in.Op, i)
		return
	case *Const:
		return
	case *View, *Var:
		if !v.globals[a] {
			v.errorf("%s: operand %d is not a global of the module", in.Op, i)
		}
	default:
		if !v.scope[a] {
			v.errorf("%s: operand %d (%s) is not visible here", in.Op, i, valueText(a))
		}
	}
	if _, isRef := a.ValueType().(*types.Ref); isRef && !acceptsPlace(in.Op, i) {
		v.errorf("%s: operand %d is a place", in.Op, i)
	}
}

// acceptsPlace reports whether operand i of op may be an address.
func acceptsPlace(op Op, i int) bool {
	if op == OpCall {
		return true
	}
	switch op {
	case OpField, OpElem, OpByteElem, OpDescriptor, OpTexel, OpLoad, OpStore, OpImageRead, OpImageWrite, OpAtomic, OpLength, OpImageSize:
		return i == 0
	case OpIntrinsic: // resource operations take views
		return true
	}
	return false
}

func (v *verifier) want(in *Instr, ok bool, what string) {
	if !ok {
		v.errorf("%s%%%d: %s", in.Op, in.ID, what)
	}
}

// elemOf is the element type of a place, or nil.
func elemOf(x Value) types.Type {
	if r, ok := x.ValueType().(*types.Ref); ok {
		return r.Elem
	}
	return nil
}

func (v *verifier) rule(in *Instr) {
	arg := func(i int) types.Type { return in.Args[i].ValueType() }
	switch in.Op {
	case OpAdd, OpSub, OpMul, OpDiv, OpRem, OpAnd, OpOr, OpXor, OpShl, OpShr:
		v.want(in, arg(0) == in.Type && arg(1) == in.Type, "operands differ from the result type")
	case OpNeg, OpNot, OpBitNot:
		v.want(in, arg(0) == in.Type, "operand differs from the result type")
	case OpEq, OpNe, OpLt, OpLe, OpGt, OpGe:
		v.want(in, arg(0) == arg(1), "operands differ in type")
		v.want(in, in.Type == types.WithElem(arg(0), types.Bool), "result is not bool of the operands' shape")
	case OpSelect:
		v.want(in, arg(1) == in.Type && arg(2) == in.Type, "values differ from the result type")
		v.want(in, arg(0) == types.Type(types.Bool) || arg(0) == types.WithElem(in.Type, types.Bool), "condition does not fit")
	case OpConvert:
		v.want(in, types.NumComponents(arg(0)) == types.NumComponents(in.Type) && types.NumComponents(in.Type) > 0, "shapes differ")
	case OpBitcast:
		v.want(in, bitSize(arg(0)) == bitSize(in.Type), "sizes differ")
	case OpConstruct:
		v.construct(in)
	case OpSplat:
		vec, ok := in.Type.(*types.Vector)
		v.want(in, ok && types.Type(vec.Elem) == arg(0), "not a scalar to its vector")
	case OpExtract:
		v.want(in, partType(arg(0), in.Index) == in.Type, "result is not the part's type")
	case OpInsert:
		v.want(in, arg(0) == in.Type && partType(arg(0), in.Index) == arg(1), "part's type differs")
	case OpExtractDyn:
		v.want(in, partType(arg(0), 0) == in.Type && isIndex(arg(1)), "result is not the element's type")
	case OpShuffle:
		src, ok := arg(0).(*types.Vector)
		dst, ok2 := in.Type.(*types.Vector)
		v.want(in, ok && ok2 && dst.N == len(in.Comps) && src.Elem == dst.Elem, "not a vector shuffle")
	default:
		v.memoryRule(in)
	}
}

func isIndex(t types.Type) bool {
	s, ok := t.(*types.Scalar)
	return ok && s.Kind.IsInt()
}

// bitSize is the size of a value of scalar or vector type in bits.
func bitSize(t types.Type) int {
	s := types.ElemScalar(t)
	if s == nil {
		return -1
	}
	return s.Bits * types.NumComponents(t)
}

// partType is the type of part i of a composite value, nil if there is none.
func partType(t types.Type, i int) types.Type {
	switch t := t.(type) {
	case *types.Vector:
		if i < t.N {
			return t.Elem
		}
	case *types.Array:
		if i < t.Len {
			return t.Elem
		}
	case *types.Struct:
		if i < len(t.Fields) {
			return t.Fields[i].Type
		}
	}
	return nil
}

func (v *verifier) construct(in *Instr) {
	switch t := in.Type.(type) {
	case *types.Vector:
		n := 0
		for _, a := range in.Args {
			v.want(in, types.ElemScalar(a.ValueType()) == t.Elem, "a part has another element type")
			n += types.NumComponents(a.ValueType())
		}
		v.want(in, n == t.N, "the parts do not fill the vector")
	case *types.Array:
		v.want(in, len(in.Args) == t.Len, "the number of elements differs")
		for _, a := range in.Args {
			v.want(in, a.ValueType() == t.Elem, "an element has another type")
		}
	case *types.Struct:
		if len(in.Args) != len(t.Fields) {
			v.want(in, false, "the number of fields differs")
			return
		}
		for i, a := range in.Args {
			v.want(in, a.ValueType() == t.Fields[i].Type, "a field has another type")
		}
	default:
		v.want(in, false, "not a composite")
	}
}

func (v *verifier) memoryRule(in *Instr) {
	arg := func(i int) types.Type { return in.Args[i].ValueType() }
	ref, _ := in.Type.(*types.Ref)
	switch in.Op {
	case OpVar:
		v.want(in, ref != nil && ref.Space == types.SpaceFunction, "not a place in function space")
	case OpField:
		s, ok := elemOf(in.Args[0]).(*types.Struct)
		v.want(in, ok && in.Index < len(s.Fields) && ref != nil && ref.Elem == s.Fields[in.Index].Type, "not the field's place")
	case OpElem:
		v.want(in, ref != nil && elementType(elemOf(in.Args[0])) == ref.Elem && isIndex(arg(1)), "not the element's place")
	case OpByteElem:
		view := viewOf(in.Args[0])
		v.want(in, view != nil && ref != nil && ref.Elem == view.Elem && arg(1) == types.Type(types.Uint), "not an element at a byte offset")
	case OpDescriptor, OpTexel, OpDeref:
		v.want(in, ref != nil, "not a place")
	case OpLoad:
		v.want(in, elemOf(in.Args[0]) == in.Type, "result is not the place's type")
	case OpStore:
		v.want(in, elemOf(in.Args[0]) == arg(1), "value is not of the place's type")
	case OpAtomic:
		v.atomic(in)
	case OpBarrier:
		v.want(in, in.Exec != builtin.ScopeNone || in.Mem.Order != builtin.Relaxed, "orders and waits for nothing")
		v.memory(in, in.Mem)
	default:
		v.controlRule(in)
	}
}

func viewOf(x Value) *View {
	if in, ok := x.(*Instr); ok && in.Op == OpDescriptor {
		x = in.Args[0]
	}
	view, _ := x.(*View)
	return view
}

func elementType(t types.Type) types.Type {
	switch t := t.(type) {
	case *types.Array:
		return t.Elem
	case *types.Vector:
		return t.Elem
	}
	return nil
}

func (v *verifier) memory(in *Instr, m Memory) {
	relaxed := m.Order == builtin.Relaxed
	v.want(in, relaxed == (m.Spaces == 0), "spaces and order do not fit (Relaxed orders none)")
	v.want(in, relaxed || m.Scope != builtin.ScopeNone, "ordered without a scope")
}

func (v *verifier) atomic(in *Instr) {
	elem := elemOf(in.Args[0])
	v.want(in, elem != nil, "destination is not a place")
	v.want(in, len(in.Args) == 1+in.Atomic.NumOperands(), "wrong number of operands")
	if t := in.minMaxType(); t != nil && sameWidthInts(t, elem) {
		elem = t // a byte-address word takes its signedness from the operand
	}
	for _, a := range in.Args[1:] {
		v.want(in, a.ValueType() == elem, "an operand differs from the object's type")
	}
	if in.Atomic == builtin.AtomicStore {
		v.want(in, !in.IsValue(), "a store has a result")
	} else {
		v.want(in, !in.IsValue() || in.Type == elem, "result differs from the object's type")
	}
	v.memory(in, in.Mem)
	v.want(in, in.Mem.Scope != builtin.ScopeNone, "no scope")
	if in.Atomic == builtin.AtomicCompareExchange {
		v.memory(in, in.Fail)
		v.want(in, !in.Fail.Order.Releases() || in.Fail.Order == builtin.SeqCst, "failure order releases")
	}
}

// minMaxType is the operand type of an atomic min or max, nil for other instructions.
func (i *Instr) minMaxType() types.Type {
	if i.Op == OpAtomic && (i.Atomic == builtin.AtomicMin || i.Atomic == builtin.AtomicMax) && len(i.Args) == 2 {
		return i.Args[1].ValueType()
	}
	return nil
}

func sameWidthInts(a, b types.Type) bool {
	x, ok := a.(*types.Scalar)
	y, ok2 := b.(*types.Scalar)
	return ok && ok2 && x.Kind.IsInt() && y.Kind.IsInt() && x.Bits == y.Bits
}

func (v *verifier) controlRule(in *Instr) {
	switch in.Op {
	case OpCall:
		v.call(in)
	case OpIf:
		v.want(in, in.Args[0].ValueType() == types.Type(types.Bool), "condition is not bool")
		for _, r := range in.Regions {
			v.yields(in, v.region(r))
		}
	case OpLoop:
		v.loops, v.breaks = v.loops+1, v.breaks+1
		// Values of the body are visible in continuing only through variables.
		if t := v.region(in.Regions[0]); t != nil {
			v.want(in, t.Op != OpYield, "body ends in yield")
		}
		if t := v.region(in.Regions[1]); t != nil {
			v.want(in, t.Op == OpYield && (len(t.Args) == 0 || t.Args[0].ValueType() == types.Type(types.Bool)), "continuing does not end in a yield of bool or nothing")
		}
		v.loops, v.breaks = v.loops-1, v.breaks-1
	case OpSwitch:
		v.want(in, isIndex(in.Args[0].ValueType()), "selector is not an integer")
		v.want(in, len(in.Regions) == len(in.Cases)+1, "the number of regions is not cases plus default")
		v.breaks++
		for _, r := range in.Regions {
			if t := v.region(r); t != nil && t.Op == OpYield {
				v.want(in, len(t.Args) == 0, "a case yields a value")
			}
		}
		v.breaks--
	case OpBreak:
		v.want(in, v.breaks > 0, "outside a loop or switch")
	case OpContinue:
		v.want(in, v.loops > 0, "outside a loop")
	case OpReturn:
		if v.result == types.Type(types.Void) {
			v.want(in, len(in.Args) == 0, "a value is returned from a void function")
		} else {
			v.want(in, len(in.Args) == 1 && in.Args[0].ValueType() == v.result, "the returned value differs from the result type")
		}
	}
}

// yields checks the terminator of a region of an OpIf.
func (v *verifier) yields(in *Instr, t *Instr) {
	if t == nil || t.Op != OpYield {
		return
	}
	if !in.IsValue() {
		v.want(in, len(t.Args) == 0, "yields a value that nobody takes")
		return
	}
	v.want(in, len(t.Args) == 1 && t.Args[0].ValueType() == in.Type, "yields another type")
}

func (v *verifier) call(in *Instr) {
	f := in.Callee
	if !v.funcs[f] {
		v.errorf("call of a function that is not defined before its caller")
		return
	}
	v.want(in, in.Type == f.Result, "result differs from the callee's")
	if len(in.Args) != len(f.Params) {
		v.errorf("call of %s with %d arguments", f.Name, len(in.Args))
		return
	}
	for i, a := range in.Args {
		v.want(in, a.ValueType() == f.Params[i].Type, "an argument differs from its parameter")
		if _, isRef := a.ValueType().(*types.Ref); isRef {
			op, ok := a.(*Instr)
			_, param := a.(*Param)
			v.want(in, ok && op.Op == OpVar || param, "a place argument is not a whole variable")
		}
	}
}
