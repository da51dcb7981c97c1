// Package token defines the tokens that the preprocessor hands to the parser.
//
// The numbering is that of grammar/SlangLexer.g4 (a test holds them equal), so
// that a Kind is at the same time the ANTLR token type.
package token

import "slc/frontend/source"

// Kind is the type of a token.
type Kind int32

// Token is one preprocessed token.
type Token struct {
	Kind Kind
	Span source.Span
	Text string // spelling; for keywords and punctuation the canonical spelling
	// SpaceBefore and LineStart say what stood before the token in its file.
	SpaceBefore, LineStart bool
}

// EOF ends every token list; it has the ANTLR value.
const EOF Kind = -1

// Literals, names, and punctuation. Keywords follow; everything that Slang treats
// as a contextual keyword or a built-in type name is an Ident.
const (
	Invalid Kind = iota
	Ident
	IntLit    // 1, 0x1F, 0b1, 1u, 1ll, 1ull
	FloatLit  // 1.0, 1e3, 1.0f, 1.0h, 0x1p3
	StringLit // "…", raw R"(…)"
	CharLit   // '…'

	LParen    // (
	RParen    // )
	LBracket  // [
	RBracket  // ]
	LBrace    // {
	RBrace    // }
	Comma     // ,
	Semi      // ;
	Colon     // :
	ColonCol  // ::
	Dot       // .
	Ellipsis  // ...
	Question  // ?
	Arrow     // ->
	FatArrow  // =>
	Plus      // +
	Minus     // -
	Star      // *
	Slash     // /
	Percent   // %
	Amp       // &
	Pipe      // |
	Caret     // ^
	Tilde     // ~
	Bang      // !
	Less      // <
	Greater   // >  (>> and >= are made of adjacent tokens by the parser only inside generic arguments)
	LessEq    // <=
	GreaterEq // >=
	EqEq      // ==
	BangEq    // !=
	AmpAmp    // &&
	PipePipe  // ||
	Shl       // <<
	Shr       // >>
	Assign    // =
	PlusEq    // +=
	MinusEq   // -=
	StarEq    // *=
	SlashEq   // /=
	PercentEq // %=
	AmpEq     // &=
	PipeEq    // |=
	CaretEq   // ^=
	ShlEq     // <<=
	ShrEq     // >>=
	PlusPlus  // ++
	MinusMin  // --
	At        // @
	Dollar    // $
	Hash      // #   (only inside the preprocessor)
	HashHash  // ##  (only inside the preprocessor)

	// GenericLess is a '<' that the pre-pass found to open a generic argument
	// or parameter list; GenericGreater is the '>' that closes it ('>>' is split).
	GenericLess
	GenericGreater
	// CastLParen is a '(' that the pre-pass found to open a C-style cast.
	CastLParen
	// TypeIdent is an identifier that the pre-pass found to start a declaration
	// (the first token of a type in statement or parameter position).
	DeclStart

	KwIf
	KwElse
	KwFor
	KwWhile
	KwDo
	KwSwitch
	KwCase
	KwDefault
	KwBreak
	KwContinue
	KwReturn
	KwDiscard
	KwStruct
	KwClass
	KwEnum
	KwInterface
	KwExtension
	KwNamespace
	KwTypedef
	KwTypealias
	KwAssociatedtype
	KwUsing
	KwImport
	KwModule
	KwImplementing
	KwInclude2 // __include
	KwCbuffer
	KwTbuffer
	KwLet
	KwVar
	KwFunc
	KwProperty
	KwSubscript // __subscript
	KwInit      // __init
	KwOperator
	KwTrue
	KwFalse
	KwNull  // nullptr, none is an Ident
	KwThis  // this
	KwThisT // This
	KwWhere
	KwIs
	KwAs
	KwSizeof
	KwAlignof
	KwStaticAssert
	KwModifier // const static uniform groupshared in out inout ref … one kind, Text tells which
	KwDefer
	KwThrow
	KwTry
	KwCatch
	KwGenericOld // __generic
	Count        // number of kinds
)
