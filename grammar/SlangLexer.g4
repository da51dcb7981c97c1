// The tokens of slc's Slang subset.
//
// This grammar is the specification of the hand-written scanner in
// frontend/preproc: tests hold the numbering equal to frontend/token and compare
// the two on samples. Tokens that have no rule here are made by the pre-pass of
// package frontend (see frontend/token for what each stands for).
lexer grammar SlangLexer;

// The numbering. Rules below may stand in any order.
tokens {
  GenericLess, GenericGreater, CastLParen, DeclStart, PtrStar, InitLBrace, LambdaLParen, Label, TailMark,
  OpaqueExpr, OpaqueItem, KwLayout, KwThrows, Ident, IntLit, FloatLit, StringLit, CharLit, LParen, RParen,
  LBracket, RBracket, LBrace, RBrace, Comma, Semi, Colon, ColonCol, Dot, Ellipsis, Question, Arrow, FatArrow,
  Plus, Minus, Star, Slash, Percent, Amp, Pipe, Caret, Tilde, Bang, Less, Greater, LessEq, GreaterEq, EqEq,
  BangEq, AmpAmp, PipePipe, Shl, Shr, Assign, PlusEq, MinusEq, StarEq, SlashEq, PercentEq, AmpEq, PipeEq,
  CaretEq, ShlEq, ShrEq, PlusPlus, MinusMin, At, Dollar, Hash, HashHash, KwIf, KwElse, KwFor, KwWhile, KwDo,
  KwSwitch, KwCase, KwDefault, KwBreak, KwContinue, KwReturn, KwDiscard, KwStruct, KwClass, KwEnum,
  KwInterface, KwExtension, KwNamespace, KwTypedef, KwTypealias, KwAssociatedtype, KwUsing, KwImport,
  KwModule, KwImplementing, KwInclude2, KwCbuffer, KwTbuffer, KwLet, KwVar, KwFunc, KwProperty, KwSubscript,
  KwInit, KwOperator, KwTrue, KwFalse, KwNull, KwThis, KwThisT, KwWhere, KwIs, KwAs, KwSizeof, KwAlignof,
  KwStaticAssert, KwModifier, KwDefer, KwThrow, KwTry, KwCatch, KwGenericOld
}

KwIf             : 'if' ;
KwElse           : 'else' ;
KwFor            : 'for' ;
KwWhile          : 'while' ;
KwDo             : 'do' ;
KwSwitch         : 'switch' ;
KwCase           : 'case' ;
KwDefault        : 'default' ;
KwBreak          : 'break' ;
KwContinue       : 'continue' ;
KwReturn         : 'return' ;
KwDiscard        : 'discard' ;
KwStruct         : 'struct' ;
KwClass          : 'class' ;
KwEnum           : 'enum' ;
KwInterface      : 'interface' ;
KwExtension      : 'extension' | '__extension' ;
KwNamespace      : 'namespace' ;
KwTypedef        : 'typedef' ;
KwTypealias      : 'typealias' ;
KwAssociatedtype : 'associatedtype' ;
KwUsing          : 'using' ;
KwImport         : 'import' | '__import' ;
KwModule         : 'module' ;
KwImplementing   : 'implementing' ;
KwInclude2       : '__include' ;
KwCbuffer        : 'cbuffer' ;
KwTbuffer        : 'tbuffer' ;
KwLet            : 'let' ;
KwVar            : 'var' ;
KwFunc           : 'func' ;
KwProperty       : 'property' ;
KwSubscript      : '__subscript' ;
KwInit           : '__init' ;
KwOperator       : 'operator' ;
KwTrue           : 'true' ;
KwFalse          : 'false' ;
KwNull           : 'nullptr' ;
KwThis           : 'this' ;
KwThisT          : 'This' ;
KwWhere          : 'where' ;
KwIs             : 'is' ;
KwAs             : 'as' ;
KwSizeof         : 'sizeof' ;
KwAlignof        : 'alignof' ;
KwStaticAssert   : 'static_assert' ;
KwDefer          : 'defer' ;
KwThrow          : 'throw' ;
KwTry            : 'try' ;
KwCatch          : 'catch' ;
KwGenericOld     : '__generic' ;

// All modifiers are one kind; their text tells them apart.
KwModifier
  : 'in' | 'out' | 'ref' | 'const' | 'inout' | '__ref' | 'snorm' | 'unorm' | 'static' | 'inline' | 
    'public' | 'extern' | 'export' | 'uniform' | 'private' | 'precise' | 'volatile' | 'internal' | 
    'override' | 'restrict' | 'coherent' | 'constref' | 'readonly' | 'writeonly' | 'row_major' | 
    'constexpr' | '__constref' | 'groupshared' | 'column_major' | 'nointerpolation' | 
    'globallycoherent'
  ;

LParen     : '(' ;
RParen     : ')' ;
LBracket   : '[' ;
RBracket   : ']' ;
LBrace     : '{' ;
RBrace     : '}' ;
Comma      : ',' ;
Semi       : ';' ;
Colon      : ':' ;
ColonCol   : '::' ;
Dot        : '.' ;
Ellipsis   : '...' ;
Question   : '?' ;
Arrow      : '->' ;
FatArrow   : '=>' ;
Plus       : '+' ;
Minus      : '-' ;
Star       : '*' ;
Slash      : '/' ;
Percent    : '%' ;
Amp        : '&' ;
Pipe       : '|' ;
Caret      : '^' ;
Tilde      : '~' ;
Bang       : '!' ;
Less       : '<' ;
Greater    : '>' ;
LessEq     : '<=' ;
GreaterEq  : '>=' ;
EqEq       : '==' ;
BangEq     : '!=' ;
AmpAmp     : '&&' ;
PipePipe   : '||' ;
Shl        : '<<' ;
Shr        : '>>' ;
Assign     : '=' ;
PlusEq     : '+=' ;
MinusEq    : '-=' ;
StarEq     : '*=' ;
SlashEq    : '/=' ;
PercentEq  : '%=' ;
AmpEq      : '&=' ;
PipeEq     : '|=' ;
CaretEq    : '^=' ;
ShlEq      : '<<=' ;
ShrEq      : '>>=' ;
PlusPlus   : '++' ;
MinusMin   : '--' ;
At         : '@' ;
Dollar     : '$' ;
Hash       : '#' ;
HashHash   : '##' ;

Ident : IdentStart IdentPart* ;

FloatLit
  : ( Digits '.' Digits? Exponent? | '.' Digits Exponent? | Digits Exponent ) Suffix?
  | '0' [xX] HexDigits ( '.' HexDigits? )? [pP] [+-]? Digits Suffix?
  | Digits ( [fFhH] | [lL] [fF] )
  ;

IntLit : ( '0' [xX] HexDigits | '0' [bB] [01_]+ | Digits ) Suffix? ;

StringLit : '"' ( ~["\\\r\n] | '\\' . )* '"' | 'R"(' .*? ')"' ;
CharLit   : '\'' ( ~['\\\r\n] | '\\' . )* '\'' ;

LineComment  : '//' ~[\r\n]* -> skip ;
BlockComment : '/*' .*? '*/' -> skip ;
Space        : [ \t\r\n\u000B\f]+ -> skip ;

fragment IdentStart : [_\p{L}] ;
fragment IdentPart  : [_\p{L}\p{Nd}\p{M}] ;
fragment Digits     : [0-9] [0-9_]* ;
fragment HexDigits  : [0-9a-fA-F] [0-9a-fA-F_]* ;
fragment Exponent   : [eE] [+-]? Digits ;
fragment Suffix     : [a-zA-Z_] [a-zA-Z_0-9]* ;
