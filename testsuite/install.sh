#!/usr/bin/env bash
# Installs what the tests need on Debian 12 (bookworm) as root or through sudo:
# the validators and front ends, a Vulkan driver for the CPU, a C compiler for
# `go test -race`, and Java and npm for the check of the generated parser.
# Go itself is not installed here.
set -euo pipefail

packages=(
  spirv-tools spirv-headers        # spirv-val, spirv-as, spirv-dis; the grammar of SPIR-V
  glslang-tools                    # HLSL front end, runs on a device
  clang-14 libclang-rt-14-dev      # MSL checks; ThreadSanitizer
  clang-22                         # HLSL front end (bookworm-security)
  libvulkan1                       # Vulkan loader; its driver is installed below
  vulkan-validationlayers
  ninja-build make cmake meson      # build systems (testsuite/builds)
  zip                              # archives of scripts/release.sh
  gcc libc6-dev                    # go test -race
  bash zsh fish mandoc             # completions and the manual page
)
command -v java >/dev/null || packages+=(default-jre-headless)
command -v npm >/dev/null || packages+=(npm)

missing=()
for p in "${packages[@]}"; do
  [ "$(dpkg-query -W -f '${db:Status-Status}' "$p" 2>/dev/null || true)" = installed ] || missing+=("$p")
done
# lavapipe: bookworm's Mesa 22.3 treats a memory barrier in divergent flow as an execution
# barrier of the workgroup (waves are lost) and cuts loops at 65,535 turns; Mesa 25
# from bookworm-backports does neither.
mesa=25
mesa_version=$(dpkg-query -W -f '${Version}' mesa-vulkan-drivers 2>/dev/null || true)
need_mesa=
if dpkg --compare-versions "${mesa_version:-0}" lt "$mesa"; then
  need_mesa=1
fi
if [ ${#missing[@]} -eq 0 ] && [ -z "$need_mesa" ]; then
  exit 0
fi

sudo=()
if [ "$(id -u)" -ne 0 ]; then
  command -v sudo >/dev/null || { echo "install.sh: run it as root; missing: ${missing[*]}" >&2; exit 1; }
  sudo=(sudo)
fi
export DEBIAN_FRONTEND=noninteractive
if [ -n "$need_mesa" ] && grep -q '^VERSION_CODENAME=bookworm' /etc/os-release; then
  # Backports come from the mirror that the machine uses already.
  mirror=$(cat /etc/apt/sources.list /etc/apt/sources.list.d/*.list /etc/apt/sources.list.d/*.sources 2>/dev/null |
    grep -E '^(deb |URIs:)' | grep -oE 'https?://[^ ]+/debian/?( |$)' | head -n 1 || true)
  [ -n "$mirror" ] || { echo 'install.sh: no Debian mirror found in /etc/apt' >&2; exit 1; }
  echo "deb ${mirror% } bookworm-backports main" |
    "${sudo[@]}" tee /etc/apt/sources.list.d/slc-backports.list >/dev/null
fi
"${sudo[@]}" apt-get update -q
if [ ${#missing[@]} -gt 0 ]; then
  "${sudo[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install -q -y --no-install-recommends "${missing[@]}"
fi
if [ -n "$need_mesa" ]; then
  release=()
  ! grep -q '^VERSION_CODENAME=bookworm' /etc/os-release || release=(-t bookworm-backports)
  "${sudo[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install -q -y --no-install-recommends "${release[@]}" mesa-vulkan-drivers
fi
