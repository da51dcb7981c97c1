#!/usr/bin/env bash
# Runs the execution cases and the stress tests on a machine with a GPU. The machine needs a
# Vulkan driver and loader; it needs no Go.
#
#   scripts/gpu.sh bundle DIR     on the build machine: puts everything into DIR
#   DIR/gpu.sh run [DISPATCHES]   on the GPU machine: prints pass or fail a case
#
# DISPATCHES of each stress test, default 10,000. SLC_VULKAN_DEVICE chooses a
# device. Only the SPIR-V path is run: the others need front ends that are not carried.
set -euo pipefail

packages=(exec field golden peerfaults)

bundle() {
  local dir=$1 root
  root=$(cd "$(dirname "$0")/.." && pwd)
  mkdir -p "$dir/testsuite"
  dir=$(cd "$dir" && pwd)
  cd "$root"
  CGO_ENABLED=0 go build -o "$dir/slc-vulkan" ./cmd/slc-vulkan
  for p in "${packages[@]}"; do
    CGO_ENABLED=0 go test -c -o "$dir/$p.test" "./testsuite/$p"
    rm -rf "$dir/testsuite/$p"
    cp -r "testsuite/$p" "$dir/testsuite/$p"
  done
  cp -r examples "$dir/"
  cp "$(command -v spirv-val)" "$dir/spirv-val"
  cp "$0" "$dir/gpu.sh"
}

run() {
  local dir rc=0 log
  dir=$(cd "$(dirname "$0")" && pwd)
  log=$(mktemp)
  export PATH="$dir:$PATH" SLC_VULKAN="$dir/slc-vulkan" SLC_STRESS=${1:-10000} SLC_TOOLS_CACHE=off
  for p in "${packages[@]}"; do
    # The path is the third part of a test's name, of some the fourth: a pattern is matched part by part.
    for tests in '^Test(Examples|Runs|Operators)$/.*/^spirv$' '^Test(Kernels|Atomics)$/.*/.*/^spirv$'; do
      (cd "$dir/testsuite/$p" && "$dir/$p.test" -test.v -test.timeout 20m -test.run "$tests") >>"$log" 2>&1 || rc=1
    done
  done
  (cd "$dir/testsuite/exec" && "$dir/exec.test" -test.v -test.timeout 20m -test.run '^TestStress$') >>"$log" 2>&1 || rc=1
  grep -E '^ *--- (PASS|FAIL): Test.*/(spirv$|spirv )|^ *--- (PASS|FAIL): TestStress/|^ *[a-z_]+\.go:[0-9]+:' "$log" | sed -E 's/ \([0-9.]+s\)//; s/^ +//'
  local passed failed
  passed=$(grep -cE -- '--- PASS: (Test.*/spirv|TestStress/)' "$log" || true)
  failed=$(grep -cE -- '--- FAIL: (Test.*/spirv|TestStress/)' "$log" || true)
  echo "$passed passed, $failed failed"
  # A test that no longer has the expected form is not passed over.
  for test in Examples Runs Operators Kernels Atomics; do
    grep -q -- "--- PASS: Test$test/.*/spirv" "$log" || { echo "no case of Test$test ran" >&2; rc=1; }
  done
  rm -f "$log"
  return $rc
}

case "${1:-}" in
  bundle) bundle "${2:?where to}" ;;
  run) run "${2:-}" ;;
  *) sed -n '2,10s/^# \{0,1\}//p' "$0"; exit 2 ;;
esac
