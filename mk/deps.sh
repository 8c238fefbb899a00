#!/bin/bash
# deps.sh - makes sure that the Debian packages pramsim needs are there: installs them as root, else prints the one
# command that does and fails. Silent and quick when nothing is missing.
set -eu

packages=(gcc make binutils cpp libelf-dev libcmocka-dev libgmp-dev libmpfr-dev libqd-dev libflint-dev libflint-arb-dev jq gnuplot-nox libpng-dev file time)
[ "${1:-}" = lint ] && packages+=(clang-format clang-tidy cppcheck shellcheck)
[ "${1:-}" = fuzz ] && packages+=(clang libclang-rt-14-dev)

missing=()
for package in "${packages[@]}"; do
    dpkg-query -W -f '${Status}' "$package" 2>/dev/null | grep -q '^install ok installed' || missing+=("$package")
done
[ ${#missing[@]} -eq 0 ] && exit 0

if [ "$(id -u)" -ne 0 ]; then
    echo "pramsim needs some Debian packages; please run this and try again:" >&2
    echo "    sudo apt-get install -y ${missing[*]}" >&2
    exit 1
fi
echo "installing: ${missing[*]}" >&2
log=$(mktemp)
trap 'rm -f "$log"' EXIT
if ! { DEBIAN_FRONTEND=noninteractive apt-get update &&
       DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends "${missing[@]}"; } >"$log" 2>&1; then
    cat "$log" >&2
    echo "installing failed; see above" >&2
    exit 1
fi
