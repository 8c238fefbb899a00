#!/bin/bash
# model.sh - what --model costs: PP instructions a second of the parallel engine at level 0, one thread, with and without
# it, on programs that keep to CREW and on some that do not; in some PPs stay together, in others they go their own ways.
# These runs have --stats-json, so that concurrent loads are counted. The last column compares the processor time of whole
# runs without it. Those with --profile are compared with a profile alone.
#
#   RUNS=5 bench/model.sh all      writes build/bench/model.csv
# shellcheck source=bench/lib.sh
. "$(dirname "$0")/lib.sh"
[ "$*" = all ] || usage_error

runs=${RUNS:-5}
laplace_generate -n 66 -k 20000 -b sine -o "$scratch/in"
laplace_generate -n 66 -k 1000 -b sine -o "$scratch/short"

# the least processor time of whole runs: in user and system mode, for how the two share it is only sampled
time_whole() { # OPTIONS PROGRAM ARGUMENTS
    local i TIMEFORMAT='%U %S'
    for ((i = 0; i < runs; i++)); do
        (cd "$scratch" && { time pramsim "$@" >/dev/null 2>&1 || true; } 2>&1)
    done | awk '{ print $1 + $2 }' | sort -g | head -1
}

runtime=crew:runtime,erew:runtime
start_results model program,pps,model,findings,giga_instructions_per_second,times,times_without_statistics
while read -r name pps models program arguments; do
    plain='' plain_whole=''
    for model in none crew erew ${models//,/ } profile profile+crew profile+erew; do
        options=(-q -t1 -g0 "-p$pps")
        [ "${model#profile}" = "$model" ] || options+=(--profile=profile)
        judged=${model#profile} judged=${judged#+}
        [ "${judged:-none}" = none ] || options+=("--model=$judged")
        listed=("${options[@]}")
        [ "${judged:-none}" = none ] || listed+=(--findings-json=found.json)
        # shellcheck disable=SC2086
        all=$(for ((i = 0; i < runs; i++)); do
            (cd "$scratch" && pramsim --stats-json run.json "${listed[@]}" "$build/programs/$program" $arguments >/dev/null 2>&1) || true
            jq -r '.instructions / .wall_seconds.run / 1e9' "$scratch/run.json"
        done)
        rate=$(sort -g <<<"$all" | sed -n "$(((runs + 1) / 2))p")
        found=$([ "${judged:-none}" = none ] || jq '[.findings[].count] | add // 0' "$scratch/found.json")
        # shellcheck disable=SC2086
        whole=$(time_whole "${options[@]}" "$build/programs/$program" $arguments)
        [ "${judged:-none}" = none ] && plain=$rate plain_whole=$whole
        # of runs that are shorter than that nothing can be said
        times=$(awk "BEGIN { printf \"%.2f,%s\", $plain / $rate, $plain_whole < 0.05 ? \"\" : sprintf(\"%.2f\", $whole / $plain_whole) }")
        printf '%s,%s,%s,%s,%.3f,%s\n' "$name" "$pps" "$model" "$found" "$rate" "$times" | tee -a "$csv"
    done
done <<END
laplace_sync 4096 $runtime laplace/laplace_sync_fork.o in out
laplace_async 4096 $runtime laplace/laplace_async_fork.o short out
matrix_multiply 4096 $runtime matrix_multiply/matrix_multiply.o 64
merge_sort 1024 $runtime merge_sort/merge_sort.o 1024
merge_sort_by_blocks 64 $runtime merge_sort/merge_sort.o 40000
merge_sort_by_blocks 1024 $runtime merge_sort/merge_sort.o 40000
merge_sort_by_blocks 4096 $runtime merge_sort/merge_sort.o 40000
quicksort 64 $runtime quicksort/quicksort.o 20000
quicksort 4096 $runtime quicksort/quicksort.o 20000
prefix_sums 4096 $runtime prefix_sums/prefix_sums.o 4096
list_ranking 4096 $runtime list_ranking/list_ranking.o 4096
END
