// The syntax of slc's Slang subset, and of the parts of Slang that are parsed
// so that they can be refused by name.
//
// Every decision is LL(1), so that the generated parser is made of plain
// switches and never predicts (a test counts the prediction sites). Three means
// keep it so:
//
//  - The pre-pass of package frontend marks what one token cannot decide: generic
//    brackets, casts, declarations among statements, initializer braces, labels.
//  - What would need prediction or recursion is flat here and folded when the
//    tree is built: operators (by precedence), statement heads (if, else, for …)
//    and case labels.
//  - A construct outside the subset whose syntax differs is one Opaque token.
parser grammar SlangParser;

options {
  tokenVocab = SlangLexer;
  superClass = Tree;
}

file : declaration* EOF ;

// ---- Declarations ------------------------------------------------------------

declaration : modifier* ( typedDecl | otherDecl | Semi ) ;

// A declaration among statements. Attributes before it are statement heads.
localDecl
  : DeclStart typedDecl
  | plainModifier modifier* ( typedDecl | otherDecl )
  | otherDecl
  ;

modifier : plainModifier | attribute ;

plainModifier
  : KwModifier
  | KwLayout LParen layoutItem ( Comma layoutItem )* RParen
  ;

layoutItem : ( Ident | KwModifier ) ( Assign assignExpr )? ;

attribute
  : LBracket ( LBracket attributeItem ( Comma? attributeItem )* RBracket
             | attributeItem ( Comma? attributeItem )* ) RBracket
  ;

attributeItem : Ident ( ( ColonCol | Dot ) Ident )* arguments? ;

otherDecl
  : structDecl
  | enumDecl
  | interfaceDecl
  | extensionDecl
  | namespaceDecl
  | usingDecl
  | typedefDecl
  | typealiasDecl
  | associatedDecl
  | importDecl
  | cbufferDecl
  | letDecl
  | funcDecl
  | initDecl
  | propertyDecl
  | subscriptDecl
  | genericDecl
  | staticAssert
  | OpaqueItem
  ;

// Variables and functions in C's order.
typedDecl
  : typeSpec ( Ident ( genericParams? parameters functionTail
                     | declaratorTail ( Comma declarator )* Semi )
             | operatorName genericParams? parameters functionTail )
  ;

declarator     : Ident declaratorTail ;
declaratorTail : dimension* semantic* ( Assign assignExpr )? ;
dimension      : LBracket expression? RBracket ;

semantic     : Colon ( Ident ( LParen semanticArg ( Comma semanticArg )* RParen )? | IntLit ) ;
semanticArg  : Ident ( Dot Ident )* | IntLit ;

funcDecl : KwFunc ( Ident | operatorName ) genericParams? parameters functionTail ;
initDecl : KwInit genericParams? parameters functionTail ;

functionTail
  : KwModifier* ( KwThrows typeSpec )? ( Arrow anyType )? where* semantic* ( block | Semi )
  ;

operatorName
  : KwOperator
    ( Plus | Minus | Star | PtrStar | Slash | Percent | Amp | Pipe | Caret | Tilde | Bang
    | Less | Greater | LessEq | GreaterEq | EqEq | BangEq | AmpAmp | PipePipe | Shl | Shr
    | Assign | PlusEq | MinusEq | StarEq | SlashEq | PercentEq | AmpEq | PipeEq | CaretEq | ShlEq | ShrEq
    | PlusPlus | MinusMin | Comma
    | LParen RParen
    | LBracket RBracket
    | Question Colon
    )
  ;

// A comma may end a list.
parameters : LParen ( parameter ( Comma parameter? )* )? RParen ;

// C's order (float x : SV_Position) or the name first (x : float): the type is
// the name where a colon follows it, and its semantics follow the type. "void" alone stands for no parameter.
parameter
  : modifier* typeSpec ( Colon anyType semantic* ( Assign assignExpr )? | declarator )?
  | Ellipsis
  ;

genericParams : GenericLess ( genericParam ( Comma genericParam? )* )? GenericGreater ;

genericParam
  : ( KwLet KwModifier? Ident | KwModifier* typeSpec Ident? )
    ( Colon anyType )? ( Assign assignExpr )?
  ;

where : KwWhere anyType ( Colon anyType ( Comma anyType )* | EqEq anyType | arguments Ident? ) ;

bases : Colon anyType ( Comma anyType )* ;

structDecl
  : ( KwStruct | KwClass ) attribute* Ident? genericParams? bases? where*
    ( members tail? | Assign anyType Semi | Semi )
  ;

members : LBrace declaration* RBrace ;

// Variables declared with the body of their type.
tail : TailMark declarator ( Comma declarator )* Semi ;

enumDecl : KwEnum KwClass? Ident? bases? ( enumBody tail? | Semi ) ;
enumBody : LBrace ( enumCase ( Comma enumCase? )* )? RBrace ;
enumCase : attribute* Ident ( Assign assignExpr )? ;

