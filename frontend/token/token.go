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

	// The parser's pre-pass puts in the kinds from here to KwThrows; the scanner
	// yields none of them. They let the parser decide on one token.

	GenericLess    // a '<' that opens generic arguments or parameters
	GenericGreater // the '>' that closes them ('>>' is split)
	CastLParen     // a '(' that opens a C-style cast
	DeclStart      // no text: a declaration that starts with a type's name follows
	PtrStar        // a '*' that has no right operand: pointer to the type before it
	InitLBrace     // a '{' that opens an initializer list
	LambdaLParen   // a '(' that opens the parameters of a lambda
	Label          // an identifier that labels a statement
	TailMark       // no text: declarators follow the body of a struct or enum
	OpaqueExpr     // spirv_asm { … } as one token
	OpaqueItem     // a statement or declaration outside the subset as one token
	KwLayout       // layout before '('
	KwThrows       // throws after a parameter list

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
