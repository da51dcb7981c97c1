// Package golden compares what the compiler makes of a folder of kernels with the
// expected files beside them: slc golden check, update and review.
//
//   - config.go, find.go, compile.go: which kernels, with which options, and what they give;
//   - canon.go: SPIR-V as text in which one new instruction does not touch every line;
//   - align.go, words.go: which lines changed, apart from ids that were renumbered;
//   - memory*.go, interface*.go, compare.go: what the changes mean;
//   - text.go, side.go, json.go, html.go: how they are shown;
//   - run.go, review.go: the commands.
//
// The project's own golden tests show their failures with Compare as well.
package golden
