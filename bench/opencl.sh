#!/bin/bash
# opencl.sh - exact dot products on an OpenCL device: single ones as the paper has them, a matrix-vector product in one batch,
# and one whose matrix stays on the device, each with and without calculation, beside `kulisch` on one core and on all.
#
#   bench/opencl.sh all|cpu|gpu|N     on the default device (all), the first one of a kind, or number N. Writes
#                                     build/bench/opencl.csv
#
# It also runs in a folder with built programs and libraries alone, on a machine with a GPU and its OpenCL driver, without
# compiler, make or git: what it needs there is bench/opencl.sh, bench/lib.sh and build/bench/opencl, and, where that machine
# lacks them, libOpenCL, libmpfr, libgmp and libgomp in build/bench/libraries.
. "$(dirname "$0")/lib.sh"

device=$1
[ "$device" != all ] || device=default
[[ $device =~ ^(default|cpu|gpu|[0-9]+)$ ]] || usage_error
if ! [ -x "$build/bench/opencl" ]; then
    make -s -C "$top" "${build#"$top/"}/bench/opencl"
fi
export LD_LIBRARY_PATH=$build/bench/libraries${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}
start_results opencl "what,terms,sums,microseconds"
"$build/bench/opencl" "$device" >"$scratch/measured"
sed -n '1p' "$scratch/measured" >>"$csv"
tail -n +3 "$scratch/measured" >>"$csv"
grep '^# device' "$csv"
tail -n +3 "$scratch/measured" | awk -F, '{ printf "%-14s %8d terms %6d sums %12.1f us %10.2f ns a term\n", $1, $2, $3, $4, 1000 * $4 / $2 / $3 }'
