#!/bin/bash
# shellcheck disable=SC2154 # build, results, scratch, csv, seconds come from lib.sh
# exact.sh - what it costs to be exact: runs of the default, of level 0 and of level 4 in turns, one thread; time of the default
# and of level 0 / time of level 4, by program and number of PPs. On at most four PPs all are one engine (docs/internals/engine.md,
# section 2).
#
#   RUNS=5 bench/exact.sh all|PPS ...      writes build/bench/exact.csv, exact.md and level_0.md
. "$(dirname "$0")/lib.sh"

runs=${RUNS:-5}
[ "$*" != all ] || set -- 4 64 1024 4096
programs=$build/programs

start_results exact program,pps,exact_seconds,level_0_seconds,level_4_seconds,level_0_quotient,quotient
for pps; do
    size=$(awk -v pps="$pps" 'BEGIN { print int(sqrt(pps) + 0.5) + 2 }') # of a mesh with a PP an inner cell
    fcc -DN="$size" -o "$scratch/laplace_sync.o" "$top/programs/laplace/laplace_sync.fork" "$top/programs/laplace/mesh_io.fork"
    (cd "$scratch" && laplace_generate -n "$size" -k 1000 -b sine -o cells.mesh && laplace_generate -n 66 -k 100 -b sine -o large.mesh)
    while read -r name arguments; do
        in_turns "$runs" <<END2
exact -t1 -gexact -p$pps $arguments
zero -t1 -g0 -p$pps $arguments
four -t1 -g4 -p$pps $arguments
END2
        result exact
        exact=$seconds
        result zero
        zero=$seconds
        result four
        printf '%s,%s,%s,%s,%s,%s,%s\n' "$name" "$pps" "$exact" "$zero" "$seconds" "$(quotient "$zero" "$seconds")" \
            "$(quotient "$exact" "$seconds")" | tee -a "$csv"
    done <<END2
laplace_sync laplace_sync.o cells.mesh out.mesh
laplace_async $programs/laplace/laplace_async_fork.o large.mesh out.mesh
matrix_multiply $programs/matrix_multiply/matrix_multiply.o 48
queens $programs/queens/queens.o 7
merge_sort $programs/merge_sort/merge_sort.o 20000
quicksort $programs/quicksort/quicksort.o 20000
list_ranking $programs/list_ranking/list_ranking.o $pps
prefix_sums $programs/prefix_sums/prefix_sums.o 20000
linkage $programs/linkage/linkage.o 30 1 50
readers_writers $programs/readers_writers/readers_writers.o fair 200 20
hilbert $programs/hilbert/hilbert.o 8
pi $programs/pi/pi.o 2000
stripes $programs/stripes/stripes.o sum 20000 5
END2
done

# the quotients
cross_table program mean >"$results/exact.md"
cat "$results/exact.md"
awk -F, -v OFS=, '!/^#/ { NF-- } 1' "$csv" >"$scratch/level_0.csv"
csv=$scratch/level_0.csv cross_table program mean >"$results/level_0.md"
cat "$results/level_0.md"
