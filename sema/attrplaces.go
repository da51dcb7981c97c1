package sema

import (
	"slices"
	"strings"

	"slc/frontend/ast"
	"slc/frontend/diag"
)

// place is a set of kinds of declarations and statements that attributes stand on.
type place uint16

const (
	onFunc     place = 1 << iota // a function or method
	onInit                       // a constructor
	onAccessor                   // get and set of a property or subscript
	onGlobal                     // a variable outside of functions, a static member, a cbuffer
	onLocal                      // a variable of a function
	onField
	onParam
	onStruct // also a class
	onInterface
	onEnum
	onOther // another declaration
	onLoop
	onIf
	onSwitch
	onStatement // another statement

	onCallable  = onFunc | onInit | onAccessor
	onVar       = onGlobal | onLocal | onField | onParam
	onType      = onStruct | onInterface | onEnum
	onDecl      = onCallable | onVar | onType | onOther
	everywhere  = onDecl | onLoop | onIf | onSwitch | onStatement
	onParameter = onGlobal | onParam | onField // what may be a shader parameter; fields are looked at elsewhere (refused.go)
)

// attributeRow says where an attribute may stand, and where it has an effect: elsewhere there, the language ignores it.
type attributeRow struct {
	name           string
	may, effective place
}

// attributeRows are the attributes that are known, with the declarations and statements that the language lets them stand
// on. Those that sema neither reads elsewhere nor refuses (refused.go) have no effect on compute kernels of this subset. The
// language itself does not know those at the end, which may stand everywhere.
var attributeRows = [...]attributeRow{
	{"numthreads", onFunc, onFunc},
	{"shader", onFunc, onFunc},
	{"wavesize", onFunc, onFunc},
	{"derivativegroupquad", onFunc, onFunc},
	{"derivativegrouplinear", onFunc, onFunc},
	{"earlydepthstencil", onFunc, onFunc},

	{"mutating", onCallable, onCallable},
	{"nonmutating", onAccessor, onAccessor},
	{"__ref", onCallable, onCallable},
	{"constref", onCallable, onCallable},
	{"noinline", onCallable, onCallable},
	{"forceinline", onCallable, onCallable},
	{"unsafeforceinlineearly", onCallable, onCallable},
	{"__unsafeforceinlineearly", onCallable, onCallable},
	{"__readnone", onCallable, onCallable},
	{"nodiscard", onCallable, onCallable},
	{"overloadrank", onCallable, onCallable},

	{"vk_binding", onDecl, onParameter},
	{"vk_counter_binding", onVar, onParameter},
	{"vk_push_constant", onVar, onParameter},
	{"push_constant", onVar, onParameter},
	{"vk_constant_id", onVar, onGlobal},
	{"specializationconstant", onVar, onGlobal},
	{"vk_specialization_constant", onVar, onGlobal},
	{"format", onVar, onParameter},
	{"vk_image_format", onVar, onParameter},
	{"vk_location", onVar, onVar},
	{"vk_offset", onField, onField},
	{"shader_record", onVar, onVar},
	{"disablearrayflattening", onVar, onVar},

	{"unscopedenum", onEnum, onEnum},
	{"flags", onEnum, onEnum},
	{"open", onType, onType},
	{"sealed", onType, onType},

	{"unroll", onLoop, onLoop},
	{"forceunroll", onLoop, onLoop},
	{"loop", onLoop, onLoop},
	{"fastopt", onLoop, onLoop},
	{"allow_uav_condition", onLoop, onLoop},
	{"maxiters", onLoop, onLoop},
	{"flatten", onIf, onIf},
	{"branch", onIf | onSwitch, onIf | onSwitch},
	{"forcecase", onSwitch, onSwitch},
	{"call", onSwitch, onSwitch},

	{"require", onDecl, onDecl},
	{"deprecated", onDecl, onDecl},
	{"allow", onDecl, onDecl},
	{"treatasdifferentiable", onDecl, onDecl},

	{"noreadnone", everywhere, everywhere},
	{"noSideEffect", everywhere, everywhere},
	{"nodiff", everywhere, everywhere},
	{"payload", everywhere, everywhere},
	{"experimental_feature", everywhere, everywhere},
	{"user_defined", everywhere, everywhere},
	{"precise", everywhere, everywhere},
	{"kernel", everywhere, everywhere},
	{"noinheritance", everywhere, everywhere},
	{"vk_aliased_pointer", everywhere, everywhere},
	{"vk_ext_builtin_input", everywhere, everywhere},
}

