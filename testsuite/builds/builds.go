// Package builds tests slc inside the build systems that people use: Ninja, Make,
// CMake, Meson, Bazel's rule, pre-commit and GitHub Actions.
package builds
