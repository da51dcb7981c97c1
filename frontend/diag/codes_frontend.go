package diag

// Codes of: lexer (E0101…), preprocessor (E0110…) and parser (E0150…).

var (
	IllegalCharacter    = &Code{"E0101", "illegal-character", Error, 10000, "A character stands where none of its kind may."}
	NotText             = &Code{"E0102", "not-text", Error, 10006, "A file holds bytes that no source text has; it is not read further."}
	UnterminatedComment = &Code{"E0103", "unterminated-comment", Error, 0, "A comment that starts with /* is never closed."}
	UnterminatedLiteral = &Code{"E0104", "unterminated-literal", Error, 10005, "A string or character literal is not closed."}
	InvalidNumber       = &Code{"E0105", "invalid-number", Error, 10003, "A numeric literal has a digit, exponent or suffix that it cannot have, or does not fit 64 bits."}
	InvalidEscape       = &Code{"E0106", "invalid-escape", Error, 10007, "A backslash in a literal is followed by something that means nothing."}
	InvalidCharacter    = &Code{"E0108", "invalid-character-literal", Error, 10001, "A character literal does not hold exactly one character."}
	NestedTooDeep       = &Code{"E0107", "nested-too-deep", Error, 0, "Brackets or statements are nested deeper than the compiler allows."}

	UnknownDirective   = &Code{"E0110", "unknown-directive", Error, 15101, "A line starts with # and a word that is no directive."}
	DirectiveSyntax    = &Code{"E0111", "directive-syntax", Error, 15102, "A directive lacks something or is malformed."}
	GLSLDirective      = &Code{"E0112", "glsl-directive", Error, 0, "A directive of GLSL stands in a file that is read as Slang."}
	UnterminatedIf     = &Code{"E0113", "unterminated-conditional", Error, 15000, "An #if, #ifdef or #ifndef has no #endif in its file."}
	DirectiveWithoutIf = &Code{"E0114", "directive-without-if", Error, 15001, "An #else, #elif or #endif belongs to no #if."}
	DirectiveAfterElse = &Code{"E0115", "directive-after-else", Error, 15002, "An #else or #elif follows the #else of its #if."}
	ConditionSyntax    = &Code{"E0116", "condition-syntax", Error, 15201, "The condition of an #if or #elif is no integer constant expression."}
	ConditionDivZero   = &Code{"E0117", "condition-division-by-zero", Error, 15202, "The condition of an #if or #elif divides by zero."}
	IncludeNotFound    = &Code{"E0118", "include-not-found", Error, 15300, "The file that an #include names cannot be read."}
	IncludeTooDeep     = &Code{"E0119", "include-too-deep", Error, 15302, "Files include each other without end, or too many are included."}
	MacroDefinition    = &Code{"E0120", "macro-definition", Error, 15403, "A macro definition is malformed."}
	MacroArguments     = &Code{"E0121", "macro-arguments", Error, 15501, "A macro is used with the wrong number of arguments or without its closing parenthesis."}
	InvalidPaste       = &Code{"W0108", "invalid-token-paste", Warning, 15503, "## joins two tokens to something that is no token; they stay apart."}
	ExpansionTooLong   = &Code{"E0123", "macro-expansion-too-long", Error, 0, "Macro expansion yields more tokens, or nests deeper, than the compiler allows."}
	UserError          = &Code{"E0124", "error-directive", Error, 15900, "An #error directive was reached."}
	PragmaNotSupported = &Code{"E0125", "pragma-not-supported", Error, 0, "A #pragma would change the meaning of the program and is not supported."}
	InvalidDefine      = &Code{"E0126", "invalid-define", Error, 0, "A -D option does not define a macro."}
	SyntaxError        = &Code{"E0150", "syntax-error", Error, 20001, "The source does not follow the grammar: something else was expected."}
	UnclosedBracket    = &Code{"E0151", "unclosed-bracket", Error, 20001, "A bracket is open at the end of the file."}
	MisplacedElse      = &Code{"E0152", "misplaced-else", Error, 20001, "An else follows no if."}
	MisplacedCase      = &Code{"E0153", "misplaced-case", Error, 20001, "A case label stands outside the block of a switch."}
	ModuleNotFound     = &Code{"E0154", "module-not-found", Error, 15300, "The file of a module that an import or __include names cannot be read."}
	ModuleCycle        = &Code{"E0155", "module-cycle", Error, 38200, "A module imports itself, directly or through others."}
	ModuleStructure    = &Code{"E0156", "module-structure", Error, 30500, "The module and implementing declarations of a file do not fit how it is used."}

	BeforeFirstCase      = &Code{"W0160", "before-first-case", Warning, 41000, "A statement of a switch stands before its first case label."}
	UserWarning          = &Code{"W0101", "warning-directive", Warning, 15901, "A #warning directive was reached."}
	MacroRedefined       = &Code{"W0102", "macro-redefined", Warning, 15400, "A macro is defined again with another body."}
	MacroNotDefined      = &Code{"W0103", "macro-not-defined", Warning, 15401, "An #undef names a macro that is not defined."}
	UndefinedInCondition = &Code{"W0104", "undefined-in-condition", Warning, 15205, "An #if uses a name that is no macro; it counts as 0."}
	ExtraTokens          = &Code{"W0105", "extra-tokens", Warning, 15103, "Something follows the end of a directive on its line and is ignored."}
	UnknownPragma        = &Code{"W0106", "unknown-pragma", Warning, 15601, "A #pragma is not known and is ignored."}
	BuiltinRedefined     = &Code{"W0107", "builtin-macro-redefined", Warning, 15404, "A macro of the compiler is defined again or removed."}
)

var frontendCodes = []*Code{
	IllegalCharacter, NotText, UnterminatedComment, UnterminatedLiteral, InvalidNumber, InvalidEscape, InvalidCharacter, NestedTooDeep,
	UnknownDirective, DirectiveSyntax, GLSLDirective, UnterminatedIf, DirectiveWithoutIf, DirectiveAfterElse,
	ConditionSyntax, ConditionDivZero, IncludeNotFound, IncludeTooDeep, MacroDefinition, MacroArguments, InvalidPaste,
	ExpansionTooLong, UserError, PragmaNotSupported, InvalidDefine,
	SyntaxError, UnclosedBracket, MisplacedElse, MisplacedCase, ModuleNotFound, ModuleCycle, ModuleStructure, BeforeFirstCase,
	UserWarning, MacroRedefined, MacroNotDefined, UndefinedInCondition, ExtraTokens, UnknownPragma, BuiltinRedefined,
}
