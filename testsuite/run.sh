#!/usr/bin/env bash
# Runs every check of the repository: formatting, go vet, staticcheck, the tests
# under the race detector where that is cheap, and all tests. Users and CI run
# this same command.
#
#   testsuite/run.sh [-install] [-quick] [package ...]
#
#   -install   first install what the tests need (testsuite/install.sh; Debian 12)
#   -quick     only the tests: no vet, no staticcheck, no race detector
#   package    Go packages; default ./...
set -euo pipefail
cd "$(dirname "$0")/.."

staticcheck=honnef.co/go/tools/cmd/staticcheck@v0.8.2
generated='/grammar/(parser|lexer)$' # ANTLR's Go assigns values that it does not use

quick=
while [ $# -gt 0 ]; do
  case "$1" in
    -install) testsuite/install.sh ;;
    -quick) quick=1 ;;
    -h | -help | --help) sed -n '2,11s/^# \{0,1\}//p' "$0"; exit 0 ;;
    -*) echo "run.sh: unknown option $1" >&2; exit 2 ;;
    *) break ;;
  esac
  shift
done
[ $# -gt 0 ] || set -- ./...

# check NAME COMMAND… runs one step. A step that fails does not keep the others from
# running; the script fails at its end.
failed=()
check() {
  local name=$1
  shift
  printf '\n== %s (%ds)\n' "$name" "$SECONDS"
  "$@" || failed+=("$name")
}

formatted() {
  local list
  list=$(gofmt -l .)
  [ -z "$list" ] || { printf 'not formatted by gofmt:\n%s\n' "$list" >&2; return 1; }
}

if [ -z "$quick" ]; then
  mapfile -t all < <(go list "$@")
  mapfile -t written < <(printf '%s\n' "${all[@]}" | grep -Ev "$generated" || true)
  mapfile -t parsers < <(printf '%s\n' "${all[@]}" | grep -E "$generated" || true)
  # The packages of testsuite/ and cmd/ mostly wait for other programs: races are
  # looked for in the compiler's own.
  mapfile -t racy < <(printf '%s\n' "${written[@]}" | grep -Ev '^slc/(testsuite|cmd)(/|$)' || true)

  check 'gofmt' formatted
  check 'go vet' go vet "$@"
  [ ${#written[@]} -eq 0 ] || check 'staticcheck' go run "$staticcheck" "${written[@]}"
  [ ${#parsers[@]} -eq 0 ] || check 'staticcheck, generated' go run "$staticcheck" -checks inherit,-SA4006 "${parsers[@]}"
  [ ${#racy[@]} -eq 0 ] || check 'go test -race' env CGO_ENABLED=1 go test -race -short "${racy[@]}"
fi

[ -n "${SLC_SLANG_DIR:-}" ] || printf '\nSkipped: the other compiler'"'"'s tests (SLC_SLANG_DIR names no checkout of shader-slang/slang)\n'
check 'go test' go test "$@"
if [ ${#failed[@]} -gt 0 ]; then
  printf '\nrun.sh: failed:' >&2
  printf ' [%s]' "${failed[@]}" >&2
  echo >&2
  exit 1
fi
