#!/bin/bash
# shellcheck disable=SC2154 # build, results, scratch, csv come from lib.sh
# compare_builds.sh - this pramsim against another one, at level 4 with one thread: pairs of runs of the same programs, in either
# order; the medians, the median of the quotients of pairs (time of this one / time of the other), and their middle half.
#
#   RUNS=11 bench/compare_builds.sh OTHER         OTHER: the other pramsim; writes build/bench/compare_builds.csv, .md and .png
#   bench/compare_builds.sh all                   this one against itself: the noise of the measurement
. "$(dirname "$0")/lib.sh"

runs=${RUNS:-11}
other=$1
[ "$other" != all ] || other=$build/bin/pramsim
programs=$build/programs
ask() { # PRAMSIM ARGUMENT ...: seconds of one run
    (cd "$scratch" && "$1" -q -t1 -g4 --stats-json run.json "${@:2}" >/dev/null 2>messages) || {
        cat "$scratch/messages" >&2
        return 1
    }
    jq -r .wall_seconds.run "$scratch/run.json"
}

(cd "$scratch" && laplace_generate -n 66 -k 10000 -b sine -o large.mesh && laplace_generate -n 10 -k 10000 -b sine -o small.mesh &&
    laplace_generate -n 66 -k 100 -b sine -o short.mesh)
for size in 66 10; do
    fcc -DN=$size -o "$scratch/sync$size.o" "$top/programs/laplace/laplace_sync.fork" "$top/programs/laplace/mesh_io.fork"
done
assemble diverged diverged ITERATIONS=500
assemble registers registers ITERATIONS=10000
start_results compare_builds program,pps,other_seconds,seconds,quotient,first_quarter,third_quarter
while read -r name pps arguments; do
    : >"$scratch/pairs"
    read -ra words <<<"$arguments"
    ask "$other" "-p$pps" "${words[@]}" >/dev/null
    for ((i = 0; i < runs; i++)); do
        if ((i % 2)); then
            there=$(ask "$other" "-p$pps" "${words[@]}") && here=$(ask "$build/bin/pramsim" "-p$pps" "${words[@]}")
        else
            here=$(ask "$build/bin/pramsim" "-p$pps" "${words[@]}") && there=$(ask "$other" "-p$pps" "${words[@]}")
        fi
        echo "$there $here $(quotient "$here" "$there" 3)" >>"$scratch/pairs"
    done
    part() { sort -gk"$1" "$scratch/pairs" | sed -n "$((($2 * (runs - 1)) / 4 + 1))p" | cut -d' ' -f"$1"; }
    echo "$name,$pps,$(part 1 2),$(part 2 2),$(part 3 2),$(part 3 1),$(part 3 3)" | tee -a "$csv"
done <<END2
laplace_sync 4096 sync66.o large.mesh out.mesh
laplace_sync 64 sync10.o small.mesh out.mesh
laplace_async 4096 $programs/laplace/laplace_async_fork.o short.mesh out.mesh
laplace_async 64 $programs/laplace/laplace_async_fork.o short.mesh out.mesh
queens 4096 $programs/queens/queens.o 9
queens 64 $programs/queens/queens.o 9
diverged 4096 made/diverged.prog
registers 4096 made/registers.prog
merge_sort 4096 $programs/merge_sort/merge_sort.o 20000
merge_sort 64 $programs/merge_sort/merge_sort.o 20000
quicksort 4096 $programs/quicksort/quicksort.o 8000
quicksort 64 $programs/quicksort/quicksort.o 8000
list_ranking 4096 $programs/list_ranking/list_ranking.o 4096
list_ranking 64 $programs/list_ranking/list_ranking.o 64
matrix_multiply 4096 $programs/matrix_multiply/matrix_multiply.o 64
matrix_multiply 64 $programs/matrix_multiply/matrix_multiply.o 64
END2

awk -F, '
    /^#/ { next }
    $1 == "program" { print "| program | PPs | other, ms | this, ms | quotient | middle half |\n|---|---:|---:|---:|---:|---|"; next }
    { printf "| %s | %d | %.1f | %.1f | %.2f | %.2f to %.2f |\n", $1, $2, 1000 * $3, 1000 * $4, $5, $6, $7 }' \
    "$csv" >"$results/compare_builds.md"
cat "$results/compare_builds.md"
awk -F, -v OFS='\t' '/^#/ { next } $1 == "program" { print "", "quotient"; next } { print $1 ", " $2 " PPs", $5 }' "$csv" |
    draw_bars compare_builds 'This pramsim beside the other one' 'time of this one / time of the other' one
