#!/bin/bash
# shellcheck disable=SC2154 # made, scratch, csv come from lib.sh
# block.sh - native code of tiles beside the same loop in C, which the compiler makes vectors of (block.c): the loop of
# registers on 4096 PPs, one thread, in turns, medians, G instructions of PPs a second. The second run of the program counts,
# which has its block from disk.
#
#   RUNS=9 bench/block.sh all      writes build/bench/block.csv
# shellcheck source=bench/lib.sh
. "$(dirname "$0")/lib.sh"
[[ "$*" == all ]] || usage_error

runs=${RUNS:-9}
gcc -std=c17 -O3 -march=native -mprefer-vector-width=512 -D_GNU_SOURCE -o "$scratch/block" "$top/bench/block.c"
assemble registers registers ITERATIONS=200000
of_pramsim() {
    pramsim -q -t1 -g4 -p4096 --native-cache="$scratch/kept" --stats-json="$scratch/run.json" "$made/registers.prog"
    jq '.work / .wall_seconds.run / 1e9' "$scratch/run.json"
}
of_pramsim >/dev/null
for ((k = 0; k < runs; k++)); do
    of_pramsim >>"$scratch/pramsim"
    "$scratch/block" | awk -v folder="$scratch" '{ print $NF > (folder "/" (NR == 1 ? "all" : "needed") ".last") }'
    for way in all needed; do cat "$scratch/$way.last" >>"$scratch/$way"; done
done
start_results block way,least,median,most
for way in pramsim all needed; do
    sort -g "$scratch/$way" | awk -v way=$way '{ all[NR] = $1 } END { printf "%s,%.1f,%.1f,%.1f\n", way, all[1], all[int((NR + 1) / 2)], all[NR] }'
done | tee -a "$csv"
