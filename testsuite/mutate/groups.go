package mutate

import (
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
	"strconv"
	"strings"
)

// collectConstants groups the constants that the file uses: those of one type, or untyped ones of one name family, can
// stand for each other. Of several with one value only the first counts.
func (s *source) collectConstants() {
	s.alternatives, s.groups, s.values = map[string][]string{}, map[string]string{}, map[string]constant.Value{}
	ast.Inspect(s.file, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.ImportSpec:
			return false
		case *ast.BasicLit:
			if n.Kind == token.STRING && !strings.Contains(n.Value, " ") {
				s.note("text", n.Value)
			}
		case *ast.SelectorExpr:
			s.noteConstant(s.info.Uses[n.Sel], s.textOf(n))
		case *ast.Ident:
			s.noteConstant(s.info.Uses[n], n.Name)
		}
		return true
	})
}

func (s *source) note(group, text string) {
	if s.groups[text] == "" {
		s.groups[text] = group
		s.alternatives[group] = append(s.alternatives[group], text)
	}
}

func (s *source) noteConstant(o types.Object, text string) {
	c, ok := o.(*types.Const)
	if !ok || c.Pkg() == nil || c.Pkg() != s.pkg && !strings.Contains(text, ".") || strings.HasPrefix(c.Name(), "Num") {
		return
	}
	group := s.typeString(c.Type())
	if strings.HasPrefix(group, "untyped") {
		group = family(c.Name())
	}
	s.values[text] = c.Val()
	s.note(group, text)
}

// usedAs is the type that an untyped constant gets where it is used first.
func (s *source) usedAs(name *ast.Ident) string {
	o := s.info.Defs[name]
	if b, ok := o.Type().(*types.Basic); !ok || b.Info()&types.IsUntyped == 0 {
		return s.typeString(o.Type())
	}
	typ := types.Default(o.Type())
	first := token.Pos(0)
	for id, used := range s.info.Uses {
		if t := s.info.TypeOf(id); used == o && t != nil && (first == 0 || id.Pos() < first) {
			if b, ok := t.(*types.Basic); !ok || b.Info()&types.IsUntyped == 0 {
				typ, first = t, id.Pos()
			}
		}
	}
	return s.typeString(typ)
}

// families are the enumerations of SPIR-V that the backend writes as untyped words.
var families = []string{"MemorySemantics", "MemoryAccess", "ImageOperands", "StorageClass", "Capability", "Scope"}

func family(name string) string {
	for _, f := range families {
		if strings.HasPrefix(name, f) {
			return f
		}
	}
	return name
}

func itoa(n int) string { return strconv.Itoa(n) }

func atoi(s string) int {
	n, _ := strconv.Atoi(s)
	return n
}
