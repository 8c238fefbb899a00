# lib.sh - for tests of the programs for aarch64: what they need, their build, and how they run here, under qemu.
#
#   needs_aarch64             skips the whole file if the cross compiler, qemu or a library is missing, and says which
#   build_aarch64 GOAL ...    builds these goals of make in build/aarch64
#   emulate                   makes $arm/fcc, and $arm/bin/PROGRAM for prasm, prlink, prdis and pramsim, which run those for
#                             aarch64, and $arm/runtime, for fcc's --runtime
#
# Sets `arm`, a folder, and `made`, where the programs for aarch64 lie.
# shellcheck shell=bash disable=SC2154 # top, build, scratch come from tests/lib.sh
arm=$scratch/arm
made=$top/build/aarch64

needs_aarch64() { # [PURPOSE ...]: rows of mk/packages.table beside those of the build
    local missing
    if [ "$build" != "$top/build" ]; then
        echo "1..0 # SKIP programs for aarch64 are built and tested beside the plain build only"
        exit
    fi
    missing=$(env PKG_CONFIG_LIBDIR=/usr/lib/aarch64-linux-gnu/pkgconfig CC=aarch64-linux-gnu-gcc ARCH=aarch64 BUILD=build/aarch64 \
        "$top/mk/deps.sh" --missing build cross emulate "$@")
    [ -z "$missing" ] && return
    echo "1..0 # SKIP for aarch64 there is no $missing"
    exit
}

# -O1: code that runs under qemu needs no more. Two tests may build at the same time.
build_aarch64() {
    ok "the programs for aarch64 can be built" flock "$top/build" env -u BUILD -u MAKEFLAGS -u MAKELEVEL \
        make -s -C "$top" ARCH=aarch64 INSIDE=1 OPT=-O1 WERROR=1 "-j$(nproc)" "$@"
}

# fcc starts prasm and prlink as programs of its own folder: so they are scripts there, which the system can start, and fcc's own
# script is elsewhere.
emulate() {
    local program
    mkdir -p "$arm/bin"
    for program in prasm prlink prdis pramsim; do
        printf '#!/bin/sh\nexec qemu-aarch64 "%s" "$@"\n' "$made/bin/$program" >"$arm/bin/$program"
    done
    cp "$made/bin/fcc" "$arm/bin/fcc"
    printf '#!/bin/sh\nexec qemu-aarch64 "%s" "$@"\n' "$arm/bin/fcc" >"$arm/fcc"
    chmod +x "$arm/bin"/* "$arm/fcc"
    mkdir "$arm/runtime" && ln -s "$top/fork-rt/include" "$arm/runtime/include" && ln -s "$build/lib" "$arm/runtime/lib"
}
