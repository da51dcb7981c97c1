// Package tools runs the validators that check what slc emits: SPIRV-Tools,
// glslang's and clang's HLSL front ends, and clang with shim headers for MSL.
//
// Every check comes in two forms. The plain form (SpirvVal, HLSL, ClangMSL …)
// fails the test with the tool's message and the text with line numbers; the
// form that ends in Error returns the refusal, for tests that plant an error.
// A tool that is not installed fails the test with its name and the Debian
// package that ships it: a check that silently does not run is worse than none.
//
// # Cache
//
// A front end takes 25–75 ms a text, so outcomes are kept under
// os.TempDir()/slc-tools-<uid>, keyed by a hash of the program file's identity,
// its arguments, the shim headers and the input. A run with the same text skips
// the tool. SLC_TOOLS_CACHE=off turns it off and so does CI=true. Entries are
// written to a temporary name and renamed: any number of tests and test
// processes may share the folder, and it may be deleted at any time.
//
// # Environment
//
//	SLC_TOOLS_CACHE=off       run every tool afresh
//	SLC_VULKAN=FILE           a built slc-vulkan; else the tests build it
//	SLC_VULKAN_DEVICE=NAME    Vulkan device, by index or part of its name
//	SLC_VULKAN_VALIDATION=1   run under the validation layer; its messages fail tests
package tools
