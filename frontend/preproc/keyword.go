package preproc

import "slc/frontend/token"

// keyword returns the keyword kind of an identifier, token.Ident if it is none.
// A switch over the length keeps the string comparisons to a handful and costs
// nothing at start-up.
func keyword(s string) token.Kind {
	switch len(s) {
	case 2:
		switch s {
		case "if":
			return token.KwIf
		case "do":
			return token.KwDo
		case "is":
			return token.KwIs
		case "as":
			return token.KwAs
		case "in":
			return token.KwModifier
		}
	case 3:
		switch s {
		case "for":
			return token.KwFor
		case "let":
			return token.KwLet
		case "var":
			return token.KwVar
		case "try":
			return token.KwTry
		case "out", "ref":
			return token.KwModifier
		}
	case 4:
		switch s {
		case "else":
			return token.KwElse
		case "case":
			return token.KwCase
		case "enum":
			return token.KwEnum
		case "func":
			return token.KwFunc
		case "true":
			return token.KwTrue
		case "this":
			return token.KwThis
		case "This":
			return token.KwThisT
		}
	case 5:
		switch s {
		case "while":
			return token.KwWhile
		case "break":
			return token.KwBreak
		case "class":
			return token.KwClass
		case "using":
			return token.KwUsing
		case "false":
			return token.KwFalse
		case "where":
			return token.KwWhere
		case "defer":
			return token.KwDefer
		case "throw":
			return token.KwThrow
		case "catch":
			return token.KwCatch
		case "const", "inout", "__ref", "snorm", "unorm":
			return token.KwModifier
		}
	case 6:
		switch s {
		case "switch":
			return token.KwSwitch
		case "return":
			return token.KwReturn
		case "struct":
			return token.KwStruct
		case "import":
			return token.KwImport
		case "module":
			return token.KwModule
		case "__init":
			return token.KwInit
		case "sizeof":
			return token.KwSizeof
		case "static", "inline", "public", "extern", "export":
			return token.KwModifier
		}
	default:
		return longKeyword(s)
	}
	return token.Ident
}

func longKeyword(s string) token.Kind {
	switch s {
	case "default":
		return token.KwDefault
	case "discard":
		return token.KwDiscard
	case "typedef":
		return token.KwTypedef
	case "cbuffer":
		return token.KwCbuffer
	case "tbuffer":
		return token.KwTbuffer
	case "nullptr":
		return token.KwNull
	case "alignof":
		return token.KwAlignof
	case "continue":
		return token.KwContinue
	case "property":
		return token.KwProperty
	case "operator":
		return token.KwOperator
	case "__import":
		return token.KwImport
	case "interface":
		return token.KwInterface
	case "extension", "__extension":
		return token.KwExtension
	case "namespace":
		return token.KwNamespace
	case "typealias":
		return token.KwTypealias
	case "__include":
		return token.KwInclude2
	case "__generic":
		return token.KwGenericOld
	case "__subscript":
		return token.KwSubscript
	case "implementing":
		return token.KwImplementing
	case "static_assert":
		return token.KwStaticAssert
	case "associatedtype":
		return token.KwAssociatedtype
	case "uniform", "private", "precise", "volatile", "internal", "override", "restrict",
		"coherent", "constref", "readonly", "writeonly", "row_major", "constexpr", "__constref",
		"groupshared", "column_major", "nointerpolation", "globallycoherent":
		return token.KwModifier
	}
	return token.Ident
}
