#!/usr/bin/env bash
# Builds the programs of a release for every platform into a folder, with SHA-256 sums:
#   scripts/release.sh [FOLDER]          default: dist
# The archives are the same bytes for the same commit and Go version, whatever the machine and the day.
set -euo pipefail
cd "$(dirname "$0")/.."

out=${1:-dist}
version=$(sed -n 's/^\tversion *= "\(.*\)"$/\1/p' cmd/slc/version.go)
[ -n "$version" ] || { echo "release.sh: no version in cmd/slc/version.go" >&2; exit 1; }
mkdir -p "$out"
out=$(cd "$out" && pwd)
stage=$(mktemp -d)
trap 'rm -rf "$stage"' EXIT
# The time in the archives: the commit's, or the first of 1980 where there is no git.
time=$(git log -1 --format=%cI 2>/dev/null || echo 1980-01-01T00:00:00Z)

export CGO_ENABLED=0
go run ./cmd/slc man >"$stage/slc.1"
for platform in linux/amd64 linux/arm64 darwin/amd64 darwin/arm64 windows/amd64 windows/arm64; do
  os=${platform%/*} arch=${platform#*/} exe=
  [ "$os" = windows ] && exe=.exe
  name=slc-$version-${os/darwin/macos}-$arch
  dir=$stage/$name
  mkdir -p "$dir/completions"
  GOOS=$os GOARCH=$arch go build -trimpath -ldflags=-s -o "$dir/slc$exe" ./cmd/slc
  # The device runner loads the system's Vulkan library; where it has no bindings it is left out.
  GOOS=$os GOARCH=$arch go build -trimpath -ldflags=-s -o "$dir/slc-vulkan$exe" ./cmd/slc-vulkan 2>/dev/null || rm -f "$dir/slc-vulkan$exe"
  cp README.md LICENSE CHANGELOG.md "$stage/slc.1" "$dir/"
  cp -r docs "$dir/docs"
  for shell in bash zsh fish; do go run ./cmd/slc completion $shell >"$dir/completions/slc.$shell"; done
  find "$dir" -exec touch -d "$time" {} +
  if [ "$os" = windows ]; then
    (cd "$stage" && rm -f "$out/$name.zip" && find "$name" -type f | LC_ALL=C sort | TZ=UTC zip -q -X -@ "$out/$name.zip")
  else
    tar -C "$stage" --sort=name --owner=0 --group=0 --numeric-owner --mtime="$time" -cf - "$name" | gzip -n -9 >"$out/$name.tar.gz"
  fi
  echo "$name"
done
cd "$out"
sha256sum slc-"$version"-* >SHA256SUMS
