#!/bin/bash
# demo.sh - from nothing to a picture: solves Laplace's equation on the simulated PRAM, both ways of the paper, checks
# every field bit for bit against the host's solver, and shows residuals, cycles and the field. Called by `make demo`,
# which has built everything. Everything it makes lies in build/demo.
set -eu
top=$(cd "$(dirname "$0")/.." && pwd)
build=$top/${BUILD:-build}
programs=$build/programs/laplace
PATH=$build/bin:$programs:$PATH
mkdir -p "$build/demo"
cd "$build/demo"

size=66
sync_pps=$(((size - 2) * (size - 2)))
async_pps=$((size - 2))
instructions=0
seconds=0

# Runs a variant on `in`, checks its field against `host`; sets cycles and adds to instructions and seconds.
solve() { # sync|async PPS
    local said spent run
    rm -f "$1.mesh"
    said=$(pramsim -q -p"$2" --stats-json "$1.json" "$programs/laplace_$1.o" in.mesh "$1.mesh")
    cycles=$(sed 's/.*: \([0-9]*\) cycles/\1/' <<<"$said")
    cmp host.mesh "$1.mesh" || { laplace_compare host.mesh "$1.mesh"; exit 1; }
    read -r spent run <<<"$(jq -r '"\(.instructions) \(.wall_seconds.run)"' "$1.json")"
    instructions=$((instructions + spent))
    seconds=$(awk "BEGIN { print $seconds + $run }")
}

echo "Laplace's equation on a mesh of $size x $size cells, programs/laplace:"
echo
echo "                           synchronous        asynchronous"
printf 'iterations     residual    %4d PPs           %4d PPs\n' $sync_pps $async_pps
for iterations in 1 10 100 1000; do
    laplace_generate -n $size -k $iterations -b sine -o in.mesh
    laplace_host in.mesh host.mesh
    solve sync $sync_pps
    sync_cycles=$cycles
    solve async $async_pps
    residual=$(laplace_compare host.mesh sync.mesh | sed 's/.*residual //')
    printf '%10d %12s  %7d cycles    %9d cycles   both equal the host bit for bit\n' \
        $iterations "$residual" "$sync_cycles" "$cycles"
done
awk "BEGIN { printf \"\n%.0f million PP instructions simulated in %.2f s: %.2f G a second\n\n\",
     $instructions / 1e6, $seconds, $instructions / $seconds / 1e9 }"

laplace_picture -p -o field.png sync.mesh
if [ -t 1 ]; then
    laplace_picture -c sync.mesh
else
    laplace_picture -t -w 66 sync.mesh
fi
echo
echo "The field after 1000 iterations; as PNG: ${build#"$top/"}/demo/field.png"
echo "Next: docs/manual.md, a first hour with the machine."
