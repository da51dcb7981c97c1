#!/usr/bin/env bash
# Builds the programs of a release into a folder, with SHA-256 sums:
#   scripts/release.sh [FOLDER [PLATFORM...]]    default: dist, and all platforms, such as linux/amd64
# The archives are the same bytes for the same commit, Go version, tar, gzip and zip, whatever the folder and the day.
set -euo pipefail
cd "$(dirname "$0")/.."

out=${1:-dist}
platforms=("${@:2}")
[ ${#platforms[@]} -gt 0 ] || platforms=(linux/amd64 linux/arm64 darwin/amd64 darwin/arm64 windows/amd64 windows/arm64)
version=$(sed -n 's/^\tversion *= "\(.*\)"$/\1/p' cmd/slc/version.go)
[ -n "$version" ] || { echo "release.sh: no version in cmd/slc/version.go" >&2; exit 1; }
mkdir -p "$out"
out=$(cd "$out" && pwd)
stage=$(mktemp -d)
trap 'rm -rf "$stage"' EXIT
# The time in the archives: the commit's, or the first of 1980 where there is no git. Zip archives have local times.
time=$(git log -1 --format=%cI 2>/dev/null || echo 1980-01-01T00:00:00Z)
export TZ=UTC LC_ALL=C CGO_ENABLED=0
umask 022

build() { go build -trimpath -buildvcs=false -ldflags=-s -o "$@"; }

build "$stage/host" ./cmd/slc
mkdir "$stage/common" "$stage/common/completions"
"$stage/host" man >"$stage/common/slc.1"
for shell in bash zsh fish; do "$stage/host" completion $shell >"$stage/common/completions/slc.$shell"; done
cp README.md LICENSE CHANGELOG.md "$stage/common/"
cp -r docs "$stage/common/docs"
chmod -R u=rwX,go=rX "$stage/common"

for platform in "${platforms[@]}"; do
  os=${platform%/*} arch=${platform#*/} exe=
  [ "$os" = windows ] && exe=.exe
  name=slc-$version-${os/darwin/macos}-$arch
  dir=$stage/$name
  cp -r "$stage/common" "$dir"
  GOOS=$os GOARCH=$arch build "$dir/slc$exe" ./cmd/slc
  # The device runner loads the system's Vulkan library, which it can on Linux and macOS.
  [ "$os" = windows ] || GOOS=$os GOARCH=$arch build "$dir/slc-vulkan" ./cmd/slc-vulkan
  find "$dir" -exec touch -d "$time" {} +
  if [ "$os" = windows ]; then
    rm -f "$out/$name.zip"
    (cd "$stage" && find "$name" -type f | sort | zip -q -X -@ "$out/$name.zip")
  else
    tar -C "$stage" --sort=name --owner=0 --group=0 --numeric-owner --mtime="$time" -cf - "$name" | gzip -n -9 >"$out/$name.tar.gz"
  fi
  rm -rf "$dir"
  echo "$name"
done
cd "$out"
sha256sum slc-"$version"-*.* >SHA256SUMS
