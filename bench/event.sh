#!/bin/bash
# shellcheck disable=SC2154 # build, scratch, csv, seconds, instructions come from lib.sh
# event.sh - programs whose PPs go their own ways, and machines of few PPs: work a second of the reference engine, of level 0
# and of level 4, on one thread, runs in turns. Level 0 runs such PPs one after another in the order of time
# (docs/internals/engine.md, section 10); so does every level on at most four PPs.
#
#   RUNS=5 bench/event.sh all|PPS ...      writes build/bench/event.csv
. "$(dirname "$0")/lib.sh"

runs=${RUNS:-5}
[ "$*" != all ] || set -- 1 4 64 4096
programs=$build/programs
(cd "$scratch" && laplace_generate -n 66 -k 100 -b sine -o in.mesh)

# work SECONDS: what the last run of run_pramsim has done, a second, in thousand millions
work() {
    awk -v work="$(jq .work "$scratch/run.json")" -v seconds="$1" 'BEGIN { printf "%.3f", work / seconds / 1e9 }'
}

start_results event program,pps,run,seconds,giga_work_per_second,against_reference
for pps; do
    while read -r name arguments; do
        read -ra words <<<"$arguments"
        for run in reference 0 4; do
            options=(-t1 -g"$run")
            [ "$run" != reference ] || options=(--engine=reference)
            echo "$run ${options[*]} -p$pps ${words[*]}"
        done | in_turns "$runs"
        for run in reference 0 4; do
            result "$run"
            [ "$run" != reference ] || reference=$seconds
            printf '%s,%s,%s,%s,%s,%s\n' "$name" "$pps" "$run" "$seconds" "$(work "$seconds")" \
                "$(quotient "$reference" "$seconds")" | tee -a "$csv"
        done
    done <<END2
laplace_async $programs/laplace/laplace_async_fork.o in.mesh out.mesh
quicksort $programs/quicksort/quicksort.o 20000
merge_sort $programs/merge_sort/merge_sort.o 20000
matrix_multiply $programs/matrix_multiply/matrix_multiply.o 48
queens $programs/queens/queens.o 7
END2
done
