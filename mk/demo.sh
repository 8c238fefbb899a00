#!/bin/bash
# demo.sh - from nothing to a picture: compiles the three Laplace solvers of the paper, written in Fork, solves Laplace's
# equation on the simulated PRAM with the parallel engine, checks every field bit for bit against the host's solver and
# output and memory against the reference engine, and shows residuals, cycles, speedup and the field. Called by
# `make demo`, which has built everything. Everything it makes lies in build/demo.
set -eu
top=$(cd "$(dirname "$0")/.." && pwd)
build=$top/${BUILD:-build}
source=$top/programs/laplace
PATH=$build/bin:$build/programs/laplace:$PATH
mkdir -p "$build/demo"
cd "$build/demo"

size=66
cells=$(((size - 2) * (size - 2)))
solvers=(sync semisync async)
declare -A pps=([sync]=$cells [semisync]=$cells [async]=$((size - 2)))

die() {
    echo "demo: $*" >&2
    exit 1
}

# Solves in.mesh; sets `cycles` from the output of the program, `seconds` and `hash` from that of the simulator.
solve() { # SOLVER OPTION ...
    local said
    rm -f "$1.mesh"
    said=$(pramsim -q -p"${pps[$1]}" "${@:2}" --stats-json run.json "laplace_$1.o" in.mesh "$1.mesh")
    cycles=${said##*: }
    cycles=${cycles% cycles}
    read -r seconds hash <<<"$(jq -r '"\(.wall_seconds.run) \(.hash)"' run.json)"
    cmp host.mesh "$1.mesh" || die "$(laplace_compare host.mesh "$1.mesh")"
}

echo "Laplace's equation on a mesh of $size x $size cells, three programs in Fork (programs/laplace):"
for solver in "${solvers[@]}"; do
    echo "    fcc -DN=$size laplace_$solver.fork mesh_io.fork"
    fcc -DN=$size -o "laplace_$solver.o" "$source/laplace_$solver.fork" "$source/mesh_io.fork"
done

echo
echo "                              synchronous  semisynchronous     asynchronous"
printf 'iterations     residual    %10d PPs %12d PPs %12d PPs\n' "$cells" "$cells" "$((size - 2))"
for iterations in 1 10 100 1000; do
    laplace_generate -n $size -k $iterations -b sine -o in.mesh
    laplace_host in.mesh host.mesh
    line=
    for solver in "${solvers[@]}"; do
        solve "$solver"
        line+=$(printf ' %9d cycles' "$cycles")
    done
    residual=$(laplace_compare host.mesh sync.mesh | sed 's/.*residual //')
    printf '%10d %12s  %s\n' $iterations "$residual" "$line"
done
echo "Every field is that of the C program on the host, bit for bit."

echo
echo "Seconds for the 1000 iterations, on the reference engine, which defines the machine, and on the parallel engine:"
echo
threads=$(nproc)
printf '                  reference          1 thread  %16s\n' "$threads threads"
for solver in "${solvers[@]}"; do
    solve "$solver" --engine=reference
    reference="$seconds $hash $cycles"
    line=
    for count in 1 "$threads"; do
        solve "$solver" -t"$count"
        [ "${reference#* }" = "$hash $cycles" ] || die "memory or cycles of the $solver solver differ between the engines"
        line+=$(awk "BEGIN { printf \" %9.3f (x %4.1f)\", $seconds, ${reference%% *} / $seconds }")
    done
    printf '%-16s %10.3f %s\n' "$solver" "${reference%% *}" "$line"
done
echo
echo "Final memory and cycles were the same in all of these runs."

laplace_picture -p -o field.png sync.mesh
echo
if [ -t 1 ]; then
    laplace_picture -c sync.mesh
else
    laplace_picture -t -w 66 sync.mesh
fi
echo
echo "The field after 1000 iterations; as PNG: ${build#"$top/"}/demo/field.png"
echo "Next: docs/manual.md, a first hour with Fork."