// knownAttribute is the row of an attribute, found without regard to letter case; nil if it has none.
func knownAttribute(name string) *attributeRow {
	if i := slices.IndexFunc(attributeRows[:], func(r attributeRow) bool { return strings.EqualFold(r.name, name) }); i >= 0 {
		return &attributeRows[i]
	}
	return nil
}

// placeAttributes reports attributes that cannot stand on a declaration or statement of the kind at, and warns of
// those that do nothing there.
func (c *checker) placeAttributes(attrs []*ast.Attribute, at place) {
	for _, a := range attrs {
		switch row := knownAttribute(a.Name.Text); {
		case row == nil:
		case row.may&at == 0:
			c.errorf(diag.AttributePlace, a.Span(), "attribute '%s' is not valid here", spelled(a)).
				WithHelp("it stands on %s", placesText(row.may))
		case row.effective&at == 0:
			c.idle(a, "here", placesText(row.effective))
		}
	}
}

func (c *checker) idle(a *ast.Attribute, where, on string) {
	c.errorf(diag.IdleAttribute, a.Span(), "attribute '%s' has no effect %s", spelled(a), where).WithHelp("it acts on %s", on)
}

// spelled is the name of an attribute as it is written, which may have a scope.
func spelled(a *ast.Attribute) string {
	if scoped, ok := strings.CutPrefix(a.Name.Text, "vk_"); ok && int(a.Name.Range.End-a.Name.Range.Start) > len(a.Name.Text) {
		return "vk::" + scoped
	}
	return a.Name.Text
}

// placesText names the kinds of a set, for messages.
func placesText(p place) string {
	var out []string
	for _, k := range [...]struct {
		kinds place
		text  string
	}{
		{onDecl, "declarations"}, {onCallable, "functions"}, {onFunc, "functions"}, {onAccessor, "accessors of properties"},
		{onVar, "variables"}, {onParameter, "shader parameters"}, {onGlobal, "global variables"}, {onField, "fields"},
		{onType, "types"}, {onEnum, "enums"}, {onLoop, "loops"}, {onIf, "if statements"}, {onSwitch, "switch statements"},
	} {
		if p&k.kinds == k.kinds {
			out = append(out, k.text)
			p &^= k.kinds
		}
	}
	return strings.Join(out, " and ")
}

// declPlace is the kind of a declaration other than functions and variables.
func declPlace(d ast.Decl) place {
	switch d.(type) {
	case *ast.CBufferDecl:
		return onGlobal
	case *ast.StructDecl:
		return onStruct
	case *ast.InterfaceDecl:
		return onInterface
	case *ast.EnumDecl:
		return onEnum
	}
	return onOther
}

// funcPlace is the kind of a function.
func funcPlace(f *function) place {
	switch {
	case f.accessor:
		return onAccessor
	case f.decl.IsInit:
		return onInit
	}
	return onFunc
}

// entryAttributes say something of an entry point.
var entryAttributes = [...]string{"numthreads", "shader", "WaveSize", "DerivativeGroupQuad", "DerivativeGroupLinear"}

// idleEntryAttributes warns of them on functions that are none.
func (c *checker) idleEntryAttributes() {
	for _, f := range slices.Concat(c.functions, c.templates) {
		attrs := f.decl.Attributes
		if !f.isEntry && !c.marksEntry(f) {
			for _, p := range f.decl.Params {
				c.noParameter(&p.Modifiers)
			}
		}
		if len(attrs) == 0 || f.isEntry || f.owner == nil && (attribute(attrs, "shader") != nil || attribute(attrs, "numthreads") != nil) {
			continue
		}
		for _, name := range entryAttributes {
			if a := attribute(attrs, name); a != nil {
				c.idle(a, "on '"+f.name+"', which is no entry point", "functions with [numthreads] or [shader] that are no methods")
			}
		}
	}
}
