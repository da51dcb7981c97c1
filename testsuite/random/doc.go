// Package random compiles kernels that a generator makes up and gives the texts to the front ends of
// glslang and clang: every name must be declared in the scope that uses it, every overload found.
//
// The kernels nest conditions that are evaluated in part, loops of all kinds and switches with cases that
// fall through. Many values are never used, as in a kernel that somebody is still writing. The seeds are
// fixed; a failure names its own.
package random
