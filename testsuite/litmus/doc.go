// Package litmus proves the rows of design/lowering.md one by one: for each there is a
// small kernel in Slang with an outcome that the meaning of its operations forbids.
//
// What the compiler emits for the kernel is executed in every way that the memory model
// of the target allows. The outcome must not be among them. Then what was emitted is
// made weaker by one step (a bit of a mask, a scope, a fence), and the outcome must turn up:
// that shows that the test can fail, and that the row asks for nothing that it does not need.
//
// SPIR-V words are executed by package memmodel under the axioms of Vulkan, the text of
// HLSL and MSL by memmodel/machine under those of its abstract machines.
package litmus
