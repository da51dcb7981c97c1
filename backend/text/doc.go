// Package text is what the backends that print C-like languages share: names,
// constants, expressions with precedence, the folding of pure values into their
// use, structured statements, memory layout written out as padding.
//
// # How often things happen
//
// A target's compiler may evaluate a printed expression as often as it is
// printed. Therefore an instruction whose evaluation can be observed (a load of
// shared memory, an atomic, an image access, a call, a wave operation) is printed
// exactly once, as a statement that binds a named temporary where it happens.
// Only a pure value that has one use, in the region that defines it, is folded
// into that use. A load of a variable of the invocation itself may be folded too;
// it is bound before the next statement that could change the variable.
//
// # Loops
//
// An ir loop is body + continuing. It prints as while, for (;;step) or do-while
// when condition and step are expressions; else the step stands at the end of
// the body if nothing continues from elsewhere, and behind a flag at its start
// if something does. It is never printed twice.
//
// # Division of work
//
// A backend implements Dialect: spelling of types and constants, places,
// accesses, atomics, barriers, intrinsics. Everything about statement order,
// names and parentheses is here.
package text
