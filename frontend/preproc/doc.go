// Package preproc turns source files into the token list that the parser reads:
// it scans bytes into tokens, runs the C-style directives that Slang has, and
// expands macros.
//
// The rules are those of ISO C11 6.10, with what slangc adds or leaves out:
// named variadic parameters, "#line default", no trigraphs, no digraphs and no
// _Pragma. Identifiers become keywords only when a token leaves the
// preprocessor, so that a macro may be named like a keyword.
//
//	scan.go       bytes -> raw tokens             lexemes.go   numbers, strings, comments
//	splice.go     tokens cut by a \ line end      keyword.go   identifier -> keyword
//	preproc.go    Run, the main loop, limits      file.go      #include, files, dependencies
//	directive.go  the directives                  condition.go #if and its constant expressions
//	macro.go      definitions                     expand.go    invocation, substitution, # and ##
//
// Everything that a hostile input could make long is bounded by Limits: the
// size of a file, the number of tokens, the output of macro expansion, the
// depth and number of inclusions, and the nesting of brackets. The parser, which
// is recursive, relies on the last one.
package preproc