interfaceDecl  : KwInterface Ident genericParams? bases? where* ( members | Semi ) ;
extensionDecl  : KwExtension genericParams? typeSpec bases? where* members ;
namespaceDecl  : KwNamespace qualifiedName members ;
usingDecl      : KwUsing KwNamespace? qualifiedName Semi ;
typedefDecl    : KwTypedef KwModifier* ( structDecl | enumDecl | typeSpec ) Ident dimension* Semi ;
typealiasDecl  : KwTypealias Ident genericParams? where* Assign anyType Semi ;
associatedDecl : KwAssociatedtype Ident bases? where* Semi ;
importDecl     : ( KwImport | KwInclude2 | KwImplementing | KwModule ) ( StringLit | Ident ( Dot Ident )* )? Semi ;
cbufferDecl    : ( KwCbuffer | KwTbuffer ) Ident? semantic* members tail? ;
letDecl        : ( KwLet | KwVar ) letItem ( Comma letItem )* Semi ;
letItem        : Ident ( Colon anyType )? ( Assign assignExpr )? ;
genericDecl    : KwGenericOld genericParams declaration ;
staticAssert   : KwStaticAssert LParen assignExpr ( Comma assignExpr )? RParen Semi ;
qualifiedName  : Ident ( ( Dot | ColonCol ) Ident )* ;

// property x : T { … } or property T x { … }
propertyDecl  : KwProperty typeSpec ( Colon anyType | Ident ) ( accessors | Semi ) ;
subscriptDecl : KwSubscript genericParams? parameters ( Arrow anyType )? where* ( accessors | Semi ) ;
accessors     : LBrace accessor* RBrace ;
accessor      : modifier* Ident parameters? ( block | Semi ) ;

// ---- Types -------------------------------------------------------------------

// A & B is a conjunction of interfaces.
anyType  : KwModifier* typeSpec ( Amp typeSpec )* ;
typeSpec : typeName ( Star | PtrStar | dimension )* ;
typeName : ColonCol? ( Ident | KwThisT ) genericArgs? ( ( Dot | ColonCol ) ( Ident | KwThisT ) genericArgs? )* ;

genericArgs : GenericLess ( genericArg ( Comma genericArg? )* )? GenericGreater ;
genericArg  : KwModifier* assignExpr ;

// ---- Statements --------------------------------------------------------------

block : LBrace statement* RBrace ;

// Heads nest from left to right: "if (a) for (…) x;" has two. An else is a
// statement of its own here; it joins the innermost if before it without one.
statement
  : ( attribute
    | Label Colon
    | KwIf LParen condition RParen
    | KwElse
    | KwWhile LParen condition RParen
    | KwFor LParen ( localDecl | expression? Semi ) expression? Semi expression? RParen
    | KwSwitch LParen expression RParen
    | KwDefer
    )*
    ( block
    | localDecl
    | expression Semi
    | Semi
    | KwReturn expression? Semi
    | KwBreak Ident? Semi
    | KwContinue Semi
    | KwCase expression Colon
    | KwDefault Colon
    | KwDo statement ( KwElse statement )* ( KwWhile LParen expression RParen Semi | OpaqueItem )
    | KwDiscard Semi
    | KwThrow expression Semi
    )
  ;

condition : ( KwLet | KwVar ) letItem | expression ;

// ---- Expressions -------------------------------------------------------------

expression : assignExpr ( Comma assignExpr )* ;

// Operands and operators in source order; precedence is applied afterwards.
assignExpr
  : lambda
  | operand
    ( ( Star | Slash | Percent | Plus | Minus | Shl | Shr | Less | Greater | LessEq | GreaterEq
      | EqEq | BangEq | Amp | Caret | Pipe | AmpAmp | PipePipe
      | Assign | PlusEq | MinusEq | StarEq | SlashEq | PercentEq | AmpEq | PipeEq | CaretEq | ShlEq | ShrEq
      ) operand
    | Question expression Colon operand
    | ( KwIs | KwAs ) typeName
    )*
  ;

// Prefix operators, a primary, postfix operators.
operand
  : ( Plus | Minus | Bang | Tilde | PlusPlus | MinusMin | Star | Amp | KwTry
    | CastLParen anyType RParen
    )*
    ( Ident | IntLit | FloatLit | StringLit StringLit* | CharLit | KwTrue | KwFalse | KwNull | KwThis | KwThisT
    | ColonCol Ident
    | LParen expression RParen
    | initList
    | ( KwSizeof | KwAlignof ) LParen genericArg ( Comma genericArg )? RParen
    | OpaqueExpr
    )
    ( ( Dot | Arrow | ColonCol ) ( Ident | KwThisT | operatorName )
    | arguments
    | LBracket ( assignExpr ( Comma assignExpr )* )? RBracket
    | genericArgs
    | PlusPlus
    | MinusMin
    | PtrStar
    )*
  ;

arguments : LParen ( assignExpr ( Comma assignExpr? )* )? RParen ;
initList  : InitLBrace ( assignExpr ( Comma assignExpr? )* )? RBrace ;
lambda    : LambdaLParen ( parameter ( Comma parameter? )* )? RParen FatArrow ( block | assignExpr ) ;
