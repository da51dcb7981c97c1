// Package conformance compiles the test kernels of another Slang compiler, validates
// what comes out, runs those with expected buffers, and prints a table by reason.
//
// The kernels are not part of this repository: SLC_SLANG_DIR names a checkout of
// shader-slang/slang, SLC_PEER_LIST a list of its tests other than testdata/peers.txt.
// Without a checkout the test prints one line and does nothing.
package conformance
