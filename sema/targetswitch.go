package sema

import (
	"slices"

	"slc/frontend/ast"
	"slc/frontend/diag"
	"slc/frontend/source"
	"slc/sema/typed"
	"slc/sema/types"
)

// __target_switch chooses a case by the target that is compiled for, __stage_switch by the stage. All cases are checked; what is
// not supported is no error in those for other targets and stages. No case falls into the next one. Lowering takes the case of its
// target; the stage is always compute.

const (
	targetSwitchWord = "__target_switch"
	stageSwitchWord  = "__stage_switch"
)

// ownTargets are the targets that are compiled for.
var ownTargets = [...]struct {
	name string
	id   int64
}{{"spirv", typed.TargetSPIRV}, {"hlsl", typed.TargetHLSL}, {"metal", typed.TargetMetal}}

// otherTargets and otherStages have cases that are never taken.
var (
	otherTargets = [...]string{"glsl", "cpp", "cuda", "wgsl", "llvm", "c"}
	otherStages  = [...]string{"vertex", "fragment", "pixel", "hull", "domain", "geometry", "mesh", "amplification", "raygen", "raygeneration",
		"intersection", "anyhit", "closesthit", "miss", "callable", "tesscontrol", "tesseval", "dispatch"}
)

// choosesTarget is the word of a switch over targets or stages, "" for others.
func choosesTarget(s *ast.SwitchStmt) string {
	if n, ok := s.X.(*ast.NameExpr); ok && (n.Name.Text == targetSwitchWord || n.Name.Text == stageSwitchWord) {
		return n.Name.Text
	}
	return ""
}

func (c *checker) targetSwitch(s *ast.SwitchStmt, word, label string) typed.Stmt {
	zero := &typed.Const{E: typed.E{T: types.Int, S: s.X.Span()}, Value: types.IntValue(types.Int, 0)}
	sw := &typed.Switch{St: typed.St{S: s.Span()}, X: zero, Target: true}
	pop := c.push(blockScope)
	defer pop()
	c.breaks = append(c.breaks, breakable{sw, false, label, len(c.defers)})
	defer func() { c.breaks = c.breaks[:len(c.breaks)-1] }()
	seen := map[string]source.Span{}
	var stage, rest *typed.Case
	for _, sc := range s.Cases {
		k := &typed.Case{S: sc.Span(), Default: sc.Default}
		own := sc.Default
		for _, v := range sc.Values {
			id, ours := c.targetCase(v, word, seen)
			if own = own || ours; ours && word == targetSwitchWord {
				k.Values = append(k.Values, id)
			} else if ours {
				stage = k
			}
		}
		k.Body = c.targetBody(sc, own)
		switch {
		case sc.Default && rest != nil:
			c.errorf(diag.DuplicateCase, sc.Span(), "a second default in a switch").Note(rest.S, "the first default")
		case sc.Default:
			rest = k
		}
		if own {
			sw.Cases = append(sw.Cases, k)
		}
	}
	if word == stageSwitchWord {
		if stage == nil {
			stage = rest
		}
		if stage == nil {
			return &typed.Block{St: sw.St}
		}
		sw.Cases = []*typed.Case{{Default: true, Body: stage.Body, S: stage.S}}
	}
	return sw
}

// targetCase reads a label: id is that of a target that is compiled for; ours says that the case may be taken.
func (c *checker) targetCase(e ast.Expr, word string, seen map[string]source.Span) (id int64, ours bool) {
	n, ok := e.(*ast.NameExpr)
	if !ok {
		c.errorf(diag.BadSwitch, e.Span(), "a case of '%s' names a target or a stage", word)
		return 0, true
	}
	name := n.Name.Text
	if at, dup := seen[name]; dup {
		c.errorf(diag.DuplicateCase, e.Span(), "a second case for '%s'", name).Note(at, "the first case for it")
	}
	seen[name] = e.Span()
	if word == stageSwitchWord {
		switch {
		case name == "compute":
			return 0, true
		case !slices.Contains(otherStages[:], name):
			c.errorf(diag.UndefinedName, e.Span(), "'%s' is no stage", name)
		}
		return 0, false
	}
	for _, t := range ownTargets {
		if t.name == name {
			return t.id, true
		}
	}
	if !slices.Contains(otherTargets[:], name) {
		c.unsupported(e.Span(), "'"+name+"' as a case of "+word+" is").WithHelp("the cases are spirv, hlsl, metal, default and other targets")
	}
	return 0, false
}

// targetBody checks the statements of a case, which leave the switch at their end.
func (c *checker) targetBody(sc *ast.SwitchCase, own bool) *typed.Block {
	pop := c.push(blockScope)
	defer pop()
	b := &typed.Block{St: typed.St{S: sc.Span()}}
	if own {
		b.List = c.stmts(sc.Body)
	} else {
		found := &diag.List{}
		leave := c.quietly(found)
		c.stmts(sc.Body)
		leave()
		for _, d := range found.All() {
			if d.Severity == diag.Error && d.Code != diag.NotSupported {
				c.errorf(d.Code, d.Span, "%s", d.Message)
			}
		}
	}
	if !endsFlow(b.List) {
		b.List = append(b.List, &typed.Break{St: typed.St{S: sc.Span()}})
	}
	return b
}
