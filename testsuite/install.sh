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
  libvulkan1 mesa-vulkan-drivers   # Vulkan loader, lavapipe
  vulkan-validationlayers
  gcc libc6-dev                    # go test -race
)
command -v java >/dev/null || packages+=(default-jre-headless)
command -v npm >/dev/null || packages+=(npm)

missing=()
for p in "${packages[@]}"; do
  [ "$(dpkg-query -W -f '${db:Status-Status}' "$p" 2>/dev/null || true)" = installed ] || missing+=("$p")
done
if [ ${#missing[@]} -eq 0 ]; then
  exit 0
fi

sudo=()
if [ "$(id -u)" -ne 0 ]; then
  command -v sudo >/dev/null || { echo "install.sh: run it as root; missing: ${missing[*]}" >&2; exit 1; }
  sudo=(sudo)
fi
export DEBIAN_FRONTEND=noninteractive
"${sudo[@]}" apt-get update -q
"${sudo[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install -q -y --no-install-recommends "${missing[@]}"
